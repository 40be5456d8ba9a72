// SPDX-License-Identifier: GPL-3.0-or-later
// Ladders: their steps, times, what moved, and what is said of it.
#include "core/ladder/ladder.h"

#include <cmath>
#include <set>
#include <sstream>

#include "core/base/words.h"
#include "core/ladder/ladder_csv.h"
#include "core/ladder/ladder_words.h"
#include "tests/core/ladder/climbed.h"

namespace lanescope {
namespace {

using test::climbed;
using test::find;

TEST(LadderList, EveryStepIsPossibleWithItsUsualParametersAndWasRecorded) {
    for (const LadderKind& kind : ladderList()) {
        const auto ladder = ladderOf(test::ladderQuestion(kind.id, kind.usual), {});
        ASSERT_TRUE(ladder) << describe(ladder.error());
        std::set<std::string> names;
        for (const LadderStep& step : ladder->steps) {
            EXPECT_TRUE(step.possible()) << kind.id << ": " << step.impossible;
            EXPECT_TRUE(names.insert(step.rung.name).second) << "two steps are called " << step.rung.name;
            ASSERT_TRUE(step.time) << kind.id << ' ' << step.rung.name;
            EXPECT_EQ(step.time->origin, Origin::Replayed);
            EXPECT_FALSE(step.wrong) << kind.id << ' ' << step.rung.name;
        }
    }
}

TEST(LadderList, AnAlgorithmsOwnIsWhatWasPublishedAndThenCorrected) {
    const Catalogue& catalogue = test::ladderLibrary().catalogue();
    const auto kind = ladderNamed(catalogue, "matmul.rect2");
    ASSERT_TRUE(kind);
    ASSERT_EQ(kind->rungs.size(), 2U);
    EXPECT_EQ(kind->rungs[0].name, "published");
    EXPECT_FALSE(ladderNamed(catalogue, "triangle.bb")) << "it has no variants";
    const auto none = ladderNamed(catalogue, "nosuch");
    ASSERT_FALSE(none);
    EXPECT_NE(describe(none.error()).find("matmul, reduce, matvec, transpose"), std::string::npos);
    const auto with = laddersWith(**catalogue.find("transpose.tiled"));
    ASSERT_EQ(with.size(), 2U);
    EXPECT_EQ(with[0].id, "transpose");
    EXPECT_EQ(with[1].id, "transpose.tiled");
    EXPECT_TRUE(laddersWith(**catalogue.find("triangle.bb")).empty());
}

TEST(Ladder, SpeedUpsAreThoseOfTheRecordedMedians) {
    const Ladder ladder = climbed("matmul", {{"n", "256"}, {"block", "16"}});
    ASSERT_EQ(ladder.steps.size(), 6U);
    EXPECT_FALSE(ladder.rises[0]);
    for (std::size_t step = 1; step < ladder.steps.size(); ++step) {
        const Measurement* const old = test::ladderLibrary().recordings().find(ladder.steps[step - 1].rung.algorithm,
                                                                               ladder.steps[step - 1].parameters);
        const Measurement* const now =
            test::ladderLibrary().recordings().find(ladder.steps[step].rung.algorithm, ladder.steps[step].parameters);
        ASSERT_TRUE(ladder.rises[step] && old != nullptr && now != nullptr);
        EXPECT_DOUBLE_EQ(ladder.rises[step]->speedUp.value(), old->median / now->median);
        EXPECT_EQ(ladder.rises[step]->origin, Origin::Replayed);
    }
    EXPECT_DOUBLE_EQ(ladder.speedUpOverFirst(5).value(), ladder.steps[0].time->seconds / ladder.steps[5].time->seconds);
}

TEST(Ladder, WhatMovedIsThatOfTheCountersAndTheLargestComesFirst) {
    const Ladder ladder =
        climbed("transpose", {{"width", "1024"}, {"height", "1024"}, {"tile", "32"}, {"type", "f32"}});
    const Rise& rise = ladder.rises[1].value();
    ASSERT_FALSE(rise.counters.empty());
    for (const Moved& moved : rise.counters) {
        const auto& old = moved.from == Origin::Replayed ? ladder.steps[0].hard : ladder.steps[0].soft;
        const auto& now = moved.origin == Origin::Replayed ? ladder.steps[1].hard : ladder.steps[1].soft;
        EXPECT_EQ(moved.before, old.at(moved.metric).value) << moved.metric;
        EXPECT_EQ(moved.after, now.at(moved.metric).value) << moved.metric;
    }
    EXPECT_TRUE(std::ranges::is_sorted(rise.counters, std::greater<>(), &Moved::weight));
    EXPECT_EQ(rise.counters.front().metric, "shared_load_conflicts") << "that is what padding is for";
    EXPECT_EQ(find(rise.counters, "profiled_seconds"), nullptr) << "the time is told by itself";
    EXPECT_EQ(find(rise.counters, "global_load_sectors"), nullptr) << "it is the same";
}

TEST(Ladder, WhatIsSmallBesideTheWorkIsNoise) {
    // Some thousand conflicts of fifty million wavefronts: hardware counts a few, whatever runs.
    const Ladder ladder = climbed("matmul", {{"n", "1024"}, {"block", "16"}});
    const Rise& rise = ladder.rises[2].value();
    EXPECT_EQ(find(rise.counters, "shared_load_conflicts"), nullptr);
    EXPECT_NE(find(rise.counters, "global_load_sectors"), nullptr);
}

TEST(Ladder, CountersOfHardwareAreNotHeldAgainstThoseOfTheEmulator) {
    LadderQuestion question =
        test::ladderQuestion("transpose", {{"width", "1024"}, {"height", "1024"}, {"type", "f32"}});
    StudyEntry entry;
    entry.algorithm = "transpose.tiled";
    const Result<Ladder> asked = ladderOf(question, {});
    entry.parameters = asked->steps[1].parameters;
    entry.measurement.emplace();
    entry.measurement->median = 1e-3;
    entry.measurement->provenance.gpu = question.gpu.title;
    question.measured.push_back(entry);
    const Ladder ladder = climbed(question);
    ASSERT_TRUE(ladder.steps[1].time);
    EXPECT_EQ(ladder.steps[1].time->origin, Origin::Measured) << "this session's goes before the recording's";
    for (const Moved& moved : ladder.rises[1]->counters) {
        EXPECT_NE(moved.from, Origin::Replayed) << moved.metric;
        EXPECT_NE(moved.origin, Origin::Replayed) << moved.metric;
    }
    ASSERT_NE(find(ladder.rises[1]->counters, "shared_load_conflicts"), nullptr) << "the emulator has it of both";
}

TEST(Ladder, CostsAreRegistersSharedMemoryAndOccupancy) {
    const Ladder ladder = climbed("matmul", {{"n", "1024"}, {"block", "16"}});
    const Rise& tiled = ladder.rises[1].value();
    const Moved* const shared = find(tiled.costs, ladder_cost::kShared);
    ASSERT_NE(shared, nullptr);
    EXPECT_EQ(shared->before, 0);
    EXPECT_EQ(shared->after, 2 * 16 * 16 * 4);
    const Moved* const registers = find(ladder.rises[5]->costs, ladder_cost::kRegisters);
    ASSERT_NE(registers, nullptr);
    EXPECT_EQ(registers->after, ladder.steps[5].hard.at("registers_per_thread").value);
    EXPECT_NE(find(ladder.rises[5]->costs, ladder_cost::kOccupancy), nullptr);
}

TEST(Ladder, StepsThatAreNotPossibleSayWhyAndTheNextIsHeldAgainstTheOneBefore) {
    const Ladder ladder = climbed("matmul", {{"n", "100"}, {"block", "25"}});
    EXPECT_TRUE(ladder.steps[3].possible());
    EXPECT_NE(ladder.steps[4].impossible.find("block"), std::string::npos);
    EXPECT_FALSE(ladder.rises[4]);
    const Ladder first = climbed("matmul", {{"n", "64"}, {"block", "20"}});
    ASSERT_FALSE(first.steps[0].possible()) << "there is no such block of the first";
    EXPECT_EQ(first.first(), 1U);
    EXPECT_FALSE(first.rises[1]);
    EXPECT_EQ(first.rises[2]->from, 1U);
}

TEST(Ladder, AParameterThatAStepLacksIsToldAndOneThatNoneHasIsRefused) {
    const Ladder ladder = climbed("reduce", {{"n", "1024"}, {"block", "64"}, {"blocks", "4"}});
    EXPECT_EQ(ladder.steps[0].leftOut, (std::vector<std::string>{"blocks"}));
    EXPECT_TRUE(ladder.steps[6].leftOut.empty());
    EXPECT_EQ(ladder.steps[6].parameters.value("blocks"), "4");
    const auto refused = ladderOf(test::ladderQuestion("reduce", {{"tile", "4"}}), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::UnknownParameter);
    EXPECT_FALSE(ladderOf(test::ladderQuestion("transpose", {{"padded", "no"}}), {}));
}

TEST(Ladder, WhereNothingWasMeasuredTheModelStandsAndOnlyBesideItself) {
    const Ladder ladder = climbed("matmul", {{"n", "72"}, {"block", "8"}});
    for (std::size_t step = 0; step < ladder.steps.size(); ++step) {
        ASSERT_TRUE(ladder.steps[step].time) << ladder.steps[step].rung.name;
        EXPECT_EQ(ladder.steps[step].time->origin, Origin::Estimated);
        const bool estimated = !ladder.rises[step] || ladder.rises[step]->origin == Origin::Estimated;
        EXPECT_TRUE(estimated) << step;
    }
    LadderStep measured, modelled;
    measured.time = StepTime{1, 1, 1, Origin::Replayed, "a GPU"};
    modelled.time = modelled.estimate = StepTime{2, 0, 0, Origin::Estimated, "a model"};
    EXPECT_FALSE(speedUpOf(measured, modelled)) << "a model's error is larger than the differences";
}

TEST(Ladder, AllStepsAreHeldAgainstABaselineThatIsNoneOfThem) {
    const LadderQuestion question = test::ladderQuestion("matmul", {{"n", "1024"}, {"block", "16"}});
    Ladder ladder = climbed(question);
    EXPECT_FALSE(ladder.speedUpOverBaseline(1)) << "there is none";
    EXPECT_EQ(toCsv(ladder).find("baseline"), std::string::npos);
    const auto plan =
        (*question.catalogue->find("matmul.global").value()).plan({{"n", "1024"}, {"block", "8"}, {"type", "f32"}});
    ASSERT_TRUE(plan) << describe(plan.error());
    const auto baseline = ladderBaselineOf(*plan, question, {});
    ASSERT_TRUE(baseline) << describe(baseline.error());
    ladder.baseline = *baseline;
    const Measurement* const recorded = test::ladderLibrary().recordings().find("matmul.global", plan->parameters);
    ASSERT_NE(recorded, nullptr);
    for (std::size_t step = 0; step < ladder.steps.size(); ++step) {
        const auto faster = ladder.speedUpOverBaseline(step);
        ASSERT_TRUE(faster) << step;
        EXPECT_DOUBLE_EQ(faster->first, recorded->median / ladder.steps[step].time->seconds);
        EXPECT_EQ(faster->second, Origin::Replayed);
    }
    EXPECT_NE(toCsv(ladder).find("speed_up_over_baseline"), std::string::npos);
    // A model's time is held against the model's, and never against hardware's.
    ladder.baseline->times.hardware.reset();
    ASSERT_TRUE(ladder.baseline->times.estimate);
    const auto modelled = ladder.speedUpOverBaseline(1);
    ASSERT_TRUE(modelled);
    EXPECT_EQ(modelled->second, Origin::Estimated);
    ladder.baseline->times.estimate.reset();
    EXPECT_FALSE(ladder.speedUpOverBaseline(1));
}

TEST(Ladder, AWrongResultIsTold) {
    const Ladder ladder = climbed("matmul.rect2", {{"n", "64"}, {"block", "16"}});
    EXPECT_TRUE(ladder.steps[0].wrong);
    EXPECT_FALSE(ladder.steps[1].wrong);
}

TEST(Ladder, WithoutALaunchThereIsATimeAndNothingElse) {
    const Ladder ladder = climbed("cholesky.blocked", {{"n", "64"}});
    ASSERT_EQ(ladder.steps.size(), 2U);
    EXPECT_EQ(ladder.steps[1].launches, 0U);
    EXPECT_FALSE(ladder.steps[1].roofline);
    EXPECT_FALSE(ladder.rises[1]->source.known);
    EXPECT_EQ(inWords(sourceSentence(*ladder.rises[1])), "Of one of the two there is no source.");
}

TEST(LadderWords, SayTheLargestFirstAndEachRequestOnce) {
    const Ladder ladder = climbed("matmul", {{"n", "1024"}, {"block", "16"}});
    EXPECT_EQ(inWords(riseSentence(ladder, 1)),
              "tiled is 1.52 times faster than global: 425 µs → 280 µs (replayed, NVIDIA H200).");
    EXPECT_EQ(inWords(riseSentence(ladder, 0)), "global takes 425 µs (replayed, NVIDIA H200).");
    const std::vector<Moved> all = told(*ladder.rises[1]);
    EXPECT_EQ(std::ranges::count_if(all, [](const Moved& m) { return m.metric.starts_with("shared_load"); }), 1);
    EXPECT_NE(find(all, ladder_cost::kShared), nullptr);
    const Moved* const loads = find(all, "global_load_requests");
    ASSERT_NE(loads, nullptr);
    EXPECT_EQ(inWords(inShort(*loads)), "67.11 M → 4.194 M, 16 times less");
    const std::string roofline = inWords(rooflineSentence(ladder.steps[1], ladder.steps[2]));
    EXPECT_TRUE(roofline.starts_with("Roofline, shared memory: ")) << roofline;
}

TEST(LadderCsv, HasARowForEachNumber) {
    const Ladder ladder = climbed("transpose", {{"width", "64"}, {"height", "64"}});
    std::istringstream csv(toCsv(ladder));
    std::string line;
    std::getline(csv, line);
    const auto commas = std::ranges::count(line, ',');
    std::size_t rows = 0;
    for (; std::getline(csv, line); ++rows) EXPECT_EQ(std::ranges::count(line, ','), commas) << line;
    const Rise& rise = *ladder.rises[1];
    EXPECT_GE(rows, rise.counters.size() + rise.costs.size() + rise.machine.opcodes.size() + 3);
}

}  // namespace
}  // namespace lanescope
