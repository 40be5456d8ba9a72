// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to move is looked up in the run, and the links between events are compared with those that a walk
// through all events finds.
#include "core/flow/moves.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "core/program/dataflow.h"
#include "core/trace/timeline.h"
#include "tests/core/flow/traced_blocks.h"
#include "tests/core/trace/kernels.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::RegisterId;

struct Choice {
    std::string algorithm;
    Parameters parameters;
};
const std::vector<Choice>& choices() {
    static const std::vector<Choice> kChoices{
        {"matmul.tiled", {{"n", "32"}, {"block", "16"}}},
        {"matmul.rect2", {{"n", "32"}, {"block", "8"}, {"type", "f64"}}},
        {"matmul.rect4-prefetch", {{"n", "32"}, {"block", "8"}}},
        {"transpose.tiled", {{"tile", "16"}, {"type", "f32"}}},
        {"reduce.0", {{"n", "128"}, {"block", "64"}}},
        {"reduce.1", {{"n", "128"}, {"block", "64"}}},
        {"reduce.4", {{"n", "128"}, {"block", "64"}}},
        {"reduce.6", {{"n", "512"}, {"block", "64"}}},
        {"reduce.two-phase", {{"n", "256"}, {"block", "64"}, {"memory", "global"}}},
        {"reduce.cub", {{"n", "512"}, {"block", "64"}}},
        {"matvec.columns", {{"n", "16"}, {"m", "64"}, {"block", "64"}}},
        {"triangle.ltm", {{"n", "32"}, {"block", "8"}, {"workload", "collision"}}},
        {"micro.atomics", {}},
        {"vector.add", {{"n", "200"}, {"block", "64"}}},
    };
    return kChoices;
}

class MovesOf : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        const Choice& choice = choices()[GetParam()];
        SCOPED_TRACE(choice.algorithm);
        trace = test::traceOf(choice.algorithm, choice.parameters);
        ASSERT_NE(trace, nullptr);
        ASSERT_GT(trace->size(), 0U);
    }
    std::shared_ptr<const BlockTrace> trace;
};

/// Of lanes that write the same place in one event the last one's value stays.
bool isOverwritten(const std::vector<Move>& moves, std::size_t at) {
    return std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(at) + 1, moves.end(),
                       [&](const Move& later) { return later.to == moves[at].to; });
}

TEST_P(MovesOf, EachCopyArrivesAsItSetOut) {
    const Moves moves(trace);
    Timeline before(trace);
    Timeline after(trace);
    const std::uint64_t stride = 1 + trace->size() / 1500;
    std::uint64_t checked = 0;
    for (std::uint64_t event = 0; event < trace->size(); event += stride) {
        const std::vector<Move> all = moves.of(event);
        if (std::ranges::none_of(all, [](const Move& move) { return move.how == Move::How::Copy; })) continue;
        before.seek(event);
        after.seek(event + 1);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Move& move = all[i];
            if (move.how != Move::How::Copy || move.from.kind == Place::Kind::None || isOverwritten(all, i)) continue;
            const auto sent = bitsAt(move.from, move.bytes, before);
            ASSERT_TRUE(sent) << event;
            ASSERT_EQ(bitsAt(move.to, move.bytes, after), sent) << "event " << event << " lane " << int{move.lane};
            ++checked;
        }
    }
    const bool atomicsOnly = choices()[GetParam()].algorithm == "micro.atomics";
    EXPECT_EQ(checked > 30, !atomicsOnly) << checked;
}

TEST_P(MovesOf, EachLinkIsTheLastWriterThatAWalkThroughAllEventsFinds) {
    const Moves moves(trace);
    using Register = std::tuple<std::uint32_t, unsigned, RegisterId>;
    std::map<Register, std::uint64_t> registers;
    std::map<std::pair<Place::Kind, std::uint64_t>, Touch> memory;  // by byte
    const std::uint64_t stride = 1 + trace->size() / 2000;
    std::uint64_t links = 0;
    for (std::uint64_t event = 0; event < trace->size(); ++event) {
        const Instruction& what = trace->entry().instructions[trace->instruction(event)];
        const std::uint32_t warp = trace->warp(event);
        const bool access = what.opcode == Opcode::Ld || what.opcode == Opcode::St || what.opcode == Opcode::Atom ||
                            what.opcode == Opcode::Red;
        const std::vector<Move> all = access || event % stride == 0 ? moves.of(event) : std::vector<Move>{};
        if (event % stride == 0)
            for (const Move& move : all) {
                std::optional<Touch> expected;
                if (move.from.kind == Place::Kind::Register) {
                    const auto found = registers.find({warp, move.from.lane, move.from.reg});
                    if (found != registers.end()) expected = Touch{found->second, move.from.lane};
                } else {
                    for (unsigned byte = 0; byte < move.bytes; ++byte) {
                        const auto found = memory.find({move.from.kind, move.from.address + byte});
                        if (found != memory.end() && (!expected || expected->event < found->second.event))
                            expected = found->second;
                    }
                }
                ASSERT_EQ(moves.writerOf(move, event), expected) << "event " << event << " lane " << int{move.lane};
                links += expected ? 1 : 0;
            }
        for (const RegisterId reg : program::registersWritten(what))
            simt::eachLane(trace->active(event), [&](unsigned lane) { registers[{warp, lane, reg}] = event; });
        for (const Move& move : all)
            if (move.to.isMemory())
                for (unsigned byte = 0; byte < move.bytes; ++byte)
                    memory[{move.to.kind, move.to.address + byte}] = {event, move.lane};
    }
    EXPECT_GT(links, 30U);
    // And at random, which goes back and forth.
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        const std::uint64_t event = random() % trace->size();
        for (const Move& move : moves.of(event)) {
            const auto writer = moves.writerOf(move, event);
            if (!writer) continue;
            ASSERT_LT(writer->event, event);
            const std::vector<Touch> readers = moves.readersOf(move.from, move.bytes, writer->event, event);
            ASSERT_TRUE(std::ranges::find(readers, Touch{event, move.lane}) != readers.end())
                << "event " << event << " reads what " << writer->event << " wrote, but not the other way round";
            ASSERT_EQ(moves.writerOf(move.from, move.bytes, event), writer) << "after another was asked for";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, MovesOf, ::testing::Range<std::size_t>(0, choices().size()),
                         [](const auto& tested) {
                             std::string name = choices()[tested.param].algorithm;
                             std::ranges::replace_if(
                                 name, [](char c) { return c == '.' || c == '-'; }, '_');
                             return name + "_" + std::to_string(tested.param);
                         });

TEST(Moves, AProductIsFollowedFromTheMatricesToTheResult) {
    const auto trace = test::traceOf("matmul.tiled", {{"n", "32"}, {"block", "16"}});
    const Moves moves(trace);
    std::uint64_t event = trace->size();
    while (event-- > 0 && moves.kind(event) != InstructionKind::StoreGlobal) continue;
    const Move store = moves.of(event).front();
    EXPECT_EQ(trace->memoryBefore().allocation(store.to.array).buffer.name, "C");
    auto sum = moves.writerOf(store, event);
    ASSERT_TRUE(sum);
    std::set<std::string> sources;
    for (int k = 0; k < 32; ++k) {
        ASSERT_EQ(moves.kind(sum->event), InstructionKind::Compute);
        std::optional<Touch> next;
        for (const Move& input : moves.of(sum->event)) {
            if (input.lane != sum->lane) continue;
            EXPECT_EQ(input.how, Move::How::Input);
            const auto from = moves.writerOf(input, sum->event);
            ASSERT_TRUE(from);
            if (moves.kind(from->event) != InstructionKind::LoadShared) {
                next = from;
                continue;
            }
            // shared ← register ← global
            Move load;
            for (const Move& move : moves.of(from->event))
                if (move.lane == from->lane) load = move;
            const auto stored = moves.writerOf(load, from->event);
            ASSERT_TRUE(stored);
            EXPECT_EQ(moves.kind(stored->event), InstructionKind::StoreShared);
            for (const Move& move : moves.of(stored->event)) {
                if (move.lane != stored->lane) continue;
                const auto loaded = moves.writerOf(move, stored->event);
                ASSERT_TRUE(loaded);
                ASSERT_EQ(moves.kind(loaded->event), InstructionKind::LoadGlobal);
                const Move fromMatrix = moves.of(loaded->event).front();
                sources.insert(trace->memoryBefore().allocation(fromMatrix.from.array).buffer.name + " by " +
                               trace->entry().shared[load.from.array].shortName);
            }
        }
        ASSERT_TRUE(next);
        sum = next;
    }
    EXPECT_EQ(moves.kind(sum->event), InstructionKind::Copy) << "the zero that it begins with";
    EXPECT_EQ(sources, (std::set<std::string>{"A by As", "B by Bs"}));
}

TEST(Moves, AnAsynchronousCopyIsTheWriterOfWhatItBrings) {
    const test::Traced run = test::run({test::kAsync, "k", {1, 1, 1}, {64, 1, 1}, 64, false}, {}, false);
    ASSERT_FALSE(run.failed);
    const auto trace = run.traces.front();
    const Moves moves(trace);
    Timeline timeline(trace);
    unsigned copies = 0;
    for (std::uint64_t event = 0; event < trace->size(); ++event) {
        if (moves.kind(event) != InstructionKind::LoadShared) continue;
        for (const Move& load : moves.of(event)) {
            const auto writer = moves.writerOf(load, event);
            ASSERT_TRUE(writer);
            ASSERT_EQ(moves.kind(writer->event), InstructionKind::AsyncCopy);
            EXPECT_EQ(writer->lane, load.lane);
            const Move copy = moves.of(writer->event).at(writer->lane);
            EXPECT_EQ(copy.to, load.from);
            EXPECT_EQ(copy.from.kind, Place::Kind::Global);
            timeline.seek(event);
            EXPECT_EQ(bitsAt(copy.from, 4, timeline), bitsAt(load.from, 4, timeline));
            EXPECT_FALSE(moves.writerOf(copy, writer->event)) << "the block has not written it";
            ++copies;
        }
    }
    EXPECT_EQ(copies, 128U) << "two of each thread";
}

/// A plan with as small a size as the algorithm takes.
Parameters smallest(const Algorithm& algorithm) {
    for (const char* n : {"16", "32", "64", "128", "256"}) {
        Parameters parameters;
        for (const ParameterSpec& spec : algorithm.parameters())
            if (spec.role == ParameterRole::Size) parameters.add(spec.name, n);
        if (algorithm.plan(parameters)) return parameters;
    }
    return {};
}

TEST(Moves, EachStoreToGlobalMemoryHasAChainBackInAllOfTheCatalogue) {
    std::size_t stores = 0;
    for (const auto& algorithm : test::catalogue().algorithms()) {
        SCOPED_TRACE(std::string(algorithm->id()));
        std::size_t launches = 0;
        for (const auto& trace : test::tracesOf(std::string(algorithm->id()), smallest(*algorithm))) {
            if (++launches > 4) break;
            const Moves moves(trace);
            const std::uint64_t stride = 1 + trace->size() / 5000;
            for (std::uint64_t event = 0; event < trace->size(); ++event) {
                if (moves.kind(event) != InstructionKind::StoreGlobal || event % stride != 0) continue;
                ++stores;
                // All that went into it: registers that nothing has written would end a chain in the middle.
                const Move store = moves.of(event).front();
                std::vector<std::pair<Move, std::uint64_t>> open{{store, event}};
                std::set<Touch> seen;
                while (!open.empty() && seen.size() < 200) {
                    const auto [move, at] = open.back();
                    open.pop_back();
                    if (move.from.kind == Place::Kind::None) continue;
                    const auto writer = moves.writerOf(move, at);
                    if (move.from.kind == Place::Kind::Register) {
                        ASSERT_TRUE(writer) << trace->entry().registers[move.from.reg].name << " at event " << at;
                    }
                    if (!writer || !seen.insert(*writer).second) continue;
                    ASSERT_LT(writer->event, at);
                    for (const Move& before : moves.of(writer->event))
                        if (before.lane == writer->lane) open.emplace_back(before, writer->event);
                }
            }
        }
    }
    EXPECT_GT(stores, 100U);
}

}  // namespace
}  // namespace lanescope::flow
