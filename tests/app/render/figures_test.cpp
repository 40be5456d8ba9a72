// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of sessions, made where nobody looks.
#include <gmock/gmock.h>

#include "core/session/session_file.h"
#include "tests/app/render/rendering.h"

namespace lanescope {
namespace {

using ::testing::HasSubstr;

const std::string kSession = std::string(LANESCOPE_SOURCE_DIR) + "/examples/sessions/tiling.lanescope";

struct FigureFiles : Rendering {
    [[nodiscard]] ProgramResult figure(const std::string& of, const std::string& page, const char* name,
                                       std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments{"--render", of, "--figure", page, "-o", folder.path(name)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(LANESCOPE_PROGRAM, arguments);
    }
    [[nodiscard]] std::string bytes(const char* name) const { return readFile(folder.path(name)).value_or(""); }
};

TEST_F(FigureFiles, TheSameSessionIsTheSameFigure) {
    for (const char* ending : {"pdf", "svg", "png", "csv"}) {
        const std::string first = std::string("1.") + ending, second = std::string("2.") + ending;
        for (const std::string& name : {first, second}) {
            const ProgramResult result = figure(kSession, "compare", name.c_str());
            ASSERT_EQ(result.exitCode, 0) << result.err;
        }
        EXPECT_FALSE(bytes(first.c_str()).empty());
        EXPECT_EQ(bytes(first.c_str()), bytes(second.c_str())) << ending;
    }
    EXPECT_THAT(printed("pdffonts", {}, "1.pdf"), HasSubstr("TrueType")) << "fonts come with it";
    EXPECT_THAT(words(printed("pdftotext", {}, "1.pdf", {"-"})), HasSubstr("matmul.tiled"));
    EXPECT_THAT(printed("pdfinfo", {}, "1.pdf"), HasSubstr("241 x")) << "85 mm";
}

TEST_F(FigureFiles, AFigureIsASessionToo) {
    ASSERT_EQ(figure(kSession, "tiles", "first.pdf", {"--form", "page"}).exitCode, 0);
    ASSERT_EQ(figure(folder.path("first.pdf"), "tiles", "again.pdf", {"--form", "page"}).exitCode, 0);
    EXPECT_EQ(bytes("first.pdf"), bytes("again.pdf"));
}

TEST_F(FigureFiles, WhatCannotBeMadeIsSaid) {
    const auto refused = [&](const std::string& of, const std::string& page, const char* name) {
        const ProgramResult result = figure(of, page, name);
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_TRUE(bytes(name).empty());
        return result.err;
    };
    EXPECT_THAT(refused(kSession, "no-page", "a.pdf"), HasSubstr("tiles, warps"));
    EXPECT_THAT(refused(kSession, "tiles", "a.bmp"), HasSubstr(".pdf"));
    EXPECT_THAT(refused(folder.path("none.lanescope"), "tiles", "a.pdf"), HasSubstr("none.lanescope"));
    session::Session gone = session::sessionInFile(kSession).value();
    gone.choices[gone.at].configuration.algorithm = "matmul.gone";
    folder.write("gone.lanescope", session::toBytes(gone));
    EXPECT_THAT(refused(folder.path("gone.lanescope"), "tiles", "a.pdf"), HasSubstr("matmul.gone"));
    folder.write("empty.lanescope", session::toBytes({}));
    EXPECT_THAT(refused(folder.path("empty.lanescope"), "tiles", "a.pdf"), HasSubstr("nothing was chosen"));
    folder.write("plain.svg", "<svg/>");
    EXPECT_THAT(refused(folder.path("plain.svg"), "tiles", "a.pdf"), HasSubstr("it holds no session"));
}

}  // namespace
}  // namespace lanescope
