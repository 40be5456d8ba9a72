// SPDX-License-Identifier: GPL-3.0-or-later
// Basic blocks, and where lanes of a warp that have parted meet again.
#pragma once

#include "core/program/module.h"

namespace lanescope::program {

/// What `ret` does in the code: it ends lanes for good, or they go back to where the function was called and go on.
enum class CodeKind { Kernel, Function };

/// Fills Entry::blocks from Entry::instructions, whose branch targets are set: basic blocks in program order, their
/// successors, and where lanes that part at their ends meet again.
///
/// Nobody waits for lanes that leave. From within a loop those that stay (go on, `continue`) meet in it: at the nearest
/// block that none of them can avoid in this round, or where the next round begins. Those that leave it (`break`) meet
/// them behind it. So there is one meeting for each loop around a block that has ways on from the block to different
/// places, and one where all come: the immediate post-dominator with the exit as a virtual block; a block from which
/// the exit cannot be reached (an endless loop) has the exit. GPUs have the same in BSSY, BSYNC and BREAK.
///
/// In a kernel nobody waits for lanes that return either: where a way out goes off from among lanes that have parted
/// before, or in a loop, branches straight to a block that only returns do not count, as in the machine code of GPUs,
/// where they are predicated exits. The others so meet behind the loop, not at the end of the kernel. But a loop whose
/// only ways out lead to the end is left by all there, and who has parted before it meets before it.
void buildControlFlow(Entry& entry, CodeKind kind);

}  // namespace lanescope::program
