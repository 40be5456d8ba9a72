// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a plan is emulated for which purpose. Blocks of a kind do the same, so that a sample of them stands for a
// launch (simt::EmulatorOptions::maxBlocks); how large it is, is decided here alone.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanescope {

struct EmulationOptions;
struct GpuSpec;
struct Plan;

/// Corners, edges and the inside of a grid: a smaller sample would leave kinds of blocks out.
inline constexpr std::uint64_t kFewestBlocks = 9;
/// Of validating against recorded counters, where only kernels whose blocks are all alike are sampled: any would do.
inline constexpr std::uint64_t kBlocksToValidate = 16;
/// Of a point of a chart: some of each kind; a curve has dozens of points, and somebody waits for them.
inline constexpr std::uint64_t kBlocksOfAPoint = 4 * kFewestBlocks;
/// Of the table of errors, which counts all recorded configurations: thousands, but nobody watches.
inline constexpr std::uint64_t kBlocksOfErrors = 64;
/// Of one estimate on the command line: a single configuration may take a few seconds.
inline constexpr std::uint64_t kBlocksOfAnEstimate = 256;
/// Of the abstract machines, whose steps are of all blocks together: a sample tells less, so that it is large.
inline constexpr std::uint64_t kBlocksOfMachines = 1024;

/// What a point of a chart may take.
struct CountingLimits {
    std::chrono::milliseconds time{4000};        ///< for as many blocks as would be good
    std::chrono::milliseconds sampleTime{4000};  ///< then for the smallest sample of each launch's blocks
    std::uint64_t bytes = 1ULL << 29;            ///< of all buffers
};

/// For watching: done in about a second, whole while the plan is small, else by a sample.
[[nodiscard]] EmulationOptions watchingOptions(const Plan& plan);
/// The first of two runs for watching, so that a picture is there within a fraction of a second: as watchingOptions(),
/// or, of what takes longer, a smaller sample.
[[nodiscard]] EmulationOptions firstLookOptions(const Plan& plan);
/// Whether a second one follows, in the background, of all blocks: where that is a matter of seconds. A larger sample
/// would say the same again, and hold the buffers of a large plan twice meanwhile.
[[nodiscard]] bool isCountedWhole(const Plan& plan);
/// Whether watchingOptions() keeps a plan quick: one block that does all the work cannot be sampled.
[[nodiscard]] bool isQuick(const Plan& plan);
/// For a point of a chart, where nobody looks at the result (countsOnly): fewer blocks of large grids.
[[nodiscard]] EmulationOptions pointOptions(const Plan& plan);
/// Also keeps what the models of time need: what one multiprocessor of the GPU gets.
void addSample(EmulationOptions& options, const Plan& plan, const GpuSpec& gpu);
/// For the models of time: at most so many blocks of a launch are counted, and what one multiprocessor of the GPU gets
/// is kept.
[[nodiscard]] EmulationOptions optionsForModels(const Plan& plan, const GpuSpec& gpu, std::uint64_t blocks);

}  // namespace lanescope
