// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers do with a text. Nothing may crash, hang or touch memory that it should not; errors and faults are
// fine.
#pragma once

#include <string_view>

namespace lanescope {

/// Parses it, and looks at all that the parser promises of what it accepts.
void fuzzParser(std::string_view text);

/// Parses it and launches each of its first kernels with small buffers and a small step budget, under each scheduling
/// policy. A first line "//! GRID BLOCK SHARED" chooses the launch: "//! 2 64 512".
void fuzzLaunch(std::string_view text);

}  // namespace lanescope
