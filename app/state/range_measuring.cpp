// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/range_measuring.h"

#include <algorithm>
#include <utility>

namespace lanescope {

RangeMeasuring::RangeMeasuring(WorkerClient& worker, QObject* parent) : QObject(parent), m_worker(worker) {
    connect(&m_worker, &WorkerClient::measured, this,
            [this](const StudyEntry&, qint64 id) { settle(id, Item::State::Done); });
    connect(&m_worker, &WorkerClient::failed, this, [this](const Error& error, qint64 id) {
        settle(id, error.code == ErrorCode::Cancelled ? Item::State::Open : Item::State::Failed);
    });
    connect(&m_worker, &WorkerClient::progressed, this, [this](const worker::Progress& progress, qint64 id) {
        if (find(id) == nullptr) return;
        m_current = progress.secondsLeft;
        Q_EMIT changed();
    });
}

std::size_t RangeMeasuring::count(Item::State state) const {
    return static_cast<std::size_t>(std::ranges::count(m_items, state, &Item::state));
}

RangeMeasuring::Item* RangeMeasuring::find(qint64 id) {
    const auto found = std::ranges::find_if(
        m_items, [&](const Item& item) { return item.state == Item::State::Asked && item.id == id; });
    return found == m_items.end() ? nullptr : &*found;
}

std::vector<Parameters> RangeMeasuring::open() const {
    std::vector<Parameters> open;
    for (const Item& item : m_items)
        if (item.state != Item::State::Done) open.push_back(item.parameters);
    return open;
}

void RangeMeasuring::begin(const std::vector<Parameters>& configurations, Ask ask) {
    keep(configurations, std::move(ask));
    resume();
}

void RangeMeasuring::keep(const std::vector<Parameters>& configurations, Ask ask) {
    stop();
    m_items.clear();
    m_items.reserve(configurations.size());
    for (const Parameters& parameters : configurations) m_items.push_back({.parameters = parameters});
    m_ask = std::move(ask);
    Q_EMIT changed();
}

void RangeMeasuring::resume() {
    std::vector<Parameters> wanted;
    std::vector<Item*> items;
    for (Item& item : m_items)
        if (item.state == Item::State::Open || item.state == Item::State::Failed) {
            wanted.push_back(item.parameters);
            items.push_back(&item);
        }
    if (wanted.empty() || isRunning()) return;
    m_doneBefore = done();
    m_current.reset();
    m_since.start();
    const std::size_t before = m_worker.queue().size();
    m_ask(wanted);
    const std::vector<WorkerClient::Request> queue = m_worker.queue();
    for (std::size_t i = 0; i < items.size() && before + i < queue.size(); ++i) {
        items[i]->id = queue[before + i].id;
        items[i]->state = Item::State::Asked;
    }
    Q_EMIT changed();
}

void RangeMeasuring::stop() {
    // The last first, so that none of them begins.
    for (std::size_t i = m_items.size(); i-- > 0;)
        if (m_items[i].state == Item::State::Asked) m_worker.cancel(m_items[i].id);
}

void RangeMeasuring::settle(qint64 id, Item::State state) {
    Item* const item = find(id);
    if (item == nullptr) return;
    item->state = state;
    m_current.reset();
    Q_EMIT changed();
}

std::optional<double> RangeMeasuring::secondsLeft() const {
    if (!isRunning()) return std::nullopt;
    const auto left = static_cast<double>(count(Item::State::Asked));
    if (const std::size_t since = done() - m_doneBefore; since > 0)
        return static_cast<double>(m_since.elapsed()) / 1000 / static_cast<double>(since) * left;
    if (!m_current) return std::nullopt;
    return (static_cast<double>(m_since.elapsed()) / 1000 + *m_current) * left;
}

}  // namespace lanescope
