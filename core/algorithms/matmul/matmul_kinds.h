// SPDX-License-Identifier: GPL-3.0-or-later
// What sets the matrix multiplications apart whose blocks are squares of a grid, as a table. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/algorithms/judgement.h"

namespace lanescope::matmul {

/// A __shared__ array of a kernel; its shape in block sides.
struct SharedShape {
    std::string_view name;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
};

struct Kind {
    std::string_view id;
    std::string_view kernel;        ///< template of the right kernel; a published one is named kernel + "Published"
    std::uint32_t tilesAcross = 1;  ///< of block × block elements of C that a block computes
    std::uint32_t tilesDown = 1;
    bool oneBlock = false;  ///< the grid is 1 × 1 and the block walks over C
    std::vector<SharedShape> shared = {};
    std::vector<std::string_view> blocks;  ///< sides that are compiled
    /// Template of the kernel whose blocks have another number of rows of threads; empty if there is none.
    std::string_view inRows = {};
    bool anyRows = false;                       ///< it takes any number of them, and a thread has one element
    VerdictText corrected;                      ///< verdict on the right kernel
    std::optional<VerdictText> published = {};  ///< verdict on the published one; nothing if there is none
    std::optional<VerdictText> publishedIfOneTile =
        {};  ///< the same when n = block; nothing if that makes no difference
};

[[nodiscard]] std::span<const Kind> kinds();

}  // namespace lanescope::matmul
