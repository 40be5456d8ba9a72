// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_painter.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::AtlasPicture)
};

constexpr double kRoomy = 56;  // pixels at normal size that let a ring stand well inside of a cell

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const AtlasPicture& picture, const QSizeF& size)
        : m_painter(painter), m_theme(theme), m_picture(picture), m_layout(picture, theme, size) {}

    void heads() {
        paint::heading(m_painter, m_theme, m_layout.head, m_picture.title, m_picture.about);
        for (std::size_t panel = 0; panel < m_picture.atlas.panels(); ++panel) panelHeads(panel);
    }

    void cells() {
        m_unitBelow = unitsNeedALine();
        for (std::size_t place = 0; place < m_picture.atlas.cells.size(); ++place) fill(place);
        for (std::size_t place = 0; place < m_picture.atlas.cells.size(); ++place) marks(place);
    }

    /// Between neighbours of different occupancy, and what it is at the row's end where all of the row have the same.
    void occupancy() {
        const Atlas& atlas = m_picture.atlas;
        const auto of = [&](const AtlasPlace& place) { return atlas.at(place).occupancy; };
        const auto differ = [&](const AtlasPlace& place, const AtlasPlace& other) {
            return of(place) && of(other) && *of(place) != *of(other);
        };
        m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(paint::kSector), Qt::DotLine));
        for (std::size_t cell = 0; cell < atlas.cells.size(); ++cell) {
            const AtlasPlace at = atlas.placeOf(cell);
            const QRectF frame = around(cell);
            if (at.column + 1 < atlas.columns() && differ(at, {at.column + 1, at.row, at.panel}))
                m_painter.drawLine(frame.topRight(), frame.bottomRight());
            if (at.row + 1 < atlas.rows() && differ(at, {at.column, at.row + 1, at.panel}))
                m_painter.drawLine(frame.bottomLeft(), frame.bottomRight());
        }
        m_painter.setFont(m_theme.type(Type::Body));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        for (std::size_t panel = 0; panel < atlas.panels(); ++panel) {
            if (!m_layout.isFolded())
                m_painter.drawText(m_layout.endHead(panel), Qt::AlignLeft | Qt::AlignVCenter, occupancyHead());
            for (std::size_t row = 0; row < atlas.rows(); ++row) {
                const AtlasPlace last{atlas.columns() - 1, row, panel};
                if (of(last))
                    m_painter.drawText(m_layout.rowEnd(last),
                                       (m_layout.isFolded() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                                       countText(*of(last), 0) + QStringLiteral(" %"));
            }
        }
    }

    void legend() {
        const AtlasLegend& legend = m_layout.signs;
        const QFontMetricsF metrics(m_theme.type(Type::Body));
        const double grid = m_theme.scaled(paint::kGrid);
        QPointF corner = m_layout.legend.topLeft();
        corner.ry() = std::min(corner.y(), m_layout.panel(m_picture.atlas.panels() - 1).bottom() + 2 * grid);
        for (const AtlasLegend::Entry& entry : legend.entries) {
            const QPointF at = corner + entry.at;
            const QRectF room(at.x(), at.y() + (metrics.height() - legend.side) / 2, 1.6 * legend.side, legend.side);
            if (entry.sign == AtlasSign::Optimum)
                drawOptimum(room.center(), entry.letter);
            else
                drawSign(entry.sign, room);
            m_painter.setFont(m_theme.type(Type::Body));
            m_painter.setPen(m_theme.colour(Colour::Text));
            m_painter.drawText(QPointF(room.right() + grid, at.y() + metrics.ascent()), entry.words);
        }
    }

    void cursor(std::size_t place) { frame(m_layout.cell(place).adjusted(4, 4, -4, -4)); }

    /// Around the cells that are selected, in each panel.
    void range(const AtlasRange& range) {
        const Atlas& atlas = m_picture.atlas;
        const double half = m_layout.gap / 2;
        for (std::size_t panel = range.first.panel; panel <= range.last.panel; ++panel) {
            const std::size_t first = atlas.cellAt({range.first.column, range.first.row, panel});
            const std::size_t last = atlas.cellAt({range.last.column, range.last.row, panel});
            frame(m_layout.cell(first).united(m_layout.cell(last)).adjusted(-half, -half, half, half));
        }
    }

private:
    /// In the colour of what has the keyboard, with a rim of ground: cells are blue, too.
    void frame(const QRectF& room) {
        const double width = m_theme.scaled(paint::kRing);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.colour(Colour::Ground), 3 * width));
        m_painter.drawRect(room);
        m_painter.setPen(QPen(m_theme.colour(Colour::Focus), width));
        m_painter.drawRect(room);
    }
    static QString name(const std::string& string) { return QString::fromStdString(string); }

    void panelHeads(std::size_t panel) {
        const Atlas& atlas = m_picture.atlas;
        if (atlas.panels() > 1) {
            m_painter.setFont(m_theme.type(Type::Name));
            m_painter.setPen(m_theme.colour(Colour::Text));
            m_painter.drawText(m_layout.title(panel), Qt::AlignLeft | Qt::AlignVCenter,
                               name(atlas.z.parameter) + QLatin1Char(' ') + name(atlas.z.values[panel]));
        }
        m_painter.setFont(m_theme.type(Type::Body));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        m_painter.drawText(m_layout.corner(panel), Qt::AlignLeft | Qt::AlignVCenter, axesOf(atlas));
        m_painter.setFont(m_theme.type(Type::Name));
        m_painter.setPen(m_theme.colour(Colour::Text));
        columnHeads(panel);
        m_painter.setFont(m_theme.type(Type::Name));
        for (std::size_t row = 0; row < atlas.rows(); ++row)
            m_painter.drawText(m_layout.rowHead({0, row, panel}), Qt::AlignRight | Qt::AlignVCenter,
                               name(atlas.y.values[row]));
    }

    /// What has no room between its neighbours is left out.
    void columnHeads(std::size_t panel) {
        const Atlas& atlas = m_picture.atlas;
        if (m_layout.hasSmallHeads()) {
            QFont font = m_theme.type(Type::Least);
            font.setWeight(QFont::DemiBold);
            m_painter.setFont(font);
        }
        const QFontMetricsF metrics(m_painter.font());
        double free = m_layout.corner(panel).left();
        for (std::size_t column = 0; column < atlas.columns(); ++column) {
            const QRectF room = m_layout.columnHead({column, 0, panel});
            const QString words = name(atlas.x.values[column]);
            const double half = metrics.horizontalAdvance(words) / 2;
            // The last one may lean over the picture's margin, away from the one before it.
            const bool last = column + 1 == atlas.columns();
            const double most = m_layout.endHead(panel).left() + (last ? m_layout.gap * 2 : 0);
            const double wanted = last ? std::max(room.center().x() - half, free) : room.center().x() - half;
            const double left = std::min(wanted, most - 2 * half), right = left + 2 * half;
            if (2 * half > room.width() && left < free) continue;
            m_painter.drawText(QRectF(left, room.top(), 2 * half + 1, room.height()), Qt::AlignCenter, words);
            free = right + metrics.horizontalAdvance(QLatin1Char(' '));
        }
    }

    [[nodiscard]] QRectF around(std::size_t place) const {
        const double half = m_layout.gap / 2;
        return m_layout.cell(place).adjusted(-half, -half, half, half);
    }
    [[nodiscard]] QColor hue(double share) const {
        return mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::A),
                   Tint::kUntouched + share * (Tint::kValue - Tint::kUntouched));
    }

    void fill(std::size_t place) {
        const QRectF cell = m_layout.cell(place);
        const AtlasValue& value = m_picture.values.cells[place];
        const bool impossible = !m_picture.atlas.cells[place].impossible.empty();
        const double radius = m_theme.scaled(3);
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        if (impossible) {
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(cell, radius, radius);
            m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), paint::kHair));
            m_painter.drawLine(cell.topLeft() + QPointF(6, 6), cell.bottomRight() - QPointF(6, 6));
            return;
        }
        const bool measured = m_picture.atlas.cells[place].time.has_value();
        if (measured && value.value) {
            const QColor colour = hue(value.share);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(colour);
            m_painter.drawRoundedRect(cell, radius, radius);
            number(place, cell, textOn(colour), true);
            return;
        }
        m_painter.setBrush(value.value ? paint::hatch(m_theme) : QBrush(Qt::NoBrush));
        m_painter.drawRoundedRect(cell, radius, radius);
        if (value.value) return number(place, cell, m_theme.colour(Colour::Text), false);
        // Pointing at it tells why there is no number.
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        m_painter.drawText(cell, Qt::AlignCenter, QStringLiteral("?"));
    }

    /// All numbers of a map have their unit below them where one of them needs it so, and there is room for two lines.
    [[nodiscard]] bool unitsNeedALine() const {
        QFont font = m_theme.type(Type::Least);
        font.setWeight(QFont::DemiBold);
        const QFontMetricsF metrics(font);
        const QSizeF cell = m_layout.cell(0).size();
        if (2 * metrics.height() > cell.height()) return false;
        for (std::size_t place = 0; place < m_picture.values.cells.size(); ++place)
            if (metrics.horizontalAdvance(cellText(m_picture, place)) + 6 > cell.width()) return true;
        return false;
    }

    /// Of what was measured the number alone, of what is modelled on ground, so that it can be read over the hatch.
    void number(std::size_t place, QRectF cell, const QColor& colour, bool bold) {
        QFont font = m_theme.type(Type::Least);
        font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics(font);
        QString words = cellText(m_picture, place);
        double width = metrics.horizontalAdvance(words), height = metrics.height();
        if (const qsizetype space = words.lastIndexOf(QLatin1Char(' ')); m_unitBelow && space > 0) {
            words[space] = QLatin1Char('\n');
            const auto across = [&] {
                const QStringList lines = words.split(QLatin1Char('\n'));
                return std::max(metrics.horizontalAdvance(lines.front()), metrics.horizontalAdvance(lines.back()));
            };
            width = across();
            // A hatched cell says so by itself.
            if (width + 4 > cell.width() && words.startsWith(QStringLiteral("≈"))) {
                words.remove(0, 2);
                width = across();
            }
            height *= 2;
        }
        // Below the models' marks, where there is room for both.
        if (!m_picture.values.cells[place].optimumOf.empty()) {
            if (marksInside(cell))
                cell.setTop(cell.top() + 2 * halfOfOptimum());
            else if (height + halfOfOptimum() <= cell.height())
                cell.setTop(cell.top() + halfOfOptimum());
        }
        if (width + 4 > cell.width() || height > cell.height()) return;
        const QRectF room(cell.center().x() - width / 2 - 2, cell.center().y() - height / 2, width + 4, height);
        if (!bold) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_theme.colour(Colour::Ground));
            m_painter.drawRoundedRect(room, 3, 3);
        }
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(room, Qt::AlignCenter, words);
    }

    void marks(std::size_t place) {
        const AtlasValue& value = m_picture.values.cells[place];
        const QRectF cell = m_layout.cell(place);
        if (value.best) drawSign(AtlasSign::Best, cell);
        if (value.asGood) drawSign(AtlasSign::WithinSpread, cell);
        // From the corner inwards, as far as there is room; what is pointed at tells all of them. On the upper edge,
        // where they would hide the number.
        const double half = halfOfOptimum();
        QPointF at(cell.right() - half - 2, marksInside(cell) ? cell.top() + half + 2 : cell.top());
        for (const std::string& model : value.optimumOf) {
            if (at.x() - half < cell.left()) break;
            drawOptimum(at, markOf(m_picture, model));
            at.rx() -= 2 * half + 1;
        }
        const double inset = cell.width() < m_theme.scaled(kRoomy) ? 3 : 5;
        if (m_picture.chosen == place) paint::ring(m_painter, m_theme, cell.adjusted(inset, inset, -inset, -inset));
    }

    /// Is there room for marks above a number of two lines?
    [[nodiscard]] bool marksInside(const QRectF& cell) const {
        return cell.height() > 2 * halfOfOptimum() + 2 * QFontMetricsF(m_theme.type(Type::Least)).height() + 4;
    }
    [[nodiscard]] double halfOfOptimum() const { return 0.62 * QFontMetricsF(m_theme.type(Type::Least)).height(); }

    /// A diamond with the model's letter.
    void drawOptimum(const QPointF& centre, const QString& letter) {
        const double half = halfOfOptimum();
        m_painter.setPen(QPen(m_theme.colour(Colour::Ground), 1));
        m_painter.setBrush(m_theme.colour(Colour::Text));
        m_painter.drawPolygon(QPolygonF{QPointF(centre.x(), centre.y() - half), QPointF(centre.x() + half, centre.y()),
                                        QPointF(centre.x(), centre.y() + half),
                                        QPointF(centre.x() - half, centre.y())});
        QFont font = m_theme.type(Type::Least);
        font.setWeight(QFont::DemiBold);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.colour(Colour::Ground));
        m_painter.drawText(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half), Qt::AlignCenter, letter);
    }

    void drawSign(AtlasSign sign, const QRectF& box) {
        const double radius = m_theme.scaled(4);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(Qt::NoBrush);
        switch (sign) {
            case AtlasSign::Measured: {
                // From the palest to the darkest.
                constexpr int kShades = 4;
                const double across = box.width() / kShades;
                for (int shade = 0; shade < kShades; ++shade)
                    m_painter.fillRect(QRectF(box.left() + shade * across, box.top(), across + 0.5, box.height()),
                                       hue(static_cast<double>(shade) / (kShades - 1)));
                return;
            }
            case AtlasSign::Modelled:
                m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
                m_painter.setBrush(paint::hatch(m_theme));
                break;
            case AtlasSign::Best:
                m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kBest)));
                break;
            case AtlasSign::WithinSpread:
                m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kSector), Qt::DashLine));
                break;
            default:
                m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(paint::kSector), Qt::DotLine));
                m_painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
                return;
        }
        m_painter.drawRoundedRect(box, radius, radius);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const AtlasPicture& m_picture;
    AtlasLayout m_layout;
    bool m_unitBelow = false;
};

}  // namespace

void paintAtlas(QPainter& painter, const Theme& theme, const AtlasPicture& picture, const QSizeF& size,
                std::optional<std::size_t> cursor) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF({0, 0}, size), theme.colour(Colour::Ground));
    if (!picture.missing.isEmpty() || picture.atlas.empty()) {
        const double margin = theme.scaled(2 * paint::kGrid);
        paint::paragraph(painter, theme, QRectF({0, 0}, size).adjusted(margin, margin, -margin, -margin), Type::Body,
                         Colour::FaintText, picture.missing);
        return;
    }
    Painter atlas(painter, theme, picture, size);
    atlas.heads();
    atlas.cells();
    atlas.occupancy();
    if (picture.range) atlas.range(*picture.range);
    atlas.legend();
    // What is watched has a ring of its own.
    if (cursor && *cursor < picture.atlas.cells.size() && cursor != picture.chosen) atlas.cursor(*cursor);
}

}  // namespace lanescope
