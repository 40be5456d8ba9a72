// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/class_dots.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr double kDot = 5;       // radius
constexpr double kReach = 12;    // of the mouse
constexpr double kBetween = 24;  // pixels from GPU to GPU
constexpr int kMostTicks = 7;

/// 1, 2, 5, 10 … within the range; fewer where there are many.
std::vector<double> ticksBetween(double least, double most) {
    std::vector<double> ticks;
    for (int decade = static_cast<int>(std::floor(std::log10(least))); std::pow(10.0, decade) <= most; ++decade)
        for (const double step : {1.0, 2.0, 5.0})
            if (const double tick = step * std::pow(10.0, decade); tick >= least && tick <= most) ticks.push_back(tick);
    if (static_cast<int>(ticks.size()) > kMostTicks)
        std::erase_if(ticks, [](double tick) {
            const double log = std::log10(tick);
            return std::abs(log - std::round(log)) > 0.01;
        });
    if (ticks.size() < 2) ticks = {least, std::sqrt(least * most), most};
    return ticks;
}

}  // namespace

struct ClassDots::Frame {
    QRectF axes;
    double least = 1e-6;  // seconds
    double most = 1;
    double head = 0;            // height of GPUs' names
    double column = 0;          // width
    std::vector<double> lefts;  // of groups

    [[nodiscard]] double y(double seconds) const {
        const double share = std::log(std::clamp(seconds, least, most) / least) / std::log(most / least);
        return axes.bottom() - share * axes.height();
    }
    [[nodiscard]] double x(std::size_t group, std::size_t nth) const {
        return lefts[group] + (static_cast<double>(nth) + 0.5) * column;
    }
};

ClassDots::ClassDots(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("What the class measured: a dot for each file"));
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ClassDots::setGroups(std::vector<ClassGroup> groups) {
    m_groups = std::move(groups);
    m_current.reset();
    QStringList said;
    for (const ClassGroup& group : m_groups)
        for (const ClassColumn& column : group.columns)
            if (column.rank != ClassColumn::Rank::Other)
                said += tr("%1: best is %2, %3").arg(group.name, column.name, timeText(column.median));
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

void ClassDots::setFile(std::optional<int> file) {
    m_file = file;
    update();
}

ClassDots::Frame ClassDots::frameOf(const QSizeF& size) const {
    Frame frame;
    const QFontMetricsF metrics(m_theme.type(Type::Least));
    frame.least = 0;
    std::size_t columns = 0;
    for (const ClassGroup& group : m_groups)
        for (const ClassColumn& column : group.columns) {
            ++columns;
            for (const ClassDot& one : column.dots) {
                frame.least = frame.least == 0 ? one.seconds : std::min(frame.least, one.seconds);
                frame.most = std::max(frame.most == 1 ? 0 : frame.most, one.seconds);
            }
        }
    if (frame.least <= 0) frame.least = 1e-6;
    frame.most = std::max(frame.most, frame.least);
    // Air above and below.
    const double air = std::max(1.1, std::pow(frame.most / frame.least, 0.06));
    frame.least /= air;
    frame.most *= air;
    const double grid = m_theme.scaled(paint::kGrid);
    frame.head = QFontMetricsF(m_theme.type(Type::Name)).lineSpacing() + grid;
    const double left = metrics.horizontalAdvance(tr("888.8 µs")) + 2 * grid;
    frame.axes = QRectF(left, frame.head + grid, std::max(1.0, size.width() - left - grid),
                        std::max(1.0, size.height() - frame.head - 2 * grid - metrics.lineSpacing() - grid));
    const double between = m_groups.empty() ? 0 : m_theme.scaled(kBetween) * static_cast<double>(m_groups.size() - 1);
    frame.column = columns == 0 ? 1 : std::max(1.0, (frame.axes.width() - between) / static_cast<double>(columns));
    double at = frame.axes.left();
    for (const ClassGroup& group : m_groups) {
        frame.lefts.push_back(at);
        at += frame.column * static_cast<double>(group.columns.size()) + m_theme.scaled(kBetween);
    }
    return frame;
}

QPointF ClassDots::placeOf(std::size_t group, std::size_t column, std::size_t dot, const QSizeF& size) const {
    return placeIn(frameOf(size), {group, column, dot});
}

QPointF ClassDots::placeIn(const Frame& frame, const Place& place) const {
    const std::vector<ClassDot>& dots = m_groups[place.group].columns[place.column].dots;
    const double y = frame.y(dots[place.dot].seconds), near = 2 * m_theme.scaled(kDot);
    // Dots that would cover each other stand beside each other, to the left and right in turn.
    int before = 0;
    for (std::size_t i = 0; i < place.dot; ++i) before += std::abs(frame.y(dots[i].seconds) - y) < near ? 1 : 0;
    const double aside = (before % 2 == 0 ? 1 : -1) * ((before + 1) / 2) * near;
    const double room = std::max(0.0, frame.column / 2 - near);
    return {frame.x(place.group, place.column) + std::clamp(aside, -room, room), y};
}

void ClassDots::paintAxis(QPainter& painter, const Frame& frame) const {
    const double grid = m_theme.scaled(paint::kGrid);
    painter.setFont(m_theme.type(Type::Least));
    const double line = painter.fontMetrics().height();
    for (const double tick : ticksBetween(frame.least, frame.most)) {
        const double y = frame.y(tick);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        painter.drawLine(QPointF(frame.axes.left(), y), QPointF(frame.axes.right(), y));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(0, y - line / 2, frame.axes.left() - grid, line), Qt::AlignRight | Qt::AlignVCenter,
                         timeText(tick));
    }
}

void ClassDots::paintColumn(QPainter& painter, const Frame& frame, std::size_t group, std::size_t column) const {
    const ClassColumn& shown = m_groups[group].columns[column];
    const double x = frame.x(group, column), half = std::min(frame.column * 0.36, m_theme.scaled(40));
    const double radius = m_theme.scaled(kDot);
    painter.setFont(m_theme.type(Type::Least));
    painter.setPen(m_theme.colour(Colour::FaintText));
    const QFontMetricsF metrics(painter.font());
    const QString name = metrics.elidedText(shown.name, Qt::ElideRight, frame.column);
    painter.drawText(QRectF(x - frame.column / 2, frame.axes.bottom() + m_theme.scaled(paint::kGrid), frame.column,
                            metrics.lineSpacing()),
                     Qt::AlignCenter, name);
    if (shown.dots.empty()) return;
    const QColor ink = m_theme.colour(Colour::Text);
    painter.fillRect(QRectF(QPointF(x - half, frame.y(shown.upper)), QPointF(x + half, frame.y(shown.lower))),
                     m_theme.colour(Colour::Hair));
    painter.setPen(QPen(ink, m_theme.scaled(paint::kSector)));
    painter.drawLine(QPointF(x - half, frame.y(shown.median)), QPointF(x + half, frame.y(shown.median)));
    const QColor hue = familyColour(group, false, m_theme.look());
    for (std::size_t i = 0; i < shown.dots.size(); ++i) {
        const ClassDot& one = shown.dots[i];
        const bool chosen = m_file == one.file;
        const QColor fill = m_file && !chosen ? mix(m_theme.colour(Colour::Ground), hue, Tint::kUsed) : hue;
        painter.setPen(one.outlier ? QPen(fill, m_theme.scaled(paint::kSector))
                                   : QPen(m_theme.colour(Colour::Ground), paint::kHair));
        painter.setBrush(one.outlier ? QBrush(m_theme.colour(Colour::Ground)) : QBrush(fill));
        const QPointF at = placeIn(frame, {group, column, i});
        painter.drawEllipse(at, radius, radius);
        if (chosen) paint::spotlight(painter, m_theme, QRectF(at, QSizeF()).adjusted(-radius, -radius, radius, radius));
    }
    if (shown.rank == ClassColumn::Rank::Other) return;
    QPen ringed(ink, m_theme.scaled(paint::kBest));
    if (shown.rank == ClassColumn::Rank::BestByLittle) ringed.setDashPattern({2, 1.5});
    painter.setPen(ringed);
    painter.setBrush(Qt::NoBrush);
    // Around what is usual; an outlier is none of it.
    QRectF around(QPointF(x - half, frame.y(shown.upper)), QPointF(x + half, frame.y(shown.lower)));
    for (std::size_t i = 0; i < shown.dots.size(); ++i)
        if (!shown.dots[i].outlier) around |= QRectF(placeIn(frame, {group, column, i}), QSizeF(1, 1));
    around.adjust(-radius, -2 * radius, radius, 2 * radius);
    painter.drawRoundedRect(around, 2 * radius, 2 * radius);
}

void ClassDots::paintTo(QPainter& painter, const QSizeF& size) const {
    painter.fillRect(QRectF(QPointF(), size), m_theme.colour(Colour::Ground));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_groups.empty()) {
        painter.setFont(m_theme.type(Type::Body));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(QPointF(), size), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Nothing was measured that could be drawn."));
        return;
    }
    const Frame frame = frameOf(size);
    paintAxis(painter, frame);
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const ClassGroup& shown = m_groups[group];
        const double wide = frame.column * static_cast<double>(shown.columns.size());
        painter.setFont(m_theme.type(Type::Name));
        painter.setPen(m_theme.colour(Colour::Text));
        const QString name = painter.fontMetrics().elidedText(shown.name, Qt::ElideRight, static_cast<int>(wide));
        painter.drawText(QRectF(frame.lefts[group], 0, wide, frame.head), Qt::AlignCenter, name);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), m_theme.scaled(paint::kFrame)));
        painter.drawLine(QPointF(frame.lefts[group], frame.head), QPointF(frame.lefts[group] + wide, frame.head));
        for (std::size_t column = 0; column < shown.columns.size(); ++column)
            paintColumn(painter, frame, group, column);
    }
}

void ClassDots::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintTo(painter, size());
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.colour(Colour::Focus), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

const ClassDot& ClassDots::dotOf(const Place& place) const {
    return m_groups[place.group].columns[place.column].dots[place.dot];
}

std::optional<ClassDots::Place> ClassDots::dotAt(const QPointF& at) const {
    const Frame frame = frameOf(size());
    std::optional<Place> nearest;
    double least = m_theme.scaled(kReach);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (std::size_t column = 0; column < m_groups[group].columns.size(); ++column)
            for (std::size_t i = 0; i < m_groups[group].columns[column].dots.size(); ++i) {
                const Place place{group, column, i};
                const QPointF away = placeIn(frame, place) - at;
                if (const double distance = std::hypot(away.x(), away.y()); distance < least) {
                    least = distance;
                    nearest = place;
                }
            }
    return nearest;
}

void ClassDots::choose(const Place& place) {
    m_current = place;
    setFile(dotOf(place).file);
    Q_EMIT fileChosen(dotOf(place).file, dotOf(place).about);
}

void ClassDots::mousePressEvent(QMouseEvent* event) {
    if (const auto place = dotAt(event->position())) return choose(*place);
    m_current.reset();
    setFile(std::nullopt);
}

/// From dot to dot, as they are read.
void ClassDots::choose(int direction) {
    std::vector<Place> all;
    std::size_t now = 0;
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (std::size_t column = 0; column < m_groups[group].columns.size(); ++column)
            for (std::size_t i = 0; i < m_groups[group].columns[column].dots.size(); ++i) {
                if (m_current && m_current->group == group && m_current->column == column && m_current->dot == i)
                    now = all.size();
                all.push_back({group, column, i});
            }
    if (all.empty()) return;
    const std::size_t last = all.size() - 1;
    if (m_current) now = direction > 0 ? std::min(now + 1, last) : now - std::min<std::size_t>(now, 1);
    choose(all[now]);
}

void ClassDots::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down: return choose(1);
        case Qt::Key_Left:
        case Qt::Key_Up: return choose(-1);
        default: QWidget::keyPressEvent(event);
    }
}

bool ClassDots::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = dotAt(help->pos());
    if (place)
        QToolTip::showText(help->globalPos(), plainTip(dotOf(*place).about), this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace lanescope
