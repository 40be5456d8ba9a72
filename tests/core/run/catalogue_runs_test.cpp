// SPDX-License-Identifier: GPL-3.0-or-later
// Every algorithm of the catalogue in the emulator: what it says of itself is what comes out.
#include <gtest/gtest.h>

#include <set>

#include "core/run/emulation.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

class CatalogueRun : public testing::TestWithParam<std::string> {};

TEST_P(CatalogueRun, ComesOutAsItsVerdictSays) {
    const Algorithm& algorithm = **shippedCatalogue().find(GetParam());
    constexpr std::size_t kPlans = 60;
    const std::vector<Plan> plans = plansToTry(algorithm, kPlans);
    ASSERT_FALSE(plans.empty());
    std::set<std::string> variants;
    for (const Plan& plan : plans) {
        SCOPED_TRACE(toString(plan.parameters));
        variants.insert(plan.parameters.value("variant"));
        EmulationOptions options;
        options.stepBudget = 20'000'000;
        const Result<Emulation> emulation = emulate(plan, options, {});
        ASSERT_TRUE(emulation) << describe(emulation.error());
        const CheckResult& check = emulation->check;
        if (isSaidToBeRight(plan)) {
            EXPECT_EQ(check.verdict, Verdict::Correct) << check.note << check.wrong;
        } else {
            EXPECT_TRUE(check.verdict == Verdict::Wrong || check.verdict == Verdict::Fault) << check.note;
            EXPECT_TRUE(check.verdict == Verdict::Fault || !check.first.empty()) << "an element to point to";
        }
    }
    for (const ParameterSpec& spec : algorithm.parameters())
        if (spec.name == "variant") {
            EXPECT_EQ(variants.size(), spec.values.size()) << "each variant was among them";
        }
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueRun, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope
