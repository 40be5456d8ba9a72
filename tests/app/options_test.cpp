// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

Options parse(const char* line) {
    return parseOptions(
        (QStringLiteral("lanescope ") + QString::fromUtf8(line)).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

TEST(WindowOptions, NothingOpensTheTiledMultiply) {
    const Options options = parse("");
    EXPECT_EQ(options.algorithm, QStringLiteral("matmul.tiled"));
    EXPECT_TRUE(options.parameters.empty());
    EXPECT_TRUE(options.message.isEmpty());
}

TEST(WindowOptions, TakesWhatItIsTold) {
    const Options options =
        parse("--algorithm matmul.global n=128 block=8 --theme dark --scale 1.5 --size 1280x720 --tour out");
    EXPECT_EQ(options.algorithm, QStringLiteral("matmul.global"));
    EXPECT_EQ(options.parameters, (Parameters{{"n", "128"}, {"block", "8"}}));
    EXPECT_EQ(options.theme, Theme::Mode::Dark);
    EXPECT_EQ(options.scale, 1.5);
    EXPECT_EQ(options.size, QSize(1280, 720));
    EXPECT_EQ(options.tour, QStringLiteral("out"));
    EXPECT_TRUE(options.algorithmGiven);
    EXPECT_FALSE(parse("--tour out").algorithmGiven);
}

TEST(WindowOptions, ASessionIsOpened) {
    const Options options = parse("a/b.lanescope --theme dark");
    EXPECT_EQ(options.session, QStringLiteral("a/b.lanescope"));
    EXPECT_TRUE(options.parameters.empty());
    EXPECT_TRUE(options.algorithmGiven);
    EXPECT_EQ(parse("a.lanescope b.lanescope").exitCode, 2);
}

TEST(WindowOptions, TheWorkersCommandIsTakenApartAsAShellDoes) {
    const auto words = [](const char* line) { return wordsOfCommand(QString::fromUtf8(line)); };
    EXPECT_EQ(words("ssh HOST lanescope-cli worker"), QStringList({"ssh", "HOST", "lanescope-cli", "worker"}));
    EXPECT_EQ(words("  a  'b  c' \"d \\\" e\" f\\ g '' h'i'\"j\" "),
              QStringList({"a", "b  c", "d \" e", "f g", "", "hij"}));
    EXPECT_EQ(words("'a\\' \"b\\c\" \\"), QStringList({"a\\", "b\\c", "\\"}));
    EXPECT_EQ(words(""), QStringList());
    EXPECT_EQ(words("a 'b"), std::nullopt);
    EXPECT_EQ(words("a \"b\\\""), std::nullopt);

    const Options options = parseOptions({"lanescope", "--worker", "ssh -p 22 'my host' lanescope-cli worker"});
    EXPECT_EQ(options.worker, QStringList({"ssh", "-p", "22", "my host", "lanescope-cli", "worker"}));
    for (const char* wrong : {"", " ", "ssh 'HOST"}) {
        const Options refused = parseOptions({"lanescope", "--worker", wrong});
        EXPECT_EQ(refused.exitCode, 2) << wrong;
        EXPECT_TRUE(refused.message.contains(QStringLiteral("--worker"))) << wrong;
    }
}

TEST(WindowOptions, AFigureIsOfASession) {
    const Options options = parse("--render a.lanescope --figure compare --form slide --no-caption -o a.pdf");
    EXPECT_EQ(options.figure, QStringLiteral("compare"));
    EXPECT_EQ(options.to, QStringLiteral("a.pdf"));
    EXPECT_EQ(options.wishes.form, findFigureForm(QStringLiteral("slide")));
    EXPECT_FALSE(options.wishes.caption);
    EXPECT_EQ(options.wishes.colours, FigureWishes::Colours::Print);
    EXPECT_EQ(parse("--render a.lanescope --figure tiles -o a.png --theme dark").wishes.colours,
              FigureWishes::Colours::Seen);
    for (const char* wrong : {"--figure compare", "--render a --to b --form slide", "--render a --to b --no-caption",
                              "--render a --to b --figure tiles --form wall"})
        EXPECT_EQ(parse(wrong).exitCode, 2) << wrong;
}

TEST(WindowOptions, WrongUsageIsNamed) {
    for (const char* line : {"--theme pink", "--scale huge", "--scale 7", "--size 12", "banana", "--unknown"}) {
        const Options options = parse(line);
        EXPECT_EQ(options.exitCode, 2) << line;
        EXPECT_FALSE(options.message.isEmpty()) << line;
    }
    EXPECT_TRUE(parse("banana").message.contains(QStringLiteral("banana")));
}

TEST(WindowOptions, NumbersAreReadWithTheirRanges) {
    for (const char* word : {"nan", "-nan", "inf", "-inf", "-1", "", "18446744073709551616", "100000000000000000000",
                             " 1", "1 ", "0x10", "1e400", "+1", "1,5"}) {
        const QString wrong = QString::fromUtf8(word);
        const Options scale = parseOptions({"lanescope", "--scale=" + wrong});
        EXPECT_EQ(scale.exitCode, 2) << word;
        EXPECT_TRUE(scale.message.contains(QStringLiteral("--scale"))) << word;
        EXPECT_TRUE(scale.message.contains(QStringLiteral("a number from 1 to 3"))) << scale.message.toStdString();
        for (const QString& size : {wrong + "x720", "1280x" + wrong, wrong}) {
            const Options sized = parseOptions({"lanescope", "--size=" + size});
            EXPECT_EQ(sized.exitCode, 2) << size.toStdString();
            EXPECT_TRUE(sized.message.contains(QStringLiteral("a whole number from 100 to 16384")))
                << sized.message.toStdString();
        }
    }
    EXPECT_EQ(parse("--size 1x1").exitCode, 2);
    EXPECT_EQ(parse("--size 100x16384").size, QSize(100, 16384));
    EXPECT_EQ(parse("--scale 3").scale, 3.0);
}

TEST(WindowOptions, HelpAndVersionAreNoErrors) {
    EXPECT_TRUE(parse("--help").message.contains(QStringLiteral("--tour")));
    EXPECT_TRUE(parse("--help").message.startsWith(QStringLiteral("Usage: lanescope [options]")));
    EXPECT_EQ(parse("--help").exitCode, 0);
    EXPECT_TRUE(parse("--version").message.startsWith(QStringLiteral("lanescope")));
}

}  // namespace
}  // namespace lanescope
