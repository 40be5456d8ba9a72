// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code on the multiprocessor: control codes as the hardware obeys them.
#include <gtest/gtest.h>

#include "core/sass/listing.h"
#include "core/timing/machine_ops.h"
#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

/// Instructions of a warp, one after the other.
class Code {
public:
    Code& op(Pipe pipe, After after, OpControl control = {}, Writeback writeback = Writeback::None) {
        Op op;
        op.writeback = writeback;
        op.pipe = pipe;
        op.after = after;
        op.control = control;
        op.code = static_cast<std::uint32_t>(m_stream.code.size());
        m_events.push_back({op.code, kNoAccess});
        m_stream.code.push_back(op);
        return *this;
    }
    /// A load of whole sectors.
    Code& load(std::vector<std::uint32_t> sectors, OpControl control, bool pastL1 = false) {
        op(Pipe::Memory, After::Access, control);
        m_stream.code.back().pastL1 = pastL1;
        Access access;
        access.space = program::Space::Global;
        access.kind = simt::AccessKind::Load;
        access.lanes = 32;
        access.firstSector = static_cast<std::uint32_t>(m_sample.sectors.size());
        access.sectors = static_cast<std::uint16_t>(sectors.size());
        m_sample.sectors.insert(m_sample.sectors.end(), sectors.begin(), sectors.end());
        m_events.back().access = static_cast<std::uint32_t>(m_sample.accesses.size());
        m_sample.accesses.push_back(access);
        return *this;
    }
    /// A request of which no lane takes part.
    Code& off(bool global, OpControl control) {
        op(Pipe::Memory, After::Access, control);
        m_stream.code.back().global = global;
        return *this;
    }
    /// What was added last names a line of constants.
    Code& constants(std::uint32_t line) {
        m_stream.code.back().constants = line;
        return *this;
    }
    /// Behind what was added last lanes go on together.
    Code& meets() {
        m_stream.code.back().meets = true;
        return *this;
    }
    /// What was added last is an access to global memory.
    Code& global() {
        m_stream.code.back().global = true;
        return *this;
    }
    /// The warp comes to an instruction once more.
    Code& again(std::uint32_t instruction) {
        m_events.push_back({instruction, kNoAccess});
        return *this;
    }
    MultiprocessorRun run(std::size_t warps = 1, const Parameters& p = roundParameters(), std::size_t blocks = 1) {
        m_sample.blocks.assign(blocks, {0, std::vector<SampledWarp>(warps, SampledWarp{m_events}), false});
        m_sample.listing = std::make_shared<sass::Listing>();
        m_sample.sectorCount = 64;
        m_sample.grid = {1, 1, 1};
        m_sample.block = {static_cast<std::uint32_t>(warps * 32), 1, 1};
        return timing::run(m_sample, m_stream, p,
                           {.resident = blocks, .l1Bytes = p.l1Bytes, .sharing = {}, .intervals = 0});
    }

private:
    LaunchSample m_sample;
    MachineStream m_stream;
    std::vector<Event> m_events;
};

OpControl stalls(std::uint8_t cycles) {
    OpControl control;
    control.stall = cycles;
    return control;
}
OpControl sets(std::uint8_t scoreboard) {
    OpControl control;
    control.sets = scoreboard;
    return control;
}
OpControl waits(std::uint8_t mask) {
    OpControl control;
    control.waits = mask;
    return control;
}

TEST(MachineCode, AStallIsKept) {
    EXPECT_DOUBLE_EQ(Code().op(Pipe::Fp32, After::Fp32, stalls(4)).op(Pipe::Fp32, After::Fp32).run().end, 5);  // 0, 4
    EXPECT_DOUBLE_EQ(Code().op(Pipe::Fp32, After::Fp32, stalls(1)).op(Pipe::Fp32, After::Fp32).run().end, 2);  // 0, 1
}

TEST(MachineCode, AWarpThatYieldsLeavesACycleToOthers) {
    OpControl yields = stalls(1);
    yields.yields = true;
    EXPECT_DOUBLE_EQ(Code().op(Pipe::Fp32, After::Fp32, yields).op(Pipe::Fp32, After::Fp32).run().end, 3);
}

TEST(MachineCode, WhoWaitsForAScoreboardWaitsForItsResult) {
    EXPECT_DOUBLE_EQ(Code().load({0, 1}, sets(0)).op(Pipe::Fp32, After::Fp32, waits(1)).run().end, 601 + 1);
    EXPECT_DOUBLE_EQ(Code().load({0, 1}, sets(0)).op(Pipe::Fp32, After::Fp32, waits(2)).run().end, 2);
}

TEST(MachineCode, AStallIsToldBeforeTheScoreboardThatIsAwaited) {
    OpControl load = sets(0);
    load.stall = 5;
    const auto cycles = Code().load({0, 1}, load).op(Pipe::Fp32, After::Fp32, waits(1)).run().warpCycles;
    EXPECT_DOUBLE_EQ(cycles[static_cast<std::size_t>(Reason::Result)], 4);  // 1 to 5
    EXPECT_DOUBLE_EQ(cycles[static_cast<std::size_t>(Reason::Global)], 596);
}

TEST(MachineCode, AScoreboardIsDownWhenAllHaveLetGo) {
    // The second load finds in L1 what the first has asked for, and is behind it in no queue.
    const double end =
        Code().load({0, 1}, sets(0)).load({2, 3}, sets(0)).op(Pipe::Fp32, After::Fp32, waits(1)).run().end;
    EXPECT_GE(end, 604);
}

TEST(MachineCode, OperandsThatHaveBeenReadMayBeOverwritten) {
    OpControl store;
    store.setsRead = 3;
    EXPECT_DOUBLE_EQ(Code().load({0, 1}, store).op(Pipe::Fp32, After::Fp32, waits(8)).run().end, 11 + 1);
}

TEST(MachineCode, ARequestOfNoLaneIsOnItsWayAllTheSame) {
    EXPECT_DOUBLE_EQ(Code().off(false, sets(0)).op(Pipe::Fp32, After::Fp32, waits(1)).run().end, 23 + 1);
    EXPECT_DOUBLE_EQ(Code().off(true, sets(0)).op(Pipe::Fp32, After::Fp32, waits(1)).run().end, 11 + 1)
        << "until its operands have been read";
    EXPECT_DOUBLE_EQ(Code().off(false, {}).run(4).requestBusy, 4 * 2);
}

TEST(MachineCode, AJumpTakesAsLongAsItTakes) {
    Code straight, loop;
    straight.op(Pipe::Fp32, After::Fp32).op(Pipe::Branch, After::Nothing, stalls(5)).op(Pipe::Fp32, After::Fp32);
    EXPECT_DOUBLE_EQ(straight.run().end, 7);  // 0, 1, 6
    loop.op(Pipe::Fp32, After::Fp32).op(Pipe::Branch, After::Nothing, stalls(5)).again(0);
    EXPECT_DOUBLE_EQ(loop.run().end, 12);  // 0, 1, 11
}

TEST(MachineCode, AVolatileLoadDoesNotFindWhatL1Has) {
    const MultiprocessorRun run = Code().load({0, 1}, sets(0)).load({0, 1}, waits(1), true).run();
    EXPECT_DOUBLE_EQ(run.traffic.l1Hits, 0);
    EXPECT_DOUBLE_EQ(run.traffic.l2Sectors, 4);
    EXPECT_DOUBLE_EQ(run.traffic.dramSectors, 2);
}

TEST(MachineCode, APortReadsOneRegisterACycle) {
    // Three even registers: three cycles of one port, which the operand cache spares.
    OpControl same = stalls(1);
    same.reads = {0, 2, 4};
    OpControl kept = same;
    kept.reuse = 7;
    Code conflict, reuse;
    for (int i = 0; i < 10; ++i) conflict.op(Pipe::Fp32, After::Fp32, same);
    for (int i = 0; i < 10; ++i) reuse.op(Pipe::Fp32, After::Fp32, kept);
    EXPECT_DOUBLE_EQ(conflict.run().end, 28);
    EXPECT_DOUBLE_EQ(reuse.run().end, 11) << "the first one reads all three, and the third comes a cycle later";
}

/// Cycles of a pattern of instructions in a loop: F an addition, H a product of halves, W of two words, D a sum of
/// double precision.
double cyclesOf(const std::string& pattern) {
    constexpr int kTimes = 40;
    Parameters p = roundParameters();
    p.resultHalf = p.resultFp64 = 2;
    p.behindWide = 2;
    const auto end = [&](int times) {
        Code code;
        for (int i = 0; i < times; ++i)
            for (const char c : pattern) switch (c) {
                    case 'F': code.op(Pipe::Fp32, After::Fp32, stalls(1), Writeback::Usual); break;
                    case 'H': code.op(Pipe::Product, After::Fp32, stalls(1), Writeback::Half); break;
                    case 'N': code.op(Pipe::None, After::Nothing, stalls(1), Writeback::None); break;
                    case 'W': code.op(Pipe::Product, After::Integer, stalls(1), Writeback::Wide); break;
                    default: code.op(Pipe::Fp64, After::Fp64, stalls(1), Writeback::Fp64); break;
                }
        return code.run(1, p).end;
    };
    return (end(2 * kTimes) - end(kTimes)) / kTimes;
}

TEST(MachineCode, ResultsTakeTheirWayIntoTheRegistersOneACycle) {
    // Measured on an H200, in loops of patched machine code (docs/timing.md, "Dispatch").
    const std::vector<std::pair<std::string, double>> measured{
        {"H", 2},         {"HF", 2}, {"HFF", 4},  {"HFFF", 5},   {"HFFFF", 6},         {"HFFFFF", 7},
        {"HFFFFFFF", 9},  {"W", 4},  {"WF", 4},   {"WFFFFF", 8}, {"WFFFFFFFFFFF", 14}, {"WNNN", 6},
        {"WNNNNNNN", 10}, {"D", 2},  {"DFFF", 5}, {"DFFFFF", 7}, {"DFFFFFFFFFFF", 13}};
    for (const auto& [pattern, cycles] : measured) EXPECT_NEAR(cyclesOf(pattern), cycles, 0.1) << pattern;
}

TEST(MachineCode, ConstantsThatAreLoadedTakeTheirWayIntoTheRegistersToo) {
    const auto end = [](Writeback constant) {
        Code code;
        code.op(Pipe::Constant, After::Constant, stalls(1), constant);
        for (int i = 0; i < 40; ++i) code.op(Pipe::Fp32, After::Fp32, stalls(1), Writeback::Usual);
        return code.run(1, roundParameters()).end;
    };
    EXPECT_DOUBLE_EQ(end(Writeback::None), 41);
    EXPECT_DOUBLE_EQ(end(Writeback::Brought), 42);
}

TEST(MachineCode, AProductOfTwoWordsHoldsUpAllWarpsOfItsScheduler) {
    Parameters p = roundParameters();
    p.behindWide = 2;
    Code code;
    code.op(Pipe::Product, After::Integer, stalls(1), Writeback::Wide);
    for (int i = 0; i < 3; ++i) code.op(Pipe::None, After::Nothing, stalls(1), Writeback::None);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 6);
    EXPECT_DOUBLE_EQ(code.run(8, p).end, 12) << "two warps of each scheduler";
}

TEST(MachineCode, WhileDispatchIsHeldUpWarpsWaitForAUnit) {
    Parameters p = roundParameters();
    p.resultHalf = 2;
    Code code;
    code.op(Pipe::Product, After::Fp32, stalls(1), Writeback::Half);
    for (int i = 0; i < 3; ++i) code.op(Pipe::Fp32, After::Fp32, stalls(1), Writeback::Usual);
    const MultiprocessorRun run = code.run(1, p);
    EXPECT_DOUBLE_EQ(run.end, 5);  // 0, 1, 3, 4
    EXPECT_DOUBLE_EQ(run.warpCycles[static_cast<std::size_t>(Reason::Pipe)], 1);
    EXPECT_DOUBLE_EQ(run.warpCycles[static_cast<std::size_t>(Reason::NotSelected)], 0);
}

TEST(MachineCode, ALineOfConstantsComesWhenItIsNamedFirst) {
    Parameters p = roundParameters();
    p.constantFirst = 50;
    Code code;
    code.op(Pipe::None, After::Integer).constants(3).op(Pipe::None, After::Integer).constants(3);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 52);
    code.op(Pipe::None, After::Integer).constants(4);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 52 + 50 + 1) << "another line";
}

TEST(MachineCode, ALineThatIsNamedRightBehindAnotherComesWithIt) {
    Parameters p = roundParameters();
    p.constantFirst = 50;
    p.constantTogether = 8;
    Code code;
    code.op(Pipe::None, After::Integer, stalls(4)).constants(3).op(Pipe::None, After::Integer).constants(4);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 50 + 4 + 1);
    Code later;
    later.op(Pipe::None, After::Integer, stalls(9)).constants(3).op(Pipe::None, After::Integer).constants(4);
    EXPECT_DOUBLE_EQ(later.run(1, p).end, 50 + 9 + 50 + 1);
}

TEST(MachineCode, SchedulersThatAskForALineAtOneTimeWaitForEachOther) {
    Parameters p = roundParameters();
    p.constantFirst = 50;
    p.constantShare = 10;
    Code code;
    code.op(Pipe::None, After::Integer).constants(0);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 51);
    EXPECT_DOUBLE_EQ(code.run(4, p).end, 50 + 30 + 1) << "of three others";
    EXPECT_DOUBLE_EQ(code.run(8, p).end, 50 + 30 + 2) << "its own warps ask once";
}

TEST(MachineCode, ALoadOfConstantsIsAwaitedByTheExit) {
    Parameters p = roundParameters();
    Code code;
    code.op(Pipe::Constant, After::Constant, sets(0)).constants(2);
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 1) << "times have that in what an empty kernel takes";
    p.constantLoadFirst = 50;
    EXPECT_DOUBLE_EQ(code.run(1, p).end, 50 + p.constantLatency);
    const auto cycles = code.run(1, p).warpCycles;
    EXPECT_DOUBLE_EQ(cycles[static_cast<std::size_t>(Reason::Drain)], 50 + p.constantLatency - 1);
    p.constantWord = 3;
    EXPECT_DOUBLE_EQ(code.run(4, p).end, 50 + 3 * 3 + p.constantLatency) << "one after the other";
    Code named;
    named.op(Pipe::None, After::Integer).constants(2).op(Pipe::Constant, After::Constant, sets(0)).constants(2);
    p.constantFirst = 20;
    EXPECT_DOUBLE_EQ(named.run(1, p).end, 20 + 1 + p.constantLatency) << "an instruction has named the line";
}

TEST(MachineCode, WhereLanesMeetAWarpWaits) {
    Parameters p = roundParameters();
    p.meeting = 15;
    const auto end = [&p](std::uint8_t stall) {
        Code code;
        code.op(Pipe::None, After::Nothing, stalls(stall)).meets();
        return code.op(Pipe::None, After::Integer).run(1, p).end;
    };
    EXPECT_DOUBLE_EQ(end(5), 15 + 1);
    EXPECT_DOUBLE_EQ(end(5), end(15)) << "beside its stall";
}

TEST(MachineCode, WhatAWarpIssuesRightBehindItsBarrierDoesNotWait) {
    Parameters p = roundParameters();
    const auto end = [&p](std::uint8_t stall, std::size_t warps) {
        Code code;
        code.op(Pipe::Barrier, After::Nothing, stalls(stall));
        return code.op(Pipe::None, After::Integer, stalls(13)).op(Pipe::None, After::Integer).run(warps, p).end;
    };
    EXPECT_DOUBLE_EQ(end(1, 1), 16 + 13 + 1);
    p.barrierBlocks = 6;
    EXPECT_DOUBLE_EQ(end(1, 1), 16 + 1) << "a comparison, and what needs it 13 cycles later";
    EXPECT_DOUBLE_EQ(end(6, 1), 16 + 13 + 1) << "what must wait stands six cycles behind";
    p.barrierWarp = 2;
    EXPECT_DOUBLE_EQ(end(1, 4), 4 * 2 + 16 + 1);
    p.barrier = 0;
    EXPECT_DOUBLE_EQ(end(1, 1), 1 + 13 + 1) << "the stall is kept, however soon the barrier opens";
}

TEST(MachineCode, WarpsOfSmallBlocksWaitInTurnForThePlacesOfTheLoadStoreUnit) {
    Parameters p = roundParameters();
    p.request = 8;
    p.globalQueue = 1;
    Code code;
    for (int i = 0; i < 6; ++i) code.load({0}, {}).global();
    const auto apart = [&] {
        const MultiprocessorRun run = code.run(4, p, 2);
        return run.blocks[1].end - run.blocks[0].end;
    };
    const double oneAfterTheOther = apart();
    p.inTurnWarps = 4;
    EXPECT_LT(apart(), oneAfterTheOther / 2);
    // Who finds in L1 what it waits for goes on as one of its block, and the first block ends first.
    Code hits;
    hits.load({0}, sets(0)).global().op(Pipe::Fp32, After::Fp32, waits(1));
    hits.load({0}, sets(0)).global().op(Pipe::Fp32, After::Fp32, waits(1));
    const auto behind = [&](std::uint32_t sector) {
        Code more = hits;
        more.load({sector}, sets(0)).global().op(Pipe::Fp32, After::Fp32, waits(1));
        for (int i = 0; i < 6; ++i) more.load({0}, {}).global();
        const MultiprocessorRun run = more.run(4, p, 2);
        return run.blocks[1].end - run.blocks[0].end;
    };
    EXPECT_GT(behind(0), 1.5 * behind(8)) << "and who has waited for L2 waits in turn";
}

TEST(MachineCode, WhoTakesTurnsWaitsForDataAndForNoPlaceBehindThem) {
    Parameters p = roundParameters();
    p.globalQueue = 1;
    Code misses;
    for (const std::uint32_t sector : {0U, 8U, 16U, 24U}) misses.load({sector}, {}).global();
    const auto of = [](const MultiprocessorRun& run, Reason reason) {
        return run.warpCycles[static_cast<std::size_t>(reason)];
    };
    const MultiprocessorRun before = misses.run(8, p);
    EXPECT_GT(of(before, Reason::Requests), 0);
    EXPECT_DOUBLE_EQ(of(before, Reason::Global), 0);
    p.inTurnWarps = 8;
    const MultiprocessorRun turns = misses.run(8, p);
    EXPECT_DOUBLE_EQ(turns.end, before.end) << "it is told, and takes no time";
    EXPECT_GT(of(turns, Reason::Global), of(turns, Reason::Requests));
    EXPECT_LT(of(turns, Reason::Requests), of(before, Reason::Requests));
    // What L1 has waits for its place there: only the first of each line is waited for.
    Code hits;
    hits.load({0}, sets(0)).global().op(Pipe::Fp32, After::Fp32, waits(1));
    for (int i = 0; i < 6; ++i) hits.load({0}, {}).global();
    const MultiprocessorRun there = hits.run(8, p);
    p.inTurnWarps = 0;
    EXPECT_DOUBLE_EQ(of(there, Reason::Requests), of(hits.run(8, p), Reason::Requests));
    EXPECT_GT(of(there, Reason::Requests), 0);
}

sass::Instruction instruction(std::string opcode, std::vector<std::string> modifiers = {}) {
    sass::Instruction one;
    one.opcode = std::move(opcode);
    one.modifiers = std::move(modifiers);
    return one;
}
sass::Operand registerNumber(std::uint16_t number, bool reuse = false) {
    sass::Operand operand;
    operand.kind = sass::OperandKind::Register;
    operand.number = number;
    operand.reuse = reuse;
    return operand;
}

TEST(MachineOps, TellWhichUnitAndWhatTheControlCodeSays) {
    sass::Listing listing;
    listing.instructions = {instruction("FFMA"),   instruction("LDG", {"E", "STRONG", "SYS"}),
                            instruction("UIADD3"), instruction("BAR", {"SYNC"}),
                            instruction("IADD3"),  instruction("S2R"),
                            instruction("S2UR"),   instruction("LDC"),
                            instruction("ULDC"),   instruction("LDS"),
                            instruction("BSYNC"),  instruction("S2R"),
                            instruction("REDUX")};
    listing.instructions[0].operands = {registerNumber(1), registerNumber(2, true), registerNumber(3),
                                        registerNumber(sass::kFixed)};
    const auto special = [](const std::string& name) {
        sass::Operand operand;
        operand.kind = sass::OperandKind::SpecialRegister;
        operand.name = name;
        return operand;
    };
    listing.instructions[5].operands = {registerNumber(0), special("SR_TID.X")};
    listing.instructions[11].operands = {registerNumber(0), special("SR_CTAID.X")};
    listing.instructions[1].control.writeScoreboard = 2;
    listing.instructions[1].control.stall = 0;
    const std::vector<Op> ops = opsOf(listing);
    EXPECT_EQ(ops[0].pipe, Pipe::Fp32);
    EXPECT_EQ(ops[0].control.reads, (std::array<std::int16_t, 3>{2, 3, -1}));
    EXPECT_EQ(ops[0].control.reuse, 1);
    EXPECT_EQ(ops[1].pipe, Pipe::Memory);
    EXPECT_TRUE(ops[1].pastL1);
    EXPECT_EQ(ops[1].control.sets, 2);
    EXPECT_EQ(ops[1].control.stall, 1);
    EXPECT_EQ(ops[2].pipe, Pipe::None);
    EXPECT_EQ(ops[3].pipe, Pipe::Barrier);
    EXPECT_EQ(ops[4].pipe, Pipe::Alu);
    EXPECT_EQ(ops[4].code, 4U);
    EXPECT_EQ(ops[5].after, After::LaneRegister);
    EXPECT_EQ(ops[5].pipe, Pipe::Memory);
    EXPECT_EQ(ops[6].after, After::UniformRegister);
    EXPECT_EQ(ops[6].writeback, Writeback::None) << "a register of the whole warp";
    EXPECT_EQ(ops[6].pipe, Pipe::Constant);
    EXPECT_EQ(ops[11].pipe, Pipe::Constant) << "the number of its block a warp has once";
    EXPECT_EQ(ops[11].writeback, Writeback::Brought);
    EXPECT_EQ(ops[12].after, After::WarpSum);
    EXPECT_EQ(ops[7].pipe, Pipe::Constant);
    EXPECT_EQ(ops[8].pipe, Pipe::None);
    EXPECT_TRUE(ops[8].asIssued);
    EXPECT_TRUE(ops[10].meets);
    EXPECT_FALSE(ops[3].meets);
    EXPECT_TRUE(ops[1].global);
    EXPECT_FALSE(ops[9].global);
    EXPECT_EQ(ops[9].pipe, Pipe::Memory);
}

TEST(MachineOps, TellWhichWayResultsTake) {
    sass::Listing listing;
    listing.instructions = {instruction("IMAD", {"WIDE", "U32"}), instruction("ISETP", {"GT"}), instruction("DADD"),
                            instruction("HFMA2", {"MMA"}),        instruction("STS"),           instruction("IADD3")};
    for (sass::Instruction& one : listing.instructions)
        one.operands = {registerNumber(4), registerNumber(6), registerNumber(8), registerNumber(10)};
    const std::vector<Op> ops = opsOf(listing);
    EXPECT_EQ(ops[0].writeback, Writeback::Wide);
    EXPECT_EQ(ops[0].control.pairs, 4) << "the third operand is of two words";
    EXPECT_EQ(ops[1].writeback, Writeback::None);
    EXPECT_EQ(ops[2].writeback, Writeback::Fp64);
    EXPECT_EQ(ops[2].control.pairs, 7);
    EXPECT_EQ(ops[3].writeback, Writeback::Half);
    EXPECT_EQ(ops[3].pipe, Pipe::Product);
    EXPECT_EQ(ops[4].writeback, Writeback::None);
    EXPECT_EQ(ops[5].writeback, Writeback::Usual);
    EXPECT_EQ(ops[5].control.pairs, 0);
}

}  // namespace
}  // namespace lanescope::timing
