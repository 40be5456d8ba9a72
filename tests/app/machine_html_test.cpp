// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/machine_html.h"

#include <gtest/gtest.h>

#include "app/zones/machine_panel.h"
#include "core/base/message.h"

namespace lanescope {
namespace {

/// What a machine that nobody has heard of could answer, with all parts that an answer can have.
MachineAnswer foreignAnswer() {
    MachineAnswer answer;
    answer.machine = "foreign";
    answer.title = "A < B";
    answer.source = "nowhere";
    answer.terms = {{"steps", std::uint64_t{12'345}, "steps"}};
    answer.line = {"machine.pram.gist"_id, {{"steps", std::uint64_t{12'345}}}};
    answer.gist = {"machine.pram.gist"_id, {{"steps", std::uint64_t{12'345}}}};
    answer.rest = {"machine.bsp.rest"_id, {{"launches", 0.25}, {"w", 1.0}, {"h", 2.0}, {"largest", 3.0}}};
    answer.verdicts = {{"strict", Legality::Legal, {}, 0}, {"lax", Legality::NotSeenWhole, {}, 0}};
    answer.readings = {{"fast", "quickly", 3, {}}, {"slow", "slowly", 9, {4, 0, "k", "a<1>"}}};
    answer.onGpu = MachineOnGpu{{}, {}, {"machine.bsp.gist"_id, {{"supersteps", 2.0}}}, {"not shown"}};
    return answer;
}

TEST(MachineHtml, ShowsWhatAnyMachineAnswers) {
    MachineAnswers answers;
    answers.machines.push_back(foreignAnswer());
    answers.notes = {"1 < 2"};
    EXPECT_EQ(machineHtml(answers).toStdString(),
              "<h3>What the abstract machines say: steps, not seconds</h3>"
              "<h4>A &lt; B</h4><p><i>nowhere</i></p>"
              "<p><b>12\u202f345 steps</b> in 0.3 launches: w = 1, h = 2 (largest 3).</p>"
              "<table cellspacing=4><tr><td>✓ strict</td><td>legal</td></tr>"
              "<tr><td>? lax</td><td>not seen whole</td></tr></table>"
              "<table cellspacing=4><tr><td>quickly</td><td align=right>3 steps</td><td>no queue</td></tr>"
              "<tr><td>slowly</td><td align=right>9 steps</td><td>longest queue 4, at a&lt;1&gt;</td></tr></table>"
              "<p>2 supersteps</p>"
              "<p>1 &lt; 2</p>");
}

TEST(MachineHtml, SaysWhatWasNotWatchedAndWhyAGpuIsNotTold) {
    MachineAnswers answers;
    answers.complete = false;
    answers.launches = 3;
    answers.launchesSeen = 1;
    answers.fault = "it fell";
    MachineAnswer answer;
    answer.title = "M";
    answer.gpuProblem = Error{ErrorCode::ModelOutOfRange, {{"model", "m"}, {"reason", "it has no clock"}}};
    answers.machines.push_back(answer);
    const std::string html = machineHtml(answers).toStdString();
    EXPECT_NE(html.find("1 of 3 launches"), std::string::npos) << html;
    EXPECT_NE(html.find("it fell"), std::string::npos) << html;
    EXPECT_NE(html.find("it has no clock"), std::string::npos) << html;
}

// matmul.tiled of doubles, n = 64: sixteen blocks of sixteen, but more accesses than are kept.
TEST(MachineHtml, WhatIsUnknownIsNeitherLegalNorUnwatched) {
    const auto library = openLibrary({LibraryPart::Catalogue}).value();
    const Algorithm& tiled = *library->catalogue().find("matmul.tiled").value();
    const Plan plan = tiled.plan(tiled.complete({{"n", "64"}, {"block", "16"}, {"type", "f64"}}).value()).value();
    MachineOptions options;
    options.limits.accesses = 1'000'000;
    const auto cut = machineAnswers(plan, options, {});
    ASSERT_TRUE(cut && !cut->complete);
    ASSERT_EQ(cut->blocksSeen, cut->blocks);
    const QString words = machineHtml(*cut);
    EXPECT_FALSE(words.contains(QStringLiteral("Not all of the run was watched"))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("All blocks were watched"))) << words.toStdString();
    EXPECT_FALSE(words.contains(QStringLiteral("✓"))) << "nothing is known to be legal";
    EXPECT_TRUE(words.contains(QStringLiteral("? "))) << words.toStdString();
    // As much as the window watches is enough for it.
    options.limits = kWindowLimits;
    const auto whole = machineAnswers(plan, options, {});
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->complete);
    EXPECT_FALSE(machineHtml(*whole).contains(QStringLiteral("⚠")));
}

}  // namespace
}  // namespace lanescope
