// SPDX-License-Identifier: GPL-3.0-or-later
// What requests take on their way through a multiprocessor: ports, passes over the banks, widths, special registers,
// and barriers beside them.
#include <array>
#include <cmath>
#include <limits>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/patterns.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace patterns;

constexpr int kFew = 4;  ///< rounds
constexpr int kMany = 36;
constexpr std::uint32_t kSchedulers = 4;
constexpr std::uint32_t kBank = 4;  ///< bytes of one
constexpr std::array<std::uint32_t, 3> kWords{1, 2, 4};

Scalar number(std::uint32_t value) { return {ElementType::U32, value}; }

struct Shared {
    std::uint32_t words = 1;  ///< of a lane
    bool stores = false;
    std::uint32_t stride = kBank;  ///< bytes from lane to lane
    std::uint32_t lanes = 32;
    std::uint32_t schedulers = kSchedulers;
    std::uint64_t warps = kWarps;
};

/// Cycles of the multiprocessor from one such request to the next.
double shared(Rig& rig, const Shared& how) {
    const std::string kernel =
        "sharedRequests<" + std::to_string(how.words) + ", " + (how.stores ? "true" : "false") + ">";
    const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
        return rig.prepare(
            kernel, 1, how.warps * 32,
            {number(how.stride), number(how.lanes), number(how.schedulers), Scalar(rounds), kBegin, kEnd, kSink});
    });
    const std::uint64_t asking = how.warps < kSchedulers ? how.warps : how.warps * how.schedulers / kSchedulers;
    return round / static_cast<double>(kSteps * asking);
}

/// The port of a scheduler takes a register of the address and those of the data, of however few lanes.
void measurePorts(Rig& rig, Findings& findings) {
    allocate(rig, 1, 1);
    findings.found("memory_port_cycles", samplesOf(rig.samples(kSamples), [&] {
                       std::vector<std::pair<double, double>> points;
                       for (const std::uint32_t words : kWords) {
                           const double cycles =
                               shared(rig, {.words = words, .stores = true, .lanes = 1, .schedulers = 1});
                           findings.point("port_of_a_scheduler/cycles_of_a_store_by_registers", 1 + words, cycles);
                           points.emplace_back(1 + words, cycles);
                       }
                       return slopeOf(points);
                   }));
}

void measurePasses(Rig& rig, Findings& findings) {
    constexpr std::array<std::uint32_t, 6> kPasses{1, 2, 4, 8, 16, 32};
    allocate(rig, 1, 1);
    std::vector<double> one;
    std::vector<double> atOnce;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        std::vector<std::pair<double, double>> alone;
        std::vector<std::pair<double, double>> together;
        for (const std::uint32_t passes : kPasses) {
            // So many lanes in each bank.
            alone.emplace_back(passes, shared(rig, {.stride = passes * kBank, .warps = 1}));
            together.emplace_back(passes, shared(rig, {.stride = passes * kBank}));
            findings.point("shared_passes/of_one_warp", passes, alone.back().second);
            findings.point("shared_passes/of_32_warps", passes, together.back().second);
        }
        one.push_back(together.front().second);
        const double all = slopeOf(together);
        atOnce.push_back(all > 0 ? std::round(slopeOf(alone) / all) : std::numeric_limits<double>::quiet_NaN());
    }
    findings.found("request_cycles", one);
    findings.found("requests_at_once", atOnce);
    for (const std::uint32_t words : kWords)
        for (const bool stores : {false, true})
            findings.point(stores ? "shared_words_a_lane/stores" : "shared_words_a_lane/loads", words,
                           shared(rig, {.words = words, .stores = stores, .stride = words * kBank}));
}

/// Stores of one lane each: their data pass one register after the other, and something besides.
void measureStores(Rig& rig, Findings& findings) {
    constexpr std::uint32_t kOwn = 256;  ///< bytes of each warp
    allocate(rig, kWarps * kOwn, 1);
    place(rig, 1, [](std::uint32_t, std::uint32_t thread) { return thread / 32 * kOwn; });
    findings.found("store_address_passes", samplesOf(rig.samples(kSamples), [&] {
                       double besides = 0;
                       for (const std::uint32_t words : kWords) {
                           const std::string kernel = "samePlace<" + std::to_string(words) + ", 0>";
                           const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
                               return rig.prepare(kernel, 1, kThreads,
                                                  {kCells, kOffsets, number(1), Scalar(rounds), kBegin, kEnd, kSink});
                           });
                           const double cycles = round / static_cast<double>(kSteps * kWarps);
                           findings.point("global_store_of_one_lane/cycles_by_words", words, cycles);
                           besides += (cycles - words) / kWords.size();
                       }
                       return besides;
                   }));
}

void measureRegisters(Rig& rig, Findings& findings) {
    allocate(rig, 1, 1);
    findings.found("special_register_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
                           return rig.prepare("specialRegisters", 1, kThreads, {Scalar(rounds), kBegin, kEnd, kSink});
                       });
                       return round / static_cast<double>(kSteps * kWarps);
                   }));
}

/// As many blocks of one warp as have room on each multiprocessor keep its load-store unit busy; what barriers add is
/// what each that opens takes of it.
void measureOpenings(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kWarp = 32;
    constexpr std::uint64_t kUsual = 32;
    constexpr int kFewRounds = 64;
    constexpr int kManyRounds = 512;
    const std::uint64_t limit = rig.limit("max_blocks_per_sm");
    const std::uint64_t resident = limit == 0 ? kUsual : limit;
    const std::uint64_t blocks = resident * rig.multiprocessors();
    allocate(rig, 1, (blocks * kWarp + kThreads - 1) / kThreads);
    const auto round = [&](const char* kernel) {
        return roundCycles(rig, kFewRounds, kManyRounds, [&](int rounds) {
            return rig.prepare(kernel, blocks, kWarp, {Scalar(rounds), kBegin, kEnd, kSink});
        });
    };
    findings.found("barrier_opening_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double with = round("sharedLoads<true>");
                       const double without = round("sharedLoads<false>");
                       findings.point("barriers_beside_shared_loads/cycles_of_a_round", 0, without);
                       findings.point("barriers_beside_shared_loads/cycles_of_a_round", 1, with);
                       return (with - without) / static_cast<double>(resident);
                   }));
}

}  // namespace

std::vector<MicroBenchmark> requestBenchmarks() {
    return {
        {textOf("benchmark.ports.name"_id), textOf("benchmark.ports.how"_id), "", {"memory_port_cycles"}, measurePorts},
        {textOf("benchmark.passes.name"_id),
         textOf("benchmark.passes.how"_id),
         "",
         {"request_cycles", "requests_at_once"},
         measurePasses},
        {textOf("benchmark.lone_stores.name"_id),
         textOf("benchmark.lone_stores.how"_id),
         "",
         {"store_address_passes"},
         measureStores},
        {textOf("benchmark.registers.name"_id),
         textOf("benchmark.registers.how"_id),
         "",
         {"special_register_cycles"},
         measureRegisters},
        {textOf("benchmark.openings.name"_id),
         textOf("benchmark.openings.how"_id),
         "",
         {"barrier_opening_cycles"},
         measureOpenings},
    };
}

}  // namespace lanescope
