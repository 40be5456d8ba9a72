// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of calibrate.cu do what their benchmarks count on, in the emulator.
#include <array>
#include <numeric>
#include <set>

#include "tests/gpu/calibrate/emulated_rig.h"

namespace lanescope {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

Scalar u32(U32 value) { return {ElementType::U32, value}; }
Scalar u64(U64 value) { return {ElementType::U64, value}; }

class Kernels : public testing::Test {
protected:
    void allocate(std::vector<U64> bytes) { rig.allocate(bytes); }
    const simt::LaunchReport& run(const std::string& kernel, U64 blocks, U64 threads, std::vector<Argument> arguments) {
        rig.run(rig.prepare(kernel, blocks, threads, std::move(arguments)));
        return emulator.reports().back();
    }
    simt::Emulator emulator;
    EmulatedRig rig{emulator};
};

TEST_F(Kernels, TheRingVisitsEveryCellOnceAndComesBack) {
    const std::vector<U32> order{3, 0, 5, 1, 7, 2, 6, 4};
    constexpr U32 kStride = 4;
    for (const std::string kernel : {"chase<1>", "chase<2>"}) {
        allocate({order.size() * kStride * 8, order.size() * 4, 8, 8, 8});
        rig.upload(1, order);
        run("link", 1, 32, {BufferId{0}, BufferId{1}, u32(8), u32(kStride)});
        const auto cells = rig.download<U64>(0);
        const U64 base = cells[order.back() * kStride] - U64{order.front()} * kStride * 8;
        std::set<U64> seen;
        U64 at = order.front() * kStride;
        for (std::size_t i = 0; i < order.size(); ++i) {
            EXPECT_EQ(at, order[i] * kStride) << i;
            seen.insert(at);
            at = (cells[at] - base) / 8;
        }
        EXPECT_EQ(seen.size(), order.size());
        EXPECT_EQ(at, order.front() * kStride);

        // 16 steps a round: from where it begins after a warm-up of 2 rounds twice round the ring of 8.
        const auto& report =
            run(kernel, 1, 1,
                {BufferId{0}, u32(order[2] * kStride), Scalar(2), Scalar(3), BufferId{2}, BufferId{3}, BufferId{4}});
        EXPECT_EQ(rig.download<U64>(4).front(), order[2] * kStride);
        EXPECT_EQ(report.counts.globalLoad.requests, 5U * 16);
        EXPECT_EQ(report.counts.globalLoad.sectors, 5U * 16);
    }
}

TEST_F(Kernels, TheRingInSharedMemoryStepsByItsStride) {
    allocate({8, 8, 8});
    const auto& report = run("chaseShared", 1, 32, {u32(33), Scalar(3), BufferId{0}, BufferId{1}, BufferId{2}});
    EXPECT_EQ(rig.download<U64>(2).front(), 3U * 16 * 33 % 1024);
    EXPECT_EQ(report.counts.sharedLoad.requests, 3U * 16);
    EXPECT_EQ(report.counts.sharedLoad.conflicts, 0U);
}

TEST_F(Kernels, AWarpReadsFromJustSoManyLines) {
    constexpr U32 kPages = 64;
    std::vector<U32> order(kPages);
    for (U32 i = 0; i < kPages; ++i) order[i] = i * 5 % kPages;
    for (const int lines : {1, 2, 8, 32}) {
        allocate({kPages * 4096, kPages * 4, 8, 8, 8});
        rig.upload(1, order);
        run("linkPages", kPages, 64, {BufferId{0}, BufferId{1}, u32(kPages)});
        const auto& report =
            run("chaseWarp", 1, 32,
                {BufferId{0}, u32(order[0]), Scalar(lines), Scalar(2), BufferId{2}, BufferId{3}, BufferId{4}});
        EXPECT_EQ(report.counts.globalLoad.requests, 32U);
        // 32 lanes of 4 bytes in so many lines: never fewer than the 4 sectors of 128 bytes.
        const U64 inLine = 32U / static_cast<U64>(lines);
        EXPECT_EQ(report.counts.globalLoad.sectors, 32U * static_cast<U64>(lines) * ((inLine * 4 + 31) / 32)) << lines;
        const U64 last = 31 % static_cast<U64>(lines) * 128 + 31 / static_cast<U64>(lines) * 4;
        EXPECT_EQ(rig.download<U64>(4).front(), order[32] * 4096 + last) << lines;
    }
}

TEST_F(Kernels, DeparturesReadEveryWordOnce) {
    constexpr U64 kThreads = 64;
    constexpr U64 kRounds = 3;
    std::vector<U32> words(kThreads * 16 * kRounds);
    std::iota(words.begin(), words.end(), 0U);
    allocate({words.size() * 4, 16, 16, kThreads * 8});
    rig.upload(0, words);
    const auto& report =
        run("departures", 1, kThreads, {BufferId{0}, Scalar(3), BufferId{1}, BufferId{2}, BufferId{3}});
    EXPECT_EQ(report.counts.globalLoad.requests, kRounds * 16 * kThreads / 32);
    EXPECT_EQ(report.counts.globalLoad.sectors, 4 * report.counts.globalLoad.requests) << "coalesced";
    const auto sums = rig.download<U64>(3);
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), U64{0}), words.size() * (words.size() - 1) / 2);
}

TEST_F(Kernels, ArithmeticDoesSoManyOperations) {
    allocate({16, 16, 64 * 8});
    const std::vector<Argument> arrays{BufferId{0}, BufferId{1}, BufferId{2}};
    const auto count = [&](const std::string& kernel, const Scalar& start, const Scalar& other, int rounds) {
        return run(kernel, 1, 64, {start, other, Scalar(rounds), arrays[0], arrays[1], arrays[2]}).counts;
    };
    for (const auto& [kind, start, other] :
         {std::tuple{"Fp32", Scalar(1.0F), Scalar(1.5F)}, {"Fp64", Scalar(1.0), Scalar(1.5)}})
        for (const unsigned length : {32U, 96U}) {
            const std::string kernel = std::string("arithmetic<") + kind + ", " + std::to_string(length) + ">";
            const auto longer = count(kernel, start, other, 5);
            const auto shorter = count(kernel, start, other, 3);
            EXPECT_EQ(longer.fpOperations - shorter.fpOperations, 2U * length * 64) << kernel;
        }
    count("arithmetic<Fp32, 32>", Scalar(1.0F), Scalar(1.5F), 2);
    EXPECT_EQ(rig.download<float>(2)[5], 1 + 5 + 64 * 1.5F + 1.5F);
    count("arithmetic<Int32, 32>", Scalar(1), Scalar(3), 1);
    U32 value = 1 + 5;
    U32 other = 3;
    for (int i = 0; i < 16; ++i) other += value += other;
    EXPECT_EQ(rig.download<U32>(2)[5], value + other);
    const auto pairs = count("issue<96>", Scalar(1.0F), Scalar(1.5F), 4);
    const auto fewer = count("issue<32>", Scalar(1.0F), Scalar(1.5F), 4);
    EXPECT_EQ(pairs.warpInstructions - fewer.warpInstructions, 4U * 64 * 2 * 2)
        << "two more for each pair, in two warps";
}

TEST_F(Kernels, AtomicsOfAllThreadsMeetAtOneAddress) {
    allocate({64 * 4, 64 * 4, 16, 16, 64 * 4});
    rig.fill(0, 0);
    rig.upload(1, std::vector<U32>(64, 7));
    const auto& global =
        run("atomicAdds", 1, 64,
            {BufferId{0}, BufferId{1}, u32(24), u32(63), Scalar(5), BufferId{2}, BufferId{3}, BufferId{4}});
    EXPECT_EQ(global.counts.globalAtomic.requests, 2U * 5);
    EXPECT_EQ(global.counts.barriers, 2U * 6);
    EXPECT_EQ(rig.download<float>(0), std::vector<float>(64, 0)) << "what is added stays 0";
    const auto& shared =
        run("sharedAtomicAdds", 1, 64, {BufferId{1}, Scalar(5), BufferId{2}, BufferId{3}, BufferId{4}});
    EXPECT_EQ(shared.counts.sharedAtomic.requests, 2U * 5);
    EXPECT_EQ(rig.download<int>(4), std::vector<int>(64, 0));
}

TEST_F(Kernels, HalfOfTheLanesPartOrNobodyDoes) {
    allocate({8, 8, 32 * 4});
    for (const auto& [limit, divergent] : {std::pair{0U, 0U}, {16U, 7U}, {32U, 0U}}) {
        const auto& report =
            run("branches<32>", 1, 32, {u32(limit), Scalar(1.5F), Scalar(7), BufferId{0}, BufferId{1}, BufferId{2}});
        EXPECT_EQ(report.counts.divergentBranches, divergent + 1) << limit << ", and where one lane notes the time";
        EXPECT_EQ(report.counts.fpOperations, 7U * 32 * 32) << limit;
    }
}

TEST_F(Kernels, BarriersAreThatMany) {
    allocate({16, 16});
    EXPECT_EQ(run("barriers", 1, 64, {Scalar(3), BufferId{0}, BufferId{1}}).counts.barriers, 2U * (1 + 3 * 16));
}

TEST_F(Kernels, BandwidthKernelsReadAllBytes) {
    constexpr U64 kWords = 2 * 64 * 4 * 4 * 3;  // 3 rounds of two blocks of 64 threads, 4 × 16 bytes each
    std::vector<U32> words(kWords);
    std::iota(words.begin(), words.end(), 1U);
    U32 all = 0;
    for (const U32 word : words) all ^= word;
    allocate({kWords * 4, 2 * 64 * 4});
    rig.upload(0, words);
    const auto mixed = [&] {
        U32 mix = 0;
        for (const U32 word : rig.download<U32>(1)) mix ^= word;
        return mix;
    };
    const auto& together = run("readTogether", 2, 64, {BufferId{0}, u64(kWords / 4), Scalar(1), BufferId{1}});
    EXPECT_EQ(together.counts.globalLoad.bytes, kWords * 4);
    EXPECT_EQ(mixed(), all);
    const auto& own = run("readOwn", 2, 64, {BufferId{0}, u32(256), u32(64), Scalar(3), BufferId{1}});
    EXPECT_EQ(own.counts.globalLoad.bytes, 3U * 2 * 64 * 64);

    allocate({2 * 64 / 32 * 8, 2 * 64 / 32 * 8, 2 * 64 * 4});
    const auto& shared = run("readShared", 2, 64, {Scalar(5), BufferId{0}, BufferId{1}, BufferId{2}});
    EXPECT_EQ(shared.counts.sharedLoad.requests, 5U * 4 * 4);
    EXPECT_EQ(shared.counts.sharedLoad.wavefronts, 4 * shared.counts.sharedLoad.requests);
    EXPECT_EQ(shared.counts.sharedLoad.conflicts, 0U);
}

}  // namespace
}  // namespace lanescope
