// SPDX-License-Identifier: GPL-3.0-or-later
// How busy the multiprocessors are, and what a block takes of them.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::array kMetrics{
    Metric{.id = "achieved_occupancy",
           .unit = "%",
           .nvprof = "achieved_occupancy",
           .perfworks = "sm__warps_active.avg.pct_of_peak_sustained_active",
           .published = "achieved_occupancy",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "multiprocessor_activity",
           .unit = "%",
           .nvprof = "sm_efficiency",
           .perfworks = "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
           .published = "multiprocessor_activity",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "instructions_per_cycle",
           .unit = "instructions/cycle",
           .nvprof = "ipc",
           .perfworks = "sm__inst_executed.avg.per_cycle_active",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "issued_instructions_per_cycle",
           .unit = "instructions/cycle",
           .nvprof = "issued_ipc",
           .perfworks = "sm__inst_issued.avg.per_cycle_active",
           .emulator = kNoClock},
    Metric{.id = "issue_slot_utilization",
           .unit = "%",
           .nvprof = "issue_slot_utilization",
           .perfworks = "smsp__issue_active.avg.pct_of_peak_sustained_active",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "eligible_warps",
           .unit = "warps",
           .nvprof = "eligible_warps_per_cycle",
           .perfworks = "smsp__warps_eligible.avg.per_cycle_active",
           .emulator = kNoClock},
    Metric{.id = "elapsed_cycles",
           .unit = "cycles",
           .nvprof = "elapsed_cycles_sm",
           .perfworks = "sm__cycles_elapsed.max",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "profiled_seconds",
           .unit = "s",
           .perfworks = "1e-9 * gpu__time_duration.sum",
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "registers_per_thread",
           .unit = "registers",
           .nvprof = "registers_per_thread",
           .driver = "CU_FUNC_ATTRIBUTE_NUM_REGS",
           .emulator = "metric.registers_per_thread.emulator"_id,
           .exact = true,
           .set = Default},
    Metric{.id = "local_bytes_per_thread",
           .unit = "B",
           .nvprof = "local_memory_per_thread",
           .driver = "CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES",
           .emulator = "metric.local_bytes_per_thread.emulator"_id,
           .exact = true,
           .set = Default},
    Metric{.id = "static_shared_bytes",
           .unit = "B",
           .nvprof = "static_shared_memory",
           .driver = "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
           .exact = true,
           .set = Default},
    Metric{.id = "dynamic_shared_bytes",
           .unit = "B",
           .nvprof = "dynamic_shared_memory",
           .driver = "cuLaunchKernel: sharedMemBytes",
           .exact = true,
           .set = Default},
    Metric{.id = "resident_blocks",
           .unit = "blocks",
           .driver = "cuOccupancyMaxActiveBlocksPerMultiprocessor",
           .emulator = "metric.resident_blocks.emulator"_id,
           .exact = true,
           .set = Default},
};

}  // namespace

std::span<const Metric> timingMetrics() { return kMetrics; }

}  // namespace lanescope
