// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions, branches and floating-point operations.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::string_view kFewer = "metric.good.fewer"_id;

/// Thread instructions of one class. Each PTX instruction is in one of them (instruction_classes.h).
constexpr Metric instructions(std::string_view id, std::string_view nvprof, std::string_view perfworks,
                              std::string_view emulator = std::string_view()) {
    return Metric{.id = id,
                  .unit = "instructions",
                  .nvprof = nvprof,
                  .perfworks = perfworks,
                  .good = kFewer,
                  .emulator = emulator,
                  .exact = true};
}

constexpr std::array kMetrics{
    Metric{.id = "blocks_launched", .unit = "blocks", .perfworks = "sm__ctas_launched.sum", .exact = true},
    Metric{.id = "warps_launched",
           .unit = "warps",
           .nvprof = "warps_launched",
           .perfworks = "smsp__warps_launched.sum",
           .exact = true},
    Metric{.id = "warp_instructions",
           .unit = "instructions",
           .nvprof = "inst_executed",
           .perfworks = "smsp__inst_executed.sum",
           .good = kFewer,
           .exact = true,
           .set = Default},
    Metric{.id = "instructions_per_warp",
           .unit = "instructions/warp",
           .formula = "warp_instructions / warps_launched",
           .nvprof = "inst_per_warp",
           .perfworks = "smsp__average_inst_executed_per_warp.ratio",
           .exact = true},
    Metric{.id = "thread_instructions",
           .unit = "instructions",
           .nvprof = "thread_inst_executed",
           .perfworks = "smsp__thread_inst_executed.sum",
           .good = kFewer,
           .exact = true,
           .set = Default},
    Metric{.id = "unpredicated_thread_instructions",
           .unit = "instructions",
           .nvprof = "not_predicated_off_thread_inst_executed",
           .perfworks = "smsp__thread_inst_executed_pred_on.sum",
           .exact = true},
    Metric{.id = "warp_execution_efficiency",
           .unit = "%",
           .formula = "100 × thread_instructions / (32 × warp_instructions)",
           .nvprof = "warp_execution_efficiency",
           .perfworks = "smsp__average_thread_inst_executed_per_inst_executed.pct",
           .exact = true,
           .set = Default},
    Metric{.id = "unpredicated_execution_efficiency",
           .unit = "%",
           .formula = "100 × unpredicated_thread_instructions / (32 × warp_instructions)",
           .nvprof = "warp_nonpred_execution_efficiency",
           .perfworks = "smsp__average_thread_inst_executed_pred_on_per_inst_executed.pct",
           .exact = true},
    Metric{.id = "branches",
           .unit = "branches",
           .nvprof = "branch",
           .perfworks = "smsp__sass_branch_targets.sum",
           .exact = true,
           .set = Default},
    Metric{.id = "divergent_branches",
           .unit = "branches",
           .nvprof = "divergent_branch",
           .perfworks = "smsp__sass_branch_targets_threads_divergent.sum",
           .exact = true,
           .set = Default},
    Metric{.id = "branch_efficiency",
           .unit = "%",
           .formula = "100 × (branches - divergent_branches) / branches",
           .nvprof = "branch_efficiency",
           .perfworks = "smsp__sass_average_branch_targets_threads_uniform.pct",
           .exact = true,
           .set = Default},
    Metric{.id = "barriers", .unit = "barriers", .exact = true, .set = Default},
    Metric{.id = "fp_operations",
           .unit = "operations",
           .nvprof = "flop_count_sp + flop_count_dp",
           .perfworks = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
           .exact = true,
           .set = Default},
    Metric{.id = "fp32_operations",
           .unit = "operations",
           .nvprof = "flop_count_sp",
           .perfworks = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
           .exact = true,
           .set = Default},
    Metric{.id = "fp64_operations",
           .unit = "operations",
           .nvprof = "flop_count_dp",
           .perfworks = "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
           .exact = true,
           .set = Default},
    Metric{.id = "fp16_operations",
           .unit = "operations",
           .nvprof = "flop_count_hp",
           .perfworks = "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
           .exact = true},
    instructions("integer_instructions", "inst_integer", "smsp__sass_thread_inst_executed_op_integer_pred_on.sum"),
    instructions("bit_instructions", "", "smsp__sass_thread_inst_executed_op_bit_pred_on.sum"),
    instructions("fp16_instructions", "inst_fp_16", "smsp__sass_thread_inst_executed_op_fp16_pred_on.sum"),
    instructions("fp32_instructions", "inst_fp_32", "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"),
    instructions("fp64_instructions", "inst_fp_64", "smsp__sass_thread_inst_executed_op_fp64_pred_on.sum"),
    instructions("conversion_instructions", "inst_bit_convert",
                 "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum"),
    instructions("memory_instructions", "inst_compute_ld_st", "smsp__sass_thread_inst_executed_op_memory_pred_on.sum"),
    instructions("control_instructions", "inst_control", "smsp__sass_thread_inst_executed_op_control_pred_on.sum"),
    instructions("communication_instructions", "inst_inter_thread_communication",
                 "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum"),
    instructions("misc_instructions", "inst_misc", "smsp__sass_thread_inst_executed_op_misc_pred_on.sum"),
    instructions("uniform_instructions", "", "smsp__sass_thread_inst_executed_op_uniform_pred_on.sum",
                 "metric.uniform_instructions.emulator"_id),
};

}  // namespace

std::span<const Metric> executionMetrics() { return kMetrics; }

}  // namespace lanescope
