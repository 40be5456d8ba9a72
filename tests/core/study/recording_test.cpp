// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>

#include "tests/core/study/h200_recording.h"

namespace lanescope {
namespace {

TEST(H200Recording, SmallConfigurationsEqualTheEmulator) { expectEqualToTheEmulator(0, 3e5, 500); }

TEST(H200RecordingFile, EveryMeasurementIsWhole) {
    const Study& study = recording();
    std::set<std::string> seen;
    std::size_t counted = 0;
    for (const StudyEntry& entry : study.entries) {
        const std::string name = entry.algorithm + " " + toString(entry.parameters);
        EXPECT_TRUE(seen.insert(name).second) << name << " is there twice";
        ASSERT_TRUE(entry.measurement) << name;
        const Measurement& m = *entry.measurement;
        EXPECT_GE(m.samplesTaken, 3U) << name;
        EXPECT_GT(m.median, 0) << name;
        EXPECT_FALSE(m.parts.empty()) << name;
        EXPECT_TRUE(m.histogram) << name;
        EXPECT_FALSE(m.provenance.throttled) << name;
        EXPECT_EQ(m.provenance.gpu.empty() ? "NVIDIA H200" : m.provenance.gpu, "NVIDIA H200") << name;
        EXPECT_FALSE(m.provenance.gpu.empty() && m.provenance.host.empty()) << name;
        EXPECT_NE(m.counters.empty(), m.countersMissing.empty()) << name << ": why there are none is said";
        if (!m.counters.empty()) {
            ++counted;
            EXPECT_GT(m.counterPasses, 0U) << name;
            EXPECT_FALSE(m.provenance.cupti.empty()) << name;
        }
        const auto algorithm = catalogue().find(entry.algorithm);
        ASSERT_TRUE(algorithm) << name;
        if ((*algorithm)->judge(entry.parameters).kind == VerdictKind::Right) {
            EXPECT_EQ(m.verdict, CheckResult::Verdict::Correct) << name;
        }
    }
    std::cout << study.entries.size() << " configurations, " << counted << " with counters\n";
    EXPECT_GT(study.entries.size(), 1500U);
    EXPECT_GT(counted, 1300U);
}

TEST(H200RecordingFile, HoldsTheWholeCatalogueInSixSizes) {
    std::map<std::string, std::set<std::string>> sizes;
    for (const StudyEntry& entry : recording().entries) {
        for (const char* size : {"n", "n,m", "width", "blocks", "ways"})
            if (const std::string value = entry.parameters.value(size); !value.empty())
                sizes[entry.algorithm].insert(value);
    }
    for (const auto& algorithm : catalogue().algorithms())
        EXPECT_GE(sizes[std::string(algorithm->id())].size(), 6U) << algorithm->id();
}

TEST(H200RecordingFile, HoldsWhatTheWindowOpensWith) {
    for (const auto& algorithm : catalogue().algorithms()) {
        const Parameters defaults = *algorithm->complete({});
        EXPECT_NE(recording().find(algorithm->id(), defaults), nullptr)
            << algorithm->id() << " " << toString(defaults) << " is not replayed";
    }
    for (const char* id : {"matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                           "matmul.rect2-prefetch", "matmul.rect4-prefetch"})
        for (const char* block : {"4", "8", "16", "32"})
            for (const char* n : {"64", "128", "256"})
                EXPECT_NE(recording().find(id, {{"variant", "corrected"}, {"n", n}, {"block", block}, {"type", "f32"}}),
                          nullptr)
                    << id << " block " << block << " n " << n;
}

}  // namespace
}  // namespace lanescope
