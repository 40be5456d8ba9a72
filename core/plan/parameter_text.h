// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's parameters are, and what may be written for them, for people.
#pragma once

#include <string>
#include <vector>

#include "core/program/module.h"

namespace lanescope {

struct ParameterText {
    std::string what;      ///< ".u32 of 4 bytes", "a struct of 12 bytes", ".u64 of 8 bytes, probably a pointer to f32"
    std::string argument;  ///< as LaunchSpec takes it: "u32:1", "buf:f32:1024:ramp", "bytes:00…" of the struct's size
    bool pointer = false;
};

/// By parameter. That one is a pointer is known from the code (core/program/pointer_parameter.h).
[[nodiscard]] std::vector<ParameterText> parameterTexts(const program::Entry& entry);

}  // namespace lanescope
