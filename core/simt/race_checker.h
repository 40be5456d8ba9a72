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
    /// Warp instructions of a launch that are checked; the blocks behind are run unchecked, and the report says so.
    std::uint64_t steps = 2'000'000;
    std::size_t mostFindings = 64;  ///< that are kept of a launch; more are only counted
};

/// Of one launch.
struct RaceReport {
    std::vector<Finding> findings;    ///< in the order of their first occurrence
    std::uint64_t notKept = 0;        ///< findings beyond RaceCheckOptions::mostFindings
    std::uint64_t blocksChecked = 0;  ///< whole blocks
    std::uint64_t blocks = 0;         ///< of the grid
    bool allGlobalWords = true;       ///< false: the launch touched more global memory than is watched
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

/// "2 races found; 4 of 4096 blocks were checked" in a line; empty if all was checked and nothing was found.
[[nodiscard]] std::string summary(const RaceReport& report);

}  // namespace lanescope::simt
