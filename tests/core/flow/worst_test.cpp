// SPDX-License-Identifier: GPL-3.0-or-later
// What requests cost, beside what the emulator counted; and which of them are found to cost too much.
#include "core/flow/worst.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "core/base/words.h"
#include "core/simt/memory/request.h"
#include "tests/core/flow/recorded.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::flow {
namespace {

using program::Space;
using simt::AccessKind;

/// The counts of a block's requests, as a launch of one block has them.
simt::LaunchCounts countsOf(const BlockTrace& trace) {
    simt::LaunchCounts counts;
    const auto add = [](simt::GlobalCounts& to, const simt::RequestCost& cost) {
        ++to.requests;
        to.sectors += cost.sectors;
        to.bytes += cost.bytes;
    };
    const auto addShared = [](simt::SharedCounts& to, const simt::RequestCost& cost) {
        ++to.requests;
        to.wavefronts += cost.shared.wavefronts;
        to.conflicts += cost.shared.wavefronts - cost.shared.fewest;
    };
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const bool reduction = trace.entry().instructions[trace.instruction(event)].opcode == program::Opcode::Red;
        for (const simt::Request& request : simt::requestsOf(trace.record(event))) {
            const simt::RequestCost cost = simt::costOf(request);
            const bool load = request.access == AccessKind::Load;
            if (request.access == AccessKind::Atomic) {
                if (request.space == Space::Shared)
                    addShared(counts.sharedAtomic, cost);
                else
                    add(reduction ? counts.globalReduction : counts.globalAtomic, cost);
            } else if (request.space == Space::Shared) {
                addShared(load ? counts.sharedLoad : counts.sharedStore, cost);
            } else if (request.space == Space::Local) {
                add(load ? counts.localLoad : counts.localStore, cost);
            } else {
                add(load ? counts.globalLoad : counts.globalStore, cost);
            }
        }
    }
    return counts;
}

void expectCounted(const BlockTrace& trace, const simt::LaunchCounts& counted, const std::string& what) {
    const simt::LaunchCounts mine = countsOf(trace);
    EXPECT_EQ(mine.globalLoad, counted.globalLoad) << what;
    EXPECT_EQ(mine.globalStore, counted.globalStore) << what;
    EXPECT_EQ(mine.globalAtomic, counted.globalAtomic) << what;
    EXPECT_EQ(mine.globalReduction, counted.globalReduction) << what;
    EXPECT_EQ(mine.sharedLoad, counted.sharedLoad) << what;
    EXPECT_EQ(mine.sharedStore, counted.sharedStore) << what;
    EXPECT_EQ(mine.sharedAtomic, counted.sharedAtomic) << what;
    EXPECT_EQ(mine.localLoad, counted.localLoad) << what;
    EXPECT_EQ(mine.localStore, counted.localStore) << what;
}

/// What a request is made of, held against what it costs; the bytes are looked for one by one.
void expectMadeOfItsCost(const simt::Request& request) {
    const simt::RequestCost cost = simt::costOf(request);
    std::set<std::uint64_t> asked;
    for (const simt::Piece& piece : simt::piecesOf(request))
        for (std::uint64_t byte = 0; byte < piece.bytes; ++byte) asked.insert(piece.address + byte);
    if (request.space == Space::Shared) {
        std::set<std::uint64_t> served;
        std::set<std::pair<unsigned, std::uint64_t>> taken;  // wavefront and bank
        unsigned last = 0;
        for (const simt::BankWord& word : simt::wordsOf(request)) {
            EXPECT_TRUE(taken.insert({word.wavefront, word.word % 32}).second) << "a bank serves two words at once";
            last = std::max(last, word.wavefront);
            simt::eachLane(word.lanes, [&](unsigned lane) {
                EXPECT_LE(request.address[lane] / 4, word.word);
                EXPECT_GE((request.address[lane] + request.bytes - 1) / 4, word.word);
            });
            served.insert(word.word);
        }
        std::set<std::uint64_t> words;
        for (const std::uint64_t byte : asked) words.insert(byte / 4);
        EXPECT_EQ(served, words);
        EXPECT_EQ(last + 1, cost.shared.wavefronts);
        return;
    }
    std::set<std::uint64_t> used;
    const auto sectors = simt::sectorsUsed(request);
    for (const simt::SectorUse& sector : sectors)
        for (unsigned byte = 0; byte < 32; ++byte)
            if ((sector.used >> byte & 1U) != 0) used.insert(sector.address + byte);
    EXPECT_EQ(used, asked);
    if (request.space == Space::Global && cost.meeting <= 1) {
        EXPECT_EQ(sectors.size(), cost.sectors);
    }
}

TEST(RequestCosts, AreThoseThatWereCountedInLaunchesOfOneBlock) {
    struct Case {
        const char* algorithm;
        Parameters parameters;
    };
    const Case cases[] = {
        {"vector.add", {{"n", "100"}, {"block", "128"}}},
        {"transpose.tiled", {{"width", "32"}, {"height", "32"}, {"padded", "no"}}},
        {"transpose.tiled", {{"width", "32"}, {"height", "32"}, {"padded", "yes"}, {"type", "f32"}}},
        {"matmul.tiled", {{"n", "16"}, {"type", "f64"}}},
        {"matmul.global", {{"n", "32"}, {"block", "32"}}},
        {"matmul.single-block", {{"n", "16"}, {"block", "8"}}},
        {"matmul.whole-shared", {{"n", "16"}}},
        {"matvec.rows", {{"n", "32"}, {"m", "7"}}},
        {"matvec.columns", {{"n", "10"}, {"m", "32"}}},
        {"reduce.0", {{"n", "128"}}},
        {"reduce.6", {{"n", "1024"}, {"block", "256"}}},
        {"micro.atomics", {{"n", "64"}}},
        {"micro.divergence-ways", {{"warps", "2"}}},
    };
    std::size_t tried = 0;
    for (const Case& one : cases) {
        const Emulation run = emulated(one.algorithm, one.parameters, tracingFirstBlock());
        for (const auto& trace : run.traces) {
            if (trace->launch().grid.count() != 1) continue;
            ++tried;
            expectCounted(*trace, run.launches.at(trace->launchNumber()).counts,
                          std::string(one.algorithm) + " launch " + std::to_string(trace->launchNumber()));
        }
    }
    EXPECT_GE(tried, std::size(cases));
}

class RequestsOf : public testing::TestWithParam<std::string> {};

TEST_P(RequestsOf, AKernelAreMadeOfTheirSectorsAndWords) {
    for (const auto& block : someRecorded(GetParam()))
        for (std::uint64_t event = 0; event < std::min<std::uint64_t>(block->trace->size(), 1500); ++event)
            for (const simt::Request& request : simt::requestsOf(block->trace->record(event)))
                expectMadeOfItsCost(request);
}

INSTANTIATE_TEST_SUITE_P(All, RequestsOf, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

TEST(RequestCosts, WideAccessesAreServedAsTheyAreCounted) {
    // Every width at several distances, some lanes missing, neighbours together or not.
    for (const unsigned bytes : {1U, 2U, 4U, 8U, 16U})
        for (const unsigned distance : {0U, 1U, 2U, 3U, 8U, 16U, 31U, 32U, 33U})
            for (const unsigned together : {1U, 2U, 4U})
                for (const simt::LaneMask lanes : {0xffffffffU, 0x0000ffffU, 0x00ff00ffU, 0x80000001U, 0x10U})
                    for (const Space space : {Space::Shared, Space::Global}) {
                        simt::Request request{AccessKind::Load, space, lanes, bytes, {}};
                        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
                            request.address[lane] = std::uint64_t{lane / together} * distance * bytes;
                        expectMadeOfItsCost(request);
                    }
}

struct Found {
    Emulation run;
    std::unique_ptr<RequestCosts> costs;
};
Found foundIn(const char* algorithm, const Parameters& parameters) {
    Found found{emulated(algorithm, parameters, tracingFirstBlock()), nullptr};
    found.costs = std::make_unique<RequestCosts>(*found.run.traces.at(0));
    return found;
}

/// The worst request of a kind, by looking at every event.
unsigned mostIn(const BlockTrace& trace, Space space, AccessKind access) {
    unsigned most = 0;
    for (std::uint64_t event = 0; event < trace.size(); ++event)
        for (const simt::Request& request : simt::requestsOf(trace.record(event))) {
            const simt::RequestCost cost = simt::costOf(request);
            if (request.space == space && request.access == access)
                most = std::max(most, space == Space::Shared ? cost.shared.wavefronts : cost.sectors);
        }
    return most;
}

TEST(Worst, AnUnpaddedTransposeReadsItsTileInThirtyTwoWavefronts) {
    const Found found =
        foundIn("transpose.tiled", {{"padded", "no"}, {"type", "f32"}, {"width", "96"}, {"height", "96"}});
    ASSERT_EQ(found.costs->findings().size(), 1U);
    const Finding& worst = found.costs->findings().front();
    EXPECT_EQ(worst.kind, Finding::Kind::Wavefronts);
    EXPECT_EQ(worst.access, AccessKind::Load);
    EXPECT_EQ(worst.count, 32U);
    EXPECT_EQ(worst.enough, 1U);
    EXPECT_EQ(worst.count, mostIn(*found.run.traces[0], Space::Shared, AccessKind::Load));
    EXPECT_EQ(found.costs->mostWavefronts(), 32U);
    EXPECT_EQ(found.costs->mostLines(), 1U);
    EXPECT_EQ(worst.requests, 32U);  // a warp reads a column in each
    EXPECT_EQ(worst.found, 32U);
    EXPECT_EQ(worst.beyond, 32U * 31U);
    const simt::StepRecord step = found.run.traces[0]->record(worst.event);
    EXPECT_EQ(simt::sharedCostOf(step.address, step.active, step.bytesPerLane).wavefronts, 32U);
    EXPECT_EQ(inWords(messageOf(worst)), "32 wavefronts where 1 would do, line " + std::to_string(worst.line));
    EXPECT_EQ(found.costs->worstOf("shared_load_conflicts"), &worst);
    EXPECT_EQ(found.costs->worstOf("shared_store_conflicts"), nullptr);
    EXPECT_EQ(found.costs->worstOf("global_load_efficiency"), nullptr);
}

TEST(Worst, APaddedTransposeAndASumOfVectorsAreNotFound) {
    const Parameters padded{{"padded", "yes"}, {"type", "f32"}, {"width", "96"}, {"height", "96"}};
    EXPECT_TRUE(foundIn("transpose.tiled", padded).costs->findings().empty());
    for (const char* n : {"900", "1024", "7"})
        EXPECT_TRUE(foundIn("vector.add", {{"n", n}, {"block", "128"}}).costs->findings().empty()) << n;
}

TEST(Worst, RowsOfAMatrixReadByThreadsAreFoundAndColumnsAreNot) {
    const Found rows = foundIn("matvec.rows", {{"n", "32"}, {"m", "32"}});
    const Finding* worst = rows.costs->worstOf("global_load_efficiency");
    ASSERT_NE(worst, nullptr);
    EXPECT_EQ(worst->kind, Finding::Kind::Sectors);
    EXPECT_EQ(worst->count, 32U);
    EXPECT_EQ(worst->enough, 4U);
    EXPECT_EQ(rows.costs->mostLines(), 32U);
    const Found columns = foundIn("matvec.columns", {{"n", "32"}, {"m", "32"}});
    EXPECT_EQ(columns.costs->worstOf("global_load_efficiency"), nullptr);
    // All its threads add to one element of y at a time.
    ASSERT_FALSE(columns.costs->findings().empty());
    EXPECT_EQ(columns.costs->findings().front().kind, Finding::Kind::Meeting);
    EXPECT_EQ(columns.costs->findings().front().count, 32U);
    EXPECT_EQ(columns.costs->mostMeeting(), 32U);
    EXPECT_EQ(columns.costs->worstOf("atomic_sectors"), &columns.costs->findings().front());
}

TEST(Worst, LanesThatShareWordsTakeLessThanIfEachHadItsOwn) {
    EXPECT_TRUE(foundIn("matmul.tiled", {{"n", "64"}}).costs->findings().empty());
    // A warp of 2 × 16 threads wants two elements of A, which lie in two rows: 2 sectors, where 32 words are 4.
    EXPECT_TRUE(foundIn("matmul.global", {{"n", "64"}, {"block", "16"}}).costs->findings().empty());
    // Of 4 × 4 threads, 16 lanes read 4 rows of 4 words: 4 sectors, where 16 words touch 3 at most.
    const Found rows = foundIn("matmul.global", {{"n", "64"}, {"block", "4"}});
    const Finding* const load = rows.costs->worstOf("global_load_efficiency");
    ASSERT_NE(load, nullptr);
    EXPECT_EQ(load->count, 4U);
    EXPECT_EQ(load->enough, 1U);
}

TEST(Worst, OfStridesIsWhatTheStrideSays) {
    for (unsigned stride = 1; stride <= 32; ++stride) {
        const Found found = foundIn("matvec.rows", {{"n", "32"}, {"m", std::to_string(stride)}});
        unsigned most = 0;  // sectors of 32 words that lie `stride` apart, wherever they begin
        for (unsigned begin = 0; begin < stride; ++begin) {
            std::set<unsigned> sectors;
            for (unsigned lane = 0; lane < 32; ++lane) sectors.insert((begin + lane * stride) / 8);
            most = std::max(most, static_cast<unsigned>(sectors.size()));
        }
        const Finding* worst = found.costs->worstOf("global_load_sectors");
        ASSERT_EQ(worst != nullptr, most >= 8) << stride;
        if (worst != nullptr) {
            EXPECT_EQ(worst->count, most) << stride;
        }
    }
}

TEST(Worst, BankConflictsOfAnyStrideAreCountedByThePassesOfTheFullestBank) {
    for (const unsigned stride : {1U, 2U, 3U, 4U, 8U, 16U, 32U, 33U}) {
        simt::Trial trial;
        trial.body = ".shared .align 4 .b8 s[8192];\nmov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, " +
                     std::to_string(4 * stride) +
                     ";\nmov.u32 %r3, s;\nadd.u32 %r4, %r3, %r2;\nst.shared.u32 [%r4], %r1;\nret;";
        TraceRecorder recorder(TraceRecorder::Options{});
        trial.options.observer = &recorder;
        trial.ok();
        const RequestCosts costs(*recorder.traces().at(0));
        const unsigned expected = std::gcd(stride, 32U);
        EXPECT_EQ(costs.mostWavefronts(), expected) << stride;
        ASSERT_EQ(costs.findings().size(), expected >= 2 ? 1U : 0U) << stride;
        if (expected < 2) continue;
        EXPECT_EQ(costs.findings()[0].line, 0U);
        EXPECT_EQ(inWords(messageOf(costs.findings()[0])), std::to_string(expected) + " wavefronts where 1 would do");
        expectCounted(*recorder.traces()[0], trial.counts(), std::to_string(stride));
    }
}

}  // namespace
}  // namespace lanescope::flow
