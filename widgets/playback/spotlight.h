// SPDX-License-Identifier: GPL-3.0-or-later
// What a lecturer points all eyes at: one thread, warp, element or tile. It is kept while time goes on; all that does
// not belong to it is dimmed.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <vector>

#include "widgets/playback/selection.h"

namespace lanescope {

struct Spotlight {
    enum class Kind { Thread, Warp, Element, Tile };
    Kind kind = Kind::Thread;
    ThreadRef thread{};      ///< of Thread; of Warp its number
    ElementPick element{};   ///< of Element; of Tile its first one
    std::uint64_t rows = 1;  ///< of Tile
    std::uint64_t columns = 1;
    friend bool operator==(const Spotlight&, const Spotlight&) = default;
};

/// Where it falls.
struct Lit {
    std::vector<QRectF> rings;  ///< around what it is on
    QPainterPath region;        ///< what is not dimmed
    [[nodiscard]] bool empty() const { return rings.empty(); }
    /// Adds a part that stays lit.
    void add(const QRectF& part);
    /// The same, with a ring.
    void ring(const QRectF& part);
    /// The way between two parts: a band where they stand beside or above each other, else a line.
    void join(const QRectF& from, const QRectF& to);
};

/// What views light up by themselves of what a spotlight is on: its thread's arithmetic, its element.
[[nodiscard]] Focus focusOf(const Spotlight& spotlight);

}  // namespace lanescope
