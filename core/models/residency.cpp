// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/residency.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/metrics/occupancy.h"

namespace lanescope {

Residency residencyOf(const LaunchProfile& launch, Pricing& p) {
    Residency r;
    const double sms = p.gpu("SMs", "sm_count");
    const auto blocks = static_cast<double>(launch.blocks);
    const Result<Occupancy> occupancy =
        theoreticalOccupancy(launch.kernel, launch.threadsPerBlock, launch.sharedBytesPerBlock, p.gpu());
    if (!occupancy) {
        p.cannot(describe(occupancy.error()));
        return r;
    }
    if (sms <= 0 || occupancy->blocksPerSm == 0) return r;
    r.activeSms =
        p.derived("ActiveSM", "input.active_sms"_id, std::min(sms, blocks), "", textOf("formula.active_sms"_id));
    r.blocksPerSm = p.derived("ActiveBlocks", "input.active_blocks"_id,
                              std::min(static_cast<double>(occupancy->blocksPerSm), std::ceil(blocks / sms)), "blocks",
                              inWords(Message("formula.active_blocks"_id, {{"limit", occupancy->limitedBy}})));
    r.warpsPerSm =
        p.derived("N", "input.resident_warps"_id, r.blocksPerSm * static_cast<double>(launch.warpsPerBlock()), "warps",
                  textOf("formula.resident_warps"_id));
    r.rounds = p.derived("Rep", "input.rounds_of_sm"_id, std::max(1.0, blocks / (r.blocksPerSm * r.activeSms)), "",
                         textOf("formula.rounds_of_sm"_id));
    return r;
}

double gpuOrFermi(Pricing& p, std::string_view symbol, std::string_view id, double fermi, std::string_view source) {
    return p.computeCapabilityMajor() <= 2 ? p.gpuOr(symbol, id, fermi, source) : p.gpu(symbol, id);
}

double issueCycles(const LaunchProfile& launch, Pricing& p) {
    const std::string_view documents = launch.type == ElementType::F64 ? "fp64_issue_cycles" : "fp32_issue_cycles";
    if (p.knows(documents) || p.options().given.contains("Issue_cycles")) return p.gpu("Issue_cycles", documents);
    const double rate = p.gpu("issue_rate", "issue_rate");
    return p.derived("Issue_cycles", "input.issue_cycles"_id, rate > 0 ? 1 / rate : 0, "cycles", "1 / issue_rate");
}

double instructionLatency(const LaunchProfile& launch, Pricing& p) {
    constexpr std::string_view kFermi = "source.sim_fp"_id;
    switch (launch.type) {
        case ElementType::F64: return gpuOrFermi(p, "inst_lat", "fp64_latency", 18, kFermi);
        case ElementType::I32: return gpuOrFermi(p, "inst_lat", "int32_latency", 18, kFermi);
        default: return gpuOrFermi(p, "inst_lat", "fp32_latency", 18, kFermi);
    }
}

double throughput(ElementType type, Pricing& p) {
    const std::string_view id = type == ElementType::F64   ? "fp64_throughput"
                                : type == ElementType::I32 ? "int32_throughput"
                                                           : "fp32_throughput";
    if (p.knows(id) || p.options().given.contains("alu_thru")) return p.gpu("alu_thru", id);
    const int major = p.computeCapabilityMajor();
    if (type == ElementType::F64) {
        if (major > 2) return p.gpu("alu_thru", id);
        return p.gpuOr("alu_thru", id, major == 2 ? 0.5 : 1.0 / 32, "source.guide_arithmetic"_id);
    }
    return p.derived("alu_thru", "input.throughput"_id, p.gpu("lanes", "cores_per_sm") / 32, "1/cycle",
                     "cores_per_sm / 32");
}

double issueThroughput(Pricing& p) {
    constexpr std::string_view kGuide = "source.guide_schedulers"_id;
    if (p.knows("issue_rate") || p.options().given.contains("issue_thru")) return p.gpu("issue_thru", "issue_rate");
    if (p.computeCapabilityMajor() > 2) return p.gpuOr("issue_thru", "issue_rate", 4, kGuide);
    return p.gpuOr("issue_thru", "issue_rate", p.gpu("lanes", "cores_per_sm") / 32, kGuide);
}

double memoryBandwidth(Pricing& p) { return p.gpu("Mem_Bandwidth", {"dram_bandwidth", "memory_bandwidth"}); }

Requests requestsOf(const LaunchProfile& launch, Pricing& p) {
    Requests r;
    r.all =
        p.counted("Mem_insts", "input.requests"_id, launch.globalAccesses(), "requests", "source.global_requests"_id);
    r.uncoalesced =
        p.counted("Uncoal_Mem_insts", "input.uncoalesced"_id, launch.uncoalesced, "requests", "source.uncoalesced"_id);
    r.transactions =
        p.counted("Uncoal_per_mw", "input.transactions_of_uncoalesced"_id, launch.transactionsOfUncoalesced,
                  "transactions", "source.transactions_of_uncoalesced"_id);
    r.bytes = p.counted("Load_bytes_per_warp", "input.bytes_per_request"_id,
                        launch.bytesPerRequest.value_or(32.0 * static_cast<double>(sizeOf(launch.type))), "B",
                        "source.bytes_per_request"_id);
    return r;
}

}  // namespace lanescope
