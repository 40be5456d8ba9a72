// SPDX-License-Identifier: GPL-3.0-or-later
// One multiprocessor in time, to be drawn: what the warp in each of its places does from cycle to cycle.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/timing/bound.h"
#include "core/timing/line_times.h"
#include "core/timing/simulation.h"
#include "core/timing/waves.h"
#include "widgets/explore/shown_range.h"
#include "widgets/paint/reasons.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct ScheduleSide {
    QString name;
    QString kernel;
    double clock = 0;  ///< Hz
    std::uint64_t warpsPerBlock = 1;
    std::shared_ptr<const timing::Simulated> simulated;
    std::shared_ptr<const timing::LaunchSample> sample;  ///< that was simulated
    /// By place for a warp: its intervals, one after the other.
    std::vector<std::vector<timing::Interval>> rows;
    /// By place, the cycles at which another block's warp comes there; not the first.
    std::vector<std::vector<double>> changes;
    double keptUntil = 0;                               ///< cycles; behind them no intervals are kept
    std::vector<timing::InstructionTime> instructions;  ///< of the sample, in their order
    std::shared_ptr<const Kernel> ptx;                  ///< of the launch, before it became machine code
    std::vector<timing::LineTime> lines;                ///< that take most first
    timing::Bound bound;
    double launching = 0;  ///< seconds that launching it takes besides
    /// How far that time may be off, empty where nobody knows, and what ran for it if not machine code, as sentences.
    QString spread, code;
    /// All multiprocessors; nullptr: nobody asked, or there are too many blocks.
    std::shared_ptr<const timing::Waves> waves;
    [[nodiscard]] double seconds() const { return simulated->cycles / clock; }
};

/// Fills rows, changes and keptUntil from `simulated`. `most`: how many intervals it was asked to keep.
void sortIntoRows(ScheduleSide& side, std::size_t most);

struct SchedulePicture {
    std::vector<ScheduleSide> sides;
    QString gpu;
    QString missing;  ///< in place of a picture; empty: there is one
    /// Of all sides: what is kept.
    [[nodiscard]] double end() const;
};

/// Cycles that are shown.
using CycleRange = ShownRange;

/// Of each of so many equal parts of a range the reason that takes most of it; nothing where no warp is.
[[nodiscard]] std::vector<std::optional<timing::Reason>> reasonsOf(const std::vector<timing::Interval>& row,
                                                                   const CycleRange& range, std::size_t parts);
/// What a row does at a cycle; nullptr: no warp is there.
[[nodiscard]] const timing::Interval* intervalAt(const std::vector<timing::Interval>& row, double cycle);

/// The instruction that is issued or waited with, and its line of the source: "FFMA R1, R2, R3, R1, line 12".
[[nodiscard]] QString instructionWords(const ScheduleSide& side, const timing::Interval& interval);

/// Reasons of a side with their share of the time of all its warps, the largest first; those without any left out.
struct ReasonShare {
    timing::Reason reason;
    double share;
};
[[nodiscard]] std::vector<ReasonShare> sharesOf(const timing::MultiprocessorRun& run);

/// "Warps wait for global memory 61 % of their time, and issue in 8 %."
[[nodiscard]] QString scheduleSentence(const SchedulePicture& picture);
/// "device memory, busy 93 %", "waiting for a barrier, 61 % of the warps' time"
[[nodiscard]] QString boundWords(const timing::Bound& bound);
/// Both times, their ratio and what bounds each; and how far they may be off.
[[nodiscard]] QString whatIfSentence(const ScheduleSide& before, const ScheduleSide& now);
/// How long all takes and how far that may be off, what ran if it was no machine code, the line that takes most, and
/// how many blocks stand beside each other.
[[nodiscard]] QString scheduleDetail(const ScheduleSide& side);

}  // namespace lanescope
