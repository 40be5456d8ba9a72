// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of calibrate.cu do what their benchmarks count on, in the emulator.
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
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

std::vector<U32> offsetsOf(U64 threads, const std::function<U32(U32)>& offset) {
    std::vector<U32> offsets(threads);
    for (U32 i = 0; i < threads; ++i) offsets[i] = offset(i);
    return offsets;
}

TEST_F(Kernels, UpdatesAddAsManyTimesAsTheySay) {
    constexpr U64 kThreads = 64;
    constexpr U32 kWords = 1024;
    for (const std::string kind : {"RedInt", "AtomInt", "RedFloat", "AtomFloat"})
        for (const U32 lanes : {1U, 32U}) {
            allocate({kWords * 4, kThreads * 4, 16, 16, kThreads * 4});
            rig.fill(0, 0);
            rig.upload(1, offsetsOf(kThreads, [](U32 thread) { return thread * 4; }));
            const auto& report = run("updates<" + kind + ">", 1, kThreads,
                                     {BufferId{0}, BufferId{1}, u32(kThreads * 4), u32(kWords * 4 - 1), u32(lanes),
                                      Scalar(3), BufferId{2}, BufferId{3}, BufferId{4}});
            const auto& counts = kind.starts_with("Red") ? report.counts.globalReduction : report.counts.globalAtomic;
            EXPECT_EQ(counts.requests, 2U * 3 * 16) << kind;
            EXPECT_EQ(counts.sectors, 2U * 3 * 16 * (lanes == 1 ? 1 : 4)) << kind;
            // 48 additions of each lane go over 16 places, three times.
            const float three = 3;
            U32 expected = 3;
            if (kind.ends_with("Float")) std::memcpy(&expected, &three, 4);
            const auto cells = rig.download<U32>(0);
            EXPECT_EQ(cells[0], expected) << kind;
            EXPECT_EQ(cells[31], lanes == 1 ? 0 : expected) << kind;
        }
    allocate({8, 32 * 4, 8, 8, 32 * 4});
    rig.fill(0, 0);
    rig.upload(1, std::vector<U32>(32, 0));
    run("updates<RedDouble>", 1, 32,
        {BufferId{0}, BufferId{1}, u32(0), u32(7), u32(32), Scalar(2), BufferId{2}, BufferId{3}, BufferId{4}});
    EXPECT_EQ(rig.download<double>(0).front(), 32.0 * 2 * 16);
}

TEST_F(Kernels, LoadsAndStoresGoWhereTheyAreSent) {
    constexpr U64 kThreads = 64;
    constexpr U64 kBytes = 16 * 4096 + 8192;
    const auto sent = [&](const std::string& kernel, const std::function<U32(U32)>& offset, U32 advance) {
        allocate({kBytes, kThreads * 4, 16, 16, kThreads * 4, 2 * kBytes});
        rig.fill(0, 0);
        rig.fill(5, 1);
        rig.upload(1, offsetsOf(kThreads, offset));
        return run(kernel, 1, kThreads,
                   {BufferId{0}, BufferId{5}, BufferId{1}, u32(advance), u32(65535), Scalar(3), BufferId{2},
                    BufferId{3}, BufferId{4}})
            .counts.globalLoad;
    };
    constexpr U64 kRequests = 2 * 3 * 16;
    constexpr U64 kPlaces = 2 * 4;  // sectors of the offsets, that are loaded once
    const auto coalesced = sent(
        "loads<1, 4, 16>", [](U32 thread) { return thread * 4; }, 0);
    EXPECT_EQ(coalesced.requests, kRequests + 2);
    EXPECT_EQ(coalesced.sectors, 4 * kRequests + kPlaces);
    for (const U32 value : rig.download<U32>(4)) EXPECT_EQ(value, 0U) << "48 times the same, mixed";
    const auto lines = sent(
        "loads<2, 4, 16>", [](U32 thread) { return thread % 32 * 128 + thread % 32 * 4; }, 0);
    EXPECT_EQ(lines.sectors, 32 * kRequests + kPlaces);
    EXPECT_EQ(sent(
                  "loads<1, 16, 16>", [](U32 thread) { return thread * 16; }, 0)
                  .sectors,
              16 * kRequests + kPlaces);
    EXPECT_EQ(sent(
                  "loads<1, 8, 16>", [](U32 thread) { return thread * 8; }, 0)
                  .sectors,
              8 * kRequests + kPlaces);
    // One of 16 is of the memory that holds ones, in three rounds.
    EXPECT_EQ(sent(
                  "loads<1, 4, 1>", [](U32 thread) { return thread * 4; }, 4096)
                  .requests,
              kRequests + 2);
    for (const U32 value : rig.download<U32>(4)) EXPECT_EQ(value, 0x01010101U);

    allocate({kBytes, kThreads * 4, 16, 16});
    rig.fill(0, 0xff);
    rig.upload(1, offsetsOf(kThreads, [](U32 thread) { return thread / 4 * 32 + thread % 4 * 4; }));
    const auto& stores =
        run("stores", 1, kThreads, {BufferId{0}, BufferId{1}, Scalar(2), BufferId{2}, BufferId{3}}).counts.globalStore;
    EXPECT_EQ(stores.requests, 2U * 2 * 16 + 2 * 2) << "and the readings of the clock";
    const auto words = rig.download<U32>(0);
    EXPECT_EQ(words[0], 1U) << "of the last round";
    EXPECT_EQ(words[4], ~0U) << "the half of a sector that nobody writes";
    EXPECT_EQ(words[15 * 1024], 1U);
}

TEST_F(Kernels, PointersThatPointAtThemselvesStay) {
    allocate({4 * 4224, 4, 8, 8, 8});
    run("linkToThemselves", 1, 32, {BufferId{0}, u32(4224), u32(4)});
    run("chase<2>", 1, 1, {BufferId{0}, u32(528 * 2), Scalar(1), Scalar(2), BufferId{2}, BufferId{3}, BufferId{4}});
    EXPECT_EQ(rig.download<U64>(4).front(), 528U * 2);
}

TEST_F(Kernels, CodeConstantsAndCountsGoAllTheWay) {
    allocate({8, 8, 64 * 8});
    for (const unsigned copy : {0U, 7U})
        for (const unsigned rounds : {0U, 2U}) {
            const std::string kernel = "straight<1024, " + std::to_string(copy) + ">";
            EXPECT_EQ(
                run(kernel, 1, 32, {Scalar(1.0F), Scalar(1.5F), u32(rounds), BufferId{0}, BufferId{1}, BufferId{2}})
                    .counts.fpOperations,
                rounds * 1024 * 32);
        }
    // 64 steps come back to where they began; 16 steps of 4 bytes further.
    run("chaseConstant", 1, 1, {Scalar(1), BufferId{0}, BufferId{1}, BufferId{2}});
    EXPECT_EQ(rig.download<U64>(2).front(), 64U);
    run("chaseConstant", 1, 1, {Scalar(4), BufferId{0}, BufferId{1}, BufferId{2}});
    EXPECT_EQ(rig.download<U64>(2).front(), 0U);
    const auto& longer = run("countUp", 1, 1, {Scalar(1), Scalar(100), BufferId{0}, BufferId{1}, BufferId{2}});
    const U64 steps = longer.counts.warpInstructions;
    EXPECT_EQ(rig.download<int>(2).front(), 100);
    const auto& shorter = run("countUp", 1, 1, {Scalar(1), Scalar(50), BufferId{0}, BufferId{1}, BufferId{2}});
    EXPECT_EQ(steps - shorter.counts.warpInstructions, 50U * 3) << "addition, comparison, jump";
}

TEST_F(Kernels, LogicAndConversionsAreOneStepEach) {
    allocate({8, 8, 32 * 8});
    const auto count = [&](const std::string& kind, int length, const Scalar& start, const Scalar& other) {
        return run("arithmetic<" + kind + ", " + std::to_string(length) + ">", 1, 32,
                   {start, other, Scalar(5), BufferId{0}, BufferId{1}, BufferId{2}})
            .counts.warpInstructions;
    };
    EXPECT_NEAR(
        static_cast<double>(count("Logic", 96, Scalar(1), Scalar(3)) - count("Logic", 32, Scalar(1), Scalar(3))),
        5 * 64, 5);
    for (const char* kind : {"Convert32", "Convert64"}) {
        EXPECT_EQ(count(kind, 96, Scalar(2.0F), Scalar(0.0F)) - count(kind, 32, Scalar(2.0F), Scalar(0.0F)), 5U * 128);
        EXPECT_EQ(rig.download<float>(2)[5], 7.0F) << "there and back";
    }
    for (const char* kind : {"Sqrt", "Ex2", "Lg2", "Sin", "Cos"})
        EXPECT_EQ(count(kind, 96, Scalar(2.0F), Scalar(0.0F)) - count(kind, 32, Scalar(2.0F), Scalar(0.0F)), 5U * 64);
}

TEST_F(Kernels, StreamsAndRunsReadAndWriteEverythingOnce) {
    constexpr U64 kPieces = 512;  // of 16 bytes
    for (const auto& [reads, writes] : {std::pair{1U, 0U}, {0U, 1U}, {1U, 1U}, {2U, 1U}}) {
        allocate({3 * kPieces * 16, 2 * 64 * 4});
        rig.fill(0, 0);
        const auto& counts = run("stream<" + std::to_string(reads) + ", " + std::to_string(writes) + ">", 2, 64,
                                 {BufferId{0}, u64(kPieces), u32(1), BufferId{1}})
                                 .counts;
        EXPECT_EQ(counts.globalLoad.bytes, reads * kPieces * 16);
        EXPECT_EQ(counts.globalStore.bytes, writes * kPieces * 16 + (writes == 0 ? 2U * 64 * 4 : 0));
    }
    constexpr U64 kWords = 8192;
    std::vector<U32> words(kWords);
    std::iota(words.begin(), words.end(), 1U);
    words[77] = 0x12345;
    U32 all = 0;
    for (const U32 word : words) all ^= word;
    for (const U32 shift : {3U, 4U, 5U, 6U}) {
        allocate({kWords * 4, 2 * 64 * 4});
        rig.upload(0, words);
        const auto& counts =
            run("readRuns", 2, 64, {BufferId{0}, u32(kWords >> shift), u32(shift), BufferId{1}}).counts;
        EXPECT_EQ(counts.globalLoad.bytes, kWords * 4);
        EXPECT_EQ(counts.globalLoad.sectors, kWords / 8);
        U32 mix = 0;
        for (const U32 word : rig.download<U32>(1)) mix ^= word;
        EXPECT_EQ(mix, all) << "each once";
    }
}

TEST_F(Kernels, OthersReadUntilTheChaseIsDone) {
    constexpr U32 kCells = 64;
    constexpr U64 kThreads = 64;
    std::vector<U32> order(kCells);
    std::iota(order.begin(), order.end(), 0U);
    const std::vector<U64> bytes{kCells * 8, kCells * 4, 2 * 16, 2 * 16, 2 * kThreads * 4, 1 << 16, 4, 2 * 16};
    for (const int done : {0, 1}) {
        allocate(bytes);
        rig.upload(1, order);
        rig.fill(6, 0);
        run("link", 1, kCells, {BufferId{0}, BufferId{1}, u32(kCells), u32(1)});
        run("chaseUnderLoad", 1 + static_cast<U64>(done), kThreads,
            {BufferId{0}, u32(0), Scalar(1), Scalar(2), BufferId{5}, u64((1 << 16) / 16), Scalar(5), BufferId{6},
             BufferId{2}, BufferId{3}, BufferId{7}, BufferId{4}});
        EXPECT_EQ(rig.download<U32>(6).front(), 1U) << "it says that it is done";
        EXPECT_EQ(rig.download<U32>(4).front(), 3U * 16 % kCells * 8) << "48 steps";
        if (done == 1) {
            EXPECT_LE(rig.download<U32>(7)[2], 5U);
        }
    }
}

TEST_F(Kernels, BlocksNoteWhenTheyBeginAndEnd) {
    constexpr U64 kBlocks = 5;
    allocate({kBlocks * 2 * 8, kBlocks * 2 * 8, kBlocks * 4, 4});
    rig.fill(2, 0xff);
    run("turns", kBlocks, 64, {Scalar(2), BufferId{0}, BufferId{1}, BufferId{2}, BufferId{3}});
    const auto begin = rig.download<std::int64_t>(0);
    const auto end = rig.download<std::int64_t>(1);
    EXPECT_EQ(rig.download<U32>(2), std::vector<U32>(kBlocks, 0));
    for (U64 block = 0; block < kBlocks; ++block) {
        // Some have more to do than others.
        EXPECT_GE(end[block * 2] - begin[block * 2], static_cast<std::int64_t>((2 + block * 37 % 64) * 16)) << block;
    }
}

TEST_F(Kernels, CyclesOfAGridAreThoseOfItsLongestBlock) {
    constexpr U64 kBlocks = 3;
    allocate({kBlocks * 8, kBlocks * 8, kBlocks * 4, 4});
    const double cycles = rig.cycles(
        rig.prepare("turns", kBlocks, 32, {Scalar(2), BufferId{0}, BufferId{1}, BufferId{2}, BufferId{3}}), 0, 1);
    const auto begin = rig.download<std::int64_t>(0);
    const auto end = rig.download<std::int64_t>(1);
    std::int64_t longest = 0;
    for (U64 block = 0; block < kBlocks; ++block) longest = std::max(longest, end[block] - begin[block]);
    EXPECT_EQ(cycles, static_cast<double>(longest));
}

}  // namespace
}  // namespace lanescope
