// SPDX-License-Identifier: GPL-3.0-or-later
// Latency and throughput of arithmetic: chains of operations of which each needs the result of the one before. One warp
// shows the latency; 32 warps, eight on each scheduler, keep the units of a multiprocessor busy.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

constexpr int kShort = 32;  ///< operations in a round of the loop
constexpr int kLong = 96;
constexpr int kFew = 16;  ///< rounds
constexpr int kMany = 144;
constexpr std::uint64_t kMostThreads = 1024;
constexpr BufferId kBegin = 0;
constexpr BufferId kEnd = 1;
constexpr BufferId kSink = 2;

void allocate(Rig& rig) {
    rig.allocate(std::array<std::uint64_t, 3>{kMostThreads / 32 * 8, kMostThreads / 32 * 8, kMostThreads * 8});
}

struct OperationKernel {
    std::string name;  ///< with %, where the number of operations in a round goes
    Scalar start;
    Scalar other;
};

/// Cycles that one more round takes.
double round(Rig& rig, const OperationKernel& kernel, int length, std::uint64_t threads) {
    std::string name = kernel.name;
    name.replace(name.find('%'), 1, std::to_string(length));
    const auto cycles = [&](int rounds) {
        return rig.cycles(
            rig.prepare(name, 1, threads, {kernel.start, kernel.other, Scalar(rounds), kBegin, kEnd, kSink}), kBegin,
            kEnd);
    };
    const double longer = cycles(kMany);
    return (longer - cycles(kFew)) / (kMany - kFew);
}

/// Cycles that one more operation of each thread takes; what the loop itself takes drops out.
double operation(Rig& rig, const OperationKernel& kernel, std::uint64_t threads) {
    const double longer = round(rig, kernel, kLong, threads);
    return (longer - round(rig, kernel, kShort, threads)) / (kLong - kShort);
}

/// Warp instructions a cycle where each operation is `instructions` of them.
std::vector<double> throughputs(Rig& rig, const OperationKernel& kernel, int instructions) {
    return samplesOf(rig.samples(kSamples),
                     [&] { return instructions * (kMostThreads / 32.0) / operation(rig, kernel, kMostThreads); });
}

MicroBenchmark chains(std::string_view name, std::string_view how, std::string_view latency,
                      std::string_view throughput, const OperationKernel& kernel) {
    return {name, how, textOf("benchmark.after.wong"_id), {latency, throughput}, [=](Rig& rig, Findings& findings) {
                allocate(rig);
                findings.found(latency, samplesOf(rig.samples(kSamples), [&] { return operation(rig, kernel, 32); }));
                findings.found(throughput, throughputs(rig, kernel, 1));
            }};
}

void measureIssue(Rig& rig, Findings& findings) {
    allocate(rig);
    findings.found("issue_rate", throughputs(rig, {"issue<%>", Scalar(1.0F), Scalar(1.5F)}, 2));
}

/// A block on each multiprocessor does the same at the same time, so that cycles of one of them, read on it when it is
/// alone, stand against seconds of all.
void measureClock(Rig& rig, Findings& findings) {
    constexpr int kShortRun = 500;  // rounds
    constexpr int kLongRun = 4500;  // 1.7 ms on an H200
    constexpr unsigned kWarmUp = 100;
    const std::uint64_t multiprocessors = std::max<std::uint64_t>(rig.limit("sm_count"), 1);
    allocate(rig);
    const auto blocks = [&](std::uint64_t count, int rounds) {
        return rig.prepare("arithmetic<Fp32, 96>", count, kMostThreads,
                           {Scalar(1.0F), Scalar(1.5F), Scalar(rounds), kBegin, kEnd, kSink});
    };
    const auto seconds = [&](int rounds) { return rig.seconds(blocks(multiprocessors, rounds), 1); };
    const auto cycles = [&](int rounds) { return rig.cycles(blocks(1, rounds), kBegin, kEnd); };
    // A clock takes its time to find what the board can bear.
    (void)rig.seconds(blocks(multiprocessors, kLongRun), kWarmUp);
    findings.found("clock_under_load", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = seconds(kLongRun);
                       const double duration = longer - seconds(kShortRun);
                       const double counted = cycles(kLongRun);
                       return (counted - cycles(kShortRun)) / duration;
                   }));
}

/// Operations of which the throughput alone is a quantity. A step may be several instructions.
void measureOthers(Rig& rig, Findings& findings) {
    struct Other {
        const char* quantity;
        const char* kernel;
        int instructions;  ///< that are counted, of a step
    };
    allocate(rig);
    for (const auto& [quantity, kernel, instructions] :
         {Other{"conversion_throughput", "arithmetic<Convert64, %>", 2},
          Other{"conversion32_throughput", "arithmetic<Convert32, %>", 1},
          Other{"sqrt_throughput", "arithmetic<Sqrt, %>", 1}, Other{"ex2_throughput", "arithmetic<Ex2, %>", 1},
          Other{"lg2_throughput", "arithmetic<Lg2, %>", 1}, Other{"sin_throughput", "arithmetic<Sin, %>", 1},
          Other{"cos_throughput", "arithmetic<Cos, %>", 1}}) {
        const OperationKernel chain{kernel, Scalar(2.0F), Scalar(0.0F)};
        findings.found(quantity, throughputs(rig, chain, instructions));
        findings.point(std::string(kernel) + "/cycles_of_a_step_in_one_warp", 1, operation(rig, chain, 32));
    }
}

/// Products of two words, shifts and counted bits; and what a product holds its scheduler up for, among additions that
/// would each take a cycle.
void measureIntegers(Rig& rig, Findings& findings) {
    struct Other {
        const char* quantity;
        OperationKernel kernel;
    };
    allocate(rig);
    for (const auto& [quantity, kernel] :
         {Other{"wide_product_throughput",
                {"arithmetic<WideProduct, %>", Scalar(ElementType::U64, 3), Scalar(ElementType::U64, 5)}},
          Other{"shift_throughput", {"arithmetic<Shift, %>", Scalar(ElementType::U32, 3), Scalar(ElementType::U32, 5)}},
          Other{"popc_throughput",
                {"arithmetic<Popc, %>", Scalar(ElementType::U32, 3), Scalar(ElementType::U32, 5)}}}) {
        findings.found(quantity, throughputs(rig, kernel, 1));
        findings.point(kernel.name + "/cycles_of_a_step_in_one_warp", 1, operation(rig, kernel, 32));
    }
}

void measureProducts(Rig& rig, Findings& findings) {
    constexpr int kFewProducts = 4;  ///< in a round, as calibrate.cu has it
    constexpr int kManyProducts = 12;
    constexpr int kAdditions = 7;  ///< with each
    constexpr double kWarpsOfScheduler = kMostThreads / 32.0 / 4;
    allocate(rig);
    const OperationKernel additions{"arithmetic<Fp32, %>", Scalar(1.0F), Scalar(1.5F)};
    const OperationKernel products{"productsAmongAdditions<%>", Scalar(1.0F), Scalar(1.5F)};
    findings.found("behind_wide_product_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double addition = operation(rig, additions, kMostThreads) / kWarpsOfScheduler;
                       const double longer = round(rig, products, kManyProducts, kMostThreads);
                       const double group = (longer - round(rig, products, kFewProducts, kMostThreads)) /
                                            (kManyProducts - kFewProducts) / kWarpsOfScheduler;
                       findings.point("a_product_and_7_additions/cycles_of_a_scheduler", kAdditions, group);
                       return group - (kAdditions + 1) * addition;
                   }));
}

}  // namespace

std::vector<MicroBenchmark> arithmeticBenchmarks() {
    return {
        chains(textOf("benchmark.fp32.name"_id), textOf("benchmark.fp32.how"_id), "fp32_latency", "fp32_throughput",
               {"arithmetic<Fp32, %>", Scalar(1.0F), Scalar(1.5F)}),
        chains(textOf("benchmark.fp64.name"_id), textOf("benchmark.fp64.how"_id), "fp64_latency", "fp64_throughput",
               {"arithmetic<Fp64, %>", Scalar(1.0), Scalar(1.5)}),
        chains(textOf("benchmark.int32.name"_id), textOf("benchmark.int32.how"_id), "int32_latency", "int32_throughput",
               {"arithmetic<Int32, %>", Scalar(1), Scalar(3)}),
        chains(textOf("benchmark.sfu.name"_id), textOf("benchmark.sfu.how"_id), "sfu_latency", "sfu_throughput",
               {"arithmetic<Sfu, %>", Scalar(2.0F), Scalar(0.0F)}),
        chains(textOf("benchmark.logic.name"_id), textOf("benchmark.logic.how"_id), "alu_latency", "alu_throughput",
               {"arithmetic<Logic, %>", Scalar(1), Scalar(3)}),
        {textOf("benchmark.conversions.name"_id),
         textOf("benchmark.conversions.how"_id),
         textOf("benchmark.after.wong"_id),
         {"conversion_throughput", "conversion32_throughput", "sqrt_throughput", "ex2_throughput", "lg2_throughput",
          "sin_throughput", "cos_throughput"},
         measureOthers},
        {textOf("benchmark.integers.name"_id),
         textOf("benchmark.integers.how"_id),
         textOf("benchmark.after.wong"_id),
         {"wide_product_throughput", "shift_throughput", "popc_throughput"},
         measureIntegers},
        {textOf("benchmark.products.name"_id),
         textOf("benchmark.products.how"_id),
         "",
         {"behind_wide_product_cycles"},
         measureProducts},
        {textOf("benchmark.issue.name"_id),
         textOf("benchmark.issue.how"_id),
         textOf("benchmark.after.wong"_id),
         {"issue_rate"},
         measureIssue},
        {textOf("benchmark.clock.name"_id), textOf("benchmark.clock.how"_id), "", {"clock_under_load"}, measureClock},
    };
}

}  // namespace lanescope
