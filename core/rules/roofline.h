// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of a GPU with all levels of memory, and where a launch stands in it: one point a level, at the
// operations that it does for each byte moved there. After S. Williams, A. Waterman, D. Patterson, "Roofline: an
// insightful visual performance model", CACM 52(4), 2009; all levels at once: A. Ilic et al., "Cache-aware Roofline
// model", IEEE CAL 13(1), 2014. Launches without floating-point operations are told in thread instructions, as in
// N. Ding, S. Williams, "An Instruction Roofline Model for GPUs", PMBS 2019.
#pragma once

#include <optional>
#include <vector>

#include "core/rules/resources.h"

namespace lanescope::rules {

struct RooflinePoint {
    Resource level = Resource::Dram;
    double intensity = 0;  ///< work for each byte
    Origin bytesFrom = Origin::Emulated;
    double attainable = 0;        ///< work a second that the roof of this level allows there
    std::optional<double> share;  ///< of that, which the launch reaches; nothing without a time
};

struct Roofline {
    /// What work is: floating-point operations, or thread instructions where there are none.
    enum class Work : std::uint8_t { Operations, ThreadInstructions };
    Work work = Work::Operations;
    Fact amount;                        ///< of it, of the launch
    std::vector<Ceiling> peaks;         ///< of work: the precisions that the launch uses, or issue; work a second
    std::vector<Ceiling> bandwidths;    ///< of memoryLevels(), as far as they are known
    std::optional<Fact> rate;           ///< work a second that the launch reaches; nothing without a time
    Message rateMissing;                ///< why not
    std::vector<RooflinePoint> points;  ///< a level each, where bytes are known
};

[[nodiscard]] Roofline rooflineOf(const LaunchFacts& facts);

/// The point that is nearest to its roof; without a time the one whose roof is lowest; nullptr if there is none.
[[nodiscard]] const RooflinePoint* nearestRoof(const Roofline& roofline);

}  // namespace lanescope::rules
