// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's text, read-only, with the line that the last step executed: once as CUDA source, once as the PTX that is
// really run. Pointing at a line in one lights up what belongs to it in the other.
#pragma once

#include <QPlainTextEdit>
#include <QPropertyAnimation>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/scenes/tokens.h"
#include "widgets/style/theme.h"

namespace lanescope {

class CodeView : public QPlainTextEdit {
    Q_OBJECT
public:
    CodeView(CodeLanguage language, const Theme* theme, const Playback* playback, Selection* selection,
             QWidget* parent = nullptr);

    /// The right kernel beside a wrong one: the lines that it has not are marked. nullptr: nothing is compared.
    void setCorrected(std::shared_ptr<const Kernel> corrected);
    /// CUDA lines that are wrong as published; those that the corrected kernel has not.
    [[nodiscard]] const std::vector<std::uint32_t>& defects() const { return m_defects; }
    [[nodiscard]] const std::vector<std::uint32_t>& differences() const { return m_differences; }

    /// Lines are numbered as in the file: 1-based, and PTX begins at the entry's own line.
    /// Of the last executed instruction. For one without a source position: that of its warp's latest one with it, and
    /// then currentLineIsExact() is false and the marker is hollow.
    [[nodiscard]] std::optional<std::uint32_t> currentLine() const { return m_current; }
    [[nodiscard]] bool currentLineIsExact() const { return m_exact; }
    /// Lines that belong to what is pointed at, in ascending order.
    [[nodiscard]] const std::vector<std::uint32_t>& relatedLines() const { return m_related; }
    [[nodiscard]] std::uint32_t firstLine() const { return m_firstLine; }
    [[nodiscard]] CodeLanguage language() const { return m_language; }

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Gutter;

    void loadKernel();
    void compare();
    void paintDifference(QPainter& painter, const QRectF& line, bool defect) const;
    void showStep();
    void showSelection();
    [[nodiscard]] std::optional<std::uint32_t> lineOf(const program::Instruction& instruction) const;
    void restyle();
    void mark();
    void paintGutter(QPaintEvent* event);
    [[nodiscard]] int gutterWidth() const;
    void placeGutter();
    void bringIntoView(std::uint32_t line, bool smoothly);
    [[nodiscard]] std::optional<std::uint32_t> lineAt(const QPoint& point) const;
    /// What pointing at a line points at.
    [[nodiscard]] Focus focusOf(std::uint32_t line) const;

    CodeLanguage m_language;
    const Theme* m_theme;
    const Playback* m_playback;
    Selection* m_selection;
    Gutter* m_gutter;
    QPropertyAnimation m_scroll;
    std::shared_ptr<const Kernel> m_kernel;  ///< whose text is shown
    std::uint32_t m_firstLine = 1;
    std::map<std::uint32_t, std::vector<std::uint32_t>> m_ptxOfSource;  ///< source line → PTX lines
    std::map<std::uint32_t, std::uint32_t> m_sourceOfPtx;               ///< PTX line → source line
    std::optional<std::uint32_t> m_current;
    bool m_exact = true;
    std::vector<std::uint32_t> m_related;
    std::optional<std::uint32_t> m_pressed;  ///< line under the mouse when its button went down
    std::shared_ptr<const Kernel> m_corrected;
    std::vector<std::uint32_t> m_defects;
    std::vector<std::uint32_t> m_differences;
};

}  // namespace lanescope
