// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/resources.h"

#include <algorithm>
#include <array>

#include "core/rules/memory_chart.h"

namespace lanescope::rules {
namespace {

using enum Resource;

constexpr std::array kResources{Fp32, Fp64, Issue, Shared, L1, L2, Dram};
constexpr double kLanes = 32, kOperationsOfFma = 2;

bool isCalibrated(const GpuValue& value) { return !value.benchmark.empty(); }

/// So much of each multiprocessor in a cycle.
std::optional<Ceiling> perCycle(Resource resource, const GpuSpec& gpu, std::string_view id, double each) {
    const GpuValue* const rate = gpu.find(id);
    const GpuValue* const multiprocessors = gpu.find("sm_count");
    const GpuValue* const underLoad = gpu.find("clock_under_load");
    const GpuValue* const clock = underLoad != nullptr ? underLoad : gpu.find("clock");
    if (rate == nullptr || multiprocessors == nullptr || clock == nullptr) return std::nullopt;
    return Ceiling{resource, rate->value * each * multiprocessors->value * clock->value, isCalibrated(*rate),
                   rate->source};
}

std::optional<Ceiling> bandwidth(Resource resource, const GpuSpec& gpu, std::string_view id) {
    const GpuValue* const value = gpu.find(id);
    if (value == nullptr) return std::nullopt;
    return Ceiling{resource, value->value, isCalibrated(*value), value->source};
}

std::optional<Fact> operationsOf(const LaunchFacts& facts, std::string_view id) {
    const Fact* const fact = facts.find(id);
    return fact == nullptr ? std::nullopt : std::optional(*fact);
}

std::optional<Fact> amountOf(Resource resource, const LaunchFacts& facts, const std::vector<LevelTraffic>& chart) {
    switch (resource) {
        case Fp32: return operationsOf(facts, "fp32_operations");
        case Fp64: return operationsOf(facts, "fp64_operations");
        case Issue: return operationsOf(facts, "warp_instructions");
        default: break;
    }
    const auto level = std::ranges::find(chart, resource, &LevelTraffic::level);
    return level == chart.end() ? std::nullopt : level->total.fact;
}

}  // namespace

std::span<const Resource> resources() { return kResources; }

std::span<const Resource> memoryLevels() { return std::span(kResources).subspan(3); }

std::string_view idOf(Resource resource) {
    switch (resource) {
        case Fp32: return "fp32";
        case Fp64: return "fp64";
        case Issue: return "issue";
        case Shared: return "shared";
        case L1: return "l1";
        case L2: return "l2";
        case Dram: break;
    }
    return "dram";
}

Message nameOf(Resource resource) {
    switch (resource) {
        case Fp32: return Message("rules.resource.fp32"_id);
        case Fp64: return Message("rules.resource.fp64"_id);
        case Issue: return Message("rules.resource.issue"_id);
        case Shared: return Message("rules.resource.shared"_id);
        case L1: return Message("rules.resource.l1"_id);
        case L2: return Message("rules.resource.l2"_id);
        case Dram: break;
    }
    return Message("rules.resource.dram"_id);
}

std::string_view metricOf(Resource resource) {
    switch (resource) {
        case Fp32: return "fp32_operations";
        case Fp64: return "fp64_operations";
        case Issue: return "warp_instructions";
        case Shared: return "shared_load_wavefronts";
        case L1: return "global_load_sectors";
        case L2: return "l1_hit_rate";
        case Dram: break;
    }
    return "dram_read_bytes";
}

std::optional<Ceiling> ceilingOf(Resource resource, const GpuSpec& gpu) {
    switch (resource) {
        case Fp32:
            if (auto known = perCycle(Fp32, gpu, "fp32_throughput", kLanes * kOperationsOfFma)) return known;
            return perCycle(Fp32, gpu, "cores_per_sm", kOperationsOfFma);
        case Fp64: return perCycle(Fp64, gpu, "fp64_throughput", kLanes * kOperationsOfFma);
        case Issue: return perCycle(Issue, gpu, "issue_rate", 1);
        case Shared: return bandwidth(Shared, gpu, "shared_bandwidth");
        case L1: return bandwidth(L1, gpu, "l1_bandwidth");
        case L2: return bandwidth(L2, gpu, "l2_bandwidth");
        case Dram: break;
    }
    if (auto known = bandwidth(Dram, gpu, "dram_bandwidth")) return known;
    return bandwidth(Dram, gpu, "memory_bandwidth");
}

std::vector<Bound> boundsOf(const LaunchFacts& facts) {
    const std::vector<LevelTraffic> chart = memoryChart(facts);
    std::vector<Bound> bounds;
    for (const Resource resource : kResources) {
        const std::optional<Ceiling> ceiling = ceilingOf(resource, facts.gpu);
        const std::optional<Fact> amount = amountOf(resource, facts, chart);
        if (!ceiling || !amount || amount->value <= 0 || ceiling->rate <= 0) continue;
        bounds.push_back({*ceiling, *amount, amount->value / ceiling->rate});
    }
    return bounds;
}

}  // namespace lanescope::rules
