// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/operand_check.h"

#include <bit>
#include <utility>

#include "core/simt/decode/op.h"
#include "core/simt/handlers/shuffle.h"

namespace lanescope::simt {
namespace {

using program::Opcode;

const program::Instruction& instructionOf(const StepRecord& record, const FindingList& findings) {
    return findings.entry().instructions[record.instruction];
}

bool isOverwritten(const program::Instruction& what, const program::Operand& source) {
    return source.kind == program::Operand::Kind::Register && source.reg == what.destination.reg;
}

bool dividesWholeNumbers(const program::Instruction& i) {
    using enum program::Type;
    const bool whole =
        i.type == U16 || i.type == S16 || i.type == U32 || i.type == S32 || i.type == U64 || i.type == S64;
    return whole && (i.opcode == Opcode::Div || i.opcode == Opcode::Rem);
}

/// Sums and scans (down, up) throw away what lanes at the edge of a group get, so there it is wrong only if all lanes
/// read beyond it.
void checkSources(const StepRecord& record, const BlockExecution& execution, FindingList& findings) {
    const program::Instruction& what = instructionOf(record, findings);
    if (isOverwritten(what, what.sources[1]) || isOverwritten(what, what.sources[2])) return;
    const std::uint32_t shown = findings.shownOf(record, execution);
    const bool hasEdge = what.shflMode == program::ShflMode::Down || what.shflMode == program::ShflMode::Up;
    const auto value = [&](unsigned source, unsigned lane) {
        return static_cast<std::uint32_t>(valueOf(what.sources[source], record.warp, lane, execution));
    };
    eachMask(record, what, what.sources[3], execution, [&](LaneMask mask, LaneMask came) {
        if (mask == kAllLanes || findings.knows(Finding::Kind::WarpMask, shown)) return;
        LaneMask wrong = 0;
        LaneMask read = 0;
        eachLane(came, [&](unsigned lane) {
            const Shuffled from = shuffled(what.shflMode, lane, value(1, lane), value(2, lane));
            if (!from.inRange || (mask >> from.lane & 1) != 0) return;
            wrong |= LaneMask{1} << lane;
            read |= LaneMask{1} << from.lane;
        });
        if (wrong == 0 || (hasEdge && wrong != came)) return;
        Finding finding = findings.findingAt(Finding::Kind::WarpMask, record, firstLane(wrong), execution);
        finding.mask = mask;
        finding.came = came;
        finding.read = read;
        findings.add(std::move(finding), shown);
    });
}

/// The width of __shfl_sync and its like: PTX has it as 32 - width in bits 8 to 12 (ISA 9.7.9.6).
void checkWidth(const StepRecord& record, const BlockExecution& execution, FindingList& findings) {
    const program::Instruction& what = instructionOf(record, findings);
    const program::Operand& clampAndMask = what.sources[2];
    if (isOverwritten(what, clampAndMask)) return;
    eachLane(record.active, [&](unsigned lane) {
        const auto width =
            static_cast<std::uint32_t>(32 - (valueOf(clampAndMask, record.warp, lane, execution) >> 8 & 31));
        if (!std::has_single_bit(width))
            findings.add(findings.findingAt(Finding::Kind::ShuffleWidth, record, lane, execution),
                         findings.shownOf(record, execution));
    });
}

}  // namespace

std::uint64_t valueOf(const program::Operand& operand, std::uint32_t warp, unsigned lane,
                      const BlockExecution& execution) {
    return operand.kind == program::Operand::Kind::Register ? execution.registerValue(warp, operand.reg, lane)
                                                            : operand.bits;
}

void eachMask(const StepRecord& record, const program::Instruction& what, const program::Operand& operand,
              const BlockExecution& execution, const std::function<void(LaneMask mask, LaneMask came)>& f) {
    if (isOverwritten(what, operand)) return;
    for (LaneMask rest = record.active; rest != 0;) {
        const auto maskOf = [&](unsigned lane) {
            return static_cast<LaneMask>(valueOf(operand, record.warp, lane, execution));
        };
        const LaneMask mask = maskOf(firstLane(rest));
        LaneMask same = 0;
        eachLane(rest, [&](unsigned lane) { same |= maskOf(lane) == mask ? LaneMask{1} << lane : 0; });
        f(mask, same);
        rest &= ~same;
    }
}

void checkMemberMask(const StepRecord& record, const program::Operand& operand, const BlockExecution& execution,
                     FindingList& findings) {
    const std::uint32_t shown = findings.shownOf(record, execution);
    eachMask(record, instructionOf(record, findings), operand, execution, [&](LaneMask mask, LaneMask came) {
        if (mask == came || findings.knows(Finding::Kind::WarpMask, shown)) return;
        const LaneMask live = record.active | execution.live(record.warp);
        if ((mask & live) == came) return;
        Finding finding = findings.findingAt(Finding::Kind::WarpMask, record, firstLane(came), execution);
        finding.mask = mask & live;
        finding.came = came;
        findings.add(std::move(finding), shown);
    });
}

void checkShuffle(const StepRecord& record, const BlockExecution& execution, FindingList& findings) {
    checkMemberMask(record, instructionOf(record, findings).sources[3], execution, findings);
    checkSources(record, execution, findings);
    checkWidth(record, execution, findings);
}

void checkDivision(const StepRecord& record, const BlockExecution& execution, FindingList& findings) {
    const program::Instruction& what = instructionOf(record, findings);
    if (!dividesWholeNumbers(what) || isOverwritten(what, what.sources[1])) return;
    const unsigned bits = program::bitsOf(what.type);
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    eachLane(record.active, [&](unsigned lane) {
        if ((valueOf(what.sources[1], record.warp, lane, execution) & mask) != 0) return;
        findings.add(findings.findingAt(Finding::Kind::DivisionByZero, record, lane, execution),
                     findings.shownOf(record, execution));
    });
}

}  // namespace lanescope::simt
