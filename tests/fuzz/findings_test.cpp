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

TEST(FuzzFindings, NoMachineCodeDoesHarm) {
    std::size_t inputs = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) / "tests/fuzz/sass")) {
        SCOPED_TRACE(file.path().string());
        const Result<std::string> text = readFile(file.path().string());
        ASSERT_TRUE(text) << describe(text.error());
        for (const auto body : {fuzzDisassembly, fuzzPacked, fuzzCubin}) body(*text);
        ++inputs;
    }
    EXPECT_GT(inputs, 1U);
}

TEST(FuzzFindings, NoLaunchOfMachineCodeDoesHarm) {
    std::size_t inputs = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) / "tests/fuzz/machine")) {
        SCOPED_TRACE(file.path().string());
        const Result<std::string> text = readFile(file.path().string());
        ASSERT_TRUE(text) << describe(text.error());
        fuzzMachineLaunch(*text);
        ++inputs;
    }
    EXPECT_GT(inputs, 30U);
}

TEST(FuzzFindings, NoJsonDoesHarm) {
    const std::pair<const char*, void (*)(std::string_view)> readers[]{
        {"study", fuzzStudy},     {"answer", fuzzAnswer},   {"request", fuzzRequest},
        {"journal", fuzzJournal}, {"gpu", fuzzGpu},         {"set", fuzzSet},
        {"story", fuzzStory},     {"guesses", fuzzGuesses}, {"session", fuzzSession}};
    // Each is tried with the inputs of all, too.
    for (const auto& reader : readers) {
        const std::string own = reader.first;
        std::size_t inputs = 0;
        for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(LANESCOPE_SOURCE_DIR) /
                                                                    "tests/fuzz/json" / own)) {
            SCOPED_TRACE(file.path().string());
            const Result<std::string> text = readFile(file.path().string());
            ASSERT_TRUE(text) << describe(text.error());
            for (const auto& [name, body] : readers) body(*text);
            ++inputs;
        }
        EXPECT_GT(inputs, 0U) << own;
    }
}

}  // namespace
}  // namespace lanescope
