// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/mukherjee.h"

#include "core/models/cost.h"

namespace lanescope {
namespace {

/// 004 section 3.2.3: "400 to 600 cycles …, for simplicity a mean of 500".
constexpr double kGlobalLatency = 500;
/// 004 section 5.2.4: a cache line holds 32 floats or 16 doubles.
constexpr double kCacheLineBytes = 128;

class Mukherjee final : public Model {
public:
    Mukherjee(bool overlap, bool cache, const ModelOptions& options)
        : m_overlap(overlap), m_cache(cache), m_options(options) {}

    [[nodiscard]] std::string_view id() const override {
        if (m_cache) return m_overlap ? "mukherjee-max-cache" : "mukherjee-sum-cache";
        return m_overlap ? "mukherjee-max" : "mukherjee-sum";
    }
    [[nodiscard]] std::string_view title() const override {
        if (m_cache) return m_overlap ? "Mukherjee, MAX, with cache" : "Mukherjee, SUM, with cache";
        return m_overlap ? "Mukherjee, MAX" : "Mukherjee, SUM";
    }
    [[nodiscard]] std::string_view source() const override {
        return m_cache ? "004 sections 3.2.3 and 5.2.4 (the lower bound used in chapter 5.1)" : "004 section 3.2.3";
    }

    [[nodiscard]] Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const override {
        Estimate estimate;
        estimate.model = id();
        estimate.gpu = gpu.id;
        if (const Result<void> possible = checkBlocks(id(), input, gpu); !possible) return fail(possible.error());
        StandIns standIns(gpu);
        const Result<Machine> machine = machineOf(id(), input, gpu, m_options, standIns);
        if (!machine) return fail(machine.error());
        KernelTotal total(*machine, m_overlap);
        for (const LaunchProfile& launch : input.launches) total.add(launch, threadCycles(launch, *machine));
        total.finish(estimate);
        addAssumptions(input, gpu, estimate.assumptions);
        standIns.addTo(estimate.assumptions);
        estimate.outOfRange = whyOutOfRange(input, gpu, m_cache);
        return estimate;
    }

private:
    [[nodiscard]] double latency() const { return m_options.globalLatency.value_or(kGlobalLatency); }

    [[nodiscard]] ThreadCycles threadCycles(const LaunchProfile& launch, const Machine& machine) const {
        const double accesses = launch.globalLoads + launch.globalStores;
        ThreadCycles cycles;
        cycles.compute = launch.computeInstructions * machine.issueCycles(launch.type);
        if (m_cache) {
            // Section 5.2.4: cyc_mem / N, only one access of N goes to global memory; what the cache serves costs
            // nothing.
            const double cacheable = launch.cacheable.value_or(launch.globalLoads);
            const double divisor =
                m_options.cacheDivisor.value_or(kCacheLineBytes / static_cast<double>(sizeOf(launch.type)));
            cycles.global = latency() * (cacheable / divisor + (accesses - cacheable));
        } else {
            // Section 3.2.3: a transaction that is coalesced for t threads costs each (500 + t) / t; alone, 500.
            const double t = launch.threadsPerTransaction;
            cycles.global = accesses * (t > 1 ? (latency() + t) / t : latency());
        }
        // Section 3.2.3: 4 cycles, and 4·t when t threads meet in a bank.
        cycles.shared = launch.sharedAccesses * machine.sharedLatency * launch.sharedPasses;
        return cycles;
    }

    void addAssumptions(const ModelInput& input, const GpuSpec& gpu, std::vector<std::string>& assumptions) const {
        addCommonAssumptions(input, gpu, assumptions);
        assumptions.push_back("An access to global memory takes " + inWords(latency()) + " cycles on every GPU.");
        if (m_cache) {
            assumptions.emplace_back(
                "Loads are served by the cache but for one in every line of 128 bytes, and cost nothing there: a lower "
                "bound. Stores go to global memory. Coalescing is not priced besides.");
        } else {
            assumptions.emplace_back(
                "A load that a warp makes together is shared by the threads that one 32-byte sector serves; stores are "
                "priced like loads. Where the sectors are not known each thread pays for itself.");
        }
        assumptions.emplace_back("Copies between host and device and the cost of a launch are not part of this model.");
    }

    bool m_overlap;
    bool m_cache;
    ModelOptions m_options;
};

}  // namespace

std::unique_ptr<Model> mukherjeeModel(bool overlap, bool cache, const ModelOptions& options) {
    return std::make_unique<Mukherjee>(overlap, cache, options);
}

}  // namespace lanescope
