// SPDX-License-Identifier: GPL-3.0-or-later
// The caches, and the memory chips behind them.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::string_view kHighHits = "More is better, where data is used again; a single pass over data has no hits.";

constexpr std::array kMetrics{
    Metric{.id = "l1_hit_rate",
           .title = "L1 hit rate",
           .unit = "%",
           .definition = "Share of the sectors looked up in the L1 cache that were there.",
           .nvprof = "tex_cache_hit_rate",
           .perfworks = "l1tex__t_sector_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "l1_global_load_hit_rate",
           .title = "L1 hit rate of global loads",
           .unit = "%",
           .definition = "Share of the sectors that global loads look up in the L1 cache and find there.",
           .nvprof = "global_hit_rate",
           .perfworks = "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches},
    Metric{.id = "l2_hit_rate",
           .title = "L2 hit rate",
           .unit = "%",
           .definition = "Share of the sectors looked up in the L2 cache that were there. The H200's counter "
                         "can read a little above 100 %.",
           .nvprof = "l2_tex_hit_rate",
           .perfworks = "lts__t_sector_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "l2_read_sectors",
           .title = "L2 sectors read",
           .unit = "sectors",
           .definition = "32-byte sectors that were asked of the L2 cache, by whomever.",
           .nvprof = "l2_read_transactions",
           .perfworks = "lts__t_sectors_op_read.sum",
           .good = "Less than what loads ask for: the rest was found in L1.",
           .emulator = kNoCaches},
    Metric{.id = "l2_write_sectors",
           .title = "L2 sectors written",
           .unit = "sectors",
           .definition = "32-byte sectors that were written to the L2 cache, by whomever.",
           .nvprof = "l2_write_transactions",
           .perfworks = "lts__t_sectors_op_write.sum",
           .good = "As few as the result needs.",
           .emulator = kNoCaches},
    Metric{.id = "l2_throughput",
           .title = "L2 throughput",
           .unit = "B/s",
           .definition = "Bytes that the L2 cache took and gave per second of the kernel's time under the profiler.",
           .perfworks = "lts__t_bytes.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock},
    // ---- device memory
    Metric{.id = "dram_read_bytes",
           .title = "Device memory read",
           .unit = "B",
           .definition = "Bytes read from the memory chips.",
           .nvprof = "dram_read_bytes",
           .perfworks = "dram__bytes_read.sum",
           .good = "Each byte of the operands once.",
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "dram_write_bytes",
           .title = "Device memory written",
           .unit = "B",
           .definition = "Bytes written to the memory chips.",
           .nvprof = "dram_write_bytes",
           .perfworks = "dram__bytes_write.sum",
           .good = "Each byte of the result once, or less while it stays in the L2 cache.",
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "dram_read_throughput",
           .title = "Device memory read throughput",
           .unit = "B/s",
           .definition = "Bytes read from the memory chips per second of the kernel's time under the profiler.",
           .formula = "dram_read_bytes / profiled_seconds",
           .nvprof = "dram_read_throughput",
           .perfworks = "dram__bytes_read.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "dram_write_throughput",
           .title = "Device memory write throughput",
           .unit = "B/s",
           .definition = "Bytes written to the memory chips per second of the kernel's time under the profiler.",
           .formula = "dram_write_bytes / profiled_seconds",
           .nvprof = "dram_write_throughput",
           .perfworks = "dram__bytes_write.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "dram_utilization",
           .title = "Device memory utilization",
           .unit = "%",
           .definition = "How busy the memory chips were, of the most that they can.",
           .nvprof = "dram_utilization",
           .perfworks = "dram__throughput.avg.pct_of_peak_sustained_elapsed",
           .good = "Above 60 % the kernel is bound by memory; more than 90 % is hardly to be had.",
           .emulator = kNoClock,
           .set = Default},
};

}  // namespace

std::span<const Metric> cacheMetrics() { return kMetrics; }

}  // namespace lanescope
