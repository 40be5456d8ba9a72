// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/finding.h"

#include <bit>
#include <cstdio>

#include "core/base/words.h"
#include "core/simt/fault.h"

namespace lanescope::simt {
namespace {

std::string line(const Finding::Side& side) { return lineText(side.sourceFile, side.sourceLine, side.ptxLine); }

/// "thread (1, 0, 0) of block (0, 0, 0)", within a sentence
Message threadOf(const Finding::Side& side) {
    const auto text = [](const Dim3& d) {
        return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
    };
    return Message("simt.finding.thread"_id, {{"thread", text(side.thread)}, {"block", text(side.block)}});
}

/// "Thread (1, 0, 0) of block (0, 0, 0) in scan<32>"
Message who(const Finding& finding) {
    return Message("simt.who"_id,
                   {{"thread", threadText(finding.first.thread, finding.first.block)}, {"kernel", finding.kernel}});
}

/// "thread (1, 0, 0) of block (0, 0, 0) reads it (scan.cu, line 12; PTX line 60)"
Message doing(const Finding::Side& side, const Message& what) {
    return Message(side.access == AccessKind::Store    ? "simt.finding.writes"_id
                   : side.access == AccessKind::Atomic ? "simt.finding.updates"_id
                                                       : "simt.finding.reads"_id,
                   {{"thread", threadOf(side)}, {"what", what}, {"line", line(side)}});
}

void addRace(std::vector<Message>& sentences, const Finding& finding) {
    sentences.push_back(Message(finding.kind == Finding::Kind::GridRace ? "simt.finding.grid_race"_id
                                : finding.sameStep                      ? "simt.finding.race_in_step"_id
                                : finding.sameWarp                      ? "simt.finding.warp_race"_id
                                                                        : "simt.finding.block_race"_id,
                                {{"kernel", finding.kernel},
                                 {"first", doing(finding.first, Message::plain(finding.element))},
                                 {"second", doing(finding.second, Message("simt.finding.it"_id))}}));
    if (finding.sameValue) sentences.emplace_back("simt.finding.same_value"_id);
    if (finding.severity == Finding::Severity::Possible) sentences.emplace_back("simt.finding.fences"_id);
}

/// "lanes 16 to 31", "lane 3", "lanes 1, 3, 5 and others"
Message lanesText(LaneMask lanes) {
    const int first = std::countr_zero(lanes);
    const int count = std::popcount(lanes);
    if (count == 1) return Message("simt.lane"_id, {{"lane", first}});
    if (lanes >> first == (count == 32 ? ~LaneMask{0} : (LaneMask{1} << count) - 1))
        return Message("simt.lanes_to"_id, {{"first", first}, {"last", first + count - 1}});
    std::vector<Message> named;
    LaneMask rest = lanes;
    for (; rest != 0 && named.size() < 3; rest &= rest - 1)
        named.push_back(Message::plain(std::to_string(std::countr_zero(rest))));
    return Message(rest != 0 ? "simt.lanes_and_others"_id : "simt.lanes"_id, {{"list", Join::Comma, named}});
}

Message warpMask(const Finding& finding) {
    const LaneMask missing = finding.mask & ~finding.came;
    const LaneMask unnamed = finding.came & ~finding.mask;
    char mask[16];
    std::snprintf(mask, sizeof(mask), "0x%08x", finding.mask);
    const std::string at = line(finding.first);
    if (finding.read != 0)
        return Message("simt.finding.mask_read"_id,
                       {{"who", who(finding)}, {"mask", mask}, {"line", at}, {"lanes", lanesText(finding.read)}});
    if (unnamed == 0)
        return Message("simt.finding.mask_missing"_id,
                       {{"who", who(finding)}, {"mask", mask}, {"line", at}, {"lanes", lanesText(missing)}});
    if (missing == 0)
        return Message("simt.finding.mask_unnamed"_id,
                       {{"who", who(finding)}, {"mask", mask}, {"line", at}, {"lanes", lanesText(unnamed)}});
    return Message("simt.finding.mask_both"_id, {{"who", who(finding)},
                                                 {"mask", mask},
                                                 {"line", at},
                                                 {"missing", lanesText(missing)},
                                                 {"unnamed", lanesText(unnamed)}});
}

Message barrierMismatch(const Finding& finding) {
    if (finding.secondEnded)
        return Message("simt.finding.barrier_ended"_id, {{"kernel", finding.kernel},
                                                         {"first", threadOf(finding.first)},
                                                         {"line", line(finding.first)},
                                                         {"second", threadOf(finding.second)}});
    return Message("simt.finding.barrier_other"_id, {{"kernel", finding.kernel},
                                                     {"first", threadOf(finding.first)},
                                                     {"line", line(finding.first)},
                                                     {"second", threadOf(finding.second)},
                                                     {"secondLine", line(finding.second)}});
}

/// How an unset variable matters.
std::string_view useId(const Finding& finding) {
    switch (finding.use) {
        case Finding::Use::Guard: return "simt.finding.use.branch"_id;
        case Finding::Use::Address:
            return finding.second.access == AccessKind::Load ? "simt.finding.use.address_read"_id
                                                             : "simt.finding.use.address_written"_id;
        case Finding::Use::Value:
            return finding.space == program::Space::Shared ? "simt.finding.use.shared"_id
                                                           : "simt.finding.use.memory"_id;
    }
    return {};
}

Message unsetVariable(const Finding& finding) {
    const Message use(useId(finding));
    if (finding.second.instruction == finding.first.instruction)
        return Message("simt.finding.unset_variable"_id,
                       {{"who", who(finding)}, {"line", line(finding.first)}, {"use", use}});
    return Message(
        "simt.finding.unset_variable_elsewhere"_id,
        {{"who", who(finding)}, {"line", line(finding.first)}, {"use", use}, {"useLine", line(finding.second)}});
}

}  // namespace

std::string_view nameOf(Finding::Kind kind) {
    switch (kind) {
        case Finding::Kind::BlockRace: return "block race";
        case Finding::Kind::GridRace: return "grid race";
        case Finding::Kind::BarrierMismatch: return "barrier mismatch";
        case Finding::Kind::WarpMask: return "warp mask";
        case Finding::Kind::ShuffleWidth: return "shuffle width";
        case Finding::Kind::UnsetConstant: return "unset constant";
        case Finding::Kind::UnsetVariable: return "unset variable";
        case Finding::Kind::DivisionByZero: return "division by zero";
    }
    return "";
}

bool hasSecondSide(Finding::Kind kind) {
    return kind == Finding::Kind::BlockRace || kind == Finding::Kind::GridRace ||
           kind == Finding::Kind::BarrierMismatch || kind == Finding::Kind::UnsetVariable;
}

std::string_view nameOf(Finding::Severity severity) {
    switch (severity) {
        case Finding::Severity::Error: return "error";
        case Finding::Severity::Warning: return "warning";
        case Finding::Severity::Possible: return "possible";
        case Finding::Severity::Note: return "note";
    }
    return "";
}

std::string describe(const Finding& finding) {
    std::vector<Message> sentences;
    switch (finding.kind) {
        case Finding::Kind::BlockRace:
        case Finding::Kind::GridRace: addRace(sentences, finding); break;
        case Finding::Kind::BarrierMismatch: sentences.push_back(barrierMismatch(finding)); break;
        case Finding::Kind::WarpMask: sentences.push_back(warpMask(finding)); break;
        case Finding::Kind::ShuffleWidth:
            sentences.push_back(
                Message("simt.finding.shuffle_width"_id, {{"who", who(finding)}, {"line", line(finding.first)}}));
            break;
        case Finding::Kind::UnsetConstant:
            return inWords(
                Message("simt.finding.unset_constant"_id,
                        {{"who", who(finding)}, {"variable", finding.buffer}, {"line", line(finding.first)}}));
        case Finding::Kind::UnsetVariable: sentences.push_back(unsetVariable(finding)); break;
        case Finding::Kind::DivisionByZero:
            sentences.push_back(
                Message("simt.finding.division"_id, {{"who", who(finding)}, {"line", line(finding.first)}}));
            break;
    }
    if (finding.count > 1) sentences.push_back(Message("simt.finding.times"_id, {{"count", finding.count}}));
    return inWords(Message::joined(Join::Sentences, std::move(sentences)));
}

static std::string_view hintIdFor(const Finding& finding) {
    using Kind = Finding::Kind;
    switch (finding.kind) {
        case Kind::BarrierMismatch: return "simt.hint.same_barriers"_id;
        case Kind::WarpMask: return finding.read != 0 ? "simt.hint.shuffle_in_part"_id : "simt.hint.mask"_id;
        case Kind::DivisionByZero: return "simt.hint.divisor"_id;
        case Kind::ShuffleWidth: return "simt.hint.shuffle_width"_id;
        case Kind::UnsetConstant: return "simt.hint.unset_constant"_id;
        case Kind::UnsetVariable: return "simt.hint.unset_variable"_id;
        case Kind::BlockRace:
        case Kind::GridRace: break;
    }
    if (finding.sameValue) return "simt.hint.one_thread"_id;
    const bool write = finding.first.access != AccessKind::Load && finding.second.access != AccessKind::Load;
    const bool sameLine = finding.first.instruction == finding.second.instruction ||
                          (finding.first.sourceLine != 0 && finding.first.sourceLine == finding.second.sourceLine);
    if (finding.kind == Kind::GridRace)
        return sameLine || write ? "simt.hint.atomic_or_own_element"_id : "simt.hint.second_launch"_id;
    if (finding.sameStep) return "simt.hint.atomic_or_one_thread"_id;
    if (finding.sameWarp) return sameLine ? "simt.hint.atomic_or_syncwarp"_id : "simt.hint.syncwarp"_id;
    return sameLine ? "simt.hint.atomic_or_syncthreads"_id : "simt.hint.syncthreads"_id;
}

std::string hintFor(const Finding& finding) { return textOf(hintIdFor(finding)); }

}  // namespace lanescope::simt
