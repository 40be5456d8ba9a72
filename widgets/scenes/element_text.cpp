// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/element_text.h"

#include <QStringList>

#include "core/base/number_format.h"
#include "widgets/scenes/tiles_painter.h"
#include "widgets/style/numbers.h"

namespace lanescope {

QString ElementText::describe(const ElementPick& pick) const {
    for (const ArrayShape& shape : arraysOf(m_timeline)) {
        if (!(shape.array == pick.array) || pick.row >= shape.rows || pick.column >= shape.columns) continue;
        QStringList lines{valueLine(shape, pick)};
        lines << nowLine(shape, pick) << firstLine(shape, pick, kReadBefore) << firstLine(shape, pick, kComputed)
              << wrongLine(shape, pick);
        if (shape.array.kind == ArrayRef::Kind::Shared) lines << tr("In this block's shared memory.");
        lines << tr("Emulated: after %1 of %2 steps of block (%3, %4, %5).")
                     .arg(countText(m_timeline.position()), countText(m_timeline.trace().size()))
                     .arg(m_timeline.trace().block().x)
                     .arg(m_timeline.trace().block().y)
                     .arg(m_timeline.trace().block().z);
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

QString ElementText::valueLine(const ArrayShape& shape, const ElementPick& pick) const {
    const QString name =
        QStringLiteral("%1[%2][%3]").arg(QString::fromStdString(shape.name)).arg(pick.row).arg(pick.column);
    const std::optional<double> value = valueOf(m_timeline, shape, pick.row, pick.column);
    if (!value) return tr("%1 has no value yet: nothing has been stored there.").arg(name);
    return tr("%1 = %2").arg(name, QString::fromStdString(numbers::plain(*value, kElementDigits)));
}

QString ElementText::threadName(std::uint32_t warp, std::uint32_t lane) const {
    const Dim3 thread = m_timeline.trace().launch().block.at(std::uint64_t{warp} * simt::kWarpSize + lane);
    return tr("thread (%1, %2, %3), warp %4 lane %5").arg(thread.x).arg(thread.y).arg(thread.z).arg(warp).arg(lane);
}

QString ElementText::nowLine(const ArrayShape& shape, const ElementPick& pick) const {
    const std::optional<simt::StepRecord> step = currentStep(m_timeline);
    if (!step) return {};
    std::uint32_t lanes = 0;
    for (const LaneTouch& touch : touchesOf(*step, m_timeline, shape))
        if (touch.row == pick.row && touch.column == pick.column) lanes |= 1U << touch.lane;
    if (lanes == 0) return {};
    const QString who = (lanes & (lanes - 1)) == 0 ? tr("warp %1 lane %2").arg(step->warp).arg(laneRanges(lanes))
                                                   : tr("warp %1 lanes %2").arg(step->warp).arg(laneRanges(lanes));
    switch (step->access) {
        case simt::AccessKind::Load: return tr("Read now by %1.").arg(who);
        case simt::AccessKind::Store: return tr("Written now by %1.").arg(who);
        case simt::AccessKind::Atomic: return tr("Updated now by %1.").arg(who);
        case simt::AccessKind::None: break;
    }
    return {};
}

QString ElementText::firstLine(const ArrayShape& shape, const ElementPick& pick, CellFlag flag) const {
    if (shape.array.kind != ArrayRef::Kind::Buffer) return {};
    const auto touch = m_history.first(shape.array.index, pick.row * shape.columns + pick.column, flag);
    if (!touch) return {};
    const QString who = threadName(m_timeline.trace().warp(touch->event), touch->lane);
    if (flag == kReadBefore) return tr("First read at step %1 by %2.").arg(countText(touch->event + 1), who);
    return tr("First written at step %1 by %2.").arg(countText(touch->event + 1), who);
}

QString ElementText::wrongLine(const ArrayShape& shape, const ElementPick& pick) const {
    if (m_check == nullptr || shape.array.kind != ArrayRef::Kind::Buffer || m_check->buffer != shape.name) return {};
    const std::uint64_t element = pick.row * shape.columns + pick.column;
    if (element >= m_check->wrongElements.size() || !m_check->wrongElements[element]) return {};
    for (const CheckResult::Difference& difference : m_check->first)
        if (difference.row == pick.row && difference.column == pick.column)
            return tr("Wrong in the end: the kernel computes %1, right is %2.")
                .arg(QString::fromStdString(numbers::plain(difference.computed, kElementDigits)),
                     QString::fromStdString(numbers::plain(difference.expected, kElementDigits)));
    return tr("Wrong in the end: the kernel does not compute the right value here.");
}

}  // namespace lanescope
