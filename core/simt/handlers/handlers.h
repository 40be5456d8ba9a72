// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing the handler of an instruction. All handlers are compiled for any x86-64, for AVX2 with FMA and for AVX-512,
// in the namespace that LANESCOPE_ISA names; the program takes those that the machine can run. Internal to core/simt.
#pragma once

#include "core/simt/decode/op.h"

namespace lanescope::simt {

struct LogPattern;

/// What a handler must know of an instruction besides the instruction.
struct HandlerRequest {
    const program::Instruction* instruction = nullptr;
    unsigned toBits = 0;       ///< width of the destination register (or of the stored register)
    unsigned fromBits = 0;     ///< width of the first source register
    bool wideAddress = true;   ///< 64-bit address register
    bool addressed = false;    ///< accesses memory; a load of a parameter by its name does not, that is a constant
    bool samePattern = false;  ///< an instruction before it in the straight line has checked the address pattern
    bool grouped = false;      ///< a load of a group
    bool leads = false;        ///< its first
};

struct Handlers {
    /// nullptr if no handler does this instruction.
    Handler (*pick)(const HandlerRequest& request);
    /// Of those, what is compiled once, for any machine.
    Handler (*pickPortable)(const HandlerRequest& request);
    Handler portable;  ///< runs Op::plain, which is such a one
    Handler guarded;   ///< runs Op::plain for the lanes that pass the guard
    Handler arranged;  ///< runs Op::inner between its rearrangements
    Handler arrange;   ///< what comes before it, alone
    /// Runs handlers one after the other. Only what is in here calls a handler from outside: it leaves the vector
    /// registers as other code wants them.
    void (*run)(Machine&, const Op* first, const Op* end);
    void (*runCarefully)(Machine&, const Op&);
    /// Do the active lanes' address registers of an access lie at the pattern's distances from `base`?
    bool (*follows)(const Machine&, const Op&, LaneMask active, const LogPattern&, std::int64_t base);
};

namespace baseline {
extern const Handlers kHandlers;
}
namespace avx2 {
extern const Handlers kHandlers;
}

namespace avx512 {
extern const Handlers kHandlers;
}

enum class HandlerSet : std::uint8_t { Baseline, Avx2, Avx512 };

/// The best that this machine can run, or that limitHandlers() allows.
[[nodiscard]] const Handlers& handlers();
/// The best set that this machine can run.
[[nodiscard]] HandlerSet bestHandlerSet();
/// Programs decoded from now on use no better handlers than these (for tests). Gives the limit that was.
HandlerSet limitHandlers(HandlerSet most);

}  // namespace lanescope::simt
