// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of a buffer a block writes, and which block may write an element.
#pragma once

#include <optional>

#include "core/trace/block_trace.h"

namespace lanescope {

/// Has the block written the element, as far as its trace goes?
[[nodiscard]] bool writes(const BlockTrace& trace, const simt::ElementRef& element);

/// The block that writes the element if the blocks share the buffer out among them in equal tiles, as large as what
/// this trace's block writes of it: a guess, to be checked with writes(). Nothing if this block writes none of the
/// buffer, or that tile is outside the grid.
[[nodiscard]] std::optional<Dim3> likelyWriter(const BlockTrace& trace, const simt::ElementRef& element);

}  // namespace lanescope
