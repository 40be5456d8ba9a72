// SPDX-License-Identifier: GPL-3.0-or-later
// Phases by name: those that a lecturer would say of the catalogue's kernels, and what holds of all.
#include "core/flow/phases.h"

#include <gmock/gmock.h>

#include <set>

#include "core/base/words.h"
#include "tests/core/flow/recorded.h"
#include "tests/gpu/ptx_plan.h"

namespace lanescope::flow {
namespace {

using testing::ElementsAre;

std::vector<std::string> namesOf(std::span<const Phase> phases) {
    std::vector<std::string> names;
    for (const Phase& phase : phases) names.push_back(inWords(nameOf(phase)));
    return names;
}

struct Told {
    std::unique_ptr<Recorded> of;
    Phases phases;
    Told(std::string_view id, const Parameters& given) : of(recorded(id, given)), phases(of->activities) {}
};

// The numbers are those of the PTX: 52 instructions up to the first barrier, 49 to the next, 24, 49, 24, 49, 24,
// 49, 17.
TEST(Phases, OfATiledProductAreItsTilesLoadsAndMultiplications) {
    const Told tiled("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    ASSERT_EQ(tiled.of->trace->size(), 2696U);
    EXPECT_THAT(namesOf(tiled.phases.all()), ElementsAre("round 1", "round 2", "round 3", "round 4", "store"));
    EXPECT_THAT(namesOf(tiled.phases.parts()), ElementsAre("load 1", "multiply 1", "load 2", "multiply 2", "load 3",
                                                           "multiply 3", "load 4", "multiply 4", "store"));
    std::vector<std::uint64_t> perWarp;
    for (const Phase& part : tiled.phases.parts()) perWarp.push_back((part.end - part.first) / 8);
    EXPECT_THAT(perWarp, ElementsAre(52, 49, 24, 49, 24, 49, 24, 49, 17));
    EXPECT_EQ(inWords(nameOf(tiled.phases.partAt(1477))), "load 3");
    EXPECT_EQ(inWords(shortNameOf(tiled.phases.partAt(1477))), "l3");
    EXPECT_EQ(inWords(nameOf(tiled.phases.partAt(1859))), "multiply 3");
    EXPECT_EQ(inWords(nameOf(tiled.phases.at(1859))), "round 3");
    EXPECT_EQ(inWords(shortNameOf(tiled.phases.at(1859))), "r3");
    EXPECT_EQ(inWords(shortNameOf(tiled.phases.at(2695))), "s");
}

// Three rounds of a loop around two of another, a barrier in the inner one: the block goes round the outer one.
TEST(Phases, OfNestedLoopsTheOutermostThatGoesRoundCounts) {
    const std::string body = R"(
        .reg .pred %p<3>;
        .shared .align 4 .b8 s[4];
        mov.u32 %r1, 0;
        st.shared.u32 [s], %r1;
    OUTER:
        mov.u32 %r2, 0;
    INNER:
        bar.sync 0;
        ld.shared.u32 %r3, [s];
        add.u32 %r3, %r3, 7;
        st.shared.u32 [s], %r3;
        add.u32 %r2, %r2, 1;
        setp.lt.u32 %p1, %r2, 2;
        @%p1 bra INNER;
        add.u32 %r1, %r1, 1;
        setp.lt.u32 %p2, %r1, 3;
        @%p2 bra OUTER;
        ret;)";
    const Recorded nested(emulated(planOfPtx("nested", body), tracingFirstBlock()).traces.at(0));
    const Phases phases(nested.activities);
    std::uint32_t rounds = 0;
    for (const Phase& phase : phases.all()) rounds = std::max(rounds, phase.round);
    EXPECT_EQ(rounds, 3U) << testing::PrintToString(namesOf(phases.all()));
}

TEST(Phases, AWarpThatIsAloneSetsUpFirst) {
    const Told tiled("matmul.tiled", {{"n", "8"}, {"block", "4"}});
    EXPECT_THAT(namesOf(tiled.phases.parts()),
                ElementsAre("set up", "load 1", "multiply 1", "load 2", "multiply 2", "store"));
    const Told sum("vector.add", {{"n", "32"}, {"block", "32"}});
    EXPECT_THAT(namesOf(sum.phases.all()), ElementsAre("set up", "load", "add", "store"));
}

TEST(Phases, ARowTimesAVectorIsAMultiplicationThoughItLoadsMore) {
    EXPECT_THAT(namesOf(Told("matvec.rows", {}).phases.all()), ElementsAre("set up", "multiply", "store"));
}

TEST(Phases, OfACollisionAreTheSpheresLoadsAndTheirTests) {
    const Told maps("triangle.ltm", {{"block", "8"}, {"workload", "collision"}});
    EXPECT_THAT(namesOf(maps.phases.all()), ElementsAre("set up", "load", "multiply"));
}

TEST(Phases, OfAColumnOfCholeskyAreItsDivision) {
    const Told column("cholesky.structured-own", {{"block", "16"}});
    EXPECT_THAT(namesOf(column.phases.all()), ElementsAre("set up", "load", "compute", "store"));
}

TEST(Phases, SeveralWarpsWithoutABarrierHaveOne) {
    EXPECT_THAT(namesOf(Told("vector.add", {{"n", "900"}, {"block", "128"}}).phases.all()), ElementsAre("add"));
    EXPECT_THAT(namesOf(Told("matmul.global", {{"n", "32"}, {"block", "16"}}).phases.all()), ElementsAre("multiply"));
    EXPECT_THAT(namesOf(Told("matvec.rows", {{"n", "128"}, {"m", "32"}, {"block", "64"}}).phases.all()),
                ElementsAre("multiply"));
}

TEST(Phases, OfAPrefetchAreTheCopyAndTheProductsOfEachTile) {
    const Told prefetch("matmul.rect4-prefetch", {{"n", "64"}, {"block", "16"}});
    EXPECT_THAT(namesOf(prefetch.phases.parts()), ElementsAre("load 1", "multiply 1", "load 2", "multiply 2", "load 3",
                                                              "multiply 3", "load 4", "multiply 4", "store"));
}

TEST(Phases, OfAReductionAreItsRounds) {
    for (const char* id : {"reduce.0", "reduce.1", "reduce.2", "reduce.3"})
        EXPECT_THAT(namesOf(Told(id, {{"n", "64"}, {"block", "64"}}).phases.all()),
                    ElementsAre("load", "add 1", "add 2", "add 3", "add 4", "add 5", "add 6", "store"))
            << id << ": s = 1, 2, 4, 8, 16, 32";
}

TEST(Phases, AnUnrolledLoopHasRoundsAsFarAsTheyRepeat) {
    for (const char* id : {"reduce.4", "reduce.5", "reduce.6"})
        EXPECT_THAT(namesOf(Told(id, {{"n", "512"}, {"block", "256"}}).phases.all()),
                    ElementsAre("load", "add 1", "add 2", "add", "store"))
            << id << ": s = 128, 64, and the last warp without barriers";
}

TEST(Phases, OfATransposeAreLoadAndStore) {
    EXPECT_THAT(namesOf(Told("transpose.tiled", {{"tile", "32"}}).phases.all()), ElementsAre("load", "store"));
}

class PhasesOfAll : public testing::TestWithParam<std::string> {};

TEST_P(PhasesOfAll, CoverTheBlockWithoutGapsAndAreWhatIsDone) {
    for (const auto& block : someRecorded(GetParam())) {
        const Phases phases(block->activities);
        const BlockTrace& trace = *block->trace;
        std::uint64_t at = 0;
        std::uint32_t part = 0;
        std::set<std::pair<std::uint32_t, std::uint32_t>> rounds;
        for (const Phase& phase : phases.all()) {
            EXPECT_EQ(phase.first, at);
            EXPECT_EQ(phase.firstPart, part);
            for (const Phase& inner : phases.partsOf(phase)) {
                EXPECT_EQ(inner.first, at);
                EXPECT_LT(inner.first, inner.end);
                EXPECT_EQ(inner.round, phase.round);
                at = inner.end;
                ++part;
            }
            EXPECT_EQ(phase.end, at);
            EXPECT_EQ(phase.endPart, part);
            EXPECT_EQ(&phases.at(phase.first), &phase);
            EXPECT_EQ(&phases.at(phase.end - 1), &phase);
            if (phase.round != 0) {
                EXPECT_TRUE(rounds.emplace(phase.loop, phase.round).second) << "a round is one phase";
            }
        }
        EXPECT_EQ(at, trace.size());
        EXPECT_EQ(part, phases.parts().size());
        for (std::uint32_t barrier = 0; barrier < trace.phaseCount(); ++barrier)
            if (trace.phaseStart(barrier) < trace.size()) {
                EXPECT_EQ(phases.partAt(trace.phaseStart(barrier)).first, trace.phaseStart(barrier))
                    << "a barrier ends a phase";
            }
        for (const Phase& inner : phases.parts()) {
            bool stores = false;
            bool works = false;
            bool computes = false;
            for (std::uint64_t event = inner.first; event < inner.end; ++event) {
                const Activity what = block->activities.activity(event);
                works |= block->activities.works(event);
                stores |= what == Activity::Store;
                computes |= what == Activity::Compute;
            }
            EXPECT_TRUE(inner.kind != PhaseKind::Setup || !works) << inner.first;
            EXPECT_TRUE(inner.kind != PhaseKind::Store || stores) << inner.first;
            const bool saysSo = inner.kind == PhaseKind::Multiply || inner.kind == PhaseKind::Add;
            EXPECT_TRUE(!saysSo || computes) << inner.first;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, PhasesOfAll, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope::flow
