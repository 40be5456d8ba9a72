// SPDX-License-Identifier: GPL-3.0-or-later
// What a parameter is for. Whoever works with any algorithm asks for a role, since the same thing has other names
// elsewhere ("n", "width") and the same name means other things ("block": threads, or rows of a matrix).
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

/// An algorithm may have several sizes, of which the first is the main one; of every other role but Other it has at
/// most one parameter, and of BlockSide, Threads and Warps together at most one.
enum class ParameterRole : std::uint8_t {
    Size,         ///< how large the problem is: rows, columns, elements, bytes, operations
    BlockSide,    ///< threads along a side of a block; where a thread has several elements, elements of its tile
    Threads,      ///< threads of a block
    Warps,        ///< warps of a block
    Blocks,       ///< blocks of a launch
    MatrixBlock,  ///< rows and columns of the part of a matrix that a step works on; no block of threads
    Type,         ///< of the elements, as element_type.h names it
    Variant,      ///< kPublished or kCorrected
    Operation,    ///< what is done with the elements: a sum or a maximum, an atomic function, a kind of work
    Memory,       ///< where data lie
    Other,        ///< something that only its own algorithm knows
};

/// Values of a Variant: the kernel as the document has it, mistakes included, or without them.
inline constexpr std::string_view kPublished = "published";
inline constexpr std::string_view kCorrected = "corrected";

}  // namespace lanescope
