// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of the leading block, folded to the lines that matter now: for the panel beside the picture.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/stage/code/kernel_rows.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class KernelFigure final : public QWidget {
    Q_OBJECT
public:
    KernelFigure(const StageFrame& frame, QWidget* parent);

    /// Why::lines: 1-based lines of the CUDA source, the present one first. Empty: the line at the cursor. Of a kernel
    /// without a source the PTX at the cursor is shown, whatever they are.
    void setLines(std::vector<std::uint32_t> lines);

    /// What is shown, from top to bottom.
    [[nodiscard]] const std::vector<code::KernelRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<code::TextLine>& text() const { return m_text; }
    /// Marked as now.
    [[nodiscard]] std::optional<std::uint32_t> present() const { return m_present.line; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The line under the mouse, whole; empty for none.
    void described(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void loadKernel();
    void choose();
    void paintRow(QPainter& painter, const QRectF& rect, const code::KernelRow& row) const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double headHeight() const;
    [[nodiscard]] double numberWidth() const;
    [[nodiscard]] std::optional<std::uint32_t> lineAt(const QPointF& point) const;
    [[nodiscard]] Focus focusOf(std::uint32_t line) const;

    StageFrame m_frame;
    std::shared_ptr<const Kernel> m_kernel;
    std::vector<code::TextLine> m_text;
    std::vector<LineRange> m_functions;
    std::vector<std::uint64_t> m_runs;  ///< by line of a source: how often it runs
    bool m_isPtx = false;               ///< there is no source
    std::vector<std::uint32_t> m_lines;
    code::PresentLine m_present;
    std::vector<code::KernelRow> m_rows;
    qsizetype m_indent = 0;  ///< blanks that all rows begin with
};

}  // namespace lanescope
