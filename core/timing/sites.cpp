// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/sites.h"

#include <algorithm>

#include "core/program/dataflow.h"
#include "core/ptxas/machine_code.h"
#include "core/simt/decode/program.h"

namespace lanescope::timing {
namespace {

using program::Instruction;
using program::Opcode;
using program::Space;
using program::Type;

struct Unit {
    Pipe pipe;
    After after;
};

Unit arithmetic(const Instruction& instruction) {
    if (instruction.type == Type::F64) return {Pipe::Fp64, After::Fp64};
    if (program::isFloat(instruction.type)) return {Pipe::Fp32, After::Fp32};
    return program::bitsOf(instruction.type) > 32 ? Unit{Pipe::Alu, After::Integer}
                                                  : Unit{Pipe::Integer, After::Integer};
}

Unit product(const Instruction& instruction) {
    const Unit unit = arithmetic(instruction);
    return program::isFloat(instruction.type) ? unit : Unit{Pipe::Alu, After::Integer};
}

Unit load(const Instruction& instruction) {
    switch (instruction.space) {
        case Space::Param:
        case Space::Slot:
        case Space::Code: return {Pipe::Alu, After::Integer};
        case Space::Const: return {Pipe::Alu, After::Constant};
        default: return {Pipe::Memory, After::Access};
    }
}

Unit unitOf(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Add:
        case Opcode::Sub: return arithmetic(instruction);
        case Opcode::Mul:
        case Opcode::Mad:
        case Opcode::Fma:
        case Opcode::Div:
        case Opcode::Rem:
        case Opcode::Mul24:
        case Opcode::Mad24:
        case Opcode::Dp4a:
        case Opcode::Dp2a:
        case Opcode::MadCarry:
        case Opcode::MadHigh: return product(instruction);
        case Opcode::Sqrt:
        case Opcode::Rcp:
            if (instruction.type == Type::F64) return {Pipe::Fp64, After::Fp64};
            [[fallthrough]];
        case Opcode::Rsqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::Tanh:
        case Opcode::RcpHigh:
        case Opcode::RsqrtHigh:
        case Opcode::Popc:
        case Opcode::Cvt: return {Pipe::Sfu, After::Sfu};
        case Opcode::Mov:
        case Opcode::Cvta: return {Pipe::Integer, After::Integer};
        case Opcode::Setp:
        case Opcode::Vote:
        case Opcode::PredicateLogic: return {instruction.type == Type::F64 ? Pipe::Fp64 : Pipe::Alu, After::Predicate};
        case Opcode::Ld:
        case Opcode::St:
        case Opcode::Atom:
        case Opcode::Red:
        case Opcode::CpAsync: return load(instruction);
        case Opcode::Shfl:
        case Opcode::Match: return {Pipe::Memory, After::Shared};
        case Opcode::Bar: return {Pipe::Barrier, After::Nothing};
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Call:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Meet: return {Pipe::Branch, After::Nothing};
        case Opcode::Nop: return {Pipe::None, After::Nothing};
        default: return {Pipe::Alu, instruction.type == Type::F64 ? After::Fp64 : After::Integer};
    }
}

bool isFence(Opcode opcode) {
    return opcode == Opcode::Membar || opcode == Opcode::Atom || opcode == Opcode::Red || opcode == Opcode::Mbarrier ||
           opcode == Opcode::CpAsyncWait || opcode == Opcode::BarWarp;
}

bool endsRegion(ptxas::BlockEnd end) {
    using enum ptxas::BlockEnd;
    return end == Jump || end == Branch || end == Table || end == Exit || end == Terminates;
}

/// The comparison that ends the loop, and the step of what it compares.
void markControl(const program::Entry& entry, const ptxas::UnrolledLoop& loop, std::vector<Site>& sites) {
    const std::uint32_t first = entry.blocks[loop.header].first;
    const std::uint32_t branch = entry.blocks[loop.latch].end - 1;
    sites[branch].control = true;
    const program::RegisterId guard = entry.instructions[branch].guard;
    for (std::uint32_t i = first; i < branch; ++i) {
        const Instruction& compare = entry.instructions[i];
        if (compare.opcode != Opcode::Setp || std::ranges::find(sites[i].writes, guard) == sites[i].writes.end())
            continue;
        sites[i].control = true;
        for (std::uint32_t j = first; j < branch; ++j) {
            const Instruction& step = entry.instructions[j];
            if (step.opcode != Opcode::Add || sites[j].writes.empty()) continue;
            const program::RegisterId counter = sites[j].writes.front();
            const bool counts = std::ranges::find(sites[j].reads, counter) != sites[j].reads.end() &&
                                std::ranges::find(sites[i].reads, counter) != sites[i].reads.end();
            if (counts) sites[j].control = true;
        }
    }
}

void price(const program::Entry& entry, const ptxas::MachineCode& code, Sites& all) {
    std::vector<bool> unrolled(entry.blocks.size(), false);
    for (const ptxas::UnrolledLoop& loop : code.unrolled) {
        for (std::uint32_t b = loop.header; b <= loop.latch; ++b) unrolled[b] = true;
        markControl(entry, loop, all.sites);
        all.unrolled.push_back({entry.blocks[loop.latch].end - 1, loop.whole           ? 0
                                                                  : loop.together != 0 ? loop.together
                                                                                       : 4});
    }
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b) {
        const program::BasicBlock& block = entry.blocks[b];
        double cost = code.costs.block[b] + (code.meets[b] ? 2 : 0);
        all.sites[block.first].lead = cost;
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            Site& site = all.sites[i];
            site.cost = code.costs.own[i] + (unrolled[b] ? code.costs.movesUnrolled[i] : code.costs.moves[i]);
            if (!code.needed[i]) site.cost = 0;
            cost += site.cost;
        }
        Site& last = all.sites[block.end - 1];
        const bool isLatch = std::ranges::any_of(
            all.unrolled, [&block](const Unrolled& loop) { return loop.latchEnd == block.end - 1; });
        last.branches = endsRegion(code.ends[b]) || isLatch;
        if (code.decidedBy[b] != b) all.arms[code.decidedBy[b]].push_back({b, cost});
    }
    constexpr std::uint32_t kWide = 16;
    for (const ptxas::SharedGroup& group : code.groups) all.sites[group.head].wide = group.bytes == kWide;
    for (const ptxas::SharedGroup& group : code.groups)
        for (const std::uint32_t member : group.members)
            if (member != group.head) {
                all.sites[member].cost = 0;
                all.sites[member].pipe = Pipe::None;
                all.sites[member].after = After::Shared;
            }
}

}  // namespace

Sites sitesOf(const LaunchSample& sample) {
    const program::Entry& entry = sample.program->entry();
    Sites all;
    all.sites.resize(entry.instructions.size());
    all.arms.resize(entry.blocks.size());
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b) {
        for (std::uint32_t i = entry.blocks[b].first; i < entry.blocks[b].end; ++i) {
            const Instruction& instruction = entry.instructions[i];
            Site& site = all.sites[i];
            const Unit unit = unitOf(instruction);
            site.pipe = unit.pipe;
            site.after = unit.after;
            site.basicBlock = b;
            site.firstOfBlock = i == entry.blocks[b].first;
            site.fence = isFence(instruction.opcode);
            site.floats = program::isFloat(instruction.type);
            site.pastL1 = instruction.isVolatile;
            site.branches = site.pipe == Pipe::Branch;
            site.reads = program::registersRead(instruction);
            site.writes = program::registersWritten(instruction);
        }
    }
    all.ordered = sample.code == nullptr || !sample.code->refused.empty();
    if (!all.ordered) price(entry, *sample.code, all);
    double place = 0;
    for (Site& site : all.sites) {
        place += site.lead;
        site.code = static_cast<std::uint32_t>(place);
        place += site.cost + (site.branches && site.pipe == Pipe::Branch && !all.ordered ? 1 : 0);
    }
    all.size = place;
    return all;
}

}  // namespace lanescope::timing
