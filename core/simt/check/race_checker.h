// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for races, barriers that do not fit and divisions by zero, in blocks that it watches step by step. An observer
// of the emulator: a run without it pays nothing.
#pragma once

#include <memory>
#include <vector>

#include "core/simt/emulator.h"
#include "core/simt/finding.h"

namespace lanescope::simt {

struct RaceCheckOptions {
    /// What the check of a run, all its launches together, may cost; see RaceReport::cost. What lies behind is not
    /// checked, and the reports say so.
    std::uint64_t cost = 400'000'000;
    std::size_t mostFindings = 64;  ///< that are kept of a launch; more are only counted
};

/// Of one launch.
struct RaceReport {
    std::vector<Finding> findings;    ///< in the order of their first occurrence
    std::uint64_t notKept = 0;        ///< findings beyond RaceCheckOptions::mostFindings
    std::uint64_t blocksChecked = 0;  ///< whole blocks
    std::uint64_t blocks = 0;         ///< of the grid
    std::uint64_t steps = 0;          ///< warp instructions that were looked at
    std::uint64_t partSteps = 0;      ///< of those, in a block that was not checked to its end
    std::uint64_t accesses = 0;       ///< words of memory whose accesses were looked at, once for each instruction
    /// What it cost, in units of some 10 ns of a machine of 2020: of warp instructions, of the words that they touch,
    /// and of what those are compared with. It depends on the program alone, so that a check ends at the same place
    /// on every machine.
    std::uint64_t cost = 0;
    bool allGlobalWords = true;  ///< false: the launch touched more global memory than is watched
    [[nodiscard]] bool complete() const { return blocksChecked == blocks && allGlobalWords; }
};

/// Threads of one block race if they touch the same byte, one of them writes, not both by atomics, and no barrier of
/// theirs comes between; lanes of one warp too, as they need not be in step. Threads of different blocks always race
/// then, unless fences and atomics order them.
class RaceChecker final : public BlockObserver {
public:
    explicit RaceChecker(RaceCheckOptions options = {});
    ~RaceChecker() override;

    /// By number of the launch; the launches that ran nothing have an empty report.
    [[nodiscard]] const std::vector<RaceReport>& reports() const;

    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override;
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const Program> program,
               const BlockExecution& execution, DeviceMemory& memory) override;
    bool step(const StepRecord& record, const BlockExecution& execution) override;
    void end(const BlockExecution& execution) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// "2 findings; races: 4 of 4096 blocks were checked, and 300 warp instructions of the next" in a line; empty
/// if all was checked and nothing was found.
[[nodiscard]] std::string summary(const RaceReport& report);

}  // namespace lanescope::simt
