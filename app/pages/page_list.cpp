// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/page_list.h"

namespace lanescope {

std::vector<std::unique_ptr<Page>> makePages(const PageFrame& frame) {
    std::vector<std::unique_ptr<Page>> pages;
#define LANESCOPE_ADD_PAGE(maker) pages.push_back(maker(frame));
    LANESCOPE_PAGES(LANESCOPE_ADD_PAGE)
#undef LANESCOPE_ADD_PAGE
    return pages;
}

QKeySequence keyOfPage(std::size_t place) {
    constexpr std::size_t kDigits = 10;
    if (place >= kDigits) return {};
    const auto digit = static_cast<int>((place + 1) % kDigits);
    return QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(Qt::Key_0 + digit)));
}

}  // namespace lanescope
