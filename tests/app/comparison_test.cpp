// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of charts is about, over the real catalogue, emulator and recordings.
#include "app/state/comparison.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <algorithm>

#include "app/state/sweep_values.h"
#include "core/models/launch_profile.h"
#include "core/run/counting_policy.h"
#include "core/run/emulation.h"
#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = openLibrary({LibraryPart::Catalogue}).value();
    return loaded;
}

const Algorithm& algorithmOf(const char* id) { return *library()->catalogue().find(id).value(); }

Plan planOf(const char* id, const char* n, const char* block) {
    const Algorithm& found = algorithmOf(id);
    return found.plan(found.complete({{"variant", "corrected"}, {"n", n}, {"block", block}}).value()).value();
}

/// Its place in models().
std::size_t sumModel() {
    const auto list = models();
    return static_cast<std::size_t>(
        std::ranges::find(list, "mukherjee-sum", [](const auto& model) { return model->id(); }) - list.begin());
}

TEST(QuickRun, SmallPlansRunWholeAndLargeOnesAreSampled) {
    EXPECT_EQ(watchingOptions(planOf("matmul.tiled", "64", "16")).maxBlocks, 0U);
    const auto sampled = watchingOptions(planOf("matmul.tiled", "2048", "16")).maxBlocks;
    EXPECT_GE(sampled, 9U);
    EXPECT_LT(sampled, 128U * 128U);
    EXPECT_TRUE(isQuick(planOf("matmul.tiled", "2048", "16")));
    EXPECT_FALSE(isQuick(planOf("matmul.single-block", "2048", "16")));
}

// Of a vector every element is looked at once, however long it is.
TEST(QuickRun, LongVectorsAreQuick) {
    const Algorithm& sum = algorithmOf("vector.add");
    EXPECT_TRUE(isQuick(sum.plan(sum.complete({{"n", "4194304"}}).value()).value()));
}

// What cannot be counted whole in time is counted in a sample of its blocks, and says so.
TEST(PointCounts, WhatTakesTooLongIsSampled) {
    const Algorithm& algorithm = algorithmOf("matmul.tiled");
    const Parameters parameters = algorithm.complete({{"n", "128"}, {"block", "8"}}).value();
    const auto whole = countPoint(algorithm, parameters, {}, {.time = std::chrono::minutes(2)});
    const auto sampled = countPoint(algorithm, parameters, {},
                                    {.time = std::chrono::milliseconds(0), .sampleTime = std::chrono::minutes(2)});
    ASSERT_TRUE(whole && sampled);
    EXPECT_FALSE(whole->sampled || whole->hurried);
    EXPECT_TRUE(sampled->sampled && sampled->hurried) << sampled->missing;
    ASSERT_TRUE(whole->lockstep && sampled->lockstep);
    const GpuSpec& gpu = *library()->gpus().find("h200").value();
    const double exact = answersOf(*whole, CountSource::Lockstep, gpu)[sumModel()]->seconds;
    EXPECT_NEAR(answersOf(*sampled, CountSource::Lockstep, gpu)[sumModel()]->seconds, exact, 1e-6 * exact);
    // One block cannot be sampled.
    const Algorithm& single = algorithmOf("matmul.single-block");
    const auto none = countPoint(single, single.complete({{"n", "32"}, {"block", "32"}}).value(), {},
                                 {.time = std::chrono::milliseconds(0), .sampleTime = std::chrono::milliseconds(0)});
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->tooMuch && !none->sampled) << none->missing;
}

TEST(PointCounts, SaysWhatWouldTakeTooLongOrTooMuchMemory) {
    const auto slow =
        countPoint(algorithmOf("matmul.single-block"),
                   algorithmOf("matmul.single-block").complete({{"n", "4096"}, {"block", "8"}}).value(), {});
    ASSERT_TRUE(slow);
    EXPECT_TRUE(slow->tooMuch);
    EXPECT_NE(slow->missing.find("few of its blocks"), std::string::npos) << slow->missing;
    EXPECT_FALSE(slow->lockstep);
    const Parameters large = algorithmOf("vector.add").complete({{"n", "67108864"}}).value();
    const auto big = countPoint(algorithmOf("vector.add"), large, {});
    ASSERT_TRUE(big);
    EXPECT_TRUE(big->tooMuch);
    EXPECT_NE(big->missing.find("GiB"), std::string::npos) << big->missing;
    const auto late =
        countPoint(algorithmOf("matmul.tiled"), algorithmOf("matmul.tiled").complete({{"n", "1024"}}).value(), {},
                   {.time = std::chrono::milliseconds(0), .sampleTime = std::chrono::milliseconds(0)});
    ASSERT_TRUE(late);
    EXPECT_TRUE(late->tooMuch);
    EXPECT_NE(late->missing.find("even a sample"), std::string::npos) << late->missing;
}

TEST(PointCounts, SampledCountsAreThoseOfTheWholeGrid) {
    const Algorithm& algorithm = algorithmOf("matmul.tiled");
    const Parameters parameters = algorithm.complete({{"variant", "corrected"}, {"n", "200"}, {"block", "8"}}).value();
    const auto counts = countPoint(algorithm, parameters, {});
    ASSERT_TRUE(counts);
    EXPECT_TRUE(counts->sampled);
    const auto whole = emulate(algorithm.plan(parameters).value(), {}, {});
    ASSERT_TRUE(whole);
    const ModelInput expected = modelInputOf(*whole);
    const LaunchProfile& launch = counts->lockstep->launches.front();
    EXPECT_DOUBLE_EQ(launch.globalLoads, expected.launches.front().globalLoads);
    EXPECT_DOUBLE_EQ(launch.sharedAccesses, expected.launches.front().sharedAccesses);
    EXPECT_DOUBLE_EQ(launch.computeInstructions, expected.launches.front().computeInstructions);
    EXPECT_DOUBLE_EQ(*counts->operations, 2.0 * 200 * 200 * 200);
}

TEST(PointCounts, EachKindOfCountsGivesItsOwnAnswers) {
    const Algorithm& algorithm = algorithmOf("matmul.tiled");
    const auto counts = countPoint(algorithm, algorithm.complete({}).value(), {});
    ASSERT_TRUE(counts);
    const GpuSpec& gpu = **library()->gpus().find("c2070");
    const auto lockstep = answersOf(*counts, CountSource::Lockstep, gpu);
    const auto predicted = answersOf(*counts, CountSource::Predicted, gpu);
    const auto document = answersOf(*counts, CountSource::Document, gpu);
    ASSERT_EQ(lockstep.size(), models().size());
    ASSERT_TRUE(lockstep[sumModel()] && predicted[sumModel()] && document[sumModel()]);
    EXPECT_NE(lockstep[sumModel()]->kernelSeconds, predicted[sumModel()]->kernelSeconds);
    EXPECT_NE(lockstep[sumModel()]->kernelSeconds, document[sumModel()]->kernelSeconds);
    const auto none = countPoint(algorithmOf("triangle.bb"), algorithmOf("triangle.bb").complete({}).value(), {});
    ASSERT_TRUE(none);
    const auto unknown = answersOf(*none, CountSource::Document, gpu);
    ASSERT_FALSE(unknown[sumModel()]);
    EXPECT_NE(describe(unknown[sumModel()].error()).find("triangle.bb"), std::string::npos);
}

TEST(PointCounts, CanBeStopped) {
    const Algorithm& algorithm = algorithmOf("matmul.tiled");
    std::stop_source stop;
    stop.request_stop();
    const auto counts = countPoint(algorithm, algorithm.complete({}).value(), {stop.get_token(), {}});
    ASSERT_FALSE(counts);
    EXPECT_EQ(counts.error().code, ErrorCode::Cancelled);
}

TEST(SweepValues, AreWholeParametersWithMoreThanOneValue) {
    EXPECT_EQ(sweepableParameters(algorithmOf("matmul.tiled")), (std::vector<std::string>{"n", "block"}));
    EXPECT_EQ(sweepableParameters(algorithmOf("transpose.tiled")),
              (std::vector<std::string>{"width", "height", "tile"}));
    EXPECT_EQ(sweepableParameters(algorithmOf("matmul.cublas")), (std::vector<std::string>{"n"}));
}

TEST(SweepValues, AreWhereSomethingWasMeasuredAndBetween) {
    const Algorithm& tiled = algorithmOf("matmul.tiled");
    const Parameters parameters = tiled.complete({{"n", "100"}}).value();
    EXPECT_EQ(sweepValues(tiled, parameters, "n", {64, 256, 128}),
              (std::vector<std::uint64_t>{64, 96, 100, 128, 192, 256}));
    EXPECT_EQ(sweepValues(tiled, parameters, "block", {}), (std::vector<std::uint64_t>{4, 8, 16, 20, 25, 32}));
    EXPECT_GE(sweepValues(tiled, parameters, "n", {}).size(), 6U);
    const auto around = sweepValues(tiled, parameters, "n", {100});
    EXPECT_GE(around.size(), 6U) << "one point is no line";
    EXPECT_NE(std::ranges::find(around, 100U), around.end());
    EXPECT_TRUE(sweepValues(tiled, parameters, "type", {}).empty());
    EXPECT_EQ(withValuesBetween({64}, 32), (std::vector<std::uint64_t>{64}));
}

struct Compared : ::testing::Test {
    Compared() : comparison(library(), measured, gpu, jobs) {
        gpu.choose(*library()->gpus().find("h200"));
        choose("matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f32"}});
    }
    void choose(const char* id, const Parameters& parameters) {
        comparison.setChoice(&algorithmOf(id), algorithmOf(id).complete(parameters).value());
    }
    void look() {
        comparison.setWanted(true);
        ASSERT_TRUE(waitFor([this] { return !jobs.isBusy(); }));
    }
    std::size_t seriesOf(Origin origin) const {
        return static_cast<std::size_t>(
            std::ranges::count(comparison.chart().data.series, origin, &ChartSeries::origin));
    }
    std::vector<StudyEntry> measured;
    JobRunner jobs;
    GpuChoice gpu;
    Comparison comparison;
};

TEST_F(Compared, CountsOnlyWhileSomeoneLooks) {
    EXPECT_FALSE(jobs.isBusy());
    EXPECT_EQ(seriesOf(Origin::Estimated), 0U);
    EXPECT_EQ(seriesOf(Origin::Replayed), 1U);
    look();
    EXPECT_EQ(seriesOf(Origin::Estimated), kBestModels);
    const auto curve = std::ranges::find(comparison.chart().data.series, Origin::Estimated, &ChartSeries::origin);
    EXPECT_GE(curve->points.size(), 8U);
}

TEST_F(Compared, StopsAndGoesOn) {
    comparison.setWanted(true);
    comparison.stop();
    ASSERT_TRUE(waitFor([this] { return !jobs.isBusy(); }));
    // The first point may have been ready when it was told to stop; those behind it were not begun.
    const auto longest = [this] {
        std::size_t most = 0;
        for (const ChartSeries& one : comparison.chart().data.series)
            if (one.origin == Origin::Estimated) most = std::max(most, one.points.size());
        return most;
    };
    EXPECT_LE(longest(), 1U);
    look();
    EXPECT_GE(longest(), 8U);
    EXPECT_NE(comparison.countsAt(comparison.place()), nullptr);
}

// Sampling for the models of time takes two to three times as long as counting alone.
TEST_F(Compared, CurvesOfCountsFillBeforeThoseOfTheModelsOfTime) {
    ComparisonView view = comparison.view();
    view.hiddenModels.clear();
    comparison.setView(view);
    std::vector<std::uint64_t> timedWhenCounted;  // points, when the last one was counted
    const std::vector<Parameters> points = comparison.sweep();
    const QObject watcher;
    QObject::connect(&comparison, &Comparison::changed, &watcher, [&] {
        std::uint64_t counted = 0, timed = 0;
        for (const Parameters& point : points) {
            const PointCounts* const counts = comparison.countsAt({0, *point.number("n"), std::nullopt});
            counted += counts != nullptr ? 1 : 0;
            timed += counts != nullptr && !counts->timed.empty() ? 1 : 0;
        }
        if (counted == points.size() && timedWhenCounted.empty()) timedWhenCounted.push_back(timed);
    });
    look();
    ASSERT_EQ(timedWhenCounted.size(), 1U);
    EXPECT_EQ(timedWhenCounted.front(), 1U) << "the point that is asked about comes first, with all models";
    for (const Parameters& point : points)
        EXPECT_FALSE(comparison.countsAt({0, *point.number("n"), std::nullopt})->timed.empty());
}

TEST(PointCounts, WhatTakesTooLongToTimeKeepsItsCounts) {
    const Algorithm& algorithm = algorithmOf("matmul.tiled");
    const GpuSpec& gpu = **library()->gpus().find("h200");
    PointCounts counts = *countPoint(algorithm, algorithm.complete({{"n", "64"}, {"block", "8"}}).value(), {});
    giveUpTiming(counts, gpu, "it takes too long");
    const std::vector<Result<Estimate>> answers = answersOf(counts, CountSource::Lockstep, gpu);
    EXPECT_TRUE(answers[sumModel()]);
    for (std::size_t i = 0; i < models().size(); ++i) {
        if (!models()[i]->needsSample()) continue;
        ASSERT_FALSE(answers[i]);
        EXPECT_NE(describe(answers[i].error()).find("it takes too long"), std::string::npos);
    }
}

TEST_F(Compared, WhatIfChangesTheAnswersAndTheirNames) {
    look();
    const double before = comparison.answersAt(comparison.place())[sumModel()]->kernelSeconds;
    const double clock = gpu.spec()->find("clock")->value;
    const QSignalSpy changed(&gpu, &GpuChoice::changed);
    ASSERT_TRUE(gpu.setWhatIf("clock", clock / 2));
    EXPECT_EQ(changed.count(), 1);
    EXPECT_NEAR(comparison.answersAt(comparison.place())[sumModel()]->kernelSeconds, 2 * before, 0.02 * before);
    EXPECT_NE(gpu.spec()->title.find("what if clock = 990.0 MHz"), std::string::npos) << gpu.spec()->title;
    EXPECT_NE(comparison.chart().data.subtitle.find("what if clock"), std::string::npos);
    EXPECT_EQ(gpu.base()->title, "NVIDIA H200");
    const auto curve = std::ranges::find(comparison.chart().data.series, Origin::Estimated, &ChartSeries::origin);
    EXPECT_NE(curve->gpu.find("what if"), std::string::npos);
    // The errors are still held against what was measured on the real one.
    EXPECT_FALSE(pairsOf(comparison.input()).empty());

    EXPECT_FALSE(gpu.setWhatIf("clock", -1));
    EXPECT_FALSE(gpu.setWhatIf("colour", 1));
    gpu.choose(*library()->gpus().find("c2070"));
    EXPECT_TRUE(gpu.whatIf().empty()) << "what is changed is of one GPU";
    gpu.choose(*library()->gpus().find("h200"));
    EXPECT_EQ(gpu.whatIf().size(), 1U);
    gpu.resetWhatIf();
    EXPECT_DOUBLE_EQ(comparison.answersAt(comparison.place())[sumModel()]->kernelSeconds, before);
    EXPECT_EQ(gpu.spec()->title, "NVIDIA H200");
}

TEST_F(Compared, SeveralAlgorithmsStandBesideEachOther) {
    ASSERT_TRUE(comparison.add("matmul.global"));
    EXPECT_FALSE(comparison.add("matmul.nobody"));
    EXPECT_EQ(comparison.count(), 2U);
    EXPECT_EQ(comparison.label(1), "matmul.global");
    EXPECT_EQ(seriesOf(Origin::Replayed), 2U);
    ASSERT_TRUE(comparison.keepChoice());
    EXPECT_FALSE(comparison.keepChoice()) << "it is kept already";
    choose("matmul.tiled", {{"n", "64"}, {"block", "32"}, {"type", "f32"}});
    EXPECT_EQ(comparison.count(), 3U);
    EXPECT_EQ(comparison.label(0), "matmul.tiled block=32");
    EXPECT_EQ(comparison.label(2), "matmul.tiled block=16");
    ComparisonView view = comparison.view();
    view.y = ComparisonView::Quantity::Speedup;
    view.reference = 1;
    comparison.setView(view);
    EXPECT_EQ(seriesOf(Origin::Replayed), 3U);
    comparison.remove(0);
    EXPECT_EQ(comparison.count(), 3U) << "what is chosen stays";
    comparison.remove(1);
    EXPECT_EQ(comparison.view().reference, 0U);
    // What was kept and is chosen again stands there once.
    choose("matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f32"}});
    EXPECT_EQ(comparison.count(), 1U);
}

// Nobody has to look for the two lines that tell something among thirteen.
TEST_F(Compared, TheBestModelsInRangeAreDrawnUntilOthersAreChosen) {
    look();
    const auto drawn = [this] {
        std::vector<std::string> ids;
        for (const auto& model : models())
            if (!comparison.view().hiddenModels.contains(model->id())) ids.emplace_back(model->id());
        return ids;
    };
    // Looked up in resources/accuracy/h200.json: those in range here are simulation 6 %, interval 9 %, volkov 73 %.
    EXPECT_EQ(drawn(), (std::vector<std::string>{"interval", "simulation"}));
    EXPECT_FALSE(comparison.modelsAreChosen());
    const std::vector<ModelStanding> standings = comparison.standings();
    EXPECT_EQ(models()[standings.front().model]->id(), "simulation");
    EXPECT_TRUE(standings.front().inRange());
    ASSERT_GT(standings.size(), 2U);
    const ModelStanding& third = standings[2];
    EXPECT_EQ(models()[third.model]->id(), "nugteren") << "better than volkov, but out of range";
    EXPECT_FALSE(third.inRange());
    EXPECT_FALSE(third.reason.empty());
    EXPECT_NEAR(*third.medianError, 0.355, 0.001);
    // Another GPU: other models are in range, and none that is not.
    gpu.choose(*library()->gpus().find("c1060"));
    for (const std::string& id : drawn())
        EXPECT_TRUE(std::ranges::any_of(comparison.standings(), [&](const ModelStanding& one) {
            return models()[one.model]->id() == id && one.inRange();
        })) << id;
    gpu.choose(*library()->gpus().find("h200"));
    ComparisonView view = comparison.view();
    view.hiddenModels.erase("nugteren");
    comparison.setView(view);
    EXPECT_EQ(drawn(), (std::vector<std::string>{"nugteren", "interval", "simulation"}));
    choose("matmul.tiled", {{"n", "128"}, {"block", "32"}, {"type", "f32"}});
    EXPECT_EQ(drawn().size(), 3U) << "what is chosen stays";
    comparison.chooseBestModels();
    EXPECT_TRUE(drawn().empty()) << "of a choice that nobody has counted yet no model can be told";
    look();
    EXPECT_EQ(drawn().size(), kBestModels);
}

// What stands beside the choice is compared at the same size, and follows it.
TEST_F(Compared, WhatStandsBesideItHasItsParameters) {
    ASSERT_TRUE(comparison.add("matmul.global"));
    choose("matmul.tiled", {{"n", "256"}, {"block", "32"}, {"type", "f64"}});
    const Parameters beside = comparison.parametersAt({1, 256, std::nullopt});
    EXPECT_EQ(beside.value("n"), "256");
    EXPECT_EQ(beside.value("block"), "32");
    EXPECT_EQ(beside.value("type"), "f64");
    ComparisonView view = comparison.view();
    view.x = "block";
    comparison.setView(view);
    EXPECT_EQ(comparison.parametersAt({1, 16, std::nullopt}).value("n"), "256");
    EXPECT_EQ(comparison.label(1), "matmul.global") << "nothing tells it apart but its name";
    // What was kept on purpose stays as it was.
    ASSERT_TRUE(comparison.keepChoice());
    choose("matmul.tiled", {{"n", "512"}, {"block", "32"}, {"type", "f64"}});
    EXPECT_EQ(comparison.parametersAt({1, 16, std::nullopt}).value("n"), "512");
    EXPECT_EQ(comparison.parametersAt({2, 16, std::nullopt}).value("n"), "256");
}

TEST_F(Compared, NoAlgorithmStandsBesideItself) {
    EXPECT_TRUE(comparison.isBeside("matmul.tiled"));
    ASSERT_TRUE(comparison.add("matmul.tiled"));
    EXPECT_EQ(comparison.count(), 1U);
    ASSERT_TRUE(comparison.add("matmul.global"));
    ASSERT_TRUE(comparison.add("matmul.global"));
    EXPECT_EQ(comparison.count(), 2U);
    choose("matmul.global", {{"n", "64"}, {"block", "16"}, {"type", "f32"}});
    EXPECT_EQ(comparison.count(), 1U) << "it was beside the other one, and is the choice now";
}

// 004 has times of n = 512 … 2 048 with blocks of 16 and 32. Along the block they are of other problems than this one.
TEST_F(Compared, PublishedTimesOfOtherSizesAreNotDrawnAlongTheBlock) {
    ComparisonView view = comparison.view();
    view.published = true;
    comparison.setView(view);
    for (const auto& algorithm : library()->catalogue().algorithms()) {
        if (library()->published().times(algorithm->id()).empty()) continue;
        comparison.setChoice(algorithm.get(), algorithm->complete({}).value());
        for (const std::string& axis : comparison.axes()) {
            view = comparison.view();
            view.x = axis;
            comparison.setView(view);
            const ComparisonInput input = comparison.input();
            const ComparisonChart& chart = comparison.chart();
            for (const ChartSeries& series : chart.data.series) {
                if (series.origin != Origin::Published) continue;
                for (const ChartPoint& point : series.points)
                    EXPECT_TRUE(std::ranges::any_of(
                        input.items[0].published,
                        [&](const Published::Point& printed) {
                            const auto same = [&](const std::string& size) {
                                return size == axis || printed.parameters.find(size) == nullptr ||
                                       *printed.parameters.find(size) == input.items[0].parameters.value(size);
                            };
                            return printed.value.value == point.y &&
                                   printed.parameters.number(axis) == static_cast<std::uint64_t>(point.x) &&
                                   std::ranges::all_of(input.items[0].sizes, same);
                        }))
                        << algorithm->id() << " along " << axis << ": " << series.name << " at " << point.x;
            }
        }
    }
}

TEST_F(Compared, TheAreaOfFewBlocksEndsWhereTheGpuIsFull) {
    const ComparisonInput input = comparison.input();
    ASSERT_FALSE(input.items[0].fills.empty());
    // 132 multiprocessors hold 8 blocks of 256 threads each: 1 056 blocks; n = 512 has 1 024 of 16 × 16, 1 024 has 4
    // 096.
    EXPECT_FALSE(input.items[0].fills.at(512));
    EXPECT_TRUE(input.items[0].fills.at(1024));
    const std::vector<ChartSpan>& spans = comparison.chart().data.spans;
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_TRUE(spans[0].quiet);
    EXPECT_FALSE(spans[1].quiet);
    EXPECT_GT(spans[0].to, 512);
    EXPECT_LT(spans[0].to, 1024);
    gpu.choose(nullptr);
    EXPECT_TRUE(comparison.chart().data.spans.empty()) << "of no GPU nothing is known";
}

TEST_F(Compared, AnyWholeParameterCanBeAlongX) {
    ComparisonView view = comparison.view();
    view.x = "block";
    comparison.setView(view);
    look();
    const auto curve = std::ranges::find(comparison.chart().data.series, Origin::Estimated, &ChartSeries::origin);
    ASSERT_NE(curve, comparison.chart().data.series.end());
    EXPECT_EQ(curve->points.back().x, 32);
    EXPECT_EQ(comparison.place().x, 16U);
    choose("transpose.tiled", {});
    EXPECT_EQ(comparison.view().x, "width") << "a transpose has no block";
}

TEST_F(Compared, EveryAlgorithmOfTheCatalogueCanBeLookedAt) {
    for (const auto& algorithm : library()->catalogue().algorithms()) {
        const Parameters parameters = algorithm->complete({}).value();
        comparison.setChoice(algorithm.get(), parameters);
        const auto counts = countPoint(*algorithm, parameters, {});
        ASSERT_TRUE(counts) << algorithm->id();
        EXPECT_TRUE(counts->missing.empty()) << algorithm->id() << ": " << counts->missing;
        EXPECT_EQ(answersOf(*counts, CountSource::Lockstep, *gpu.spec()).size(), models().size());
        const ComparisonChart& chart = comparison.chart();
        EXPECT_EQ(chart.keys.size(), chart.data.series.size());
        EXPECT_EQ(chart.data.empty(), !chart.data.emptyReason.empty()) << algorithm->id();
    }
}

}  // namespace
}  // namespace lanescope
