// SPDX-License-Identifier: GPL-3.0-or-later
// Why warps do not issue an instruction. The shares of all reasons, "selected" among them, make 100 %.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

constexpr std::string_view kLess = "metric.good.less_waiting"_id;

/// One reason: what share of their time on a multiprocessor warps wait for it.
constexpr Metric stall(std::string_view id, std::string_view nvprof, std::string_view perfworks,
                       std::string_view good = kLess) {
    return Metric{.id = id, .unit = "%", .nvprof = nvprof, .perfworks = perfworks, .good = good, .emulator = kNoClock};
}

constexpr std::array kMetrics{
    stall("stall_long_scoreboard", "stall_memory_dependency",
          "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct"),
    stall("stall_short_scoreboard", "stall_exec_dependency",
          "smsp__warp_issue_stalled_short_scoreboard_per_warp_active.pct"),
    stall("stall_wait", "stall_exec_dependency", "smsp__warp_issue_stalled_wait_per_warp_active.pct"),
    stall("stall_barrier", "stall_sync", "smsp__warp_issue_stalled_barrier_per_warp_active.pct"),
    stall("stall_membar", "stall_sync", "smsp__warp_issue_stalled_membar_per_warp_active.pct"),
    stall("stall_lg_throttle", "stall_memory_throttle", "smsp__warp_issue_stalled_lg_throttle_per_warp_active.pct"),
    stall("stall_mio_throttle", "stall_pipe_busy", "smsp__warp_issue_stalled_mio_throttle_per_warp_active.pct"),
    stall("stall_tex_throttle", "stall_texture", "smsp__warp_issue_stalled_tex_throttle_per_warp_active.pct"),
    stall("stall_math_pipe_throttle", "stall_pipe_busy",
          "smsp__warp_issue_stalled_math_pipe_throttle_per_warp_active.pct", "metric.stall_math_pipe_throttle.good"_id),
    stall("stall_no_instruction", "stall_inst_fetch", "smsp__warp_issue_stalled_no_instruction_per_warp_active.pct"),
    stall("stall_branch_resolving", "", "smsp__warp_issue_stalled_branch_resolving_per_warp_active.pct"),
    stall("stall_dispatch", "", "smsp__warp_issue_stalled_dispatch_stall_per_warp_active.pct"),
    stall("stall_drain", "stall_memory_throttle", "smsp__warp_issue_stalled_drain_per_warp_active.pct"),
    stall("stall_immediate_constant", "stall_constant_memory_dependency",
          "smsp__warp_issue_stalled_imc_miss_per_warp_active.pct"),
    stall("stall_sleeping", "stall_sleeping", "smsp__warp_issue_stalled_sleeping_per_warp_active.pct"),
    stall("stall_warp_group", "", "smsp__warp_issue_stalled_gmma_per_warp_active.pct"),
    stall("stall_misc", "stall_other", "smsp__warp_issue_stalled_misc_per_warp_active.pct"),
    stall("stall_not_selected", "stall_not_selected", "smsp__warp_issue_stalled_not_selected_per_warp_active.pct",
          "metric.stall_not_selected.good"_id),
    stall("stall_selected", "", "smsp__warp_issue_stalled_selected_per_warp_active.pct",
          "metric.stall_selected.good"_id),
};

}  // namespace

std::span<const Metric> stallMetrics() { return kMetrics; }

}  // namespace lanescope
