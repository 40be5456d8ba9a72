// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Mukherjee et al. as document 004 describes it in section 3.2.3: SUM or, where compute and memory
// overlap, MAX; and with the simple cache of section 5.2.4, where one of every 128 / (element's bytes) accesses goes to
// DRAM.
#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/thread_cost.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// 004 section 5.2.4: a cache line holds 32 floats or 16 doubles.
constexpr double kCacheLineBytes = 128;

/// The models have most of their words in common.
ModelDescription describedAs(bool overlap, bool cache) {
    if (!cache) return overlap ? described("mukherjee-max", {"mukherjee-sum"}) : described("mukherjee-sum");
    return overlap ? described("mukherjee-max-cache", {"mukherjee-sum-cache", "mukherjee-sum"})
                   : described("mukherjee-sum-cache", {"mukherjee-sum"});
}

class Mukherjee final : public LaunchModel {
public:
    Mukherjee(bool overlap, bool cache, const ModelOptions& options)
        : LaunchModel(describedAs(overlap, cache), options), m_overlap(overlap), m_cache(cache) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        ThreadCycles cycles;
        priceCompute(launch, p, cycles);
        const double latency =
            p.assumed("latency_gmem", "input.global_access"_id, 500, "cycles", "source.004_3_2_3"_id);
        const double accesses = p.counted("mem_insts", "input.global_accesses"_id, launch.globalAccesses(), "accesses",
                                          "source.global_requests"_id);
        if (m_cache) {
            // Section 5.2.4: cyc_mem / N, only one access of N goes to global memory; what the cache serves costs
            // nothing.
            const double cacheable =
                p.counted("cacheable", "input.cacheable"_id, launch.cacheable.value_or(launch.globalLoads), "accesses",
                          "source.loads"_id);
            const double divisor = p.derived("cache_factor", "input.line_elements"_id,
                                             kCacheLineBytes / static_cast<double>(sizeOf(launch.type)), "",
                                             textOf("formula.line_elements"_id));
            cycles.global = latency * (cacheable / divisor + (accesses - cacheable));
        } else {
            // Section 3.2.3: a transaction that is coalesced for t threads costs each (500 + t) / t; alone, 500.
            const double t = p.counted("t", "input.threads_per_transaction"_id, launch.threadsPerTransaction, "threads",
                                       "source.threads_per_transaction"_id);
            cycles.global = accesses * (t > 1 ? (latency + t) / t : latency);
        }
        // Section 3.2.3: 4 cycles, and 4·t when t threads meet in a bank.
        const double shared = p.gpuOr("latency_smem", "shared_latency", 4, "source.004_9_1"_id);
        cycles.shared =
            shared * p.counted("smem_insts", "input.shared_passes"_id, launch.sharedAccesses * launch.sharedPasses,
                               "passes", "source.shared_passes"_id);
        priceThreads(launch, p, cycles, m_overlap);
    }

    void remark(Pricing& pricing) const override { remarkOnThreads(pricing, m_cache); }

private:
    bool m_overlap;
    bool m_cache;
};

}  // namespace

std::unique_ptr<Model> mukherjeeSumModel(const ModelOptions& options) {
    return std::make_unique<Mukherjee>(false, false, options);
}
std::unique_ptr<Model> mukherjeeMaxModel(const ModelOptions& options) {
    return std::make_unique<Mukherjee>(true, false, options);
}
std::unique_ptr<Model> mukherjeeSumCacheModel(const ModelOptions& options) {
    return std::make_unique<Mukherjee>(false, true, options);
}
std::unique_ptr<Model> mukherjeeMaxCacheModel(const ModelOptions& options) {
    return std::make_unique<Mukherjee>(true, true, options);
}

}  // namespace lanescope
