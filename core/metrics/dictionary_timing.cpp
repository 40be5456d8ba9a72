// SPDX-License-Identifier: GPL-3.0-or-later
// How busy the multiprocessors are, and what a block takes of them.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::array kMetrics{
    Metric{.id = "achieved_occupancy",
           .title = "Achieved occupancy",
           .unit = "%",
           .definition = "Average number of warps that were resident on an active multiprocessor, as a share of the "
                         "most that fit. Only hardware can tell.",
           .nvprof = "achieved_occupancy",
           .perfworks = "sm__warps_active.avg.pct_of_peak_sustained_active",
           .published = "achieved_occupancy",
           .good = "Near the theoretical occupancy. Above 50 % more seldom helps; far below it warps are too few, or "
                   "unequal.",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "multiprocessor_activity",
           .title = "Multiprocessor activity",
           .unit = "%",
           .definition =
               "Share of the kernel's time in which a multiprocessor had at least one warp, averaged over all "
               "of them. Only hardware can tell.",
           .nvprof = "sm_efficiency",
           .perfworks = "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
           .published = "multiprocessor_activity",
           .good = "Above 90 %; less says that there are fewer blocks than multiprocessors, or that the last ones end "
                   "late.",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "instructions_per_cycle",
           .title = "Instructions per cycle",
           .unit = "instructions/cycle",
           .definition = "Warp instructions that a multiprocessor executed per cycle in which it had work.",
           .nvprof = "ipc",
           .perfworks = "sm__inst_executed.avg.per_cycle_active",
           .good = "At most 4 since Volta, one for each of the four schedulers; 2 and more are good.",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "issued_instructions_per_cycle",
           .title = "Issued instructions per cycle",
           .unit = "instructions/cycle",
           .definition = "The same with instructions that had to be issued again.",
           .nvprof = "issued_ipc",
           .perfworks = "sm__inst_issued.avg.per_cycle_active",
           .good = "Equal to instructions per cycle.",
           .emulator = kNoClock},
    Metric{.id = "issue_slot_utilization",
           .title = "Issue slots used",
           .unit = "%",
           .definition = "Share of the cycles in which a scheduler with warps issued an instruction.",
           .nvprof = "issue_slot_utilization",
           .perfworks = "smsp__issue_active.avg.pct_of_peak_sustained_active",
           .good = "Above 80 % the kernel is bound by instructions; a low share says that warps wait.",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "eligible_warps",
           .title = "Eligible warps per cycle",
           .unit = "warps",
           .definition = "Warps of one scheduler that could issue their next instruction, on average over its active "
                         "cycles.",
           .nvprof = "eligible_warps_per_cycle",
           .perfworks = "smsp__warps_eligible.avg.per_cycle_active",
           .good = "More than 1, so that there is always a warp to go on with.",
           .emulator = kNoClock},
    Metric{
        .id = "elapsed_cycles",
        .title = "Elapsed cycles",
        .unit = "cycles",
        .definition = "Clock cycles of a multiprocessor from the kernel's begin to its end, the most of all of them.",
        .nvprof = "elapsed_cycles_sm",
        .perfworks = "sm__cycles_elapsed.max",
        .good = "Fewer is better, for the same work.",
        .emulator = kNoClock,
        .set = Default},
    Metric{.id = "profiled_seconds",
           .title = "Time under the profiler",
           .unit = "s",
           .definition = "The kernel's time in the counting pass, with the counters on. Not the measured "
                         "time, which is taken without them.",
           .perfworks = "1e-9 * gpu__time_duration.sum",
           .good = "Near the measured time, so that rates per second can be believed.",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "registers_per_thread",
           .title = "Registers per thread",
           .unit = "registers",
           .definition =
               "32-bit registers that the driver's compiler gave each thread. It depends on the GPU, and does "
               "not follow from the PTX.",
           .nvprof = "registers_per_thread",
           .driver = "CU_FUNC_ATTRIBUTE_NUM_REGS",
           .good = "32 or fewer never limit occupancy on today's GPUs; 255 is the most that a thread can have.",
           .emulator = "How many registers a thread takes is chosen by the compiler of the GPU's driver.",
           .exact = true,
           .set = Default},
    Metric{.id = "local_bytes_per_thread",
           .title = "Local memory per thread",
           .unit = "B",
           .definition = "Bytes of local memory that the driver's compiler gave each thread, for its arrays and for "
                         "what did not fit into registers.",
           .nvprof = "local_memory_per_thread",
           .driver = "CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES",
           .good = "0.",
           .emulator = "What goes to local memory is chosen by the compiler of the GPU's driver.",
           .exact = true,
           .set = Default},
    Metric{.id = "static_shared_bytes",
           .title = "Static shared memory",
           .unit = "B",
           .definition = "Bytes of shared memory that a block of this kernel takes by its declarations.",
           .nvprof = "static_shared_memory",
           .driver = "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
           .good = "Small enough that it does not limit occupancy.",
           .exact = true,
           .set = Default},
    Metric{.id = "dynamic_shared_bytes",
           .title = "Dynamic shared memory",
           .unit = "B",
           .definition = "Bytes of shared memory that the launch gives each block beside those that the kernel "
                         "declares.",
           .nvprof = "dynamic_shared_memory",
           .driver = "cuLaunchKernel: sharedMemBytes",
           .good = "Small enough that it does not limit occupancy.",
           .exact = true,
           .set = Default},
    Metric{.id = "resident_blocks",
           .title = "Resident blocks at most",
           .unit = "blocks",
           .definition = "Blocks of this launch that one multiprocessor can hold at once, as the driver tells.",
           .driver = "cuOccupancyMaxActiveBlocksPerMultiprocessor",
           .good = "Two and more, so that one block works while another waits at a barrier.",
           .emulator = "It follows from the registers, which only a driver's compiler knows; see occupancy.",
           .exact = true,
           .set = Default},
};

}  // namespace

std::span<const Metric> timingMetrics() { return kMetrics; }

}  // namespace lanescope
