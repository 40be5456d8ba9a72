// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "core/base/resources.h"
#include "widgets/charts/comparison_facts.h"
#include "widgets/charts/comparison_models.h"

namespace lanescope {
namespace {

using Quantity = ComparisonView::Quantity;

/// Keeps the entries that an input points at.
struct ComparisonOf : ::testing::Test {
    ComparisonOf() {
        input.view.x = "n";
        input.gpu = "NVIDIA H200, what if clock = 1 GHz";
        input.measuredOn = "NVIDIA H200";
        input.items.push_back(item("matmul.tiled", "16"));
    }
    static ComparedItem item(const std::string& algorithm, const std::string& block) {
        ComparedItem result;
        result.algorithm = algorithm;
        result.title = "Title of " + algorithm;
        result.parameters = {{"variant", "corrected"}, {"n", "64"}, {"block", block}, {"type", "f32"}};
        result.variantName = "variant";
        return result;
    }
    void measure(std::size_t i, const char* n, double median, Origin origin = Origin::Replayed,
                 const char* gpu = "NVIDIA H200") {
        StudyEntry entry;
        entry.algorithm = input.items[i].algorithm;
        entry.parameters = input.items[i].parameters;
        entry.parameters.set("n", n);
        Measurement m;
        m.seconds = {median * 0.9, median, median * 1.2};
        summarise(m);
        m.provenance.gpu = gpu;
        m.provenance.date = "2026-11-20T19:17:04Z";
        m.origin = origin;
        entry.measurement = m;
        entries.push_back(entry);
        input.items[i].entries.push_back(&entries.back());
    }
    /// Every model says `factor` times as many seconds as its number in models(), from 1.
    void estimate(std::size_t i, std::uint64_t x, double factor) {
        ComparedPoint point;
        for (std::size_t model = 0; model < models().size(); ++model) {
            Estimate answer;
            answer.kernelSeconds = factor * static_cast<double>(model + 1);
            answer.seconds = 100 * answer.kernelSeconds;
            point.answers.emplace_back(answer);
        }
        point.operations = 1000;
        input.items[i].points[x] = point;
    }
    const ChartSeries* series(const ComparisonChart& chart, Origin origin, std::size_t item = 0) const {
        for (std::size_t s = 0; s < chart.keys.size(); ++s)
            if (chart.data.series[s].origin == origin && chart.keys[s].item == item) return &chart.data.series[s];
        return nullptr;
    }

    std::list<StudyEntry> entries;
    ComparisonInput input;
};

TEST_F(ComparisonOf, MeasuredTimesHaveTheirQuartilesAndSayWhereTheyAreFrom) {
    measure(0, "256", 2e-5);
    measure(0, "64", 1e-5);
    const ComparisonChart chart = comparisonChart(input);
    const ChartSeries* replayed = series(chart, Origin::Replayed);
    ASSERT_NE(replayed, nullptr);
    ASSERT_EQ(replayed->points.size(), 2U);
    EXPECT_EQ(replayed->points[0].x, 64);
    EXPECT_EQ(replayed->points[1].x, 256);
    EXPECT_LT(replayed->points[0].low, replayed->points[0].y);
    EXPECT_GT(replayed->points[0].high, replayed->points[0].y);
    EXPECT_EQ(replayed->name, "Replayed: NVIDIA H200, 2026-11-20");
    EXPECT_NE(replayed->points[0].note.find("median of 3 samples"), std::string::npos) << replayed->points[0].note;
    EXPECT_EQ(chart.data.x.symbol, "n");
    EXPECT_EQ(chart.data.y.symbol, "seconds");
    EXPECT_EQ(chart.data.subtitle, "variant=corrected block=16 type=f32");
    estimate(0, 64, 1);
    EXPECT_NE(comparisonChart(input).data.subtitle.find("what if clock"), std::string::npos);
}

TEST_F(ComparisonOf, EachModelIsALineUnlessItIsHidden) {
    estimate(0, 64, 1);
    estimate(0, 128, 2);
    ComparisonChart chart = comparisonChart(input);
    ASSERT_EQ(chart.keys.size(), models().size());
    EXPECT_TRUE(chart.data.series[1].isLine());
    EXPECT_EQ(chart.data.series[1].points[1].y, 4) << "without copies, as measurements of launches are";
    EXPECT_EQ(*chart.keys[1].model, 1U);
    const int mark = chart.data.series[1].mark;
    input.view.hiddenModels.insert(std::string(models()[0]->id()));
    chart = comparisonChart(input);
    ASSERT_EQ(chart.keys.size(), models().size() - 1);
    EXPECT_EQ(chart.data.series[0].mark, mark) << "who is left keeps its look";
    input.items[0].points[64].wholeProgram = true;
    EXPECT_EQ(comparisonChart(input).data.series[0].points[0].y, 200) << "of a whole program with copies";
}

TEST_F(ComparisonOf, RatesAreOperationsOverTimeAndTurnTheSpreadRound) {
    measure(0, "64", 1e-5);
    estimate(0, 64, 1);
    input.view.y = Quantity::Rate;
    const ComparisonChart chart = comparisonChart(input);
    const ChartPoint& point = series(chart, Origin::Replayed)->points.front();
    EXPECT_DOUBLE_EQ(point.y, 1000 / 1e-5);
    EXPECT_LT(point.low, point.y);
    EXPECT_GT(point.high, point.y);
    EXPECT_EQ(series(chart, Origin::Estimated)->points.front().y, 1000);
    EXPECT_EQ(chart.data.y.unit, AxisUnit::FlopPerSecond);
}

TEST_F(ComparisonOf, WithoutOperationsARateIsLeftOutAndThatIsSaid) {
    measure(0, "64", 1e-5);
    input.view.y = Quantity::Rate;
    const ComparisonChart chart = comparisonChart(input);
    EXPECT_TRUE(chart.data.empty());
    EXPECT_FALSE(chart.data.emptyReason.empty());
    EXPECT_TRUE(std::ranges::any_of(chart.data.notes, [](const std::string& note) {
        return note.find("floating-point operations") != std::string::npos;
    }));
}

TEST_F(ComparisonOf, SpeedUpsAreWithinOneSource) {
    input.items.push_back(item("matmul.global", "16"));
    measure(0, "64", 1e-5);
    measure(0, "64", 4e-5, Origin::Replayed, "NVIDIA L4");
    measure(1, "64", 2e-5);
    estimate(0, 64, 1);
    estimate(1, 64, 3);
    input.view.y = Quantity::Speedup;
    input.view.reference = 1;
    const ComparisonChart chart = comparisonChart(input);
    EXPECT_DOUBLE_EQ(series(chart, Origin::Replayed)->points.front().y, 2);
    EXPECT_DOUBLE_EQ(series(chart, Origin::Estimated)->points.front().y, 3);
    EXPECT_DOUBLE_EQ(series(chart, Origin::Replayed, 1)->points.front().y, 1);
    EXPECT_EQ(chart.data.level, 1);
    EXPECT_NE(chart.data.y.title.find("matmul.global"), std::string::npos);
    for (const ChartSeries& s : chart.data.series) EXPECT_NE(s.gpu, "NVIDIA L4") << "there is no reference on it";
    EXPECT_TRUE(std::ranges::any_of(chart.data.notes, [](const std::string& note) {
        return note.find("no time of the reference") != std::string::npos;
    }));
}

TEST_F(ComparisonOf, RatiosAreEstimatesOverWhatTheGpuTook) {
    measure(0, "64", 2);
    measure(0, "64", 1000, Origin::Replayed, "NVIDIA L4");
    estimate(0, 64, 1);
    estimate(0, 128, 1);
    input.view.y = Quantity::Ratio;
    const ComparisonChart chart = comparisonChart(input);
    ASSERT_EQ(chart.keys.size(), models().size());
    ASSERT_EQ(chart.data.series[0].points.size(), 1U);
    EXPECT_DOUBLE_EQ(chart.data.series[0].points[0].y, 0.5);
    EXPECT_DOUBLE_EQ(chart.data.series[1].points[0].y, 1);
}

TEST_F(ComparisonOf, PairsAreOfWhatIsShownAndPreferThisMachine) {
    measure(0, "64", 2);
    measure(0, "64", 4, Origin::Measured);
    estimate(0, 64, 1);
    estimate(0, 128, 1);
    input.view.hiddenModels.insert(std::string(models()[1]->id()));
    const auto pairs = pairsOf(input);
    ASSERT_EQ(pairs.size(), models().size() - 1);
    EXPECT_EQ(pairs[0].model, 0U);
    EXPECT_EQ(pairs[0].measured, 4);
    EXPECT_EQ(pairs[0].estimated, 1);
    EXPECT_EQ(pairs[0].x, 64U);
}

TEST_F(ComparisonOf, SeveralItemsHaveOneColourEachAndTheirNames) {
    input.items.push_back(item("matmul.tiled", "32"));
    input.items.push_back(item("matmul.global", "16"));
    for (std::size_t i = 0; i < 3; ++i) measure(i, "64", 1e-5);
    const ComparisonChart chart = comparisonChart(input);
    ASSERT_EQ(chart.keys.size(), 3U);
    EXPECT_EQ(chart.data.series[0].name, "matmul.tiled block=16, Replayed: NVIDIA H200, 2026-11-20");
    EXPECT_EQ(chart.data.series[1].name, "matmul.tiled block=32, Replayed: NVIDIA H200, 2026-11-20");
    EXPECT_NE(chart.data.series[0].colour, chart.data.series[1].colour);
    EXPECT_EQ(chart.data.series[0].configuration, "matmul.tiled variant=corrected block=16 type=f32");
}

TEST_F(ComparisonOf, MeasuringChangesNobodysLook) {
    measure(0, "64", 1e-5);
    estimate(0, 64, 1);
    const ComparisonChart before = comparisonChart(input);
    measure(0, "64", 1e-5, Origin::Measured);
    const ComparisonChart after = comparisonChart(input);
    ASSERT_EQ(after.keys.size(), before.keys.size() + 1);
    for (std::size_t s = 0; s < before.keys.size(); ++s) {
        EXPECT_EQ(after.data.series[s + 1].mark, before.data.series[s].mark);
        EXPECT_EQ(after.data.series[s + 1].colour, before.data.series[s].colour);
    }
}

TEST_F(ComparisonOf, TheXAxisCanBeAnyWholeParameter) {
    measure(0, "64", 1e-5);
    input.view.x = "block";
    const ComparisonChart chart = comparisonChart(input);
    ASSERT_NE(series(chart, Origin::Replayed), nullptr);
    EXPECT_EQ(series(chart, Origin::Replayed)->points.front().x, 16);
    EXPECT_EQ(chart.data.x.symbol, "block");
    input.view.x = "rows";
    const ComparisonChart none = comparisonChart(input);
    EXPECT_TRUE(none.data.empty());
    EXPECT_NE(none.data.notes.front().find("no parameter rows"), std::string::npos);
}

TEST_F(ComparisonOf, PublishedTimesOfTheItemsBlockComeBeforeAllOthers) {
    const Published published = Published::load(resourceFolder().value()).value();
    input.view.published = true;
    input.items = {item("matmul.rect4-prefetch", "16")};
    input.items[0].published = published.times("matmul.rect4-prefetch");
    const ComparisonChart chart = comparisonChart(input);
    ASSERT_EQ(chart.keys.size(), 1U);
    EXPECT_NE(chart.data.series.front().name.find("block=16"), std::string::npos) << chart.data.series.front().name;
    EXPECT_NE(chart.data.series.front().name.find("GTX 1050"), std::string::npos);
    EXPECT_GE(chart.data.series.front().points.size(), 2U);
    // A block that no document measured: all that there is, named with its own block.
    input.items[0].parameters.set("block", "4");
    EXPECT_GT(comparisonChart(input).keys.size(), 1U);
}

/// What two measured items come to.
struct FactsOfTwo : ComparisonOf {
    FactsOfTwo() { input.items.push_back(item("matmul.global", "16")); }
};

TEST_F(FactsOfTwo, SayWhoIsFasterAndWhere) {
    measure(0, "64", 4e-6);
    measure(1, "64", 4.1e-6);  // the quartiles overlap
    measure(0, "1024", 1e-4);
    measure(1, "1024", 2e-4);
    measure(0, "4096", 1e-2);
    measure(1, "4096", 1.5e-2);
    const ComparisonFacts facts = factsOf(input);
    ASSERT_TRUE(facts.speed);
    EXPECT_EQ(facts.speed->lastX, 4096U);
    EXPECT_DOUBLE_EQ(facts.speed->lastRatio, 1.5);
    ASSERT_TRUE(facts.speed->saved);
    EXPECT_EQ(facts.speed->saved->first, 1024U);
    EXPECT_DOUBLE_EQ(facts.speed->saved->second, 0.5);
    EXPECT_FALSE(facts.speed->savedByOther) << "at 64 nothing tells them apart";
    EXPECT_FALSE(facts.model) << "no model was asked";
    EXPECT_EQ(factSentence(input, facts), QStringLiteral("tiled saves up to 50 % of the time, at n = 1\u202f024."));
    const std::vector<ChartFigure> figures = figuresOf(input, facts);
    ASSERT_EQ(figures.size(), 1U);
    EXPECT_EQ(figures[0].number, "1.50");
    EXPECT_EQ(figures[0].detail, "tiled, at n = 4\u202f096");
}

TEST_F(FactsOfTwo, SayItTheOtherWayRoundAndWhenNothingDiffers) {
    measure(0, "64", 4e-6);
    measure(1, "64", 2e-6);
    EXPECT_EQ(factSentence(input, factsOf(input)), QStringLiteral("global saves up to 50 % of the time, at n = 64."));
    EXPECT_EQ(figuresOf(input, factsOf(input)).front().detail, "global, at n = 64");
    entries.back().measurement->median = 4e-6;
    entries.back().measurement->upperQuartile = 5e-6;
    EXPECT_EQ(factSentence(input, factsOf(input)),
              QStringLiteral("tiled and global take the same time: their quartiles overlap."));
    EXPECT_EQ(figuresOf(input, factsOf(input)).front().words, "equally fast");
}

// A time from one GPU beside one from another tells nothing of the two.
TEST_F(FactsOfTwo, CompareWhatWasTakenAlikeOnly) {
    measure(0, "64", 4e-6);
    measure(1, "64", 2e-6, Origin::Measured);
    EXPECT_FALSE(factsOf(input).speed);
}

TEST_F(FactsOfTwo, TheBestModelIsThatWithTheLeastWorstErrorWhereTheGpuIsFull) {
    for (const auto& [n, x] : {std::pair{"64", 64ULL}, {"1024", 1024ULL}, {"4096", 4096ULL}}) {
        measure(0, n, 2);
        estimate(0, x, 1);
        input.items[0].fills[x] = x > 64;
    }
    // Model number 1 (from 0) says 2 seconds everywhere; make it say 1 where few blocks run, and 2.1 at last.
    input.items[0].points[64].answers[1]->kernelSeconds = 1;
    input.items[0].points[4096].answers[1]->kernelSeconds = 2.1;
    const ComparisonFacts facts = factsOf(input);
    ASSERT_TRUE(facts.model);
    EXPECT_EQ(facts.model->model, 1U);
    EXPECT_TRUE(facts.model->whileFull);
    EXPECT_EQ(facts.model->from, 1024U);
    EXPECT_NEAR(facts.model->worst(), 0.05, 1e-12);
    EXPECT_NEAR(facts.model->least, 0, 1e-12);
    EXPECT_TRUE(factSentence(input, facts).contains(QStringLiteral("at most 5 % off once the GPU is full")));
    // One that says itself that it should not be believed is none to praise.
    for (const std::uint64_t x : {64, 1024, 4096})
        input.items[0].points[x].answers[1]->outOfRange = "Here it is wrong.";
    EXPECT_NE(factsOf(input).model->model, 1U);
}

// A model that is near in one chart and far off over a recording: both are said, so that neither denies the other.
TEST_F(FactsOfTwo, WhatIsSmallHereAndLargeElsewhereIsSaidSo) {
    input.items.pop_back();
    for (const auto& [n, x] : {std::pair{"1024", 1024ULL}, {"4096", 4096ULL}}) {
        measure(0, n, 2);
        estimate(0, x, 1);
        input.items[0].fills[x] = true;
    }
    input.items[0].points[4096].answers[1]->kernelSeconds = 2.1;
    EXPECT_FALSE(factDetail(input, factsOf(input)).contains(QStringLiteral("everywhere"))) << "no recording is known";
    const RecordedAccuracy accuracy{"h200", "", {{std::string(models()[1]->id()), 1466, 0.94}}};
    input.accuracy = &accuracy;
    const QString detail = factDetail(input, factsOf(input));
    EXPECT_TRUE(detail.contains(QStringLiteral("over all that was recorded its median error is 94 %")))
        << detail.toStdString();
    const ComparisonChart chart = comparisonChart(input);
    ASSERT_TRUE(chart.off.contains(1));
    EXPECT_NEAR(chart.off.at(1).most, 0.05, 1e-12);
    EXPECT_EQ(chart.off.at(1).from, "from n = 1\u202f024 on");
}

TEST_F(ComparisonOf, TheBestModelsAreThoseInRangeWithTheLeastErrors) {
    estimate(0, 64, 1);
    input.items[0].points[64].answers[2]->outOfRange = "Here it is wrong.";
    input.items[0].points[64].answers[3] = fail(ErrorCode::ModelOutOfRange, {{"model", "m"}, {"reason", "no clock"}});
    RecordedAccuracy accuracy{"h200", "", {}};
    for (std::size_t model = 0; model < 6; ++model)
        accuracy.rows.push_back({std::string(models()[model]->id()), 100, 1.0 / static_cast<double>(model + 1)});
    input.accuracy = &accuracy;
    const std::vector<ModelStanding> standings = standingsOf(input, 64);
    EXPECT_EQ(standings.front().model, 5U);
    EXPECT_FALSE(standings.back().medianError) << "of which nothing is known comes last";
    const auto best = bestModels(standings, 4);
    std::set<std::string, std::less<>> expected;
    for (const std::size_t model : {5U, 4U, 1U, 0U}) expected.emplace(models()[model]->id());
    EXPECT_EQ(best, expected) << "number 2 is out of range, number 3 has no answer";
    EXPECT_EQ(standingsOf(input, 100000).front().answered, true) << "what is said nearest to x counts";
    // Without a recording, what is shown.
    input.accuracy = nullptr;
    measure(0, "64", 2);
    EXPECT_EQ(standingsOf(input, 64).front().model, 1U) << "it says two seconds";
    EXPECT_EQ(standingsOf(input, 64).front().compared, 1U);
}

TEST_F(ComparisonOf, StretchesMeetBetweenThePointsAndThereAreAtMostTwo) {
    for (const std::uint64_t x : {64, 256, 1024}) input.items[0].fills[x] = x == 1024;
    std::vector<ChartSpan> spans = spansOf(input);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_TRUE(spans[0].quiet && !spans[1].quiet);
    EXPECT_DOUBLE_EQ(spans[0].to, 512);
    EXPECT_DOUBLE_EQ(spans[1].from, 512);
    input.view.logX = false;
    EXPECT_DOUBLE_EQ(spansOf(input)[0].to, 640);
    input.items[0].fills[64] = true;
    EXPECT_TRUE(spansOf(input).empty()) << "full, not full, full";
    for (auto& [x, full] : input.items[0].fills) full = true;
    EXPECT_TRUE(spansOf(input).empty());
    for (auto& [x, full] : input.items[0].fills) full = false;
    spans = spansOf(input);
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_TRUE(spans[0].quiet);
    EXPECT_EQ(spans[0].words, "fewer blocks than fit at once");
    input.items.push_back(item("matmul.global", "16"));
    input.items[1].fills[1024] = true;
    EXPECT_EQ(spansOf(input)[0].words, "fewer blocks of tiled than fit at once");
}

TEST_F(ComparisonOf, PublishedTimesOfAnotherSizeAreDrawnAlongThatSizeOnly) {
    const Published published = Published::load(resourceFolder().value()).value();
    input.view.published = true;
    input.items = {item("matmul.rect4-prefetch", "16")};
    input.items[0].sizes = {"n"};
    input.items[0].published = published.times("matmul.rect4-prefetch");
    EXPECT_FALSE(comparisonChart(input).data.empty());
    input.view.x = "block";
    input.items[0].parameters.set("n", "100");  // which no document has
    EXPECT_TRUE(comparisonChart(input).data.empty());
}

TEST_F(ComparisonOf, LinesSayInAWordWhatTheyAre) {
    input.items.push_back(item("matmul.global", "16"));
    measure(0, "64", 1e-5);
    measure(1, "64", 2e-5);
    estimate(0, 64, 1);
    estimate(1, 64, 1);
    const ComparisonChart chart = comparisonChart(input);
    EXPECT_TRUE(chart.data.labelled);
    EXPECT_EQ(series(chart, Origin::Replayed, 0)->label, "tiled");
    EXPECT_EQ(series(chart, Origin::Replayed, 1)->label, "global");
    EXPECT_EQ(series(chart, Origin::Replayed, 1)->labelNote, "replayed");
    EXPECT_EQ(series(chart, Origin::Estimated, 0)->labelNote, "of tiled");
    EXPECT_EQ(series(chart, Origin::Estimated, 1), nullptr) << "models are drawn of the choice alone";
    input.view.y = Quantity::Speedup;
    EXPECT_NE(series(comparisonChart(input), Origin::Estimated, 1), nullptr) << "a speed-up is of both";
    // Without its family "reduce.0" would be a bare number.
    input.items = {item("reduce.0", "64"), item("reduce.1", "64")};
    EXPECT_EQ(shortLabelOf(input, 0), "reduce.0");
}

TEST_F(ComparisonOf, WithNothingItSaysWhy) {
    const ComparisonChart chart = comparisonChart(input);
    EXPECT_TRUE(chart.data.empty());
    EXPECT_FALSE(chart.data.emptyReason.empty());
}

}  // namespace
}  // namespace lanescope
