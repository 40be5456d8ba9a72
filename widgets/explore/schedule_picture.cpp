// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/schedule_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using timing::Interval;
using timing::Reason;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::SchedulePicture)
};

/// The first interval that ends behind a cycle.
auto firstBehind(const std::vector<Interval>& row, double cycle) {
    return std::ranges::upper_bound(row, cycle, {}, &Interval::to);
}

QString percent(double share) {
    return QStringLiteral("%1\u00a0%").arg(100 * share, 0, 'f', share < 0.0995 && share > 0 ? 1 : 0);
}

}  // namespace

void sortIntoRows(ScheduleSide& side, std::size_t most) {
    const timing::MultiprocessorRun& run = side.simulated->run;
    side.rows.clear();
    side.keptUntil = run.end;
    for (const Interval& one : run.intervals) {
        if (one.slot >= side.rows.size()) side.rows.resize(one.slot + 1);
        side.rows[one.slot].push_back(one);
    }
    side.changes.assign(side.rows.size(), {});
    for (std::size_t place = 0; place < side.rows.size(); ++place) {
        std::vector<Interval>& row = side.rows[place];
        std::ranges::sort(row, {}, &Interval::from);
        for (std::size_t i = 1; i < row.size(); ++i)
            if (row[i].block != row[i - 1].block) side.changes[place].push_back(row[i].from);
    }
    if (run.intervals.size() < most) return;
    // Until the first row ends, all rows are known.
    for (const auto& row : side.rows)
        if (!row.empty()) side.keptUntil = std::min(side.keptUntil, row.back().to);
}

double SchedulePicture::end() const {
    double end = 1;
    for (const ScheduleSide& side : sides) end = std::max(end, side.keptUntil);
    return end;
}

std::vector<std::optional<Reason>> reasonsOf(const std::vector<Interval>& row, const CycleRange& range,
                                             std::size_t parts) {
    std::vector<std::optional<Reason>> reasons(parts);
    const double part = range.length() / static_cast<double>(std::max<std::size_t>(1, parts));
    std::array<double, timing::kReasons> taken{};
    auto interval = firstBehind(row, range.from);
    for (std::size_t i = 0; i < parts && interval != row.end(); ++i) {
        const double from = range.from + static_cast<double>(i) * part, to = from + part;
        taken.fill(0);
        for (auto one = interval; one != row.end() && one->from < to; ++one)
            taken[static_cast<std::size_t>(one->reason)] += std::min(to, one->to) - std::max(from, one->from);
        const auto most = std::ranges::max_element(taken);
        if (*most > 0) reasons[i] = static_cast<Reason>(most - taken.begin());
        while (interval != row.end() && interval->to <= to) ++interval;
    }
    return reasons;
}

const Interval* intervalAt(const std::vector<Interval>& row, double cycle) {
    const auto interval = firstBehind(row, cycle);
    return interval != row.end() && interval->from <= cycle ? &*interval : nullptr;
}

QString instructionWords(const ScheduleSide& side, const Interval& interval) {
    if (!side.ptx || !side.sample || interval.instruction >= side.instructions.size()) return {};
    const QString text = QString::fromStdString(
        timing::instructionText(interval.instruction, side.instructions, *side.sample, *side.ptx));
    const std::uint32_t line = side.instructions[interval.instruction].line;
    return line > 0 ? Words::tr("%1, line %2").arg(text).arg(line) : text;
}

std::vector<ReasonShare> sharesOf(const timing::MultiprocessorRun& run) {
    std::vector<ReasonShare> shares;
    const double all = std::accumulate(run.warpCycles.begin(), run.warpCycles.end(), 0.0);
    for (std::size_t i = 0; i < run.warpCycles.size(); ++i)
        if (run.warpCycles[i] > 0) shares.push_back({static_cast<Reason>(i), run.warpCycles[i] / all});
    std::ranges::sort(shares, std::greater(), &ReasonShare::share);
    return shares;
}

QString scheduleSentence(const SchedulePicture& picture) {
    if (picture.sides.empty()) return {};
    const std::vector<ReasonShare> shares = sharesOf(picture.sides.front().simulated->run);
    double issues = 0;
    const ReasonShare* longest = nullptr;
    for (const ReasonShare& one : shares)
        if (one.reason == Reason::Issuing)
            issues = one.share;
        else if (longest == nullptr)
            longest = &one;
    if (longest == nullptr) return Words::tr("Warps issue all the time.");
    return Words::tr("Warps wait for %1 %2 of their time, and issue in %3.")
        .arg(reasonWord(longest->reason), percent(longest->share), percent(issues));
}

QString boundWords(const timing::Bound& bound) {
    if (!bound.unit)
        return Words::tr("waiting for %1, %2 of the warps’ time").arg(reasonWord(bound.reason), percent(bound.share));
    QString unit;
    switch (*bound.unit) {
        case timing::BusyUnit::Issue: unit = Words::tr("issuing instructions"); break;
        case timing::BusyUnit::Requests: unit = Words::tr("the load-store unit"); break;
        case timing::BusyUnit::L2: unit = Words::tr("L2"); break;
        case timing::BusyUnit::Dram: unit = Words::tr("device memory"); break;
    }
    return Words::tr("%1, busy %2").arg(unit, percent(bound.share));
}

QString whatIfSentence(const ScheduleSide& before, const ScheduleSide& now) {
    const QString times =
        Words::tr("Simulated: %1 becomes %2 (%3)")
            .arg(timeText(before.seconds()), timeText(now.seconds()), factorText(now.seconds() / before.seconds()));
    const QString said = before.bound == now.bound ? Words::tr("%1; what bounds it stays %2 (before: %3).")
                                                         .arg(times, boundWords(now.bound), percent(before.bound.share))
                                                   : Words::tr("%1; what bounded it was %2; now it is %3.")
                                                         .arg(times, boundWords(before.bound), boundWords(now.bound));
    return QStringLiteral("%1 %2").arg(said, now.spread).trimmed();
}

/// "Line 95 takes 44 % of it, mostly for the load-store unit."
QString longestLine(const ScheduleSide& side) {
    double all = 0;
    for (const timing::LineTime& line : side.lines) all += line.all();
    const auto first = std::ranges::find_if(side.lines, [](const timing::LineTime& line) { return line.line > 0; });
    if (first == side.lines.end()) return {};
    const Reason reason = first->longest();
    const QString share = percent(first->all() / all);
    return reason == Reason::Issuing ? Words::tr("Line %1 takes %2 of it.").arg(first->line).arg(share)
                                     : Words::tr("Line %1 takes %2 of it, mostly waiting for %3.")
                                           .arg(first->line)
                                           .arg(share, reasonWord(reason));
}

QString scheduleDetail(const ScheduleSide& side) {
    const timing::Simulated& simulated = *side.simulated;
    const QString line = longestLine(side);
    const QString all =
        Words::tr("Blocks at a time: %1, of %2 warps each. The launch takes %3 cycles, %4 at %5 GHz: simulated.")
            .arg(simulated.setting.resident)
            .arg(side.warpsPerBlock)
            .arg(countText(std::round(simulated.cycles)), timeText(simulated.cycles / side.clock))
            .arg(side.clock / 1e9, 0, 'f', 2);
    // What a time is worth stands before the time's parts.
    const QString off = side.spread.isEmpty()
                            ? QString()
                            : Words::tr("Simulated, with launching it: %1. %2")
                                  .arg(timeText(simulated.cycles / side.clock + side.launching), side.spread);
    QStringList parts{off, side.code, line, all};
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

}  // namespace lanescope
