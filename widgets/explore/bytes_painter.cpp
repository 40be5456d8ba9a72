// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/bytes_painter.h"

#include <QCoreApplication>
#include <QLineF>
#include <algorithm>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "widgets/explore/roofline_painter.h"
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

constexpr double kBox = 112, kWidest = 30;
// One below the other, where there is no room for words side by side.
constexpr double kNarrow = 720, kUprightBox = 34, kUprightLink = 46, kUprightWidth = 260, kEnough = 0.9;

QString bytesText(const rules::Amount& amount) {
    return amount.fact ? shortValueText(amount.fact->value, QStringLiteral("B")) : QString();
}

QString below(const LevelTraffic& level) {
    if (!level.total.fact) return Texts::tr("not known");
    if (!level.read.fact) return Texts::tr("at least");
    return Texts::tr("%1 read\n%2 written").arg(bytesText(level.read), bytesText(level.written));
}

QString insideOf(const LevelTraffic& level, const LimitsSide& side) {
    if (level.level == Resource::Shared) return Texts::tr("%1 B").arg(countText(side.sharedBytes));
    if (level.level == Resource::Dram) return {};
    return level.hits.fact ? Texts::tr("%1 % hits").arg(countText(level.hits.fact->value, 0)) : Texts::tr("hits: ?");
}

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room)
        : m_painter(painter), m_theme(theme), m_side(picture.sides.front()) {
        const double head = paint::heading(painter, theme, room, Texts::tr("Where the bytes go"),
                                           Texts::tr("%1, one launch; width = bytes").arg(m_side.name));
        const double grid = theme.scaled(paint::kGrid);
        m_row = room.adjusted(grid, head + 2 * grid, -grid, -grid);
        m_upright = room.width() < theme.scaled(kNarrow) && room.height() >= kEnough * uprightBytesHeight(theme);
        m_box = m_upright ? theme.scaled(kUprightBox) : std::min(theme.scaled(kBox), m_row.width() / 11.5);
        m_gap = ((m_upright ? m_row.height() : m_row.width()) - 5 * m_box) / 4;
        for (const LevelTraffic& level : m_side.bytes)
            if (level.total.fact) m_most = std::max(m_most, level.total.fact->value);
        m_multiprocessors = picture.multiprocessors;
    }

    void draw() {
        const auto find = [&](Resource resource) {
            return std::ranges::find(m_side.bytes, resource, &LevelTraffic::level);
        };
        const auto shared = find(Resource::Shared), l1 = find(Resource::L1), l2 = find(Resource::L2),
                   dram = find(Resource::Dram);
        link(0, *shared);
        link(1, *l1);
        link(2, *l2);
        link(3, *dram);
        box(0, Texts::tr("Shared"), insideOf(*shared, m_side));
        box(1, Texts::tr("SM"), m_multiprocessors > 0 ? countText(m_multiprocessors, 0) : QString());
        box(2, Texts::tr("L1"), insideOf(*l1, m_side));
        box(3, Texts::tr("L2"), insideOf(*l2, m_side));
        box(4, Texts::tr("DRAM"), {});
    }

private:
    [[nodiscard]] QRectF boxAt(int place) const {
        if (m_upright)
            return {m_row.left(), m_row.top() + place * (m_box + m_gap),
                    std::min(m_row.width(), m_theme.scaled(kUprightWidth)), m_box};
        const double height = std::min(m_row.height(), m_theme.scaled(72));
        return {m_row.left() + place * (m_box + m_gap), m_row.center().y() - height / 2, m_box, height};
    }
    void box(int place, const QString& name, const QString& inside) {
        const QRectF at = boxAt(place);
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kFrame));
        m_painter.setBrush(m_theme.colour(Colour::Raised));
        m_painter.drawRoundedRect(at, 6, 6);
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.setFont(m_theme.type(Type::Name));
        if (m_upright) {
            const QRectF in = at.adjusted(10, 0, -10, 0);
            m_painter.drawText(in, Qt::AlignLeft | Qt::AlignVCenter, name);
            m_painter.setFont(m_theme.type(Type::Least));
            m_painter.setPen(m_theme.colour(Colour::FaintText));
            m_painter.drawText(in, Qt::AlignRight | Qt::AlignVCenter, inside);
            return;
        }
        m_painter.drawText(at.adjusted(0, 4, 0, inside.isEmpty() ? 0 : -at.height() / 2), Qt::AlignCenter, name);
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        m_painter.drawText(at.adjusted(2, at.height() / 2, -2, -4), Qt::AlignCenter,
                           QFontMetricsF(m_painter.font()).elidedText(inside, Qt::ElideRight, at.width() - 4));
    }
    void link(int place, const LevelTraffic& level) {
        const QRectF from = boxAt(place), to = boxAt(place + 1);
        if (m_upright) return uprightLink(QRectF(from.bottomLeft(), QPointF(m_row.right(), to.top())), level);
        const double y = from.center().y();
        const QRectF room(from.right(), from.top(), to.left() - from.right(), from.height());
        const double width = widthOf(level);
        band(QRectF(room.left(), y - width / 2, room.width(), width), level, QLineF(room.left(), y, room.right(), y));
        const double half = std::max(width / 2, 2.0) + 2;
        words(room.adjusted(2, -30, -2, 0), y - half, bytesText(level.total), Type::Body, true, level.total);
        const QStringList lines = below(level).split(QLatin1Char('\n'));
        const double height = QFontMetricsF(m_theme.type(Type::Least)).height();
        for (qsizetype i = 0; i < lines.size(); ++i)
            words(room.adjusted(2, 0, -2, 0), y + half + static_cast<double>(i) * height, lines[i], Type::Least, false,
                  {});
    }
    [[nodiscard]] double widthOf(const LevelTraffic& level) const {
        return level.total.fact && m_most > 0
                   ? std::max(1.0, m_theme.scaled(kWidest) * level.total.fact->value / m_most)
                   : 1;
    }
    /// Where nothing goes, or nobody knows, only a line.
    void band(const QRectF& band, const LevelTraffic& level, const QLineF& line) {
        m_painter.setPen(Qt::NoPen);
        if (level.total.fact && level.total.fact->value > 0) {
            m_painter.setBrush(levelColour(level.level, m_theme));
            m_painter.drawRect(band);
        } else {
            m_painter.setPen(QPen(m_theme.colour(Colour::FaintText), 1, Qt::DashLine));
            m_painter.drawLine(line);
        }
    }
    void uprightLink(const QRectF& room, const LevelTraffic& level) {
        const double width = widthOf(level), widest = m_theme.scaled(kWidest);
        const double x = room.left() + m_theme.scaled(kUprightWidth) / 2;
        band(QRectF(x - width / 2, room.top(), width, room.height()), level, QLineF(x, room.top(), x, room.bottom()));
        const double left = x + widest / 2 + m_theme.scaled(paint::kGrid);
        const double height = QFontMetricsF(m_theme.type(Type::Body)).height();
        m_painter.setFont(m_theme.type(Type::Body));
        const double across = QFontMetricsF(m_painter.font()).horizontalAdvance(bytesText(level.total)) +
                              (level.total.fact ? paint::originSize(m_theme) + 6 : 0) + 4;
        words(QRectF(left, 0, across, 0), room.center().y() + height / 2, bytesText(level.total), Type::Body, true,
              level.total);
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        m_painter.drawText(QRectF(left + across + m_theme.scaled(paint::kGrid), room.top(),
                                  room.right() - left - across - m_theme.scaled(paint::kGrid), room.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, below(level));
    }
    /// Above or below a band; with the sign of where it is from, if there is a number.
    void words(const QRectF& room, double y, const QString& words, Type type, bool above, const rules::Amount& amount) {
        m_painter.setFont(m_theme.type(type));
        m_painter.setPen(m_theme.colour(above ? Colour::Text : Colour::FaintText));
        const QFontMetricsF metrics(m_painter.font());
        const double sign = amount.fact ? paint::originSize(m_theme) + 6 : 0;
        const QString shown = metrics.elidedText(words, Qt::ElideRight, room.width() - sign);
        const double width = metrics.horizontalAdvance(shown);
        const double left = room.center().x() - (width + sign) / 2;
        const double top = above ? y - metrics.height() : y;
        m_painter.drawText(QRectF(left, top, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, shown);
        if (amount.fact)
            paint::originSign(m_painter, m_theme, {left + width + sign / 2 + 3, top + metrics.height() / 2},
                              amount.fact->origin);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const LimitsSide& m_side;
    QRectF m_row;
    bool m_upright = false;
    double m_box = 0, m_gap = 0, m_most = 0, m_multiprocessors = 0;
};

}  // namespace

void paintBytes(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room) {
    if (picture.sides.front().bytes.size() != rules::memoryLevels().size()) return;
    Painter(painter, theme, picture, room).draw();
}

double bytesHeight(const Theme& theme) { return QFontMetricsF(theme.type(Type::Title)).height() + theme.scaled(156); }

double uprightBytesHeight(const Theme& theme) {
    return QFontMetricsF(theme.type(Type::Title)).height() + theme.scaled(5 * kUprightBox + 4 * kUprightLink + 40);
}

double bytesHeightFor(const Theme& theme, double width) {
    return width < theme.scaled(kNarrow) ? uprightBytesHeight(theme) : bytesHeight(theme);
}

}  // namespace lanescope
