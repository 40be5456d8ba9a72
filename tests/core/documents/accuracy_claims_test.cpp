// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/accuracy_claims.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/models/model.h"

namespace lanescope {
namespace {

using Verdict = AccuracyClaim::Verdict;

class Claims : public ::testing::Test {
protected:
    void SetUp() override {
        const Result<std::vector<AccuracyClaim>> claims = accuracyClaims(LANESCOPE_SOURCE_DIR "/resources");
        ASSERT_TRUE(claims) << describe(claims.error());
        m_claims = *claims;
    }
    const AccuracyClaim& claim(const std::string& id) {
        const auto found = std::ranges::find(m_claims, id, &AccuracyClaim::id);
        EXPECT_NE(found, m_claims.end()) << id;
        return found == m_claims.end() ? m_claims.front() : *found;
    }
    void expect(const std::string& id, Verdict verdict, const std::string& words) {
        EXPECT_EQ(nameOf(claim(id).verdict), nameOf(verdict)) << id << ": " << claim(id).recomputed;
        EXPECT_NE(claim(id).recomputed.find(words), std::string::npos) << id << ": " << claim(id).recomputed;
    }
    std::vector<AccuracyClaim> m_claims;
};

// The numbers were had before, by another program.
TEST_F(Claims, AreRecomputedFromTheTables) {
    expect("best-base", Verdict::Holds, "over 41 rows each");
    expect("divergence", Verdict::Fails, "the mean is 19.4 %, the worst 54.4 %");
    expect("atomics-cc20", Verdict::Holds, "half of the rows by no more than");
    expect("atomics-cc13", Verdict::HoldsInPart, " to 132.4 %");
    expect("reduction-global", Verdict::HoldsInPart, "-30.3 % to -24.8 %, mean -28.4 %");
    expect("reduction-global", Verdict::HoldsInPart, "off by -1.1 % to 5.8 %");
    expect("reduction-better", Verdict::CannotBeTold, "-39.1 % to -10.7 %");
    expect("rows-with-copy", Verdict::HoldsInPart, "-14.0 % to 2.2 %");
    expect("row-blocks", Verdict::Holds, "mean -55.8 %");
    expect("columns-cc20", Verdict::HoldsInPart, "In 24 of 30 rows");
    expect("columns-cc13", Verdict::Holds, "In 27 of 27 rows");
    expect("cholesky-25", Verdict::Fails, "In 3 of 5 orders");
    expect("cholesky-20", Verdict::Fails, "-20.9 % to 115.1 %");
    expect("never-worse", Verdict::Holds, "By rows 41.4 % instead of 47.2 %");
}

TEST_F(Claims, SayWhereTheyAreShown) {
    for (const AccuracyClaim& claim : m_claims) {
        EXPECT_FALSE(claim.section.empty() || claim.claim.empty() || claim.algorithms.empty() || claim.model.empty());
        EXPECT_FALSE(claim.numbers.empty()) << claim.id;
    }
}

TEST_F(Claims, AreFoundByAlgorithm) {
    EXPECT_EQ(claimsAbout(m_claims, "cholesky.structured-own").size(), 2U);
    EXPECT_TRUE(claimsAbout(m_claims, "transpose.tiled").empty());
}

// Every claim has a model of models() to stand beside.
TEST_F(Claims, AreFoundByModel) {
    std::size_t found = 0;
    for (const auto& model : models()) found += claimsOfModel(m_claims, model->id()).size();
    EXPECT_EQ(found, m_claims.size());
    EXPECT_EQ(claimsOfModel(m_claims, "mukherjee-sum-cache").size(), 1U);
    EXPECT_EQ(claimsOfModel(claimsAbout(m_claims, "micro.atomics"), "thesis").size(), 2U) << "a term of the thesis'";
    EXPECT_TRUE(claimsOfModel(m_claims, "nugteren").empty());
}

TEST(ClaimsFiles, ABrokenDocumentIsAnError) { EXPECT_FALSE(accuracyClaims(LANESCOPE_SOURCE_DIR "/tests")); }

}  // namespace
}  // namespace lanescope
