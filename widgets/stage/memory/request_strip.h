// SPDX-License-Identifier: GPL-3.0-or-later
// A request's places drawn small: a line of 128 bytes with its sectors, the banks with the words they serve. What is
// moved and used is filled, what is moved and not used hatched, what is not moved is pale.
#pragma once

#include <QPainter>

#include "widgets/stage/memory/request_scene.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What a request is drawn with; made once a picture.
struct RequestInks {
    RequestInks(const Theme& theme, const RequestScene& scene);

    QColor hue;    ///< of the family; of what has none, faint text
    QColor value;  ///< a byte that is used, or a word that is served
    QColor pale;   ///< not moved, not served
    QColor hair;
    QColor ink;
    QColor now;
    QColor ground;
    QBrush hatch;
    double frame = 2;  ///< width of a sector's
};

/// Where a byte of a line lies in its rectangle.
[[nodiscard]] double byteAt(const QRectF& line, std::uint64_t offset);

/// A line of which nothing is moved; the sectors of it that are; and both.
void paintLineGround(QPainter& painter, const RequestInks& inks, const QRectF& rect);
void paintLineMoved(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene,
                    const LineUse& line);
void paintLineUse(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene,
                  const LineUse& line);

/// 32 banks beside each other; words of one bank lie above each other in the height of `rect`.
void paintBankUse(QPainter& painter, const RequestInks& inks, const QRectF& rect, const RequestScene& scene);

/// All lines of a request beside each other, as many as have room, and their lanes as dots above, joined to what they
/// take; where lines do not follow each other there is a gap.
void paintLineStrip(QPainter& painter, const Theme& theme, const RequestInks& inks, const QRectF& rect,
                    const RequestScene& scene);

}  // namespace lanescope
