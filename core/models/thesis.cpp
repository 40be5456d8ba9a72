// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's own model, section 5.3: Mukherjee's, with a cache of two levels, divergent branches, atomic
// operations, launch overhead, copies, and the sum over a whole program. C_sum or, where compute and memory overlap
// fully, C_max.
#include <cmath>

#include "core/models/model_list.h"
#include "core/models/thread_cost.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// 004 section 5.2.4: data that are in L1 and L2 come in transactions of 128 bytes, in L2 only of 32.
constexpr double kLongTransaction = 128;
constexpr double kShortTransaction = 32;
/// 004 table 9.1: dpotrf of a block of 64 × 64 takes 0.048316 ms on its host, n³ / 3 operations.
constexpr double kHostRate = 64.0 * 64.0 * 64.0 / 3 / 0.048316e-3;

class Thesis final : public LaunchModel {
public:
    Thesis(bool overlap, const ModelOptions& options)
        : LaunchModel(overlap ? described("thesis-max", {"thesis"}) : described("thesis"), options),
          m_overlap(overlap) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        ThreadCycles cycles;
        priceCompute(launch, p, cycles);
        priceMemory(launch, p, cycles);
        priceThreads(launch, p, cycles, m_overlap);
        priceAtomics(launch, p);
        priceLaunch(p);
    }

    void priceRest(Pricing& p) const override {
        for (const CopyProfile& copy : p.input().copies) priceCopy(copy, p);
        for (const LibraryProfile& call : p.input().library) priceLibrary(call, p);
        for (const HostProfile& host : p.input().host) priceHost(host, p);
    }

    void remark(Pricing& p) const override { remarkOnThreads(p, true); }

private:
    void priceMemory(const LaunchProfile& launch, Pricing& p, ThreadCycles& cycles) const {
        const double latency = p.gpuOr("latency_gmem", "dram_latency", 600, "004 sections 5.3 and 9, of a C2070");
        const double cacheable =
            p.counted("mem_insts", "accesses of a thread to global memory that a cache may serve",
                      launch.cacheable.value_or(launch.globalLoads), "accesses", "global_load_requests over the warps");
        const double uncacheable =
            p.counted("mem_insts_uncached", "accesses of a thread to global memory that no cache serves",
                      launch.globalAccesses() - cacheable, "accesses", "global_store_requests over the warps");
        const auto bytes = static_cast<double>(sizeOf(launch.type));
        const double factor = p.derived("cache_factor", "elements in a transaction, on average",
                                        (kLongTransaction / bytes + kShortTransaction / bytes) / 2, "",
                                        "(N_max + N_min) / 2: elements in 128 and in 32 bytes, section 5.2.4");
        cycles.global = latency * (cacheable / factor + uncacheable);  // C_gmem
        if (cacheable > 0) {
            const double cached = p.gpuOr("latency_cache", "cache_latency", 4, "004 section 5.2.4, of a C2070");
            cycles.cached = cached * cacheable * (factor - 1) / factor;  // C_cache
        }
        if (launch.sharedAccesses > 0) {
            const double latencyShared = p.gpuOr("latency_smem", "shared_latency", 4, "004 section 9.1, of a C2070");
            cycles.shared =
                latencyShared * p.counted("smem_insts", "accesses of a thread to shared memory", launch.sharedAccesses,
                                          "accesses", "(shared_load_requests + shared_store_requests) over the warps");
        }
        if (options().wholeCycles) {
            cycles.global = std::ceil(cycles.global + cycles.cached) - cycles.cached;
            cycles.shared = std::ceil(cycles.shared);
        }
    }

    /// 004 section 5.2.5: C = 17 · N + 3450 cycles for N threads of a block and one atomic operation of each, 380 · N +
    /// 3450 before compute capability 2.0. Section 9.2 prices one block, and each operation of a thread so.
    static void priceAtomics(const LaunchProfile& launch, Pricing& p) {
        if (launch.atomics <= 0) return;
        const double each = p.counted("atomics", "atomic operations of a thread", launch.atomics, "operations",
                                      "atomic_requests over the warps");
        const double threads = p.planned("N", "threads of a block, all at one address",
                                         static_cast<double>(launch.threadsPerBlock), "threads");
        const int major = p.computeCapabilityMajor();
        const bool fitted = major <= 2;
        const double slope = fitted ? p.assumed("atomic_slope", "cycles of each thread at the address",
                                                major == 2 ? 17 : 380, "cycles", "004 section 5.2.5, fitted")
                                    : p.gpu("atomic_slope", "atomic_contended_cycles");
        const double base =
            fitted ? p.assumed("atomic_base", "cycles of the first", 3450, "cycles", "004 section 5.2.5, fitted")
                   : p.gpu("atomic_base", "atomic_latency");
        p.cycles("atomic operations", each * (slope * threads + base),
                 "atomics · (atomic_slope · N + atomic_base): one block, section 9.2");
        p.assume(
            "Atomic operations are priced for one block, whose threads all meet at one address; blocks do not "
            "meet.");
    }

    /// 004 section 5.2.2: each launch costs a fixed time, whatever its blocks and arguments.
    static void priceLaunch(Pricing& p) {
        if (!p.knows("launch_overhead") && !p.options().given.contains("launch_overhead")) {
            p.assume("The launch overhead of " + p.gpu().title + " is not known and left out.");
            return;
        }
        p.seconds("launch overhead", p.gpu("launch_overhead", "launch_overhead"),
                  "a fixed time for each launch, section 5.2.2", "launch gaps");
    }

    /// 004 sections 5.2.1 and 5.3: T(HD) and T(DH), bytes over rate. (The printed examples multiply by the rate.)
    void priceCopy(const CopyProfile& copy, Pricing& p) const {
        using Direction = CopyProfile::Direction;
        switch (copy.direction) {
            case Direction::ToDevice:
                return priceBytes(copy, "copy to device", copy.pinned ? "BW_HD_pinned" : "BW_HD",
                                  copy.pinned ? "pinned_to_device" : "copy_to_device", p);
            case Direction::FromDevice:
                return priceBytes(copy, "copy from device", copy.pinned ? "BW_DH_pinned" : "BW_DH",
                                  copy.pinned ? "pinned_from_device" : "copy_from_device", p);
            case Direction::OnDevice: return priceBytes(copy, "copy on device", "BW_DD", "copy_on_device", p);
            case Direction::Fill: return priceBytes(copy, "fill", "BW_fill", "memory_bandwidth", p);
        }
    }

    void priceBytes(const CopyProfile& copy, const std::string& part, std::string_view symbol, std::string_view id,
                    Pricing& p) const {
        if (!p.knows(id) && !p.options().given.contains(symbol)) {
            if (p.input().launches.empty() && p.input().library.empty() && p.input().host.empty())
                p.cannot("it needs " + std::string(id) + ", which is not known for " + p.gpu().title);
            p.assume("The rate of the " + part + " (" + std::string(id) + ") is not known for " + p.gpu().title +
                     "; it is left out.");
            return;
        }
        const double rate = p.gpu(symbol, id) * options().gigabyte / 1e9;
        p.seconds(part, static_cast<double>(copy.bytes) / rate, "bytes / " + std::string(symbol) + ", section 5.3",
                  part);
    }

    /// Not in 004, which wrote kernels of its own where it could not count a library's: its formula with an instruction
    /// for each multiplication and addition, and nothing for memory.
    static void priceLibrary(const LibraryProfile& call, Pricing& p) {
        const double issue =
            call.type == ElementType::F64
                ? p.gpuOr("issue_cycles_fp64", "fp64_issue_cycles", 48, "004 section 5.3, of a C2070")
                : p.gpuOr("issue_cycles_fp32", "fp32_issue_cycles", 24, "004 section 5.2.3, of a C2070");
        const double lanes =
            p.gpu("N_C", "cores_per_sm") * p.gpuOr("D", "pipeline_depth", 4, "004 section 5.3, of a C2070");
        const double clock = p.clock();
        if (lanes <= 0 || clock <= 0) return;
        p.seconds("library", call.operations / 2 * issue / lanes / clock,
                  "multiply-adds · issue_cycles / (N_C · D) / R: a lower bound that is ours", "library " + call.name);
        p.assume("Nobody can count the instructions of " + call.name +
                 ": each multiplication with its addition is priced as one, memory is free. This is ours, not 004's.");
    }

    /// 004 measures what the host does (table 9.1).
    static void priceHost(const HostProfile& host, Pricing& p) {
        const std::string part = "host " + host.name;
        if (host.seconds) {
            p.seconds("host", *host.seconds, "as measured", part);
        } else if (host.operations > 0) {
            const double rate = p.assumed("host_rate", "operations of the host in a second", kHostRate, "1/s",
                                          "004 table 9.1: dpotrf of 64 × 64 took 0.048316 ms");
            p.seconds("host", host.operations / rate, "operations / host_rate", part);
            p.assume(host.name + " on the host is priced with the rate of document 004's host, " + inWords(rate / 1e9) +
                     " GFlop/s (table 9.1); this host was not asked.");
        } else {
            p.assume(host.name + " on the host is not priced: nobody knows how much work it is.");
        }
    }

    bool m_overlap;
};

}  // namespace

std::unique_ptr<Model> thesisModel(const ModelOptions& options) { return std::make_unique<Thesis>(false, options); }
std::unique_ptr<Model> thesisMaxModel(const ModelOptions& options) { return std::make_unique<Thesis>(true, options); }

}  // namespace lanescope
