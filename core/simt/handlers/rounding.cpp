// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point arithmetic with directed rounding (.rz .rm .rp). The host's rounding mode is set around one warp's
// lanes; this file is compiled with -frounding-math, so that nothing is computed before the mode is set.
#include <cfenv>

#include "core/simt/handlers/float_lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

int hostRounding(program::Rounding rounding) {
    switch (rounding) {
        case program::Rounding::Rz: return FE_TOWARDZERO;
        case program::Rounding::Rm: return FE_DOWNWARD;
        case program::Rounding::Rp: return FE_UPWARD;
        default: return FE_TONEAREST;
    }
}

template <Handler Inner>
void rounded(Machine& m, const Op& op) {
    const int before = std::fegetround();
    std::fesetround(hostRounding(op.source->rounding));
    Inner(m, op);
    std::fesetround(before);
}

template <typename F>
Handler unaryRounded(const program::Instruction& i) {
    return pickModified<F>(
        i, [](auto zero, auto f) -> Handler { return &rounded<&floatUnary<decltype(zero), decltype(f)>>; });
}
template <typename F>
Handler binaryRounded(const program::Instruction& i) {
    return pickModified<F>(
        i, [](auto zero, auto f) -> Handler { return &rounded<&floatBinary<decltype(zero), decltype(f)>>; });
}
template <typename F>
Handler ternaryRounded(const program::Instruction& i) {
    return pickModified<F>(
        i, [](auto zero, auto f) -> Handler { return &rounded<&floatTernary<decltype(zero), decltype(f)>>; });
}

}  // namespace

Handler pickRounding(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.rounding != program::Rounding::Rz && i.rounding != program::Rounding::Rm &&
        i.rounding != program::Rounding::Rp)
        return nullptr;
    switch (i.opcode) {
        case program::Opcode::Add: return binaryRounded<FAdd>(i);
        case program::Opcode::Sub: return binaryRounded<FSub>(i);
        case program::Opcode::Mul: return binaryRounded<FMul>(i);
        case program::Opcode::Mad:
        case program::Opcode::Fma: return ternaryRounded<FFma>(i);
        case program::Opcode::Div: return binaryRounded<FDiv>(i);
        case program::Opcode::Sqrt: return unaryRounded<FSqrt>(i);
        case program::Opcode::Rcp: return unaryRounded<FRcp>(i);
        default: return nullptr;  // cvt rounds for itself
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
