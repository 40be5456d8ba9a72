// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/lone_lines.h"

namespace lanescope::timing {

void LoneLines::read(std::span<const std::uint32_t> sectors, std::uint32_t block) {
    constexpr std::uint32_t kOfLine = 4;
    for (const std::uint32_t sector : sectors) {
        if (sector / kOfPage >= m_pages.size()) continue;  // of local memory
        Page& page = m_pages[sector / kOfPage];
        const auto line = static_cast<std::uint8_t>(sector % kOfPage / kOfLine);
        if (page.line == Page::kSeveral) continue;
        if (page.line != Page::kNone && page.block == block && page.line != line)
            page.line = Page::kSeveral;
        else
            page = {block, line};
    }
}

std::vector<bool> LoneLines::pages() const {
    std::vector<bool> lone;
    lone.reserve(m_pages.size());
    for (const Page& page : m_pages) lone.push_back(page.line < Page::kSeveral);
    return lone;
}

}  // namespace lanescope::timing
