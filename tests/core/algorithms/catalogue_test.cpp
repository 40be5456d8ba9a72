// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

TEST(Catalogue, HoldsTheSixMultiplications) {
    std::vector<std::string> ids;
    for (const auto& algorithm : shippedCatalogue().algorithms()) ids.emplace_back(algorithm->id());
    EXPECT_EQ(ids, (std::vector<std::string>{"matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                                             "matmul.rect2-prefetch", "matmul.rect4-prefetch"}));
}

TEST(Catalogue, EveryAlgorithmSaysWhatItIs) {
    std::set<std::string_view> titles;
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        EXPECT_TRUE(titles.insert(algorithm->title()).second) << algorithm->title();
        EXPECT_FALSE(algorithm->summary().empty());
        EXPECT_FALSE(algorithm->document().empty());
        EXPECT_FALSE(algorithm->family().empty());
        for (const ParameterSpec& spec : algorithm->parameters()) {
            EXPECT_FALSE(spec.title.empty()) << spec.name;
            EXPECT_FALSE(spec.description.empty()) << spec.name;
        }
        for (const std::string variant : {"published", "corrected"}) {
            const Parameters complete = algorithm->complete({{"variant", variant}}).value();
            EXPECT_GT(algorithm->verdict(complete).size(), 20U) << algorithm->id() << " " << variant;
        }
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
    const auto catalogue = Catalogue::load(folder.path());
    ASSERT_TRUE(catalogue) << describe(catalogue.error());
    const auto plan = planFor(**catalogue->find("matmul.tiled"), {});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error(), Error(ErrorCode::PtxUnknownEntry,
                                  {{"file", "matmul.ptx"}, {"entry", "tiled<16, float>"}, {"known", "none"}}));
}

}  // namespace
}  // namespace lanescope
