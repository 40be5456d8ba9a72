// SPDX-License-Identifier: GPL-3.0-or-later
// One multiprocessor in time: four schedulers, their pipes, the load-store unit, L1, barriers, and blocks that come
// when others have gone.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/timing/activity.h"
#include "core/timing/machine_stream.h"
#include "core/timing/memory_servers.h"
#include "core/timing/warm_shares.h"

namespace lanescope::timing {

/// Why a warp does not issue, or that it does.
enum class Reason : std::uint8_t {
    Issuing,
    Result,  ///< of arithmetic
    Global,  ///< of global or local memory, or L2's atomics
    Shared,  ///< of shared memory, a shuffle, constants, special registers and functions
    Barrier,
    Pipe,         ///< its pipe is busy
    Requests,     ///< the load-store unit is, or that of special functions or constants
    Fetch,        ///< code that comes for the first time, its first instruction, a branch that was taken, its exit
    Constants,    ///< those that an instruction names, which come for the first time
    NotSelected,  ///< another warp was chosen
    Drain,        ///< it has ended, and what it has stored has not left yet, or its place is not free for a moment
};
inline constexpr std::size_t kReasons = 11;
[[nodiscard]] std::string_view nameOf(Reason reason);  ///< "global_memory"

/// A warp from one cycle to another. There are many: 32 bytes.
struct Interval {
    std::uint32_t slot = 0;   ///< of the multiprocessor's places for warps
    std::uint32_t block = 0;  ///< number of the sampled block
    std::uint16_t warp = 0;
    Reason reason = Reason::Issuing;
    std::uint32_t instruction = 0;  ///< of Entry::instructions, that it issues, or waits to issue
    double from = 0, to = 0;        ///< cycles
};

struct BlockTime {
    std::uint64_t index = 0;  ///< in the grid
    double begin = 0, end = 0;
    double left = 0;           ///< when all that it has stored has left the multiprocessor, too: its place is free
    std::uint64_t issued = 0;  ///< ops of all blocks until it ended
};

/// When the last of them ends; cycles.
[[nodiscard]] double lastEndOf(const std::vector<BlockTime>& blocks);

struct Span {
    double from = 0, to = 0;
    friend auto operator<=>(const Span&, const Span&) = default;
};

struct MultiprocessorRun {
    double end = 0;    ///< cycles, from the launch's first block until all is done, stored and heard of
    double heard = 0;  ///< when the GPU's distributor has heard of the last block's end
    std::vector<BlockTime> blocks;
    std::array<double, kReasons> warpCycles{};  ///< of all warps, by reason
    double instructions = 0;                    ///< of machine code, of all warps
    double held = 0;  ///< cycles that warps that have ended keep their places for their stores
    /// From when to when each scheduler had warps, one after the other; those that have ended and wait for their stores
    /// among them.
    std::array<std::vector<Span>, Parameters::kSchedulers> schedulerActive;
    double requestBusy = 0;  ///< cycles of the load-store unit
    double l2Busy = 0, dramBusy = 0;
    double atomicBusy = 0;  ///< of L2's units for atomic operations, the busiest
    Traffic traffic;
    std::uint64_t ops = 0;            ///< of the sampled blocks
    std::vector<Interval> intervals;  ///< if asked for
    /// With intervals: warpCycles by the instruction, of Entry::instructions, that issued or waited.
    std::vector<std::array<double, kReasons>> byInstruction;
    // With intervals: how busy it was over time. Of a scheduler's four a quarter each.
    Activity issue, requests, l2, dram;
};

/// What is in L2 when the launch begins: nothing, what earlier launches have touched (LaunchSample::touchedBefore), or
/// whatever it reads.
enum class WarmData : std::uint8_t { None, Touched, All };

struct MultiprocessorOptions {
    std::uint64_t resident = 1;                         ///< blocks at a time
    std::size_t blocks = static_cast<std::size_t>(-1);  ///< of those that were sampled, the first so many
    /// Blocks that come behind these, as others of the grid do: each does what one of these did, elsewhere in memory.
    std::size_t further = 0;
    /// So many have ended, the last of them at least half as late again as the first.
    std::size_t until = static_cast<std::size_t>(-1);
    double l1Bytes = 0;
    Sharing sharing;
    WarmData warmData = WarmData::None;
    WarmShares warm{.before = 1, .last = 1, .stored = 1};  ///< of Touched; of All the first
    double warmCode = 0;                                   ///< so much of the kernel's code is in the caches
    /// What warps wait for is asked for: warpCycles, held, intervals. No time depends on it.
    bool tellsStates = true;
    std::size_t intervals = 0;  ///< that are kept
    std::stop_token stop{};     ///< what is there by then is answered
};

[[nodiscard]] MultiprocessorRun run(const LaunchSample& sample, const MachineStream& stream,
                                    const Parameters& parameters, const MultiprocessorOptions& options);

}  // namespace lanescope::timing
