// SPDX-License-Identifier: GPL-3.0-or-later
// The state behind the window, over the real catalogue and emulator.
#include "app/state/workbench.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = openLibrary({LibraryPart::Catalogue}).value();
    return loaded;
}

struct Bench : ::testing::Test {
    Bench() : workbench(library()) {
        workbench.chooseAlgorithm(QStringLiteral("matmul.tiled"));
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return !workbench.jobs().isBusy(); }));
    }
    Workbench workbench;
};

TEST_F(Bench, EmulatesWhatIsChosen) {
    ASSERT_NE(workbench.emulation(), nullptr);
    EXPECT_EQ(workbench.emulation()->check.verdict, CheckResult::Verdict::Correct);
    const MetricsInput metrics = workbench.metrics();
    ASSERT_TRUE(metrics.emulated);
    EXPECT_DOUBLE_EQ(metrics.emulated->at("global_load_efficiency"), 100.0);
    EXPECT_EQ(metrics.staticSharedBytes, 2048.0);
}

TEST_F(Bench, EachAlgorithmKeepsItsOwnParameters) {
    workbench.choose({{"n", "128"}, {"block", "8"}, {"type", "f64"}});
    workbench.chooseBlock({2, 1, 0});
    const Chosen left = workbench.chosen();
    workbench.chooseAlgorithm(QStringLiteral("micro.divergence"));
    settle();
    EXPECT_EQ(workbench.parameters(), workbench.algorithm()->shown()) << "block 8 would not diverge";
    EXPECT_GT(workbench.metrics().emulated->at("divergent_branches"), 0);
    workbench.chooseAlgorithm(QStringLiteral("matmul.tiled"));
    settle();
    EXPECT_EQ(workbench.chosen(), left);
}

TEST_F(Bench, EveryChoiceIsUndoneAndDoneAgain) {
    std::vector<Chosen> made{workbench.chosen()};
    const auto after = [&] {
        settle();
        made.push_back(workbench.chosen());
    };
    workbench.choose({{"n", "128"}, {"block", "8"}});
    after();
    workbench.chooseBlock({3, 1, 0});
    after();
    workbench.chooseScheduling(simt::Scheduling::IndependentThreads);
    after();
    workbench.chooseMachine(QStringLiteral("sm_75"));
    after();
    workbench.chooseAlgorithm(QStringLiteral("triangle.rec"));
    after();
    workbench.chooseLaunch(1);
    after();
    workbench.setBeside({{workbench.algorithm(), {{"levels", "2"}}}});
    after();
    for (std::size_t i = made.size() - 1; i-- > 0;) {
        ASSERT_TRUE(workbench.canUndo());
        workbench.undo();
        settle();
        EXPECT_EQ(workbench.chosen(), made[i]) << i;
        EXPECT_EQ(workbench.emulation()->plan.parameters, made[i].parameters) << i;
        EXPECT_EQ(workbench.trace()->block(), made[i].block) << i;
    }
    EXPECT_FALSE(workbench.canUndo());
    for (std::size_t i = 1; i < made.size(); ++i) {
        ASSERT_TRUE(workbench.canRedo());
        workbench.redo();
        settle();
        EXPECT_EQ(workbench.chosen(), made[i]) << i;
    }
    EXPECT_FALSE(workbench.canRedo());
}

TEST_F(Bench, MachineCodeIsRunWatchedAndCounted) {
    const double ofPtx = workbench.metrics().emulated->at("warp_instructions");
    const std::shared_ptr<const BlockTrace> ptx = workbench.trace();
    workbench.chooseMachine(QStringLiteral("sm_90"));
    EXPECT_TRUE(workbench.isOutdated());
    settle();
    ASSERT_FALSE(workbench.problem()) << describe(*workbench.problem());
    EXPECT_FALSE(workbench.isOutdated());
    EXPECT_EQ(workbench.emulation()->check.verdict, CheckResult::Verdict::Correct);
    EXPECT_TRUE(workbench.trace()->entry().meetsByCode);
    const MetricsInput metrics = workbench.metrics();
    EXPECT_EQ(metrics.architecture, QStringLiteral("sm_90"));
    ASSERT_TRUE(metrics.machine);
    EXPECT_FALSE(metrics.emulated);
    EXPECT_FALSE(metrics.predicted);
    EXPECT_NE(metrics.machine->at("warp_instructions"), ofPtx);
    EXPECT_TRUE(workbench.study().entries.front().emulated.empty()) << "what studies call emulated is of the PTX";
    // Another block of it, and what stands beside it, are machine code, too.
    workbench.chooseBlock({1, 1, 0});
    workbench.addBeside({workbench.algorithm(), {{"block", "8"}}});
    settle();
    EXPECT_TRUE(workbench.trace()->entry().meetsByCode);
    ASSERT_EQ(workbench.blocks().size(), 2U);
    EXPECT_TRUE(workbench.blocks()[1]->entry().meetsByCode);
    EXPECT_EQ(workbench.metricsOf(1).architecture, QStringLiteral("sm_90"));
    workbench.chooseMachine({});
    settle();
    EXPECT_FALSE(workbench.trace()->entry().meetsByCode);
    EXPECT_EQ(workbench.metrics().emulated->at("warp_instructions"), ofPtx);
}

TEST_F(Bench, WhereThereIsNoMachineCodeASentenceSaysSoAndThePictureStays) {
    const std::shared_ptr<const BlockTrace> before = workbench.trace();
    workbench.chooseMachine(QStringLiteral("sm_42"));
    settle();
    ASSERT_TRUE(workbench.problem());
    EXPECT_FALSE(describe(*workbench.problem()).empty());
    EXPECT_EQ(workbench.trace(), before);
    EXPECT_TRUE(workbench.isOutdated());
    workbench.undo();
    settle();
    EXPECT_FALSE(workbench.problem());
    EXPECT_FALSE(workbench.isOutdated());
}

TEST_F(Bench, AChoiceOfTheGpuIsUndoneToo) {
    const auto& gpus = workbench.library().gpus().all();
    const std::string before = workbench.gpu()->id;
    const auto other = std::ranges::find_if(gpus, [&](const GpuSpec& gpu) { return gpu.id != before; });
    ASSERT_NE(other, gpus.end());
    workbench.chooseGpu(QString::fromStdString(other->id));
    workbench.undo();
    EXPECT_EQ(workbench.gpu()->id, before);
}

TEST_F(Bench, WhatIsShownIsOutdatedUntilTheNewRunIsThere) {
    EXPECT_FALSE(workbench.isOutdated());
    const QSignalSpy changed(&workbench, &Workbench::outdatedChanged);
    workbench.choose({{"n", "128"}});
    EXPECT_EQ(workbench.outdatedText(), QStringLiteral("Emulating matmul.tiled, n 128 …"));
    settle();
    EXPECT_FALSE(workbench.isOutdated());
    workbench.chooseBlock({1, 0, 0});
    EXPECT_EQ(workbench.outdatedText(), QStringLiteral("Recording block (1, 0, 0) …"));
    settle();
    EXPECT_FALSE(workbench.isOutdated());
    EXPECT_EQ(changed.count(), 4);
}

TEST_F(Bench, AStoppedRunSaysThatWhatIsShownIsAnother) {
    workbench.choose({{"n", "512"}});
    workbench.cancel();
    settle();
    EXPECT_EQ(workbench.outdatedText(), QStringLiteral("Not emulated: matmul.tiled, n 512"));
    workbench.undo();
    settle();
    EXPECT_FALSE(workbench.isOutdated());
}

TEST_F(Bench, ALongGridIsShownByASampleAndThenCountedWhole) {
    const QSignalSpy runs(&workbench, &Workbench::emulationChanged);
    const QSignalSpy counts(&workbench, &Workbench::countsChanged);
    const QSignalSpy blocks(&workbench, &Workbench::traceChanged);
    workbench.choose({{"n", "320"}, {"block", "16"}});
    ASSERT_TRUE(waitFor([&] { return runs.count() == 1; }));
    EXPECT_TRUE(workbench.sampled());
    EXPECT_TRUE(workbench.isCounting());
    EXPECT_FALSE(workbench.isOutdated()) << "it is of what is chosen";
    EXPECT_EQ(workbench.emulation()->check.verdict, CheckResult::Verdict::NotChecked);
    const auto flow = workbench.flow();
    ASSERT_NE(flow, nullptr);

    ASSERT_TRUE(waitFor([&] { return !workbench.isCounting(); }));
    EXPECT_EQ(counts.count(), 1);
    EXPECT_FALSE(workbench.sampled());
    EXPECT_EQ(workbench.emulation()->check.verdict, CheckResult::Verdict::Correct);
    EXPECT_EQ(workbench.emulation()->launches.front().blocksRun, 400U);
    EXPECT_EQ(workbench.sides().front().run, workbench.emulation());
    EXPECT_EQ(workbench.flow(), flow) << "the picture stays where it is";
    EXPECT_EQ(runs.count(), 1);
    EXPECT_EQ(blocks.count(), 0);
}

TEST_F(Bench, ANewerChoiceStopsWhatIsBeingCounted) {
    const QSignalSpy counts(&workbench, &Workbench::countsChanged);
    workbench.choose({{"n", "512"}, {"block", "16"}});
    settle();
    ASSERT_TRUE(workbench.isCounting());
    workbench.choose({{"n", "64"}});
    EXPECT_FALSE(workbench.isCounting());
    settle();
    EXPECT_FALSE(workbench.sampled());
    EXPECT_FALSE(workbench.isCounting());
    EXPECT_EQ(workbench.emulation()->plan.parameters.value("n"), "64");
    EXPECT_EQ(counts.count(), 0);
}

TEST_F(Bench, ABlockThatIsChosenWhileAllAreCountedIsTheOneThatStays) {
    workbench.choose({{"n", "320"}, {"block", "16"}});
    settle();
    ASSERT_TRUE(workbench.isCounting());
    workbench.chooseBlock({2, 1, 0});
    ASSERT_TRUE(waitFor([&] { return !workbench.isCounting() && !workbench.jobs().isBusy(); }));
    EXPECT_FALSE(workbench.sampled());
    EXPECT_EQ(workbench.trace()->block(), (Dim3{2, 1, 0}));
    EXPECT_FALSE(workbench.isOutdated());
}

TEST_F(Bench, AnImpossibleChoiceChangesNothing) {
    const auto before = workbench.emulation();
    for (const Parameters& wrong :
         {Parameters{{"n", "0"}}, Parameters{{"block", "7"}}, Parameters{{"colour", "red"}}}) {
        workbench.choose(wrong);
        ASSERT_TRUE(workbench.problem()) << toString(wrong);
        EXPECT_NE(describe(*workbench.problem()).find(wrong.begin()->first), std::string::npos);
        EXPECT_EQ(workbench.emulation(), before);
        EXPECT_EQ(workbench.parameters().value("n"), "64");
    }
    workbench.choose({});
    EXPECT_FALSE(workbench.problem());
}

TEST_F(Bench, OnlyTheLastOfManyQuickChoicesArrives) {
    const QSignalSpy arrived(&workbench, &Workbench::emulationChanged);
    for (const char* n : {"80", "96", "112", "128"}) workbench.choose({{"n", n}});
    settle();
    EXPECT_EQ(arrived.count(), 1);
    EXPECT_EQ(workbench.emulation()->plan.parameters.value("n"), "128");
}

TEST_F(Bench, AMeasurementIsShownBesideTheEmulation) {
    StudyEntry entry;
    entry.algorithm = "matmul.tiled";
    entry.parameters = workbench.parameters();
    entry.measurement.emplace();
    entry.measurement->seconds = {1e-5, 1.2e-5, 1.1e-5};
    entry.measurement->provenance.gpu = "A GPU of tests";
    summarise(*entry.measurement);
    workbench.addMeasurement(entry);
    ASSERT_TRUE(workbench.metrics().measurement);
    EXPECT_DOUBLE_EQ(workbench.metrics().measurement->median, 1.1e-5);
    EXPECT_TRUE(std::ranges::any_of(workbench.comparison().chart().data.series, [](const ChartSeries& series) {
        return series.origin == Origin::Measured && series.gpu == "A GPU of tests";
    }));
}

TEST_F(Bench, TheStudyOfAChangedGpuSaysSo) {
    ASSERT_TRUE(workbench.gpuChoice().setWhatIf("clock", 1e9));
    const Study study = workbench.study();
    ASSERT_FALSE(study.entries.front().estimates.empty());
    for (const Estimate& estimate : study.entries.front().estimates) EXPECT_EQ(estimate.gpu, "h200-what-if");
}

TEST_F(Bench, WhatIfIsUndoneAndDoneAgain) {
    const double clock = workbench.gpu()->find("clock")->value;
    const bool could = workbench.canUndo();
    ASSERT_TRUE(workbench.gpuChoice().setWhatIf("clock", clock / 2));
    EXPECT_TRUE(workbench.canUndo());
    ASSERT_TRUE(workbench.gpuChoice().setWhatIf("clock", clock / 4));
    workbench.undo();
    EXPECT_DOUBLE_EQ(workbench.gpu()->find("clock")->value, clock / 2);
    workbench.undo();
    EXPECT_DOUBLE_EQ(workbench.gpu()->find("clock")->value, clock);
    EXPECT_EQ(workbench.canUndo(), could);
    workbench.redo();
    workbench.redo();
    EXPECT_DOUBLE_EQ(workbench.gpu()->find("clock")->value, clock / 4);
    workbench.gpuChoice().resetWhatIf();
    workbench.undo();
    EXPECT_DOUBLE_EQ(workbench.gpu()->find("clock")->value, clock / 4) << "a reset is undone, too";
    // A choice in between is undone by itself.
    workbench.choose({{"n", "128"}});
    settle();
    workbench.undo();
    EXPECT_DOUBLE_EQ(workbench.gpu()->find("clock")->value, clock / 4);
}

// Large enough that a point of the chart is counted of fewer blocks than the run that is watched.
struct SavedEstimates : Bench {
    SavedEstimates() {
        workbench.choose({{"n", "256"}});
        settle();
    }
    /// Not until all of it is counted, which takes as long as the machine has others to do.
    void showChartUntilCounted(std::uint64_t n) {
        Comparison& comparison = workbench.comparison();
        comparison.setWanted(true);
        ASSERT_TRUE(waitFor([&] { return comparison.countsAt({0, n, std::nullopt}) != nullptr; }));
        comparison.setWanted(false);
    }
    std::vector<double> charted() {
        std::vector<double> seconds;
        for (const Result<Estimate>& answer : workbench.comparison().answersAt(workbench.comparison().place()))
            if (answer) seconds.push_back(answer->kernelSeconds);
        return seconds;
    }
    std::vector<double> saved() {
        std::vector<double> seconds;
        for (const Estimate& estimate : workbench.study().entries.front().estimates)
            seconds.push_back(estimate.kernelSeconds);
        return seconds;
    }
};

TEST_F(SavedEstimates, AreTheChartsOwn) {
    showChartUntilCounted(256);
    ASSERT_FALSE(charted().empty());
    EXPECT_EQ(saved(), charted());
}

TEST_F(SavedEstimates, AreTakenOnByTheChart) {
    const std::vector<double> before = saved();
    ASSERT_FALSE(before.empty());
    EXPECT_EQ(charted(), before);
    showChartUntilCounted(64);
    // The models of time, which need a sample of the launch, are asked for behind the others.
    std::vector<double> now = charted();
    ASSERT_GE(now.size(), before.size());
    now.resize(before.size());
    EXPECT_EQ(now, before) << "it is not counted again";
}

TEST_F(SavedEstimates, OfWarpsThatWereScheduledOtherwiseAreNot) {
    workbench.chooseScheduling(simt::Scheduling::IndependentThreads);
    settle();
    EXPECT_FALSE(saved().empty());
    EXPECT_TRUE(charted().empty());
}

TEST_F(Bench, ThePlanIsThatOfTheChoice) {
    const std::shared_ptr<const Plan> plan = workbench.plan();
    ASSERT_NE(plan, nullptr);
    EXPECT_EQ(plan->parameters, workbench.parameters());
    workbench.choose({{"n", "0"}});
    EXPECT_EQ(workbench.plan(), plan) << "an impossible choice changes nothing";
    workbench.choose({{"n", "96"}});
    EXPECT_EQ(workbench.plan()->parameters.value("n"), "96") << "at once, before the run is done";
    settle();
}

TEST_F(Bench, TheStudyReadsBack) {
    const auto study = studyFromJson(toJson(workbench.study()), "study");
    ASSERT_TRUE(study) << describe(study.error());
    const StudyEntry* entry = study->find("matmul.tiled", workbench.parameters());
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->emulated.front(), *workbench.metrics().emulated);
    EXPECT_FALSE(entry->estimates.empty());
}

}  // namespace
}  // namespace lanescope
