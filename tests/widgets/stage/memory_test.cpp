// SPDX-License-Identifier: GPL-3.0-or-later
// The view of memory: what it says of requests, looked up in the trace by other ways.
#include <gtest/gtest.h>

#include <QPainter>
#include <set>

#include "tests/support/staged.h"
#include "widgets/stage/memory/lane_fit.h"
#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/memory/request_figure.h"
#include "widgets/stage/memory/request_words.h"

namespace lanescope {
namespace {

using program::Space;
using simt::AccessKind;
using test::drawn;
using test::keep;
using test::Staged;

auto accesses(const Staged& staged, Space space, AccessKind access, std::size_t side = 0) {
    return [&staged, space, access, side](quint64 event) {
        const AccessHead head = staged.playback.flow(side).trace().access(event);
        return head.space == space && head.access == access && staged.playback.flow(side).trace().active(event) != 0;
    };
}

QImage figureOf(const Staged& staged, QSize size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(staged.theme.colour(Colour::Raised));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintRequests(painter, staged.theme, QRectF(QPointF(0, 0), size).adjusted(16, 16, -16, -16),
                  requestsShown(staged.playback.flow(0), staged.playback.stepOf(0)));
    return image;
}

TEST(LaneFit, IsExactOrNone) {
    LaneNumbers numbers{};
    for (unsigned lane = 0; lane < 32; ++lane) numbers[lane] = 32 * lane + 11;
    EXPECT_EQ(fitOf(numbers, ~0U), (LaneFit{32, 11}));
    EXPECT_EQ(formulaOf({32, 11}), QStringLiteral("32·l + 11"));
    EXPECT_EQ(formulaOf({1, 0}), QStringLiteral("l"));
    EXPECT_EQ(formulaOf({0, 7}), QStringLiteral("7"));
    EXPECT_EQ(formulaOf({-1, 31}), QStringLiteral("31 − l"));
    EXPECT_EQ(formulaOf({2, -3}), QStringLiteral("2·l − 3"));
    numbers[20] += 1;
    EXPECT_FALSE(fitOf(numbers, ~0U));
    EXPECT_EQ(fitOf(numbers, ~(1U << 20)), (LaneFit{32, 11}));
    EXPECT_EQ(fitOf(numbers, 0x10), (LaneFit{0, 32 * 4 + 11}));
    EXPECT_FALSE(fitOf(numbers, 0));
    numbers = {};
    numbers[2] = 3;  // from lane 0: one and a half a lane
    EXPECT_FALSE(fitOf(numbers, 0b101));
}

TEST(LaneFit, LanesAreNamed) {
    EXPECT_EQ(lanesText(~0U), QStringLiteral("lanes 0 … 31"));
    EXPECT_EQ(lanesText(0x10), QStringLiteral("lane 4"));
    EXPECT_EQ(lanesText(0x11), QStringLiteral("lanes 0, 4"));
    EXPECT_EQ(lanesText(0x55555555), QStringLiteral("16 lanes"));
}

TEST(RequestFigure, SectorsOfTwoRowsOfATile) {
    Staged staged({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}});
    staged.playback.seek(staged.after(accesses(staged, Space::Global, AccessKind::Load)));
    const RequestsShown shown = requestsShown(staged.playback.flow(0), staged.playback.stepOf(0));
    ASSERT_EQ(shown.requests.size(), 1U);
    const RequestScene& scene = shown.requests[0];
    EXPECT_EQ(scene.array, "A");
    ASSERT_EQ(scene.lines.size(), 2U);
    EXPECT_EQ(scene.lines[0].lanes, 0x0000ffffU);
    EXPECT_EQ(RequestWords::lineName(scene, scene.lines[0]), QStringLiteral("row 0"));
    EXPECT_EQ(RequestWords::lineName(scene, scene.lines[1]), QStringLiteral("row 1"));
    EXPECT_EQ(RequestWords::cost(scene), QStringLiteral("4 sectors, 2 lines of 128 B, all used"));
    for (const bool dark : {false, true}) {
        staged.theme.setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
        keep(figureOf(staged, {480, 170}), QStringLiteral("memory-figure-sectors-%1").arg(dark));
    }
    staged.theme.setCompact(true);
    staged.playback.setStepBy(StepBy::Operation);
    staged.playback.seek(staged.playback.next(staged.after(accesses(staged, Space::Shared, AccessKind::Load))));
    keep(figureOf(staged, {352, 170}), QStringLiteral("memory-figure-banks"));
}

Parameters transpose(const char* padded) {
    return {{"width", "96"}, {"height", "96"}, {"tile", "32"}, {"type", "f32"}, {"padded", padded}};
}

/// The view at three sizes, light and dark.
void keepAll(Staged& staged, MemoryView& view, const QString& name) {
    for (const bool dark : {false, true}) {
        staged.theme.setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
        const QString look = dark ? QStringLiteral("dark") : QStringLiteral("light");
        staged.theme.setCompact(true);
        keep(drawn(view, staged.theme, {928, 504}), QStringLiteral("memory-%1-720p-%2").arg(name, look));
        staged.theme.setCompact(false);
        keep(drawn(view, staged.theme, {1440, 840}), QStringLiteral("memory-%1-1080p-%2").arg(name, look));
        if (dark) keep(drawn(view, staged.theme, {1440, 840}, 2), QStringLiteral("memory-%1-4k-%2").arg(name, look));
    }
}

TEST(MemoryView, Pictures) {
    const auto keepAt = [](const std::vector<test::Choice>& choices, Space space, AccessKind access,
                           const QString& name, int skip = 0) {
        Staged staged(choices);
        const auto view = staged.view<MemoryView>();
        quint64 at = staged.after(accesses(staged, space, access));
        for (; skip > 0; --skip) at = staged.after(accesses(staged, space, access), at);
        staged.playback.seek(at);
        keepAll(staged, *view, name);
        EXPECT_FALSE(view->why().sentence.isEmpty());
    };
    keepAt({{"transpose.tiled", transpose("no"), QStringLiteral("padded no")},
            {"transpose.tiled", transpose("yes"), QStringLiteral("padded yes")}},
           Space::Shared, AccessKind::Load, QStringLiteral("transpose"), 11);
    keepAt({{"transpose.tiled", transpose("no"), QStringLiteral("padded no")},
            {"transpose.tiled", transpose("yes"), QStringLiteral("padded yes")}},
           Space::Global, AccessKind::Load, QStringLiteral("transpose-load"));
    keepAt({{"matmul.tiled", {{"n", "64"}}}}, Space::Global, AccessKind::Load, QStringLiteral("matmul-load"));
    keepAt({{"matmul.tiled", {{"n", "64"}}}}, Space::Shared, AccessKind::Load, QStringLiteral("matmul-banks"), 1);
    keepAt({{"matvec.rows", {{"m", "32"}, {"n", "32"}}, QStringLiteral("rows")},
            {"matvec.columns", {{"m", "32"}, {"n", "32"}}, QStringLiteral("columns")}},
           Space::Global, AccessKind::Load, QStringLiteral("matvec"), 3);
    keepAt({{"matvec.rows", {{"m", "5"}, {"n", "32"}}}}, Space::Global, AccessKind::Load, QStringLiteral("stride5"));
    keepAt({{"micro.atomics", {}}}, Space::Global, AccessKind::Atomic, QStringLiteral("atomics"));
    keepAt({{"vector.add", {}}}, Space::Global, AccessKind::Store, QStringLiteral("vector"));
    keepAt({{"reduce.1", {}}, {"reduce.2", {}}}, Space::Shared, AccessKind::Load, QStringLiteral("reduce"), 40);
}

}  // namespace
}  // namespace lanescope
