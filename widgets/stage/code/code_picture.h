// SPDX-License-Identifier: GPL-3.0-or-later
// The panes of the view of the code as they are to be drawn, and where their parts lie. Any number of panes: each shows
// a listing, and bands join what belongs together in neighbours.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "widgets/stage/code/code_control.h"
#include "widgets/stage/code/code_scene.h"
#include "widgets/stage/code/code_times_paint.h"

namespace lanescope::code {

/// A line that a side runs now.
struct PresentMark {
    std::uint32_t line = 0;
    bool exact = true;
    std::size_t column = 0;  ///< of the side's counts
    friend bool operator==(const PresentMark&, const PresentMark&) = default;
};

struct Pane {
    const Listing* listing = nullptr;
    QString title, about;
    QString sentence;  ///< in place of rows where there are none
    std::vector<Row> rows;
    /// By side of the listing and line; empty for one that nobody counted.
    std::vector<std::vector<std::uint64_t>> values;
    std::vector<std::vector<std::uint64_t>> before;  ///< runs before now; empty: not told
    std::vector<std::uint64_t> totals;               ///< by side, of all instructions
    std::vector<QString> columns;                    ///< heads of the values
    QString shares;                                  ///< head of the bars
    /// Of the warps' time, by side of the listing and line; empty: it is not shown, or is not known of this listing.
    std::vector<std::vector<timing::ReasonCycles>> times;
    std::vector<double> timesOfAll;    ///< by side, cycles of all instructions
    std::vector<QString> timeColumns;  ///< heads of the times
    std::vector<PresentMark> present;
    std::vector<std::uint32_t> related;       ///< keys that are pointed at
    std::vector<std::uint32_t> relatedLines;  ///< that are pointed at themselves, or are made of what is
    std::optional<std::size_t> cursor;        ///< row of the keyboard
    std::size_t selectedFirst = 0, selectedEnd = 0;
    double scrolled = 0;        ///< rows that are above the pane's first, as far as there are so many
    std::vector<QColor> tints;  ///< by key: ground of its lines; invalid for none
    std::vector<QColor> hues;   ///< by key: of its bars
    // below the lines
    simt::LaneMask lanes = 0;  ///< that take part in what runs now
    QString lanesText,
        now;  ///< in words, and the instruction; both empty: nothing has run yet, or another pane says it
};

struct CodePicture {
    std::vector<Pane> panes;
    bool joined = false;  ///< bands between the panes
    bool barred = false;  ///< buttons have a row of their own above the panes
    bool focused = false;
    double zoom = 1;
    QString timesHeading;          ///< below the panes, before the colours' names; empty: no time is shown
    timing::ReasonCycles times{};  ///< of the first side, for these names
};

struct PaneGeometry {
    QRectF all;    ///< the pane
    QRectF heads;  ///< of its columns
    QRectF body;   ///< in it rows are seen
    QRectF foot;
    double rowHeight = 0;
    std::vector<double> tops;  ///< of rows, scrolling included
    double chipWidth = 0;
    double times = 0;                                      ///< left edge of their first column
    TimeColumn time;                                       ///< each of them; without width: none
    double signs = 0, numbers = 0, code = 0, codeEnd = 0;  ///< left edges, and right end of the code
    QRectF bars;                                           ///< empty: none
    ControlColumns control;                                ///< of machine code
    double scrolled = 0;                                   ///< Pane::scrolled, kept in its range
    QFont font;
    [[nodiscard]] QRectF row(std::size_t index) const { return {body.left(), tops[index], body.width(), rowHeight}; }
    /// Rows that have room.
    [[nodiscard]] double room() const { return body.height() / rowHeight; }
};

struct CodeGeometry {
    std::vector<PaneGeometry> panes;
    QRectF legend;  ///< of the times' colours, below the panes; empty: none
};

[[nodiscard]] CodeGeometry layOut(const Theme& theme, const CodePicture& picture, const QSizeF& size);
void paint(QPainter& painter, const Theme& theme, const CodePicture& picture, const CodeGeometry& geometry);

/// Row of a pane at a point of the picture.
struct PlaceInCode {
    std::size_t pane = 0;
    std::size_t row = 0;
    bool inGutter = false;  ///< left of the text
    friend bool operator==(const PlaceInCode&, const PlaceInCode&) = default;
};
[[nodiscard]] std::optional<PlaceInCode> placeAt(const CodeGeometry& geometry, const QPointF& point);

}  // namespace lanescope::code
