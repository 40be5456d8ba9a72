// SPDX-License-Identifier: GPL-3.0-or-later
// The view of memory: what it says of requests, looked up in the trace by other ways.
#include <gtest/gtest.h>

#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <map>
#include <set>

#include "tests/support/staged.h"
#include "widgets/stage/memory/lane_fit.h"
#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/memory/request_figure.h"
#include "widgets/stage/memory/request_words.h"
#include "widgets/stage/memory/side_layout.h"

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

TEST(LaneFit, TwoLinesFollowEachOther) {
    LaneNumbers row{};
    LaneNumbers column{};
    for (unsigned lane = 0; lane < 32; ++lane) {
        row[lane] = lane / 16;
        column[lane] = lane % 16;
    }
    EXPECT_EQ(twoFits(row, column, ~0U), std::pair(0xffffU, 0xffff0000U));
    EXPECT_FALSE(twoFits(row, column, 0xffffU)) << "one is enough";
    for (unsigned lane = 0; lane < 32; ++lane) column[lane] = lane % 8;
    EXPECT_FALSE(twoFits(row, column, ~0U));
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

/// Words that a request must serve, bank by bank, found by looking at every byte of every lane.
std::map<unsigned, std::set<std::uint64_t>> wordsByBank(const simt::StepRecord& step, simt::LaneMask lanes) {
    std::map<unsigned, std::set<std::uint64_t>> banks;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((lanes >> lane & 1U) == 0) continue;
        for (unsigned byte = 0; byte < step.bytesPerLane; ++byte) {
            const std::uint64_t word = (step.address[lane] + byte) / 4;
            banks[static_cast<unsigned>(word % 32)].insert(word);
        }
    }
    return banks;
}

TEST(MemoryView, PilesAreTheWordsOfTheTraceAndSectorsItsBytes) {
    Staged staged({{"transpose.tiled", transpose("no")}, {"transpose.tiled", transpose("yes")}});
    const auto view = staged.view<MemoryView>();
    std::size_t piles = 0;
    std::size_t lines = 0;
    for (quint64 at = staged.playback.next(0); at < staged.playback.size(); at = staged.playback.next(at)) {
        staged.playback.seek(at);
        for (std::size_t side = 0; side < 2; ++side) {
            const MemorySide& shown = view->scene().sides[side];
            ASSERT_TRUE(shown.request);
            const BlockTrace& trace = staged.playback.flow(side).trace();
            const simt::StepRecord step = trace.record(shown.request->event);
            EXPECT_NE(step.access, AccessKind::None);
            EXPECT_EQ(shown.request->warp, step.warp);
            const EventRange now = staged.playback.stepOf(side);
            EXPECT_EQ(shown.when == SeenAccess::When::Now,
                      shown.request->event >= now.first && shown.request->event < now.end);
            if (step.space == Space::Shared) {
                ++piles;
                const Pile pile = pileOf(*shown.request);
                std::size_t most = 0;
                std::size_t words = 0;
                for (const auto& [bank, wanted] : wordsByBank(step, step.active)) {
                    EXPECT_EQ(pile.heightOf(bank, bank + 1), wanted.size());
                    most = std::max(most, wanted.size());
                    words += wanted.size();
                }
                EXPECT_EQ(pile.cells.size(), words);
                EXPECT_EQ(pile.levels, most);
                EXPECT_EQ(RequestWords::point(*shown.request).number, QString::number(most));
            } else {
                ++lines;
                std::set<std::uint64_t> sectors;
                std::set<std::uint64_t> touched;
                for (unsigned lane = 0; lane < 32; ++lane) {
                    if ((step.active >> lane & 1U) == 0) continue;
                    sectors.insert(step.address[lane] / 32);
                    touched.insert(step.address[lane] / 128);
                }
                EXPECT_EQ(RequestWords::point(*shown.request).number, QString::number(sectors.size()));
                EXPECT_EQ(shown.request->lines.size(), touched.size());
                EXPECT_LE(touched.size(), view->scene().mostLines);
            }
        }
    }
    EXPECT_GT(piles, 100U);
    EXPECT_GT(lines, 50U);
}

TEST(MemoryView, SaysWhatThePaddingDoes) {
    Staged staged({{"transpose.tiled", transpose("no"), QStringLiteral("padded no")},
                   {"transpose.tiled", transpose("yes"), QStringLiteral("padded yes")}});
    const auto view = staged.view<MemoryView>();
    staged.playback.seek(staged.after(accesses(staged, Space::Shared, AccessKind::Load)));
    const Why why = view->why();
    EXPECT_EQ(why.sentence, QStringLiteral("All 32 lanes want bank 0, and a bank serves one word at a time. "
                                           "One more column spreads them over all 32."));
    EXPECT_EQ(why.metrics.front(), "shared_load_requests");
    ASSERT_EQ(why.lines.size(), 1U);
    const RequestScene& first = *view->scene().sides[0].request;
    EXPECT_EQ(RequestWords::law(first), QStringLiteral("lane l reads word 32·l: always bank 0"));
    EXPECT_EQ(RequestWords::law(*view->scene().sides[1].request), QStringLiteral("lane l reads word 33·l: bank l"));
    // What is read goes to global memory next: the values of the store, lane by lane, are those of the load.
    const MemorySide& lead = view->scene().sides[0];
    ASSERT_TRUE(lead.neighbour);
    EXPECT_TRUE(lead.neighbourAfter);
    EXPECT_EQ(lead.neighbour->array, "B");
    const BlockTrace& trace = staged.playback.flow(0).trace();
    EXPECT_EQ(trace.warp(lead.neighbour->event), first.warp);
    Timeline timeline(staged.blocks[0]->sharedTrace());
    timeline.seek(lead.neighbour->event + 1);
    for (const unsigned lane : {0U, 5U, 31U}) {
        const auto placeIn = [&](const RequestScene& scene) {
            return flow::memoryPlace(trace, scene.request.space, scene.warp, lane, scene.request.address[lane]);
        };
        EXPECT_EQ(flow::bitsAt(placeIn(*lead.neighbour), 4, timeline), flow::bitsAt(placeIn(first), 4, timeline));
    }
    EXPECT_EQ(view->worst().size(), 1U);
    staged.playback.seek(view->worst()[0].event + 1);
    EXPECT_EQ(view->scene().sides[0].request->cost.shared.wavefronts, view->worst()[0].count);
    EXPECT_NE(view->accessibleDescription().indexOf(QStringLiteral("32 wavefronts")), -1);
}

TEST(MemoryView, AStepWithoutAccessKeepsTheLastOneDimmed) {
    Staged staged({{"matvec.rows", {{"n", "32"}, {"m", "8"}}}});
    const auto view = staged.view<MemoryView>();
    EXPECT_EQ(view->scene().sides[0].when, SeenAccess::When::Behind);
    EXPECT_TRUE(view->scene().sides[0].dimmed);
    EXPECT_FALSE(view->why().detail.isEmpty());
    quint64 last = 0;
    std::size_t dimmed = 0;
    for (quint64 at = staged.playback.next(0); at < staged.playback.size(); at = staged.playback.next(at)) {
        const EventRange step{staged.playback.position(), at};
        staged.playback.seek(at);
        bool accessed = false;
        for (quint64 event = step.first; event < at; ++event)
            if (staged.playback.trace()->access(event).space == Space::Global &&
                staged.playback.trace()->access(event).access != AccessKind::None &&
                staged.playback.trace()->active(event) != 0) {
                accessed = true;
                last = event;
            }
        EXPECT_EQ(view->scene().sides[0].dimmed, !accessed);
        if (last > 0) {
            EXPECT_EQ(view->scene().sides[0].request->event, last);
        }
        dimmed += accessed ? 0 : 1;
    }
    EXPECT_GT(dimmed, 5U);
}

TEST(MemoryView, LanesMeetAtAnAddress) {
    Staged staged({{"micro.atomics", {{"n", "64"}}}});
    const auto view = staged.view<MemoryView>();
    staged.playback.seek(staged.after(accesses(staged, Space::Global, AccessKind::Atomic)));
    const Pile pile = pileOf(*view->scene().sides[0].request);
    EXPECT_EQ(pile.cells.size(), 32U);
    EXPECT_EQ(pile.levels, 32U);
    EXPECT_EQ(view->why().sentence, QStringLiteral("32 lanes meet at place[0], and go one after the other."));
}

TEST(MemoryView, ArrowKeysGoFromLaneToLane) {
    Staged staged({{"vector.add", {{"type", "f32"}}}});
    const auto view = staged.view<MemoryView>();
    staged.playback.seek(staged.after(accesses(staged, Space::Global, AccessKind::Store)));
    QSignalSpy said(view.get(), &StageView::described);
    QTest::keyClick(view.get(), Qt::Key_Right);
    QTest::keyClick(view.get(), Qt::Key_Right);
    EXPECT_EQ(said.last().first().toString(), QStringLiteral("lane 1 writes c[1]: 4 bytes, sector 1 of 4"));
    EXPECT_EQ(staged.selection.hovered().thread, (ThreadRef{0, 1}));
    QTest::keyClick(view.get(), Qt::Key_End);
    EXPECT_EQ(said.last().first().toString(), QStringLiteral("lane 31 writes c[31]: 4 bytes, sector 4 of 4"));
    QTest::keyClick(view.get(), Qt::Key_Escape);
    EXPECT_EQ(said.last().first().toString(), QString());
    EXPECT_FALSE(staged.selection.hovered().thread);
}

TEST(MemoryView, TheMouseFindsLanesWhereTheyAreDrawn) {
    Staged staged({{"transpose.tiled", transpose("no")}});
    const auto view = staged.view<MemoryView>();
    staged.playback.seek(staged.after(accesses(staged, Space::Shared, AccessKind::Load)));
    const QSizeF size(1440, 840);
    const MemoryScene& scene = view->scene();
    const SideLayout layout(staged.theme, MemoryPainter::sideRect(staged.theme, size, 0, 1), scene);
    for (const PileCell& cell : pileOf(*scene.sides[0].request).cells)
        EXPECT_EQ(MemoryPainter::laneAt(staged.theme, size, scene, layout.pile.cell(cell.column, cell.level).center()),
                  simt::firstLane(cell.lanes));
    EXPECT_FALSE(MemoryPainter::laneAt(staged.theme, size, scene, layout.pile.cell(20, 20).center()));
}

/// Whatever the algorithm: every step can be shown, at the least size too, and says something.
TEST(MemoryView, ShowsEveryAlgorithmOfTheCatalogue) {
    const auto catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    ASSERT_TRUE(catalogue);
    for (const auto& algorithm : catalogue->algorithms()) {
        Staged staged(std::vector<test::Choice>{{std::string(algorithm->id()), {}}});
        const auto view = staged.view<MemoryView>();
        staged.theme.setCompact(true);
        for (int at = 0; at < 8; ++at) {
            staged.playback.seek(staged.playback.size() * static_cast<quint64>(at) / 7);
            EXPECT_FALSE(view->why().sentence.isEmpty()) << algorithm->id();
            const QImage image = drawn(*view, staged.theme, at % 2 == 0 ? QSize(928, 504) : QSize(320, 240));
            if (at == 4)
                keep(image, QStringLiteral("all-%1").arg(QString::fromStdString(std::string(algorithm->id()))));
        }
    }
}

TEST(MemoryView, WavefrontsPileUpWhileTheStepMoves) {
    Staged staged({{"transpose.tiled", transpose("no"), QStringLiteral("padded no")},
                   {"transpose.tiled", transpose("yes"), QStringLiteral("padded yes")}});
    const auto view = staged.view<MemoryView>();
    quint64 at = staged.after(accesses(staged, Space::Shared, AccessKind::Load));
    staged.playback.seek(staged.playback.previous(at));
    staged.playback.stepForward();
    QImage before;
    for (const int ms : {40, 120, 200}) {
        staged.motion.freezeAt(ms);
        const QImage image = drawn(*view, staged.theme, {1440, 840});
        EXPECT_NE(image, before);
        before = image;
        keep(image, QStringLiteral("memory-motion-%1").arg(ms));
    }
}

TEST(MemoryView, Pictures) {
    const auto keepAt = [](const std::vector<test::Choice>& choices, Space space, AccessKind access,
                           const QString& name, int skip = 0) {
        SCOPED_TRACE(name.toStdString());
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
    keepAt({{"matvec.columns", {}}}, Space::Global, AccessKind::Atomic, QStringLiteral("columns-atomic"), 2);
    keepAt({{"cholesky.structured-own", {}}}, Space::Global, AccessKind::Load, QStringLiteral("cholesky"));
    keepAt({{"micro.atomics", {}}}, Space::Global, AccessKind::Atomic, QStringLiteral("atomics"));
    keepAt({{"vector.add", {}}}, Space::Global, AccessKind::Store, QStringLiteral("vector"));
    keepAt({{"reduce.1", {}}, {"reduce.2", {}}}, Space::Shared, AccessKind::Load, QStringLiteral("reduce"), 6);
}

}  // namespace
}  // namespace lanescope
