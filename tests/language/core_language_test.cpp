// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says comes out in the language that was chosen. A program of its own: a language is chosen once.
#include <gtest/gtest.h>

#include "core/algorithms/algorithm.h"
#include "core/gpus/gpu_quantities.h"
#include "core/gpus/gpu_spec.h"
#include "core/metrics/dictionary.h"
#include "core/models/model.h"
#include "tests/language/pseudo_language.h"

namespace lanescope {
namespace {

class CoreLanguage : public testing::Test {
protected:
    void SetUp() override {
        static const bool chosen = [] {
            const TemporaryFolder folder;
            makePseudoLanguage(folder);
            const std::vector<Error> problems = chooseLanguage(kPseudo, folder.path());
            EXPECT_TRUE(problems.empty()) << describe(problems.front());
            return problems.empty();
        }();
        ASSERT_TRUE(chosen);
    }
};

TEST_F(CoreLanguage, MetricsSpeakIt) {
    for (const Metric& metric : metricDictionary()) {
        for (const std::string_view words : {metric.title, metric.definition, metric.good})
            EXPECT_TRUE(isPseudo(words)) << metric.id << ": " << words;
        EXPECT_TRUE(metric.emulator.empty() || isPseudo(metric.emulator)) << metric.id;
        for (const PerfworksChip& chip : perfworksChips()) {
            const PerfworksName name = perfworksOn(metric, chip.name);
            EXPECT_TRUE(name.missing.empty() || isPseudo(name.missing)) << metric.id << " on " << chip.name;
        }
    }
    for (const GpuQuantity& quantity : gpuQuantities()) EXPECT_TRUE(isPseudo(quantity.meaning)) << quantity.id;
}

TEST_F(CoreLanguage, ModelsSpeakIt) {
    for (const auto& model : models()) {
        const ModelDescription& d = model->description();
        for (const std::string_view words : {d.title, d.source, d.needs, d.assumes, d.range})
            EXPECT_TRUE(isPseudo(words)) << d.id << ": " << words;
    }
}

TEST_F(CoreLanguage, TheCatalogueSpeaksIt) {
    const Result<Catalogue> catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources");
    ASSERT_TRUE(catalogue) << describe(catalogue.error());
    for (const auto& algorithm : catalogue->algorithms()) {
        for (const std::string_view words : {algorithm->title(), algorithm->family(), algorithm->document(),
                                             algorithm->summary(), algorithm->explanation()})
            EXPECT_TRUE(isPseudo(words)) << algorithm->id() << ": " << words;
        bool variants = false;
        for (const ParameterSpec& parameter : algorithm->parameters()) {
            EXPECT_TRUE(isPseudo(parameter.title)) << algorithm->id() << " " << parameter.name;
            EXPECT_TRUE(isPseudo(parameter.description)) << algorithm->id() << " " << parameter.name;
            variants = variants || parameter.name == "variant";
        }
        for (const char* variant : {"published", "corrected"}) {
            const Parameters complete =
                algorithm->complete(variants ? Parameters{{"variant", variant}} : Parameters()).value();
            EXPECT_TRUE(isPseudo(algorithm->verdict(complete))) << algorithm->verdict(complete);
            for (const Fact& fact : algorithm->facts(complete)) {
                EXPECT_TRUE(isPseudo(fact.title)) << fact.id;
                EXPECT_TRUE(fact.note.empty() || isPseudo(fact.note)) << fact.id;
            }
        }
    }
}

TEST_F(CoreLanguage, ErrorsSpeakItAndSoDoTheirReasons) {
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        EXPECT_TRUE(isPseudo(describe(Error(static_cast<ErrorCode>(code))))) << code;
    const Result<GpuSpec> gpu = parseGpuSpec(R"({"id": "", "title": 7})", "x.json");
    ASSERT_FALSE(gpu);
    EXPECT_EQ(describe(gpu.error()), "⟦x.json is not what it should be, at title: ⟦a text in quotes belongs here⟧.⟧");
    const Result<Catalogue> catalogue = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources");
    const auto plan = (*catalogue->find("matmul.tiled"))->plan({{"variant", "published"}, {"n", "33"}, {"block", "8"}});
    ASSERT_FALSE(plan);
    EXPECT_TRUE(isPseudo(plan.error().arguments.at("legal"))) << plan.error().arguments.at("legal");
}

}  // namespace
}  // namespace lanescope
