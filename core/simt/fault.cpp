// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/fault.h"

#include <bit>
#include <cstdio>

#include "core/base/words.h"

namespace lanescope::simt {
namespace {

std::string text(const Dim3& d) {
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

std::string hexadecimal(std::uint64_t address) {
    char digits[2 + 16 + 1];
    std::snprintf(digits, sizeof(digits), "0x%llx", static_cast<unsigned long long>(address));
    return digits;
}

/// "Thread (3, 0, 0) of block (1, 0, 0) in tiled<16, float>"; in a device function: "… in f, called by k"
Message who(const Fault& fault) {
    const std::string thread = threadText(fault.thread, fault.block);
    if (fault.function.empty()) return Message("simt.who"_id, {{"thread", thread}, {"kernel", fault.kernel}});
    return Message("simt.who_called"_id, {{"thread", thread}, {"function", fault.function}, {"kernel", fault.kernel}});
}

/// "matmul.cu, line 41; PTX line 90"
std::string line(const Fault& fault) { return lineText(fault.sourceFile, fault.sourceLine, fault.ptxLine); }

/// "shared address 0x40"
Message address(const Fault& fault) {
    return Message(fault.space == program::Space::Shared  ? "simt.address.shared"_id
                   : fault.space == program::Space::Local ? "simt.address.local"_id
                   : fault.space == program::Space::Const ? "simt.address.constant"_id
                   : fault.space == program::Space::Param ? "simt.address.parameter"_id
                                                          : "simt.address.global"_id,
                   {{"address", hexadecimal(fault.address)}});
}

/// "wrote A[64][3]"
Message did(const Fault& fault, const Message& place) {
    return Message(fault.access == AccessKind::Store    ? "simt.wrote"_id
                   : fault.access == AccessKind::Atomic ? "simt.updated"_id
                                                        : "simt.read"_id,
                   {{"place", place}});
}
Message did(const Fault& fault) {
    return did(fault, fault.element.empty() ? address(fault) : Message::plain(fault.element));
}

/// An element before its array has a negative index (a shared one without shape a negative distance).
bool isBefore(const Fault& fault) {
    return fault.element.find("[-") != std::string::npos || fault.element.find("+ -") != std::string::npos;
}

Message outOfBounds(const Fault& fault) {
    if (fault.buffer.empty())
        return Message(fault.space == program::Space::Shared  ? "simt.fault.beyond_shared"_id
                       : fault.space == program::Space::Local ? "simt.fault.beyond_local"_id
                       : fault.space == program::Space::Const ? "simt.fault.beyond_constant"_id
                       : fault.space == program::Space::Param ? "simt.fault.beyond_parameters"_id
                                                              : "simt.fault.in_no_buffer"_id,
                       {{"who", who(fault)}, {"did", did(fault)}, {"line", line(fault)}});
    return Message(isBefore(fault) ? "simt.fault.before_start"_id : "simt.fault.beyond_end"_id,
                   {{"who", who(fault)},
                    {"did", did(fault)},
                    {"buffer", fault.buffer},
                    {"extent", fault.extent},
                    {"line", line(fault)}});
}

Message invalidAddress(const Fault& fault) {
    if (fault.detail.empty())
        return Message("simt.fault.in_no_buffer"_id, {{"who", who(fault)}, {"did", did(fault)}, {"line", line(fault)}});
    return Message("simt.fault.in_no_buffer_but"_id,
                   {{"who", who(fault)}, {"did", did(fault)}, {"look", fault.detail}, {"line", line(fault)}});
}

Message misaligned(const Fault& fault) {
    const Message bytes("simt.bytes_at"_id, {{"bytes", fault.bytes}, {"address", address(fault)}});
    if (fault.element.empty())
        return Message(
            "simt.fault.misaligned"_id,
            {{"who", who(fault)}, {"did", did(fault, bytes)}, {"bytes", fault.bytes}, {"line", line(fault)}});
    return Message("simt.fault.misaligned_in"_id, {{"who", who(fault)},
                                                   {"did", did(fault, bytes)},
                                                   {"element", fault.element},
                                                   {"bytes", fault.bytes},
                                                   {"line", line(fault)}});
}

Message stepBudget(const Fault& fault) {
    if (fault.detail.empty()) return Message("simt.fault.step_budget"_id, {{"who", who(fault)}, {"line", line(fault)}});
    return Message("simt.fault.step_budget_in"_id,
                   {{"who", who(fault)}, {"loop", fault.detail}, {"line", line(fault)}});
}

/// What its thread did wrong.
Message sentenceOf(const Fault& fault) {
    switch (fault.kind) {
        case Fault::Kind::OutOfBounds: return outOfBounds(fault);
        case Fault::Kind::InvalidAddress: return invalidAddress(fault);
        case Fault::Kind::Misaligned: return misaligned(fault);
        case Fault::Kind::ReadOnly:
            return Message(
                fault.space == program::Space::Param ? "simt.fault.read_only_parameter"_id : "simt.fault.read_only"_id,
                {{"who", who(fault)}, {"did", did(fault)}, {"line", line(fault)}});
        case Fault::Kind::Uninitialised:
            return Message("simt.fault.uninitialised"_id,
                           {{"who", who(fault)}, {"did", did(fault)}, {"line", line(fault)}});
        case Fault::Kind::BarrierDivergence:
            return Message("simt.fault.barrier_divergence"_id, {{"who", who(fault)}, {"line", line(fault)}});
        case Fault::Kind::BarrierDeadlock:
            return Message("simt.fault.barrier_deadlock"_id, {{"who", who(fault)}, {"line", line(fault)}});
        case Fault::Kind::WarpSync:
        case Fault::Kind::Deadlock:
        case Fault::Kind::Misuse:
        case Fault::Kind::Assertion:
            return Message("simt.fault.of_thread"_id,
                           {{"who", who(fault)}, {"did", fault.detail}, {"line", line(fault)}});
        case Fault::Kind::StepBudget: return stepBudget(fault);
        case Fault::Kind::StackOverflow:
            return Message("simt.fault.stack_overflow"_id,
                           {{"who", who(fault)}, {"depth", fault.detail}, {"line", line(fault)}});
        case Fault::Kind::Trap: return Message("simt.fault.trap"_id, {{"who", who(fault)}, {"line", line(fault)}});
    }
    return {};
}

/// Is it wrong in the access of each lane for itself?
bool isOfAccess(Fault::Kind kind) {
    return kind == Fault::Kind::OutOfBounds || kind == Fault::Kind::InvalidAddress || kind == Fault::Kind::Misaligned ||
           kind == Fault::Kind::ReadOnly || kind == Fault::Kind::Uninitialised;
}

}  // namespace

std::string threadText(const Dim3& thread, const Dim3& block) {
    return inWords(Message("simt.thread"_id, {{"thread", text(thread)}, {"block", text(block)}}));
}

std::string lineText(const std::string& sourceFile, std::uint32_t sourceLine, std::uint32_t ptxLine) {
    if (sourceLine == 0) return inWords(Message("simt.ptx_line"_id, {{"ptx", ptxLine}}));
    const std::size_t slash = sourceFile.find_last_of("/\\");
    const std::string file = slash == std::string::npos ? sourceFile : sourceFile.substr(slash + 1);
    return inWords(Message("simt.line"_id, {{"file", file}, {"line", sourceLine}, {"ptx", ptxLine}}));
}

std::string_view nameOf(AccessKind access) {
    switch (access) {
        case AccessKind::None: return "";
        case AccessKind::Load: return "read";
        case AccessKind::Store: return "write";
        case AccessKind::Atomic: return "atomic";
    }
    return "";
}

std::string_view nameOf(Fault::Kind kind) {
    switch (kind) {
        case Fault::Kind::OutOfBounds: return "out of bounds";
        case Fault::Kind::InvalidAddress: return "invalid address";
        case Fault::Kind::Misaligned: return "misaligned";
        case Fault::Kind::ReadOnly: return "read-only";
        case Fault::Kind::Uninitialised: return "uninitialised";
        case Fault::Kind::BarrierDivergence: return "barrier divergence";
        case Fault::Kind::BarrierDeadlock: return "barrier deadlock";
        case Fault::Kind::WarpSync: return "warp mask";
        case Fault::Kind::Deadlock: return "deadlock";
        case Fault::Kind::StepBudget: return "step budget";
        case Fault::Kind::Misuse: return "misuse";
        case Fault::Kind::StackOverflow: return "stack overflow";
        case Fault::Kind::Assertion: return "assertion";
        case Fault::Kind::Trap: return "trap";
    }
    return "";
}

std::string describe(const Fault& fault) {
    const int others = std::popcount(fault.lanes) - 1;
    if (others <= 0 || !isOfAccess(fault.kind)) return inWords(sentenceOf(fault));
    const Message same = Message::counted("simt.fault.others"_id, static_cast<std::uint64_t>(others));
    return inWords(Message::joined(Join::Sentences, {sentenceOf(fault), same}));
}

std::string explain(const Fault& fault) {
    if (fault.hint.empty()) return describe(fault);
    return inWords(Message::joined(Join::Sentences, {Message::plain(describe(fault)), Message::plain(fault.hint)}));
}

}  // namespace lanescope::simt
