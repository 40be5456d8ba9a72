// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of plans that kernels do not do alone, and of where threads work.
#include <gtest/gtest.h>

#include "app/zones/explanation_text.h"
#include "core/base/resources.h"
#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

/// Two tasks of the CPU and a call of cuBLAS, no launch.
Plan hostPlan() {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 4, 4, {InitialContent::Kind::Zeros}}};
    HostStep task;
    task.name = "dpotrf";
    task.writes = {0};
    task.task = [](HostBuffers&, const JobContext&) -> Result<void> { return {}; };
    plan.steps = {task, task};
    LibraryStep call;
    call.call = LibraryStep::Call::Trsm;
    plan.steps.emplace_back(call);
    return plan;
}

TEST(OtherWork, NamesWhatTheCpuAndLibrariesDo) {
    const QString text = otherWork(hostPlan());
    EXPECT_TRUE(text.contains(QStringLiteral("On the CPU: dpotrf, 2 times."))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("cublasDtrsm"))) << text.toStdString();
    EXPECT_TRUE(otherWork({}).isEmpty());
}

TEST(OtherWork, WithoutALaunchItIsSaidInPlaceOfAPicture) {
    const QString text = noThreadsText(hostPlan());
    EXPECT_TRUE(text.contains(QStringLiteral("launches no kernel"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("dpotrf")));
}

TEST(Explanation, TellsStudentsTheStepsOfThePlan) {
    const Catalogue catalogue = Catalogue::load(resourceFolder().value()).value();
    for (const auto& algorithm : catalogue.algorithms()) {
        const Plan plan = algorithm->plan(algorithm->complete({}).value()).value();
        const QString html = explanationHtml(*algorithm, plan);
        EXPECT_TRUE(html.contains(QStringLiteral("<li>"))) << algorithm->id();
        EXPECT_GT(html.count(QStringLiteral("<p>")), 3) << algorithm->id();
    }
}

}  // namespace
}  // namespace lanescope
