// SPDX-License-Identifier: GPL-3.0-or-later
// Rooflines: the longest of what arithmetic, instructions and each level of memory take at least.
#include <algorithm>

#include "core/base/words.h"
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
    bytes.asked = p.derived("bytes", "input.bytes"_id, launch.warps() * requests.all * requests.bytes, "B",
                            textOf("formula.bytes"_id));
    bytes.dram = bytes.asked;
    if (launch.footprint)
        bytes.dram = std::min(bytes.asked, p.planned("footprint", "input.footprint"_id, *launch.footprint, "B"));
    p.derived("DRAM_bytes", "input.dram_bytes"_id, bytes.dram, "B", textOf("formula.dram_bytes"_id));
    return bytes;
}

/// Seconds of bytes at a bandwidth that not every GPU knows; 0 where it does not, which is said.
double secondsAt(Pricing& p, double bytes, std::string_view symbol, std::string_view id) {
    if (!p.knows(id) && !p.options().given.contains(symbol)) {
        p.assume(inWords(Message("assume.no_ceiling"_id, {{"quantity", id}, {"gpu", p.gpu().title}})));
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
            threads * p.counted("flop", "input.flop"_id, launch.fpOperations, "operations", "source.flop"_id);
        const Bytes bytes = bytesOf(launch, p);
        const double dram = memoryBandwidth(p);
        const double peak =
            p.derived("peak", "input.peak"_id, operations > 0 ? 2 * 32 * throughput(launch.type, p) * sms * clock : 0,
                      "1/s", textOf("formula.peak"_id));
        if (!(dram > 0)) return;
        p.derived("intensity", "input.intensity"_id, bytes.dram > 0 ? operations / bytes.dram : 0, "1/B",
                  textOf("formula.intensity"_id));
        p.longest({{"term.compute"_id, peak > 0 ? operations / peak : 0, textOf("formula.compute_time"_id)},
                   {"term.l1"_id, secondsAt(p, bytes.asked, "L1_bandwidth", "l1_bandwidth"), textOf("formula.l1"_id)},
                   {"term.l2"_id, secondsAt(p, bytes.asked, "L2_bandwidth", "l2_bandwidth"), textOf("formula.l2"_id)},
                   {"term.dram"_id, bytes.dram / dram, textOf("formula.dram"_id)}});
    }

    void priceRest(Pricing& p) const override {
        for (const LibraryProfile& call : p.input().library) {
            const double peak = 2 * 32 * throughput(call.type, p) * p.gpu("SMs", "sm_count") * p.clock();
            const double dram = memoryBandwidth(p);
            if (!(peak > 0) || !(dram > 0)) return;
            p.longest({{"term.compute"_id, call.operations / peak, textOf("formula.textbook"_id)},
                       {"term.dram"_id, call.bytes / dram, textOf("formula.operands"_id)}},
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
            launch.warps() * p.counted("insts", "input.warp_instructions"_id,
                                       launch.computeInstructions + launch.globalAccesses() + launch.sharedAccesses +
                                           launch.atomics + launch.barriers,
                                       "instructions", "source.warp_instructions"_id);
        if (!(rate > 0) || !(dram > 0) || !(clock > 0) || !(sms > 0)) return;
        const double transactions = p.derived("transactions", "input.transactions_of_32"_id, bytes.asked / kSectorBytes,
                                              "", textOf("formula.transactions"_id));
        p.derived("instruction_intensity", "input.instruction_intensity"_id,
                  transactions > 0 ? instructions / transactions : 0, "", textOf("formula.instruction_intensity"_id));
        p.longest({{"term.issue"_id, instructions / (rate * sms * clock), textOf("formula.issue_time"_id)},
                   {"term.shared"_id, sharedSeconds(launch, p, sms * clock), textOf("formula.shared_time"_id)},
                   {"term.l1"_id, secondsAt(p, bytes.asked, "L1_bandwidth", "l1_bandwidth"),
                    textOf("formula.l1_transactions"_id)},
                   {"term.l2"_id, secondsAt(p, bytes.asked, "L2_bandwidth", "l2_bandwidth"),
                    textOf("formula.l2_transactions"_id)},
                   {"term.dram"_id, bytes.dram / dram, textOf("formula.dram"_id)}});
    }

private:
    static double sharedSeconds(const LaunchProfile& launch, Pricing& p, double smCycles) {
        if (launch.sharedAccesses <= 0) return 0;
        const double wavefronts =
            launch.warps() * p.counted("wavefronts", "input.wavefronts"_id, launch.sharedAccesses * launch.sharedPasses,
                                       "", "source.wavefronts"_id);
        return secondsAt(p, wavefronts / smCycles, "shared_throughput", "shared_throughput");
    }
};

}  // namespace

std::unique_ptr<Model> rooflineModel(const ModelOptions& options) { return std::make_unique<Roofline>(options); }
std::unique_ptr<Model> instructionRooflineModel(const ModelOptions& options) {
    return std::make_unique<InstructionRoofline>(options);
}

}  // namespace lanescope
