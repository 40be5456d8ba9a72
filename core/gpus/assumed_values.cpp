// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/assumed_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"

namespace lanescope {
namespace {

constexpr std::string_view kClock = "clock_under_load";

/// A quantity that goes over by the ratio of others: times `with`, over `without`.
struct Scaled {
    std::string_view id;
    std::string_view how;  ///< text
    std::string_view with;
    std::string_view alsoWith = {};
    std::string_view without = {};
};

constexpr std::array kScaled{
    Scaled{"dram_latency_spread", "assumed.nanoseconds"_id, kClock},
    Scaled{"joined_read_cycles", "assumed.nanoseconds"_id, kClock},
    Scaled{"dram_queue_cycles", "assumed.clocks"_id, kClock},
    Scaled{"dram_load_window", "assumed.clocks"_id, kClock},
    Scaled{"dram_line_cycles", "assumed.clocks"_id, kClock},
    Scaled{"page_miss_cycles", "assumed.clocks"_id, kClock},
    Scaled{"cold_code_cycles", "assumed.clocks"_id, kClock},
    Scaled{"memory_start_cycles", "assumed.clocks"_id, kClock},
    Scaled{"memory_start_share_cycles", "assumed.clocks"_id, kClock},
    Scaled{"block_launch_rate", "assumed.clocks"_id, kClock},
    Scaled{"atomic_spread_rate", "assumed.multiprocessors"_id, "sm_count"},
    Scaled{"l2_bandwidth", "assumed.multiprocessors_and_clocks"_id, "sm_count", kClock},
    Scaled{"l2_write_rate", "assumed.l2_bytes"_id, "l2_bandwidth", {}, kClock},
    Scaled{"l2_partial_write_rate", "assumed.l2_bytes"_id, "l2_bandwidth", {}, kClock},
    Scaled{"l2_lone_write_rate", "assumed.partial_writes"_id, "l2_partial_write_rate"},
    Scaled{"dram_bandwidth", "assumed.bandwidths"_id, "memory_bandwidth"},
    Scaled{"dram_run64_bandwidth", "assumed.bandwidths"_id, "dram_bandwidth"},
    Scaled{"dram_run128_bandwidth", "assumed.bandwidths"_id, "dram_bandwidth"},
    Scaled{"atomic_latency", "assumed.l2_latencies"_id, "l2_latency"},
    Scaled{"l2_kept", "assumed.share_of_l2"_id, "l2_size"},
    Scaled{"l2_kept_once", "assumed.share_of_l2"_id, "l2_size"},
    Scaled{"l2_dirty", "assumed.share_of_l2"_id, "l2_size"},
    Scaled{"l2_replay_kept", "assumed.share_of_l2"_id, "l2_size"},
    Scaled{"l2_write_room", "assumed.share_of_l2"_id, "l2_size"},
};

/// Of the architecture: a preset of the same compute capability has them, and no other's can stand in.
constexpr std::array<std::string_view, 16> kOfCapability{
    "issue_rate",           "fp32_throughput", "fp64_throughput",
    "alu_throughput",       "sfu_throughput",  "conversion_throughput",
    "fp32_latency",         "fp64_latency",    "int32_latency",
    "l1_latency",           "shared_latency",  "sfu_latency",
    "l1_request_cycles",    "l1_size",         "l2_partitions",
    "shared_atomic_latency"};

/// Nobody can tell these of another GPU: they have to be measured, or the driver's.
constexpr std::array<std::string_view, 5> kOwn{kClock, "sm_count", "l2_size", "l2_latency", "dram_latency"};

/// "NVIDIA H200": "H200".
std::string nameOf(const GpuSpec& gpu) {
    constexpr std::string_view kMaker = "NVIDIA ";
    return gpu.title.starts_with(kMaker) ? gpu.title.substr(kMaker.size()) : gpu.title;
}

struct Assumption {
    double value = 0;
    std::string source;
};

/// `how`: a text.
std::string sourceOf(const GpuSpec& whose, std::string_view how) {
    return inWords(Message("assumed.like"_id, {{"gpu", nameOf(whose)}, {"how", textOf(how)}}));
}

/// Of a preset of the same compute capability; of several that whose multiprocessors are as many, or nearly so.
const GpuSpec* kinOf(const GpuSpec& gpu, std::string_view id, const GpuPresets& presets) {
    const auto count = [](const GpuSpec& one) {
        const GpuValue* const value = one.find("sm_count");
        return value != nullptr ? value->value : 0;
    };
    const GpuSpec* nearest = nullptr;
    for (const GpuSpec& one : presets.all()) {
        if (one.computeCapability != gpu.computeCapability || one.find(id) == nullptr) continue;
        const auto off = [&](const GpuSpec& other) { return std::abs(count(other) - count(gpu)); };
        if (nearest == nullptr || off(one) < off(*nearest)) nearest = &one;
    }
    return nearest;
}

/// Multiprocessors that can give blocks as much shared memory have the same L1.
const GpuSpec* withAsMuchShared(const GpuSpec& gpu, const GpuPresets& presets) {
    const GpuValue* const shared = gpu.find("shared_per_sm");
    if (shared == nullptr) return nullptr;
    const auto found = std::ranges::find_if(presets.all(), [&](const GpuSpec& one) {
        const GpuValue* const its = one.find("shared_per_sm");
        return its != nullptr && its->value == shared->value && one.find("l1_size") != nullptr;
    });
    return found == presets.all().end() ? nullptr : &*found;
}

std::optional<Assumption> ofCapability(const GpuSpec& gpu, std::string_view id, const GpuPresets& presets) {
    const GpuSpec* kin = kinOf(gpu, id, presets);
    std::string_view text = "assumed.capability"_id;
    if (kin == nullptr && id == "l1_size") {
        kin = withAsMuchShared(gpu, presets);
        text = "assumed.as_much_shared"_id;
    }
    if (kin == nullptr && id == "l2_partitions") return Assumption{1, textOf("assumed.one"_id)};
    if (kin == nullptr) return std::nullopt;
    return Assumption{kin->find(id)->value, sourceOf(*kin, text)};
}

/// a / b of a quantity; nothing if either lacks it.
std::optional<double> ratioOf(std::string_view id, const GpuSpec& a, const GpuSpec& b) {
    if (id.empty()) return 1;
    const GpuValue* const mine = a.find(id);
    const GpuValue* const its = b.find(id);
    if (mine == nullptr || its == nullptr) return std::nullopt;
    return mine->value / its->value;
}

/// Two operations for each lane of its pipes, which libraries come near to where they have no tensor cores for it.
std::optional<Assumption> ofPipes(const GpuSpec& gpu, std::string_view throughput) {
    constexpr double kLanes = 32, kOperations = 2;
    const GpuValue* const each = gpu.find(throughput);
    const GpuValue* const all = gpu.find("sm_count");
    const GpuValue* const clock = gpu.find(kClock);
    if (each == nullptr || all == nullptr || clock == nullptr) return std::nullopt;
    return Assumption{kOperations * kLanes * each->value * all->value * clock->value,
                      inWords(Message("assumed.pipes"_id, {{"quantity", throughput}}))};
}

std::optional<Assumption> byRule(const GpuSpec& gpu, const GpuQuantity& quantity, const GpuSpec& reference) {
    const GpuValue* const known = reference.find(quantity.id);
    if (known == nullptr) return std::nullopt;
    const auto* const scaled = std::ranges::find(kScaled, quantity.id, &Scaled::id);
    if (scaled == kScaled.end())
        return Assumption{known->value, quantity.unit == "cycles"
                                            ? sourceOf(reference, "assumed.cycles"_id)
                                            : inWords(Message("assumed.same"_id, {{"gpu", nameOf(reference)}}))};
    const auto with = ratioOf(scaled->with, gpu, reference);
    const auto also = ratioOf(scaled->alsoWith, gpu, reference);
    const auto without = ratioOf(scaled->without, gpu, reference);
    if (!with || !also || !without) return std::nullopt;
    const double value = known->value * *with * *also / *without;
    return Assumption{quantity.whole ? std::max(1.0, std::round(value)) : value, sourceOf(reference, scaled->how)};
}

std::optional<Assumption> assumptionOf(const GpuSpec& gpu, const GpuQuantity& quantity, const GpuSpec& reference,
                                       const GpuPresets& presets) {
    if (std::ranges::find(kOwn, quantity.id) != kOwn.end()) return std::nullopt;
    if (std::ranges::find(kOfCapability, quantity.id) != kOfCapability.end())
        return ofCapability(gpu, quantity.id, presets);
    if (quantity.id == "library_f32_rate") return ofPipes(gpu, "fp32_throughput");
    if (quantity.id == "library_f64_rate") return ofPipes(gpu, "fp64_throughput");
    return byRule(gpu, quantity, reference);
}

}  // namespace

std::vector<std::string> addAssumed(GpuSpec& gpu, std::span<const std::string_view> wanted, const GpuSpec& reference,
                                    const GpuPresets& presets) {
    std::vector<std::string> added;
    const auto add = [&](std::string_view id) {
        const GpuQuantity* const quantity = findGpuQuantity(id);
        if (quantity == nullptr || gpu.find(id) != nullptr) return;
        std::optional<Assumption> taken = assumptionOf(gpu, *quantity, reference, presets);
        if (!taken) return;
        const auto reason = gpu.missing.find(std::string(id));
        if (reason != gpu.missing.end()) {
            taken->source =
                inWords(Message("assumed.because"_id, {{"assumed", taken->source}, {"reason", reason->second}}));
            gpu.missing.erase(reason);
        }
        gpu.values[std::string(id)] = {taken->value, std::string(quantity->unit), taken->source, {}, {}, true};
        added.emplace_back(id);
    };
    // What others go by comes first.
    for (const Scaled& scaled : kScaled)
        for (const std::string_view id : {scaled.with, scaled.alsoWith, scaled.without})
            if (std::ranges::find(wanted, id) != wanted.end()) add(id);
    for (const std::string_view id : wanted) add(id);
    return added;
}

std::size_t assumedOf(const GpuSpec& gpu) {
    return static_cast<std::size_t>(
        std::ranges::count_if(gpu.values, [](const auto& value) { return value.second.assumed; }));
}

}  // namespace lanescope
