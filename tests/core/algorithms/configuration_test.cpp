// SPDX-License-Identifier: GPL-3.0-or-later
// What may be chosen, and what is said of a choice that is not possible.
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

const Algorithm& algorithm(std::string_view id) { return **shippedCatalogue().find(id); }

std::string complaint(std::string_view id, const Parameters& given) {
    const Result<Plan> plan = planFor(id, given);
    return plan ? "" : describe(plan.error());
}

TEST(Complete, FillsInDefaultsInTheAlgorithmsOrder) {
    EXPECT_EQ(toString(algorithm("matmul.tiled").complete({}).value()), "variant=corrected n=64 block=16 type=f32");
    EXPECT_EQ(toString(algorithm("matmul.tiled").complete({{"type", "f64"}, {"n", "0100"}}).value()),
              "variant=corrected n=100 block=16 type=f64");
}

TEST(Complete, NamesWhatIsNotPossible) {
    const std::string range = "it must be a whole number from 1 to 16384.";
    for (const std::string n : {"0", "-1", "16385", "abc", "", "64x", "1e2", "99999999999999999999"})
        EXPECT_EQ(complaint("matmul.tiled", {{"n", n}}), "n = \"" + n + "\" is not possible: " + range);
    EXPECT_EQ(complaint("matmul.tiled", {{"block", "7"}}),
              "block = \"7\" is not possible: it must be one of 4, 8, 16, 20, 25, 32.");
    EXPECT_EQ(complaint("matmul.tiled", {{"type", "half"}}),
              "type = \"half\" is not possible: it must be one of f32, f64, i32.");
    EXPECT_EQ(complaint("matmul.tiled", {{"tile", "8"}}),
              "matmul.tiled has no parameter \"tile\". It has: variant, n, block, type, rows.");
    EXPECT_EQ(complaint("matmul.tiled", {{"n", "64"}, {"n", "65"}}), "n = \"65\" is not possible: it is given twice.");
}

TEST(Plan, APublishedKernelWithoutGuardsNeedsWholeTiles) {
    EXPECT_EQ(
        complaint("matmul.tiled", {{"variant", "published"}, {"n", "65"}}),
        "n = \"65\" is not possible: with block 16 the published kernel, which has no guards, needs a multiple of "
        "16, such as 64 or 80.");
    EXPECT_EQ(
        complaint("matmul.rect4-prefetch", {{"variant", "published"}, {"n", "16"}}),
        "n = \"16\" is not possible: with block 16 the published kernel, which has no guards, needs a multiple of "
        "32, such as 32.");
    EXPECT_EQ(complaint("matmul.rect4-prefetch", {{"variant", "corrected"}, {"n", "16"}}), "");
}

TEST(Plan, FillsInWhatIsMissingAndRefusesWhatIsIllegal) {
    const Algorithm& tiled = algorithm("matmul.tiled");
    EXPECT_EQ(toString(tiled.plan({{"n", "5"}})->parameters), "variant=corrected n=5 block=16 type=f32");
    EXPECT_EQ(tiled.plan({{"n", "abc"}}).error().code, ErrorCode::IllegalValue);
}

TEST(Plan, ABlockHasOnlySoMuchSharedMemory) {
    EXPECT_EQ(complaint("matmul.rect4-prefetch", {{"block", "32"}, {"type", "f64"}}),
              "block = \"32\" is not possible: with type f64 this kernel declares 65536 bytes of shared memory, and a "
              "block has 49152; take a smaller block side.");
    EXPECT_EQ(complaint("matmul.rect2-prefetch", {{"block", "32"}, {"type", "f64"}}), "");  // 49152 to the byte
}

TEST(LegalValues, AreThoseThatGoWithTheOthers) {
    const auto legalBlocks = [](std::string_view id, const Parameters& others) {
        const Algorithm& a = algorithm(id);
        return a.legalValues(a.parameters()[2], others);
    };
    using Values = std::vector<std::string>;
    EXPECT_EQ(legalBlocks("matmul.rect2", {}), (Values{"4", "8", "16", "20", "25", "32"}));
    EXPECT_EQ(legalBlocks("matmul.rect2", {{"variant", "published"}, {"n", "1000"}, {"block", "16"}}),
              (Values{"4", "20", "25"}));
    EXPECT_EQ(legalBlocks("matmul.rect4-prefetch", {{"type", "f64"}}), (Values{"4", "8", "16"}));
    EXPECT_EQ(legalBlocks("matmul.tiled", {{"variant", "published"}, {"n", "7"}}), Values{});
    const Algorithm& rect4 = algorithm("matmul.rect4-prefetch");
    EXPECT_EQ(rect4.legalValues(rect4.parameters()[3], {{"block", "32"}}), (Values{"f32", "i32"}));
    EXPECT_EQ(rect4.legalValues(rect4.parameters()[1], {}), Values{});  // a range has no list
}

}  // namespace
}  // namespace lanescope
