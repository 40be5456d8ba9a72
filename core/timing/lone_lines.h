// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of DRAM of which each block reads one line alone, as the rows of a tile are: they take DRAM longer than a page
// that is read as a whole. Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::timing {

class LoneLines {
public:
    static constexpr std::uint32_t kOfPage = 32;  ///< sectors

    /// Of so many sectors in all.
    explicit LoneLines(std::uint32_t sectors) : m_pages(sectors / kOfPage + 1) {}

    /// The block reads these, ascending.
    void read(std::span<const std::uint32_t> sectors, std::uint32_t block);
    /// Of each page: whoever reads of it reads one of its lines.
    [[nodiscard]] std::vector<bool> pages() const;

private:
    struct Page {
        static constexpr std::uint8_t kNone = 0xff, kSeveral = 0xfe;
        std::uint32_t block = 0;
        std::uint8_t line = kNone;  ///< that this block has read
    };
    std::vector<Page> m_pages;
};

}  // namespace lanescope::timing
