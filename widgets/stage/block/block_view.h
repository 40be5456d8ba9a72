// SPDX-License-Identifier: GPL-3.0-or-later
// A block on a multiprocessor: how many fit, what keeps the next one out, and how that would be with other blocks.
#pragma once

#include <QVariantAnimation>
#include <optional>
#include <vector>

#include "widgets/stage/block/block_painter.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class BlockStage final : public StageView {
    Q_OBJECT
public:
    BlockStage(const StageFrame& frame, QWidget* parent);

    /// What each side launches, and on which GPU: one for each of sides(), in their order. They are shown filling up,
    /// one block after the other, unless nothing of them is other than before.
    void setInputs(std::vector<block::BlockInput> inputs);
    [[nodiscard]] const std::vector<block::BlockScene>& scenes() const { return m_scenes; }
    /// Shows so many blocks as landed, of the next one a share: for pictures and films.
    void freezeAt(double landed);
    [[nodiscard]] block::SideGeometry geometryOf(std::size_t side, const QSizeF& size) const;

    [[nodiscard]] Why why() const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;

Q_SIGNALS:
    /// A point of a side's curve was chosen: that size of blocks, a place in its BlockInput::others.
    void sizeChosen(std::size_t side, std::size_t other);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fillUp();
    void point(std::size_t side, std::optional<std::uint64_t> block, std::optional<std::size_t> choice);
    [[nodiscard]] static QString noBlockWords();
    [[nodiscard]] QString blockWords(std::size_t side, std::uint64_t block) const;
    [[nodiscard]] QString curveWords(std::size_t side, const block::CurvePlace& place) const;

    std::vector<block::BlockScene> m_scenes;
    QVariantAnimation m_filling;
    double m_landed = 1e9;
    bool m_live = false;     ///< what is painted is the window
    std::size_t m_side = 0;  ///< that is pointed at
    std::optional<std::uint64_t> m_block;
    std::optional<std::size_t> m_choice;
};

}  // namespace lanescope
