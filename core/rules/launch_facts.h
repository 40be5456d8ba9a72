// SPDX-License-Identifier: GPL-3.0-or-later
// All that rules look at of one launch on one GPU, each number with where it is from. What hardware counted of the same
// configuration on the same GPU goes before what the emulator counted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/flow/worst.h"
#include "core/metrics/occupancy.h"
#include "core/rules/block_reads.h"
#include "core/run/emulation.h"
#include "core/study/launch_blocks.h"

namespace lanescope::rules {

struct Fact {
    double value = 0;
    Origin origin = Origin::Emulated;
};

/// What the accesses of one line of the source cost over the whole grid: of one kind, to one memory.
struct LineCost {
    std::uint32_t line = 0;  ///< 1-based; 0 = the code has no positions
    simt::AccessKind access = simt::AccessKind::None;
    program::Space space = program::Space::Global;
    double requests = 0;
    double taken = 0;   ///< sectors of 32 bytes; of shared memory wavefronts
    double fewest = 0;  ///< that the same bytes need: one a request at least
    [[nodiscard]] double beyond() const { return taken > fewest ? taken - fewest : 0; }
};

/// A line of branches at which warps parted, over the whole grid.
struct LineParting {
    std::uint32_t line = 0;
    double branches = 0;
    double divergent = 0;
};

/// A request of the recorded block that is worst of its line.
struct WorstRequest {
    flow::Finding finding;
    std::optional<std::int64_t> stride;  ///< from lane to lane, in elements, where it is the same for all
};

struct LaunchFacts {
    GpuSpec gpu;
    LaunchBlock block;                               ///< kernel, resources of its blocks, how many
    std::map<std::string, Fact, std::less<>> facts;  ///< by metric id
    std::optional<Occupancy> occupancy;              ///< theoretical; nothing where the GPU cannot run such a block
    std::optional<Fact> seconds;                     ///< of the launch on this GPU
    Message secondsMissing;                          ///< why not
    double footprint = 0;                            ///< bytes of the buffers that it is given, each once
    std::vector<LineCost> lines;                     ///< what takes most beyond the fewest comes first
    std::vector<LineParting> partings;               ///< the most partings first
    std::vector<WorstRequest> worst;                 ///< of the recorded block, as flow::RequestCosts ranks them
    std::optional<BlockReads> reads;                 ///< likewise
    bool sampled = false;                            ///< some blocks were counted, and stand for the rest

    [[nodiscard]] const Fact* find(std::string_view id) const;
    /// 0 where nobody counted it.
    [[nodiscard]] double value(std::string_view id) const;
    [[nodiscard]] const WorstRequest* worstOf(flow::Finding::Kind kind, simt::AccessKind access) const;
};

/// Of launch number `launch` (from 0) of the run. `measured` may be nullptr or of another GPU, which then is not looked
/// at; `trace` is a recorded block of the launch, or nullptr. Nothing if the launch did not run to its end. One pass
/// over the trace where there is one, so that it is no work for a window's thread.
[[nodiscard]] std::optional<LaunchFacts> launchFactsOf(const Emulation& run, std::size_t launch,
                                                       const Measurement* measured, const GpuSpec& gpu,
                                                       const LaunchBlock& block, const BlockTrace* trace);

}  // namespace lanescope::rules
