// SPDX-License-Identifier: GPL-3.0-or-later
// What a student should look at first. Internal to core/simt.
#pragma once

#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/plan/plan.h"
#include "core/simt/fault.h"

namespace lanescope::simt {

/// What is known of where a faulting access went, beside the Fault's own fields.
struct HintPlace {
    unsigned elementBytes = 0;      ///< of the buffer's elements; 0 = in or near no buffer
    std::uint64_t firstBeyond = 0;  ///< past the end of the buffer: so many elements past it (0 = the first)
    std::uint64_t before = 0;       ///< before its start: so many elements before it
    bool isDynamic = false;         ///< an extern __shared__ array
};

/// One line for a fault whose other fields are filled in; empty where nothing honest can be said.
[[nodiscard]] std::string hintFor(const Fault& fault, const program::Instruction& instruction, const Launch& launch,
                                  const HintPlace& place);

/// What an address near no buffer looks like; nothing if like nothing in particular.
[[nodiscard]] std::optional<Message> lookOf(std::uint64_t address);

}  // namespace lanescope::simt
