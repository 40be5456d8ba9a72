// SPDX-License-Identifier: GPL-3.0-or-later
// What the models of warps have in common: how many are resident on a multiprocessor, what an instruction of theirs
// costs to issue, and how their requests fall apart into transactions.
#pragma once

#include "core/models/launch_model.h"

namespace lanescope {

/// Blocks and warps on the multiprocessors. Symbols: SMs, ActiveSM, ActiveBlocks, N, Rep.
struct Residency {
    double activeSms = 1;    ///< multiprocessors that have a block
    double blocksPerSm = 1;  ///< resident at once
    double warpsPerSm = 1;   ///< N
    double rounds = 1;       ///< Rep: how often a multiprocessor is filled, at least once; not rounded
};

/// By the theoretical occupancy and the blocks that there are. The model cannot answer where the GPU cannot run such a
/// block or its room for warps is not known.
[[nodiscard]] Residency residencyOf(const LaunchProfile& launch, Pricing& pricing);

/// A number of the GPU. Of GPUs up to compute capability 2.x that do not know it, `fermi` stands in; of newer ones
/// nothing does, and the model cannot answer. `source`: id of a text.
[[nodiscard]] double gpuOrFermi(Pricing& pricing, std::string_view symbol, std::string_view id, double fermi,
                                std::string_view source);

/// Cycles in which a multiprocessor issues nothing else: the documents' issue_cycles of the type, or one over the
/// calibrated issue rate. Symbol: Issue_cycles.
[[nodiscard]] double issueCycles(const LaunchProfile& launch, Pricing& pricing);

/// From an instruction to the next that needs its result, for the launch's type. Symbol: inst_lat.
[[nodiscard]] double instructionLatency(const LaunchProfile& launch, Pricing& pricing);

/// Warp instructions of the type that a multiprocessor does in a cycle. Symbol: alu_thru. Not known: lanes / 32 for
/// single precision and integers, for double precision what the programming guide says of compute capability 1.3 and
/// 2.0; else the model cannot answer.
[[nodiscard]] double throughput(ElementType type, Pricing& pricing);
/// Warp instructions that a multiprocessor issues in a cycle. Symbol: issue_thru. Not known: what the programming guide
/// says.
[[nodiscard]] double issueThroughput(Pricing& pricing);

/// B/s of DRAM: calibrated, or else as the maker says. Symbol: Mem_Bandwidth.
[[nodiscard]] double memoryBandwidth(Pricing& pricing);

/// A warp's accesses to global memory. Symbols: Mem_insts, Uncoal_Mem_insts, Uncoal_per_mw, Load_bytes_per_warp.
struct Requests {
    double all = 0;           ///< of a warp
    double uncoalesced = 0;   ///< of those, with more transactions than their bytes need
    double transactions = 1;  ///< of an uncoalesced one
    double bytes = 0;         ///< that a request moves, in whole sectors
    [[nodiscard]] double coalesced() const { return all - uncoalesced; }
    [[nodiscard]] double uncoalescedShare() const { return all > 0 ? uncoalesced / all : 0; }
};
[[nodiscard]] Requests requestsOf(const LaunchProfile& launch, Pricing& pricing);

}  // namespace lanescope
