// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's own model, section 5.3: Mukherjee's, with a cache of two levels, divergent branches, atomic
// operations, launch overhead, copies, and the sum over a whole program. C_sum or, where compute and memory overlap
// fully, C_max.
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/thread_cost.h"
#include "core/models/words.h"
#include "core/plan/part_name.h"

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
        const double latency = p.gpuOr("latency_gmem", "dram_latency", 600, "source.004_5_3_and_9"_id);
        const double cacheable =
            p.counted("mem_insts", "input.cacheable_accesses"_id, launch.cacheable.value_or(launch.globalLoads),
                      "accesses", "source.load_requests"_id);
        const double uncacheable =
            p.counted("mem_insts_uncached", "input.uncacheable_accesses"_id, launch.globalAccesses() - cacheable,
                      "accesses", "source.store_requests"_id);
        const auto bytes = static_cast<double>(sizeOf(launch.type));
        const double factor = p.derived("cache_factor", "input.transaction_elements"_id,
                                        (kLongTransaction / bytes + kShortTransaction / bytes) / 2, "",
                                        textOf("formula.cache_factor"_id));
        cycles.global = latency * (cacheable / factor + uncacheable);  // C_gmem
        if (cacheable > 0) {
            const double cached = p.gpuOr("latency_cache", "cache_latency", 4, "source.004_5_2_4"_id);
            cycles.cached = cached * cacheable * (factor - 1) / factor;  // C_cache
        }
        if (launch.sharedAccesses > 0) {
            const double latencyShared = p.gpuOr("latency_smem", "shared_latency", 4, "source.004_9_1"_id);
            cycles.shared = latencyShared * p.counted("smem_insts", "input.shared_accesses"_id, launch.sharedAccesses,
                                                      "accesses", "source.shared_requests"_id);
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
        const double each =
            p.counted("atomics", "input.atomics"_id, launch.atomics, "operations", "source.atomic_requests"_id);
        const double threads =
            p.planned("N", "input.threads_at_address"_id, static_cast<double>(launch.threadsPerBlock), "threads");
        const int major = p.computeCapabilityMajor();
        const bool fitted = major <= 2;
        const double slope = fitted ? p.assumed("atomic_slope", "input.atomic_slope"_id, major == 2 ? 17 : 380,
                                                "cycles", "source.004_5_2_5"_id)
                                    : p.gpu("atomic_slope", "atomic_contended_cycles");
        const double base =
            fitted ? p.assumed("atomic_base", "input.atomic_base"_id, 3450, "cycles", "source.004_5_2_5"_id)
                   : p.gpu("atomic_base", "atomic_latency");
        p.cycles("term.atomics"_id, each * (slope * threads + base), textOf("formula.atomics"_id));
        p.assume(textOf("assume.atomics"_id));
    }

    /// 004 section 5.2.2: each launch costs a fixed time, whatever its blocks and arguments.
    static void priceLaunch(Pricing& p) {
        if (!p.knows("launch_overhead") && !p.options().given.contains("launch_overhead")) {
            p.assume(inWords(Message("assume.no_launch_overhead"_id, {{"gpu", p.gpu().title}})));
            return;
        }
        p.seconds("term.launch_overhead"_id, p.gpu("launch_overhead", "launch_overhead"),
                  textOf("formula.launch_overhead"_id), kLaunchGaps);
    }

    /// 004 sections 5.2.1 and 5.3: T(HD) and T(DH), bytes over rate. (The printed examples multiply by the rate.)
    void priceCopy(const CopyProfile& copy, Pricing& p) const {
        using Direction = CopyProfile::Direction;
        switch (copy.direction) {
            case Direction::ToDevice:
                return priceBytes(copy, "term.copy_to_device"_id, "copy to device",
                                  copy.pinned ? "BW_HD_pinned" : "BW_HD",
                                  copy.pinned ? "pinned_to_device" : "copy_to_device", p);
            case Direction::FromDevice:
                return priceBytes(copy, "term.copy_from_device"_id, "copy from device",
                                  copy.pinned ? "BW_DH_pinned" : "BW_DH",
                                  copy.pinned ? "pinned_from_device" : "copy_from_device", p);
            case Direction::OnDevice:
                return priceBytes(copy, "term.copy_on_device"_id, "copy on device", "BW_DD", "copy_on_device", p);
            case Direction::Fill: return priceBytes(copy, "term.fill"_id, "fill", "BW_fill", "memory_bandwidth", p);
        }
    }

    void priceBytes(const CopyProfile& copy, std::string_view term, std::string_view part, std::string_view symbol,
                    std::string_view id, Pricing& p) const {
        if (!p.knows(id) && !p.options().given.contains(symbol)) {
            if (p.input().launches.empty() && p.input().library.empty() && p.input().host.empty())
                p.cannot(inWords(Message("cannot.unknown"_id, {{"quantity", id}, {"gpu", p.gpu().title}})));
            p.assume(inWords(
                Message("assume.no_rate"_id, {{"copy", textOf(term)}, {"quantity", id}, {"gpu", p.gpu().title}})));
            return;
        }
        const double rate = p.gpu(symbol, id) * options().gigabyte / 1e9;
        p.seconds(term, static_cast<double>(copy.bytes) / rate, inWords(Message("formula.copy"_id, {{"rate", symbol}})),
                  part);
    }

    /// Not in 004, which wrote kernels of its own where it could not count a library's: its formula with an instruction
    /// for each multiplication and addition, and nothing for memory.
    static void priceLibrary(const LibraryProfile& call, Pricing& p) {
        const double issue = call.type == ElementType::F64
                                 ? p.gpuOr("issue_cycles_fp64", "fp64_issue_cycles", 48, "source.004_5_3"_id)
                                 : p.gpuOr("issue_cycles_fp32", "fp32_issue_cycles", 24, "source.004_5_2_3"_id);
        const double lanes = p.gpu("N_C", "cores_per_sm") * p.gpuOr("D", "pipeline_depth", 4, "source.004_5_3"_id);
        const double clock = p.clock();
        if (lanes <= 0 || clock <= 0) return;
        p.seconds("term.library"_id, call.operations / 2 * issue / lanes / clock, textOf("formula.library"_id),
                  "library " + call.name);
        p.assume(inWords(Message("assume.library"_id, {{"name", call.name}})));
    }

    /// 004 measures what the host does (table 9.1).
    static void priceHost(const HostProfile& host, Pricing& p) {
        const std::string part = "host " + host.name;
        if (host.seconds) {
            p.seconds("term.host"_id, *host.seconds, textOf("formula.measured"_id), part);
        } else if (host.operations > 0) {
            const double rate =
                p.assumed("host_rate", "input.host_rate"_id, kHostRate, "1/s", "source.004_table_9_1"_id);
            p.seconds("term.host"_id, host.operations / rate, textOf("formula.host"_id), part);
            p.assume(
                inWords(Message("assume.host_rate"_id, {{"name", host.name}, {"rate", numbers::plain(rate / 1e9)}})));
        } else {
            p.assume(inWords(Message("assume.host_unknown"_id, {{"name", host.name}})));
        }
    }

    bool m_overlap;
};

}  // namespace

std::unique_ptr<Model> thesisModel(const ModelOptions& options) { return std::make_unique<Thesis>(false, options); }
std::unique_ptr<Model> thesisMaxModel(const ModelOptions& options) { return std::make_unique<Thesis>(true, options); }

}  // namespace lanescope
