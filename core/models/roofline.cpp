// SPDX-License-Identifier: GPL-3.0-or-later
// Rooflines: the longest of what arithmetic, instructions and each level of memory take at least.
#include <algorithm>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

constexpr double kSectorBytes = 32;

struct Bytes {
    double asked = 0;  ///< in whole sectors
    double dram = 0;
};

Bytes bytesOf(const LaunchProfile& launch, Pricing& p) {
    const Requests requests = requestsOf(launch, p);
    Bytes bytes;
    bytes.asked =
        p.derived("bytes", "that all warps ask of global memory, in whole sectors",
                  launch.warps() * requests.all * requests.bytes, "B", "warps · Mem_insts · Load_bytes_per_warp");
    bytes.dram = bytes.asked;
    if (launch.footprint)
        bytes.dram =
            std::min(bytes.asked, p.planned("footprint", "buffers that the launch is given", *launch.footprint, "B"));
    p.derived("DRAM_bytes", "that cross DRAM", bytes.dram, "B", "the smaller of bytes and footprint");
    return bytes;
}

/// Seconds of bytes at a bandwidth that not every GPU knows; 0 where it does not, which is said.
double secondsAt(Pricing& p, double bytes, std::string_view symbol, std::string_view id) {
    if (!p.knows(id) && !p.options().given.contains(symbol)) {
        p.assume("The ceiling of " + std::string(id) + " is left out: it is not known for " + p.gpu().title + ".");
        return 0;
    }
    const double bandwidth = p.gpu(symbol, id);
    return bandwidth > 0 ? bytes / bandwidth : 0;
}

class Roofline final : public LaunchModel {
public:
    explicit Roofline(const ModelOptions& options) : LaunchModel(described("roofline"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const double sms = p.gpu("SMs", "sm_count");
        const auto threads = static_cast<double>(launch.blocks * launch.threadsPerBlock);
        const double operations =
            threads * p.counted("flop", "floating point operations of a thread", launch.fpOperations, "operations",
                                "fp_operations over the threads");
        const Bytes bytes = bytesOf(launch, p);
        const double dram = memoryBandwidth(p);
        const double peak = p.derived("peak", "floating point operations in a second",
                                      operations > 0 ? 2 * 32 * throughput(launch.type, p) * sms * clock : 0, "1/s",
                                      "2 · 32 · warp instructions a cycle and multiprocessor · SMs · clock");
        if (!(dram > 0)) return;
        p.derived("intensity", "operations for each byte of DRAM", bytes.dram > 0 ? operations / bytes.dram : 0, "1/B",
                  "operations / DRAM_bytes");
        p.longest({{"compute", peak > 0 ? operations / peak : 0, "operations / peak"},
                   {"L1", secondsAt(p, bytes.asked, "L1_bandwidth", "l1_bandwidth"), "bytes / L1 bandwidth"},
                   {"L2", secondsAt(p, bytes.asked, "L2_bandwidth", "l2_bandwidth"), "bytes / L2 bandwidth"},
                   {"DRAM", bytes.dram / dram, "DRAM_bytes / DRAM bandwidth"}});
    }

    void priceRest(Pricing& p) const override {
        for (const LibraryProfile& call : p.input().library) {
            const double peak = 2 * 32 * throughput(call.type, p) * p.gpu("SMs", "sm_count") * p.clock();
            const double dram = memoryBandwidth(p);
            if (!(peak > 0) || !(dram > 0)) return;
            p.longest({{"compute", call.operations / peak, "textbook operations / peak"},
                       {"DRAM", call.bytes / dram, "bytes of its operands / DRAM bandwidth"}},
                      "library " + call.name);
        }
        ModelInput rest = p.input();
        rest.library.clear();
        p.assume(whatIsNotPriced(rest));
    }
};

class InstructionRoofline final : public LaunchModel {
public:
    explicit InstructionRoofline(const ModelOptions& options)
        : LaunchModel(described("instruction-roofline", {"roofline"}), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const double sms = p.gpu("SMs", "sm_count");
        const double rate = issueThroughput(p);
        const Bytes bytes = bytesOf(launch, p);
        const double dram = memoryBandwidth(p);
        const double instructions =
            launch.warps() * p.counted("insts", "instructions of a warp",
                                       launch.computeInstructions + launch.globalAccesses() + launch.sharedAccesses +
                                           launch.atomics + launch.barriers,
                                       "instructions", "warp_instructions over the warps");
        if (!(rate > 0) || !(dram > 0) || !(clock > 0) || !(sms > 0)) return;
        const double transactions =
            p.derived("transactions", "32-byte transactions", bytes.asked / kSectorBytes, "", "bytes / 32");
        p.derived("instruction_intensity", "warp instructions for each transaction",
                  transactions > 0 ? instructions / transactions : 0, "", "instructions / transactions");
        p.longest(
            {{"issue", instructions / (rate * sms * clock), "warp instructions / (issue_rate · SMs · clock)"},
             {"shared memory", sharedSeconds(launch, p, sms * clock), "wavefronts / (shared_throughput · SMs · clock)"},
             {"L1", secondsAt(p, bytes.asked, "L1_bandwidth", "l1_bandwidth"), "transactions · 32 B / L1 bandwidth"},
             {"L2", secondsAt(p, bytes.asked, "L2_bandwidth", "l2_bandwidth"), "transactions · 32 B / L2 bandwidth"},
             {"DRAM", bytes.dram / dram, "DRAM_bytes / DRAM bandwidth"}});
    }

private:
    static double sharedSeconds(const LaunchProfile& launch, Pricing& p, double smCycles) {
        if (launch.sharedAccesses <= 0) return 0;
        const double wavefronts =
            launch.warps() * p.counted("wavefronts", "passes of a warp over the banks",
                                       launch.sharedAccesses * launch.sharedPasses, "",
                                       "(shared_load_wavefronts + shared_store_wavefronts) over the warps");
        return secondsAt(p, wavefronts / smCycles, "shared_throughput", "shared_throughput");
    }
};

}  // namespace

std::unique_ptr<Model> rooflineModel(const ModelOptions& options) { return std::make_unique<Roofline>(options); }
std::unique_ptr<Model> instructionRooflineModel(const ModelOptions& options) {
    return std::make_unique<InstructionRoofline>(options);
}

}  // namespace lanescope
