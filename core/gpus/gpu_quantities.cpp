// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/gpu_quantities.h"

#include <array>

namespace lanescope {
namespace {

using Q = GpuQuantity;
constexpr bool kWhole = true;

constexpr std::array kQuantities{
    // what a multiprocessor has room for
    Q{"sm_count", "", "multiprocessors", kWhole},
    Q{"cores_per_sm", "", "lanes for single-precision arithmetic in a multiprocessor", kWhole},
    Q{"max_threads_per_block", "", "threads that a block can have", kWhole},
    Q{"max_threads_per_sm", "", "threads that are resident on a multiprocessor", kWhole},
    Q{"max_warps_per_sm", "", "warps that are resident on a multiprocessor", kWhole},
    Q{"max_blocks_per_sm", "", "blocks that are resident on a multiprocessor", kWhole},
    Q{"registers_per_sm", "", "32-bit registers of a multiprocessor", kWhole},
    Q{"registers_per_block", "", "32-bit registers that a block can have", kWhole},
    Q{"max_registers_per_thread", "", "32-bit registers that a thread can have", kWhole},
    Q{"register_allocation_unit", "", "registers are given to a warp (before 2.0: to a block) in multiples of it",
      kWhole},
    Q{"warp_allocation_granularity", "", "registers are given to multiples of so many warps", kWhole},
    Q{"shared_per_sm", "B", "shared memory of a multiprocessor", kWhole},
    Q{"shared_per_block", "B", "shared memory that a block can have without asking for more", kWhole},
    Q{"shared_allocation_unit", "B", "shared memory is given to a block in multiples of it", kWhole},
    Q{"shared_reserved_per_block", "B", "what the driver takes of each block's shared memory for itself", kWhole},
    Q{"memory_size", "B", "global memory", kWhole},
    Q{"l2_size", "B", "L2 cache", kWhole},
    // rates of the board, as its maker tells them
    Q{"clock", "Hz", "clock of the multiprocessors"},
    Q{"clock_under_load", "Hz", "clock of the multiprocessors while all of them add in single precision"},
    Q{"memory_clock", "Hz", "clock of the memory"},
    Q{"memory_bandwidth", "B/s", "what the memory could deliver: clock, bus width and transfers a clock"},
    // latencies
    Q{"dram_latency", "cycles", "from a load to the use of its value, which comes from DRAM"},
    Q{"l2_latency", "cycles", "from a load to the use of its value, which comes from the L2 cache"},
    Q{"l1_latency", "cycles", "from a load to the use of its value, which comes from the L1 cache"},
    Q{"shared_latency", "cycles", "from a load to the use of its value, which comes from shared memory"},
    Q{"cache_latency", "cycles", "004's latency_cache: an access that a cache serves"},
    Q{"atomic_latency", "cycles",
      "an atomic addition in global memory until its old value can be used, nobody else there"},
    Q{"shared_atomic_latency", "cycles",
      "an atomic addition in shared memory until its old value can be used, nobody else there"},
    Q{"fp32_latency", "cycles", "from a single-precision addition to one that uses its result"},
    Q{"fp64_latency", "cycles", "from a double-precision addition to one that uses its result"},
    Q{"int32_latency", "cycles", "from an integer addition to one that uses its result"},
    Q{"sfu_latency", "cycles", "from an instruction of the special function unit to one that uses its result"},
    // what more of the same costs
    Q{"atomic_contended_cycles", "cycles", "what each further thread at the same address of global memory adds"},
    Q{"shared_atomic_contended_cycles", "cycles", "what each further thread at the same address of shared memory adds"},
    Q{"departure_delay_coalesced", "cycles", "between the coalesced requests of two warps of a multiprocessor"},
    Q{"departure_delay_uncoalesced", "cycles", "between two transactions of one uncoalesced request"},
    Q{"divergent_branch_cycles", "cycles", "what a branch costs a warp that parts there, besides what both ways do"},
    Q{"barrier_cycles", "cycles", "__syncthreads() of a block of 256 threads of which nobody is late"},
    Q{"fp32_issue_cycles", "cycles", "004's issue_cycles for single precision"},
    Q{"fp64_issue_cycles", "cycles", "004's issue_cycles for double precision"},
    Q{"pipeline_depth", "", "004's D"},
    // throughputs
    Q{"issue_rate", "", "warp instructions that a multiprocessor issues in a cycle"},
    Q{"fp32_throughput", "", "single-precision warp instructions a cycle and multiprocessor"},
    Q{"fp64_throughput", "", "double-precision warp instructions a cycle and multiprocessor"},
    Q{"int32_throughput", "", "integer warp instructions a cycle and multiprocessor"},
    Q{"sfu_throughput", "", "warp instructions of the special function units a cycle and multiprocessor"},
    Q{"shared_throughput", "", "wavefronts of shared memory a cycle and multiprocessor"},
    // bandwidths, measured
    Q{"dram_bandwidth", "B/s", "reading DRAM with the whole GPU"},
    Q{"l2_bandwidth", "B/s", "reading the L2 cache with the whole GPU"},
    Q{"l1_bandwidth", "B/s", "reading the L1 caches with the whole GPU"},
    Q{"shared_bandwidth", "B/s", "reading shared memory with the whole GPU"},
    Q{"copy_to_device", "B/s", "copy to the GPU from pageable memory"},
    Q{"copy_from_device", "B/s", "copy from the GPU to pageable memory"},
    Q{"pinned_to_device", "B/s", "copy to the GPU from page-locked memory"},
    Q{"pinned_from_device", "B/s", "copy from the GPU to page-locked memory"},
    Q{"copy_on_device", "B/s", "copy from one place of the GPU's memory to another, its bytes counted once"},
    Q{"copy_latency", "s", "copy of 4 bytes to the GPU, from the call until it is done"},
    Q{"launch_overhead", "s", "what a launch adds to the time of its kernel"},
    Q{"launch_interval", "s", "from one launch of an empty kernel to the next, when many are queued"},
    Q{"block_launch_rate", "1/s", "empty blocks that the whole GPU starts and ends"},
};

}  // namespace

std::span<const GpuQuantity> gpuQuantities() { return kQuantities; }

const GpuQuantity* findGpuQuantity(std::string_view id) {
    for (const GpuQuantity& quantity : kQuantities)
        if (quantity.id == id) return &quantity;
    return nullptr;
}

}  // namespace lanescope
