// SPDX-License-Identifier: GPL-3.0-or-later
// The list of abstract machines, in the order in which they are shown: of each the function that makes it, which its
// file defines. Private to this folder.
#pragma once

#include "core/models/abstract/machine.h"

#define LANESCOPE_ABSTRACT_MACHINES(MACHINE) \
    MACHINE(pramMachine)                     \
    MACHINE(qrqwMachine)                     \
    MACHINE(bspMachine)                      \
    MACHINE(logpMachine)

namespace lanescope {

#define LANESCOPE_DECLARE_MACHINE(maker) [[nodiscard]] std::unique_ptr<AbstractMachine> maker();
LANESCOPE_ABSTRACT_MACHINES(LANESCOPE_DECLARE_MACHINE)
#undef LANESCOPE_DECLARE_MACHINE

}  // namespace lanescope
