// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/plausibility.h"

#include <array>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"

namespace lanescope {
namespace {

/// `smaller` · factor must not be above `larger`.
struct Order {
    const char* smaller;
    const char* larger;
    double factor = 1;
};

constexpr double kRounding = 0.95;  ///< a throughput or bandwidth may be measured that much above its limit

constexpr std::array kOrders{
    Order{"l1_latency", "l2_latency"},
    Order{"l2_latency", "dram_latency"},
    Order{"shared_latency", "l2_latency"},
    Order{"shared_atomic_latency", "atomic_latency"},
    Order{"fp32_latency", "l1_latency"},
    Order{"departure_delay_coalesced", "dram_latency"},
    Order{"departure_delay_uncoalesced", "dram_latency"},
    Order{"fp32_throughput", "issue_rate", kRounding},
    Order{"int32_throughput", "issue_rate", kRounding},
    Order{"fp64_throughput", "fp32_throughput", kRounding},
    Order{"sfu_throughput", "fp32_throughput", kRounding},
    Order{"fp32_throughput", "cores_per_sm", 32 * kRounding},
    Order{"dram_bandwidth", "memory_bandwidth", kRounding},
    Order{"dram_bandwidth", "l2_bandwidth"},
    Order{"l2_bandwidth", "l1_bandwidth"},
    Order{"l1_bandwidth", "shared_bandwidth", kRounding},  // one and the same memory, and data path
    Order{"copy_to_device", "pinned_to_device", kRounding},
    Order{"copy_from_device", "pinned_from_device", kRounding},
    Order{"pinned_to_device", "dram_bandwidth"},
    Order{"clock_under_load", "clock", 0.97},  // the GPU's own timer is a little off
    Order{"launch_interval", "launch_overhead", 0.2},
    Order{"queued_launch_interval", "launch_interval", kRounding},
    Order{"queued_launch_interval", "launch_gap", kRounding},
    Order{"l2_near_latency", "l2_far_latency"},
    Order{"l2_far_latency", "dram_latency"},
    Order{"l1_latency", "l2_near_latency"},
    Order{"atomic_near_latency", "atomic_far_latency"},
    Order{"l1_request_cycles", "l1_latency"},
    Order{"taken_branch_cycles", "l1_latency"},
    Order{"predicate_latency", "l1_latency"},
    Order{"barrier_warp_cycles", "barrier_base_cycles"},
    Order{"alu_throughput", "issue_rate", kRounding},
    Order{"conversion_throughput", "alu_throughput", kRounding},
    Order{"conversion_throughput", "conversion32_throughput", kRounding},
    Order{"sqrt_throughput", "fp32_throughput", kRounding},
    Order{"ex2_throughput", "fp32_throughput", kRounding},
    Order{"lg2_throughput", "fp32_throughput", kRounding},
    Order{"sin_throughput", "fp32_throughput", kRounding},
    Order{"cos_throughput", "fp32_throughput", kRounding},
    Order{"l2_partial_write_rate", "l2_write_rate", kRounding},
    Order{"dram_write_bandwidth", "memory_bandwidth", kRounding},
    Order{"dram_copy_bandwidth", "memory_bandwidth", kRounding},
    Order{"dram_run32_bandwidth", "dram_run64_bandwidth", kRounding},
    Order{"dram_run64_bandwidth", "dram_run128_bandwidth", kRounding},
    Order{"dram_run128_bandwidth", "dram_bandwidth", kRounding},
    Order{"constant_latency", "l2_latency"},
    Order{"memory_port_cycles", "l1_latency"},
    Order{"request_cycles", "shared_latency"},
    Order{"store_address_passes", "shared_latency"},
    Order{"special_register_cycles", "l1_latency"},
    Order{"barrier_opening_cycles", "barrier_cycles"},
    Order{"constant_word_cycles", "constant_latency"},
    Order{"constant_word_latency", "constant_latency"},
    Order{"indexed_constant_miss_cycles", "l2_latency"},
    Order{"store_sector_cycles", "store_line_cycles", kRounding},
    Order{"store_line_cycles", "l2_latency"},
    Order{"load_line_cycles", "l2_latency"},
    Order{"wide_product_throughput", "issue_rate", kRounding},
    Order{"shift_throughput", "issue_rate", kRounding},
    Order{"popc_throughput", "issue_rate", kRounding},
    Order{"behind_wide_product_cycles", "l1_latency"},
    Order{"l1_request_cycles", "l1_request8_cycles", kRounding},
    Order{"l1_request8_cycles", "l1_request16_cycles", kRounding},
    Order{"atomic_alone_rate", "atomic_spread_rate", kRounding},
    Order{"l2_random_bytes", "l2_size", kRounding},
    Order{"code_fetch_cycles", "l2_latency"},
    Order{"warp_fill_cycles", "block_fill_cycles"},
    Order{"warp_spacing_cycles", "block_fill_cycles"},
    Order{"block_fill_cycles", "block_turn_cycles"},
};

std::string valueText(const GpuValue& value) {
    return numbers::plain(value.value, 4) + (value.unit.empty() ? "" : " ") + value.unit;
}

}  // namespace

std::map<std::string, std::string> implausible(const GpuSpec& gpu) {
    constexpr double kMostSpread = 0.25;
    std::map<std::string, std::string> reasons;
    for (const auto& [id, value] : gpu.values) {
        if (value.benchmark.empty()) continue;
        if (!(value.value > 0) || !std::isfinite(value.value))
            reasons[id] = inWords(Message("calibrate.impossible"_id, {{"value", valueText(value)}}));
        else if (value.spread.value_or(0) > kMostSpread)
            reasons[id] =
                inWords(Message("calibrate.not_repeated"_id,
                                {{"percent", static_cast<int>(100 * kMostSpread)}, {"value", valueText(value)}}));
    }
    for (const Order& order : kOrders) {
        const GpuValue* smaller = gpu.find(order.smaller);
        const GpuValue* larger = gpu.find(order.larger);
        if (smaller == nullptr || larger == nullptr || smaller->value * order.factor <= larger->value) continue;
        const std::string reason = inWords(Message("calibrate.implausible"_id, {{"smaller", order.smaller},
                                                                                {"small", valueText(*smaller)},
                                                                                {"larger", order.larger},
                                                                                {"large", valueText(*larger)}}));
        if (!smaller->benchmark.empty()) reasons.try_emplace(order.smaller, reason);
        if (!larger->benchmark.empty()) reasons.try_emplace(order.larger, reason);
    }
    return reasons;
}

}  // namespace lanescope
