// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/thesis.h"

#include <cmath>

#include "core/models/cost.h"

namespace lanescope {
namespace {

constexpr double kGlobalLatency = 600;  ///< cycles, 004 sections 5.3 and 9
constexpr double kCacheLatency = 4;     ///< cycles, 004 section 5.2.4
/// 004 section 5.2.4: data that are in L1 and L2 come in transactions of 128 bytes, in L2 only of 32.
constexpr double kLongTransaction = 128;
constexpr double kShortTransaction = 32;

class Thesis final : public Model {
public:
    explicit Thesis(const ModelOptions& options) : m_options(options) {}

    [[nodiscard]] std::string_view id() const override { return "thesis"; }
    [[nodiscard]] std::string_view title() const override { return "Thesis (document 004)"; }
    [[nodiscard]] std::string_view source() const override { return "004 section 5.3"; }

    [[nodiscard]] Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const override {
        Estimate estimate;
        estimate.model = id();
        estimate.gpu = gpu.id;
        if (const Result<void> possible = checkBlocks(id(), input, gpu); !possible) return fail(possible.error());
        StandIns standIns(gpu);
        const Result<Machine> machine = machineOf(id(), input, gpu, m_options, standIns);
        if (!machine) return fail(machine.error());
        const double globalLatency = m_options.globalLatency ? *m_options.globalLatency
                                                             : standIns.valueOr("dram_latency", kGlobalLatency,
                                                                                "cycles of a global memory access");
        const double cacheLatency =
            m_options.cachedTerm ? standIns.valueOr("cache_latency", kCacheLatency, "cycles of a cached access") : 0;
        KernelTotal total(*machine, m_options.overlap);
        for (const LaunchProfile& launch : input.launches)
            total.add(launch, threadCycles(launch, *machine, globalLatency, cacheLatency));
        total.finish(estimate);
        addLaunches(input, gpu, estimate);
        addCopies(input, gpu, estimate);
        addAssumptions(input, gpu, estimate.assumptions);
        standIns.addTo(estimate.assumptions);
        estimate.outOfRange = whyOutOfRange(input, gpu, true);
        return estimate;
    }

private:
    [[nodiscard]] ThreadCycles threadCycles(const LaunchProfile& launch, const Machine& machine, double globalLatency,
                                            double cacheLatency) const {
        const auto bytes = static_cast<double>(sizeOf(launch.type));
        const double cacheable = launch.cacheable.value_or(launch.globalLoads);
        const double uncacheable = launch.globalLoads + launch.globalStores - cacheable;
        // cache_factor = (N_max + N_min) / 2
        const double factor =
            m_options.cacheDivisor.value_or((kLongTransaction / bytes + kShortTransaction / bytes) / 2);
        ThreadCycles cycles;
        cycles.compute = launch.computeInstructions * machine.issueCycles(launch.type);  // C_comp
        cycles.global = globalLatency * (cacheable / factor + uncacheable);              // C_gmem
        cycles.cached = cacheLatency * cacheable * (factor - 1) / factor;                // C_cache
        cycles.shared = machine.sharedLatency * launch.sharedAccesses;
        if (m_options.wholeCycles) {
            cycles.global = std::ceil(cycles.global + cycles.cached) - cycles.cached;
            cycles.shared = std::ceil(cycles.shared);
        }
        return cycles;
    }

    /// 004 section 5.2.2: each launch costs a fixed time, whatever its blocks and arguments.
    void addLaunches(const ModelInput& input, const GpuSpec& gpu, Estimate& estimate) const {
        if (!m_options.launchOverhead) return;
        const GpuValue* overhead = gpu.find("launch_overhead");
        if (overhead == nullptr) {
            estimate.assumptions.push_back("The launch overhead of " + gpu.title + " is not known and left out.");
            return;
        }
        const double seconds = overhead->value * static_cast<double>(input.launches.size());
        estimate.terms.push_back({"launch overhead", seconds});
        estimate.kernelSeconds += seconds;
        estimate.seconds += seconds;
    }

    /// 004 sections 5.2.1 and 5.3: T(HD) and T(DH), bytes over rate. (The printed examples multiply by the rate.)
    void addCopies(const ModelInput& input, const GpuSpec& gpu, Estimate& estimate) const {
        addCopy("copy to device", "copy_to_device", input.bytesToDevice, gpu, estimate);
        addCopy("copy from device", "copy_from_device", input.bytesFromDevice, gpu, estimate);
    }

    void addCopy(const std::string& term, std::string_view id, std::uint64_t bytes, const GpuSpec& gpu,
                 Estimate& estimate) const {
        if (bytes == 0) return;
        const GpuValue* rate = gpu.find(id);
        if (rate == nullptr) {
            estimate.assumptions.push_back("The rate of the " + term + " (" + std::string(id) + ") is not known for " +
                                           gpu.title + "; this copy is left out.");
            return;
        }
        const double seconds = static_cast<double>(bytes) / (rate->value * m_options.gigabyte / 1e9);
        estimate.terms.push_back({term, seconds});
        estimate.seconds += seconds;
    }

    void addAssumptions(const ModelInput& input, const GpuSpec& gpu, std::vector<std::string>& assumptions) const {
        addCommonAssumptions(input, gpu, assumptions);
        assumptions.push_back(
            std::string("Of the accesses that a cache may serve (loads, unless a document says otherwise) one in ") +
            (m_options.cacheDivisor ? inWords(*m_options.cacheDivisor)
                                    : "the mean of 128-byte and 32-byte transactions (20 floats, 10 doubles)") +
            " goes to global memory" + (m_options.cachedTerm ? ", the others cost the cache's latency." : "."));
        if (!m_options.overlap) assumptions.emplace_back("Compute and memory do not overlap (C_sum).");
    }

    ModelOptions m_options;
};

}  // namespace

std::unique_ptr<Model> thesisModel(const ModelOptions& options) { return std::make_unique<Thesis>(options); }

}  // namespace lanescope
