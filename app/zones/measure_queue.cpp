// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/measure_queue.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString titleOf(const WorkerClient::Request& request) {
    return QString::fromStdString(request.algorithm + ' ' + toString(request.parameters));
}

QToolButton* crossButton(QWidget* parent, const QString& name) {
    auto* button = new QToolButton(parent);
    button->setText(QStringLiteral("✕"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(name);
    button->setToolTip(plainTip(name));
    return button;
}

}  // namespace

QString timeLeftText(double seconds) {
    if (seconds < 90) return MeasureQueue::tr("%1 s left").arg(std::max(1, static_cast<int>(std::ceil(seconds))));
    return MeasureQueue::tr("about %1 min left").arg(static_cast<int>(std::lround(seconds / 60)));
}

MeasureQueue::MeasureQueue(WorkerClient& worker, QWidget* parent)
    : QWidget(parent),
      m_worker(worker),
      m_layout(new QVBoxLayout(this)),
      m_summary(plainLabel(this)),
      m_all(crossButton(this, tr("Call off all measurements"))) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->addWidget(m_summary, 1);
    row->addWidget(m_all);
    m_layout->addLayout(row);
    m_summary->setAccessibleName(tr("Measurements that wait"));
    connect(m_all, &QToolButton::clicked, &m_worker, &WorkerClient::cancelAll);
    connect(&m_worker, &WorkerClient::measuringChanged, this, &MeasureQueue::showQueue);
    connect(&m_worker, &WorkerClient::progressed, this, &MeasureQueue::showProgress);
    showQueue();
}

MeasureQueue::Row MeasureQueue::makeRow(qint64 id) {
    Row row;
    row.widget = new QWidget(this);
    row.what = sentenceLabel(row.widget);
    row.cancel = crossButton(row.widget, tr("Call off this measurement"));
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(row.what, 1);
    line->addWidget(row.cancel, 0, Qt::AlignTop);
    connect(row.cancel, &QToolButton::clicked, this, [this, id] { m_worker.cancel(id); });
    m_layout->addWidget(row.widget);
    return row;
}

void MeasureQueue::showQueue() {
    const std::vector<WorkerClient::Request> queue = m_worker.queue();
    std::erase_if(m_rows, [&](const auto& entry) {
        const bool gone = std::ranges::none_of(queue, [&](const auto& request) { return request.id == entry.first; });
        if (gone) entry.second.widget->deleteLater();
        return gone;
    });
    for (std::size_t i = 0; i < std::min(queue.size(), kRows); ++i) {
        const bool isNew = !m_rows.contains(queue[i].id);
        if (isNew) m_rows[queue[i].id] = makeRow(queue[i].id);
        QLabel* const what = m_rows[queue[i].id].what;
        if (queue[i].cancelled)
            what->setText(
                tr("%1: stopping. The kernel that runs is waited for, some seconds at most.").arg(titleOf(queue[i])));
        else if (isNew)
            what->setText(titleOf(queue[i]));
    }
    m_summary->setText(queue.size() > 1 ? tr("%1 measurements, one after the other:").arg(queue.size())
                                        : tr("Being measured:"));
    setVisible(!queue.empty());
}

void MeasureQueue::showProgress(const worker::Progress& progress, qint64 id) {
    const auto row = m_rows.find(id);
    const std::vector<WorkerClient::Request> queue = m_worker.queue();
    const auto request = std::ranges::find(queue, id, &WorkerClient::Request::id);
    if (row == m_rows.end() || request == queue.end() || request->cancelled) return;
    const QString phase = progress.phase == "counters" ? tr("counters") : tr("time");
    QString text = tr("%1: %2, %3 %").arg(titleOf(*request), phase).arg(static_cast<int>(100 * progress.fraction));
    if (progress.secondsLeft) text += QStringLiteral(", ") + timeLeftText(*progress.secondsLeft);
    row->second.what->setText(text);
}

QString MeasureQueue::textOf(qint64 id) const {
    const auto found = m_rows.find(id);
    return found == m_rows.end() ? QString() : found->second.what->text();
}

QToolButton* MeasureQueue::cancelButton(qint64 id) const {
    const auto found = m_rows.find(id);
    return found == m_rows.end() ? nullptr : found->second.cancel;
}

}  // namespace lanescope
