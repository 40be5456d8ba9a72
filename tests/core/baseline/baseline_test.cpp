// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines: what differs, by how much, and what is not held against each other.
#include "core/baseline/baseline.h"

#include <gtest/gtest.h>

#include "core/base/words.h"
#include "core/library/library.h"
#include "core/run/counting_policy.h"

namespace lanescope::baseline {
namespace {

using rules::Fact;

Difference between(double before, double after, bool inPoints = false) {
    return {{before, Origin::Emulated}, {after, Origin::Emulated}, inPoints};
}

std::string noteOf(const Held& held) { return inWords(held.note); }

const Library& library() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

Emulation run(const std::string& algorithm, const Parameters& parameters) {
    Result<Plan> plan = library().catalogue().find(algorithm).value()->plan(parameters);
    EXPECT_TRUE(plan) << describe(plan.error());
    return emulate(std::move(*plan), {}, {}).value();
}

TEST(Difference, IsTheShareByWhichANumberLiesFromTheBaselines) {
    EXPECT_DOUBLE_EQ(*between(8, 1).percent(), -87.5);
    EXPECT_DOUBLE_EQ(*between(8, 1).ratio(), 0.125);
    EXPECT_EQ(between(8, 1).way(), Way::Less);
    EXPECT_DOUBLE_EQ(*between(4, 5).percent(), 25);
    EXPECT_EQ(between(4, 5).way(), Way::More);
    EXPECT_EQ(between(4, 4).way(), Way::Same);
    EXPECT_EQ(between(0, 0).way(), Way::Same);
    EXPECT_EQ(between(0.1, 0.1 * (1 + 1e-12)).way(), Way::Same) << "numbers that have passed through text";
    EXPECT_FALSE(between(0, 5).ratio()) << "nothing is so many times nothing";
    EXPECT_FALSE(between(0, 5).percent());
    EXPECT_DOUBLE_EQ(*between(0, 5, true).percent(), 5) << "points need no ratio";
}

TEST(Difference, IsToldByArrowAndSign) {
    EXPECT_EQ(inShort(between(8, 1)), "▼ −87.5 %");
    EXPECT_EQ(inShort(between(4, 5)), "▲ +25.0 %");
    EXPECT_EQ(inShort(between(4, 4)), "=");
    EXPECT_EQ(inShort(between(0, 4)), "▲ from 0");
    EXPECT_EQ(inShort(between(4, 0)), "▼ −100.0 %");
    EXPECT_EQ(inShort(between(2, 25)), "▲ 12.5×") << "+1150 % is hard to grasp";
    EXPECT_EQ(inShort(between(12.5, 100, true)), "▲ +87.5 points") << "a share of a share says little";
    EXPECT_EQ(inShort(between(100, 50, true)), "▼ −50 points");
}

TEST(Held, WhatCannotBeComparedIsNot) {
    const Fact measured{1, Origin::Measured}, replayed{2, Origin::Replayed}, emulated{4, Origin::Emulated},
        estimated{8, Origin::Estimated};
    EXPECT_EQ(noteOf(held({}, measured, "s")), "of the baseline there is no such number");
    EXPECT_EQ(noteOf(held(measured, {}, "s")), "here there is no such number");
    EXPECT_FALSE(held({}, {}, "s").difference);

    const Held unlike = held(measured, estimated, "s");
    EXPECT_FALSE(unlike.difference);
    EXPECT_EQ(noteOf(unlike), "estimated is not held against measured");
    EXPECT_FALSE(held(emulated, replayed, "B").difference);

    const Held mixed = held(replayed, measured, "s");
    ASSERT_TRUE(mixed.difference) << "both are of hardware";
    EXPECT_EQ(noteOf(mixed), "measured against replayed");
    EXPECT_EQ(mixed.difference->origin(), Origin::Replayed) << "that which says less";

    EXPECT_EQ(noteOf(held(emulated, emulated, "B")), "");
    EXPECT_TRUE(held(emulated, emulated, "%").difference->inPoints);
}

TEST(Pair, HardwaresCountersGoBeforeThoseOfTheEmulatorWhereBothHaveThem) {
    const Facts hardBefore{{"a", {1, Origin::Replayed}}, {"b", {2, Origin::Replayed}}},
        hardAfter{{"a", {3, Origin::Measured}}}, soft{{"a", {5, Origin::Emulated}}, {"b", {6, Origin::Emulated}}};
    const auto a = pairOf("a", {&hardBefore, &soft}, {&hardAfter, &soft});
    ASSERT_TRUE(a);
    EXPECT_EQ(a->before.value, 1);
    EXPECT_EQ(a->after.value, 3);
    EXPECT_EQ(a->old, &hardBefore);
    const auto b = pairOf("b", {&hardBefore, &soft}, {&hardAfter, &soft});
    ASSERT_TRUE(b);
    EXPECT_EQ(b->before.value, 6) << "hardware counted it of one of the two alone";
    EXPECT_EQ(b->now, &soft);
    EXPECT_FALSE(pairOf("c", {&hardBefore, &soft}, {&hardAfter, &soft}));
    EXPECT_FALSE(pairOf("a", {}, {&hardAfter, &soft}));
}

TEST(Times, AreOfHardwareOrOfTheModelNeverOfBoth) {
    const Times both{Fact{4e-6, Origin::Replayed}, Fact{8e-6, Origin::Estimated}},
        modelled{{}, Fact{2e-6, Origin::Estimated}}, hardware{Fact{1e-6, Origin::Replayed}, {}};
    EXPECT_DOUBLE_EQ(*heldTimes(both, hardware).difference->ratio(), 0.25);
    EXPECT_DOUBLE_EQ(*heldTimes(both, modelled).difference->ratio(), 0.25) << "2 µs of 8 µs, both estimated";
    EXPECT_FALSE(heldTimes(hardware, modelled).difference);
    EXPECT_EQ(noteOf(heldTimes(hardware, modelled)), "estimated is not held against replayed");
    EXPECT_FALSE(heldTimes({}, both).difference);
}

TEST(Baseline, TilingLoadsOnceWhatTheOtherLoadsSixteenTimes) {
    const Baseline global = baselineOf(run("matmul.global", {{"n", "32"}, {"block", "16"}}), 0, nullptr);
    const Baseline tiled = baselineOf(run("matmul.tiled", {{"n", "32"}, {"block", "16"}}), 0, nullptr);
    EXPECT_TRUE(global.hard.empty());
    bool found = false;
    for (const MetricDifference& one : differencesOf(global, tiled)) {
        EXPECT_EQ(one.difference.before.origin, Origin::Emulated);
        EXPECT_EQ(one.difference.before.value, global.soft.find(one.metric->id)->second.value);
        EXPECT_EQ(one.difference.after.value, tiled.soft.find(one.metric->id)->second.value);
        if (one.metric->id != "global_load_requests") continue;
        found = true;
        EXPECT_DOUBLE_EQ(*one.difference.ratio(), 1.0 / 16);
    }
    EXPECT_TRUE(found);
    EXPECT_EQ(
        inWords(sentenceOf(global, tiled)),
        "How much faster or slower it is than the baseline is not known: of the baseline there is no such number.");
    EXPECT_TRUE(baselineOf(run("matmul.tiled", {{"n", "32"}, {"block", "16"}}), 7, nullptr).soft.empty())
        << "it has no such launch";
}

TEST(Baseline, TimesAreSaidWithWhereTheyAreFrom) {
    const Parameters at{{"n", "256"}, {"block", "16"}};
    const Emulation before = run("matmul.global", at), after = run("matmul.tiled", at);
    const auto known = [](const Emulation& of) {
        return library().recordings().find(of.plan.algorithm, of.plan.parameters);
    };
    ASSERT_NE(known(before), nullptr);
    ASSERT_NE(known(after), nullptr);
    Baseline global = baselineOf(before, 0, known(before)), tiled = baselineOf(after, 0, known(after));
    EXPECT_EQ(heldTimes(global.times, tiled.times).difference->after.value, known(after)->median);
    EXPECT_NE(inWords(sentenceOf(global, tiled)).find("(replayed, NVIDIA H200)"), std::string::npos)
        << inWords(sentenceOf(global, tiled));
    global.measuredOn = "another GPU";
    EXPECT_NE(inWords(sentenceOf(global, tiled)).find("(replayed, another GPU and NVIDIA H200)"), std::string::npos)
        << inWords(sentenceOf(global, tiled));

    const Model& model = **findModel("volkov");
    Baseline modelled = baselineOf(before, 0, nullptr), here = baselineOf(after, 0, nullptr);
    const GpuSpec& gpu = **library().gpus().find("h200");
    addEstimate(modelled, before, gpu, &library().machineCodes(), model);
    addEstimate(here, after, gpu, &library().machineCodes(), model);
    ASSERT_TRUE(modelled.times.estimate && here.times.estimate);
    const std::string said = inWords(sentenceOf(modelled, here));
    EXPECT_NE(said.find("(estimated, Volkov 2016 (latency hiding), NVIDIA H200)"), std::string::npos) << said;
    EXPECT_EQ(inWords(sentenceOf(here, here)).find("As fast as the baseline"), 0U);
}

// Once it was said to be "1 times faster".
TEST(Baseline, WhatIsNearlyAsFastIsNotOneTimesFaster) {
    Baseline before, after;
    before.times.estimate = rules::Fact{1e-5, Origin::Estimated};
    for (const double seconds : {1.004e-5, 0.996e-5}) {
        after.times.estimate = rules::Fact{seconds, Origin::Estimated};
        const std::string said = inWords(sentenceOf(before, after));
        EXPECT_EQ(said.find("As fast as the baseline"), 0U) << said;
        EXPECT_EQ(said.find("times"), std::string::npos) << said;
    }
    after.times.estimate = rules::Fact{1.02e-5, Origin::Estimated};
    EXPECT_EQ(inWords(sentenceOf(before, after)).find("1.02 times slower"), 0U);
}

}  // namespace
}  // namespace lanescope::baseline
