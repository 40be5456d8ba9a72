// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Mukherjee et al. as document 004 describes it in section 3.2.3: SUM or, where compute and memory
// overlap, MAX; and with the simple cache of section 5.2.4, where one of every 128 / (element's bytes) accesses goes to
// DRAM.
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
        const double latency = p.assumed("latency_gmem", "access to global memory", 500, "cycles",
                                         "004 section 3.2.3: 400 to 600 cycles, for simplicity a mean of 500");
        const double accesses = p.counted("mem_insts", "accesses of a thread to global memory", launch.globalAccesses(),
                                          "accesses", "(global_load_requests + global_store_requests) over the warps");
        if (m_cache) {
            // Section 5.2.4: cyc_mem / N, only one access of N goes to global memory; what the cache serves costs
            // nothing.
            const double cacheable =
                p.counted("cacheable", "of them, those that a cache may serve",
                          launch.cacheable.value_or(launch.globalLoads), "accesses", "all loads, no store");
            const double divisor = p.derived("cache_factor", "elements in a cache line",
                                             kCacheLineBytes / static_cast<double>(sizeOf(launch.type)), "",
                                             "128 bytes over the element's size, section 5.2.4");
            cycles.global = latency * (cacheable / divisor + (accesses - cacheable));
        } else {
            // Section 3.2.3: a transaction that is coalesced for t threads costs each (500 + t) / t; alone, 500.
            const double t = p.counted("t", "threads that a transaction serves", launch.threadsPerTransaction,
                                       "threads", "threads of a warp · global_load_requests / global_load_sectors");
            cycles.global = accesses * (t > 1 ? (latency + t) / t : latency);
        }
        // Section 3.2.3: 4 cycles, and 4·t when t threads meet in a bank.
        const double shared = p.gpuOr("latency_smem", "shared_latency", 4, "004 section 9.1, of a C2070");
        cycles.shared = shared * p.counted("smem_insts", "passes of a thread over shared memory",
                                           launch.sharedAccesses * launch.sharedPasses, "passes",
                                           "shared requests over the warps, times wavefronts over the fewest possible");
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
