// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_words.h"

#include <QStringList>
#include <algorithm>

#include "widgets/playback/position_words.h"
#include "widgets/scenes/counted.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

QString TimeWords::events(quint64 first, quint64 end) {
    // Numbers of events are those of steps: the first is 1.
    if (end - first == 1) return tr("event %1").arg(countText(end));
    return tr("events %1 – %2").arg(countText(first + 1), countText(end));
}

QString TimeWords::nameOf(const BlockTrace& trace, const flow::Touched& array) {
    switch (array.space) {
        case program::Space::Global:
            if (array.array >= trace.memoryBefore().size()) return tr("global memory");
            return shownName(trace.memoryBefore().allocation(array.array).buffer.name);
        case program::Space::Shared:
            if (array.array >= trace.entry().shared.size()) return tr("shared memory");
            return shownName(trace.entry().shared[array.array].shortName);
        case program::Space::Local: return tr("local memory");
        default: return tr("memory");
    }
}

QString TimeWords::does(const BlockTrace& trace, flow::Activity activity, const flow::Touched& touched) {
    switch (activity) {
        case flow::Activity::NotBegun: return tr("has not begun");
        case flow::Activity::Waits: return tr("waits for other warps");
        case flow::Activity::Index: return tr("works out where to work");
        case flow::Activity::Load: return tr("loads from %1").arg(nameOf(trace, touched));
        case flow::Activity::Store: return tr("stores to %1").arg(nameOf(trace, touched));
        case flow::Activity::Compute: return tr("computes");
        case flow::Activity::Exchange: return tr("exchanges values between its lanes");
        case flow::Activity::Ended: return tr("has ended");
    }
    return {};
}

QString TimeWords::ofPhase(const flow::BlockFlow& flow, const flow::Phase& phase) {
    const auto parts = flow.phases().partsOf(phase);
    QStringList names;
    constexpr std::size_t kMostNamed = 4;
    if (parts.size() > 1 && parts.size() <= kMostNamed)
        for (const flow::Phase& part : parts) names += phaseName(part);
    return joined({phaseName(phase), names.join(tr(", ")), events(phase.first, phase.end),
                   tr("in the order in which events are emulated, which is not their time")});
}

QString TimeWords::ofRow(const TimeSide& side, const QString& name, const TimeRow& row, quint64 event) {
    const auto segment = std::ranges::upper_bound(row.segments, event, {}, &flow::Segment::end);
    if (segment == row.segments.end()) return {};
    const BlockTrace& trace = side.flow->trace();
    std::uint32_t warp = row.firstWarp;
    const bool one = row.endWarp - row.firstWarp == 1;
    // Of several warps the one that runs just there is named.
    const bool named = one || (trace.warp(event) >= row.firstWarp && trace.warp(event) < row.endWarp);
    if (!one && named) warp = trace.warp(event);
    const QString who = named ? tr("warp %1").arg(warp) : tr("warps %1–%2").arg(row.firstWarp).arg(row.endWarp - 1);
    const QString phase = phaseName(side.flow->phases().partAt(event));
    const bool runsNow = trace.warp(event) >= row.firstWarp && trace.warp(event) < row.endWarp;
    QString what;
    if (runsNow) {
        const flow::Activities& activities = side.flow->activities();
        const flow::Activity activity = activities.activity(event);
        const bool accesses = activity == flow::Activity::Load || activity == flow::Activity::Store;
        what = activity == flow::Activity::Waits
                   ? tr("arrives at a barrier")
                   : does(trace, activity, accesses ? activities.touched(event) : flow::Touched{});
        const auto lanes = static_cast<int>(simt::lanesIn(trace.active(event)));
        if (activity != flow::Activity::Waits) what = tr("%1, %2").arg(what, Counted::lanes(lanes));
    } else if (segment->end - segment->first > 1 && runs(segment->activity)) {
        what = tr("%1, among other things, in %2")
                   .arg(does(trace, segment->activity, segment->touched), events(segment->first, segment->end));
    } else {
        what = does(trace, segment->activity, segment->touched);
    }
    return joined({name, who, phase, tr("%1: %2").arg(events(event, event + 1), what)});
}

QString TimeWords::ofBytes(const TimeSide& side, const QString& name, quint64 event) {
    const std::size_t arrays = side.arrays.size();
    const quint64 column = event / side.barWidth - side.range.first / side.barWidth;
    if (arrays == 0 || (column + 1) * arrays > side.moved.size()) return {};
    const quint64 first = event / side.barWidth * side.barWidth;
    const quint64 end = std::min<quint64>(first + side.barWidth, side.flow->trace().size());
    QStringList parts;
    for (std::size_t array = 0; array < arrays; ++array)
        if (const std::uint64_t bytes = side.moved[column * arrays + array]; bytes > 0)
            parts += tr("%1 B of %2").arg(countText(bytes), nameOf(side.flow->trace(), side.arrays[array]));
    if (parts.isEmpty()) parts += tr("no bytes");
    return joined({name, parts.join(tr(", ")), events(first, end)});
}

QString TimeWords::ofFlags(const std::vector<Flag>& flags, const FlagSign& sign) {
    const Flag& first = flags[sign.first];
    const QString text = tr("%1 · event %2").arg(shownText(first.text), countText(first.event + 1));
    if (sign.end - sign.first == 1) return text;
    return tr("%1 findings here; the first: %2").arg(countText(sign.end - sign.first), text);
}

QString TimeWords::ofRange(const EventRange& range) {
    return joined(
        {events(range.first, range.end),
         range.end - range.first == 1 ? tr("1 event") : tr("%1 events").arg(countText(range.end - range.first)),
         tr("playing goes round in it, Esc gives it up")});
}

}  // namespace lanescope
