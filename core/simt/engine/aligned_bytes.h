// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for vector instructions. Internal to core/simt.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace lanescope::simt {

/// Cache-line aligned bytes, zeroed.
class AlignedBytes {
public:
    /// At least `size` bytes, zeroed; data() is never null, because addresses are counted from it.
    explicit AlignedBytes(std::size_t size = 0)
        : m_lines(std::max<std::size_t>(1, (size + sizeof(Line) - 1) / sizeof(Line))) {}
    [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(m_lines.data()); }
    [[nodiscard]] const std::byte* data() const { return reinterpret_cast<const std::byte*>(m_lines.data()); }

private:
    struct alignas(64) Line {
        std::array<std::byte, 64> bytes{};
    };
    std::vector<Line> m_lines;
};

}  // namespace lanescope::simt
