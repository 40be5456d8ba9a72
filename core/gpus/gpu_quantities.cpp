// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/gpu_quantities.h"

#include <array>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace lanescope {
namespace {

/// Its meaning is the text quantity.ID.
struct Row {
    std::string_view id;
    std::string_view unit;
    bool whole = false;
};

constexpr bool kWhole = true;

constexpr std::array kQuantities{
    // what a multiprocessor has room for
    Row{"sm_count", "", kWhole},
    Row{"cores_per_sm", "", kWhole},
    Row{"max_threads_per_block", "", kWhole},
    Row{"max_threads_per_sm", "", kWhole},
    Row{"max_warps_per_sm", "", kWhole},
    Row{"max_blocks_per_sm", "", kWhole},
    Row{"registers_per_sm", "", kWhole},
    Row{"registers_per_block", "", kWhole},
    Row{"max_registers_per_thread", "", kWhole},
    Row{"register_allocation_unit", "", kWhole},
    Row{"warp_allocation_granularity", "", kWhole},
    Row{"shared_per_sm", "B", kWhole},
    Row{"shared_per_block", "B", kWhole},
    Row{"shared_allocation_unit", "B", kWhole},
    Row{"shared_reserved_per_block", "B", kWhole},
    Row{"memory_size", "B", kWhole},
    Row{"l2_size", "B", kWhole},
    // rates of the board, as its maker tells them
    Row{"clock", "Hz"},
    Row{"clock_under_load", "Hz"},
    Row{"memory_clock", "Hz"},
    Row{"memory_bandwidth", "B/s"},
    // latencies
    Row{"dram_latency", "cycles"},
    Row{"l2_latency", "cycles"},
    Row{"l1_latency", "cycles"},
    Row{"shared_latency", "cycles"},
    Row{"cache_latency", "cycles"},
    Row{"atomic_latency", "cycles"},
    Row{"shared_atomic_latency", "cycles"},
    Row{"fp32_latency", "cycles"},
    Row{"fp64_latency", "cycles"},
    Row{"int32_latency", "cycles"},
    Row{"sfu_latency", "cycles"},
    // what more of the same costs
    Row{"atomic_contended_cycles", "cycles"},
    Row{"shared_atomic_contended_cycles", "cycles"},
    Row{"departure_delay_coalesced", "cycles"},
    Row{"departure_delay_uncoalesced", "cycles"},
    Row{"divergent_branch_cycles", "cycles"},
    Row{"barrier_cycles", "cycles"},
    Row{"fp32_issue_cycles", "cycles"},
    Row{"fp64_issue_cycles", "cycles"},
    Row{"pipeline_depth", ""},
    // throughputs
    Row{"issue_rate", ""},
    Row{"fp32_throughput", ""},
    Row{"fp64_throughput", ""},
    Row{"int32_throughput", ""},
    Row{"sfu_throughput", ""},
    Row{"shared_throughput", ""},
    // bandwidths, measured
    Row{"dram_bandwidth", "B/s"},
    Row{"l2_bandwidth", "B/s"},
    Row{"l1_bandwidth", "B/s"},
    Row{"shared_bandwidth", "B/s"},
    Row{"copy_to_device", "B/s"},
    Row{"copy_from_device", "B/s"},
    Row{"pinned_to_device", "B/s"},
    Row{"pinned_from_device", "B/s"},
    Row{"copy_on_device", "B/s"},
    Row{"copy_latency", "s"},
    Row{"launch_overhead", "s"},
    Row{"launch_interval", "s"},
    Row{"block_launch_rate", "1/s"},
    // what libraries and the host take, of a plan's timeline
    Row{"library_f32_rate", "1/s"},
    Row{"library_f64_rate", "1/s"},
    Row{"library_call_time", "s"},
    Row{"library_f32_step_time", "s"},
    Row{"library_f64_step_time", "s"},
    Row{"library_rank_step_time", "s"},
    Row{"library_solve_step_time", "s"},
    Row{"queued_copy_latency", "s"},
    Row{"host_launch_time", "s"},
    Row{"host_library_time", "s"},
    Row{"host_wait_time", "s"},
    Row{"host_library_rate", "1/s"},
    Row{"host_call_time", "s"},
    Row{"host_loop_rate", "1/s"},
    Row{"host_write_rate", "B/s"},
    // what the models of time need besides
    Row{"alu_throughput", ""},
    Row{"predicate_latency", "cycles"},
    Row{"taken_branch_cycles", "cycles"},
    Row{"barrier_base_cycles", "cycles"},
    Row{"barrier_opening_cycles", "cycles"},
    Row{"barrier_warp_cycles", "cycles"},
    Row{"request_cycles", "cycles"},
    Row{"request_queue", ""},
    Row{"global_request_queue", ""},
    Row{"requests_held", "", kWhole},
    Row{"store_queue_cycles", "cycles"},
    Row{"dram_queue_cycles", "cycles"},
    Row{"dram_latency_spread", "cycles"},
    Row{"joined_read_cycles", "cycles"},
    Row{"block_turn_cycles", "cycles"},
    Row{"cold_start_cycles", "cycles"},
    Row{"cold_code_cycles", "cycles"},
    Row{"dram_efficiency", ""},
    Row{"late_write_share", ""},
    Row{"refilled_sector_reads", ""},
    Row{"l1_size", "B", kWhole},
    Row{"launch_gap", "s"},
    Row{"constant_latency", "cycles"},
    Row{"constant_word_cycles", "cycles"},
    Row{"special_register_cycles", "cycles"},
    Row{"uniform_register_cycles", "cycles"},
    Row{"warp_sum_cycles", "cycles"},
    Row{"constant_queue", ""},
    Row{"constant_word_latency", "cycles"},
    Row{"indexed_constant_bytes", "B", kWhole},
    Row{"indexed_constant_miss_cycles", "cycles"},
    Row{"uniform_constant_bytes", "B", kWhole},
    Row{"uniform_constant_miss_cycles", "cycles"},
    Row{"uniform_constant_fill_cycles", "cycles"},
    Row{"constant_piece_bytes", "B", kWhole},
    Row{"operand_read_cycles", "cycles"},
    Row{"register_read_cycles", "cycles"},
    Row{"operands_in_time", ""},
    Row{"conversion_throughput", ""},
    Row{"half_result_cycles", "cycles"},
    Row{"fp64_result_cycles", "cycles"},
    Row{"behind_wide_product_cycles", "cycles"},
    Row{"constant_first_cycles", "cycles"},
    Row{"constant_together_cycles", "cycles"},
    Row{"barrier_blocks_cycles", "cycles"},
    Row{"meeting_cycles", "cycles"},
    Row{"in_turn_warps", ""},
    Row{"expansion_cycles", "cycles"},
    Row{"long_expansion_cycles", "cycles"},
    Row{"dram_load_window", "cycles"},
    Row{"dram_queue_limit", ""},
    Row{"dram_queue_room", ""},
    Row{"l1_ways", "", kWhole},
    Row{"l1_reserved", "B", kWhole},
    Row{"scheduled_load_cycles", "cycles"},
    Row{"scheduled_shared_cycles", "cycles"},
    Row{"scheduled_sfu_cycles", "cycles"},
    Row{"scheduled_fp64_cycles", "cycles"},
    Row{"scheduled_result_cycles", "cycles"},
    Row{"scheduled_values_reserve", "", kWhole},
    Row{"scheduled_loads_reserve", "", kWhole},
    Row{"l1_tag_rate", ""},
    Row{"l2_kept", "B", kWhole},
    Row{"l2_kept_once", "B", kWhole},
    Row{"l2_partitions", "", kWhole},
    Row{"l2_dirty", "B", kWhole},
    Row{"l2_dirty_sharpness", ""},
    Row{"l2_replay_kept", "B", kWhole},
    Row{"l2_write_room", "B", kWhole},
    Row{"l2_late_writes", ""},
    Row{"l1_fill_cycles", "cycles"},
    Row{"l1_replay_cycles", "cycles"},
    Row{"page_miss_cycles", "cycles"},
    Row{"memory_start_cycles", "cycles"},
    Row{"memory_start_share_cycles", "cycles"},
    Row{"atomic_lane_cycles", "cycles"},
    Row{"atomic_sector_cycles", "cycles"},
    Row{"atomic_float_lane_cycles", "cycles"},
    Row{"atomic_spread_rate", ""},
    Row{"atomic_queue", ""},
    Row{"atomic_span_bytes", "B", kWhole},
    Row{"atomic_piece_bytes", "B", kWhole},
    Row{"dram_run64_bandwidth", "B/s"},
    Row{"dram_line_cycles", "cycles"},
    Row{"l2_write_rate", ""},
    Row{"l2_partial_write_rate", ""},
    Row{"l2_lone_write_rate", ""},
    Row{"hot_store_cycles", "cycles"},
    Row{"l1_request_cycles", "cycles"},
    Row{"line_waiting_requests", ""},
    Row{"store_exit_cycles", "cycles"},
    Row{"memory_port_cycles", "cycles"},
    Row{"requests_at_once", "", kWhole},
    Row{"store_address_passes", ""},
    Row{"store_sector_cycles", "cycles"},
    Row{"store_line_cycles", "cycles"},
    Row{"load_line_cycles", "cycles"},
    Row{"returned_lines", "", kWhole},
    Row{"joined_stores", "", kWhole},
    Row{"joined_store_lines", "", kWhole},
    Row{"block_fill_cycles", "cycles"},
    Row{"warp_start_cycles", "cycles"},
    Row{"warp_exit_cycles", "cycles"},
    Row{"warp_fill_cycles", "cycles"},
    Row{"warp_spacing_cycles", "cycles"},
    // what counters see besides
    Row{"block_setup_cycles", "cycles"},
    Row{"further_block_setup_cycles", "cycles"},
    Row{"pairs_under_way", ""},
    Row{"l2_copy_cycles", "cycles"},
    Row{"l2_start_cycles", "cycles"},
    Row{"counted_latency_spread_cycles", "cycles"},
    Row{"constant_alone_cycles", "cycles"},
    Row{"constant_replayed_cycles", "cycles"},
    Row{"constant_share_cycles", "cycles"},
    // of older files: a guess at what constants that are named first do
    Row{"scheduler_setup_cycles", "cycles"},
    // likewise: barrier_base_cycles, which knew nothing of the warps
    Row{"barrier_release_cycles", "cycles"},
    // likewise: what was published of requests to several lines, and is not seen on the H200
    Row{"l1_tag_cycles", "cycles"},
    // likewise: inferred, before what contended additions take was measured
    Row{"atomic_address_cycles", "cycles"},
    Row{"atomic_float_address_cycles", "cycles"},
    Row{"atomic_rate", ""},
    // measured, and not asked for by a model yet
    Row{"alu_latency", "cycles"},
    Row{"queued_launch_interval", "s"},
    Row{"atomic_double_lane_cycles", "cycles"},
    Row{"tlb_miss_cycles", "cycles"},
    Row{"l2_near_latency", "cycles"},
    Row{"l2_far_latency", "cycles"},
    Row{"atomic_near_latency", "cycles"},
    Row{"atomic_far_latency", "cycles"},
    Row{"l2_lone_sector_rate", ""},
    Row{"l2_pair_rate", ""},
    Row{"l2_line_rate", ""},
    Row{"dram_write_bandwidth", "B/s"},
    Row{"dram_copy_bandwidth", "B/s"},
    Row{"dram_run32_bandwidth", "B/s"},
    Row{"dram_run128_bandwidth", "B/s"},
    Row{"outstanding_lines", ""},
    Row{"conversion32_throughput", ""},
    Row{"sqrt_throughput", ""},
    Row{"ex2_throughput", ""},
    Row{"lg2_throughput", ""},
    Row{"sin_throughput", ""},
    Row{"cos_throughput", ""},
    Row{"wide_product_throughput", ""},
    Row{"shift_throughput", ""},
    Row{"popc_throughput", ""},
    Row{"l1_request8_cycles", "cycles"},
    Row{"l1_request16_cycles", "cycles"},
    Row{"atomic_random_rate", ""},
    Row{"atomic_alone_rate", ""},
    Row{"l2_one_line_rate", ""},
    Row{"stores_under_way_cycles", "cycles"},
    Row{"l2_random_bytes", "B", kWhole},
    Row{"code_near_bytes", "B", kWhole},
    Row{"code_fetch_cycles", "cycles"},
};

}  // namespace

std::span<const GpuQuantity> gpuQuantities() {
    static const std::vector<GpuQuantity> all = [] {
        std::vector<GpuQuantity> quantities;
        quantities.reserve(kQuantities.size());
        for (const Row& row : kQuantities)
            quantities.push_back({row.id, row.unit, textOf("quantity." + std::string(row.id)), row.whole});
        return quantities;
    }();
    return all;
}

const GpuQuantity* findGpuQuantity(std::string_view id) {
    for (const GpuQuantity& quantity : gpuQuantities())
        if (quantity.id == id) return &quantity;
    return nullptr;
}

}  // namespace lanescope
