// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a fuzzer ever found, and the seeds it starts from, once more in each build.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/file_reader.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

TEST(FuzzFindings, NoInputDoesHarm) {
    std::size_t inputs = 0;
    for (const char* folder : {"tests/fuzz/findings", "tests/fuzz/corpus", "examples/ptx"})
        for (const auto& file :
             std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) / folder)) {
            SCOPED_TRACE(file.path().string());
            const Result<std::string> text = readFile(file.path().string());
            ASSERT_TRUE(text) << describe(text.error());
            fuzzParser(*text);
            fuzzLaunch(*text);
            ++inputs;
        }
    EXPECT_GT(inputs, 50U);
}

}  // namespace
}  // namespace lanescope
