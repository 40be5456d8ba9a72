// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a picture of limits with the place that they have. They are laid out before anything is drawn, so that none
// lies on another or is cut, and so that tests see it.
#pragma once

#include <QColor>
#include <QPainter>
#include <QPolygonF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/metrics/counters.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct LimitsLabel {
    QString words;
    QRectF room;  ///< pixels; of the words, and behind them of the sign of `origin`
    Type type = Type::Least;
    QColor colour{};
    double angle = 0;                 ///< degrees around the middle of the room
    bool onGround = false;            ///< what it lies on shows through a little
    std::optional<QPointF> leader{};  ///< the point that it names, where it stands away from it
    std::optional<Origin> origin{};   ///< of the number that it ends with

    /// The room as it lies in the picture.
    [[nodiscard]] QPolygonF outline() const;
};

/// Width and height that words of a type need, with the sign of an origin behind them.
[[nodiscard]] QSizeF labelSize(const Theme& theme, Type type, const QString& words, bool withOrigin = false);
/// The longest of `choices`, longest first, that has room; the last one, cut, where none has.
[[nodiscard]] QString longestThatFits(const QFont& font, double width, const QStringList& choices);
[[nodiscard]] bool overlap(const LimitsLabel& one, const LimitsLabel& other);
void paintLabels(QPainter& painter, const Theme& theme, const std::vector<LimitsLabel>& labels);

}  // namespace lanescope
