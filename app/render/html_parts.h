// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same in every page: how it looks, and what its keys do. No text of a story is in here.
#pragma once

namespace lanescope {

/// Colours are variables of :root.
extern const char* const kPageStyle;
/// Without it all bookmarks stand below each other, their answers folded.
extern const char* const kPageScript;

}  // namespace lanescope
