// SPDX-License-Identifier: GPL-3.0-or-later
// The caches, and the memory chips behind them.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::string_view kHighHits = "metric.good.high_hits"_id;

constexpr std::array kMetrics{
    Metric{.id = "l1_hit_rate",
           .unit = "%",
           .nvprof = "tex_cache_hit_rate",
           .perfworks = "l1tex__t_sector_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "l1_global_load_hit_rate",
           .unit = "%",
           .nvprof = "global_hit_rate",
           .perfworks = "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches},
    Metric{.id = "l2_hit_rate",
           .unit = "%",
           .nvprof = "l2_tex_hit_rate",
           .perfworks = "lts__t_sector_hit_rate.pct",
           .good = kHighHits,
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "l2_read_sectors",
           .unit = "sectors",
           .nvprof = "l2_read_transactions",
           .perfworks = "lts__t_sectors_op_read.sum",
           .emulator = kNoCaches},
    Metric{.id = "l2_write_sectors",
           .unit = "sectors",
           .nvprof = "l2_write_transactions",
           .perfworks = "lts__t_sectors_op_write.sum",
           .emulator = kNoCaches},
    Metric{.id = "l2_throughput",
           .unit = "B/s",
           .perfworks = "lts__t_bytes.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock},
    // ---- device memory
    Metric{.id = "dram_read_bytes",
           .unit = "B",
           .nvprof = "dram_read_bytes",
           .perfworks = "dram__bytes_read.sum",
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "dram_write_bytes",
           .unit = "B",
           .nvprof = "dram_write_bytes",
           .perfworks = "dram__bytes_write.sum",
           .emulator = kNoCaches,
           .set = Default},
    Metric{.id = "dram_read_throughput",
           .unit = "B/s",
           .formula = "dram_read_bytes / profiled_seconds",
           .nvprof = "dram_read_throughput",
           .perfworks = "dram__bytes_read.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "dram_write_throughput",
           .unit = "B/s",
           .formula = "dram_write_bytes / profiled_seconds",
           .nvprof = "dram_write_throughput",
           .perfworks = "dram__bytes_write.sum.per_second",
           .good = kNearBandwidth,
           .emulator = kNoClock,
           .set = Default},
    Metric{.id = "dram_utilization",
           .unit = "%",
           .nvprof = "dram_utilization",
           .perfworks = "dram__throughput.avg.pct_of_peak_sustained_elapsed",
           .emulator = kNoClock,
           .set = Default},
};

}  // namespace

std::span<const Metric> cacheMetrics() { return kMetrics; }

}  // namespace lanescope
