// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/stage/code/code_picture.h"
#include "widgets/style/numbers.h"

namespace lanescope::code {
namespace {

constexpr double kMargin = 3 * paint::kGrid;
constexpr double kBetween = 9 * paint::kGrid;  ///< room for bands
constexpr double kBetweenMany = 5 * paint::kGrid;
constexpr double kReadWhole = 0.96;    ///< of the instructions, where there is little room
constexpr double kMostMachine = 0.55;  ///< of the width of all panes
constexpr double kAroundText = 11;
constexpr double kLeastAroundText = 3;
constexpr double kMostGrowth = 1.5;
constexpr double kMostJoinedGrowth = 1.25;
constexpr double kMostTextGrowth = 1.35;
constexpr qsizetype kLeastCode = 46;  ///< characters that bars leave to the code
constexpr double kLeastBars = 110;
constexpr double kLeastAbreast = 400;  ///< a pane's width, below which lines are cut to a few letters
constexpr double kLeastStacked = 240;  ///< a pane's height

/// The widest text of a column of counts.
double widestValue(const Pane& pane, const QFontMetricsF& metrics) {
    std::uint64_t most = 0;
    for (const std::vector<std::uint64_t>& values : pane.values)
        for (const std::uint64_t value : values) most = std::max(most, value);
    // Where numbers become short ones, the widest of the whole ones may be wider.
    const double whole = metrics.horizontalAdvance(countText(std::min<std::uint64_t>(most, 99'999)));
    return std::max(whole, metrics.horizontalAdvance(shortValueText(static_cast<double>(most), QString())));
}

/// Of the share of the rows that are to be read whole.
double longestText(const Pane& pane, double advance, double share = 1) {
    std::vector<qsizetype> lengths{12};
    for (const Row& row : pane.rows)
        if (row.closed == 0) lengths.push_back(pane.listing->text[row.first - 1].text.size());
    std::ranges::sort(lengths);
    const auto last = static_cast<std::size_t>(share * static_cast<double>(lengths.size() - 1));
    return static_cast<double>(lengths[last]) * advance;
}

/// Few lines are large; lines that would just not be seen all stand closer.
double rowHeightOf(const CodePicture& picture, const QRectF& body, double usual, double least) {
    std::size_t rows = 1;
    for (const Pane& pane : picture.panes) rows = std::max(rows, pane.rows.size());
    const double fits = std::floor(body.height() / static_cast<double>(rows));
    if (fits < least) return usual;
    return std::min(fits, std::floor(usual * (picture.joined ? kMostJoinedGrowth : kMostGrowth)));
}

void placeColumns(const Theme& theme, const Pane& pane, PaneGeometry& at) {
    const double grid = theme.scaled(paint::kGrid);
    const QFontMetricsF metrics(at.font);
    QFont bold = at.font;
    bold.setBold(true);
    const QFontMetricsF heads(theme.type(Type::Least));
    double head = 0;
    for (const QString& column : pane.columns) head = std::max(head, heads.horizontalAdvance(column));
    const double most = pane.columns.size() > 1 ? 14 * grid : 100 * grid;
    at.chipWidth = std::ceil(std::max(widestValue(pane, QFontMetricsF(bold)) + 1.5 * grid, std::min(head, most)));
    double x = at.body.left() + grid;
    x += static_cast<double>(pane.values.size()) * (at.chipWidth + grid / 2);
    if (!pane.times.empty()) {
        at.times = x;
        at.time = timeColumn(theme, at.font, pane.times.size(), at.body.width());
        x += static_cast<double>(pane.times.size()) * (at.time.width() + grid);
    }
    at.signs = x;
    const bool signs = !pane.listing->defects.empty() || !pane.listing->differences.empty();
    if (signs) x += 2 * grid;
    at.numbers = x;
    const QString last = pane.listing->machine ? QStringLiteral("0000")
                                               : QString::number(pane.rows.empty() ? 1 : pane.rows.back().first);
    at.code = x + metrics.horizontalAdvance(last) + 2 * grid;
    at.codeEnd = at.body.right() - grid / 2;
    if (!pane.listing->machine) return;
    at.control = controlColumns(theme, *pane.listing);
    const double left = at.body.right() - at.control.end;
    for (double* edge : {&at.control.stall, &at.control.yields, &at.control.reuse, &at.control.sets, &at.control.waits,
                         &at.control.awaits, &at.control.end})
        *edge += left;
    at.codeEnd = at.control.stall - grid;
}

void placeBars(const Theme& theme, const Pane& pane, PaneGeometry& at) {
    const double grid = theme.scaled(paint::kGrid);
    const double advance = QFontMetricsF(at.font).horizontalAdvance(QLatin1Char('0'));
    const double wanted = at.code + longestText(pane, advance) + 3 * grid;
    const double begin = std::min(wanted, at.body.left() + 0.66 * at.body.width());
    const bool cramped = begin < wanted && begin - at.code < static_cast<double>(kLeastCode) * advance;
    if (cramped || at.body.right() - begin < theme.scaled(kLeastBars)) return;
    at.codeEnd = begin - grid;
    at.bars = QRectF(begin, at.body.top(), at.body.right() - begin, at.body.height());
}

/// Rows one below the other, as far as they are scrolled.
void stack(const Pane& pane, PaneGeometry& at) {
    const auto rows = static_cast<double>(pane.rows.size());
    at.scrolled = std::clamp(pane.scrolled, 0.0, std::max(0.0, std::floor(rows - at.room() + 0.999)));
    for (std::size_t row = 0; row < pane.rows.size(); ++row)
        at.tops.push_back(at.body.top() + (static_cast<double>(row) - at.scrolled) * at.rowHeight);
}

/// Where all of the neighbour is seen and there is room to spare: each row beside the longest piece of what belongs to
/// it, in order, as near as its neighbours let it.
void spread(const Pane& pane, PaneGeometry& at, const Pane& beside, const PaneGeometry& besideAt) {
    if (pane.rows.size() > static_cast<std::size_t>(at.room()) || besideAt.tops.empty() ||
        static_cast<double>(beside.rows.size()) > besideAt.room())
        return;
    std::vector<double> wanted(pane.rows.size(), -1);
    std::vector<std::size_t> longest(pane.rows.size(), 0);
    for (const Link& link : linksOf(*pane.listing, pane.rows, *beside.listing, beside.rows)) {
        const std::size_t length = link.right.end - link.right.first;
        if (length <= longest[link.left.first]) continue;
        longest[link.left.first] = length;
        const double middle = (besideAt.tops[link.right.first] + besideAt.tops[link.right.end - 1]) / 2;
        wanted[link.left.first] = middle;
    }
    double least = at.body.top();
    for (std::size_t row = 0; row < at.tops.size(); ++row) {
        at.tops[row] = std::max(least, wanted[row]);
        least = at.tops[row] + at.rowHeight;
    }
    double most = at.body.bottom() - at.rowHeight;
    for (std::size_t row = at.tops.size(); row-- > 0;) {
        at.tops[row] = std::min(at.tops[row], most);
        most = at.tops[row] - at.rowHeight;
    }
}

/// Where there is machine code, a pane is as wide as its lines are long, as far as there is room; else all are equally
/// wide.
std::vector<double> widthsOf(const Theme& theme, const CodePicture& picture, double room) {
    const auto count = static_cast<double>(picture.panes.size());
    std::vector<double> widths(picture.panes.size(), room / count);
    if (!picture.joined || picture.panes.back().listing->language != CodeLanguage::Machine) return widths;
    std::vector<double> wanted;
    for (const Pane& pane : picture.panes) {
        PaneGeometry at;
        at.font = theme.type(Type::Code);
        at.font.setPixelSize(std::max(8, qRound(at.font.pixelSize() * picture.zoom)));
        at.body = QRectF(0, 0, 1e4, 1);
        placeColumns(theme, pane, at);
        const double advance = QFontMetricsF(at.font).horizontalAdvance(QLatin1Char('0'));
        const double share = pane.listing->language == CodeLanguage::Machine ? kReadWhole : 1;
        wanted.push_back(std::ceil(at.code + longestText(pane, advance, share) + at.body.right() - at.codeEnd));
    }
    // Instructions are to be read whole, as far as that leaves the others enough; then the short ones have what they
    // want, and the long ones share what is left.
    const double machine = std::min(wanted.back(), kMostMachine * room);
    double left = room - machine, most = 0;
    std::vector<double> ascending(wanted.begin(), wanted.end() - 1);
    std::ranges::sort(ascending);
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        most = left / static_cast<double>(ascending.size() - i);
        if (ascending[i] >= most) break;
        left -= ascending[i];
        most = 0;
    }
    for (std::size_t i = 0; i + 1 < wanted.size(); ++i)
        widths[i] = most > 0 ? std::min(wanted[i], most) : wanted[i] + left / count;
    widths.back() = most > 0 ? machine : machine + left / count;
    return widths;
}

/// Panes side by side; runs whose lines would be cut to a few letters one below the other, where there is the height.
std::vector<QRectF> placesOf(const Theme& theme, const CodePicture& picture, const QSizeF& size) {
    const double grid = theme.scaled(paint::kGrid);
    const double margin = theme.scaled(kMargin);
    const double heads = std::ceil(QFontMetricsF(theme.type(Type::Least)).height()) + grid;
    const double top = (theme.isCompact() ? 2 * grid : margin) + (picture.barred ? heads + grid : 0);
    const double high = size.height() - top - grid - timesLegendHeight(theme, picture, size.width() - 2 * margin);
    const auto count = static_cast<double>(picture.panes.size());
    const double between = !picture.joined ? margin : theme.scaled(picture.panes.size() > 2 ? kBetweenMany : kBetween);
    const double room = size.width() - 2 * margin - (count - 1) * between;
    const double each = (high - (count - 1) * margin) / count;
    std::vector<QRectF> places;
    if (!picture.joined && count > 1 && room / count < theme.scaled(kLeastAbreast) &&
        each >= theme.scaled(kLeastStacked)) {
        for (std::size_t i = 0; i < picture.panes.size(); ++i)
            places.emplace_back(margin, top + static_cast<double>(i) * (each + margin), size.width() - 2 * margin,
                                each);
        return places;
    }
    double left = margin;
    for (const double width : widthsOf(theme, picture, room)) {
        places.emplace_back(left, top, width, high);
        left += width + between;
    }
    return places;
}

}  // namespace

CodeGeometry layOut(const Theme& theme, const CodePicture& picture, const QSizeF& size) {
    CodeGeometry geometry;
    if (picture.panes.empty()) return geometry;
    const double grid = theme.scaled(paint::kGrid);
    const std::vector<QRectF> places = placesOf(theme, picture, size);
    const double head = std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + grid;
    const double heads = std::ceil(QFontMetricsF(theme.type(Type::Least)).height()) + grid;
    const double foot = std::ceil(QFontMetricsF(theme.type(Type::Least)).height()) + 2 * grid;
    for (std::size_t i = 0; i < picture.panes.size(); ++i) {
        PaneGeometry at;
        at.all = places[i];
        const double width = at.all.width();
        at.heads = QRectF(at.all.left(), at.all.top() + head, width, heads);
        at.foot = QRectF(at.all.left(), at.all.bottom() - foot, width, foot);
        at.body = QRectF(at.all.left(), at.heads.bottom(), width, at.foot.top() - at.heads.bottom() - grid / 2);
        at.font = theme.type(Type::Code);
        at.font.setPixelSize(std::max(8, qRound(at.font.pixelSize() * picture.zoom)));
        const double around = theme.scaled(theme.isCompact() ? kAroundText - 3 : kAroundText);
        const double text = QFontMetricsF(at.font).height();
        const double usual = std::ceil(text + around);
        at.rowHeight = rowHeightOf(picture, at.body, usual, std::ceil(text + theme.scaled(kLeastAroundText)));
        const double growth = std::clamp(at.rowHeight / usual, 1.0, kMostTextGrowth);
        const QFont plain = at.font;
        if (!picture.joined) at.font.setPixelSize(qRound(at.font.pixelSize() * growth));
        at.body.setHeight(at.rowHeight * std::max(1.0, std::floor(at.body.height() / at.rowHeight)));
        placeColumns(theme, picture.panes[i], at);
        // Rows may grow where there is room; letters do not where that would cut their lines.
        const double advance = QFontMetricsF(at.font).horizontalAdvance(QLatin1Char('0'));
        if (at.font != plain && longestText(picture.panes[i], advance) > at.codeEnd - at.code) {
            at.font = plain;
            placeColumns(theme, picture.panes[i], at);
        }
        if (!picture.joined) placeBars(theme, picture.panes[i], at);
        stack(picture.panes[i], at);
        geometry.panes.push_back(std::move(at));
    }
    const double margin = theme.scaled(kMargin), legend = timesLegendHeight(theme, picture, size.width() - 2 * margin);
    if (legend > 0)
        geometry.legend = QRectF(margin, size.height() - legend - grid / 2, size.width() - 2 * margin, legend);
    if (picture.joined)  // what is said of them all stands below them all
        geometry.panes.front().foot.setRight(geometry.panes.back().foot.right());
    if (picture.joined)
        for (std::size_t i = geometry.panes.size() - 1; i-- > 0;)
            spread(picture.panes[i], geometry.panes[i], picture.panes[i + 1], geometry.panes[i + 1]);
    return geometry;
}

std::optional<PlaceInCode> placeAt(const CodeGeometry& geometry, const QPointF& point) {
    for (std::size_t pane = 0; pane < geometry.panes.size(); ++pane) {
        const PaneGeometry& at = geometry.panes[pane];
        if (!at.body.contains(point)) continue;
        for (std::size_t row = 0; row < at.tops.size(); ++row)
            if (at.row(row).contains(point)) return PlaceInCode{pane, row, point.x() < at.code - 4};
    }
    return std::nullopt;
}

}  // namespace lanescope::code
