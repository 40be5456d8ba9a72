// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lanescope {

/// Extent of a grid or block, or the index of a block or thread in one (CUDA's dim3 and uint3).
struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    /// Number of points of an extent.
    [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }

    /// Row-major number of the point `index` in this extent: x fastest, as CUDA numbers threads.
    [[nodiscard]] constexpr std::uint64_t linear(const Dim3& index) const {
        return (std::uint64_t{index.z} * y + index.y) * x + index.x;
    }

    /// Inverse of linear().
    [[nodiscard]] constexpr Dim3 at(std::uint64_t number) const {
        return {static_cast<std::uint32_t>(number % x), static_cast<std::uint32_t>(number / x % y),
                static_cast<std::uint32_t>(number / x / y)};
    }

    friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

}  // namespace lanescope
