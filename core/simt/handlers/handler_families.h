// SPDX-License-Identifier: GPL-3.0-or-later
// The families of handlers; each picks by an instruction's modifiers and answers nullptr for what it does not do.
#pragma once

#include "core/simt/handlers/handlers.h"

namespace lanescope::simt::LANESCOPE_ISA {

Handler pickInteger(const HandlerRequest& request);     // integer.cpp
Handler pickBits(const HandlerRequest& request);        // bits.cpp
Handler pickCarry(const HandlerRequest& request);       // carry.cpp
Handler pickDot(const HandlerRequest& request);         // dot.cpp
Handler pickFields(const HandlerRequest& request);      // fields.cpp
Handler pickHalf(const HandlerRequest& request);        // half_precision.cpp
Handler pickFloat(const HandlerRequest& request);       // float.cpp
Handler pickRounding(const HandlerRequest& request);    // rounding.cpp
Handler pickSimd(const HandlerRequest& request);        // simd.cpp
Handler pickCompare(const HandlerRequest& request);     // compare.cpp
Handler pickMove(const HandlerRequest& request);        // move.cpp
Handler pickConvert(const HandlerRequest& request);     // convert.cpp
Handler pickGrouped(const HandlerRequest& request);     // group.cpp
Handler pickMemory(const HandlerRequest& request);      // memory.cpp
Handler pickAtomic(const HandlerRequest& request);      // atomic.cpp
Handler pickWarp(const HandlerRequest& request);        // warp.cpp
Handler pickWords(const HandlerRequest& request);       // words.cpp
Handler pickPredicates(const HandlerRequest& request);  // predicates.cpp
void arranged(Machine& m, const Op& op);                // rearrange.cpp
void arrange(Machine& m, const Op& op);

bool follows(const Machine& m, const Op& op, LaneMask active, const LogPattern& pattern, std::int64_t base);

}  // namespace lanescope::simt::LANESCOPE_ISA
