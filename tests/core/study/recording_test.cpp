// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/study/recording_comparison.h"

namespace lanescope {
namespace {

class H200Recording : public testing::TestWithParam<const char*> {};

TEST_P(H200Recording, SmallConfigurationsEqualTheEmulator) { compareAll(GetParam(), 1, 256, 60); }
INSTANTIATE_TEST_SUITE_P(Matmul, H200Recording, testing::ValuesIn(kAlgorithms), kAlgorithmName);

TEST(H200RecordingFile, HoldsWhatItsTitleSays) {
    const Study& study = recording();
    std::set<std::string> seen;
    std::size_t counted = 0;
    for (const StudyEntry& entry : study.entries) {
        const std::string name = entry.algorithm + " " + toString(entry.parameters);
        EXPECT_TRUE(seen.insert(name).second) << name << " is there twice";
        ASSERT_TRUE(entry.measurement) << name;
        const Measurement& m = *entry.measurement;
        EXPECT_GE(m.seconds.size(), 3U) << name;
        EXPECT_GT(m.median, 0) << name;
        EXPECT_EQ(m.provenance.gpu, "NVIDIA H200") << name;
        EXPECT_FALSE(m.provenance.throttled) << name;
        counted += m.counters.empty() ? 0 : 1;
        if (valueOf(entry.parameters, "variant") == "corrected") {
            EXPECT_EQ(m.verdict, CheckResult::Verdict::Correct) << name;
        }
    }
    std::cout << study.entries.size() << " configurations, " << counted << " with counters\n";
    EXPECT_GT(study.entries.size(), 1500U);
    EXPECT_GT(counted, 1480U);
    for (const char* algorithm : kAlgorithms)
        for (const char* block : {"4", "8", "16", "32"})
            for (const char* n : {"64", "128", "256", "512"})
                EXPECT_NE(
                    study.find(algorithm, {{"variant", "corrected"}, {"n", n}, {"block", block}, {"type", "f32"}}),
                    nullptr)
                    << algorithm << " block " << block << " n " << n;
    for (const char* type : {"f32", "f64", "i32"})
        for (const auto& [block, n] : {std::pair{"4", "1024"}, {"8", "1024"}, {"16", "2048"}, {"32", "2048"}})
            EXPECT_NE(study.find("matmul.single-block",
                                 {{"variant", "corrected"}, {"n", n}, {"block", block}, {"type", type}}),
                      nullptr)
                << "block " << block << " n " << n;
}

}  // namespace
}  // namespace lanescope
