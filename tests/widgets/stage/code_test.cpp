// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's text on the stage: which lines are shown, what is counted of them, and how it looks.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/staged.h"
#include "widgets/stage/code/kernel_figure.h"

namespace lanescope {
namespace {

using test::Staged;

TEST(CodeText, LinesAreNumberedFromTheirOwnFirst) {
    const Staged staged({{"vector.add", {{"n", "900"}, {"block", "128"}}}});
    const Kernel& kernel = *staged.blocks[0]->trace().launch().kernel;
    const auto cuda = code::cudaLines(kernel);
    const auto ptx = code::ptxLines(kernel);
    ASSERT_GE(cuda.size(), 11U);
    EXPECT_EQ(cuda[9].number, 10U);
    EXPECT_EQ(cuda[9].text, QStringLiteral("        c[i] = a[i] + b[i];"));
    EXPECT_EQ(ptx.front().number, 1U);
    EXPECT_TRUE(ptx.front().text.startsWith(QLatin1String(".visible .entry")));
    for (const program::Instruction& instruction : kernel.code().instructions) {
        const code::TextLine& line = ptx[code::ptxLineOf(kernel.code(), instruction) - 1];
        EXPECT_TRUE(line.isCode) << line.text.toStdString();
        EXPECT_FALSE(line.text.contains(QLatin1String("_Z9")));
    }
}

TEST(CodeText, FunctionsAreTheKernelsAndThoseThatWereInlined) {
    const Staged staged({{"reduce.0", {{"n", "64"}, {"block", "64"}}}});
    const Kernel& kernel = *staged.blocks[0]->trace().launch().kernel;
    const auto text = code::cudaLines(kernel);
    const auto functions = code::functionsOf(kernel, text);
    ASSERT_EQ(functions.size(), 2U);
    EXPECT_TRUE(text[functions[0].first].text.startsWith(QLatin1String("struct Sum")));
    EXPECT_TRUE(text[functions[1].first].text.contains(QLatin1String("reduce0(")));
    EXPECT_EQ(text[functions[1].last - 1].text, QStringLiteral("}"));
}

TEST(KernelFigure, TheLineThatRunsIsShownAndRowsStayWhereTheyAre) {
    Staged staged({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}});
    KernelFigure figure(staged.frame(), nullptr);
    figure.resize(460, 310);
    const BlockTrace& trace = staged.blocks[0]->trace();
    std::vector<code::KernelRow> before;
    std::size_t moves = 0;
    for (std::uint64_t position = 1; position <= trace.size(); position += 7) {
        staged.playback.seek(position);
        const auto expected = code::presentLineAt(trace, position).line;
        ASSERT_EQ(figure.present(), expected);
        ASSERT_LE(figure.rows().size(), 11U);
        const auto isNow = [&](const code::KernelRow& row) {
            return row.left == 0 && figure.text()[row.line].number == *expected;
        };
        if (expected) {
            EXPECT_EQ(std::ranges::count_if(figure.rows(), isNow), 1) << *expected;
        }
        // Lines that are shown and left out are all of the kernel's.
        std::size_t lines = 0;
        for (const code::KernelRow& row : figure.rows()) lines += row.left > 0 ? row.left : 1;
        EXPECT_GE(lines, 16U);
        EXPECT_LE(lines, 18U);  // with the closing braces, when they run
        const std::uint32_t phase = trace.phase(position - 1);
        if (phase > 1 && phase + 2 < trace.phaseCount()) moves += figure.rows() != before;
        before = figure.rows();
    }
    EXPECT_EQ(moves, 0U) << "while the block goes round its loop";
}

TEST(KernelFigure, Pictures) {
    Staged staged({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}});
    KernelFigure figure(staged.frame(), nullptr);
    figure.resize(460, 310);
    staged.playback.seek(1477);
    figure.setLines({89, 90, 95});
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        staged.theme.setMode(mode);
        QImage image(figure.size() * 2, QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        image.fill(staged.theme.colour(Colour::Raised));
        figure.render(&image, {}, {}, QWidget::DrawChildren);
        test::keep(image, QStringLiteral("kernel_%1")
                              .arg(mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        EXPECT_EQ(figure.present(), 89U);
    }
}

}  // namespace
}  // namespace lanescope
