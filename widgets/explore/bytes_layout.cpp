// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/bytes_layout.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using rules::LevelTraffic;
using rules::Resource;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LimitsPicture)
};

constexpr double kWidest = 30, kLeastBox = 56, kBoxHeight = 64;  // pixels at normal size
constexpr double kUprightBox = 34, kUprightWidth = 260, kInBox = 5;
constexpr std::size_t kBoxes = 5;

/// Words of a box, or of a band.
struct Words {
    QString words;
    std::optional<Origin> origin{};
    Type type = Type::Least;
};

struct Box {
    QString name;
    Words inside;
};

struct Link {
    Words total;
    QStringList below;
    const LevelTraffic* level = nullptr;
};

struct Content {
    std::array<Box, kBoxes> boxes;
    std::array<Link, kBoxes - 1> links;
    double most = 0;  ///< bytes of a link
};

QString bytesText(const rules::Amount& amount) {
    return amount.fact ? shortValueText(amount.fact->value, QStringLiteral("B")) : QString();
}

Words hitsOf(const LevelTraffic& level) {
    if (!level.hits.fact) return {Texts::tr("hits: ?")};
    return {Texts::tr("%1 % hits").arg(countText(level.hits.fact->value, 0)), level.hits.fact->origin};
}

Link linkOf(const LevelTraffic& level) {
    Link link{{bytesText(level.total), std::nullopt, Type::Body}, {}, &level};
    if (level.total.fact) link.total.origin = level.total.fact->origin;
    if (!level.total.fact)
        link.below << Texts::tr("not known");
    else if (!level.read.fact)
        link.below << Texts::tr("at least");
    else
        link.below << Texts::tr("%1 read").arg(bytesText(level.read))
                   << Texts::tr("%1 written").arg(bytesText(level.written));
    return link;
}

Content contentOf(const LimitsPicture& picture) {
    const LimitsSide& side = picture.sides.front();
    const auto find = [&](Resource resource) -> const LevelTraffic& {
        return *std::ranges::find(side.bytes, resource, &LevelTraffic::level);
    };
    Content content;
    content.links = {linkOf(find(Resource::Shared)), linkOf(find(Resource::L1)), linkOf(find(Resource::L2)),
                     linkOf(find(Resource::Dram))};
    content.boxes = {
        Box{Texts::tr("Shared"), {Texts::tr("%1 B").arg(countText(side.sharedBytes))}},
        Box{Texts::tr("SM"), {picture.multiprocessors > 0 ? countText(picture.multiprocessors, 0) : QString()}},
        Box{Texts::tr("L1"), hitsOf(find(Resource::L1))}, Box{Texts::tr("L2"), hitsOf(find(Resource::L2))},
        Box{Texts::tr("DRAM"), {}}};
    for (const LevelTraffic& level : side.bytes)
        if (level.total.fact) content.most = std::max(content.most, level.total.fact->value);
    return content;
}

QSizeF sizeOf(const Theme& theme, const Words& words) {
    return labelSize(theme, words.type, words.words, words.origin.has_value());
}

/// Side by side the sign of a box's number stands beside its name, which is shorter.
double boxWidth(const Theme& theme, const Box& box) {
    return std::max(
        {theme.scaled(kLeastBox),
         labelSize(theme, Type::Name, box.name, box.inside.origin.has_value()).width() + 2 * theme.scaled(kInBox),
         labelSize(theme, Type::Least, box.inside.words).width() + 2 * theme.scaled(kInBox)});
}

double linkWidth(const Theme& theme, const Link& link) {
    double width = sizeOf(theme, link.total).width();
    for (const QString& line : link.below) width = std::max(width, labelSize(theme, Type::Least, line).width());
    return width + theme.scaled(paint::kGrid) / 2;
}

double widthAcross(const Theme& theme, const Content& content) {
    double width = 0;
    for (const Box& box : content.boxes) width += boxWidth(theme, box);
    for (const Link& link : content.links) width += linkWidth(theme, link);
    return width;
}

double headHeight(const Theme& theme) {
    return std::ceil(QFontMetricsF(theme.type(Type::Title)).height()) + theme.scaled(3 * paint::kGrid);
}

double leastHeight(const Theme& theme) { return labelSize(theme, Type::Least, {}).height(); }

double totalHeight(const Theme& theme) {
    return std::max(labelSize(theme, Type::Body, {}).height(), paint::originSize(theme));
}

double boxHeight(const Theme& theme) {
    return std::max(theme.scaled(kBoxHeight),
                    labelSize(theme, Type::Name, {}).height() + totalHeight(theme) + theme.scaled(kInBox));
}

/// Of a band side by side, with words above and below.
double acrossHeight(const Theme& theme) {
    return std::max(boxHeight(theme), theme.scaled(kWidest) + 2 * std::max(totalHeight(theme), 2 * leastHeight(theme)) +
                                          theme.scaled(paint::kGrid));
}

double uprightBox(const Theme& theme) {
    return std::max({theme.scaled(kUprightBox), labelSize(theme, Type::Name, {}).height(), totalHeight(theme)});
}

double uprightLink(const Theme& theme) {
    return std::max(2 * leastHeight(theme), totalHeight(theme)) + theme.scaled(paint::kGrid);
}

bool isUpright(const Theme& theme, const Content& content, double width) {
    const double inside = width - 2 * theme.scaled(paint::kGrid);
    return inside < widthAcross(theme, content);
}

class Builder {
public:
    Builder(BytesLayout& layout, const Theme& theme, const Content& content, const QRectF& room)
        : m_layout(layout), m_theme(theme), m_content(content), m_row(room) {}

    void across() {
        // What is left goes to boxes and bands alike.
        const double spare = (m_row.width() - widthAcross(m_theme, m_content)) / (2 * kBoxes - 1);
        const double height = boxHeight(m_theme), y = m_row.center().y();
        double x = m_row.left();
        for (std::size_t i = 0; i < kBoxes; ++i) {
            const QRectF box(x, y - height / 2, boxWidth(m_theme, m_content.boxes[i]) + spare, height);
            x = box.right() + (i + 1 < kBoxes ? linkWidth(m_theme, m_content.links[i]) + spare : 0);
            m_layout.boxes.push_back(box);
            const Box& shown = m_content.boxes[i];
            const bool alone = shown.inside.words.isEmpty();
            const Words named{shown.name, shown.inside.origin, Type::Name};
            const QSizeF name = sizeOf(m_theme, named), inside = labelSize(m_theme, Type::Least, shown.inside.words);
            const double top = alone ? y - name.height() / 2 : y - (name.height() + inside.height()) / 2;
            add(named, {box.center().x() - name.width() / 2, top}, Colour::Text);
            if (!alone)
                add({shown.inside.words}, {box.center().x() - inside.width() / 2, top + name.height()},
                    Colour::FaintText);
        }
        for (std::size_t i = 0; i + 1 < kBoxes; ++i) {
            const Link& link = m_content.links[i];
            const double left = m_layout.boxes[i].right(), right = m_layout.boxes[i + 1].left();
            const double middle = (left + right) / 2, half = widthOf(link) / 2;
            band(link, QRectF(left, y - half, right - left, 2 * half), QLineF(left, y, right, y));
            const QSizeF total = sizeOf(m_theme, link.total);
            if (!link.total.words.isEmpty())
                add(link.total, {middle - total.width() / 2, y - half - 2 - total.height()}, Colour::Text);
            double below = y + half + 2;
            for (const QString& line : link.below) {
                add({line}, {middle - labelSize(m_theme, Type::Least, line).width() / 2, below}, Colour::FaintText);
                below += leastHeight(m_theme);
            }
        }
    }
    void upright() {
        const double grid = m_theme.scaled(paint::kGrid), height = uprightBox(m_theme);
        const double gap = std::max(uprightLink(m_theme), (m_row.height() - kBoxes * height) / (kBoxes - 1));
        const double width = std::min(m_row.width(), std::max(m_theme.scaled(kUprightWidth), widestUpright()));
        for (std::size_t i = 0; i < kBoxes; ++i) {
            const QRectF box(m_row.left(), m_row.top() + static_cast<double>(i) * (height + gap), width, height);
            m_layout.boxes.push_back(box);
            const Box& shown = m_content.boxes[i];
            const QSizeF name = labelSize(m_theme, Type::Name, shown.name), inside = sizeOf(m_theme, shown.inside);
            add({shown.name, std::nullopt, Type::Name},
                {box.left() + m_theme.scaled(kInBox), box.center().y() - name.height() / 2}, Colour::Text);
            if (!shown.inside.words.isEmpty())
                add(shown.inside,
                    {box.right() - m_theme.scaled(kInBox) - inside.width(), box.center().y() - inside.height() / 2},
                    Colour::FaintText);
        }
        for (std::size_t i = 0; i + 1 < kBoxes; ++i) {
            const Link& link = m_content.links[i];
            const double x = m_row.left() + m_theme.scaled(kWidest), y = m_layout.boxes[i].bottom() + gap / 2;
            const double half = widthOf(link) / 2;
            band(link, QRectF(x - half, y - gap / 2, 2 * half, gap), QLineF(x, y - gap / 2, x, y + gap / 2));
            const QSizeF total = sizeOf(m_theme, link.total);
            double left = x + m_theme.scaled(kWidest) / 2 + grid;
            if (!link.total.words.isEmpty()) {
                add(link.total, {left, y - total.height() / 2}, Colour::Text);
                left += total.width() + 1.5 * grid;
            }
            double top = y - static_cast<double>(link.below.size()) * leastHeight(m_theme) / 2;
            for (const QString& line : link.below) {
                add({line}, {left, top}, Colour::FaintText);
                top += leastHeight(m_theme);
            }
        }
    }

private:
    [[nodiscard]] double widestUpright() const {
        double widest = 0;
        for (const Box& box : m_content.boxes)
            widest = std::max(widest, labelSize(m_theme, Type::Name, box.name).width() +
                                          sizeOf(m_theme, box.inside).width() + 4 * m_theme.scaled(kInBox));
        return widest;
    }
    [[nodiscard]] double widthOf(const Link& link) const {
        const auto& total = link.level->total.fact;
        return total && m_content.most > 0 ? std::max(1.0, m_theme.scaled(kWidest) * total->value / m_content.most) : 1;
    }
    void band(const Link& link, const QRectF& room, const QLineF& line) {
        const auto& total = link.level->total.fact;
        m_layout.bands.push_back({link.level->level, total && total->value > 0 ? room : QRectF(), line});
    }
    void add(const Words& words, const QPointF& topLeft, Colour colour) {
        LimitsLabel label{words.words, QRectF(topLeft, sizeOf(m_theme, words)), words.type};
        label.colour = m_theme.colour(colour);
        label.origin = words.origin;
        m_layout.labels.push_back(label);
    }

    BytesLayout& m_layout;
    const Theme& m_theme;
    const Content& m_content;
    QRectF m_row;
};

}  // namespace

BytesLayout::BytesLayout(const Theme& theme, const LimitsPicture& picture, const QRectF& room) {
    const Content content = contentOf(picture);
    const double grid = theme.scaled(paint::kGrid);
    upright = isUpright(theme, content, room.width());
    Builder builder(*this, theme, content, room.adjusted(grid, headHeight(theme), -grid, -grid));
    upright ? builder.upright() : builder.across();
}

double bytesHeightFor(const Theme& theme, const LimitsPicture& picture, double width) {
    if (!hasBytes(picture)) return 0;
    const double around = headHeight(theme) + theme.scaled(paint::kGrid);
    return isUpright(theme, contentOf(picture), width)
               ? around + kBoxes * uprightBox(theme) + (kBoxes - 1) * uprightLink(theme)
               : around + acrossHeight(theme);
}

bool hasBytes(const LimitsPicture& picture) {
    return !picture.sides.empty() && picture.sides.front().bytes.size() == rules::memoryLevels().size();
}

}  // namespace lanescope
