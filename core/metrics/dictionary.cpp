// SPDX-License-Identifier: GPL-3.0-or-later
// PerfWorks names: those that libcupti 13.0 knows for the chip GH100 (a test asks it). nvprof names: the metric
// comparison table of NVIDIA's Nsight Compute CLI manual.
#include "core/metrics/dictionary.h"

#include <array>
#include <cstdlib>
#include <string>

namespace lanescope {
namespace {

constexpr std::array kMetrics{
    Metric{"global_load_requests", "Global load requests", "requests",
           "Warp instructions that read global memory with at least one active lane.", "", "",
           "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", ""},
    Metric{
        "global_load_sectors", "Global load sectors", "sectors",
        "32-byte sectors of global memory that the load requests touch: each distinct sector once per request. This is "
        "what travels between memory and the multiprocessor.",
        "", "gld_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", ""},
    Metric{"global_load_bytes", "Global load bytes requested", "B",
           "Distinct bytes that the load requests ask for: bytes that several lanes of a warp read count once per "
           "request.",
           "", "", "smsp__sass_data_bytes_mem_global_op_ld.sum", ""},
    Metric{"global_load_efficiency", "Global load efficiency", "%",
           "How much of the sectors that loads fetch was asked for. 100 % means that no byte travelled in vain.",
           "100 × global_load_bytes / (32 × global_load_sectors)", "gld_efficiency",
           "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "GMLE"},
    Metric{"requested_global_load_throughput", "Requested global load throughput", "B/s",
           "Requested bytes of global loads per second of the kernel's time under the profiler.", "",
           "gld_requested_throughput", "smsp__sass_data_bytes_mem_global_op_ld.sum.per_second", "RGLT"},
    Metric{"global_store_requests", "Global store requests", "requests",
           "Warp instructions that write global memory with at least one active lane.", "", "",
           "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", ""},
    Metric{"global_store_sectors", "Global store sectors", "sectors",
           "32-byte sectors of global memory that the store requests touch: each distinct sector once per request.", "",
           "gst_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", ""},
    Metric{"global_store_bytes", "Global store bytes requested", "B",
           "Distinct bytes that the store requests write, counted per request.", "", "",
           "smsp__sass_data_bytes_mem_global_op_st.sum", ""},
    Metric{"global_store_efficiency", "Global store efficiency", "%",
           "How much of the sectors that stores touch was written. Document 003's numbers fit 64-byte "
           "segments: they are lower where a warp writes single 32-byte rows.",
           "100 × global_store_bytes / (32 × global_store_sectors)", "gst_efficiency",
           "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "GMSE"},
    Metric{"requested_global_store_throughput", "Requested global store throughput", "B/s",
           "Requested bytes of global stores per second of the kernel's time under the profiler.", "",
           "gst_requested_throughput", "smsp__sass_data_bytes_mem_global_op_st.sum.per_second", "RGST"},
    Metric{"shared_load_requests", "Shared load requests", "requests",
           "Warp instructions that read shared memory. On hardware these are the machine's LDS instructions: the "
           "assembler "
           "ptxas joins neighbouring loads of the PTX into wider ones, so hardware counts fewer.",
           "", "", "smsp__inst_executed_op_shared_ld.sum", ""},
    Metric{"shared_load_wavefronts", "Shared load wavefronts", "wavefronts",
           "Passes over the 32 four-byte banks that the shared loads need. A request without conflicts whose lanes "
           "want at "
           "most 128 bytes needs one.",
           "", "shared_load_transactions", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", ""},
    Metric{"shared_load_conflicts", "Shared load bank conflicts", "wavefronts",
           "Wavefronts of shared loads beyond the fewest that the requested bytes need. The hardware's counter carries "
           "noise "
           "from other users of the data stage.",
           "", "shared_ld_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", ""},
    Metric{"shared_store_requests", "Shared store requests", "requests", "Warp instructions that write shared memory.",
           "", "", "smsp__inst_executed_op_shared_st.sum", ""},
    Metric{"shared_store_wavefronts", "Shared store wavefronts", "wavefronts",
           "Passes over the 32 four-byte banks that the shared stores need.", "", "shared_store_transactions",
           "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", ""},
    Metric{"shared_store_conflicts", "Shared store bank conflicts", "wavefronts",
           "Wavefronts of shared stores beyond the fewest that the bytes need. The hardware's counter carries noise "
           "from other "
           "users of the data stage.",
           "", "shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", ""},
    Metric{"atomic_requests", "Atomic requests", "requests",
           "Warp instructions that change global or shared memory atomically (atom and red).", "", "",
           "smsp__sass_inst_executed_op_global_atom.sum + smsp__sass_inst_executed_op_global_red.sum + "
           "smsp__inst_executed_op_shared_atom.sum",
           ""},
    Metric{
        "atomic_sectors", "Atomic sectors", "sectors",
        "32-byte sectors of global memory that atomic requests touch. Lanes with one address are served one after the "
        "other, and each time their sector counts again.",
        "", "", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum + l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
        ""},
    Metric{
        "warp_instructions", "Warp instructions", "instructions",
        "Instructions that warps executed, each counted once per warp. Emulated: instructions of the PTX; on hardware: "
        "machine instructions that ptxas made of it, so the two differ.",
        "", "inst_executed", "smsp__inst_executed.sum", ""},
    Metric{"thread_instructions", "Thread instructions", "instructions", "The same, each counted once per active lane.",
           "", "thread_inst_executed", "smsp__thread_inst_executed.sum", ""},
    Metric{"warp_execution_efficiency", "Warp execution efficiency", "%",
           "Average share of a warp's 32 lanes that are active in an executed instruction. Divergence and part-filled "
           "warps "
           "lower it.",
           "100 × thread_instructions / (32 × warp_instructions)", "warp_execution_efficiency",
           "smsp__average_thread_inst_executed_per_inst_executed.pct", ""},
    Metric{"branches", "Branches", "branches",
           "Conditional branches that warps executed. On hardware: branch targets taken by warps, unconditional ones "
           "included.",
           "", "branch", "smsp__sass_branch_targets.sum", ""},
    Metric{"divergent_branches", "Divergent branches", "branches",
           "Branches at which active lanes of one warp went different ways. ptxas turns short branches into predicated "
           "instructions, which hardware then does not count here.",
           "", "divergent_branch", "smsp__sass_branch_targets_threads_divergent.sum", ""},
    Metric{"barriers", "Barriers", "barriers",
           "Times that a warp arrived at a barrier of its block (__syncthreads). Hardware has no counter of its own "
           "for it.",
           "", "", "", ""},
    Metric{
        "fp_operations", "Floating-point operations", "operations",
        "Additions, multiplications and fused multiply-adds of all threads in float and double; a fused one counts 2.",
        "", "flop_count_sp + flop_count_dp",
        "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + smsp__sass_thread_inst_executed_op_fmul_pred_on.sum + "
        "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum + smsp__sass_thread_inst_executed_op_dadd_pred_on.sum "
        "+ "
        "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum + 2 * smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
        ""},
    Metric{
        "achieved_occupancy", "Achieved occupancy", "%",
        "Average number of warps that were resident on an active multiprocessor, as a share of the most that fit. Only "
        "hardware can tell.",
        "", "achieved_occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", "achieved_occupancy"},
    Metric{
        "multiprocessor_activity", "Multiprocessor activity", "%",
        "Share of the kernel's time in which a multiprocessor had at least one warp, averaged over all of them. Only "
        "hardware can tell.",
        "", "sm_efficiency", "sm__cycles_active.avg.pct_of_peak_sustained_elapsed", "multiprocessor_activity"},
    Metric{"instructions_per_cycle", "Instructions per cycle", "instructions/cycle",
           "Warp instructions that a multiprocessor executed per cycle in which it had work.", "", "ipc",
           "sm__inst_executed.avg.per_cycle_active", ""},
    Metric{"l1_hit_rate", "L1 hit rate", "%", "Share of the sectors looked up in the L1 cache that were there.", "",
           "tex_cache_hit_rate", "l1tex__t_sector_hit_rate.pct", ""},
    Metric{"l2_hit_rate", "L2 hit rate", "%",
           "Share of the sectors looked up in the L2 cache that were there. The H200's counter "
           "can read a little above 100 %.",
           "", "l2_tex_hit_rate", "lts__t_sector_hit_rate.pct", ""},
    Metric{"dram_read_bytes", "Device memory read", "B", "Bytes read from the memory chips.", "", "dram_read_bytes",
           "dram__bytes_read.sum", ""},
    Metric{"dram_write_bytes", "Device memory written", "B", "Bytes written to the memory chips.", "",
           "dram_write_bytes", "dram__bytes_write.sum", ""},
    Metric{"profiled_seconds", "Time under the profiler", "s",
           "The kernel's time in the counting pass, with the counters on. Not the measured "
           "time, which is taken without them.",
           "", "", "1e-9 * gpu__time_duration.sum", ""},
};

}  // namespace

std::span<const Metric> metricDictionary() { return kMetrics; }

const Metric* findMetric(std::string_view id) {
    for (const Metric& metric : kMetrics)
        if (metric.id == id) return &metric;
    return nullptr;
}

std::vector<PerfworksTerm> perfworksTerms(const Metric& metric) {
    constexpr std::string_view kPlus = " + ";
    constexpr std::string_view kTimes = " * ";
    std::vector<PerfworksTerm> terms;
    std::string_view rest = metric.perfworks;
    while (!rest.empty()) {
        const std::size_t plus = rest.find(kPlus);
        PerfworksTerm term{1, rest.substr(0, plus)};
        if (const std::size_t times = term.name.find(kTimes); times != std::string_view::npos) {
            term.factor = std::strtod(std::string(term.name.substr(0, times)).c_str(), nullptr);
            term.name.remove_prefix(times + kTimes.size());
        }
        terms.push_back(term);
        rest.remove_prefix(plus == std::string_view::npos ? rest.size() : plus + kPlus.size());
    }
    return terms;
}

}  // namespace lanescope
