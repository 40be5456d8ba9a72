// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code as a program that the emulator runs: a listing becomes an entry in the neutral form, instruction by
// instruction, so that numbers of instructions are those of the hardware.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/module.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// A module with one kernel: instruction i is that at address 16 i, and its line in the module's text is i + 1. What
/// machine code does not say is that of `ptx`, which it was made from: names, parameters, shared arrays, variables.
/// What cannot be run is refused in Entry::unsupported (MachineCodeUnsupported, with address and instruction).
[[nodiscard]] std::shared_ptr<const program::Module> lower(const Listing& listing, const program::Module& ptx,
                                                           const program::Entry& entry);

/// Names of all instructions that can be run in some form: "IMAD".
[[nodiscard]] std::vector<std::string_view> loweredOpcodes();

/// Of a module that lower() has made: "sm_90".
[[nodiscard]] std::string architectureOf(const program::Module& machineCode);

}  // namespace lanescope::sass
