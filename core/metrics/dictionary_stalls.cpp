// SPDX-License-Identifier: GPL-3.0-or-later
// Why warps do not issue an instruction. The shares of all reasons, "selected" among them, make 100 %.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

constexpr std::string_view kLess = "Less is better; the largest share is where to look first.";

/// One reason: what share of their time on a multiprocessor warps wait for it.
constexpr Metric stall(std::string_view id, std::string_view title, std::string_view definition,
                       std::string_view nvprof, std::string_view perfworks, std::string_view good = kLess) {
    return Metric{.id = id,
                  .title = title,
                  .unit = "%",
                  .definition = definition,
                  .nvprof = nvprof,
                  .perfworks = perfworks,
                  .good = good,
                  .emulator = kNoClock};
}

constexpr std::array kMetrics{
    stall("stall_long_scoreboard", "Stalled: global memory",
          "Share of their time that warps wait for what they have asked of global, local or texture memory.",
          "stall_memory_dependency", "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct"),
    stall("stall_short_scoreboard", "Stalled: shared memory and special functions",
          "Share of their time that warps wait for an answer of shared memory, of the special function unit or the "
          "like.",
          "stall_exec_dependency", "smsp__warp_issue_stalled_short_scoreboard_per_warp_active.pct"),
    stall("stall_wait", "Stalled: fixed latency",
          "Share of their time that warps wait for the result of an arithmetic instruction, whose latency is fixed.",
          "stall_exec_dependency", "smsp__warp_issue_stalled_wait_per_warp_active.pct"),
    stall("stall_barrier", "Stalled: barrier",
          "Share of their time that warps wait at a barrier (__syncthreads) for the others of their block.",
          "stall_sync", "smsp__warp_issue_stalled_barrier_per_warp_active.pct"),
    stall("stall_membar", "Stalled: memory fence",
          "Share of their time that warps wait until what they have written is seen by others (__threadfence).",
          "stall_sync", "smsp__warp_issue_stalled_membar_per_warp_active.pct"),
    stall("stall_lg_throttle", "Stalled: queue of global memory full",
          "Share of their time that warps wait for a place in the queue of global and local memory instructions.",
          "stall_memory_throttle", "smsp__warp_issue_stalled_lg_throttle_per_warp_active.pct"),
    stall("stall_mio_throttle", "Stalled: queue of shared memory full",
          "Share of their time that warps wait for a place in the queue of shared memory and special functions.",
          "stall_pipe_busy", "smsp__warp_issue_stalled_mio_throttle_per_warp_active.pct"),
    stall("stall_tex_throttle", "Stalled: queue of textures full",
          "Share of their time that warps wait for a place in the queue of texture instructions.", "stall_texture",
          "smsp__warp_issue_stalled_tex_throttle_per_warp_active.pct"),
    stall("stall_math_pipe_throttle", "Stalled: arithmetic unit busy",
          "Share of their time that warps wait for a free unit of the arithmetic that they want to do.",
          "stall_pipe_busy", "smsp__warp_issue_stalled_math_pipe_throttle_per_warp_active.pct",
          "A large share is good news: the arithmetic units are kept busy."),
    stall("stall_no_instruction", "Stalled: instruction not there",
          "Share of their time that warps wait for their next instruction to be fetched.", "stall_inst_fetch",
          "smsp__warp_issue_stalled_no_instruction_per_warp_active.pct"),
    stall("stall_branch_resolving", "Stalled: branch",
          "Share of their time that warps wait until a branch knows where it leads.", "",
          "smsp__warp_issue_stalled_branch_resolving_per_warp_active.pct"),
    stall("stall_dispatch", "Stalled: dispatch", "Share of their time that warps are held back by the dispatcher.", "",
          "smsp__warp_issue_stalled_dispatch_stall_per_warp_active.pct"),
    stall("stall_drain", "Stalled: leaving",
          "Share of their time that warps have ended, and wait for their last writes to leave.",
          "stall_memory_throttle", "smsp__warp_issue_stalled_drain_per_warp_active.pct"),
    stall("stall_immediate_constant", "Stalled: constant not cached",
          "Share of their time that warps wait for a constant or parameter that is not in its cache.",
          "stall_constant_memory_dependency", "smsp__warp_issue_stalled_imc_miss_per_warp_active.pct"),
    stall("stall_sleeping", "Stalled: asleep", "Share of their time that warps sleep by their own wish (__nanosleep).",
          "stall_sleeping", "smsp__warp_issue_stalled_sleeping_per_warp_active.pct"),
    stall("stall_warp_group", "Stalled: warp group",
          "Share of their time that warps wait for the other warps of a warp group, before instructions that they do "
          "together.",
          "", "smsp__warp_issue_stalled_gmma_per_warp_active.pct"),
    stall("stall_misc", "Stalled: other reasons", "Share of their time that warps wait for reasons not listed here.",
          "stall_other", "smsp__warp_issue_stalled_misc_per_warp_active.pct"),
    stall("stall_not_selected", "Ready, but another warp goes first",
          "Share of their time that warps could go on, while the scheduler lets another one.", "stall_not_selected",
          "smsp__warp_issue_stalled_not_selected_per_warp_active.pct",
          "A large share says that there are warps enough; fewer would do as well."),
    stall("stall_selected", "Issuing", "Share of their time in which warps issue an instruction.", "",
          "smsp__warp_issue_stalled_selected_per_warp_active.pct",
          "More is better: 100 % divided by the warps that share a scheduler is the most."),
};

}  // namespace

std::span<const Metric> stallMetrics() { return kMetrics; }

}  // namespace lanescope
