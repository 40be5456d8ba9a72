// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/bytes_painter.h"

#include <QCoreApplication>

#include "widgets/explore/bytes_layout.h"
#include "widgets/explore/roofline_layout.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LimitsPicture)
};

constexpr double kRound = 6;

}  // namespace

void paintBytes(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room) {
    if (!hasBytes(picture)) return;
    const QString title = Texts::tr("Where the bytes go"), name = picture.sides.front().name;
    const double beside =
        QFontMetricsF(theme.type(Type::Title)).horizontalAdvance(title) + theme.scaled(2 * paint::kGrid);
    paint::heading(painter, theme, room, title,
                   longestThatFits(theme.type(Type::Body), room.width() - beside,
                                   {Texts::tr("%1, one launch; width = bytes").arg(name),
                                    Texts::tr("%1, one launch").arg(name), name}));
    const BytesLayout layout(theme, picture, room);
    for (const BytesBand& band : layout.bands) {
        // Where nothing goes, or nobody knows, only a line.
        if (band.room.isEmpty()) {
            painter.setPen(QPen(theme.colour(Colour::FaintText), 1, Qt::DashLine));
            painter.drawLine(band.line);
            continue;
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(levelColour(band.level, theme));
        painter.drawRect(band.room);
    }
    painter.setPen(QPen(theme.colour(Colour::GridLine), paint::kFrame));
    painter.setBrush(theme.colour(Colour::Raised));
    for (const QRectF& box : layout.boxes) painter.drawRoundedRect(box, kRound, kRound);
    paintLabels(painter, theme, layout.labels);
}

}  // namespace lanescope
