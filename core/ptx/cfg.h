// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// Fills Entry::blocks from Entry::instructions, whose branch targets are set: basic blocks in program order, their
/// successors, and immediate post-dominators with the exit as a virtual block. A block from which the exit cannot be
/// reached (an endless loop) has the exit as its post-dominator.
void buildControlFlow(Entry& entry);

}  // namespace lanescope::ptx
