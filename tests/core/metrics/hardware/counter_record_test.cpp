// SPDX-License-Identifier: GPL-3.0-or-later
// The file of recorded counters keeps what it has.
#include "tests/core/metrics/hardware/counter_record.h"

#include <gtest/gtest.h>

#include "core/base/file_reader.h"

namespace lanescope {
namespace {

TEST(CounterRecord, IsWrittenAsItIsRead) {
    const std::string file = LANESCOPE_SOURCE_DIR "/tests/core/metrics/hardware/h200-counters.json";
    const Result<std::string> text = readFile(file);
    ASSERT_TRUE(text);
    const auto record = counterRecordFromJson(*text, file);
    ASSERT_TRUE(record) << describe(record.error());
    EXPECT_EQ(toJson(*record), *text);
}

TEST(CounterRecord, SaysWhereAFileIsWrong) {
    const auto record = counterRecordFromJson(
        R"({"gpu": "G", "driver": "1", "cuda": "1", "cupti": "1", "origin": "here", "recorded": "today",
            "metrics": ["a.sum", "b.sum"], "launches": {"vector": [1]}})",
        "some.json");
    ASSERT_FALSE(record);
    EXPECT_NE(describe(record.error()).find("some.json"), std::string::npos);
    EXPECT_NE(describe(record.error()).find("launches.vector"), std::string::npos) << describe(record.error());
}

}  // namespace
}  // namespace lanescope
