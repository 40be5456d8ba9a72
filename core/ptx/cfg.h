// SPDX-License-Identifier: GPL-3.0-or-later
// Basic blocks, and where lanes of a warp that have parted meet again.
#pragma once

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// What `ret` does in the code: it ends lanes for good, or they go back to where the function was called and go on.
enum class CodeKind { Kernel, Function };

/// Fills Entry::blocks from Entry::instructions, whose branch targets are set: basic blocks in program order, their
/// successors, and where lanes that part at their ends meet again. That is the immediate post-dominator with the exit
/// as a virtual block; a block from which the exit cannot be reached (an endless loop) has the exit.
///
/// In a kernel nobody waits for lanes that leave: where a way out goes off from among lanes that have parted before, or
/// in a loop, branches straight to a block that only returns do not count, as in the machine code of GPUs, where they
/// are predicated exits. The others so meet behind the loop, not at the end of the kernel.
void buildControlFlow(Entry& entry, CodeKind kind);

}  // namespace lanescope::ptx
