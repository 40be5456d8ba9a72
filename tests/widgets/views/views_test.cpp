// SPDX-License-Identifier: GPL-3.0-or-later
// The views on a real run: what they say and show is what the trace says, by mouse and by keyboard.
#include <gtest/gtest.h>

#include <QApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QToolTip>

#include "tests/support/blocks.h"
#include "tests/support/emulated_run.h"
#include "widgets/scenes/cell_painter.h"
#include "widgets/views/code_view.h"
#include "widgets/views/step_view.h"
#include "widgets/views/tiles_view.h"

namespace lanescope {
namespace {

const Emulation& run() {
    static const Emulation emulation = test::emulatedRun("matmul.tiled", {{"n", "16"}, {"block", "4"}});
    return emulation;
}

/// Saves what a widget shows when LANESCOPE_PICTURES names a folder: to be looked at.
void keepPicture(QWidget& widget, const char* name) {
    const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
    if (!folder.isEmpty()) widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name)));
}

class ViewsTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_FALSE(run().traces.empty());
        playback.setBlocks(test::blocksOf(run().traces[0]));
    }
    ~ViewsTest() override {
        theme.setMode(Theme::Mode::System);
        theme.setTextScale(1);
    }
    [[nodiscard]] const BlockTrace& trace() const { return *run().traces[0]; }

    /// Position just after the first access of the kind to the space.
    std::uint64_t after(simt::AccessKind kind, program::Space space, std::uint64_t from = 0) const {
        for (std::uint64_t event = from; event < trace().size(); ++event) {
            const simt::StepRecord record = trace().record(event);
            if (record.access == kind && record.space == space && record.active != 0) return event + 1;
        }
        ADD_FAILURE() << "no such access";
        return 0;
    }
    static void show(QWidget& widget, QSize size = {760, 600}) {
        widget.resize(size);
        widget.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget));
    }
    static QPointF centreOf(TilesView& view, const ElementPick& pick) {
        const TilesScene& scene = view.scene();
        for (std::size_t i = 0; i < scene.grids.size(); ++i)
            if (scene.grids[i].shape.array == pick.array)
                return geometryOf(view.layoutNow().panels[i].cells, scene.grids[i].visible)
                    .rectOf(pick.row, pick.column)
                    .center();
        return {};
    }

    Theme theme;
    Playback playback;
    Selection selection;
};

TEST_F(ViewsTest, PixelsAreThoseOfTheTraceAtEveryPhase) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    for (std::uint32_t phase = 0; phase < trace().phaseCount(); ++phase) {
        playback.seek(trace().phaseStart(phase) + 3);
        const QImage image = view.grab().toImage();
        const TilesScene& scene = view.scene();
        const TilesStyle style{theme.look(), theme.font()};
        for (std::size_t i = 0; i < scene.grids.size(); ++i) {
            const TileGrid& grid = scene.grids[i];
            const CellGeometry geometry = geometryOf(view.layoutNow().panels[i].cells, grid.visible);
            ASSERT_GE(geometry.size, CellPainter::kMarkCell);
            const CellPainter cells(style, grid, geometry);
            for (std::uint64_t row = 0; row < grid.visible.rows; ++row)
                for (std::uint64_t column = 0; column < grid.visible.columns; ++column) {
                    const CellState state = stateOf(grid.flagsAt(row, column));
                    if (state == CellState::Uninitialised) continue;
                    const QRectF rect = geometry.rectOf(row, column);
                    const QPoint at = (rect.topLeft() + QPointF(rect.width() * 0.3, rect.height() * 0.72)).toPoint();
                    EXPECT_EQ(image.pixelColor(at), cells.fill(state)) << grid.shape.name << row << ',' << column;
                }
        }
    }
}

// c[83] of a vector sum stands in a later line, and is found there by mouse and keys.
TEST_F(ViewsTest, AVectorsElementsAreFoundInTheirLines) {
    const Emulation vectors = test::emulatedRun("vector.add", {{"n", "200"}, {"block", "64"}}, {1, 0, 0});
    ASSERT_FALSE(vectors.traces.empty());
    playback.setBlocks(test::blocksOf(vectors.traces[0]));
    playback.toEnd();
    TilesView view(&theme, &playback, &selection);
    show(view);
    const TilesScene& scene = view.scene();
    const TileGrid& grid = scene.grids[2];
    const CellGeometry geometry = geometryOf(view.layoutNow().panels[2].cells, grid.visible, true);
    ASSERT_TRUE(geometry.isBroken());
    const auto pinned = [&] { return selection.pinned().element.value_or(ElementPick{}); };
    QTest::mouseClick(&view, Qt::LeftButton, {}, geometry.rectOf(0, 83).center().toPoint());
    EXPECT_EQ(pinned(), (ElementPick{grid.shape.array, 0, 83}));
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(pinned(), (ElementPick{grid.shape.array, 0, 83 + geometry.across}));
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(pinned().column, 0U);
}

TEST_F(ViewsTest, HoverSaysTheElementAndClickPinsIt) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    playback.seek(after(simt::AccessKind::Load, program::Space::Global));
    const TileGrid* touched = nullptr;
    for (const TileGrid& grid : view.scene().grids)
        if (!grid.now.empty()) touched = &grid;
    ASSERT_TRUE(touched);
    const LaneTouch touch = touched->now.front();
    const ElementPick pick{touched->shape.array, touch.row, touch.column};
    const QPoint at = centreOf(view, pick).toPoint();
    QSignalSpy described(&view, &TilesView::elementDescribed);
    QTest::mouseMove(&view, at);
    ASSERT_TRUE(selection.hovered().element);
    EXPECT_EQ(*selection.hovered().element, pick);
    ASSERT_TRUE(selection.hovered().thread);
    EXPECT_EQ(*selection.hovered().thread, (ThreadRef{0, touch.lane}));
    ASSERT_FALSE(described.isEmpty());
    EXPECT_EQ(described.back()[0].toString(), view.describe(pick));
    EXPECT_TRUE(view.describe(pick).contains(QStringLiteral("Read now by warp 0 lane %1.").arg(touch.lane)));
    QTest::mouseClick(&view, Qt::LeftButton, {}, at);
    EXPECT_EQ(selection.pinned().element, pick);
    QTest::mouseClick(&view, Qt::LeftButton, {}, at);
    EXPECT_TRUE(selection.pinned().empty());
}

TEST_F(ViewsTest, TooltipIsTheElementsText) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    const ElementPick pick{{ArrayRef::Kind::Buffer, 1}, 3, 7};
    const QPoint at = centreOf(view, pick).toPoint();
    QHelpEvent help(QEvent::ToolTip, at, view.mapToGlobal(at));
    QApplication::sendEvent(&view, &help);
    EXPECT_EQ(QToolTip::text(), view.describe(pick));
    EXPECT_TRUE(QToolTip::text().startsWith(QStringLiteral("B[3][7] = ")));
}

TEST_F(ViewsTest, KeyboardReachesEveryElement) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    view.activateWindow();
    view.setFocus();
    ASSERT_TRUE(view.hasFocus());
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(selection.hovered().element, (ElementPick{{ArrayRef::Kind::Buffer, 0}, 1, 1}));
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(selection.hovered().element, (ElementPick{{ArrayRef::Kind::Buffer, 0}, 15, 15}));
    QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(selection.hovered().element->array, (ArrayRef{ArrayRef::Kind::Buffer, 1}));
    for (int i = 0; i < 2; ++i) QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(selection.hovered().element->array, (ArrayRef{ArrayRef::Kind::Shared, 0}));
    QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(selection.hovered().element->array, (ArrayRef{ArrayRef::Kind::Buffer, 2}));
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(selection.pinned().element->array, (ArrayRef{ArrayRef::Kind::Buffer, 2}));
    EXPECT_TRUE(view.accessibleDescription().startsWith(QStringLiteral("C[0][0]")));
    keepPicture(view, "tiles-focus");
}

TEST_F(ViewsTest, ZoomsAroundTheCursorAndFollowsAgain) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    EXPECT_TRUE(view.isFollowing());
    QSignalSpy following(&view, &TilesView::followingChanged);
    const Region whole = view.scene().grids[0].visible;
    EXPECT_EQ(whole, (Region{0, 0, 16, 16}));
    for (int i = 0; i < 4; ++i) view.zoomIn();
    const Region zoomed = view.scene().grids[0].visible;
    EXPECT_LT(zoomed.rows, 16U);
    EXPECT_TRUE(zoomed.contains(0, 0));
    EXPECT_FALSE(view.isFollowing());
    EXPECT_EQ(following.count(), 1);
    EXPECT_FALSE(view.scene().grids[0].values.empty());
    keepPicture(view, "tiles-zoomed");
    for (int i = 0; i < 12; ++i) view.zoomOut();
    EXPECT_EQ(view.scene().grids[0].visible, whole);
    view.zoomIn();
    view.resetZoom();
    EXPECT_TRUE(view.isFollowing());
    EXPECT_EQ(view.scene().grids[0].visible, whole);
}

TEST_F(ViewsTest, DrawsTheSameAtAnySize) {
    TilesView view(&theme, &playback, &selection);
    show(view);
    playback.seek(trace().phaseStart(1) + 5);
    for (const QSize size : {QSize(560, 420), QSize(1920, 1080)}) {
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        view.paintTo(painter, size);
        painter.end();
        EXPECT_EQ(image.pixelColor(1, 1), theme.colour(Colour::Ground));
        std::set<QRgb> colours;
        for (int y = 0; y < size.height(); ++y)
            for (int x = 0; x < size.width(); ++x) colours.insert(image.pixel(x, y));
        EXPECT_TRUE(colours.contains(theme.colour(Colour::Now).rgb()));
    }
}

TEST_F(ViewsTest, CodeViewsMarkTheExecutedLine) {
    CodeView source(CodeLanguage::Cuda, &theme, &playback, &selection);
    CodeView ptx(CodeLanguage::Ptx, &theme, &playback, &selection);
    show(source, {560, 400});
    show(ptx, {560, 400});
    EXPECT_FALSE(source.currentLine());
    EXPECT_FALSE(ptx.currentLine());
    const program::Module& module = *trace().launch().kernel->module;
    for (std::uint64_t position = 1; position <= trace().size(); position += 7) {
        playback.seek(position);
        const program::Instruction& done = trace().entry().instructions[trace().instruction(position - 1)];
        ASSERT_TRUE(ptx.currentLine());
        EXPECT_EQ(*ptx.currentLine(), done.line);
        const QTextBlock block = ptx.document()->findBlockByNumber(static_cast<int>(done.line - ptx.firstLine()));
        EXPECT_EQ(block.text().toStdString(), std::string(module.line(done.line)));
        if (done.source.line != 0) {
            ASSERT_TRUE(source.currentLine());
            EXPECT_EQ(*source.currentLine(), done.source.line);
            EXPECT_TRUE(source.currentLineIsExact());
        } else if (source.currentLine()) {
            EXPECT_FALSE(source.currentLineIsExact());
        }
    }
    keepPicture(source, "source");
    keepPicture(ptx, "ptx");
}

TEST_F(ViewsTest, PointingAtASourceLineLightsUpItsPtx) {
    CodeView source(CodeLanguage::Cuda, &theme, &playback, &selection);
    CodeView ptx(CodeLanguage::Ptx, &theme, &playback, &selection);
    show(source, {560, 400});
    show(ptx, {560, 400});
    std::uint32_t line = 0;
    for (const program::Instruction& instruction : trace().entry().instructions)
        if (instruction.opcode == program::Opcode::Bar) line = instruction.source.line;
    ASSERT_NE(line, 0U);
    Focus focus;
    focus.sourceLine = line;
    selection.setHovered(focus);
    EXPECT_EQ(source.relatedLines(), std::vector<std::uint32_t>{line});
    ASSERT_FALSE(ptx.relatedLines().empty());
    std::set<std::uint32_t> expected;
    for (const program::Instruction& instruction : trace().entry().instructions)
        if (instruction.source.line == line) expected.insert(instruction.line);
    EXPECT_EQ(std::set<std::uint32_t>(ptx.relatedLines().begin(), ptx.relatedLines().end()), expected);
    selection.clearHovered();
    EXPECT_TRUE(ptx.relatedLines().empty());
}

TEST_F(ViewsTest, ClickOnALinePinsIt) {
    CodeView ptx(CodeLanguage::Ptx, &theme, &playback, &selection);
    show(ptx, {560, 400});
    playback.seek(20);
    const auto line = ptx.currentLine();
    ASSERT_TRUE(line);
    const QTextCursor cursor(ptx.document()->findBlockByNumber(static_cast<int>(*line - ptx.firstLine())));
    // The view may have to scroll to it first, which takes a moment.
    ASSERT_TRUE(QTest::qWaitFor([&] { return ptx.viewport()->rect().contains(ptx.cursorRect(cursor)); }));
    QTest::mouseClick(ptx.viewport(), Qt::LeftButton, {}, ptx.cursorRect(cursor).center());
    EXPECT_EQ(selection.pinned().ptxLine, line);
}

// While the view scrolls to the current line, another line may be under the mouse when its button goes up.
TEST_F(ViewsTest, AClickMeansTheLineThatWasPressed) {
    CodeView ptx(CodeLanguage::Ptx, &theme, &playback, &selection);
    show(ptx, {560, 400});
    const QPoint point(40, ptx.viewport()->height() / 2);
    const auto row = static_cast<std::uint32_t>(ptx.cursorForPosition(point).blockNumber());
    QTest::mousePress(ptx.viewport(), Qt::LeftButton, {}, point);
    ptx.verticalScrollBar()->setValue(ptx.verticalScrollBar()->value() + 5);
    QTest::mouseRelease(ptx.viewport(), Qt::LeftButton, {}, point);
    EXPECT_EQ(selection.pinned().ptxLine, ptx.firstLine() + row);
}

TEST_F(ViewsTest, StepInWordsAgreesWithTheTrace) {
    StepView view(&theme, &playback, &selection);
    show(view, {380, 420});
    EXPECT_TRUE(view.text().contains(QStringLiteral("Before the first")));
    const std::uint64_t position = after(simt::AccessKind::Load, program::Space::Global);
    playback.seek(position);
    const simt::StepRecord record = trace().record(position - 1);
    const std::string instruction(
        trace().launch().kernel->module->line(trace().entry().instructions[record.instruction].line));
    EXPECT_TRUE(view.text().contains(QStringLiteral("Step %1 of %2").arg(position).arg(trace().size())));
    EXPECT_TRUE(view.text().contains(QString::fromStdString(instruction).trimmed()));
    EXPECT_TRUE(view.text().contains(QStringLiteral("all its 16 lanes"))) << view.text().toStdString();
    // Four rows of four floats, each in a sector of its own.
    EXPECT_TRUE(view.text().contains(QStringLiteral("4 sectors of 32 bytes for 64 bytes asked for: 50.0 %")))
        << view.text().toStdString();
    for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(view.strip().lane(lane), lane < 16 ? LaneStrip::Lane::Active : LaneStrip::Lane::Absent);
    keepPicture(view, "step-load");
    playback.seek(after(simt::AccessKind::Load, program::Space::Shared));
    keepPicture(view, "step-shared");
    EXPECT_TRUE(view.text().contains(QStringLiteral("wavefront"))) << view.text().toStdString();
    playback.toEnd();
    EXPECT_TRUE(view.text().contains(QStringLiteral("end here"))) << view.text().toStdString();
}

TEST_F(ViewsTest, LaneStripPointsAtThreads) {
    StepView view(&theme, &playback, &selection);
    show(view, {380, 420});
    playback.seek(after(simt::AccessKind::Load, program::Space::Global));
    auto* strip = view.findChild<LaneStrip*>();
    ASSERT_TRUE(strip);
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellOf(5).center().toPoint());
    EXPECT_EQ(selection.pinned().thread, (ThreadRef{0, 5}));
    QTest::keyClick(strip, Qt::Key_Right);
    EXPECT_EQ(selection.hovered().thread, (ThreadRef{0, 1}));
}

TEST_F(ViewsTest, EverythingThatTakesTheFocusHasAName) {
    TilesView tiles(&theme, &playback, &selection);
    StepView step(&theme, &playback, &selection);
    CodeView source(CodeLanguage::Cuda, &theme, &playback, &selection);
    CodeView ptx(CodeLanguage::Ptx, &theme, &playback, &selection);
    for (QWidget* top : {static_cast<QWidget*>(&tiles), static_cast<QWidget*>(&step), static_cast<QWidget*>(&source),
                         static_cast<QWidget*>(&ptx)}) {
        EXPECT_FALSE(top->accessibleName().isEmpty());
        for (const QWidget* child : top->findChildren<QWidget*>())
            EXPECT_TRUE(child->focusPolicy() == Qt::NoFocus || !child->accessibleName().isEmpty());
    }
}

TEST_F(ViewsTest, EmptyViewsSaySo) {
    playback.setBlocks({});
    TilesView tiles(&theme, &playback, &selection);
    StepView step(&theme, &playback, &selection);
    CodeView source(CodeLanguage::Cuda, &theme, &playback, &selection);
    show(tiles);
    EXPECT_TRUE(tiles.describe({{ArrayRef::Kind::Buffer, 0}, 0, 0}).isEmpty());
    EXPECT_FALSE(tiles.grab().toImage().isNull());
    EXPECT_EQ(step.text(), QStringLiteral("Nothing to show yet"));
    EXPECT_TRUE(source.toPlainText().isEmpty());
    playback.setBlocks(test::blocksOf(run().traces[0]));  // and then it comes
    EXPECT_EQ(tiles.scene().grids.size(), 5U);
    EXPECT_FALSE(source.toPlainText().isEmpty());
}

TEST_F(ViewsTest, PicturesToLookAt) {
    TilesView tiles(&theme, &playback, &selection);
    tiles.setCheck(run().check);
    StepView step(&theme, &playback, &selection);
    CodeView source(CodeLanguage::Cuda, &theme, &playback, &selection);
    show(tiles, {700, 520});
    show(step, {360, 420});
    show(source, {420, 420});
    playback.seek(after(simt::AccessKind::Load, program::Space::Shared, trace().phaseStart(3)));
    while (!tiles.historyIsKnown()) QCoreApplication::processEvents();
    for (Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark})
        for (double scale : {1.0, 2.0}) {
            theme.setMode(mode);
            theme.setTextScale(scale);
            const char* names[2][2] = {{"light-1x", "light-2x"}, {"dark-1x", "dark-2x"}};
            const std::string name = names[mode == Theme::Mode::Dark][scale > 1];
            for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();  // a layout of wrapped text takes turns
            keepPicture(tiles, ("tiles-" + name).c_str());
            keepPicture(step, ("step-" + name).c_str());
            keepPicture(source, ("source-" + name).c_str());
            EXPECT_EQ(tiles.grab().toImage().pixelColor(4, 4), theme.colour(Colour::Ground));
        }
}

TEST_F(ViewsTest, FollowsTheBlockThroughLargeMatrices) {
    const Emulation large = test::emulatedRun("matmul.tiled", {{"n", "192"}, {"block", "16"}}, {2, 3, 0});
    ASSERT_FALSE(large.traces.empty());
    playback.setBlocks(test::blocksOf(large.traces[0]));
    TilesView view(&theme, &playback, &selection);
    show(view, {700, 520});
    while (!view.historyIsKnown()) QCoreApplication::processEvents();
    for (std::uint32_t phase = 0; phase + 1 < large.traces[0]->phaseCount(); phase += 2) {
        playback.seek(large.traces[0]->phaseStart(phase + 1));
        const TilesScene& scene = view.scene();
        // The tiles that this phase has loaded are in the picture.
        const std::uint64_t m = phase / 2 * 16;
        const Region& a = scene.grids[0].visible;
        EXPECT_TRUE(a.contains(48, m) && a.contains(63, m + 15)) << phase;
        const Region& b = scene.grids[1].visible;
        EXPECT_TRUE(b.contains(m, 32) && b.contains(m + 15, 47)) << phase;
        EXPECT_TRUE(scene.grids[2].visible.contains(48, 32)) << phase;
    }
    keepPicture(view, "tiles-192");
}

TEST_F(ViewsTest, WrongElementsAreCrossedOut) {
    const Emulation wrong =
        test::emulatedRun("matmul.single-block", {{"variant", "published"}, {"n", "16"}, {"block", "4"}});
    ASSERT_FALSE(wrong.traces.empty());
    playback.setBlocks(test::blocksOf(wrong.traces[0]));
    TilesView view(&theme, &playback, &selection);
    view.setCheck(wrong.check);
    show(view, {700, 520});
    playback.toEnd();
    while (!view.historyIsKnown()) QCoreApplication::processEvents();
    EXPECT_TRUE(view.scene().anyWrong);
    for (std::uint8_t flags : view.scene().grids[2].flags) EXPECT_TRUE(flags & kComputed);
    keepPicture(view, "tiles-wrong");
}

}  // namespace
}  // namespace lanescope
