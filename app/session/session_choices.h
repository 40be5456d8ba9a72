// SPDX-License-Identifier: GPL-3.0-or-later
// Choices as sessions keep them, by names, and as the window has them.
#pragma once

#include "app/state/chosen.h"
#include "core/base/result.h"
#include "core/library/library.h"
#include "core/session/session.h"

namespace lanescope {

/// `chosen` has an algorithm.
[[nodiscard]] session::Choice choiceOf(const Chosen& chosen);

/// Whether there is a plan for it is not looked at. A GPU that is not here becomes none. Errors: an algorithm, a
/// parameter or a value that the catalogue does not have, machine code that is not kept; those of its baseline, too.
[[nodiscard]] Result<Chosen> chosenOf(const session::Choice& choice, const Library& library);

}  // namespace lanescope
