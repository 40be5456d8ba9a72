// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/roofline_layout.h"

#include <QCoreApplication>
#include <QLineF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using rules::Resource;
using rules::Roofline;
using rules::RooflinePoint;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LimitsPicture)
};

constexpr double kLeastPlot = 140, kMark = 7, kNearest = 13, kNumbered = 9, kAway = 14,
                 kSwatch = 16;  // pixels at normal size
constexpr int kMostRows = 5;    // that a name goes aside

QString text(const std::string& string) { return QString::fromStdString(string); }

double peakOf(const Roofline& roofline) {
    double peak = 0;
    for (const rules::Ceiling& each : roofline.peaks) peak = std::max(peak, each.rate);
    return peak;
}

QString workUnit(const Roofline& roofline) {
    return roofline.work == Roofline::Work::Operations ? Texts::tr("Flop/s") : Texts::tr("instr./s");
}

QString workRate(double rate, const Roofline& roofline) {
    return roofline.work == Roofline::Work::Operations ? rateText(rate)
                                                       : text(numbers::shortValue(rate, "")) + Texts::tr(" instr./s");
}

QString roofName(const rules::Ceiling& memory) {
    return QStringLiteral("%1 %2").arg(text(inWords(nameOf(memory.resource))),
                                       text(numbers::shortValue(memory.rate, "B/s")));
}

QString shortPeakName(Resource resource) {
    switch (resource) {
        case Resource::Fp32: return Texts::tr("f32");
        case Resource::Fp64: return Texts::tr("f64");
        default: return Texts::tr("issue");
    }
}

QString shareText(const RooflinePoint& point) {
    return point.share ? text(numbers::plain(100 * *point.share, 2)) + QStringLiteral(" %") : QString();
}

QString sideName(const LimitsSide& side) {
    return side.seconds ? QStringLiteral("%1 %2").arg(side.name, timeText(side.seconds->value)) : side.name;
}

QString baselineName(const LimitsSide& side) { return Texts::tr("baseline: %1").arg(sideName(side)); }

/// A power of ten, as "10 T".
QString tickText(double value) {
    constexpr std::array kPrefixes{"", " k", " M", " G", " T", " P"};
    const auto power = static_cast<int>(std::lround(std::log10(value)));
    if (power < 0 || power / 3 >= static_cast<int>(kPrefixes.size())) return text(numbers::shortValue(value, ""));
    return QString::number(std::lround(std::pow(10, power % 3))) +
           QLatin1String(kPrefixes[static_cast<std::size_t>(power / 3)]);
}

}  // namespace

QColor levelColour(Resource level, const Theme& theme) {
    switch (level) {
        case Resource::Shared: return theme.colour(Colour::Shared0);
        case Resource::L1: return theme.colour(Colour::C);
        case Resource::L2: return theme.colour(Colour::A);
        default: return theme.colour(Colour::B);
    }
}

std::vector<std::size_t> pathOf(const LimitsPicture& picture) {
    if (!picture.path.empty()) return picture.path;
    std::vector<std::size_t> all(picture.sides.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (picture.baseline) std::erase(all, *picture.baseline);
    return all;
}

double heightOf(const RooflinePoint& point, const Roofline& roofline) {
    return roofline.rate ? roofline.rate->value : point.attainable;
}

void RooflineLayout::Range::take(double value) {
    if (!(value > 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
}

double RooflineLayout::Range::share(double value) const { return std::log(value / low) / std::log(high / low); }

RooflineLayout::RooflineLayout(const Theme& theme, const LimitsPicture& picture, const QRectF& room)
    : m_theme(theme), m_picture(picture), m_chosen(picture.sides.front().roofline) {
    const bool operations = m_chosen.work == Roofline::Work::Operations;
    const double beside = QFontMetricsF(theme.type(Type::Title)).horizontalAdvance(Texts::tr("Roofline")) +
                          theme.scaled(2 * paint::kGrid);
    m_about = longestThatFits(
        theme.type(Type::Body), room.width() - beside,
        {operations ? Texts::tr("floating-point operations a second over operations a byte, %1").arg(picture.gpu)
                    : Texts::tr("thread instructions a second over instructions a byte, %1").arg(picture.gpu),
         operations ? Texts::tr("Flop/s over Flop/B, %1").arg(picture.gpu)
                    : Texts::tr("instr./s over instr./B, %1").arg(picture.gpu),
         picture.gpu});
    findRanges();
    layOut(room);
    if (addNames()) return;
    m_listed = true;
    layOut(room);
    for (const rules::Ceiling& peak : m_chosen.peaks) namePeak(peak);
    addList(room);
}

QPointF RooflineLayout::place(double intensity, double rate) const {
    return {m_plot.left() + m_x.share(intensity) * m_plot.width(), m_plot.bottom() - m_y.share(rate) * m_plot.height()};
}

std::optional<QLineF> RooflineLayout::roof(const rules::Ceiling& memory) const {
    const double peak = peakOf(m_chosen);
    const double from = std::max(m_x.low, m_y.low / memory.rate);
    const double to = peak > 0 ? std::min(m_x.high, peak / memory.rate) : m_x.high;
    if (from >= to) return std::nullopt;
    return QLineF(place(from, from * memory.rate), place(to, to * memory.rate));
}

QLineF RooflineLayout::roofOfPeak(const rules::Ceiling& peak) const {
    double from = m_x.high;
    for (const rules::Ceiling& memory : m_chosen.bandwidths) from = std::min(from, peak.rate / memory.rate);
    return {place(std::max(from, m_x.low), peak.rate), place(m_x.high, peak.rate)};
}

void RooflineLayout::findRanges() {
    const double peak = peakOf(m_chosen);
    m_y.take(peak * 1.6);
    m_y.take(peak / 200);
    for (const LimitsSide& side : m_picture.sides)
        for (const RooflinePoint& point : side.roofline.points) {
            m_x.take(point.intensity / 3);
            m_x.take(point.intensity * 3);
            m_y.take(heightOf(point, side.roofline) / 3);
            m_y.take(heightOf(point, side.roofline) * 3);
        }
    for (const rules::Ceiling& memory : m_chosen.bandwidths) m_x.take(2.5 * peak / memory.rate);
    if (m_x.high <= m_x.low) m_x = {0.1, 100};
    if (m_y.high <= m_y.low) m_y = {1e9, 1e13};
}

void RooflineLayout::layOut(const QRectF& room) {
    m_heights.clear();
    m_labels.clear();
    m_marks.clear();
    m_swatches.clear();
    const double grid = m_theme.scaled(paint::kGrid);
    const QFontMetricsF metrics(m_theme.type(Type::Least));
    const double head = std::ceil(QFontMetricsF(m_theme.type(Type::Title)).height()) + grid;
    double widest = metrics.horizontalAdvance(workUnit(m_chosen));
    for (double y = std::pow(10, std::ceil(std::log10(m_y.low))); y <= m_y.high; y *= 10)
        widest = std::max(widest, metrics.horizontalAdvance(tickText(y)));
    m_plot = room.adjusted(std::ceil(widest) + grid, head + aboveHeight(), -2 * grid, -belowHeight(room.width()));
    m_plot.setHeight(std::max(m_plot.height(), m_theme.scaled(kLeastPlot)));
    m_free = QRectF(QPointF(m_plot.left(), room.top() + head), m_plot.bottomRight());
    const double missing = missingHeight(room.width());
    m_missing = QRectF(room.left(), m_plot.bottom() + belowHeight(room.width()) - missing, room.width(), missing);
    addTicks(room);
    addMarks();
}

/// Between heading and plot: for the unit.
double RooflineLayout::aboveHeight() const {
    return std::ceil(1.5 * QFontMetricsF(m_theme.type(Type::Least)).height()) + m_theme.scaled(paint::kGrid);
}

/// Below the plot: two lines of the axis, the list, and why there is no rate.
double RooflineLayout::belowHeight(double width) const {
    return 2 * std::ceil(QFontMetricsF(m_theme.type(Type::Least)).height()) + m_theme.scaled(paint::kGrid) +
           missingHeight(width) + (m_listed ? listHeight(width) : 0);
}

void RooflineLayout::addTicks(const QRectF& room) {
    const QColor faint = m_theme.colour(Colour::FaintText);
    const auto add = [&](const QString& words, const QPointF& middle, double right) {
        const QSizeF size = labelSize(m_theme, Type::Least, words);
        QRectF at({0, 0}, size);
        at.moveCenter(middle);
        if (right >= 0) at.moveRight(right);
        if (at.left() < room.left()) at.moveLeft(room.left());
        if (at.right() > room.right()) at.moveRight(room.right());
        LimitsLabel label{words, at};
        label.colour = faint;
        if (std::ranges::any_of(m_labels, [&](const LimitsLabel& other) { return overlap(label, other); })) return;
        m_labels.push_back(label);
    };
    const QFontMetricsF metrics(m_theme.type(Type::Least));
    const double right = m_plot.left() - m_theme.scaled(paint::kGrid) / 2;
    add(workUnit(m_chosen), {0, m_free.top() + metrics.height() / 2}, right);
    for (double y = std::pow(10, std::ceil(std::log10(m_y.low))); y <= m_y.high; y *= 10) {
        m_heights.push_back(place(m_x.low, y).y());
        add(tickText(y), {0, m_heights.back()}, right);
    }
    const double line = m_plot.bottom() + 2 + metrics.height() / 2;
    const auto wordsOf = [](double x) {
        return x < 1 ? QStringLiteral("1/%1").arg(std::lround(1 / x)) : countText(x, 0);
    };
    const double first = std::exp2(std::ceil(std::log2(m_x.low)));
    double widest = 0;
    for (double x = first; x <= m_x.high; x *= 2) widest = std::max(widest, metrics.horizontalAdvance(wordsOf(x)));
    // All, every second power of two, every third …: an axis without holes.
    const double apart = std::max(1.0, place(2 * first, m_y.low).x() - place(first, m_y.low).x());
    const double stride = std::exp2(std::ceil((widest + m_theme.scaled(12)) / apart));
    for (double x = first; x <= m_x.high; x *= stride) add(wordsOf(x), {place(x, m_y.low).x(), line}, -1);
    const bool operations = m_chosen.work == Roofline::Work::Operations;
    add(longestThatFits(
            m_theme.type(Type::Least), room.right() - m_plot.left(),
            {operations ? Texts::tr("operations for each byte moved at that memory")
                        : Texts::tr("instructions for each byte moved at that memory"),
             Texts::tr("for each byte moved at that memory"), Texts::tr("for each byte moved"), Texts::tr("a byte")}),
        {0, line + std::ceil(metrics.height()) + 1}, m_plot.right());
}

std::vector<RooflineLayout::Other> RooflineLayout::others() const {
    std::vector<Other> others;
    const RooflinePoint* const nearest = rules::nearestRoof(m_chosen);
    if (nearest == nullptr) return others;
    for (const std::size_t number : pathOf(m_picture)) {
        const LimitsSide& side = m_picture.sides[number];
        if (number == 0 || !side.roofline.rate || side.roofline.work != m_chosen.work) continue;
        const auto point = std::ranges::find(side.roofline.points, nearest->level, &RooflinePoint::level);
        if (point == side.roofline.points.end()) continue;
        others.push_back({sideName(side), place(point->intensity, side.roofline.rate->value)});
    }
    return others;
}

const LimitsSide* RooflineLayout::baseline() const {
    const LimitsSide* const side = m_picture.baseline ? &m_picture.sides[*m_picture.baseline] : nullptr;
    return side != nullptr && side->roofline.work == m_chosen.work ? side : nullptr;
}

void RooflineLayout::addMarks() {
    const RooflinePoint* const nearest = rules::nearestRoof(m_chosen);
    std::size_t number = 0;
    for (const Other& other : others())
        m_marks.push_back({other.at, m_theme.scaled(m_listed ? kNumbered : kMark), m_theme.colour(Colour::FaintText),
                           true, false, m_listed ? ++number : 0});
    if (const LimitsSide* const side = baseline())
        for (const RooflinePoint& point : side->roofline.points)
            if (std::ranges::find(m_chosen.points, point.level, &RooflinePoint::level) != m_chosen.points.end())
                m_marks.push_back({place(point.intensity, heightOf(point, side->roofline)), m_theme.scaled(kMark),
                                   m_theme.colour(Colour::Focus), false, false, 0, point.level});
    for (const RooflinePoint& point : m_chosen.points)
        m_marks.push_back({place(point.intensity, heightOf(point, m_chosen)),
                           m_theme.scaled(&point == nearest ? kNearest : kMark), levelColour(point.level, m_theme),
                           m_chosen.rate.has_value(), &point == nearest, 0, point.level});
}

bool RooflineLayout::isFree(const LimitsLabel& label) const {
    const QPolygonF outline = label.outline();
    const QRectF around = outline.boundingRect();
    // Contains() of rectangles takes edges that differ in the last bit for outside.
    if (!m_free.adjusted(-0.5, -0.5, 0.5, 0.5).contains(around)) return false;
    for (const LimitsLabel& other : m_labels)
        if (overlap(label, other)) return false;
    return std::ranges::none_of(m_marks, [&](const RooflineMark& mark) {
        const double radius = mark.radius;
        return outline.intersects(
            QPolygonF(QRectF(mark.at.x() - radius, mark.at.y() - radius, 2 * radius, 2 * radius)));
    });
}

/// Above or below the point, at its sides, and further and further away, with a line that leads there.
bool RooflineLayout::nameAt(const QPointF& at, const QString& words, bool below) {
    const QSizeF size = labelSize(m_theme, Type::Least, words);
    LimitsLabel label{words, QRectF({0, 0}, size)};
    label.colour = m_theme.colour(Colour::Text);
    label.onGround = true;
    const double away = m_theme.scaled(kAway), half = size.width() / 2;
    for (int row = 0; row < kMostRows; ++row) {
        const double up = away + (row + 0.5) * size.height();
        for (const double side : {0.0, 0.6, -0.6})
            for (const double down : {below ? up : -up, below ? -up : up}) {
                label.room.moveCenter(at + QPointF(side * half, down));
                if (label.room.right() > m_plot.right()) label.room.moveRight(m_plot.right());
                if (label.room.left() < m_plot.left()) label.room.moveLeft(m_plot.left());
                label.leader = row > 0 ? std::optional(at) : std::nullopt;
                if (!isFree(label)) continue;
                m_labels.push_back(label);
                return true;
            }
        if (row > 0) continue;
        for (const double side : {half + away, -half - away}) {
            label.room.moveCenter(at + QPointF(side, 0));
            label.leader.reset();
            if (!isFree(label)) continue;
            m_labels.push_back(label);
            return true;
        }
    }
    return false;
}

bool RooflineLayout::addNames() {
    std::vector<const RooflinePoint*> sorted;
    sorted.reserve(m_chosen.points.size());
    for (const RooflinePoint& point : m_chosen.points) sorted.push_back(&point);
    std::ranges::sort(sorted, {}, [](const RooflinePoint* point) { return point->intensity; });
    for (const RooflinePoint* point : sorted) {
        const QString name = text(inWords(nameOf(point->level))), share = shareText(*point);
        if (!nameAt(place(point->intensity, heightOf(*point, m_chosen)),
                    share.isEmpty() ? Texts::tr("%1: at most").arg(name) : Texts::tr("%1: %2").arg(name, share), true))
            return false;
    }
    for (const rules::Ceiling& peak : m_chosen.peaks)
        if (!namePeak(peak)) return false;
    for (const Other& other : others())
        if (!nameAt(other.at, other.name, false)) return false;
    if (const LimitsSide* const side = baseline()) {
        const auto mark = std::ranges::find(m_marks, m_theme.colour(Colour::Focus), &RooflineMark::colour);
        if (mark != m_marks.end() && !nameAt(mark->at, baselineName(*side), false)) return false;
    }
    return nameRoofs();
}

/// A roof runs through it.
bool RooflineLayout::isCrossed(const LimitsLabel& label) const {
    const QPolygonF outline = label.outline();
    return std::ranges::any_of(m_chosen.bandwidths, [&](const rules::Ceiling& memory) {
        const std::optional<QLineF> line = roof(memory);
        for (qsizetype i = 0; line && i + 1 < outline.size(); ++i)
            if (line->intersects({outline[i], outline[i + 1]}, nullptr) == QLineF::BoundedIntersection) return true;
        return false;
    });
}

/// Along its line, above or below, wherever there is room.
bool RooflineLayout::nameRoofs() {
    for (const rules::Ceiling& memory : m_chosen.bandwidths) {
        const std::optional<QLineF> line = roof(memory);
        if (!line) continue;
        LimitsLabel label{roofName(memory), QRectF({0, 0}, labelSize(m_theme, Type::Least, roofName(memory)))};
        label.angle = -line->angle();
        label.colour = mix(levelColour(memory.resource, m_theme), m_theme.colour(Colour::Text), 0.4);
        const QLineF normal = line->normalVector().unitVector();
        const QPointF across = (normal.p2() - normal.p1()) * (label.room.height() / 2 + m_theme.scaled(4));
        const bool named =
            std::ranges::any_of(std::array{0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82}, [&](double where) {
                return std::ranges::any_of(std::array{1.0, -1.0}, [&](double side) {
                    label.room.moveCenter(line->pointAt(where) + side * across);
                    if (!isFree(label) || isCrossed(label)) return false;
                    m_labels.push_back(label);
                    return true;
                });
            });
        if (!named) return false;
    }
    return true;
}

/// At the right end, above or below; shorter where it is narrow; else above it, left of what stands there.
bool RooflineLayout::namePeak(const rules::Ceiling& peak) {
    const QString rate = workRate(peak.rate, m_chosen);
    const double y = roofOfPeak(peak).y2(), step = m_theme.scaled(paint::kGrid);
    const QString whole = QStringLiteral("%1 %2").arg(text(inWords(nameOf(peak.resource))), rate);
    const QString brief = QStringLiteral("%1 %2").arg(shortPeakName(peak.resource), rate);
    const auto put = [&](const QString& words, double right, bool above) {
        LimitsLabel label{words, QRectF({0, 0}, labelSize(m_theme, Type::Least, words))};
        label.colour = m_theme.colour(Colour::Text);
        label.onGround = true;
        const double half = label.room.height() / 2 + m_theme.scaled(4);
        label.room.moveCenter({0, above ? y - half : y + half});
        label.room.moveRight(right);
        if (!isFree(label)) return false;
        m_labels.push_back(label);
        return true;
    };
    for (const QString& words : {whole, brief})
        for (const bool above : {true, false})
            if (put(words, m_plot.right(), above)) return true;
    for (const QString& words : {whole, brief})
        for (double right = m_plot.right() - step; right > m_plot.left(); right -= step)
            if (put(words, right, true)) return true;
    return false;
}

std::vector<RooflineLayout::Entry> RooflineLayout::entries() const {
    std::vector<Entry> entries;
    for (const rules::Ceiling& memory : m_chosen.bandwidths) {
        const auto point = std::ranges::find(m_chosen.points, memory.resource, &RooflinePoint::level);
        const QString share = point != m_chosen.points.end() ? shareText(*point) : QString();
        const QString name = roofName(memory);
        entries.push_back({share.isEmpty() ? name : Texts::tr("%1: %2 reached").arg(name, share),
                           levelColour(memory.resource, m_theme),
                           share.isEmpty() ? name : Texts::tr("%1: %2").arg(name, share), memory.resource});
    }
    std::size_t number = 0;
    for (const Other& other : others())
        entries.push_back({QStringLiteral("%1  %2").arg(++number).arg(other.name), m_theme.colour(Colour::FaintText)});
    if (const LimitsSide* const side = baseline())
        entries.push_back({baselineName(*side), m_theme.colour(Colour::Focus)});
    return entries;
}

std::size_t RooflineLayout::columns(double width) const {
    double widest = 1;
    for (const Entry& entry : entries())
        widest = std::max(
            widest, labelSize(m_theme, Type::Least, entry.words).width() + m_theme.scaled(kSwatch + 2 * paint::kGrid));
    return std::max<std::size_t>(1, static_cast<std::size_t>(width / widest));
}

double RooflineLayout::listHeight(double width) const {
    const std::size_t across = columns(width), rows = (entries().size() + across - 1) / across;
    return static_cast<double>(rows) * labelSize(m_theme, Type::Least, {}).height() + m_theme.scaled(paint::kGrid);
}

double RooflineLayout::missingHeight(double width) const {
    if (m_chosen.rate) return 0;
    return paint::paragraphHeight(m_theme, width, Type::Least, text(inWords(m_chosen.rateMissing))) +
           m_theme.scaled(paint::kGrid);
}

void RooflineLayout::addList(const QRectF& room) {
    const std::vector<Entry> all = entries();
    const std::size_t across = columns(room.width());
    const double width = room.width() / static_cast<double>(across),
                 height = labelSize(m_theme, Type::Least, {}).height();
    const double top = m_plot.bottom() + 2 * std::ceil(QFontMetricsF(m_theme.type(Type::Least)).height()) +
                       1.5 * m_theme.scaled(paint::kGrid);
    const double swatch = m_theme.scaled(kSwatch), gap = m_theme.scaled(paint::kGrid);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t row = i / across;
        const QRectF at(room.left() + static_cast<double>(i % across) * width, top + static_cast<double>(row) * height,
                        width, height);
        m_swatches.push_back({QPointF(at.left() + swatch / 2, at.center().y()), all[i].hue, all[i].level});
        const double left = swatch + gap;
        const QStringList choices =
            all[i].brief.isEmpty() ? QStringList(all[i].words) : QStringList{all[i].words, all[i].brief};
        LimitsLabel label{longestThatFits(m_theme.type(Type::Least), width - left, choices), {}};
        label.room = QRectF(QPointF(at.left() + left, at.top()),
                            QSizeF(labelSize(m_theme, Type::Least, label.words).width(), height));
        label.colour = m_theme.colour(Colour::Text);
        m_labels.push_back(label);
    }
}

double rooflineHeightFor(const Theme& theme, const LimitsPicture& picture, double width) {
    if (picture.sides.empty()) return 0;
    const QRectF low(0, 0, width, 1);
    const RooflineLayout layout(theme, picture, low);
    double bottom = layout.missing().bottom();
    for (const LimitsLabel& label : layout.labels()) bottom = std::max(bottom, label.room.bottom());
    return std::ceil(bottom);
}

}  // namespace lanescope
