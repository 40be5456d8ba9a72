// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gzip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/file_reader.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// Half a megabyte that does compress, but not to nothing.
std::string longText() {
    std::string text;
    for (unsigned i = 0; text.size() < 500'000; ++i) text += std::to_string(i * 2654435761U) + ",";
    return text;
}

Result<std::string> gunzip(std::string_view packed, const std::string& file) {
    TextSource source(packed);
    Unpacker unpacker(source, file);
    std::string text;
    for (;;) {
        const Result<std::string_view> piece = unpacker.next();
        if (!piece) return fail(piece.error());
        if (piece->empty()) return text;
        text += *piece;
    }
}

std::string problemOf(const std::string& packed) {
    const auto text = gunzip(packed, "some.json.gz");
    if (text) return "";
    EXPECT_EQ(text.error().code, ErrorCode::MalformedFile);
    return describe(text.error());
}

TEST(Gzip, ComesBackAsItWas) {
    for (const std::string& text : {std::string(), std::string("a"), longText(), std::string(3 << 20, 'x')}) {
        const auto back = gunzip(gzip(text), "f");
        ASSERT_TRUE(back) << describe(back.error());
        EXPECT_TRUE(*back == text);
    }
    EXPECT_LT(gzip(longText()).size(), longText().size() / 2);
}

TEST(Gzip, WhatIsCutOffIsSaid) {
    const std::string packed = gzip(longText());
    for (const std::size_t size : {std::size_t{2}, std::size_t{10}, packed.size() / 2, packed.size() - 1})
        EXPECT_THAT(problemOf(packed.substr(0, size)), HasSubstr("some.json.gz is not what it should be, at byte"))
            << size;
    EXPECT_THAT(problemOf(packed.substr(0, packed.size() - 1)), HasSubstr("end too early"));
}

TEST(Gzip, WhatIsDamagedIsSaid) {
    std::string packed = gzip(longText());
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
    EXPECT_THAT(problemOf(packed), HasSubstr("damaged"));
    EXPECT_THAT(problemOf(gzip("a") + "b"), HasSubstr("something follows"));
}

TEST(Gzip, WhatWasNotPackedPasses) {
    EXPECT_EQ(gunzip("", "f").value(), "");
    EXPECT_EQ(gunzip("{}", "f").value(), "{}");
}

// 0.9 MB that became 0.94 GB took 12 GB.
TEST(Gzip, WhatUnpacksToMuchIsReadInPieces) {
    const std::string packed = gzip(std::string(50'000'000, ' '));
    EXPECT_LT(packed.size(), 100'000U);
    TextSource source(packed);
    Unpacker unpacker(source, "f");
    std::size_t longest = 0;
    std::size_t all = 0;
    for (;;) {
        const auto piece = unpacker.next();
        ASSERT_TRUE(piece);
        if (piece->empty()) break;
        longest = std::max(longest, piece->size());
        all += piece->size();
    }
    EXPECT_EQ(all, 50'000'000U);
    EXPECT_LE(longest, 1U << 20);
}

TEST(Gzip, FilesArePackedByName) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writePackedFile(folder.path("a.json.gz"), longText()));
    ASSERT_TRUE(writePackedFile(folder.path("a.json"), longText()));
    EXPECT_TRUE(*readFile(folder.path("a.json")) == longText());
    EXPECT_LT(readFile(folder.path("a.json.gz"))->size(), longText().size());
    EXPECT_TRUE(gunzip(*readFile(folder.path("a.json.gz")), "f").value() == longText());
}

}  // namespace
}  // namespace lanescope
