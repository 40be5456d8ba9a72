// SPDX-License-Identifier: GPL-3.0-or-later
// Mutations that often leave PTX valid: lines moved, copied and dropped, words swapped for others of the same text or
// for known ones.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

using Random = std::minstd_rand;

/// A number below `count`; 0 if that is 0.
std::size_t pick(Random& random, std::size_t count);

/// With their ends.
std::vector<std::string> linesOf(std::string_view text);

/// One mutation. There must be a line.
void mutateLines(std::vector<std::string>& lines, Random& random);

}  // namespace lanescope
