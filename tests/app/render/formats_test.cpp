// SPDX-License-Identifier: GPL-3.0-or-later
// What a story becomes is opened again, and looked at.
#include <gmock/gmock.h>

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QXmlStreamReader>
#include <set>

#include "tests/app/render/rendering.h"

namespace lanescope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kPages = 7;  // three bookmarks, two of which ask and answer first

std::vector<std::string> found(const std::string& text, const char* pattern) {
    std::vector<std::string> all;
    for (auto at = QRegularExpression(QString::fromUtf8(pattern)).globalMatch(QString::fromStdString(text));
         at.hasNext();)
        all.push_back(at.next().captured(1).toStdString());
    return all;
}

struct Formats : Rendering {
    /// Of a page of the PDF, from 1.
    [[nodiscard]] std::string textOf(int page) const {
        const std::string number = std::to_string(page);
        return words(printed("pdftotext", {"-f", number, "-l", number}, "slides.pdf", {"-"}));
    }
};

TEST_F(Formats, SlidesHaveAPageABookmarkAndOnesThatAskBefore) {
    rendered("slides.pdf");
    const std::string info = printed("pdfinfo", {}, "slides.pdf");
    EXPECT_THAT(info, HasSubstr("Pages:           7"));
    EXPECT_THAT(info, HasSubstr("960 x 540 pts")) << "1280 × 720 pixels of a 96th of an inch";
    EXPECT_THAT(textOf(1), HasSubstr("is used, in tiles of 8"));
    EXPECT_THAT(textOf(1), HasSubstr("Numbers: "));
    EXPECT_THAT(textOf(2), HasSubstr("How many blocks are there?"));
    EXPECT_THAT(textOf(2), Not(HasSubstr("It is"))) << "what is true comes a page later";
    EXPECT_THAT(textOf(3), HasSubstr("It is 1."));
    EXPECT_THAT(textOf(4), HasSubstr("Every second lane sits it out."));
    EXPECT_THAT(textOf(5), HasSubstr("Loads <of global> memory"));
    EXPECT_THAT(textOf(6), HasSubstr("✓"));
    EXPECT_THAT(textOf(7), HasSubstr("Three pictures 3 / 3"));
}

/// Views draw many cells as pixels, which keep their colours; all else, the light and what is drawn by hand is lines.
TEST_F(Formats, SlidesAreVectors) {
    rendered("slides.pdf");
    EXPECT_THAT(printed("pdffonts", {}, "slides.pdf"), HasSubstr("TrueType"));
    EXPECT_THAT(printed("pdfimages", {"-list"}, "slides.pdf"), Not(HasSubstr("jpeg")));
    for (const char* asked : {"2", "3", "5", "6"})
        EXPECT_THAT(printed("pdfimages", {"-list", "-f", asked, "-l", asked}, "slides.pdf"), Not(HasSubstr("image  ")))
            << "a question is words and lines";
}

TEST_F(Formats, CaptionsOfSlidesAreReadFromTheLastRow) {
    rendered("slides.pdf");
    // A line's box is higher than its type: of Inter and DejaVu Sans by about a fifth.
    const std::string boxes = printed("pdftotext", {"-bbox", "-f", "4", "-l", "4"}, "slides.pdf", {"-"});
    const auto box = found(boxes, R"re((yMin="[0-9.]+" xMax="[0-9.]+" yMax="[0-9.]+">second<))re");
    ASSERT_EQ(box.size(), 1U) << boxes;
    const auto top = found(box[0], R"re(yMin="([0-9.]+)")re"), bottom = found(box[0], R"re(yMax="([0-9.]+)")re");
    EXPECT_GE(QString::fromStdString(bottom[0]).toDouble() - QString::fromStdString(top[0]).toDouble(), 28);
}

TEST_F(Formats, AnyPageOpensWithoutANetwork) {
    const std::string html = rendered("page.html");
    for (const char* outside : {"http:", "https:", "//cdn", "url(", "@import", "<link", "<iframe"})
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    for (const std::string& source : found(html, R"re(\bsrc="([^"]{0,30}))re"))
        EXPECT_TRUE(source.starts_with("data:image/svg+xml;base64,")) << source;
    EXPECT_THAT(found(html, R"re(<section class="\w+" id="(\w+)")re"), ElementsAre("b1", "q2", "b2", "q3", "b3"));
    EXPECT_THAT(html, HasSubstr("default-src 'none'"));
    EXPECT_THAT(html, HasSubstr("lang=\"en\""));
}

TEST_F(Formats, AnyPageIsReadAloud) {
    const std::string html = rendered("page.html");
    const auto captions = found(html, R"re(<h2 tabindex="-1">([^<]*)</h2>)re");
    ASSERT_EQ(captions.size(), 5U);
    EXPECT_THAT(words(captions[0]), HasSubstr("is used, in tiles of 8 × 8."));
    EXPECT_EQ(captions[1], "How many blocks are there?");
    const auto pictures = found(html, R"re(<img alt="([^"]*)")re");
    EXPECT_GT(pictures.size(), 3U) << "a range has several";
    for (const std::string& said : pictures) EXPECT_GT(said.size(), 40U) << said;
    EXPECT_THAT(words(pictures[0]), HasSubstr("is used, in tiles of 8 × 8. ")) << "the caption, then what is seen";
    EXPECT_GT(std::set(pictures.begin() + 2, pictures.end()).size(), 5U) << "steps say what each does";
    EXPECT_THAT(html, HasSubstr("aria-live=\"polite\""));
    EXPECT_THAT(html, HasSubstr("<summary>Show what is true</summary>"));
    EXPECT_THAT(html, HasSubstr("Loads &lt;of global&gt; memory"));
    EXPECT_THAT(html, HasSubstr("It is 1."));
    EXPECT_THAT(html, HasSubstr("Say it slowly."));
}

TEST_F(Formats, LettersInPagesAreOutlinesSinceBrowsersHaveOtherFonts) {
    const std::string html = rendered("page.html");
    const auto pictures = found(html, R"re(base64,([^"]*)")re");
    ASSERT_EQ(pictures.size(), 3U) << "steps of a range are packed";
    for (const std::string& picture : {pictures.front(), pictures.back()}) {
        QXmlStreamReader xml(QByteArray::fromBase64(QByteArray::fromStdString(picture)));
        int paths = 0, images = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            EXPECT_NE(xml.name(), u"text");
            for (const QXmlStreamAttribute& attribute : xml.attributes())
                EXPECT_TRUE(attribute.name() != u"href" || attribute.value().startsWith(u"data:") ||
                            attribute.value().startsWith(u"#"));
            paths += xml.name() == u"path" ? 1 : 0;
            images += xml.name() == u"image" ? 1 : 0;
        }
        EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
        EXPECT_GT(paths, 50);
        EXPECT_GT(images, 0) << "the hatch of what has no value yet";
    }
}

TEST_F(Formats, AFilmPlaysEachStepAndStaysAtWhatItComesTo) {
    const std::string gif = rendered("film.gif", {"--size", "640x360"});
    QByteArray bytes = QByteArray::fromStdString(gif);
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    ASSERT_TRUE(reader.canRead());
    EXPECT_EQ(reader.loopCount(), -1) << "for ever";
    int frames = 0;
    std::vector<int> stays;
    for (QImage image = reader.read(); !image.isNull(); image = reader.read()) {
        EXPECT_EQ(image.size(), QSize(640, 360));
        stays.push_back(reader.nextImageDelay());
        ++frames;
    }
    EXPECT_GT(frames, kPages) << "a range has several";
    EXPECT_GE(*std::ranges::max_element(stays), 4000);
}

TEST_F(Formats, PicturesAreNumbered) {
    EXPECT_EQ(render("pictures/").exitCode, 0);
    QImage last;
    for (int i = 1; i <= kPages; ++i) {
        const QImage image(QString::fromStdString(folder.path("pictures/00" + std::to_string(i) + ".png")));
        EXPECT_EQ(image.size(), QSize(1280, 720)) << i;
        EXPECT_NE(image, last) << i;
        last = image;
    }
    EXPECT_EQ(files().size(), 2U + kPages) << "the folder, the story, and no more";
}

TEST_F(Formats, FfmpegMakesFilms) {
    for (const char* name : {"film.mp4", "film.webm"}) {
        const std::string film = rendered(name, {"--size", "641x361"});
        EXPECT_GT(film.size(), 10'000U);
        const ProgramResult probed = runProgram(
            programOf("ffprobe"),
            {"-v", "error", "-show_entries", "stream=width,height,codec_name:format=duration", folder.path(name)});
        EXPECT_EQ(probed.exitCode, 0) << probed.err;
        EXPECT_THAT(probed.out, HasSubstr("width=642")) << "codecs want even sides";
        EXPECT_THAT(probed.out, HasSubstr("duration="));
    }
}

TEST_F(Formats, TheSameBytesComeTwiceButForTimes) {
    for (const char* name : {"slides.pdf", "page.html", "film.gif", "film.mp4", "film.webm"}) {
        const std::vector<std::string> small{"--size", "640x360"};
        const std::string first = withoutTimes(rendered(name, small));
        // Another folder of settings, another time zone.
        const ProgramResult again =
            render(name, small, {{"TZ", "Asia/Tokyo"}, {"XDG_CONFIG_HOME", folder.path("other")}});
        ASSERT_EQ(again.exitCode, 0) << again.err;
        EXPECT_TRUE(first == withoutTimes(content(name))) << name;
    }
}

TEST_F(Formats, TheDarkIsDarkAndPaperIsWhite) {
    rendered("slides.pdf");
    EXPECT_THAT(rendered("page.html", {"--theme", "dark"}), HasSubstr("--ground:#11151b"));
    EXPECT_THAT(rendered("page.html"), HasSubstr("--ground:#ffffff"));
}

}  // namespace
}  // namespace lanescope
