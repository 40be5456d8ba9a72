// SPDX-License-Identifier: GPL-3.0-or-later
// PTX that grows along one axis: instructions in one block, branches to the end, entries, the length of a name, …
// What reads it must take time near its length along each of them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

struct PtxAxis {
    std::string_view name;
    /// A module whose entry "k" takes a pointer to at least 4 KiB and runs without a fault; `n` of what the name says.
    std::string (*text)(std::size_t n);
    std::size_t most = 200'000;  ///< up to which it is to be read in a few seconds; more may be refused
};

[[nodiscard]] std::span<const PtxAxis> ptxAxes();

}  // namespace lanescope
