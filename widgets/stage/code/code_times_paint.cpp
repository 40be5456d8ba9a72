// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_times_paint.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/reasons.h"
#include "widgets/stage/code/code_picture.h"
#include "widgets/stage/code/code_times.h"

namespace lanescope::code {
namespace {

using timing::Reason;

constexpr double kBar = 72, kShortBar = 40;  ///< pixels
constexpr double kNarrowPane = 460;          ///< pixels, below which bars are short
constexpr double kLeastShown = 0.0005;       ///< of the warps' time, in the legend

/// A piece of the legend: words, with a swatch before them if they name a reason.
struct LegendPiece {
    QString words;
    std::optional<Reason> reason;
    QRectF at;
};

std::vector<LegendPiece> legendOf(const Theme& theme, const CodePicture& picture, double width) {
    std::vector<LegendPiece> pieces{{picture.timesHeading, std::nullopt, {}}};
    const double all = timing::allOf(picture.times);
    std::vector<Reason> reasons;
    for (std::size_t i = 0; i < picture.times.size(); ++i)
        if (picture.times[i] > kLeastShown * all) reasons.push_back(static_cast<Reason>(i));
    const auto shareOf = [&](Reason reason) { return picture.times[static_cast<std::size_t>(reason)] / all; };
    std::ranges::stable_sort(reasons, std::greater{}, shareOf);
    for (const Reason reason : reasons)
        pieces.push_back({QStringLiteral("%1 %2").arg(reasonWord(reason), timeShare(shareOf(reason))), reason, {}});
    const QFontMetricsF metrics(theme.type(Type::Least));
    const double grid = theme.scaled(paint::kGrid), line = std::ceil(metrics.height());
    double x = 0, y = 0;
    for (LegendPiece& piece : pieces) {
        const double wide =
            std::min(width, std::ceil(metrics.horizontalAdvance(piece.words)) + 1 + (piece.reason ? 2 * grid : 0));
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line + grid / 4;
        }
        piece.at = QRectF(x, y, wide, line);
        x += wide + 2 * grid;
    }
    return pieces;
}

}  // namespace

TimeColumn timeColumn(const Theme& theme, const QFont& font, std::size_t columns, double paneWidth) {
    const bool room = columns < 2 && paneWidth >= theme.scaled(kNarrowPane);
    return {theme.scaled(room ? kBar : kShortBar),
            std::ceil(QFontMetricsF(font).horizontalAdvance(QStringLiteral("100\u00a0%"))) + theme.scaled(6)};
}

void paintTime(QPainter& painter, const Theme& theme, const QRectF& room, const TimeColumn& column,
               const timing::ReasonCycles& line, double all, double longest) {
    const double mine = timing::allOf(line);
    if (!(mine > 0) || !(all > 0) || !(longest > 0)) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    const double inset = std::max(2.0, room.height() * 0.18);
    const double scale = column.bar / (longest * all);
    const QRectF bar(room.left(), room.top() + inset, std::max(2.0, mine * scale), room.height() - 2 * inset);
    // One of the colours is that of lines on the ground: on a line's tint it would be none.
    painter.fillRect(bar, theme.colour(Colour::Ground));
    double x = bar.left();
    for (std::size_t i = 0; i < line.size(); ++i) {
        const double wide = line[i] / mine * bar.width();
        painter.fillRect(QRectF(x, bar.top(), wide, bar.height()), reasonColour(static_cast<Reason>(i), theme));
        x += wide;
    }
    painter.restore();
    painter.setPen(theme.colour(Colour::Text));
    painter.drawText(QRectF(room.left() + column.bar, room.top(), column.number, room.height()),
                     Qt::AlignRight | Qt::AlignVCenter, timeShare(mine / all));
}

double timesLegendHeight(const Theme& theme, const CodePicture& picture, double width) {
    if (picture.timesHeading.isEmpty()) return 0;
    return legendOf(theme, picture, width).back().at.bottom() + theme.scaled(paint::kGrid / 2);
}

void paintTimesLegend(QPainter& painter, const Theme& theme, const CodePicture& picture, const QRectF& room) {
    if (picture.timesHeading.isEmpty()) return;
    const double grid = theme.scaled(paint::kGrid);
    painter.save();
    painter.setFont(theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    for (const LegendPiece& piece : legendOf(theme, picture, room.width())) {
        QRectF at = piece.at.translated(room.topLeft());
        if (piece.reason) {
            painter.fillRect(QRectF(at.left(), at.top() + at.height() / 4, 1.5 * grid, at.height() / 2),
                             reasonColour(*piece.reason, theme));
            at.setLeft(at.left() + 2 * grid);
        }
        painter.setPen(theme.colour(piece.reason ? Colour::Text : Colour::FaintText));
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(piece.words, Qt::ElideRight, at.width()));
    }
    painter.restore();
}

}  // namespace lanescope::code
