// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of instructions, by the names of the hardware's counters. Each PTX instruction is in one class.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/program/instruction.h"

namespace lanescope {

enum class InstructionClass : std::uint8_t {
    Integer,
    Bit,
    Fp16,
    Fp32,
    Fp64,
    Conversion,
    Memory,
    Control,
    Communication,
    Misc
};
inline constexpr std::size_t kInstructionClasses = 10;

[[nodiscard]] InstructionClass classOf(const program::Instruction& instruction);
/// The metric that counts them: "fp32_instructions".
[[nodiscard]] std::string_view metricOf(InstructionClass kind);

}  // namespace lanescope
