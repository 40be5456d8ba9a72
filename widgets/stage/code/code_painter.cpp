// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <QPalette>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/code/code_paint.h"
#include "widgets/stage/code/code_picture.h"
#include "widgets/stage/code/machine_listing.h"
#include "widgets/style/numbers.h"

namespace lanescope::code {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::CodePicture)
};

constexpr double kGap = 2;  ///< between rows
constexpr double kRound = 3;

/// What stands left of a line.
QString numberText(const Listing& listing, std::uint32_t line) {
    return listing.machine ? addressText(listing.machine->instructions[line - 1]) : QString::number(line);
}

/// One pane's rows, and what stands above and below them.
class PanePainter {
public:
    PanePainter(QPainter& painter, const Theme& theme, const CodePicture& picture, const Pane& pane,
                const PaneGeometry& at)
        : m_painter(painter), m_theme(theme), m_picture(picture), m_pane(pane), m_at(at) {
        // Listings of one kind have one scale.
        for (const Pane& other : picture.panes)
            for (const std::vector<std::uint64_t>& values : other.values)
                for (const Row& row : other.rows)
                    if (other.listing->language == pane.listing->language && row.closed == 0 &&
                        row.first <= values.size())
                        m_most = std::max(m_most, values[row.first - 1]);
        for (const std::uint64_t total : pane.totals) m_total = std::max(m_total, total);
        for (const Pane& other : picture.panes)
            if (other.listing->language == pane.listing->language)
                m_longestTime = std::max(m_longestTime, longest(other));
    }

    void grounds() {
        m_painter.setPen(Qt::NoPen);
        for (std::size_t row = 0; row < m_pane.rows.size(); ++row)
            if (isSeen(row)) ground(row);
    }

    void rows() {
        for (std::size_t row = 0; row < m_pane.rows.size(); ++row) {
            if (!isSeen(row)) continue;
            if (m_pane.rows[row].closed > 0)
                closed(row);
            else
                line(row);
            if (m_picture.focused && m_pane.cursor == row) cursor(row);
        }
    }

    void around() {
        const double grid = m_theme.scaled(paint::kGrid);
        paint::heading(m_painter, m_theme, m_at.all, m_pane.title, m_pane.about);
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        const QFontMetricsF metrics(m_painter.font());
        double x = m_at.body.left() + grid;
        for (const QString& column : m_pane.columns) {
            const bool alone = m_pane.columns.size() == 1 && m_pane.times.empty();
            const QRectF room(x, m_at.heads.top(), alone ? m_at.codeEnd - x : m_at.chipWidth, m_at.heads.height());
            m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                               metrics.elidedText(column, Qt::ElideRight, room.width()));
            x += m_at.chipWidth + grid / 2;
        }
        x = m_at.times;
        for (const QString& column : m_pane.timeColumns) {
            const double room = m_at.time.width() + (m_pane.timeColumns.size() == 1 ? grid : 0);
            m_painter.drawText(QRectF(x, m_at.heads.top(), room, m_at.heads.height()), Qt::AlignLeft | Qt::AlignVCenter,
                               metrics.elidedText(column, Qt::ElideRight, room));
            x += m_at.time.width() + grid;
        }
        if (!m_at.bars.isEmpty()) {
            const QRectF room(m_at.bars.left(), m_at.heads.top(), m_at.bars.width(), m_at.heads.height());
            m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                               metrics.elidedText(m_pane.shares, Qt::ElideRight, room.width()));
        }
        paintControlHeads(m_painter, m_theme, m_at);
        if (m_pane.rows.empty() && !m_pane.sentence.isEmpty())
            paint::paragraph(m_painter, m_theme, m_at.body, Type::Body, Colour::FaintText, m_pane.sentence);
        foot();
    }

    void awaits() { paintAwaits(m_painter, m_theme, m_pane, m_at); }

private:
    /// Share of the warps' time of the line that takes most, on any side.
    [[nodiscard]] static double longest(const Pane& pane) {
        double longest = 0;
        for (std::size_t side = 0; side < pane.times.size(); ++side)
            for (const timing::ReasonCycles& line : pane.times[side])
                if (pane.timesOfAll[side] > 0) longest = std::max(longest, timing::allOf(line) / pane.timesOfAll[side]);
        return longest;
    }
    [[nodiscard]] bool isSeen(std::size_t row) const { return m_at.row(row).intersects(m_at.body); }
    [[nodiscard]] QRectF shown(std::size_t row) const { return m_at.row(row).adjusted(0, 0, 0, -kGap); }
    [[nodiscard]] std::uint32_t keyOf(std::size_t row) const {
        const Row& what = m_pane.rows[row];
        return what.closed > 0 ? 0 : m_pane.listing->key[what.first - 1];
    }
    [[nodiscard]] const PresentMark* presentAt(std::size_t row) const {
        const Row& what = m_pane.rows[row];
        const auto found = std::ranges::find(m_pane.present, what.first, &PresentMark::line);
        return what.closed > 0 || found == m_pane.present.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool isRelated(std::size_t row) const {
        const std::uint32_t key = keyOf(row);
        return (m_pane.rows[row].closed == 0 &&
                std::ranges::find(m_pane.relatedLines, m_pane.rows[row].first) != m_pane.relatedLines.end()) ||
               (key != 0 && std::ranges::find(m_pane.related, key) != m_pane.related.end());
    }

    [[nodiscard]] bool isPresent(std::uint32_t line, std::size_t column) const {
        return std::ranges::any_of(m_pane.present,
                                   [&](const PresentMark& mark) { return mark.line == line && mark.column == column; });
    }

    void ground(std::size_t row) {
        const QRectF rect = shown(row);
        const Row& what = m_pane.rows[row];
        const std::uint32_t key = keyOf(row);
        if (const PresentMark* mark = presentAt(row)) {
            presentLine(m_painter, m_theme, rect, mark->exact);
        } else if (what.closed == 0 && std::ranges::binary_search(m_pane.listing->defects, what.first)) {
            m_painter.fillRect(rect, m_theme.colour(Colour::DefectLine));
        } else if (key != 0 && key < m_pane.tints.size()) {
            m_painter.setBrush(isRelated(row) ? mix(m_pane.tints[key], m_pane.hues[key], 0.35) : m_pane.tints[key]);
            m_painter.drawRoundedRect(rect, kRound, kRound);
        } else if (what.closed == 0 && std::ranges::binary_search(m_pane.listing->differences, what.first)) {
            m_painter.fillRect(rect, m_theme.colour(Colour::DifferingLine));
        }
        if (m_pane.selectedFirst <= row && row < m_pane.selectedEnd) {
            QColor selected = applicationPalette(m_theme.isDark()).color(QPalette::Highlight);
            selected.setAlphaF(0.28F);
            m_painter.fillRect(rect, selected);
        }
        if (isRelated(row))
            m_painter.fillRect(QRectF(rect.left(), rect.top(), m_theme.scaled(4), rect.height()),
                               m_theme.colour(Colour::Focus));
    }

    void cursor(std::size_t row) {
        m_painter.setPen(QPen(m_theme.colour(Colour::Focus), m_theme.scaled(paint::kSector)));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(shown(row).adjusted(1, 1, -1, -1), kRound, kRound);
    }

    void closed(std::size_t row) {
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        const std::uint32_t lines = m_pane.rows[row].closed;
        const QString words = lines == 1 ? Texts::tr("▸ ⋯ 1 line") : Texts::tr("▸ ⋯ %1 lines").arg(countText(lines));
        m_painter.drawText(shown(row).adjusted(m_at.numbers - m_at.body.left(), 0, 0, 0),
                           Qt::AlignLeft | Qt::AlignVCenter, words);
    }

    void line(std::size_t row) {
        const TextLine& text = m_pane.listing->text[m_pane.rows[row].first - 1];
        const QRectF rect = shown(row);
        const bool now = presentAt(row) != nullptr;
        values(row, rect);
        times(row, rect);
        const bool wrong = std::ranges::binary_search(m_pane.listing->defects, text.number);
        if (wrong || std::ranges::binary_search(m_pane.listing->differences, text.number))
            differenceSign(m_painter, m_theme,
                           QRectF(m_at.signs, rect.top(), m_theme.scaled(2 * paint::kGrid), rect.height()), wrong);
        QFont font = m_at.font;
        m_painter.setFont(font);
        m_painter.setPen(m_theme.colour(now ? Colour::Text : Colour::FaintText));
        m_painter.drawText(
            QRectF(m_at.numbers, rect.top(), m_at.code - m_at.numbers - m_theme.scaled(paint::kGrid), rect.height()),
            Qt::AlignRight | Qt::AlignVCenter, numberText(*m_pane.listing, text.number));
        font.setBold(now);
        m_painter.setFont(font);
        codeText(m_painter, m_theme, QRectF(m_at.code, rect.top(), m_at.codeEnd - m_at.code, rect.height()), text.text,
                 text.tokens, m_theme.colour(Colour::Text));
        if (!m_at.bars.isEmpty()) bars(row, rect);
        if (m_pane.listing->machine)
            paintControl(m_painter, m_theme, m_at.control, rect,
                         m_pane.listing->machine->instructions[text.number - 1].control);
    }

    void values(std::size_t row, const QRectF& rect) {
        const std::uint32_t line = m_pane.rows[row].first;
        const double grid = m_theme.scaled(paint::kGrid);
        double x = m_at.body.left() + grid;
        QFont font = m_at.font;
        font.setBold(true);
        m_painter.setFont(font);
        std::size_t at = 0;
        for (const std::vector<std::uint64_t>& values : m_pane.values) {
            const QRectF chip(x, rect.top() + 2, m_at.chipWidth, rect.height() - 4);
            x += m_at.chipWidth + grid / 2;
            const std::size_t column = at++;
            const bool ringed = m_pane.values.size() > 1 && isPresent(line, column);
            if (ringed) {
                m_painter.setPen(QPen(m_theme.colour(Colour::Now), m_theme.scaled(paint::kRing)));
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawRoundedRect(chip, kRound, kRound);
            }
            if (line > values.size() || values[line - 1] == 0) continue;
            const double heat = static_cast<double>(values[line - 1]) / static_cast<double>(m_most);
            const QColor fill = mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::Text), 0.10 + 0.55 * heat);
            if (!ringed) m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(fill);
            m_painter.drawRoundedRect(chip, kRound, kRound);
            m_painter.setPen(textOn(fill));
            m_painter.drawText(chip.adjusted(0, 0, -grid / 2, 0), Qt::AlignRight | Qt::AlignVCenter,
                               shortValueText(static_cast<double>(values[line - 1]), QString()));
        }
    }

    void times(std::size_t row, const QRectF& rect) {
        const std::uint32_t line = m_pane.rows[row].first;
        m_painter.setFont(m_at.font);
        double x = m_at.times;
        for (std::size_t side = 0; side < m_pane.times.size(); ++side) {
            if (line <= m_pane.times[side].size())
                paintTime(m_painter, m_theme, QRectF(x, rect.top(), m_at.time.width(), rect.height()), m_at.time,
                          m_pane.times[side][line - 1], m_pane.timesOfAll[side], m_longestTime);
            x += m_at.time.width() + m_theme.scaled(paint::kGrid);
        }
    }

    /// How much of all that is, the longest as long as there is room: of several sides one below the other, on one
    /// scale. What has run so far is filled.
    void bars(std::size_t row, const QRectF& rect) {
        const std::uint32_t line = m_pane.rows[row].first;
        const std::uint32_t key = keyOf(row);
        if (m_total == 0 || key == 0) return;
        const bool alone = m_pane.values.size() == 1;
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        const double label = metrics.horizontalAdvance(QStringLiteral("100 % ")) + m_theme.scaled(paint::kGrid);
        const double length = m_at.bars.width() - label;
        const double height = (rect.height() - 6) / static_cast<double>(std::max<std::size_t>(1, m_pane.values.size()));
        for (std::size_t side = 0; side < m_pane.values.size(); ++side) {
            if (line > m_pane.values[side].size() || m_pane.values[side][line - 1] == 0) continue;
            const auto value = static_cast<double>(m_pane.values[side][line - 1]);
            const double share = value / static_cast<double>(m_total);
            const QRectF bar(
                m_at.bars.left(), rect.top() + 3 + static_cast<double>(side) * height,
                std::max(2.0, std::min(1.0, value / static_cast<double>(std::max<std::uint64_t>(1, m_most))) * length),
                std::max(2.0, height - (alone ? 0 : 1)));
            const QColor hue = m_pane.hues[key];
            m_painter.setPen(Qt::NoPen);
            if (side < m_pane.before.size() && line <= m_pane.before[side].size()) {
                QRectF done = bar;
                done.setWidth(bar.width() * static_cast<double>(m_pane.before[side][line - 1]) / value);
                m_painter.fillRect(bar, mix(m_theme.colour(Colour::Ground), hue, 0.3));
                m_painter.fillRect(done, hue);
            } else {
                m_painter.fillRect(bar, hue);
            }
            if (height < metrics.ascent()) continue;
            m_painter.setPen(m_theme.colour(Colour::Text));
            const QString words = !alone         ? shortValueText(value, QString())
                                  : share < 0.01 ? QStringLiteral("<1 %")
                                                 : countText(100 * share, 0) + QStringLiteral(" %");
            m_painter.drawText(QRectF(bar.right() + m_theme.scaled(6), bar.top(), label, bar.height()),
                               Qt::AlignLeft | Qt::AlignVCenter, words);
        }
    }

    /// Which lanes take part in what runs now.
    void foot() {
        const double grid = m_theme.scaled(paint::kGrid);
        const QRectF& rect = m_at.foot;
        if (m_pane.lanesText.isEmpty()) return;
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        m_painter.drawLine(rect.topLeft(), rect.topRight());
        double x = rect.left();
        const double cell = m_theme.scaled(rect.width() < m_theme.scaled(600) ? 4 : 7);
        const double height = m_theme.scaled(14);
        const double y = rect.center().y() - height / 2;
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
            const QRectF box(x, y, cell - 1.5, height);
            if ((m_pane.lanes >> lane & 1U) != 0) {
                m_painter.fillRect(box, m_theme.colour(Colour::Now));
            } else {
                m_painter.setPen(QPen(m_theme.colour(Colour::Idle), 1));
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
            }
            x += cell + (lane % 8 == 7 ? 2 : 0);
        }
        x += grid;
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::Text));
        const double words = QFontMetricsF(m_painter.font()).horizontalAdvance(m_pane.lanesText);
        m_painter.drawText(QRectF(x, rect.top(), std::min(words + 2, rect.right() - x), rect.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, m_pane.lanesText);
        x += words + 2 * grid;
        if (rect.right() - x < 10 * grid) return;
        m_painter.setFont(m_theme.type(Type::Code));
        codeText(m_painter, m_theme, QRectF(x, rect.top(), rect.right() - x, rect.height()), m_pane.now, {},
                 m_theme.colour(Colour::FaintText));
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const CodePicture& m_picture;
    const Pane& m_pane;
    const PaneGeometry& m_at;
    std::uint64_t m_most = 0;
    std::uint64_t m_total = 0;
    double m_longestTime = 0;  ///< share
};

/// From rows of one pane to rows of the next.
QPainterPath band(const PaneGeometry& left, const Piece& from, const PaneGeometry& right, const Piece& to) {
    const double x0 = left.body.right();
    const double x1 = right.body.left();
    const double middle = (x0 + x1) / 2;
    const double a0 = left.row(from.first).top();
    const double a1 = left.row(from.end - 1).bottom() - kGap;
    const double b0 = right.row(to.first).top();
    const double b1 = right.row(to.end - 1).bottom() - kGap;
    QPainterPath path(QPointF(x0, a0));
    path.cubicTo(middle, a0, middle, b0, x1, b0);
    path.lineTo(x1, b1);
    path.cubicTo(middle, b1, middle, a1, x0, a1);
    path.closeSubpath();
    return path;
}

/// Both ends lie above what is seen, or both below.
bool isUnseen(const PaneGeometry& left, const Piece& from, const PaneGeometry& right, const Piece& to) {
    const double top = std::min(left.row(from.first).top(), right.row(to.first).top());
    const double bottom = std::max(left.row(from.end - 1).bottom(), right.row(to.end - 1).bottom());
    return bottom < left.body.top() || top > left.body.bottom();
}

void bands(QPainter& painter, const Theme& theme, const CodePicture& picture, const CodeGeometry& geometry,
           std::size_t pane) {
    const Pane& left = picture.panes[pane];
    const Pane& right = picture.panes[pane + 1];
    const PaneGeometry& leftAt = geometry.panes[pane];
    const PaneGeometry& rightAt = geometry.panes[pane + 1];
    painter.save();
    painter.setClipRect(QRectF(QPointF(leftAt.body.right(), leftAt.body.top()), rightAt.body.bottomLeft()));
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<Link> links = linksOf(*left.listing, left.rows, *right.listing, right.rows);
    const auto draw = [&](bool related) {
        for (const Link& link : links) {
            const std::uint32_t key = link.left.key;
            const bool is = std::ranges::find(left.related, key) != left.related.end();
            if (is != related || key >= left.tints.size() || isUnseen(leftAt, link.left, rightAt, link.right)) continue;
            painter.fillPath(band(leftAt, link.left, rightAt, link.right),
                             is ? mix(left.tints[key], left.hues[key], 0.35) : left.tints[key]);
        }
    };
    draw(false);
    draw(true);
    const auto rowOf = [](const Pane& of, std::uint32_t line) {
        const auto row =
            std::ranges::find_if(of.rows, [line](const Row& one) { return one.closed == 0 && one.first == line; });
        return static_cast<std::size_t>(row - of.rows.begin());
    };
    const auto ofPtx = [&](std::uint32_t line, QColor colour) {
        const std::size_t to = rowOf(right, line);
        const std::size_t from = left.listing->language == CodeLanguage::Ptx
                                     ? rowOf(left, right.listing->ptxLine[line - 1])
                                     : left.rows.size();
        if (to == right.rows.size() || from == left.rows.size()) return;
        colour.setAlphaF(colour == theme.colour(Colour::Focus) ? 0.35F : 1);
        painter.fillPath(band(leftAt, {0, from, from + 1}, rightAt, {0, to, to + 1}), colour);
    };
    // What runs now, from the line to the instruction, and from the PTX to what is made of it.
    for (const PresentMark& mark : right.present)
        if (right.listing->machine) ofPtx(mark.line, theme.colour(Colour::NowSoft));
    if (right.listing->machine)
        for (const std::uint32_t line : right.relatedLines) ofPtx(line, theme.colour(Colour::Focus));
    for (const PresentMark& mark : right.present)
        for (std::size_t row = 0; row < right.rows.size(); ++row) {
            if (right.rows[row].closed > 0 || right.rows[row].first != mark.line) continue;
            if (right.listing->machine && left.listing->language == CodeLanguage::Ptx) continue;
            const std::uint32_t key = right.listing->key[mark.line - 1];
            for (const Link& link : links)
                if (link.left.key == key && link.right.first <= row && row < link.right.end)
                    painter.fillPath(band(leftAt, link.left, rightAt, {key, row, row + 1}),
                                     theme.colour(Colour::NowSoft));
        }
    painter.restore();
}

}  // namespace

void paint(QPainter& painter, const Theme& theme, const CodePicture& picture, const CodeGeometry& geometry) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (picture.joined)
        for (std::size_t pane = 0; pane + 1 < picture.panes.size(); ++pane)
            bands(painter, theme, picture, geometry, pane);
    for (std::size_t pane = 0; pane < picture.panes.size(); ++pane) {
        PanePainter one(painter, theme, picture, picture.panes[pane], geometry.panes[pane]);
        one.around();
        painter.save();
        painter.setClipRect(geometry.panes[pane].body);
        one.grounds();
        one.awaits();
        one.rows();
        painter.restore();
    }
    paintTimesLegend(painter, theme, picture, geometry.legend);
    painter.restore();
}

}  // namespace lanescope::code
