// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles view shows is what the trace says: every value on its way, every vessel, every cell's state is looked
// up in the records of the run, or worked out from what the kernel is to compute.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <set>

#include "core/program/dataflow.h"
#include "tests/support/staged.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace lanescope::test {
namespace {

using namespace tiles;
using flow::InstructionKind;

const std::vector<Choice>& kernels() {
    static const std::vector<Choice> all{
        {"matmul.tiled", {{"n", "32"}, {"block", "16"}}, {}},
        {"matmul.global", {{"n", "32"}, {"block", "8"}}, {}},
        {"matmul.rect2", {{"n", "32"}, {"block", "8"}}, {}},
        {"vector.add", {{"n", "200"}, {"block", "64"}}, {}},
        {"reduce.0", {{"n", "64"}, {"block", "64"}}, {}},
        {"reduce.two-phase", {}, {}},
        {"matvec.rows", {{"n", "64"}}, {}},
        {"transpose.tiled", {{"width", "32"}, {"height", "32"}, {"tile", "16"}}, {}},
        {"triangle.ltm", {{"n", "32"}}, {}},
        {"micro.divergence", {}, {}},
        {"micro.atomics", {}, {}},
    };
    return all;
}

/// Every so many stops of a block, so that each kernel is looked at some forty times.
template <typename Look>
void atManyPositions(Staged& stage, Look look) {
    const auto& stops = stage.playback.flow(0).stops();
    const std::uint64_t step = std::max<std::uint64_t>(1, stops.count() / 41);
    for (std::uint64_t position = 0; position < stage.playback.size();) {
        position = stops.after(position, step);
        stage.playback.seek(position);
        look();
    }
}

std::uint64_t addressOf(const Array& array, std::uint64_t element) { return array.base + element * sizeOf(array.type); }

// It was prepared twice for every run, and once more for its counts.
TEST(Tiles, ARunThatIsCountedFurtherLeavesThePictureWhereItIs) {
    const Choice choice{"matmul.tiled", {{"n", "32"}, {"block", "16"}}, {}};
    Staged stage({choice});
    auto view = stage.view<TilesStage>();
    stage.playback.seek(stage.playback.size() / 2);
    const Block* const before = &view->block();
    stage.sides.front().run = std::make_shared<const Emulation>(emulatedRun(choice.algorithm, choice.parameters));
    view->setSides(stage.sides);
    EXPECT_EQ(&view->block(), before);
    EXPECT_TRUE(view->isReady());
    stage.playback.setBlocks({std::make_shared<const flow::BlockFlow>(stage.sides.front().run->traces.front())});
    EXPECT_EQ(&view->block().flow(), stage.playback.flow()) << "another block is another picture";
}

TEST(Tiles, TravellingValuesAreThoseOfTheTrace) {
    for (const Choice& choice : kernels()) {
        SCOPED_TRACE(choice.algorithm);
        Staged stage({choice});
        auto view = stage.view<TilesStage>();
        const BlockTrace& trace = *stage.playback.trace();
        Timeline other(stage.playback.sharedTrace());
        int seen = 0;
        atManyPositions(stage, [&] {
            const Block& block = view->block();
            const flow::Owned& owned = block.flow().owned();
            for (const Stream& stream : view->scene().streams) {
                const simt::StepRecord record = trace.record(stream.event);
                EXPECT_GE(stream.event, view->scene().step.first);
                EXPECT_LT(stream.event, view->scene().step.end);
                const std::vector<flow::Move> moves = block.flow().moves().of(stream.event);
                if (stream.kind != InstructionKind::Compute && stream.kind != InstructionKind::Exchange) {
                    EXPECT_EQ(stream.bytes, simt::lanesIn(record.active) * std::uint64_t{record.bytesPerLane});
                }
                for (const Flight& flight : stream.flights) {
                    ++seen;
                    EXPECT_TRUE(record.active >> flight.move.lane & 1U);
                    EXPECT_NE(std::ranges::find(moves, flight.move), moves.end());
                    other.seek(stream.event);
                    if (flight.move.from.kind != flow::Place::Kind::None) {
                        EXPECT_EQ(flight.bits, flow::bitsAt(flight.move.from, flight.move.bytes, other).value_or(0));
                    }
                    if (flight.move.how == flow::Move::How::Copy && flight.move.from.kind != flow::Place::Kind::None) {
                        other.seek(stream.event + 1);
                        const auto arrived = flow::bitsAt(flight.move.to, flight.move.bytes, other);
                        // Of lanes that store to one place the last one's value stays.
                        const bool alone = std::ranges::count(moves, flight.move.to, &flow::Move::to) == 1;
                        if (alone) {
                            EXPECT_EQ(arrived, flight.bits);
                        }
                    }
                    for (const Spot* spot : {&flight.from, &flight.to}) {
                        if (spot->kind == Spot::Kind::Cell && record.access != simt::AccessKind::None) {
                            const Array& array = block.arrays()[spot->index];
                            const std::uint64_t offset =
                                record.address[flight.move.lane] - addressOf(array, spot->number);
                            EXPECT_LT(offset + sizeOf(array.type) * (record.bytesPerLane / flight.move.bytes - 1U),
                                      std::max<std::uint64_t>(record.bytesPerLane, sizeOf(array.type)));
                            EXPECT_EQ(array.isShared(), record.space == program::Space::Shared);
                        }
                        if (spot->kind == Spot::Kind::Sum) {
                            const auto cell = owned.at({static_cast<std::uint32_t>(spot->number / owned.columns()),
                                                        static_cast<std::uint32_t>(spot->number % owned.columns())});
                            ASSERT_TRUE(cell);
                            EXPECT_EQ(cell->warp, stream.warp);
                            EXPECT_EQ(cell->lane, flight.move.lane);
                        }
                        if (spot->kind == Spot::Kind::Slot && spot->index < Block::kMostSlots) {
                            EXPECT_EQ(spot->number, spot == &flight.to ? flight.move.lane : flight.move.from.lane);
                        }
                    }
                }
            }
        });
        EXPECT_GT(seen, 20);
    }
}

TEST(Tiles, WhatAWarpHoldsIsInItsRegisters) {
    for (const Choice& choice : kernels()) {
        SCOPED_TRACE(choice.algorithm);
        Staged stage({choice});
        auto view = stage.view<TilesStage>();
        const BlockTrace& trace = *stage.playback.trace();
        atManyPositions(stage, [&] {
            const Block& block = view->block();
            for (const SlotState& state : view->scene().slots) {
                if (!state.event) continue;
                EXPECT_LT(*state.event, view->scene().position);
                EXPECT_EQ(trace.warp(*state.event), view->scene().warp);
                const program::RegisterId reg = block.registerOf(trace.instruction(*state.event));
                for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
                    if (!state.lanes[lane].has) continue;
                    const flow::Place place = flow::registerPlace(view->scene().warp, lane, reg);
                    const unsigned bytes = trace.access(*state.event).bytesPerLane;
                    if (bytes == 0 || bytes > 8) continue;
                    EXPECT_EQ(flow::bitsAt(place, bytes, *stage.playback.timeline()), state.lanes[lane].bits);
                }
            }
        });
    }
}

TEST(Tiles, VesselsAreAsFullAsTheEventsThatAreDone) {
    for (const Choice& choice : kernels()) {
        SCOPED_TRACE(choice.algorithm);
        Staged stage({choice});
        auto view = stage.view<TilesStage>();
        const Block& block = view->block();
        const BlockTrace& trace = *stage.playback.trace();
        const flow::Owned& owned = block.flow().owned();
        if (owned.rows() == 0) continue;
        // By register: the value that it holds by turns.
        std::map<program::RegisterId, std::uint32_t> valueOf;
        for (std::uint32_t value = 0; value < owned.valuesPerThread(); ++value)
            for (const program::RegisterId reg : owned.registersOf(value)) valueOf[reg] = value;
        std::map<flow::Owned::Cell, std::vector<std::uint64_t>> events;
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            const std::uint32_t number = trace.instruction(event);
            if (block.flow().roles().kind(number) != InstructionKind::Compute) continue;
            for (const program::RegisterId reg : program::registersWritten(trace.entry().instructions[number])) {
                if (!valueOf.contains(reg)) continue;
                for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
                    if (trace.active(event) >> lane & 1U)
                        events[{trace.warp(event), static_cast<std::uint8_t>(lane), valueOf[reg]}].push_back(event);
            }
        }
        for (const double share : {0.0, 0.3, 0.55, 0.8, 1.0}) {
            stage.playback.seek(static_cast<std::uint64_t>(share * static_cast<double>(trace.size())));
            for (const auto& [cell, at] : owned.cells()) {
                const SumProgress& shown = view->scene().sums[std::size_t{at.row} * owned.columns() + at.column];
                const auto& all = events[cell];
                const auto done =
                    std::ranges::count_if(all, [&](std::uint64_t event) { return event < view->scene().position; });
                EXPECT_EQ(shown.all, all.size());
                EXPECT_EQ(shown.done, static_cast<std::uint32_t>(done));
            }
        }
    }
}

/// The catalogue's own contents of A and B.
std::vector<double> contentOf(const Staged& stage, const std::string& name) {
    for (BufferId id = 0; id < stage.playback.trace()->memoryBefore().size(); ++id) {
        const auto& allocation = stage.playback.trace()->memoryBefore().allocation(id);
        if (allocation.buffer.name != name) continue;
        std::vector<double> values;
        for (std::uint64_t e = 0; e < allocation.buffer.elements(); ++e)
            values.push_back(
                elementAsDouble(allocation.buffer.type, allocation.data.data() + e * sizeOf(allocation.buffer.type)));
        return values;
    }
    return {};
}

TEST(Tiles, TheWrittenOutSumIsTheProduct) {
    for (const char* algorithm : {"matmul.tiled", "matmul.global"}) {
        Staged stage({{algorithm, {{"n", "32"}, {"block", "16"}}, {}}});
        auto view = stage.view<TilesStage>();
        const std::vector<double> a = contentOf(stage, "A");
        const std::vector<double> b = contentOf(stage, "B");
        int seen = 0;
        atManyPositions(stage, [&] {
            const auto& equation = view->scene().equation;
            if (!equation) return;
            ASSERT_TRUE(equation->sum);
            std::vector<double> numbers;
            for (const Term& term : equation->terms)
                if (term.isNumber) numbers.push_back(term.text.toDouble());
            ASSERT_EQ(numbers.size(), 4U);
            const SumProgress progress = view->scene().sums[*equation->sum];
            const std::uint64_t row = *equation->sum / 16;
            const std::uint64_t column = *equation->sum % 16;
            ASSERT_GT(progress.done, 0U);
            double sum = 0;
            for (std::uint64_t k = 0; k + 1 < progress.done; ++k) sum += a[row * 32 + k] * b[k * 32 + column];
            const std::uint64_t last = progress.done - 1;
            EXPECT_EQ(numbers[0], sum);
            EXPECT_EQ(std::set<double>({numbers[1], numbers[2]}),
                      std::set<double>({a[row * 32 + last], b[last * 32 + column]}));
            EXPECT_EQ(numbers[3], sum + a[row * 32 + last] * b[last * 32 + column]);
            ++seen;
        });
        EXPECT_GT(seen, 15);
    }
}

TEST(Tiles, CellsAreAsTheBlockHasTreatedThem) {
    for (const Choice& choice : kernels()) {
        SCOPED_TRACE(choice.algorithm);
        Staged stage({choice});
        const flow::BlockFlow& flow = stage.playback.flow(0);
        const Arrays arrays(flow);
        History history(flow, arrays);
        EXPECT_TRUE(history.learn(flow.trace().size(), std::chrono::hours(1)));
        // There and back again: what is set must be taken back.
        for (const double share : {0.5, 1.0, 0.25, 0.0, 0.75}) {
            const auto position = static_cast<std::uint64_t>(share * static_cast<double>(flow.trace().size()));
            history.moveTo(position);
            const flow::Phase* round = position == 0 ? nullptr : &flow.phases().at(position - 1);
            for (std::size_t i = 0; i < arrays.size(); ++i) {
                const Array& array = arrays[i];
                std::vector<bool> touched(array.elements());
                std::vector<bool> stored(array.elements());
                std::vector<bool> storedNow(array.elements());
                for (std::uint64_t event = 0; event < position; ++event) {
                    const simt::StepRecord record = flow.trace().record(event);
                    const auto space = array.isShared() ? program::Space::Shared : program::Space::Global;
                    if (record.access == simt::AccessKind::None || record.space != space) continue;
                    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
                        if ((record.active >> lane & 1U) == 0) continue;
                        for (unsigned byte = 0; byte < record.bytesPerLane; ++byte) {
                            const std::uint64_t offset = record.address[lane] + byte - array.base;
                            if (offset >= array.bytes()) continue;
                            const std::uint64_t e = offset / sizeOf(array.type);
                            touched[e] = true;
                            if (record.access == simt::AccessKind::Load) continue;
                            stored[e] = true;
                            if (round != nullptr && event >= round->first) storedNow[e] = true;
                        }
                    }
                }
                for (std::uint64_t e = 0; e < array.elements(); ++e) {
                    const std::uint8_t flags = history.flags(i)[e];
                    ASSERT_EQ((flags & kStored) != 0, stored[e]) << array.name << " " << e << " at " << position;
                    ASSERT_EQ((flags & kUsed) != 0, array.isShared() ? storedNow[e] : touched[e])
                        << array.name << " " << e << " at " << position;
                    if (array.isShared()) {
                        ASSERT_EQ((flags & kHasValue) != 0, stored[e]);
                    }
                }
            }
        }
    }
}

TEST(Tiles, AProductIsFoundInTheDataFlow) {
    const auto productOf = [](const Choice& choice) {
        Staged stage({choice});
        auto view = stage.view<TilesStage>();
        const auto& product = view->block().product();
        if (!product) return std::string();
        return view->block().arrays()[product->left].name + " " + view->block().arrays()[product->above].name;
    };
    EXPECT_EQ(productOf({"matmul.tiled", {{"n", "32"}, {"block", "16"}}, {}}), "As Bs");
    EXPECT_EQ(productOf({"matmul.rect2", {{"n", "32"}, {"block", "8"}}, {}}), "As Bs");
    EXPECT_EQ(productOf({"matmul.global", {{"n", "32"}, {"block", "8"}}, {}}), "A B");
    EXPECT_EQ(productOf({"matmul.single-block", {{"n", "32"}, {"block", "8"}}, {}}), "A B");
    EXPECT_EQ(productOf({"matmul.one-block-grid-stride", {{"n", "40"}}, {}}), "A B") << "ends beyond the matrix";
    for (const char* other : {"vector.add", "reduce.0", "matvec.rows", "transpose.tiled", "triangle.ltm"})
        EXPECT_EQ(productOf({other, {}, {}}), "") << other;
}

TEST(Tiles, OneSumAfterTheOtherIsFedByTheRowsAndColumnsThatAreRead) {
    Staged stage({{"matmul.single-block", {{"n", "32"}, {"block", "8"}}, {}}});
    auto view = stage.view<TilesStage>();
    view->resize(1440, 840);
    const Block& block = view->block();
    ASSERT_TRUE(block.product());
    EXPECT_TRUE(block.product()->moves);
    const flow::BlockFlow& flow = stage.playback.flow(0);
    std::set<std::pair<std::uint64_t, std::uint64_t>> places;
    for (std::uint64_t event = 0; event < flow.trace().size(); ++event) {
        if (flow.activities().kind(event) != InstructionKind::StoreGlobal || flow.trace().active(event) == 0) continue;
        stage.playback.seek(event + 1);
        const Scene& scene = view->scene();
        ASSERT_TRUE(scene.leftPart && scene.abovePart);
        // What is stored lies where these rows and columns meet.
        for (const flow::Move& move : flow.moves().of(event)) {
            const auto element = block.arrays().at(move.to);
            ASSERT_TRUE(element);
            EXPECT_TRUE(scene.leftPart->contains(element->number / 32, 0));
            EXPECT_TRUE(scene.abovePart->contains(0, element->number % 32));
        }
        places.insert({scene.leftPart->row, scene.abovePart->column});
        for (const SumProgress& sum : scene.sums) EXPECT_EQ(sum.all, 32U) << "products of one sum";
        for (const ArrayGrid& grid : view->layoutOf().grids)
            if (grid.isOperand) {
                EXPECT_EQ(grid.part, grid.array == block.product()->left ? *scene.leftPart : *scene.abovePart);
            }
    }
    EXPECT_EQ(places.size(), 16U) << "4 × 4 tiles of C, one after the other";
}

// In the last round some lanes have no element any more while others go on: that ended the program.
TEST(Tiles, SumsOfLanesThatAreBehindOthersStayWhole) {
    Staged stage({{"matmul.one-block-grid-stride", {{"n", "20"}, {"block", "8"}}, {}}});
    auto view = stage.view<TilesStage>();
    bool uneven = false;
    atManyPositions(stage, [&] {
        std::set<std::uint32_t> done;
        for (const SumProgress& sum : view->scene().sums) {
            EXPECT_EQ(sum.all, 20U) << "products of one sum";
            EXPECT_LE(sum.done, sum.all);
            done.insert(sum.done);
        }
        uneven = uneven || done.size() > 2;
    });
    EXPECT_TRUE(uneven) << "the run has no such lanes";
}

TEST(Tiles, AStageHasNoEmptyHalf) {
    for (const Choice& choice : {Choice{"vector.add", {{"n", "200"}, {"block", "64"}}, {}},
                                 Choice{"reduce.0", {{"n", "64"}, {"block", "64"}}, {}},
                                 Choice{"matmul.tiled", {{"n", "64"}, {"block", "16"}}, {}}}) {
        Staged stage({choice});
        const Block block(stage.playback.flow(0));
        for (const QSizeF size : {QSizeF(1440, 840), QSizeF(2880, 1750)}) {
            const Layout layout = layOut(block, QRectF(QPointF(), size), stage.theme);
            double bottom = 0;
            double right = 0;
            for (const ArrayGrid& grid : layout.grids) bottom = std::max(bottom, grid.grid.cells.bottom());
            if (layout.plane) bottom = std::max(bottom, layout.plane->grid.cells.bottom());
            bottom = std::max(bottom, layout.equation.bottom());
            for (const SlotRow& row : layout.slots) right = std::max(right, row.grid.cells.right());
            if (layout.plane) right = std::max(right, layout.plane->grid.cells.right());
            EXPECT_GT(bottom, 0.6 * size.height()) << choice.algorithm << " " << size.width();
            EXPECT_GT(right, 0.8 * size.width()) << choice.algorithm << " " << size.width();
        }
    }
}

TEST(Tiles, NothingLiesOverAnother) {
    for (const Choice& choice : kernels()) {
        SCOPED_TRACE(choice.algorithm);
        Staged stage({choice});
        const Block block(stage.playback.flow(0));
        for (const bool compact : {false, true}) {
            stage.theme.setCompact(compact);
            for (const QSizeF size : {QSizeF(1440, 840), QSizeF(1872, 840), QSizeF(928, 504), QSizeF(1240, 504)}) {
                const Layout layout = layOut(block, QRectF(QPointF(), size), stage.theme);
                std::vector<QRectF> rects;
                for (const ArrayGrid& grid : layout.grids) rects.push_back(grid.grid.cells);
                for (const SlotRow& row : layout.slots)
                    if (!layout.slotsYield) rects.push_back(row.grid.cells);
                if (layout.plane) rects.push_back(layout.plane->grid.cells);
                if (layout.plane && !layout.slotsYield && choice.algorithm != "matmul.rect2")
                    rects.push_back(layout.equation.adjusted(0, 2, 0, -2));
                for (std::size_t i = 0; i < rects.size(); ++i) {
                    EXPECT_TRUE(QRectF(QPointF(-1, -1), size + QSizeF(2, 2)).contains(rects[i]))
                        << i << " of " << size.width() << ": " << rects[i].left() << " " << rects[i].top() << " "
                        << rects[i].width() << " " << rects[i].height();
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_FALSE(rects[i].adjusted(1, 1, -1, -1).intersects(rects[j].adjusted(1, 1, -1, -1)))
                            << i << " over " << j << " of " << size.width();
                }
            }
        }
    }
}

TEST(Tiles, WhatIsWrongInTheEndIsMarked) {
    Staged stage({{"matmul.single-block", {{"n", "32"}, {"block", "16"}, {"variant", "published"}}, {}}});
    const CheckResult& check = stage.sides[0].run->check;
    ASSERT_EQ(check.verdict, CheckResult::Verdict::Wrong);
    const flow::BlockFlow& flow = stage.playback.flow(0);
    const Arrays arrays(flow);
    History history(flow, arrays);
    history.learn(flow.trace().size(), std::chrono::hours(1));
    for (std::size_t i = 0; i < arrays.globals(); ++i) {
        if (arrays[i].name != check.buffer) continue;
        history.setWrong(i, check.wrongElements);
        history.moveTo(0);
        EXPECT_EQ(history.wrongCount(i), 0U);
        history.moveTo(flow.trace().size());
        EXPECT_EQ(history.wrongCount(i), check.wrong);
        for (std::uint64_t e = 0; e < arrays[i].elements(); ++e)
            EXPECT_EQ((history.flags(i)[e] & kWrong) != 0, check.wrongElements[e]);
        history.setWrong(i, {});
        EXPECT_EQ(history.wrongCount(i), 0U);
    }
}

TEST(Tiles, TwoSidesHaveOneScale) {
    Staged stage(
        {{"matmul.tiled", {{"n", "64"}, {"block", "16"}}, {}}, {"matmul.tiled", {{"n", "32"}, {"block", "8"}}, {}}});
    auto view = stage.view<TilesStage>();
    view->resize(1872, 840);
    const Layout& one = view->layoutOf(0);
    const Layout& other = view->layoutOf(1);
    EXPECT_EQ(one.plane->grid.width, other.plane->grid.width);
    EXPECT_EQ(one.scales.global, other.scales.global);
    EXPECT_LE(one.rect.right(), other.rect.left());
}

TEST(Tiles, CellsCanBePointedAtAndFollowed) {
    Staged stage({{"matmul.tiled", {{"n", "32"}, {"block", "16"}}, {}}});
    auto view = stage.view<TilesStage>();
    view->resize(1440, 840);
    stage.playback.seek(stage.after(
        [&](quint64 event) { return stage.playback.flow(0).activities().kind(event) == InstructionKind::LoadShared; }));
    // An element of the left tile: read, written by somebody, from A.
    const ArrayGrid* left = view->layoutOf().gridOf(view->block().product()->left);
    ASSERT_NE(left, nullptr);
    const auto cell = left->cell(5 * 16 + 3);
    ASSERT_TRUE(cell);
    const auto pointed = view->at(cell->center());
    ASSERT_TRUE(pointed);
    const QString words = view->describe(*pointed);
    EXPECT_TRUE(words.contains(QStringLiteral("As[5][3] = "))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("with A[5][3]"))) << words.toStdString();

    QSignalSpy described(view.get(), &StageView::described);
    QSignalSpy activated(view.get(), &TilesStage::elementActivated);
    view->show();
    QTest::mouseMove(view.get(), cell->center().toPoint());
    QTest::mouseDClick(view.get(), Qt::LeftButton, {}, cell->center().toPoint());
    ASSERT_GE(activated.count(), 1);
    EXPECT_EQ(activated.last().front().value<ElementPick>(), (ElementPick{{ArrayRef::Kind::Shared, 0}, 5, 3}));
    view->setFocus();
    described.clear();
    QTest::keyClick(view.get(), Qt::Key_Right);
    ASSERT_EQ(described.count(), 1);
    EXPECT_FALSE(described.last().front().toString().isEmpty());
}

}  // namespace
}  // namespace lanescope::test
