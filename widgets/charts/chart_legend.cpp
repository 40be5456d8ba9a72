// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_legend.h"

#include <QFontMetrics>
#include <algorithm>
#include <ranges>
#include <vector>

namespace lanescope {
namespace {

constexpr int kMostColumns = 4;
constexpr int kMarkHeight = 18;
constexpr int kMargins = 24;
constexpr int kManyLines = 99;

/// Height of the first `count` names side by side in `columns`.
int heightOf(const QStringList& names, qsizetype count, int columns, int lineHeight) {
    int height = kMargins;
    for (qsizetype row = 0; row < count; row += columns) {
        qsizetype lines = 1;
        for (qsizetype i = row; i < std::min<qsizetype>(count, row + columns); ++i)
            lines = std::max(lines, names[i].count(QLatin1Char('\n')) + 1);
        height += std::max(kMarkHeight, static_cast<int>(lines) * lineHeight) + kLegendGap;
    }
    return height;
}

/// In each number of columns that no word is too long for.
std::vector<LegendLayout> layoutsOf(const QStringList& names, const QFont& font, int width) {
    const QFontMetrics metrics(font);
    int longestWord = 1;
    for (const QString& name : names)
        for (const QString& word : name.split(QLatin1Char(' ')))
            longestWord = std::max(longestWord, metrics.horizontalAdvance(word));
    std::vector<LegendLayout> layouts;
    for (int columns = 1; columns <= kMostColumns; ++columns) {
        const int across = width / columns - kLegendMark;
        if (columns > 1 && across < longestWord) break;
        LegendLayout layout{font.pointSizeF(), columns, {}, 0};
        for (const QString& name : names) layout.names += inLines(name, font, across, kManyLines);
        layout.height = heightOf(layout.names, layout.names.size(), columns, metrics.height());
        layouts.push_back(std::move(layout));
    }
    return layouts;
}

/// All of them in the columns that need the least height, of equal ones the fewest. Names stay whole if they fit so and
/// that costs little height.
LegendLayout laidOut(const QStringList& names, const QFont& font, int width, int room) {
    constexpr int kLittle = 3;  // lines, or a quarter
    const std::vector<LegendLayout> layouts = layoutsOf(names, font, width);
    const LegendLayout& least = *std::ranges::min_element(layouts, {}, &LegendLayout::height);
    const int more = std::max(kLittle * QFontMetrics(font).height(), least.height / 4);
    const int most = std::min(room, least.height + more);
    for (const LegendLayout& layout : layouts | std::views::reverse)
        if (layout.names == names && layout.height <= most) return layout;
    return least;
}

/// As many of the first ones as there is room for.
LegendLayout firstOnes(const QStringList& names, const QFont& font, int width, int room) {
    const int line = QFontMetrics(font).height();
    LegendLayout most{font.pointSizeF(), 1, {}, kMargins + line};
    for (LegendLayout& layout : layoutsOf(names, font, width)) {
        qsizetype count = layout.names.size();
        while (count > 0 && heightOf(layout.names, count, layout.columns, line) + line > room) --count;
        if (count <= most.names.size()) continue;
        most = std::move(layout);
        most.names.resize(count);
        most.height = heightOf(most.names, count, most.columns, line) + line;
    }
    return most;
}

}  // namespace

QString inLines(const QString& text, const QFont& font, int width, int lines) {
    const QFontMetrics metrics(font);
    if (lines <= 1) return metrics.elidedText(text, Qt::ElideMiddle, width);
    QStringList done;
    QString line;
    const QStringList words = text.split(QLatin1Char(' '));
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString longer = line.isEmpty() ? words[i] : line + QLatin1Char(' ') + words[i];
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        if (done.size() + 1 == lines) {
            line = metrics.elidedText(line + QLatin1Char(' ') + words.mid(i).join(QLatin1Char(' ')), Qt::ElideMiddle,
                                      width);
            break;
        }
        done += line;
        line = words[i];
    }
    return (done << line).join(QLatin1Char('\n'));
}

int widthForNames(const QStringList& names, const QFont& font, int width) {
    const QFontMetrics metrics(font);
    int longest = 0;
    for (const QString& name : names) longest = std::max(longest, metrics.horizontalAdvance(name));
    const int columns = std::min<int>(kMostColumns, (width + width / 3) / (longest + kLegendMark));
    return std::max(width, columns * (longest + kLegendMark));
}

LegendLayout legendLayout(const QStringList& names, const QFont& font, int width, int room) {
    QFont smaller = font;
    LegendLayout layout = laidOut(names, smaller, width, room);
    while (layout.height > room && smaller.pointSizeF() > kSmallestText) {
        smaller.setPointSizeF(std::max(kSmallestText, 0.9 * smaller.pointSizeF()));
        layout = laidOut(names, smaller, width, room);
    }
    return layout.height <= room ? layout : firstOnes(names, smaller, width, room);
}

}  // namespace lanescope
