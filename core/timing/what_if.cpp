// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/what_if.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"
#include "core/sass/listing.h"
#include "core/timing/launch_setting.h"

namespace lanescope::timing {
namespace {

constexpr RealRange kAmounts{1e-30, 1e30};
constexpr std::string_view kClock = "clock_under_load";
/// Cycles that are times of something else than a multiprocessor.
constexpr std::array<std::string_view, 7> kBeyond{
    "dram_latency",     "dram_queue_cycles",   "dram_load_window",         "page_miss_cycles",
    "cold_code_cycles", "memory_start_cycles", "memory_start_share_cycles"};
/// Rates that go with the clock.
constexpr std::array<std::string_view, 2> kWithClock{"l2_bandwidth", "block_launch_rate"};

Result<Amount> amountFrom(const std::string& name, std::string text) {
    Amount amount;
    amount.times = text.ends_with('x');
    if (amount.times) text.pop_back();
    const Result<double> value = realNumber(name, text, kAmounts);
    if (!value) return fail(value.error());
    amount.value = *value;
    return amount;
}

void scale(GpuSpec& gpu, std::string_view id, double factor) {
    if (const auto found = gpu.values.find(std::string(id)); found != gpu.values.end()) found->second.value *= factor;
}

}  // namespace

Result<WhatIf> whatIfFrom(std::span<const std::string> words) {
    WhatIf what;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0)
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "--what-if"}, {"value", word}, {"legal", textOf("timing.what_if_form"_id)}});
        const std::string name = word.substr(0, equals);
        const std::string value = word.substr(equals + 1);
        const bool own = name == "clock" || name == "registers" || name == "shared";
        if (!own && findGpuQuantity(name) == nullptr) {
            what.parameters[name] = value;
            continue;
        }
        const Result<Amount> amount = amountFrom(name, value);
        if (!amount) return fail(amount.error());
        if (name == "clock")
            what.clock = *amount;
        else if (name == "registers")
            what.registers = *amount;
        else if (name == "shared")
            what.shared = *amount;
        else
            what.quantities[name] = *amount;
    }
    return what;
}

Result<void> checkNames(const WhatIf& what, const GpuSpec& gpu, std::span<const std::string> parameters) {
    for (const auto& [name, value] : what.parameters) {
        if (std::ranges::find(parameters, name) != parameters.end()) continue;
        std::string quantities;
        for (const GpuQuantity& one : gpuQuantities())
            if (gpu.find(one.id) != nullptr) quantities += (quantities.empty() ? "" : ", ") + std::string(one.id);
        std::string own;
        for (const std::string& one : parameters) own += (own.empty() ? "" : ", ") + one;
        const Message names = own.empty() ? Message("timing.what_if_names"_id, {{"quantities", quantities}})
                                          : Message("timing.what_if_names_and_parameters"_id,
                                                    {{"quantities", quantities}, {"parameters", own}});
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "--what-if"}, {"value", name + "=" + value}, {"legal", inWords(names)}});
    }
    return {};
}

Result<GpuSpec> changed(const GpuSpec& gpu, const WhatIf& what) {
    GpuSpec other = gpu;
    if (what.clock) {
        const auto known = other.values.find(std::string(kClock));
        if (known != other.values.end()) {
            const double before = known->second.value;
            known->second.value = what.clock->of(before);
            known->second.source = textOf("timing.what_if_given"_id);
            const double factor = known->second.value / before;
            for (const std::string_view id : kBeyond) scale(other, id, factor);
            for (const std::string_view id : kWithClock) scale(other, id, factor);
        }
    }
    for (const auto& [id, amount] : what.quantities) {
        const auto known = other.values.find(id);
        if (known == other.values.end())
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", id},
                         {"value", ""},
                         {"legal", inWords(Message("timing.what_if_unknown"_id, {{"gpu", gpu.title}}))}});
        known->second.value = amount.of(known->second.value);
        if (findGpuQuantity(id)->whole) known->second.value = std::max(1.0, std::round(known->second.value));
        known->second.source = textOf("timing.what_if_given"_id);
    }
    return other;
}

LaunchSample changed(const LaunchSample& sample, const WhatIf& what) {
    LaunchSample other = sample;
    if (what.shared)
        other.sharedBytes = static_cast<std::uint64_t>(what.shared->of(static_cast<double>(sample.sharedBytes)));
    return other;
}

std::optional<std::uint64_t> changed(std::optional<std::uint64_t> registers, const LaunchSample& sample,
                                     const WhatIf& what) {
    if (!what.registers) return registers;
    const std::uint64_t now =
        registers.value_or(sample.listing ? sample.listing->resources.registers : kUsualRegisters);
    return static_cast<std::uint64_t>(std::max(1.0, std::round(what.registers->of(static_cast<double>(now)))));
}

}  // namespace lanescope::timing
