// SPDX-License-Identifier: GPL-3.0-or-later
// The step in words, on a real run: what it says is what the trace says.
#include <gtest/gtest.h>

#include <QApplication>
#include <QTest>

#include "tests/support/blocks.h"
#include "tests/support/emulated_run.h"
#include "widgets/views/step_view.h"

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

    Theme theme;
    Playback playback;
    Selection selection;
};

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
    StepView step(&theme, &playback, &selection);
    EXPECT_FALSE(step.accessibleName().isEmpty());
    for (const QWidget* child : step.findChildren<QWidget*>())
        EXPECT_TRUE(child->focusPolicy() == Qt::NoFocus || !child->accessibleName().isEmpty());
}

TEST_F(ViewsTest, WithoutABlockItSaysSo) {
    playback.setBlocks({});
    StepView step(&theme, &playback, &selection);
    EXPECT_EQ(step.text(), QStringLiteral("Nothing to show yet"));
    playback.setBlocks(test::blocksOf(run().traces[0]));  // and then it comes
    EXPECT_NE(step.text(), QStringLiteral("Nothing to show yet"));
}

}  // namespace
}  // namespace lanescope
