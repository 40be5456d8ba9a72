// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of the code says: of the line that runs, and of any line that is pointed at.
#pragma once

#include <QString>

#include "widgets/stage/code/code_scene.h"

namespace lanescope::code {

/// "runs", "lanes", "sectors", "wavefronts"
[[nodiscard]] QString countWord(Count count);
[[nodiscard]] QString countTip(Count count);
/// "block (0, 0)", "all 16 blocks", "all 4 096 blocks, from a sample"
[[nodiscard]] QString scopeWord(const CodeScene& scene, std::size_t side, Scope scope);

/// Of the leading side at a position, counted in its block.
[[nodiscard]] Why whyOf(const CodeScene& scene, const Listing& listing, std::uint64_t position);

/// Of the instruction that runs at a position, where machine code is watched: what it does and waits for. Empty where
/// it is not.
[[nodiscard]] QString machineWhy(const CodeScene& scene, const std::string& architecture, std::uint64_t position);

/// In what two sides that are counted differ most, as a ratio; runs where nothing differs clearly more, and of one
/// side.
[[nodiscard]] Count tellingCount(const CodeScene& scene, Scope scope);

/// Of two sides that are counted: where they differ most. Empty for others.
[[nodiscard]] QString differenceWords(const CodeScene& scene, Count count, Scope scope);

/// A line with what was counted of it, for each side of its listing.
[[nodiscard]] QString lineWords(const CodeScene& scene, const Listing& listing, std::uint32_t line, Scope scope);

}  // namespace lanescope::code
