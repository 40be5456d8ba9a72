// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/base/file_reader.h"
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

Parameters configuration(const std::string& variant, int n, int block, const std::string& type = "f32") {
    return {{"variant", variant}, {"n", std::to_string(n)}, {"block", std::to_string(block)}, {"type", type}};
}

std::optional<PublishedValue> valueOf(std::string_view algorithm, const Parameters& parameters,
                                      std::string_view metric) {
    for (const PublishedValue& value : shipped().find(**shippedCatalogue().find(algorithm), parameters))
        if (value.metric == metric) return value;
    return std::nullopt;
}

TEST(Published, GivesDocument003sRowOfAConfiguration) {
    const Parameters parameters = configuration("published", 128, 16);
    const auto efficiency = valueOf("matmul.global", parameters, "global_load_efficiency");
    ASSERT_TRUE(efficiency);
    EXPECT_EQ(efficiency->value, 56.25);
    EXPECT_EQ(efficiency->printed, "56,25%");
    EXPECT_EQ(efficiency->document, "003 Tabela 1");
    EXPECT_EQ(efficiency->gpu, "NVIDIA GTX 1050");
    EXPECT_EQ(efficiency->note, "");
    EXPECT_EQ(valueOf("matmul.global", parameters, "requested_global_load_throughput")->value, 88.44e9);
    EXPECT_EQ(valueOf("matmul.global", parameters, "requested_global_store_throughput")->value, 1.23e9);
    EXPECT_EQ(valueOf("matmul.global", parameters, "multiprocessor_activity")->value, 91.68);
    EXPECT_EQ(valueOf("matmul.global", parameters, "achieved_occupancy")->printed, "85,00%");
    EXPECT_EQ(valueOf("matmul.rect2-prefetch", parameters, "static_shared_bytes")->value, 6144);
}

TEST(Published, SaysWhenTheMeasuredKernelIsTheOtherVariant) {
    const auto value = valueOf("matmul.single-block", configuration("corrected", 64, 16), "global_load_efficiency");
    ASSERT_TRUE(value);
    EXPECT_EQ(value->note, "Measured with the kernel as published, which is not right.");
}

TEST(Published, KnowsMisprintsAndWhatCannotBeReached) {
    const auto note = [](std::string_view algorithm, int n, int block, std::string_view metric) {
        return valueOf(algorithm, configuration("published", n, block), metric)->note;
    };
    EXPECT_TRUE(note("matmul.single-block", 64, 8, "achieved_occupancy").starts_with("Probably a misprint for 3.1 %"));
    EXPECT_TRUE(
        note("matmul.rect4-prefetch", 64, 8, "achieved_occupancy").starts_with("Probably a misprint for 9.8 %"));
    EXPECT_EQ(note("matmul.rect4-prefetch", 128, 8, "achieved_occupancy"), "");
    EXPECT_TRUE(note("matmul.global", 256, 8, "global_load_efficiency").starts_with("17/73."));
    EXPECT_NE(note("matmul.global", 64, 32, "global_load_efficiency"), "");
    EXPECT_EQ(note("matmul.global", 128, 32, "global_load_efficiency"), "");
    for (const std::string_view algorithm : {"matmul.single-block", "matmul.global", "matmul.rect2-prefetch"}) {
        EXPECT_NE(note(algorithm, 64, 8, "global_store_efficiency"), "") << algorithm;
        EXPECT_EQ(note(algorithm, 64, 16, "global_store_efficiency"), "") << algorithm;
    }
}

TEST(Published, RecoveredTimesSayThatTheyAreNotPrinted) {
    const std::vector<Published::Point> times = shipped().times("matmul.rect4-prefetch");
    ASSERT_EQ(times.size(), 9U);
    for (const Published::Point& time : times) {
        EXPECT_EQ(time.value.printed, "");
        EXPECT_TRUE(time.value.note.starts_with("Not printed; recovered")) << time.value.note;
    }
    const auto best = valueOf("matmul.rect4-prefetch", configuration("published", 256, 32), "time");
    ASSERT_TRUE(best);
    EXPECT_NEAR(best->value, 0.1033e-3, 0.0001e-3);
    EXPECT_NE(best->note.find("0.1032 … 0.1033 ms"), std::string::npos) << best->note;
}

TEST(Published, GivesTheTimesOfDocuments000And001) {
    // 000 leaves the block side open.
    EXPECT_EQ(valueOf("matmul.tiled", configuration("corrected", 1000, 16, "i32"), "time")->value, 55.3245e-3);
    EXPECT_EQ(valueOf("matmul.rect2", configuration("published", 2000, 25, "i32"), "time")->printed, "261.4366");
    EXPECT_FALSE(valueOf("matmul.rect2", configuration("published", 2000, 25, "f32"), "time"));
    EXPECT_EQ(shipped().times("matmul.tiled").size(), 2U);
    // 001 ran 16 × 16 blocks of 32 × 32 threads for n = 500, and measured n = 31 in microseconds.
    const auto time = valueOf("matmul.global", configuration("corrected", 500, 32, "i32"), "time");
    ASSERT_TRUE(time);
    EXPECT_EQ(time->value, 32.28e-3);
    EXPECT_EQ(time->document, "001 Tabla 1, Par 1");
    EXPECT_EQ(time->gpu, "NVIDIA GeForce 540M");
    EXPECT_DOUBLE_EQ(valueOf("matmul.global", configuration("corrected", 31, 31, "i32"), "time")->value, 14.3e-6);
    EXPECT_FALSE(valueOf("matmul.global", configuration("corrected", 500, 16, "i32"), "time"));
}

// Document 002 prints what its maps give and cost on paper; the facts of the same names are ours.
TEST(Published, GivesWhatDocument002CountsOfItsMaps) {
    const Parameters any{{"n", "64"}};
    EXPECT_EQ(valueOf("triangle.utm", any, "map_multiplications")->value, 7);
    EXPECT_EQ(valueOf("triangle.ltm", any, "map_divisions")->printed, "3");
    EXPECT_EQ(valueOf("triangle.rb", any, "map_additions")->document, "002 P7");
    EXPECT_EQ(valueOf("triangle.bb", any, "map_comparisons")->value, 1);
    EXPECT_EQ(valueOf("triangle.ltm", any, "row_of_block_5")->value, 2);
    EXPECT_EQ(valueOf("triangle.ltm", any, "column_of_block_5")->value, 2);
    EXPECT_FALSE(valueOf("triangle.h", any, "map_roots"));
}

TEST(Published, WhatIsOfAMapIsStatedByIt) {
    for (const char* id : {"triangle.ltm", "triangle.rb", "triangle.utm", "triangle.bb"}) {
        const Algorithm& algorithm = **shippedCatalogue().find(id);
        const Parameters complete = algorithm.complete({{"n", "64"}}).value();
        const std::vector<Fact> facts = algorithm.facts(complete);
        const std::vector<PublishedValue> values = shipped().find(algorithm, complete);
        EXPECT_GE(values.size(), 6U) << id;
        for (const PublishedValue& value : values) {
            const auto fact = std::ranges::find(facts, value.metric, &Fact::id);
            ASSERT_NE(fact, facts.end()) << id << " " << value.metric;
            // The examples of g and the number of roots are facts of the map, the rest is how a compiler writes it.
            if (value.metric.find("_of_block_") != std::string::npos || value.metric == "map_roots") {
                EXPECT_EQ(fact->value, value.value) << id << " " << value.metric;
            }
        }
    }
}

TEST(Published, NothingIsPublishedOfOtherConfigurations) {
    const auto values = [](std::string_view id, const Parameters& parameters) {
        return shipped().find(**shippedCatalogue().find(id), parameters);
    };
    EXPECT_TRUE(values("matmul.global", configuration("published", 512, 16)).empty());
    EXPECT_TRUE(values("matmul.tiled", configuration("published", 64, 16)).empty());
    EXPECT_TRUE(values("matmul.cublas", {{"n", "64"}}).empty());
}

// A table names parameters by what its algorithm calls them.
TEST(Published, WhatARowFixesCanBeChosen) {
    std::size_t rows = 0;
    for (const auto& algorithm : shippedCatalogue().algorithms())
        for (const Published::Row& row : shipped().rowsOf(algorithm->id())) {
            for (const auto& [name, value] : row.parameters)
                EXPECT_NE(std::ranges::find(algorithm->parameters(), name, &ParameterSpec::name),
                          algorithm->parameters().end())
                    << algorithm->id() << ' ' << name << ", " << row.value.document;
            ++rows;
        }
    EXPECT_GT(rows, 400U);
}

TEST(Published, ABrokenFileIsNamedWithThePlace) {
    const TemporaryFolder folder;
    std::filesystem::copy(kResources + "/published", folder.path("published"));
    std::string text = readFile(folder.path("published/003.json")).value();
    const std::string column = "\"GMSE\", \"RGLT\"";
    ASSERT_NE(text.find(column), std::string::npos);
    folder.write("published/003.json", std::string(text).replace(text.find(column), column.size(), "\"GMSE\""));
    const auto missingColumn = Published::load(folder.path());
    ASSERT_FALSE(missingColumn);
    EXPECT_EQ(missingColumn.error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(missingColumn.error().arguments.at("place"), "tables[0].rows_printed[0]");

    folder.write("published/003.json", text.substr(0, text.size() / 2));
    const auto truncated = Published::load(folder.path());
    ASSERT_FALSE(truncated);
    EXPECT_EQ(truncated.error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(truncated.error().arguments.at("file"), folder.path() + "/published/003.json");

    std::filesystem::remove(folder.path("published/003.json"));
    EXPECT_EQ(Published::load(folder.path()).error().code, ErrorCode::CannotOpen);
}

}  // namespace
}  // namespace lanescope
