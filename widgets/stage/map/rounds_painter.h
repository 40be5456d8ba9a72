// SPDX-License-Identifier: GPL-3.0-or-later
// Draws rounds: a row of the array's elements, then for each round a row of the block's threads, with lines from the
// elements that each reads, and the row of elements that they leave. Time goes down.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/stage/map/map_rounds.h"
#include "widgets/style/theme.h"

namespace lanescope {

class RoundsPainter {
public:
    /// All must outlive this. `room` is what the rounds may take; `position`: rounds that are done.
    RoundsPainter(const Theme& theme, const MapRounds& rounds, const QColor& hue, const QRectF& room,
                  std::uint64_t position);

    /// `share`: how far the present round has come.
    void paint(QPainter& painter, double share, bool reduced) const;

    [[nodiscard]] QRectF threadCell(std::size_t round, std::uint32_t thread) const;
    [[nodiscard]] QRectF elementCell(std::size_t round, std::uint32_t element) const;
    /// As the round finds them: the elements that the round before has left.
    [[nodiscard]] QRectF sourceCell(std::size_t round, std::uint32_t element) const;
    /// The round at a point; none between and beside them.
    [[nodiscard]] std::optional<std::size_t> roundAt(const QPointF& point) const;

private:
    void paintRound(QPainter& painter, std::size_t round, double share, bool reduced) const;
    void paintThreads(QPainter& painter, std::size_t round, bool done) const;
    void paintElements(QPainter& painter, std::size_t round, bool done, bool before) const;
    void paintLinks(QPainter& painter, std::size_t round, double share, bool now) const;
    [[nodiscard]] double top(std::size_t round) const;
    [[nodiscard]] QString name() const;

    const Theme& m_theme;
    const MapRounds& m_rounds;
    QColor m_hue;
    QRectF m_room;
    std::uint64_t m_position;
    std::size_t m_first = 0;  ///< round that is shown first
    std::size_t m_shown = 0;
    double m_height = 0;                 ///< of a round
    double m_strip = 0;                  ///< of a row of threads or elements
    double m_left = 0;                   ///< of the cells
    double m_head = 0;                   ///< what stands above the first round
    double m_thread = 0, m_element = 0;  ///< widths
};

}  // namespace lanescope
