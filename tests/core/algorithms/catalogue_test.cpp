// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/algorithms/matmul/matmul.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

TEST(Catalogue, HoldsTheMultiplications) {
    std::set<std::string_view> ids;
    for (const auto& algorithm : shippedCatalogue().algorithms())
        EXPECT_TRUE(ids.insert(algorithm->id()).second) << algorithm->id() << " is there twice";
    for (const std::string_view id : {"matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                                      "matmul.rect2-prefetch", "matmul.rect4-prefetch"})
        EXPECT_TRUE(ids.contains(id)) << id;
}

/// Paragraphs of a text, which empty lines part.
std::vector<std::string> paragraphsOf(std::string_view text) {
    std::vector<std::string> paragraphs;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        paragraphs.emplace_back(text.substr(begin, end - begin));
        begin = end + 2;
    }
    return paragraphs;
}

TEST(Catalogue, EveryAlgorithmSaysWhatItIs) {
    std::set<std::string_view> titles;
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        SCOPED_TRACE(algorithm->id());
        EXPECT_TRUE(titles.insert(algorithm->title()).second) << algorithm->title();
        EXPECT_FALSE(algorithm->summary().empty());
        EXPECT_FALSE(algorithm->document().empty());
        EXPECT_FALSE(algorithm->family().empty());
        const std::vector<std::string> paragraphs = paragraphsOf(algorithm->explanation());
        EXPECT_EQ(paragraphs.size(), 2U);
        for (const std::string& paragraph : paragraphs) EXPECT_GT(paragraph.size(), 150U) << paragraph;
        for (const ParameterSpec& spec : algorithm->parameters()) {
            EXPECT_FALSE(spec.title.empty()) << spec.name;
            EXPECT_FALSE(spec.description.empty()) << spec.name;
        }
    }
}

TEST(Catalogue, EveryVariantHasAVerdict) {
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        const ParameterSpec* const variant = algorithm->specOf(ParameterRole::Variant);
        if (variant == nullptr) continue;
        for (const std::string& value : variant->values)
            EXPECT_GT(algorithm->verdict(algorithm->complete({{variant->name, value}}).value()).size(), 20U)
                << algorithm->id() << " " << value;
    }
}

TEST(Catalogue, WhatIsChosenByDefaultHasAPlan) {
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        const Result<Plan> plan = algorithm->plan({});
        ASSERT_TRUE(plan) << algorithm->id() << ": " << describe(plan.error());
        EXPECT_EQ(plan->algorithm, algorithm->id());
        EXPECT_EQ(plan->parameters, algorithm->complete({}).value());
    }
}

TEST(Catalogue, AnUnknownIdIsAnsweredWithTheNearest) {
    const auto found = shippedCatalogue().find("matmul.rect2-prefetsh");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::UnknownAlgorithm);
    EXPECT_EQ(found.error().arguments.at("algorithm"), "matmul.rect2-prefetsh");
    EXPECT_TRUE(found.error().arguments.at("known").starts_with("matmul.rect2-prefetch, matmul.rect4-prefetch, "));
}

TEST(Catalogue, NamesTheFileThatIsMissingOrBroken) {
    const TemporaryFolder folder;
    const auto missing = Catalogue::load(folder.path());
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::CannotOpen);
    EXPECT_EQ(missing.error().arguments.at("file"), folder.path() + "/ptx/matmul.ptx");

    folder.write("ptx/matmul.ptx", ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry f(");
    folder.write("kernels/matmul.cu", "");
    const auto truncated = Catalogue::load(folder.path());
    ASSERT_FALSE(truncated);
    EXPECT_EQ(truncated.error().code, ErrorCode::PtxSyntax);
    EXPECT_EQ(truncated.error().arguments.at("file"), "matmul.ptx");
}

// PTX without the kernel that a plan needs is told when the plan is made, not by a crash when it is run.
TEST(Catalogue, AKernelThatIsNotInThePtxIsNamed) {
    const TemporaryFolder folder;
    folder.write("ptx/matmul.ptx", ".version 9.0\n.target sm_75\n.address_size 64\n");
    folder.write("kernels/matmul.cu", "");
    auto kernels = KernelFile::load(folder.path(), "matmul");
    ASSERT_TRUE(kernels) << describe(kernels.error());
    const Algorithms algorithms = matrixMultiplications(std::make_shared<const KernelFile>(std::move(*kernels)));
    const auto tiled = std::ranges::find(algorithms, "matmul.tiled", &Algorithm::id);
    ASSERT_NE(tiled, algorithms.end());
    const Result<Plan> plan = (*tiled)->plan({});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error(), Error(ErrorCode::PtxUnknownEntry,
                                  {{"file", "matmul.ptx"}, {"entry", "tiled<16, float>"}, {"known", "none"}}));
}

}  // namespace
}  // namespace lanescope
