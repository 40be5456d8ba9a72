// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/hardware/explaining_names.h"

namespace lanescope {

std::vector<std::string> namesThatExplain() {
    std::vector<std::string> names;
    for (const char* op : {"ld", "st", "red"})
        for (const char* which : {"", "_pred_on_any", "_pred_off_all"})
            names.push_back(std::string("smsp__inst_executed_op_global_") + op + which + ".sum");
    for (const char* op : {"ld", "st", "atom"})
        for (const char* which : {"", "_pred_on_any", "_pred_off_all"})
            names.push_back(std::string("smsp__inst_executed_op_shared_") + op + which + ".sum");
    for (const char* op : {"ld", "st", "atom", "red"})
        for (const char* what : {"requests", "sectors"})
            names.push_back(std::string("l1tex__t_") + what + "_pipe_lsu_mem_global_op_" + op + ".sum");
    for (const char* what : {"requests", "sectors"})
        for (const char* op : {"ld", "st"})
            names.push_back(std::string("l1tex__t_") + what + "_pipe_lsu_mem_local_op_" + op + ".sum");
    for (const char* op : {"ld", "st", "atom", "red"})
        names.push_back(std::string("smsp__sass_data_bytes_mem_global_op_") + op + ".sum");
    for (const char* op : {"ld", "st", "atom"}) {
        names.push_back(std::string("smsp__sass_data_bytes_mem_shared_op_") + op + ".sum");
        names.push_back(std::string("smsp__sass_inst_executed_op_shared_") + op + ".sum");
        names.push_back(std::string("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_") + op + ".sum");
    }
    for (const char* op : {"global_atom", "global_red", "local_ld", "local_st"})
        names.push_back(std::string("smsp__sass_inst_executed_op_") + op + ".sum");
    for (const char* width : {"8b", "16b", "32b", "64b", "128b"})
        names.push_back(std::string("smsp__sass_inst_executed_op_memory_") + width + ".sum");
    for (const char* kind : {"bit", "control", "conversion", "integer", "inter_thread_communication", "memory", "misc",
                             "uniform", "fp32", "fp64", "fadd", "fmul", "ffma", "dadd", "dmul", "dfma"})
        names.push_back(std::string("smsp__sass_thread_inst_executed_op_") + kind + "_pred_on.sum");
    for (const char* name :
         {"smsp__inst_executed.sum", "smsp__thread_inst_executed.sum", "smsp__thread_inst_executed_pred_on.sum",
          "smsp__inst_executed_op_branch.sum", "smsp__sass_branch_targets.sum",
          "smsp__sass_branch_targets_threads_uniform.sum", "smsp__sass_branch_targets_threads_divergent.sum",
          "smsp__inst_executed_pipe_adu.sum", "smsp__inst_executed_pipe_alu.sum", "smsp__inst_executed_pipe_cbu.sum",
          "smsp__inst_executed_pipe_fma.sum", "smsp__inst_executed_pipe_fp64.sum", "smsp__inst_executed_pipe_lsu.sum",
          "smsp__inst_executed_pipe_uniform.sum", "smsp__inst_executed_pipe_xu.sum", "smsp__inst_executed_op_ldc.sum",
          "smsp__warps_launched.sum"})
        names.emplace_back(name);
    return names;
}

}  // namespace lanescope
