// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/speed_chart.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kWide = 432, kHigh = 330;

/// "16 k", "256"
QString sizeText(double n) {
    constexpr double kThousand = 1024;
    if (n >= kThousand && std::fmod(n, kThousand) == 0) return QStringLiteral("%1 k").arg(n / kThousand);
    return countText(n);
}

QColor lineColour(const Theme& theme, std::size_t number) {
    constexpr Colour kColours[]{Colour::A, Colour::B, Colour::C, Colour::D, Colour::E};
    return theme.colour(kColours[number % std::size(kColours)]);
}

}  // namespace

SpeedChart::SpeedChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Times faster, over the size"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize SpeedChart::sizeHint() const { return {kWide, heightForWidth(kWide)}; }

QSize SpeedChart::minimumSizeHint() const { return {200, m_speedUps.lines.empty() ? 0 : 180}; }

int SpeedChart::heightForWidth(int width) const {
    if (!m_speedUps.lines.empty()) return qRound(std::max(m_theme.scaled(kHigh), double{kHigh}));
    return qRound(std::ceil(paint::paragraphHeight(m_theme, width, Type::Least, m_speedUps.said)));
}

void SpeedChart::setSpeedUps(SpeedUps speedUps) {
    m_speedUps = std::move(speedUps);
    QStringList words;
    for (const SpeedUps::Line& line : m_speedUps.lines)
        if (!line.points.empty())
            words += tr("%1 is %2 as fast as %3 at n = %4")
                         .arg(line.name, factorText(line.points.back().factor), m_speedUps.over,
                              countText(line.points.back().n));
    words += m_speedUps.said;
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

SpeedChart::Axes SpeedChart::axesFor(const QSizeF& size) const {
    const double grid = m_theme.scaled(paint::kGrid);
    const QFontMetricsF least(m_theme.type(Type::Least));
    QFont bold = m_theme.type(Type::Body);
    bold.setWeight(QFont::Bold);
    double names = 0;
    for (const SpeedUps::Line& line : m_speedUps.lines)
        names = std::max(names, QFontMetricsF(bold).horizontalAdvance(line.name));
    const double words = paint::paragraphHeight(m_theme, size.width(), Type::Least, m_speedUps.said);
    const double head = QFontMetricsF(m_theme.type(Type::Head)).height() + 2 * grid;
    Axes axes;
    const double left = least.horizontalAdvance(QStringLiteral("0.25")) + grid;
    axes.plot = QRectF(left, head, size.width() - left - names - 3 * grid,
                       size.height() - head - least.height() - 2 * grid - words);
    bool any = false;
    for (const SpeedUps::Line& line : m_speedUps.lines)
        for (const SpeedUps::Point& point : line.points) {
            axes.firstN = any ? std::min(axes.firstN, point.n) : point.n;
            axes.lastN = any ? std::max(axes.lastN, point.n) : point.n;
            axes.least = any ? std::min(axes.least, point.factor) : point.factor;
            axes.most = any ? std::max(axes.most, point.factor) : point.factor;
            any = true;
        }
    // 1, as fast as the first, is always seen.
    axes.least = std::min(axes.least, 1.0);
    axes.most = std::max(axes.most, 1.0);
    const double range = std::max(axes.most - axes.least, 0.1);
    axes.step = std::pow(10.0, std::floor(std::log10(range)));
    for (const double part : {0.5, 0.25})
        if (range / axes.step < 2.5 && range / (axes.step * part) <= 6) {
            axes.step *= part;
            break;
        }
    while (range / axes.step > 5) axes.step *= 2;
    axes.least -= range * 0.08;
    axes.most += range * 0.06;
    return axes;
}

QPointF SpeedChart::place(const Axes& axes, double n, double factor) {
    const double width = std::log2(axes.lastN) - std::log2(axes.firstN);
    const double x = width > 0 ? (std::log2(n) - std::log2(axes.firstN)) / width : 0.5;
    const double y = (factor - axes.least) / (axes.most - axes.least);
    return {axes.plot.left() + axes.plot.width() * x, axes.plot.bottom() - axes.plot.height() * y};
}

QPointF SpeedChart::pointOf(const SpeedUps::Point& point, const QSizeF& size) const {
    return place(axesFor(size), point.n, point.factor);
}

void SpeedChart::paintAxes(QPainter& painter, const Axes& axes) const {
    const double grid = m_theme.scaled(paint::kGrid);
    painter.setFont(m_theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    for (double value = std::ceil(axes.least / axes.step) * axes.step; value <= axes.most; value += axes.step) {
        const double y = place(axes, axes.firstN, value).y();
        const bool one = std::abs(value - 1) < axes.step / 100;
        painter.setPen(QPen(m_theme.colour(one ? Colour::FaintText : Colour::GridLine), 1));
        painter.drawLine(QPointF(axes.plot.left(), y), QPointF(axes.plot.right(), y));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(0, y - metrics.height() / 2, axes.plot.left() - grid, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, countText(value));
    }
    // Sizes that were timed, as many as have room.
    std::vector<double> sizes;
    for (const SpeedUps::Line& line : m_speedUps.lines)
        for (const SpeedUps::Point& point : line.points) sizes.push_back(point.n);
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    double end = -1e9;
    for (const double n : sizes) {
        const QString text = sizeText(n);
        const double width = metrics.horizontalAdvance(text), x = place(axes, n, 1).x();
        if (x - width / 2 < end + grid) continue;
        end = x + width / 2;
        painter.drawText(QRectF(x - width, axes.plot.bottom() + grid / 2, 2 * width, metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop, text);
    }
    if (m_speedUps.present >= axes.firstN && m_speedUps.present <= axes.lastN && axes.lastN > axes.firstN) {
        const double x = place(axes, m_speedUps.present, 1).x();
        painter.setPen(QPen(m_theme.colour(Colour::Now), m_theme.scaled(2)));
        painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
    }
}

void SpeedChart::paintLines(QPainter& painter, const Axes& axes, double right) const {
    struct Label {
        double y;
        std::size_t line;
    };
    std::vector<Label> labels;
    const double radius = m_theme.scaled(4.5);
    for (std::size_t i = 0; i < m_speedUps.lines.size(); ++i) {
        const SpeedUps::Line& line = m_speedUps.lines[i];
        if (line.points.empty()) continue;
        QPolygonF way;
        for (const SpeedUps::Point& point : line.points) way << place(axes, point.n, point.factor);
        QPen pen(lineColour(m_theme, i), m_theme.scaled(3), i % 2 == 1 ? Qt::DashLine : Qt::SolidLine);
        pen.setJoinStyle(Qt::RoundJoin);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(way);
        painter.setPen(QPen(m_theme.colour(Colour::Raised), m_theme.scaled(1.5)));
        painter.setBrush(lineColour(m_theme, i));
        for (const QPointF& at : way) painter.drawEllipse(at, radius, radius);
        labels.push_back({way.back().y(), i});
    }
    // Names stand where lines end, apart from each other.
    std::ranges::sort(labels, {}, &Label::y);
    QFont bold = m_theme.type(Type::Body);
    bold.setWeight(QFont::Bold);
    painter.setFont(bold);
    const double height = QFontMetricsF(bold).height() * 0.9;
    for (std::size_t i = 1; i < labels.size(); ++i) labels[i].y = std::max(labels[i].y, labels[i - 1].y + height);
    const double over = labels.empty() ? 0 : std::max(0.0, labels.back().y + height / 2 - axes.plot.bottom());
    const double left = axes.plot.right() + m_theme.scaled(12);
    for (const Label& label : labels) {
        painter.setPen(lineColour(m_theme, label.line));
        painter.drawText(QRectF(left, label.y - over - height / 2, right - left, height),
                         Qt::AlignLeft | Qt::AlignVCenter, m_speedUps.lines[label.line].name);
    }
}

void SpeedChart::paintTo(QPainter& painter, const QSizeF& size) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_speedUps.lines.empty()) {
        paint::paragraph(painter, m_theme, QRectF(QPointF(0, 0), size), Type::Least, Colour::FaintText,
                         m_speedUps.said);
        painter.restore();
        return;
    }
    const Axes axes = axesFor(size);
    const double grid = m_theme.scaled(paint::kGrid);
    painter.setFont(m_theme.type(Type::Head));
    painter.setPen(m_theme.colour(Colour::FaintText));
    const QFontMetricsF head(painter.font());
    const QString title = tr("TIMES FASTER THAN %1").arg(m_speedUps.over.toUpper());
    painter.drawText(QRectF(0, 0, size.width(), head.height()), Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(m_theme.type(Type::Least));
    const double used = head.horizontalAdvance(title) + 2 * grid;
    const double sign = paint::originSize(m_theme);
    painter.drawText(QRectF(used, 0, size.width() - used - sign - grid, head.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, m_speedUps.with);
    paint::originSign(painter, m_theme, {size.width() - sign / 2 - 1, std::max(head.height(), sign) / 2},
                      m_speedUps.origin);
    paintAxes(painter, axes);
    paintLines(painter, axes, size.width());
    const double top = axes.plot.bottom() + QFontMetricsF(m_theme.type(Type::Least)).height() + 1.5 * grid;
    paint::paragraph(painter, m_theme, {0, top, size.width(), size.height() - top}, Type::Least, Colour::FaintText,
                     m_speedUps.said);
    painter.restore();
}

void SpeedChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintTo(painter, size());
}

}  // namespace lanescope
