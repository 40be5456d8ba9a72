// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers an instruction makes of which, and what it takes for other ends. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/entry.h"

namespace lanescope::flow {

/// How the destinations of an instruction come from its sources.
enum class Making : std::uint8_t {
    Nothing,    ///< no register is written, or nothing that registers hold goes into it
    Copy,       ///< what is written is one of `values`, whole or in part
    Selection,  ///< likewise, and `conditions` say which one
    Exchange,   ///< it is one of `values` of some lane
    Arithmetic
};

/// What an instruction reads, by what for. Its guard is among `controls`.
struct ValueUse {
    Making making = Making::Nothing;
    bool onlyConstants = false;  ///< what is made is made of numbers of the code alone (and of `conditions`)
    std::vector<program::RegisterId> values;      ///< go into the destinations
    std::vector<program::RegisterId> conditions;  ///< of a selection: say which value is taken
    std::vector<program::RegisterId> stored;      ///< go to memory
    std::vector<program::RegisterId> controls;    ///< addresses, guards, lane masks, counts
};
[[nodiscard]] ValueUse valueUseOf(const program::Instruction& instruction);

/// Does it read memory that a store could have written (not a parameter, not a slot of calls)?
[[nodiscard]] bool readsMemory(const program::Instruction& instruction);
/// A load from or a store to a slot of calls, through which a register comes to another function.
[[nodiscard]] bool usesSlot(const program::Instruction& instruction);

}  // namespace lanescope::flow
