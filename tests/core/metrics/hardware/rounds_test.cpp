// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of kernels that were written apart from the model run, do something, and race nowhere.
#include <gtest/gtest.h>

#include "core/simt/check/race_checker.h"
#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

class Rounds : public testing::TestWithParam<const char*> {
protected:
    static std::vector<HardwareCase> cases() {
        std::vector<HardwareCase> all = allCases();
        std::erase_if(all, [](const HardwareCase& one) { return one.round != GetParam(); });
        return all;
    }
};

TEST_P(Rounds, HaveManyLaunchesAndAllWriteSomething) {
    EXPECT_GE(cases().size(), 45U);
    for (const HardwareCase& launch : cases()) {
        const Emulated run(launch.name);
        bool changed = false;
        for (BufferId id = 0; id < run.plan.buffers.size(); ++id)
            changed = changed || run.before<std::byte>(id) != run.after<std::byte>(id);
        EXPECT_TRUE(changed) << launch.name;
    }
}

/// What threads do in no order may differ from run to run, and the counters with it.
TEST_P(Rounds, HaveNoRaces) {
    for (const HardwareCase& launch : cases()) {
        simt::RaceChecker checker;
        simt::EmulatorOptions options;
        options.observer = &checker;
        simt::Emulator emulator(options);
        const auto ran = runPlan(launch.plan, emulator, {});
        ASSERT_TRUE(ran) << launch.name << ": " << describe(ran.error());
        const simt::RaceReport& report = checker.reports().at(0);
        EXPECT_TRUE(report.complete()) << launch.name << ": " << summary(report);
        for (const simt::Finding& finding : report.findings)
            EXPECT_EQ(finding.severity, simt::Finding::Severity::Note) << launch.name << ": " << describe(finding);
    }
}

INSTANTIATE_TEST_SUITE_P(Apart, Rounds, testing::Values("third", "fourth", "fifth"),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace lanescope
