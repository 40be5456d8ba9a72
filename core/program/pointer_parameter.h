// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a kernel's parameters are pointers, and which of them an access goes through: what follows from the code.
// The code itself has them as numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/element_type.h"
#include "core/program/module.h"

namespace lanescope::program {

/// The parameter, counted from 0, to which an access's address adds an index; none if that cannot be told: there is
/// none, there may be several, or it came through memory.
[[nodiscard]] std::optional<std::uint32_t> pointerParameter(const Entry& entry, std::uint32_t instruction);

/// What a parameter points to.
struct Pointed {
    /// What is read or written there first; none where it is never, or by no type that elements have.
    std::optional<ElementType> element;
};

/// By parameter: what it points to; none if nothing shows that it is a pointer.
[[nodiscard]] std::vector<std::optional<Pointed>> pointersOf(const Entry& entry);

}  // namespace lanescope::program
