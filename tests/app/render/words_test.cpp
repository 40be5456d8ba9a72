// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of captions, order of pages.
#include <gmock/gmock.h>

#include <QFontMetricsF>

#include "app/render/html_page.h"
#include "app/render/story_pages.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CaptionText, NumbersStayWithTheirUnits) {
    const auto kept = [](const char* text) {
        return keptTogether(QString::fromUtf8(text)).replace(QChar::Nbsp, QLatin1Char('_')).toStdString();
    };
    EXPECT_EQ(kept("Of it 62.5 % is used"), "Of it 62.5_% is used");
    EXPECT_EQ(kept("64 × 64 numbers"), "64_×_64 numbers");
    EXPECT_EQ(kept("It took 3.2 ms, then 12 µs and 2 s"), "It took 3.2_ms, then 12_µs and 2_s");
    EXPECT_EQ(kept("131.1 kB at 1.2 TB/s, 48 KiB"), "131.1_kB at 1.2_TB/s, 48_KiB");
    EXPECT_EQ(kept("4 blocks, 32 sectors, 2 steps"), "4 blocks, 32 sectors, 2 steps");
}

TEST(CaptionText, NoLineEndsBetweenANumberAndItsUnit) {
    const Theme theme;
    const QFont font = theme.type(Type::Caption);
    const QString text = QStringLiteral("So of all that is moved in each load 62.5 % is used by somebody");
    for (int width = 200; width < 1400; width += 7)
        for (const QString& line : brokenText(font, width, text, 20)) EXPECT_FALSE(line.startsWith(u'%')) << width;
}

TEST(CaptionText, IsNeverSmallerThanTheLastRowReads) {
    Theme theme;
    for (const bool compact : {true, false}) {
        theme.setCompact(compact);
        for (int words = 1; words < 60; ++words) {
            const CaptionText text = captionText(theme, 1216, QStringLiteral("warp ").repeated(words), 6);
            EXPECT_GE(text.font.pixelSize() * 0.75, kLeastCaptionPoints);
            for (const QString& line : text.lines) EXPECT_LE(QFontMetricsF(text.font).horizontalAdvance(line), 1217);
        }
    }
}

TEST(CaptionText, LinesAreAsLongAsEachOther) {
    Theme theme;
    theme.setCompact(true);
    const QString sentence = QStringLiteral("Against the box, the map by numbers starts 1.78× fewer blocks.");
    const CaptionText text = captionText(theme, 1216, sentence, 3);
    ASSERT_EQ(text.lines.size(), 2);
    EXPECT_EQ(text.lines.join(QLatin1Char(' ')), sentence);
    const QFontMetricsF metrics(text.font);
    EXPECT_GT(metrics.horizontalAdvance(text.lines[1]), metrics.horizontalAdvance(text.lines[0]) / 2);
}

TEST(SlideLayout, LongOriginsTakeTwoLines) {
    Theme theme;
    theme.setCompact(true);
    const SlideLayout layout(theme, {1280, 720});
    const QString origins =
        QStringLiteral("estimated by a model for a GPU, divided by what was measured; ").repeated(2);
    EXPECT_EQ(layout.origins(origins).size(), 2);
    EXPECT_LT(layout.picture({}, origins).height(), layout.picture({}, {}).height());
}

TEST(SlideLayout, ALongCaptionTakesRoomFromThePicture) {
    Theme theme;
    theme.setCompact(true);
    const SlideLayout layout(theme, {1280, 720});
    const QSize usual = layout.picture(QStringLiteral("Short."), {});
    EXPECT_EQ(layout.picture({}, {}), usual);
    const QString sentence = QStringLiteral("Each of these words has to be on the page. ").repeated(7);
    EXPECT_LT(layout.picture(sentence, {}).height(), usual.height());
    EXPECT_GT(layout.picture(sentence, {}).height(), 300);
    EXPECT_FALSE(layout.caption(sentence).lines.last().endsWith(u'…'));
    EXPECT_TRUE(layout.caption(sentence.repeated(9)).lines.last().endsWith(u'…'));
}

TEST(HtmlPage, EachKindOfQuestionTakesItsGuess) {
    Slide slide;
    slide.size = QSize(1280, 720);
    slide.frames.resize(1);
    slide.asked = Asked{};
    slide.asked->places = Asked::Places{{1, 2, 9}, 32, 32};
    std::vector<Slide> slides(2, slide);
    slides[1].asked = Asked{};
    slides[1].asked->curve = Asked::Curve{
        {QStringLiteral("block"), {QStringLiteral("8"), QStringLiteral("16")}, {1, 64, 0, true}, {}}, {2, 4.5}};
    const Theme theme;
    const std::string html = htmlOf(slides, {}, theme);
    EXPECT_THAT(html, HasSubstr(R"(data-of="32" data-places="1 2 9")"));
    EXPECT_THAT(html, HasSubstr(R"(<input class="places" type="text")"));
    EXPECT_THAT(html, HasSubstr(R"(data-truth="2 4.5")"));
    EXPECT_THAT(html, HasSubstr(R"(data-from="1" data-to="64" data-step="0" data-log="1")"));
    for (const char* value : {"block = 8:", "block = 16:"}) EXPECT_THAT(html, HasSubstr(value));
}

TEST(StoryPages, AQuestionComesBeforeWhatTellsItsAnswer) {
    using Kind = StoryPage::Kind;
    Slide plain, asks;
    plain.frames.resize(1);
    asks.frames.resize(3);
    asks.asked = Asked{};
    const auto kinds = [](const std::vector<StoryPage>& pages) {
        std::vector<Kind> all;
        for (const StoryPage& page : pages) all.push_back(page.kind);
        return all;
    };
    EXPECT_THAT(kinds(pagesOf({plain, asks}, false)),
                ElementsAre(Kind::Picture, Kind::Question, Kind::Answer, Kind::Picture));
    EXPECT_EQ(pagesOf({plain, asks}, false).back().frame, 2U) << "what a range comes to";
    EXPECT_EQ(pagesOf({plain, asks}, true).size(), 6U);
    for (const StoryPage& page : pagesOf({asks}, false))
        EXPECT_TRUE(page.kind == Kind::Picture || page.seconds >= 4) << "time to read it";
}

}  // namespace
}  // namespace lanescope
