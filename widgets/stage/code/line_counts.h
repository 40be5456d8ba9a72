// SPDX-License-Identifier: GPL-3.0-or-later
// How often each instruction ran and what it cost: of a recorded block, counted event by event, and of a whole launch,
// as the emulator counted it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/simt/emulator.h"
#include "core/trace/block_trace.h"

namespace lanescope::code {

enum class Count : std::uint8_t {
    Runs,       ///< executions by a warp, those that no lane took part in too
    Lanes,      ///< lanes that took part, summed over these
    Sectors,    ///< of global memory, 32 bytes each: simt::GlobalCounts::sectors
    Wavefronts  ///< passes over the banks of shared memory: simt::SharedCounts::wavefronts
};
inline constexpr std::array kCounts{Count::Runs, Count::Lanes, Count::Sectors, Count::Wavefronts};

struct SiteCost {
    std::array<std::uint64_t, kCounts.size()> values{};
    [[nodiscard]] std::uint64_t of(Count count) const { return values[static_cast<std::size_t>(count)]; }
    SiteCost& operator+=(const SiteCost& other);
    friend bool operator==(const SiteCost&, const SiteCost&) = default;
};

[[nodiscard]] SiteCost costOf(const simt::StepRecord& record);

/// By instruction of the entry; of a sampled launch what its blocks stand for.
[[nodiscard]] std::vector<SiteCost> costsOf(const simt::LaunchReport& launch);

/// Costs of a block by instruction, counted a piece at a time so that nobody waits for it.
class BlockTally {
public:
    explicit BlockTally(std::shared_ptr<const BlockTrace> trace);

    /// Counts so many events more; true if all are counted.
    bool advance(std::uint64_t events);
    [[nodiscard]] bool isDone() const { return m_counted == m_trace->size(); }
    /// Of the events counted so far.
    [[nodiscard]] const std::vector<SiteCost>& costs() const { return m_costs; }

    /// Runs by instruction of the whole block; takes time with its length the first time.
    [[nodiscard]] const std::vector<std::uint64_t>& runs();
    /// Runs by instruction before a position; takes time with the way from the position asked for last.
    [[nodiscard]] const std::vector<std::uint64_t>& runsBefore(std::uint64_t position);

private:
    std::shared_ptr<const BlockTrace> m_trace;
    std::uint64_t m_counted = 0;
    std::vector<SiteCost> m_costs;
    std::vector<std::uint64_t> m_runs;
    std::uint64_t m_position = 0;
    std::vector<std::uint64_t> m_before;
};

}  // namespace lanescope::code
