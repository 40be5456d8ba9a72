// SPDX-License-Identifier: GPL-3.0-or-later
// The families of handlers; each picks by an instruction's modifiers and answers nullptr for what it does not do.
#pragma once

#include "core/simt/handlers.h"

namespace lanescope::simt::LANESCOPE_ISA {

Handler pickInteger(const HandlerRequest& request);   // handlers_integer.cpp
Handler pickBits(const HandlerRequest& request);      // handlers_bits.cpp
Handler pickCarry(const HandlerRequest& request);     // handlers_carry.cpp
Handler pickDot(const HandlerRequest& request);       // handlers_dot.cpp
Handler pickFields(const HandlerRequest& request);    // handlers_fields.cpp
Handler pickHalf(const HandlerRequest& request);      // handlers_half.cpp
Handler pickFloat(const HandlerRequest& request);     // handlers_float.cpp
Handler pickRounding(const HandlerRequest& request);  // handlers_rounding.cpp
Handler pickSimd(const HandlerRequest& request);      // handlers_simd.cpp
Handler pickCompare(const HandlerRequest& request);   // handlers_compare.cpp
Handler pickMove(const HandlerRequest& request);      // handlers_move.cpp
Handler pickConvert(const HandlerRequest& request);   // handlers_convert.cpp
Handler pickGrouped(const HandlerRequest& request);   // handlers_group.cpp
Handler pickMemory(const HandlerRequest& request);    // handlers_memory.cpp
Handler pickAtomic(const HandlerRequest& request);    // handlers_atomic.cpp
Handler pickWarp(const HandlerRequest& request);      // handlers_warp.cpp

bool follows(const Machine& m, const Op& op, LaneMask active, const LogPattern& pattern, std::int64_t base);

}  // namespace lanescope::simt::LANESCOPE_ISA
