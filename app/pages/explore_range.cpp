// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/explore_range.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/zones/measure_queue.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {

ExploreRange::ExploreRange(AtlasWork& work, WorkerClient& worker, QWidget* parent)
    : QWidget(parent),
      m_work(work),
      m_worker(worker),
      m_measuring(worker),
      m_text(sentenceLabel(this)),
      m_measure(new QToolButton(this)),
      m_estimate(new QToolButton(this)),
      m_stop(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 2, 10, 2);
    row->setSpacing(14);
    row->addWidget(m_text, 1);
    for (QToolButton* const button : {m_measure, m_estimate, m_stop}) {
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    m_text->setAccessibleName(tr("The selected range"));
    m_measure->setText(tr("Measu&re them"));
    m_measure->setAccessibleName(tr("Measure what was not measured in the range"));
    m_estimate->setText(tr("Est&imate them"));
    m_estimate->setAccessibleName(tr("Emulate the range and ask the models"));
    m_estimate->setToolTip(
        plainTip(tr("Emulate what was not measured in the range, longer than the whole atlas is, and ask all models")));
    connect(m_measure, &QToolButton::clicked, this, [this] { measure(m_places); });
    connect(m_estimate, &QToolButton::clicked, this, [this] { m_work.estimate(m_places); });
    connect(m_stop, &QToolButton::clicked, this, [this] {
        if (m_measuring.isRunning())
            m_measuring.stop();
        else
            m_measuring.resume();
    });
    connect(&m_measuring, &RangeMeasuring::changed, this, &ExploreRange::refresh);
    connect(&m_measuring, &RangeMeasuring::changed, this, &ExploreRange::leftChanged);
    connect(&m_worker, &WorkerClient::machineChanged, this, &ExploreRange::refresh);
    refresh();
}

void ExploreRange::setTable(bool table) {
    m_table = table;
    refresh();
}

void ExploreRange::setPlaces(std::vector<std::size_t> places) {
    m_places = std::move(places);
    refresh();
}

void ExploreRange::measure(const std::vector<std::size_t>& places) {
    std::vector<Parameters> wanted;
    const Atlas& atlas = m_work.atlas();
    for (const std::size_t place : places)
        if (place < atlas.cells.size() && atlas.cells[place].impossible.empty() && !atlas.cells[place].time)
            wanted.push_back(atlas.cells[place].parameters);
    if (wanted.empty()) return;
    m_algorithm = atlas.algorithm;
    m_measuring.begin(wanted, ask());
}

RangeMeasuring::Ask ExploreRange::ask() {
    return [this](const std::vector<Parameters>& configurations) {
        // Another algorithm may be chosen when it goes on.
        if (m_work.atlas().algorithm == m_algorithm) Q_EMIT measureWanted(configurations);
    };
}

std::pair<std::string, std::vector<Parameters>> ExploreRange::left() const { return {m_algorithm, m_measuring.open()}; }

void ExploreRange::setLeft(const std::string& algorithm, const std::vector<Parameters>& configurations) {
    if (left() == std::pair(algorithm, configurations)) return;
    m_algorithm = algorithm;
    m_measuring.keep(configurations, ask());
}

std::size_t ExploreRange::missing() const {
    const Atlas& atlas = m_work.atlas();
    return static_cast<std::size_t>(std::ranges::count_if(
        m_places, [&](std::size_t place) { return place < atlas.cells.size() && !atlas.cells[place].time; }));
}

bool ExploreRange::canMeasure() const {
    const auto& machine = m_worker.machine();
    return machine && !machine->gpu.isEmpty();
}

QString ExploreRange::selectedText() const {
    if (m_places.empty()) return {};
    const std::size_t open = missing();
    const QString gpu = QString::fromStdString(m_work.atlas().gpu);
    QString text = tr("%1 of %2 selected were measured on %3.")
                       .arg(countText(m_places.size() - open), countText(m_places.size()), gpu);
    if (open == 0) return text;
    const auto& machine = m_worker.machine();
    if (machine && machine->gpu.isEmpty())
        return text + QLatin1Char(' ') +
               tr("No GPU is here to measure the other %1; they can be emulated, and models asked.")
                   .arg(countText(open));
    if (machine && machine->gpu != gpu)
        text += QLatin1Char(' ') + tr("This machine has another GPU, %1: what is measured on it stands in Compare.")
                                       .arg(shownName(machine->gpu));
    return text;
}

QString ExploreRange::measuringText() const {
    if (m_measuring.total() == 0 || m_measuring.done() == m_measuring.total()) return {};
    QString text = tr("Measured %1 of %2").arg(countText(m_measuring.done()), countText(m_measuring.total()));
    if (m_measuring.failures() > 0) text += tr(", %1 failed").arg(countText(m_measuring.failures()));
    if (const auto left = m_measuring.secondsLeft()) text += QStringLiteral(", ") + timeLeftText(*left);
    return text + QLatin1Char('.');
}

void ExploreRange::refresh() {
    const QString measuring = measuringText();
    QString all = measuring;
    if (const QString selected = selectedText(); !selected.isEmpty())
        all = all.isEmpty() ? selected : all + QLatin1Char(' ') + selected;
    if (all.isEmpty())
        all = m_table ? tr("A click on a head sorts by it; Enter or a double click watches a row.")
                      : tr("Drag over cells to select a range: what is missing of it can be measured or estimated.");
    m_text->setText(all);
    m_measure->setVisible(missing() > 0 && canMeasure() && !m_measuring.isRunning());
    m_estimate->setVisible(missing() > 0 && !m_measuring.isRunning());
    m_stop->setVisible(!measuring.isEmpty());
    m_stop->setText(m_measuring.isRunning() ? tr("Sto&p") : tr("Go &on"));
    m_stop->setAccessibleName(m_measuring.isRunning() ? tr("Stop measuring the range")
                                                      : tr("Go on with measuring the range"));
}

QString ExploreRange::text() const { return m_text->text(); }

}  // namespace lanescope
