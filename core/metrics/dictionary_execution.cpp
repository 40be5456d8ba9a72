// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions, branches and floating-point operations.
#include <array>

#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

using enum MetricSet;

constexpr std::string_view kFewer = "Fewer is better, for the same result.";

/// Thread instructions of one class. Each PTX instruction is in one of them (instruction_classes.h).
constexpr Metric instructions(std::string_view id, std::string_view title, std::string_view definition,
                              std::string_view nvprof, std::string_view perfworks,
                              std::string_view emulator = std::string_view()) {
    return Metric{.id = id,
                  .title = title,
                  .unit = "instructions",
                  .definition = definition,
                  .nvprof = nvprof,
                  .perfworks = perfworks,
                  .good = kFewer,
                  .emulator = emulator,
                  .exact = true};
}

constexpr std::array kMetrics{
    Metric{.id = "blocks_launched",
           .title = "Blocks launched",
           .unit = "blocks",
           .definition = "Blocks of the launch's grid, all of them.",
           .perfworks = "sm__ctas_launched.sum",
           .good = "Several for each multiprocessor of the GPU.",
           .exact = true},
    Metric{.id = "warps_launched",
           .title = "Warps launched",
           .unit = "warps",
           .definition = "Warps of all blocks; a block's last warp may have fewer than 32 threads.",
           .nvprof = "warps_launched",
           .perfworks = "smsp__warps_launched.sum",
           .good = "More than the multiprocessors can hold at once.",
           .exact = true},
    Metric{.id = "warp_instructions",
           .title = "Warp instructions",
           .unit = "instructions",
           .definition = "Instructions that warps executed, each counted once per warp. Emulated: instructions of the "
                         "PTX; on hardware: machine instructions that ptxas made of it, so the two differ.",
           .nvprof = "inst_executed",
           .perfworks = "smsp__inst_executed.sum",
           .good = kFewer,
           .exact = true,
           .set = Default},
    Metric{.id = "instructions_per_warp",
           .title = "Instructions per warp",
           .unit = "instructions/warp",
           .definition = "How many instructions one warp executed on average.",
           .formula = "warp_instructions / warps_launched",
           .nvprof = "inst_per_warp",
           .perfworks = "smsp__average_inst_executed_per_warp.ratio",
           .good = "Hundreds: launching a warp costs as much as some dozens.",
           .exact = true},
    Metric{.id = "thread_instructions",
           .title = "Thread instructions",
           .unit = "instructions",
           .definition = "The same, each counted once per active lane.",
           .nvprof = "thread_inst_executed",
           .perfworks = "smsp__thread_inst_executed.sum",
           .good = kFewer,
           .exact = true,
           .set = Default},
    Metric{.id = "unpredicated_thread_instructions",
           .title = "Thread instructions not predicated off",
           .unit = "instructions",
           .definition = "Of these, those whose guard let them through, so that they did something.",
           .nvprof = "not_predicated_off_thread_inst_executed",
           .perfworks = "smsp__thread_inst_executed_pred_on.sum",
           .good = "Near all thread instructions.",
           .exact = true},
    Metric{.id = "warp_execution_efficiency",
           .title = "Warp execution efficiency",
           .unit = "%",
           .definition =
               "Average share of a warp's 32 lanes that are active in an executed instruction. Divergence and "
               "part-filled warps lower it.",
           .formula = "100 × thread_instructions / (32 × warp_instructions)",
           .nvprof = "warp_execution_efficiency",
           .perfworks = "smsp__average_thread_inst_executed_per_inst_executed.pct",
           .good = "Near 100 %; 50 % says that half of the lanes idle.",
           .exact = true,
           .set = Default},
    Metric{.id = "unpredicated_execution_efficiency",
           .title = "Warp execution efficiency without predicated-off lanes",
           .unit = "%",
           .definition = "The same with lanes only that their guard let through.",
           .formula = "100 × unpredicated_thread_instructions / (32 × warp_instructions)",
           .nvprof = "warp_nonpred_execution_efficiency",
           .perfworks = "smsp__average_thread_inst_executed_pred_on_per_inst_executed.pct",
           .good = "Near 100 %.",
           .exact = true},
    Metric{.id = "branches",
           .title = "Branches",
           .unit = "branches",
           .definition = "Conditional branches that warps executed. On hardware: branch targets taken by warps, "
                         "unconditional ones included.",
           .nvprof = "branch",
           .perfworks = "smsp__sass_branch_targets.sum",
           .good = "Few beside the instructions that do the work; unrolled loops have fewer.",
           .exact = true,
           .set = Default},
    Metric{.id = "divergent_branches",
           .title = "Divergent branches",
           .unit = "branches",
           .definition = "Branches at which active lanes of one warp went different ways. ptxas turns short branches "
                         "into predicated instructions, which hardware then does not count here.",
           .nvprof = "divergent_branch",
           .perfworks = "smsp__sass_branch_targets_threads_divergent.sum",
           .good = "0, or few beside the branches.",
           .exact = true,
           .set = Default},
    Metric{.id = "branch_efficiency",
           .title = "Branch efficiency",
           .unit = "%",
           .definition = "Share of the branches at which all active lanes of the warp went the same way.",
           .formula = "100 × (branches - divergent_branches) / branches",
           .nvprof = "branch_efficiency",
           .perfworks = "smsp__sass_average_branch_targets_threads_uniform.pct",
           .good = "Near 100 %.",
           .exact = true,
           .set = Default},
    Metric{.id = "barriers",
           .title = "Barriers",
           .unit = "barriers",
           .definition = "Times that a warp arrived at a barrier of its block (__syncthreads). Hardware has no counter "
                         "of its own for it.",
           .good = "As few as correctness allows.",
           .exact = true,
           .set = Default},
    Metric{.id = "fp_operations",
           .title = "Floating-point operations",
           .unit = "operations",
           .definition = "Additions, multiplications and fused multiply-adds of all threads; a fused one counts 2. "
                         "Hardware: in float and double.",
           .nvprof = "flop_count_sp + flop_count_dp",
           .perfworks = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
           .good = "What the method needs: 2 n³ for the product of two n × n matrices.",
           .exact = true,
           .set = Default},
    Metric{.id = "fp32_operations",
           .title = "Operations in single precision",
           .unit = "operations",
           .definition = "Those of the floating-point operations that are in float.",
           .nvprof = "flop_count_sp",
           .perfworks = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
           .good = "What the method needs.",
           .exact = true,
           .set = Default},
    Metric{.id = "fp64_operations",
           .title = "Operations in double precision",
           .unit = "operations",
           .definition = "Those of the floating-point operations that are in double.",
           .nvprof = "flop_count_dp",
           .perfworks = "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
           .good = "What the method needs; 0 where double was not meant: a constant 0.5 without f makes it double.",
           .exact = true,
           .set = Default},
    Metric{.id = "fp16_operations",
           .title = "Operations in half precision",
           .unit = "operations",
           .definition = "Those of the floating-point operations that are in half precision. Emulated, an instruction "
                         "on a pair of numbers counts for "
                         "both; hardware counts it once.",
           .nvprof = "flop_count_hp",
           .perfworks = "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum + "
                        "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum + "
                        "2 * smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
           .good = "What the method needs.",
           .exact = true},
    instructions("integer_instructions", "Integer instructions",
                 "Thread instructions that calculate with or compare integers. Address arithmetic is among them.",
                 "inst_integer", "smsp__sass_thread_inst_executed_op_integer_pred_on.sum"),
    instructions("bit_instructions", "Bit instructions",
                 "Thread instructions on bits: logic, shifts and counting of bits. Hardware has a class of its own for "
                 "some of them and counts others as integer instructions.",
                 "", "smsp__sass_thread_inst_executed_op_bit_pred_on.sum"),
    instructions(
        "fp16_instructions", "Half-precision instructions",
        "Thread instructions that calculate with or compare half-precision numbers. On hardware also where the "
        "compiler uses them to move constants.",
        "inst_fp_16", "smsp__sass_thread_inst_executed_op_fp16_pred_on.sum"),
    instructions("fp32_instructions", "Single-precision instructions",
                 "Thread instructions that calculate with or compare single-precision numbers.", "inst_fp_32",
                 "smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"),
    instructions("fp64_instructions", "Double-precision instructions",
                 "Thread instructions that calculate with or compare double-precision numbers.", "inst_fp_64",
                 "smsp__sass_thread_inst_executed_op_fp64_pred_on.sum"),
    instructions("conversion_instructions", "Conversion instructions",
                 "Thread instructions that convert between types of numbers.", "inst_bit_convert",
                 "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum"),
    instructions("memory_instructions", "Memory instructions",
                 "Thread instructions that load, store or change memory. Loads of a kernel's parameters are not among "
                 "them: the machine takes those as operands.",
                 "inst_compute_ld_st", "smsp__sass_thread_inst_executed_op_memory_pred_on.sum"),
    instructions("control_instructions", "Control instructions",
                 "Thread instructions that branch, call, return, end or wait at a barrier.", "inst_control",
                 "smsp__sass_thread_inst_executed_op_control_pred_on.sum"),
    instructions("communication_instructions", "Communication between lanes",
                 "Thread instructions that exchange values within a warp: shuffles, votes and their like.",
                 "inst_inter_thread_communication",
                 "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum"),
    instructions("misc_instructions", "Other instructions",
                 "Thread instructions of none of the other classes: moves, selections, address spaces.", "inst_misc",
                 "smsp__sass_thread_inst_executed_op_misc_pred_on.sum"),
    instructions("uniform_instructions", "Uniform instructions",
                 "Instructions that a warp does once for all its lanes, in the uniform data path.", "",
                 "smsp__sass_thread_inst_executed_op_uniform_pred_on.sum",
                 "PTX has no such instructions; the compiler of the GPU's driver makes them."),
};

}  // namespace

std::span<const Metric> executionMetrics() { return kMetrics; }

}  // namespace lanescope
