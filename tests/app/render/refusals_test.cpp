// SPDX-License-Identifier: GPL-3.0-or-later
// What cannot be rendered, or not whole: each has its sentence, and no half file is left.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/app/render/rendering.h"

namespace lanescope {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

struct Refusals : Rendering {
    void write(const json& story) const { folder.write("story.json", story.dump()); }
    [[nodiscard]] static json story() { return json::parse(kStory); }
    /// Nothing is there but the story.
    void nothingWritten() const { EXPECT_EQ(files(), std::vector<std::string>{"story.json"}); }
};

TEST_F(Refusals, AnAlgorithmThatIsNotHereIsSaidOnItsPageAndTheOthersAreShown) {
    json story = Refusals::story();
    story["bookmarks"][0]["algorithm"] = "matmul.gone";
    write(story);
    const ProgramResult result = render("slides.pdf");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("bookmark 1"));
    EXPECT_THAT(result.err, HasSubstr("matmul.gone"));
    const std::string text = words(printed("pdftotext", {}, "slides.pdf", {"-"}));
    EXPECT_THAT(text, HasSubstr("matmul.gone"));
    EXPECT_THAT(text, HasSubstr("Every second lane sits it out."));
    EXPECT_THAT(result.out, HasSubstr("slides.pdf"));
}

TEST_F(Refusals, ANumberThatIsNotHereIsAQuestionMarkAndItsReason) {
    json story = Refusals::story();
    story["bookmarks"] = json::array({story["bookmarks"][1]});
    story["bookmarks"][0]["caption"] = "There are {no_such_number} of them.";
    story["bookmarks"][0]["question"]["answer"] = "no_such_number";
    write(story);
    EXPECT_EQ(render("slides.pdf").exitCode, 0);
    const std::string text = words(printed("pdftotext", {}, "slides.pdf", {"-"}));
    EXPECT_THAT(text, HasSubstr("There are ? of them."));
    EXPECT_THAT(text, HasSubstr("What is true is not known here: "));
}

TEST_F(Refusals, TooManyBookmarks) {
    json story = Refusals::story();
    for (int i = 0; i < 297; ++i) story["bookmarks"].push_back(story["bookmarks"][1]);
    write(story);
    const ProgramResult result = render("slides.pdf");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("250"));
    nothingWritten();
}

TEST_F(Refusals, ANewerVersion) {
    json story = Refusals::story();
    story["version"] = 7;
    write(story);
    const ProgramResult result = render("page.html");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("7"));
    nothingWritten();
}

TEST_F(Refusals, WhereNothingCanBeWritten) {
    for (const char* to : {"no/such/folder/slides.pdf", "story.json/page.html", "story.json/pictures/"}) {
        const ProgramResult result = render(to);
        EXPECT_EQ(result.exitCode, 1) << to;
        EXPECT_THAT(result.err, HasSubstr(to));
        EXPECT_THAT(result.err, Not(HasSubstr("5 %"))) << "said before anything is drawn";
    }
    nothingWritten();
}

TEST_F(Refusals, AFormatThatNobodyKnows) {
    const ProgramResult result = render("slides.pptx");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr(".pdf .html .gif .mp4 .webm"));
    nothingWritten();
}

TEST_F(Refusals, WithoutFfmpegAFilmIsAGif) {
    const ProgramResult result = render("film.mp4", {}, {{"PATH", "/nowhere"}});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("ffmpeg is not here"));
    EXPECT_THAT(result.err, HasSubstr(".gif"));
    nothingWritten();
}

TEST_F(Refusals, AnFfmpegThatFailsIsQuoted) {
    folder.write("bin/ffmpeg", "#!/bin/sh\necho 'Unknown encoder libsomething' >&2\nexit 1\n");
    std::filesystem::permissions(folder.path("bin/ffmpeg"), std::filesystem::perms::owner_all);
    const ProgramResult result = render("film.mp4", {}, {{"PATH", folder.path("bin")}});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("Unknown encoder libsomething"));
    EXPECT_FALSE(std::filesystem::exists(folder.path("film.mp4")));
}

TEST_F(Refusals, MarkupStaysWords) {
    json story = Refusals::story();
    story["bookmarks"] = json::array({story["bookmarks"][1]});
    story["title"] = "</title><script>alert(1)</script>";
    story["bookmarks"][0]["caption"] = "<img src=x onerror=alert(1)> \" onload=\"alert(1)";
    write(story);
    ASSERT_EQ(render("page.html").exitCode, 0);
    const std::string html = content("page.html");
    EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(html, Not(HasSubstr("<img src=x")));
    EXPECT_THAT(html, Not(HasSubstr("\" onload=\"")));
}

/// The shell stops the program as soon as it says that it has begun.
TEST_F(Refusals, WhoStopsItFindsNoHalfFile) {
    for (const char* signal : {"INT", "TERM"})
        for (const char* to : {"slides.pdf", "film.mp4", "pictures/"}) {
            const std::string script = "'" LANESCOPE_PROGRAM "' --render '" + folder.path("story.json") + "' --to '" +
                                       folder.path() + "/" + to + "' 2> '" + folder.path("told") +
                                       "' & p=$!; until grep -q % '" + folder.path("told") +
                                       "'; do sleep 0.02; done; kill -" + signal + " $p; wait $p";
            const ProgramResult result = runProgram("/bin/sh", {"-c", script});
            EXPECT_EQ(result.exitCode, 1) << to;
            EXPECT_EQ(result.out, "") << to;
            std::filesystem::remove(folder.path("told"));
            nothingWritten();
        }
}

}  // namespace
}  // namespace lanescope
