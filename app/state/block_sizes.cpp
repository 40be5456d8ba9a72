// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/block_sizes.h"

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

/// Of a range: all of a side or a number of warps, and of threads whole warps.
std::vector<std::string> valuesOf(const Algorithm& algorithm, const ParameterSpec& spec, const Parameters& parameters) {
    if (!spec.values.empty()) return algorithm.legalValues(spec, parameters);
    constexpr std::int64_t kWarp = 32, kLargestBlock = 1024;
    const std::int64_t step = spec.maximum <= kWarp ? 1 : kWarp;
    std::vector<std::string> values;
    for (std::int64_t value = step; value <= std::min(spec.maximum, kLargestBlock); value += step)
        if (value >= spec.minimum) values.push_back(std::to_string(value));
    return values;
}

}  // namespace

std::vector<OtherBlock> blockSizes(const Algorithm& algorithm, const Parameters& parameters, std::size_t launch,
                                   const GpuSpec& gpu, const Recordings& recordings, const sass::MachineCodes* codes) {
    const ParameterSpec* const size = algorithm.blockSpec();
    if (size == nullptr) return {};
    std::vector<std::string> values = valuesOf(algorithm, *size, parameters);
    values.insert(values.begin(), parameters.value(size->name));  // of equal blocks the chosen one stays
    std::map<std::uint64_t, OtherBlock> byThreads;
    for (const std::string& value : values) {
        Parameters choice = parameters;
        choice.set(size->name, value);
        const Result<Plan> plan = algorithm.plan(choice);
        if (!plan) continue;
        const auto blocks = launchBlocksOf(*plan, recordings.find(algorithm.id(), choice), gpu, codes);
        if (launch >= blocks.size()) continue;
        byThreads.try_emplace(blocks[launch].block.threads,
                              OtherBlock{size->name + "=" + value, blocks[launch].block, choice});
    }
    std::vector<OtherBlock> all;
    for (auto& [threads, block] : byThreads) all.push_back(std::move(block));
    return all;
}

}  // namespace lanescope
