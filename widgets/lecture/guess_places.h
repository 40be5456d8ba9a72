// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of a block, a warp a row, or blocks of a grid: marked by clicks, strokes or keys, before it is shown which of
// them it is.
#pragma once

#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

#include "widgets/style/theme.h"

namespace lanescope {

class GuessPlaces final : public QWidget {
    Q_OBJECT
public:
    /// More are not told apart on a wall.
    static constexpr std::uint64_t kMost = 1024;
    /// `theme` must outlive this. `across`: in a row.
    GuessPlaces(const Theme& theme, std::uint32_t count, std::uint32_t across, QWidget* parent);

    /// Ascending.
    [[nodiscard]] std::vector<std::uint32_t> drawn() const;
    /// How many of `hands` that were handed in have marked each.
    void setOthers(std::vector<std::uint64_t> perPlace, std::uint64_t hands);
    void reveal(const std::vector<std::uint32_t>& right);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QRectF cellOf(std::uint32_t place) const;

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] std::optional<std::uint32_t> placeAt(const QPointF& at) const;
    void mark(std::uint32_t place, bool marked);

    const Theme& m_theme;
    std::uint32_t m_across;
    std::vector<bool> m_drawn;
    std::vector<bool> m_right;
    std::vector<std::uint64_t> m_others;
    std::uint64_t m_hands = 0;
    std::uint32_t m_current = 0;
    bool m_marks = true;  ///< what a stroke does: marks, or takes marks away
    bool m_revealed = false;
};

}  // namespace lanescope
