// SPDX-License-Identifier: GPL-3.0-or-later
// The error for PTX that is right but that the emulator does not run.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace lanescope::ptx {

/// PtxUnsupported of an instruction as it stands in the file, with what it belongs to and what to do instead in
/// `hint`, where that is known.
[[nodiscard]] Error unsupportedInstruction(const std::string& file, std::uint32_t line, const std::string& instruction);

}  // namespace lanescope::ptx
