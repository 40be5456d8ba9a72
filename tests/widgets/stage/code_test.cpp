// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's text on the stage: which lines are shown, what is counted of them, and how it looks.
#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/staged.h"
#include "widgets/stage/code/code_view.h"
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
    const auto functions = functionsOf(kernel);
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

/// A launch of one block: what the emulator counted of it is what its trace must add up to. And whatever runs has a
/// picture, and a sentence that is not too long.
TEST(CodeScene, CountsOfABlockAreThoseOfItsLaunch) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    ASSERT_TRUE(catalogue);
    std::vector<test::Choice> choices{
        {"vector.add", {{"n", "100"}, {"block", "128"}}},
        {"reduce.0", {{"n", "64"}, {"block", "64"}}},
        {"matmul.tiled", {{"n", "16"}, {"block", "16"}}},
        {"matmul.global", {{"n", "13"}, {"block", "16"}}},
        {"transpose.tiled", {{"width", "32"}, {"height", "32"}, {"tile", "32"}}},
    };
    for (const auto& algorithm : catalogue->algorithms())
        choices.push_back(test::Choice{std::string(algorithm->id()), Parameters{}});
    std::size_t compared = 0;
    for (const test::Choice& choice : choices) {
        SCOPED_TRACE(choice.algorithm);
        Staged staged({choice});
        const auto view = staged.view<CodeStage>();
        staged.playback.seek((staged.playback.size() + 1) / 2);
        const QImage image = test::drawn(*view, staged.theme, {928, 504});
        EXPECT_FALSE(image.isNull());
        if (staged.blocks.empty()) continue;
        EXPECT_FALSE(view->why().sentence.isEmpty());
        EXPECT_LE(view->why().sentence.size(), 130) << view->why().sentence.toStdString();
        EXPECT_FALSE(view->picture().panes.front().present.empty());
        if (staged.blocks[0]->trace().launch().grid.count() != 1) continue;
        ++compared;
        code::CodeScene scene(staged.sides, staged.playback);
        while (!scene.advance(100'000)) {
        }
        for (const auto& listings : {scene.sources(), scene.ptx()})
            for (const code::Listing& listing : listings)
                for (const code::Count count : code::kCounts) {
                    EXPECT_EQ(scene.values(listing, 0, count, code::Scope::Block),
                              scene.values(listing, 0, count, code::Scope::Launch))
                        << listing.kernel->entry << " " << static_cast<int>(count);
                    EXPECT_EQ(scene.total(0, count, code::Scope::Block), scene.total(0, count, code::Scope::Launch));
                }
    }
    EXPECT_GE(compared, 8U);
}

TEST(CodeScene, NoInstructionIsCountedTwiceAndNoneIsLost) {
    Staged staged({{"reduce.0", {{"n", "256"}, {"block", "64"}}, {}, {1, 0, 0}}});
    const BlockTrace& trace = staged.blocks[0]->trace();
    code::CodeScene scene(staged.sides, staged.playback);
    while (!scene.advance(100)) {
    }
    for (const code::Count count : {code::Count::Runs, code::Count::Lanes}) {
        std::uint64_t expected = 0;
        for (std::uint64_t event = 0; event < trace.size(); ++event)
            expected += count == code::Count::Runs ? 1 : simt::lanesIn(trace.active(event));
        const auto values = scene.values(scene.ptx().front(), 0, count, code::Scope::Block);
        EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}), expected);
    }
    // What has run by a position, line by line; forwards and back.
    const code::Listing& source = scene.sources().front();
    for (const std::uint64_t position : {0UL, 100UL, trace.size(), trace.size() / 2, 7UL}) {
        std::vector<std::uint64_t> expected(source.text.size(), 0);
        for (std::uint64_t event = 0; event < position; ++event) {
            const program::Instruction& instruction = trace.entry().instructions[trace.instruction(event)];
            if (const auto line = sourceLineOf(*source.kernel, instruction)) ++expected[*line - 1];
        }
        EXPECT_EQ(scene.runsBefore(source, 0, position), expected);
    }
}

TEST(CodeScene, BandsJoinEveryInstructionWithItsLine) {
    Staged staged({{"matmul.tiled", {{"n", "32"}, {"block", "16"}}}});
    const code::CodeScene scene(staged.sides, staged.playback);
    const code::Listing& source = scene.sources().front();
    const code::Listing& ptx = scene.ptx().front();
    const auto left = code::rowsOf(source, {}), right = code::rowsOf(ptx, {});
    std::vector<std::uint32_t> joined(ptx.text.size() + 1, 0);
    for (const code::Link& link : code::linksOf(source, left, ptx, right)) {
        ASSERT_EQ(link.left.key, link.right.key);
        EXPECT_EQ(left[link.left.first].first, link.left.key);
        for (std::size_t row = link.right.first; row < link.right.end; ++row) joined[right[row].first] = link.left.key;
    }
    const program::Entry& entry = ptx.kernel->code();
    for (const program::Instruction& instruction : entry.instructions)
        EXPECT_EQ(joined[code::ptxLineOf(entry, instruction)], sourceLineOf(*ptx.kernel, instruction).value_or(0));
}

TEST(CodeScene, HuesAreThoseOfWhatALineMakes) {
    Staged staged({{"matmul.tiled", {{"n", "32"}, {"block", "16"}}}});
    const code::CodeScene scene(staged.sides, staged.playback);
    const code::Listing& source = scene.sources().front();
    const flow::Families& families = staged.blocks[0]->families();
    const auto lineWith = [&](const char* text) {
        for (std::uint32_t line = source.open.front().first; line <= source.open.front().last; ++line)
            if (source.text[line - 1].text.contains(QLatin1String(text))) return line;
        return 0U;
    };
    EXPECT_EQ(scene.family(source, lineWith("As[ty][tx] =")), families.ofShared(0));
    EXPECT_EQ(scene.family(source, lineWith("Bs[ty][tx] =")), families.ofShared(1));
    EXPECT_EQ(scene.family(source, lineWith("sum +=")), families.ofOwned());
    EXPECT_FALSE(scene.family(source, lineWith("int tx")).has_value());
}

TEST(CodeStage, AClickGoesToTheNextTimeThatALineRunsAndRound) {
    Staged staged({{"matmul.tiled", {{"n", "32"}, {"block", "16"}}}});
    const auto view = staged.view<CodeStage>();
    view->resize(1440, 840);
    const BlockTrace& trace = staged.blocks[0]->trace();
    const code::Pane& pane = view->picture().panes.front();
    const auto row = static_cast<std::size_t>(
        std::ranges::find_if(pane.rows,
                             [&](const code::Row& r) {
                                 return r.closed == 0 &&
                                        pane.listing->text[r.first - 1].text.contains(QLatin1String("sum +="));
                             }) -
        pane.rows.begin());
    ASSERT_LT(row, pane.rows.size());
    const std::uint32_t line = pane.rows[row].first;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t event = 0; event < trace.size(); ++event)
        if (trace.entry().instructions[trace.instruction(event)].source.line == line) expected.push_back(event + 1);
    for (std::size_t i = 0; i < expected.size() + 2; ++i) {
        view->act(0, row);
        ASSERT_EQ(staged.playback.position(), expected[i % expected.size()]) << i;
    }
    view->act(0, row, true);
    EXPECT_EQ(staged.playback.position(), expected[0]);
    // By the mouse, in the gutter; and by the keyboard.
    staged.playback.seek(0);
    const code::CodeGeometry at = view->geometryFor(view->size());
    QTest::mouseClick(view.get(), Qt::LeftButton, {},
                      at.panes[0].row(row).center().toPoint() - QPoint(at.panes[0].row(row).width() / 2 - 20, 0));
    EXPECT_EQ(staged.playback.position(), expected[0]);
    QTest::keyClick(view.get(), Qt::Key_Return);
    EXPECT_EQ(staged.playback.position(), expected[1]);
    QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(view->selectedText().trimmed(), QStringLiteral("sum += As[ty][k] * Bs[k][tx];"));
}

TEST(CodeStage, WhySaysTheShareOfTheLineThatRuns) {
    Staged staged({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}});
    const auto view = staged.view<CodeStage>();
    const BlockTrace& trace = staged.blocks[0]->trace();
    std::uint64_t of = 0, last = 0;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const program::Instruction& instruction = trace.entry().instructions[trace.instruction(event)];
        if (instruction.source.line != 95) continue;
        ++of;
        if (instruction.opcode == program::Opcode::Fma) last = event;
    }
    staged.playback.seek(last + 1);
    const Why why = view->why();
    const auto percent =
        static_cast<int>(std::lround(100.0 * static_cast<double>(of) / static_cast<double>(trace.size())));
    EXPECT_EQ(why.sentence,
              QStringLiteral("Line 95 is %1 % of all that this block executes: 256 sums take in one product each.")
                  .arg(percent));
    EXPECT_EQ(why.lines.front(), 95U);
    EXPECT_EQ(view->accessibleDescription(), why.sentence);
}

// Padded beside unpadded: both run the same instructions, and it is the wavefronts that tell them apart.
TEST(CodeStage, OfTwoSidesItCountsInWhatTheyDifferMost) {
    Staged staged({{"transpose.tiled", {{"padded", "no"}}, QStringLiteral("no")},
                   {"transpose.tiled", {{"padded", "yes"}}, QStringLiteral("yes")}});
    const auto view = staged.view<CodeStage>();
    view->resize(1440, 840);
    EXPECT_EQ(view->count(), code::Count::Wavefronts);
    EXPECT_TRUE(view->why().sentence.contains(QStringLiteral("wavefronts"))) << view->why().sentence.toStdString();
    test::keep(view->grab().toImage(), QStringLiteral("code-two-sides"));
    // What somebody has chosen stays.
    view->setCount(code::Count::Runs);
    view->setSides(staged.sides);
    EXPECT_EQ(view->count(), code::Count::Runs);
}

TEST(CodeStage, Pictures) {
    {
        Staged staged({{"vector.add", {{"n", "900"}, {"block", "128"}}}});
        const auto view = staged.view<CodeStage>();
        staged.playback.seek(60);
        view->setScope(code::Scope::Launch);
        test::keepAllLooks(staged, *view, QStringLiteral("code_vector"));
        view->setPtxOpen(true);
        test::keepAllLooks(staged, *view, QStringLiteral("code_vector_ptx"));
    }
    {
        Staged staged({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}});
        const auto view = staged.view<CodeStage>();
        staged.playback.seek(1477);
        test::keepAllLooks(staged, *view, QStringLiteral("code_tiled"));
        view->setPtxOpen(true);
        test::keepAllLooks(staged, *view, QStringLiteral("code_tiled_ptx"));
        staged.theme.setMode(Theme::Mode::Light);
        view->resize(1440, 840);
        QImage whole(view->size(), QImage::Format_RGB32);
        view->render(&whole);
        test::keep(whole, QStringLiteral("code_widget"));
    }
    {
        Staged staged({{"transpose.tiled",
                        {{"width", "96"}, {"height", "96"}, {"tile", "32"}, {"padded", "no"}},
                        QStringLiteral("padded no")},
                       {"transpose.tiled",
                        {{"width", "96"}, {"height", "96"}, {"tile", "32"}, {"padded", "yes"}},
                        QStringLiteral("padded yes")}});
        const auto view = staged.view<CodeStage>();
        view->setCount(code::Count::Wavefronts);
        EXPECT_EQ(view->why().sentence,
                  QStringLiteral("Line 28 makes the difference: padded no 1\u202f024 wavefronts, padded yes 64."));
        staged.playback.seek(staged.playback.size() / 2);
        test::keepAllLooks(staged, *view, QStringLiteral("code_padded"));
    }
    {
        Staged staged({{"reduce.0", {{"n", "64"}, {"block", "64"}}}, {"reduce.1", {{"n", "64"}, {"block", "64"}}}});
        const auto view = staged.view<CodeStage>();
        staged.playback.seek(150);
        test::keepAllLooks(staged, *view, QStringLiteral("code_reduce"));
    }
}

}  // namespace
}  // namespace lanescope
