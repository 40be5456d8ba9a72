// SPDX-License-Identifier: GPL-3.0-or-later
// What a student should look at first. Internal to core/simt.
#pragma once

#include "core/plan/plan.h"
#include "core/simt/fault.h"

namespace lanescope::simt {

/// One line for a fault whose other fields are filled in; empty where nothing honest can be said.
/// `firstBeyond`: for an element past the end of a buffer, how many elements past it is (0 = the first).
[[nodiscard]] std::string hintFor(const Fault& fault, const ptx::Instruction& instruction, const Launch& launch,
                                  std::uint64_t firstBeyond);

/// ", near null: …" what an address near no buffer looks like; empty if like nothing in particular.
[[nodiscard]] std::string lookOf(std::uint64_t address);

}  // namespace lanescope::simt
