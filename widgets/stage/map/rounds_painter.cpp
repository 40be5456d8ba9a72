// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/rounds_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/map/map_painter.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kLeastRound = 64;  // pixels of height
constexpr double kMostRound = 176;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::RoundsPainter)
};

QString whoText(const MapRound& round) {
    const QString threads =
        round.threadCount == 1 ? Words::tr("1 thread") : Words::tr("%1 threads").arg(round.threadCount);
    return round.warpCount == 1 ? Words::tr("%1, 1 warp").arg(threads)
                                : Words::tr("%1, %2 warps").arg(threads).arg(round.warpCount);
}

}  // namespace

RoundsPainter::RoundsPainter(const Theme& theme, const MapRounds& rounds, const QColor& hue, const QRectF& room,
                             std::uint64_t position)
    : m_theme(theme), m_rounds(rounds), m_hue(hue), m_room(room), m_position(position) {
    const QFontMetricsF metrics(theme.type(Type::Least));
    m_strip = theme.scaled(theme.isCompact() ? 14 : 18);
    m_head = metrics.height() + 4 + m_strip;
    const double height = room.height() - m_head;
    const auto all = static_cast<double>(rounds.rounds.size());
    const double least = theme.scaled(kLeastRound);
    m_shown = std::clamp<std::size_t>(static_cast<std::size_t>(height / least), 1, rounds.rounds.size());
    m_height =
        std::min({theme.scaled(kMostRound), height / static_cast<double>(m_shown), std::max(least, height / all)});
    // Where not all fit, the present one is among those that are shown, with what comes of it below.
    const std::uint64_t now = position > 0 ? position - 1 : 0;
    m_first = std::min<std::size_t>(now / m_shown * m_shown, rounds.rounds.size() - m_shown);
    double words = metrics.horizontalAdvance(name());
    for (const MapRound& round : rounds.rounds) words = std::max(words, metrics.horizontalAdvance(whoText(round)));
    m_left = room.left() + std::min(words, room.width() / 3) + theme.scaled(2 * paint::kGrid);
    const double width = room.right() - m_left;
    m_thread = std::min(theme.scaled(28), width / std::max({1U, rounds.threads, rounds.elements}));
    m_element = m_thread;
}

QString RoundsPainter::name() const {
    return m_rounds.array.empty() ? Words::tr("their values") : QString::fromStdString(m_rounds.array);
}

double RoundsPainter::top(std::size_t round) const {
    return m_room.top() + m_head + m_height * (static_cast<double>(round) - static_cast<double>(m_first));
}

QRectF RoundsPainter::threadCell(std::size_t round, std::uint32_t thread) const {
    return {m_left + m_thread * thread, top(round) + (m_height - 2 * m_strip) * 0.68, m_thread, m_strip};
}

QRectF RoundsPainter::elementCell(std::size_t round, std::uint32_t element) const {
    return {m_left + m_element * element, top(round) + m_height - m_strip, m_element, m_strip};
}

QRectF RoundsPainter::sourceCell(std::size_t round, std::uint32_t element) const {
    return elementCell(round, element).translated(0, -m_height);
}

std::optional<std::size_t> RoundsPainter::roundAt(const QPointF& point) const {
    if (point.x() < m_room.left() || point.x() > m_room.right()) return std::nullopt;
    for (std::size_t round = m_first; round < m_first + m_shown; ++round)
        if (point.y() >= top(round) && point.y() < top(round) + m_height) return round;
    return std::nullopt;
}

void RoundsPainter::paint(QPainter& painter, double share, bool reduced) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = m_theme.type(Type::Least);
    const double line = QFontMetricsF(font).height();
    painter.setFont(font);
    painter.setPen(m_theme.colour(Colour::FaintText));
    QString title = m_rounds.array.empty()
                        ? Words::tr("%1 threads add values of their neighbours").arg(countText(m_rounds.threads))
                        : Words::tr("%1 threads add elements of %2").arg(countText(m_rounds.threads)).arg(name());
    if (m_shown < m_rounds.rounds.size())
        title = Words::tr("rounds %1 to %2 of %3; %4")
                    .arg(m_first + 1)
                    .arg(m_first + m_shown)
                    .arg(m_rounds.rounds.size())
                    .arg(title);
    mapLine(painter, {m_room.left(), m_room.top(), m_room.width(), line}, title);
    const QRectF before = sourceCell(m_first, 0);
    mapLine(painter, {m_room.left(), before.center().y() - line / 2, m_left - m_room.left() - 8, line},
            m_first == 0 ? Words::tr("%1, loaded").arg(name()) : name());
    paintElements(painter, m_first, true, true);
    for (std::size_t round = m_first; round < m_first + m_shown; ++round) paintRound(painter, round, share, reduced);
    painter.restore();
}

void RoundsPainter::paintRound(QPainter& painter, std::size_t number, double share, bool reduced) const {
    const MapRound& round = m_rounds.rounds[number];
    const bool now = number + 1 == m_position;
    const bool done = number < m_position;
    const double line = QFontMetricsF(m_theme.type(Type::Least)).height();
    const double width = m_left - m_room.left() - m_theme.scaled(paint::kGrid);
    const QRectF threads = threadCell(number, 0), elements = elementCell(number, 0);
    const auto say = [&](double y, const QString& text, bool strong) {
        QFont font = m_theme.type(Type::Least);
        font.setWeight(strong ? QFont::Bold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(m_theme.colour(strong ? Colour::Text : Colour::FaintText));
        mapLine(painter, {m_room.left(), y - line / 2, width, line}, text);
    };
    say(std::min(threads.top() - line / 2, (top(number) + threads.top()) / 2), Words::tr("round %1").arg(number + 1),
        now);
    say(threads.center().y(), whoText(round), now);
    if (elements.center().y() - threads.center().y() >= line) say(elements.center().y(), name(), false);
    const double way = !done ? 0 : now && !reduced ? share : 1;
    paintLinks(painter, number, way, now);
    paintThreads(painter, number, done);
    paintElements(painter, number, done && way >= 1, false);
    if (!now) return;
    // Neighbours share a ring: so many of them would hide what they are around.
    std::vector<bool> adds(m_rounds.threads + 1);
    for (const MapAddition& addition : round.additions) {
        if (addition.thread < m_rounds.threads) adds[addition.thread] = true;
        paint::bar(painter, m_theme, elementCell(number, addition.target), way);
    }
    for (std::uint32_t thread = 0; thread < m_rounds.threads; ++thread) {
        if (!adds[thread]) continue;
        QRectF cell = threadCell(number, thread);
        for (; adds[thread + 1]; ++thread) cell.setRight(threadCell(number, thread + 1).right());
        if (cell.width() >= 5) paint::ring(painter, m_theme, cell);
    }
}

void RoundsPainter::paintThreads(QPainter& painter, std::size_t number, bool done) const {
    std::vector<bool> adds(m_rounds.threads);
    for (const MapAddition& addition : m_rounds.rounds[number].additions)
        if (addition.thread < adds.size()) adds[addition.thread] = true;
    const QBrush hatch = paint::hatch(m_theme);
    const double gap = m_thread >= 6 ? 1 : 0;
    const QFont font = m_theme.type(Type::Least);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    // Of idle neighbours one bar, hatched; so many lines would be a grid of their own.
    for (std::uint32_t thread = 0; thread < m_rounds.threads;) {
        std::uint32_t end = thread + 1;
        while (end < m_rounds.threads && !adds[thread] && !adds[end]) ++end;
        QRectF cell = threadCell(number, thread);
        cell.setWidth(m_thread * (end - thread));
        cell.adjust(gap, 0, -gap, 0);
        painter.setPen(Qt::NoPen);
        if (adds[thread]) {
            const QColor colour = mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::Text), done ? 0.75 : 0.3);
            painter.setBrush(colour);
            painter.drawRect(cell);
            const QString name = QString::number(thread);
            if (paint::valueFits(metrics, name, cell.size(), m_theme)) {
                painter.setPen(textOn(colour));
                painter.drawText(cell, Qt::AlignCenter, name);
            }
        } else {
            painter.setBrush(mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::Idle), 0.25));
            painter.drawRect(cell);
            painter.setBrush(hatch);
            painter.drawRect(cell);
        }
        thread = end;
    }
    // Warps.
    painter.setPen(QPen(m_theme.colour(Colour::Text), 1));
    for (std::uint32_t thread = simt::kWarpSize; thread < m_rounds.threads; thread += simt::kWarpSize) {
        const QRectF cell = threadCell(number, thread);
        painter.drawLine(QPointF(cell.left(), cell.top() - 3), QPointF(cell.left(), cell.bottom() + 1));
    }
}

/// Those that a round leaves; `before`: those that it finds.
void RoundsPainter::paintElements(QPainter& painter, std::size_t number, bool done, bool before) const {
    const QColor ground = m_theme.colour(Colour::Ground);
    const double gap = m_element >= 6 ? 1 : 0;
    std::vector<bool> target(m_rounds.elements), later(m_rounds.elements);
    const std::size_t round = before && number > 0 ? number - 1 : number;
    for (const MapAddition& addition : m_rounds.rounds[round].additions)
        if (!before || number > 0) target[addition.target] = true;
    // What nobody reads any more is left behind.
    for (std::size_t next = before ? number : number + 1; next < m_rounds.rounds.size(); ++next)
        for (const MapAddition& addition : m_rounds.rounds[next].additions)
            for (const std::uint32_t element : addition.sources) later[element] = true;
    // What was added up grows darker from round to round.
    const double depth =
        static_cast<double>(before ? number : number + 1) / static_cast<double>(m_rounds.rounds.size());
    const QColor full = mix(ground, m_hue, 0.35 + 0.65 * depth);
    const QFont font = m_theme.type(Type::Least);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    for (std::uint32_t element = 0; element < m_rounds.elements; ++element) {
        const QRectF cell =
            (before ? sourceCell(number, element) : elementCell(number, element)).adjusted(gap / 2, 0, -gap / 2, 0);
        const bool lives = target[element] || later[element];
        const QColor colour = !lives ? m_theme.colour(Colour::Hair)
                              : done ? full
                                     : mix(ground, m_hue, Tint::kUntouched);
        painter.fillRect(cell, colour);
        const QString text = QString::number(element);
        if (!lives || !paint::valueFits(metrics, text, cell.size(), m_theme)) continue;
        painter.setPen(textOn(colour));
        painter.drawText(cell, Qt::AlignCenter, text);
    }
}

void RoundsPainter::paintLinks(QPainter& painter, std::size_t number, double share, bool now) const {
    const MapRound& round = m_rounds.rounds[number];
    // The way in and the way out, one after the other.
    constexpr double kIn = 0.7;
    const double in = std::clamp(share / kIn, 0.0, 1.0), out = std::clamp((share - kIn) / (1 - kIn), 0.0, 1.0);
    const double width = round.additions.size() > 64 ? 1 : std::min(m_theme.scaled(3), std::max(1.2, m_element / 5));
    const auto link = [&](const QPointF& from, const QPointF& to, QColor colour, double way) {
        colour.setAlphaF(0.13F);
        painter.setPen(QPen(colour, width));
        painter.drawLine(from, to);
        if (way <= 0) return;
        colour.setAlphaF(now ? 1.0F : 0.5F);
        painter.setPen(QPen(colour, width));
        painter.drawLine(from, from + (to - from) * way);
    };
    for (const MapAddition& addition : round.additions) {
        const QRectF thread = threadCell(number, addition.thread);
        for (const std::uint32_t source : addition.sources) {
            const QRectF element = sourceCell(number, source);
            link({element.center().x(), element.bottom()}, {thread.center().x(), thread.top()}, m_hue, in);
        }
        const QRectF target = elementCell(number, addition.target);
        link({thread.center().x(), thread.bottom()}, {target.center().x(), target.top()},
             m_theme.colour(Colour::FaintText), out);
    }
}

}  // namespace lanescope
