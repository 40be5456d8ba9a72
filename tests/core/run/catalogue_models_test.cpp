// SPDX-License-Identifier: GPL-3.0-or-later
// Every algorithm of the catalogue with every model on every GPU that we know: an estimate that can be asked why, or a
// sentence that says why there is none.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/models/launch_profile.h"
#include "core/run/emulation.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

const std::vector<GpuSpec>& gpus() {
    static const GpuPresets presets = GpuPresets::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    return presets.all();
}

void expectExplained(const Estimate& estimate) {
    EXPECT_TRUE(std::isfinite(estimate.seconds));
    EXPECT_GT(estimate.seconds, 0);
    EXPECT_LE(estimate.kernelSeconds, estimate.seconds * (1 + 1e-12));
    double sum = 0;
    for (const EstimateTerm& term : estimate.terms) {
        sum += term.seconds;
        EXPECT_FALSE(term.name.empty());
        EXPECT_FALSE(term.part.empty()) << term.name;
        EXPECT_FALSE(term.formula.empty()) << term.name;
        EXPECT_TRUE(term.seconds > 0 || term.name == "hidden by overlap") << term.name;
    }
    EXPECT_NEAR(sum / estimate.seconds, 1, 1e-9);
    for (const EstimateTerm& part : termsByPart(estimate)) EXPECT_GE(part.seconds, 0) << part.name;
    EXPECT_FALSE(estimate.assumptions.empty());
    std::set<std::string> symbols;
    for (const EstimateInput& input : estimate.inputs) {
        EXPECT_TRUE(std::isfinite(input.value)) << input.symbol;
        EXPECT_FALSE(input.source.empty()) << input.symbol;
        EXPECT_TRUE(symbols.insert(input.symbol).second) << input.symbol;
    }
}

/// How many of the models answered.
std::size_t expectAnswers(const ModelInput& input, const GpuSpec& gpu) {
    std::size_t answered = 0;
    for (const auto& model : models()) {
        SCOPED_TRACE(std::string(model->id()) + " on " + gpu.title);
        const Result<Estimate> estimate = model->estimate(input, gpu);
        if (estimate) {
            ++answered;
            expectExplained(*estimate);
            continue;
        }
        EXPECT_EQ(estimate.error().code, ErrorCode::ModelOutOfRange);
        EXPECT_GT(estimate.error().arguments.at("reason").size(), 20U) << describe(estimate.error());
    }
    return answered;
}

class CatalogueModels : public testing::TestWithParam<std::string> {};

TEST_P(CatalogueModels, AnswerOrSayWhyNot) {
    const Algorithm& algorithm = **shippedCatalogue().find(GetParam());
    constexpr std::size_t kPlans = 4;
    for (const Plan& plan : plansToTry(algorithm, kPlans)) {
        SCOPED_TRACE(toString(plan.parameters));
        ModelInput input = withoutLaunches(plan);
        EmulationOptions options;
        options.stepBudget = 5'000'000;
        options.maxBlocks = 64;
        options.sample = timing::SampleOptions{.steps = 20'000};
        for (const CountSource counted : {CountSource::Lockstep, CountSource::Predicted}) {
            if (!plan.launches().empty()) {
                const Result<Emulation> emulation = emulate(plan, options, {});
                ASSERT_TRUE(emulation) << describe(emulation.error());
                if (emulation->check.verdict == CheckResult::Verdict::Fault) continue;
                input = modelInputOf(*emulation, counted);
                EXPECT_EQ(input.launches.size(), plan.launches().size());
            }
            for (const GpuSpec& gpu : gpus()) {
                const std::size_t answered = expectAnswers(input, gpu);
                if (gpu.id == "c2070" && !input.launches.empty()) {
                    EXPECT_GE(answered, 11U);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueModels, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope
