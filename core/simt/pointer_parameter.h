// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a kernel's pointers an access goes through. Internal to core/simt.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ptx/module.h"

namespace lanescope::simt {

/// The parameter, counted from 0, to which an access's address adds an index; none if that cannot be told: there is
/// none, there may be several, or it came through a function or memory.
[[nodiscard]] std::optional<std::uint32_t> pointerParameter(const ptx::Entry& entry, std::uint32_t instruction);

}  // namespace lanescope::simt
