// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_control.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <bit>

#include "widgets/paint/marks.h"
#include "widgets/stage/code/code_picture.h"

namespace lanescope::code {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::CodeControl)
};

constexpr double kMostStall = 15;  ///< cycles
constexpr double kStallBar = 22;   ///< pixels of so many
constexpr double kColumn = 20;     ///< pixels of a scoreboard's sign, with what is around it
constexpr double kNumber = 20;     ///< pixels of the stall's number
constexpr double kAwaits = 34;     ///< pixels of the lines at the right
constexpr std::uint8_t kScoreboards = 6;

bool raises(std::uint8_t scoreboard) { return scoreboard < kScoreboards; }

unsigned raisedBy(const sass::Control& control) {
    return (raises(control.writeScoreboard) ? 1U : 0U) + (raises(control.readScoreboard) ? 1U : 0U);
}

/// A scoreboard's number: white in a full disc where it is raised until a result is there, in a full square until
/// operands have been read; in a ring where it is waited for.
enum class Sign { Result, Operands, Awaited };

void scoreboardSign(QPainter& painter, const Theme& theme, const QRectF& room, unsigned number, Sign sign) {
    const double side = std::min(room.width(), room.height()) - 2;
    const QRectF box(room.center().x() - side / 2, room.center().y() - side / 2, side, side);
    const bool full = sign != Sign::Awaited;
    painter.setPen(QPen(theme.colour(Colour::Text), full ? 0 : theme.scaled(1.5)));
    painter.setBrush(theme.colour(full ? Colour::Text : Colour::Ground));
    if (sign == Sign::Operands)
        painter.drawRoundedRect(box, 3, 3);
    else
        painter.drawEllipse(full ? box : box.adjusted(1, 1, -1, -1));
    painter.setPen(theme.colour(full ? Colour::Ground : Colour::Text));
    QFont font = theme.type(Type::Least);
    font.setBold(true);
    font.setPixelSize(std::max(9, qRound(side * 0.72)));
    painter.setFont(font);
    painter.drawText(box, Qt::AlignCenter, QString::number(number));
}

}  // namespace

ControlColumns controlColumns(const Theme& theme, const Listing& listing) {
    ControlColumns columns;
    if (!listing.machine) return columns;
    unsigned sets = 1, waits = 1;
    bool yields = false, reuses = false;
    for (const sass::Instruction& instruction : listing.machine->instructions) {
        const sass::Control& control = instruction.control;
        sets = std::max(sets, raisedBy(control));
        waits = std::max(waits, static_cast<unsigned>(std::popcount(control.waits)));
        yields = yields || control.yields;
        reuses = reuses || control.reuse != 0;
    }
    const double column = theme.scaled(kColumn);
    columns.yields = theme.scaled(kStallBar + kNumber);
    columns.reuse = columns.yields + (yields ? 0.8 * column : 0);
    columns.sets = columns.reuse + (reuses ? 0.8 * column : 0);
    const QFontMetricsF heads(theme.type(Type::Least));
    columns.waits =
        columns.sets + std::max(sets * column, heads.horizontalAdvance(Texts::tr("sets"))) + theme.scaled(paint::kGrid);
    columns.awaits = columns.waits + waits * column;
    columns.end = columns.awaits + theme.scaled(listing.awaits.empty() ? paint::kGrid : kAwaits);
    return columns;
}

void paintControlHeads(QPainter& painter, const Theme& theme, const PaneGeometry& at) {
    const ControlColumns& columns = at.control;
    if (columns.width() <= 0) return;
    const auto head = [&](double left, double right, const QString& word) {
        if (right > left)
            painter.drawText(QRectF(left, at.heads.top(), right - left, at.heads.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, word);
    };
    head(columns.stall, columns.sets, Texts::tr("stall"));
    head(columns.sets, columns.waits, Texts::tr("sets"));
    head(columns.waits, columns.end + theme.scaled(paint::kGrid), Texts::tr("waits"));
}

void paintControl(QPainter& painter, const Theme& theme, const ControlColumns& columns, const QRectF& row,
                  const sass::Control& control) {
    painter.save();
    const double height = row.height() * 0.42;
    painter.fillRect(QRectF(columns.stall, row.center().y() - height / 2,
                            std::max(2.0, theme.scaled(kStallBar) * control.stall / kMostStall), height),
                     theme.colour(Colour::FaintText));
    painter.setFont(theme.type(Type::Least));
    painter.setPen(theme.colour(Colour::Text));
    const double bar = std::max(2.0, theme.scaled(kStallBar) * control.stall / kMostStall) + theme.scaled(4);
    painter.drawText(QRectF(columns.stall + bar, row.top(), theme.scaled(kNumber), row.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::number(control.stall));
    const double side = theme.scaled(7);
    if (control.yields) {
        const QPointF tip(columns.yields + 1.3 * side, row.center().y());
        painter.setPen(QPen(theme.colour(Colour::Text), theme.scaled(1.3)));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(QPolygonF{tip, tip + QPointF(-side, -0.7 * side), tip + QPointF(-side, 0.7 * side)});
    }
    if (control.reuse != 0) {
        painter.setPen(theme.colour(Colour::Text));
        painter.drawText(QRectF(columns.reuse, row.top(), theme.scaled(kColumn), row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("↻"));
    }
    const double column = theme.scaled(kColumn);
    double x = columns.sets;
    const auto sign = [&](unsigned number, Sign what) {
        scoreboardSign(painter, theme, QRectF(x, row.top(), column, row.height()), number, what);
        x += column;
    };
    if (raises(control.writeScoreboard)) sign(control.writeScoreboard, Sign::Result);
    if (raises(control.readScoreboard)) sign(control.readScoreboard, Sign::Operands);
    x = columns.waits;
    for (unsigned k = 0; k < kScoreboards; ++k)
        if ((control.waits >> k & 1U) != 0) sign(k, Sign::Awaited);
    painter.restore();
}

void paintAwaits(QPainter& painter, const Theme& theme, const Pane& pane, const PaneGeometry& at) {
    if (at.control.width() <= 0) return;
    const auto told = [&](std::size_t instruction) {
        const auto line = static_cast<std::uint32_t>(instruction + 1);
        return std::ranges::find(pane.present, line, &PresentMark::line) != pane.present.end() ||
               std::ranges::find(pane.relatedLines, line) != pane.relatedLines.end();
    };
    const double column = theme.scaled(kColumn);
    const double right = at.control.end - theme.scaled(4);
    painter.save();
    painter.setBrush(Qt::NoBrush);
    for (const bool strong : {false, true})
        for (const sass::Await& await : pane.listing->awaits) {
            // All instructions are rows, in their order.
            if (await.waiter >= pane.rows.size() || (told(await.setter) || told(await.waiter)) != strong) continue;
            const QRectF from = at.row(await.setter), to = at.row(await.waiter);
            if (to.bottom() < at.body.top() || from.top() > at.body.bottom()) continue;
            const sass::Control& setter = pane.listing->machine->instructions[await.setter].control;
            const sass::Control& waiter = pane.listing->machine->instructions[await.waiter].control;
            const double x0 = at.control.sets + raisedBy(setter) * column;
            const double x1 = at.control.waits + std::popcount(waiter.waits) * column;
            // The further apart, the further out.
            const double far = std::min(1.0, 0.35 + 0.08 * static_cast<double>(await.waiter - await.setter));
            const double x = x1 + (right - x1) * far;
            QPainterPath path(QPointF(x0, from.center().y()));
            path.lineTo(std::max(x0, at.control.awaits - column / 2), from.center().y());
            path.cubicTo(x + (right - x1) * 0.2, from.center().y(), x + (right - x1) * 0.2, to.center().y(), x1,
                         to.center().y());
            painter.setPen(QPen(theme.colour(strong ? Colour::Text : Colour::FaintText), theme.scaled(strong ? 3 : 1)));
            painter.drawPath(path);
        }
    painter.restore();
}

}  // namespace lanescope::code
