// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a block begins in the place of one that is done.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// When a block was on a multiprocessor, by its clock.
struct Stay {
    std::uint32_t multiprocessor = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Cycles from the end of each block to the begin of the one that took its place: on each multiprocessor as many blocks
/// as begin before the first ends have places of their own, and after them the k-th that begins takes the place of the
/// k-th that ended.
[[nodiscard]] std::vector<double> turnsOf(const std::vector<Stay>& stays);

/// Cycles from one block that comes to a multiprocessor to the next, of the first ones, which come before any has
/// ended: on each multiprocessor the mean.
[[nodiscard]] std::vector<double> arrivalsOf(const std::vector<Stay>& stays);

}  // namespace lanescope
