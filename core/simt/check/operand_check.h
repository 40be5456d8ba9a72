// SPDX-License-Identifier: GPL-3.0-or-later
// What instructions do wrong by the values of their operands: masks of warp operations, widths and sources of shuffles,
// divisors. The instruction has been done: an operand that it overwrote is no longer there, and is not judged. Internal
// to core/simt.
#pragma once

#include <functional>

#include "core/simt/check/finding_list.h"

namespace lanescope::simt {

/// One lane's value of an operand.
[[nodiscard]] std::uint64_t valueOf(const program::Operand& operand, std::uint32_t warp, unsigned lane,
                                    const BlockExecution& execution);

/// Calls f with each mask that lanes of the instruction give, and the lanes that give it: tiles of a warp have masks of
/// their own. `operand`: the mask, of the step's instruction.
void eachMask(const StepRecord& record, const program::Instruction& what, const program::Operand& operand,
              const BlockExecution& execution, const std::function<void(LaneMask mask, LaneMask came)>& f);

/// Vote, match, redux, shuffles, barriers of a warp: do exactly the lanes come that the mask (`operand`) names? Lanes
/// that have ended need not.
void checkMemberMask(const StepRecord& record, const program::Operand& operand, const BlockExecution& execution,
                     FindingList& findings);
/// Does a shuffle read only lanes that its mask names, and is its width a power of two?
void checkShuffle(const StepRecord& record, const BlockExecution& execution, FindingList& findings);
/// Is a whole number divided by zero? Other instructions pass.
void checkDivision(const StepRecord& record, const BlockExecution& execution, FindingList& findings);

}  // namespace lanescope::simt
