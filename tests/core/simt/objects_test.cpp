// SPDX-License-Identifier: GPL-3.0-or-later
// Structures, bit fields, arrays of objects and 128-bit integers as nvcc compiles them, optimised and for debugging.
#include <gtest/gtest.h>

#include "core/base/file_reader.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

class Objects : public ::testing::TestWithParam<const char*> {
protected:
    std::vector<std::int32_t> run(const std::string& entry, std::vector<Argument> more = {}) {
        const Result<void> done = launch(entry, std::move(more));
        EXPECT_TRUE(done.has_value()) << (done ? "" : describe(done.error()));
        std::vector<std::int32_t> result(1024);
        EXPECT_TRUE(emulator.download(0, std::as_writable_bytes(std::span(result))));
        return result;
    }

    Result<void> launch(const std::string& entry, std::vector<Argument> more = {}) {
        const std::string name = std::string("objects_") + GetParam() + ".ptx";
        const auto text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/simt/data/" + name);
        Launch launch;
        launch.kernel = kernelOf(text.value_or(std::string()), entry);
        launch.grid = {1, 1, 1};
        launch.block = {kThreads, 1, 1};
        launch.arguments = {BufferId{0}};
        launch.arguments.insert(launch.arguments.end(), more.begin(), more.end());
        const std::vector<Buffer> buffers{{"out", ElementType::I32, 1, 1024, {}}};
        EXPECT_TRUE(emulator.allocate(buffers));
        EXPECT_TRUE(emulator.upload(0, bytesOf(std::vector<std::int32_t>(1024))));
        return emulator.launch(launch, {});
    }

    static constexpr int kThreads = 40;
    Emulator emulator;
};

TEST_P(Objects, BitFieldsOfWhatWasNotSet) {
    const auto result = run("bitFields");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], i % 8 + 10 * (i / 8) + 1000 * (i / 8 % 8)) << i;
}

TEST_P(Objects, StructuresWithPaddingByValue) {
    const auto result = run("records");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], 3 * i + 3 + 9 * (i + i % 3) + 1 + 2 * i) << i;
}

TEST_P(Objects, TheAddressOfAParameter) {
    std::vector<std::byte> record(32);
    const std::array<std::int32_t, 3> values{7, 8, 9};
    std::memcpy(record.data(), values.data(), sizeof(values));
    const auto result = run("constantParameter", {Argument{record}});
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], 7 + i % 3) << i;
}

TEST_P(Objects, ArraysThatHaveConstructors) {
    const auto result = run("arrayOfObjects");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], 3 + 10 * i + 4000) << i;
}

TEST_P(Objects, QuotientsOf128Bits) {
    const auto result = run("quotients");
    __extension__ using Whole = unsigned __int128;
    for (int i = 0; i < kThreads; ++i) {
        const auto step = static_cast<unsigned>(i);
        const Whole number = (Whole{0x123456789abcdef0ULL} << 64) + 987654321U * step;
        const Whole divisor = (Whole{step} << 64) + 0xfedcba9876543211ULL;
        const Whole quotient = number / divisor;
        const Whole rest = number % divisor;
        const std::array<Whole, 4> words{quotient, quotient >> 32, rest, rest >> 64};
        for (std::size_t k = 0; k < words.size(); ++k)
            EXPECT_EQ(result[4 * step + k], static_cast<std::int32_t>(static_cast<std::uint32_t>(words[k]))) << i;
    }
}

TEST_P(Objects, PrintfTakesWidthsFromArguments) {
    (void)run("table");
    const auto& texts = emulator.reports().back().output.texts;
    ASSERT_EQ(texts.size(), static_cast<std::size_t>(kThreads));
    EXPECT_EQ(texts[0].text, "    42|42    |2.72|end\n");
}

TEST_P(Objects, CopiesWithAWordOfPaddingThatNobodySets) {
    const auto result = run("copies");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], kThreads - 1 - i + 100 * (i % 4) + 2000 * i) << i;
}

TEST_P(Objects, LargeCopiesAreLoopsOfTheCompilers) {
    const auto result = run("largeCopies");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], i % 12 + 100 + 2 * (i % 5)) << i;
}

TEST_P(Objects, BitFieldsOfSharedMemoryThatAreCopiedOn) {
    const auto result = run("bitFieldsInShared");
    for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], 7 + 10 * i) << i;
}

// What only looks like padding or a bit field.
TEST_P(Objects, WhatIsNotSetAndCopiedIsFound) {
    for (const char* entry : {"elementNotSet", "structureNotSet", "counterNotSet", "bytesNotSet"}) {
        SCOPED_TRACE(entry);
        const std::string build = GetParam();
        // Optimised, nothing is left of the bytes that were never set.
        if (build == "O3" && std::string_view(entry) == "bytesNotSet") continue;
        ASSERT_FALSE(launch(entry));
        const std::optional<Fault>& fault = emulator.reports().back().fault;
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->kind, Fault::Kind::Uninitialised);
        const unsigned thread =
            std::string_view(entry) == "elementNotSet" || std::string_view(entry) == "structureNotSet" ? 5 : 0;
        EXPECT_EQ(fault->thread, (Dim3{thread, 0, 0}));
    }
}

INSTANTIATE_TEST_SUITE_P(Nvcc, Objects, ::testing::Values("O3", "G"),
                         [](const auto& build) { return std::string(build.param); });

}  // namespace
}  // namespace lanescope::simt
