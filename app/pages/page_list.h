// SPDX-License-Identifier: GPL-3.0-or-later
// The list of pages, in the order of their tabs and keys: of each the function that makes it, which its file defines.
#pragma once

#include <QKeySequence>
#include <memory>
#include <vector>

#include "app/pages/page.h"

#define LANESCOPE_PAGES(PAGE) \
    PAGE(tilesPage)           \
    PAGE(warpsPage)           \
    PAGE(memoryPage)          \
    PAGE(mapPage)             \
    PAGE(codePage)            \
    PAGE(occupancyPage)       \
    PAGE(comparePage)         \
    PAGE(explorePage)         \
    PAGE(limitsPage)          \
    PAGE(ladderPage)          \
    PAGE(schedulePage)

namespace lanescope {

#define LANESCOPE_DECLARE_PAGE(maker) [[nodiscard]] std::unique_ptr<Page> maker(const PageFrame& frame);
LANESCOPE_PAGES(LANESCOPE_DECLARE_PAGE)
#undef LANESCOPE_DECLARE_PAGE

[[nodiscard]] std::vector<std::unique_ptr<Page>> makePages(const PageFrame& frame);

/// What brings the page at a place of the list (from 0) to the front: Ctrl+1 to Ctrl+9 and Ctrl+0, then the same with
/// Alt; nothing from the twenty-first on.
[[nodiscard]] QKeySequence keyOfPage(std::size_t place);

}  // namespace lanescope
