// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <cstdlib>

#include "widgets/scenes/kernel_lines.h"
#include "widgets/style/words.h"
#include "widgets/views/highlighter.h"

namespace lanescope {

namespace {

constexpr int kScrollMilliseconds = 180;
constexpr int kGutterPadding = 6;
/// Events to go back for a source position when the compiler gave the instruction none.
constexpr std::uint64_t kLookBack = 256;

/// The part of a module's text that is one entry.
QString entryText(const program::Module& module, const program::Entry& entry) {
    QString text;
    for (std::uint32_t line = entry.firstLine; line <= entry.lastLine; ++line) {
        const std::string_view content = module.line(line);
        text += QString::fromUtf8(content.data(), static_cast<qsizetype>(content.size()));
        if (line != entry.lastLine) text += QLatin1Char('\n');
    }
    return text;
}

}  // namespace

/// Line numbers, the arrow at the current line and a bar at related ones.
class CodeView::Gutter : public QWidget {
public:
    explicit Gutter(CodeView* view) : QWidget(view), m_view(view) {}
    [[nodiscard]] QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { m_view->paintGutter(event); }

private:
    CodeView* m_view;
};

CodeView::CodeView(CodeLanguage language, const Theme* theme, const Playback* playback, Selection* selection,
                   QWidget* parent)
    : QPlainTextEdit(parent),
      m_language(language),
      m_theme(theme),
      m_playback(playback),
      m_selection(selection),
      m_gutter(new Gutter(this)),
      m_scroll(verticalScrollBar(), "value") {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::ArrowCursor);
    setAccessibleName(language == CodeLanguage::Cuda ? tr("CUDA source") : tr("PTX"));
    setPlaceholderText(tr("Nothing to show yet"));
    m_scroll.setDuration(kScrollMilliseconds);
    m_scroll.setEasingCurve(QEasingCurve::OutCubic);
    new Highlighter(document(), language, theme);
    connect(theme, &Theme::changed, this, &CodeView::restyle);
    connect(playback, &Playback::blocksChanged, this, &CodeView::loadKernel);
    connect(playback, &Playback::positionChanged, this, &CodeView::showStep);
    connect(selection, &Selection::changed, this, &CodeView::showSelection);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
    });
    restyle();
    loadKernel();
}

void CodeView::restyle() {
    setFont(m_theme->monospace());
    setTabStopDistance(4 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    placeGutter();
    mark();
}

void CodeView::loadKernel() {
    const BlockTrace* trace = m_playback->trace();
    const std::shared_ptr<const Kernel> kernel = trace != nullptr ? trace->launch().kernel : nullptr;
    if (kernel == m_kernel && kernel != nullptr) return;
    m_scroll.stop();
    m_kernel = kernel;
    m_current.reset();
    m_ptxOfSource.clear();
    m_sourceOfPtx.clear();
    m_firstLine = 1;
    compare();
    if (!kernel) {
        clear();
        mark();
        return;
    }
    const program::Entry& entry = kernel->code();
    for (const program::Instruction& instruction : entry.instructions) {
        if (!isFromSource(*kernel, instruction.source)) continue;
        m_ptxOfSource[instruction.source.line].push_back(instruction.line);
        m_sourceOfPtx[instruction.line] = instruction.source.line;
    }
    if (m_language == CodeLanguage::Ptx) {
        m_firstLine = entry.firstLine;
        setPlainText(entryText(*kernel->module, entry));
    } else {
        setPlainText(kernel->source ? QString::fromStdString(*kernel->source) : QString());
    }
    placeGutter();
    mark();
    if (m_language == CodeLanguage::Cuda && !m_ptxOfSource.empty()) {
        // A little above the kernel's first line, where its head and its comment are.
        const std::uint32_t first = m_ptxOfSource.begin()->first;
        constexpr std::uint32_t kHead = 10;
        verticalScrollBar()->setValue(static_cast<int>(first > kHead ? first - kHead : 0));
    }
    showStep();
}

void CodeView::setCorrected(std::shared_ptr<const Kernel> corrected) {
    m_corrected = std::move(corrected);
    compare();
    mark();
}

void CodeView::compare() {
    m_defects.clear();
    m_differences.clear();
    if (!m_kernel || m_language != CodeLanguage::Cuda) return;
    m_defects = defectLines(*m_kernel);
    if (m_corrected && m_corrected->entry != m_kernel->entry) m_differences = differingLines(*m_kernel, *m_corrected);
}

bool CodeView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QPlainTextEdit::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto line = lineAt(help->pos());
    const bool defect = line && std::ranges::binary_search(m_defects, *line);
    const bool differs = line && std::ranges::binary_search(m_differences, *line);
    QToolTip::showText(help->globalPos(),
                       plainTip(defect ? tr("As published, this line is wrong. The corrected kernel has another one.")
                                : differs ? tr("The corrected kernel has not this line.")
                                          : QString()),
                       viewport());
    return true;
}

std::optional<std::uint32_t> CodeView::lineOf(const program::Instruction& instruction) const {
    if (m_language == CodeLanguage::Ptx) return instruction.line;
    if (isFromSource(*m_kernel, instruction.source)) return instruction.source.line;
    return std::nullopt;
}

void CodeView::showStep() {
    const BlockTrace* trace = m_playback->trace();
    std::optional<std::uint32_t> line;
    bool exact = true;
    if (trace != nullptr && m_kernel && m_playback->position() > 0) {
        const std::uint64_t done = m_playback->position() - 1;
        const std::uint64_t oldest = done > kLookBack ? done - kLookBack : 0;
        for (std::uint64_t event = done + 1; event-- > oldest && !line;) {
            if (trace->warp(event) != trace->warp(done)) break;
            line = lineOf(trace->entry().instructions[trace->instruction(event)]);
            exact = event == done;
        }
    }
    if (line == m_current && exact == m_exact) return;
    const bool moved = line != m_current;
    m_current = line;
    m_exact = exact;
    mark();
    constexpr double kTooFastToScroll = 8;  // steps per second
    if (m_current && moved)
        bringIntoView(*m_current, !m_playback->isPlaying() || m_playback->speed() < kTooFastToScroll);
}

void CodeView::showSelection() {
    const Focus focus = m_selection->shown();
    std::vector<std::uint32_t> related;
    if (focus.sourceLine && m_language == CodeLanguage::Cuda) related = {*focus.sourceLine};
    if (focus.sourceLine && m_language == CodeLanguage::Ptx) {
        const auto found = m_ptxOfSource.find(*focus.sourceLine);
        if (found != m_ptxOfSource.end()) related = found->second;
    }
    if (focus.ptxLine && m_language == CodeLanguage::Ptx) related.push_back(*focus.ptxLine);
    std::sort(related.begin(), related.end());
    related.erase(std::unique(related.begin(), related.end()), related.end());
    if (related == m_related) return;
    m_related = std::move(related);
    mark();
    if (!m_related.empty() && !underMouse() && !m_selection->hovered().empty()) {
        // The other view points at something: show its first line unless one of them is seen already.
        const auto seen = [this](std::uint32_t line) {
            const QTextBlock block = document()->findBlockByNumber(static_cast<int>(line - m_firstLine));
            return block.isValid() && viewport()->rect().contains(cursorRect(QTextCursor(block)).center());
        };
        if (std::none_of(m_related.begin(), m_related.end(), seen)) bringIntoView(m_related.front(), true);
    }
}

void CodeView::mark() {
    QList<QTextEdit::ExtraSelection> selections;
    const auto add = [&](std::uint32_t line, Colour colour) {
        const QTextBlock block = document()->findBlockByNumber(static_cast<int>(line) - static_cast<int>(m_firstLine));
        if (!block.isValid()) return;
        QTextEdit::ExtraSelection selection;
        selection.format.setBackground(m_theme->colour(colour));
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selection.cursor = QTextCursor(block);
        selections.append(selection);
    };
    for (std::uint32_t line : m_differences) add(line, Colour::DifferingLine);
    for (std::uint32_t line : m_defects) add(line, Colour::DefectLine);
    for (std::uint32_t line : m_related) add(line, Colour::RelatedLine);
    if (m_current) add(*m_current, Colour::NowSoft);
    setExtraSelections(selections);
    m_gutter->update();
}

int CodeView::gutterWidth() const {
    const int lines = static_cast<int>(m_firstLine) + blockCount();
    const int digits = std::max(2, static_cast<int>(QString::number(lines).size()));
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * digits + fontMetrics().height() + 2 * kGutterPadding;
}

void CodeView::placeGutter() {
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void CodeView::paintGutter(QPaintEvent* event) {
    QPainter painter(m_gutter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), m_theme->colour(Colour::Raised));
    painter.setFont(font());
    const int height = fontMetrics().height();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > event->rect().bottom()) break;
        const std::uint32_t line = m_firstLine + static_cast<std::uint32_t>(block.blockNumber());
        const bool current = m_current == line;
        if (current)
            painter.fillRect(QRectF(0, rect.top(), m_gutter->width(), rect.height()),
                             m_theme->colour(Colour::NowSoft));
        if (std::binary_search(m_related.begin(), m_related.end(), line))
            painter.fillRect(QRectF(0, rect.top(), 4, rect.height()), m_theme->colour(Colour::Focus));
        painter.setPen(m_theme->colour(current ? Colour::Text : Colour::FaintText));
        painter.drawText(QRectF(0, rect.top(), m_gutter->width() - kGutterPadding, rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        const bool defect = std::ranges::binary_search(m_defects, line);
        if (!current && (defect || std::ranges::binary_search(m_differences, line)))
            paintDifference(painter, rect, defect);
        if (current) {  // an arrow, for those who do not see the tint
            const qreal middle = rect.center().y();
            const qreal side = height * 0.32;
            painter.setPen(m_theme->colour(Colour::Text));
            painter.setBrush(m_exact ? QBrush(m_theme->colour(Colour::Text)) : QBrush(Qt::NoBrush));
            painter.drawPolygon(QPolygonF({{kGutterPadding, middle - side},
                                           {kGutterPadding + 1.7 * side, middle},
                                           {kGutterPadding, middle + side}}));
        }
    }
}

/// A cross for what is wrong, a bar for what is merely other, at the gutter's left end.
void CodeView::paintDifference(QPainter& painter, const QRectF& line, bool defect) const {
    const qreal side = fontMetrics().height() * 0.24;
    const QPointF middle(kGutterPadding + 4 + side, line.center().y());
    painter.setPen(QPen(m_theme->colour(defect ? Colour::Wrong : Colour::FaintText), 2));
    painter.drawLine(middle - QPointF(side, defect ? side : 0), middle + QPointF(side, defect ? side : 0));
    if (defect) painter.drawLine(middle + QPointF(-side, side), middle + QPointF(side, -side));
}

void CodeView::bringIntoView(std::uint32_t line, bool smoothly) {
    const int row = static_cast<int>(line) - static_cast<int>(m_firstLine);
    const int rows = std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
    const int top = verticalScrollBar()->value();
    const int margin = std::min(3, rows / 4);
    if (row >= top + margin && row < top + rows - margin && m_scroll.state() != QAbstractAnimation::Running) return;
    const int target = std::clamp(row - rows / 2, verticalScrollBar()->minimum(), verticalScrollBar()->maximum());
    m_scroll.stop();
    // A short way is shown; over a long one nothing could be read.
    if (!smoothly || !isVisible() || std::abs(target - top) > 2 * rows) {
        verticalScrollBar()->setValue(target);
        return;
    }
    m_scroll.setStartValue(top);
    m_scroll.setEndValue(target);
    m_scroll.start();
}

std::optional<std::uint32_t> CodeView::lineAt(const QPoint& point) const {
    const QTextCursor cursor = cursorForPosition(point);
    const QRect rect = cursorRect(cursor);
    if (m_kernel == nullptr || point.y() > rect.bottom() || point.y() < rect.top()) return std::nullopt;
    return m_firstLine + static_cast<std::uint32_t>(cursor.blockNumber());
}

Focus CodeView::focusOf(std::uint32_t line) const {
    Focus focus;
    if (m_language == CodeLanguage::Cuda) {
        focus.sourceLine = line;
        return focus;
    }
    focus.ptxLine = line;
    const auto found = m_sourceOfPtx.find(line);
    if (found != m_sourceOfPtx.end()) focus.sourceLine = found->second;
    return focus;
}

void CodeView::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    if (m_current) bringIntoView(*m_current, false);
}

void CodeView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_gutter != nullptr) placeGutter();
}

void CodeView::mouseMoveEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseMoveEvent(event);
    const auto line = lineAt(event->pos());
    m_selection->setHovered(line ? focusOf(*line) : Focus{});
}

void CodeView::mousePressEvent(QMouseEvent* event) {
    // The view may be scrolling: when the button goes up, another line may be under the mouse.
    m_pressed = lineAt(event->pos());
    QPlainTextEdit::mousePressEvent(event);
}

void CodeView::mouseReleaseEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection()) return;  // a selection is for copying
    if (m_pressed) m_selection->togglePinned(focusOf(*m_pressed));
}

void CodeView::leaveEvent(QEvent* event) {
    QPlainTextEdit::leaveEvent(event);
    m_selection->clearHovered();
}

void CodeView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        m_selection->togglePinned(focusOf(m_firstLine + static_cast<std::uint32_t>(textCursor().blockNumber())));
        return;
    }
    if (event->key() == Qt::Key_Escape) m_selection->clearPinned();
    QPlainTextEdit::keyPressEvent(event);
}

}  // namespace lanescope
