// SPDX-License-Identifier: GPL-3.0-or-later
// Times that others published (elsewhere.json), and all that were published of a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "core/gpus/gpu_spec.h"
#include "core/study/study.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

const std::string kResources = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

const Published& shipped() {
    static const Published published = Published::load(kResources).value();
    return published;
}

const GpuPresets& presets() {
    static const GpuPresets gpus = GpuPresets::load(kResources).value();
    return gpus;
}

Study timesOn(std::string_view gpu) { return shipped().timesOn(**presets().find(gpu)); }

TEST(PublishedTimes, NameGpusAndConfigurationsThatThereAre) {
    ASSERT_GE(shipped().elsewhere().size(), 18U);
    std::set<std::string> gpus;
    for (const Published::Row& row : shipped().elsewhere()) {
        gpus.insert(row.value.gpu);
        EXPECT_TRUE(presets().find(row.value.gpu)) << row.value.gpu;
        const Result<const Algorithm*> algorithm = shippedCatalogue().find(row.algorithm);
        ASSERT_TRUE(algorithm) << describe(algorithm.error());
        const Result<Parameters> complete = (*algorithm)->complete(row.parameters);
        ASSERT_TRUE(complete) << describe(complete.error());
        const Result<Plan> plan = (*algorithm)->plan(*complete);
        EXPECT_TRUE(plan) << row.algorithm << ' ' << toString(row.parameters) << ": " << describe(plan.error());
        EXPECT_FALSE(row.value.document.empty() || row.value.note.empty() || row.value.printed.empty());
    }
    EXPECT_EQ(gpus, (std::set<std::string>{"a100", "rtx4090", "t4"}));
}

/// "305.069 ms", "0.006558 s", or "3119.0 GFLOP/s" of a product of n × n.
double secondsOf(const Published::Row& row) {
    std::istringstream text(row.value.printed);
    double number = 0;
    std::string unit;
    text >> number >> unit;
    if (unit == "s") return number;
    if (unit == "ms") return number * 1e-3;
    EXPECT_EQ(unit, "GFLOP/s");
    const std::string* n = row.parameters.find("n");
    return n == nullptr ? 0 : 2 * std::pow(std::stod(*n), 3) / (number * 1e9);
}

TEST(PublishedTimes, AreWhatWasPrinted) {
    for (const Published::Row& row : shipped().elsewhere())
        EXPECT_NEAR(row.value.value / secondsOf(row), 1, 1e-5) << row.value.printed << ": " << row.value.document;
}

TEST(PublishedTimes, AreAStudyOfTheirGpu) {
    const Study t4 = timesOn("t4");
    ASSERT_EQ(t4.entries.size(), 10U);
    for (const StudyEntry& entry : t4.entries) {
        ASSERT_TRUE(entry.measurement);
        EXPECT_EQ(entry.measurement->origin, Origin::Published);
        EXPECT_EQ(entry.measurement->provenance.gpu, "NVIDIA T4");
        EXPECT_GT(entry.measurement->median, 0);
        EXPECT_EQ(entry.measurement->notes.size(), 2U) << "who published it, and what is other about the kernel";
    }
    EXPECT_EQ(t4.entries[0].measurement->notes[0],
              "Charles Zhao (2026): CUDA Matrix Multiplication Optimizer, benchmarks/results.csv "
              "(github.com/czhao-dev/cuda-matmul-optimizer); CUDA 13.0: the mean of 100 launches in a row behind 10 "
              "others, by events, on a Tesla T4 (AWS g4dn.xlarge); no clock is told.");
    EXPECT_TRUE(timesOn("h200").entries.empty());
    EXPECT_TRUE(timesOn("l4").entries.empty());
}

TEST(PublishedTimes, OfTheDocumentsAreFoundByTheTitleOfTheGpu) {
    const Study c2070 = timesOn("c2070");
    EXPECT_GT(c2070.entries.size(), 60U);
    EXPECT_TRUE(std::ranges::all_of(c2070.entries, [](const StudyEntry& entry) {
        return entry.measurement->notes.at(0).starts_with("004 ") && entry.measurement->median < 100;
    }));
    EXPECT_EQ(timesOn("gt540m").entries.at(0).algorithm, "matmul.global") << "document 001 leaves out its GT";
    EXPECT_FALSE(timesOn("gtx1050").entries.empty()) << "recovered from document 003's throughputs";
    EXPECT_FALSE(timesOn("c1060").entries.empty());
    EXPECT_TRUE(timesOn("c2075").entries.empty());
}

TEST(PublishedTimes, AreNoPartOfWhatTheDocumentsPrint) {
    const Algorithm& tiled = **shippedCatalogue().find("matmul.tiled");
    for (const PublishedValue& value :
         shipped().find(tiled, {{"n", "1024"}, {"block", "16"}, {"type", "f32"}, {"variant", "corrected"}}))
        EXPECT_NE(value.gpu, "t4");
}

TEST(PublishedTimes, NeedASourceAndATime) {
    const TemporaryFolder folder;
    std::filesystem::copy(kResources + "/published", folder.path("published"));
    const auto loaded = [&](const std::string& source, const std::string& milliseconds) {
        folder.write(
            "published/elsewhere.json",
            R"({"sources": {"a": {"author": "A", "title": "T", "year": "2020", "interface": "CUDA", "measured": "m"}},)"
            R"("times": [{"gpu": "t4", "algorithm": "vector.add", "parameters": {"n": "1"}, "printed": "1 ms", )"
            R"("kernel": "k", "source": ")" +
                source + R"(", "milliseconds": )" + milliseconds + "}]}");
        return Published::load(folder.path());
    };
    EXPECT_EQ(loaded("a", "1")->elsewhere().size(), 1U);
    EXPECT_EQ(loaded("b", "1").error().arguments.at("place"), "times[0].source");
    EXPECT_EQ(loaded("a", "0").error().arguments.at("place"), "times[0].milliseconds");
}

}  // namespace
}  // namespace lanescope
