// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/kernel_figure.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/paint/marks.h"
#include "widgets/stage/code/code_paint.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kUsualRows = 10;
constexpr int kFewestRows = 4;
constexpr double kAroundText = 7;

/// Two blanks a level instead of four: the panel is narrow.
qsizetype indentOf(const QString& text) {
    qsizetype blanks = 0;
    while (blanks < text.size() && text[blanks] == QLatin1Char(' ')) ++blanks;
    return blanks;
}

}  // namespace

KernelFigure::KernelFigure(const StageFrame& frame, QWidget* parent) : QWidget(parent), m_frame(frame) {
    setMouseTracking(true);
    setAccessibleName(tr("The kernel around the line that runs"));
    connect(&frame.theme, &Theme::changed, this, [this] {
        updateGeometry();
        choose();
    });
    connect(&frame.playback, &Playback::blocksChanged, this, &KernelFigure::loadKernel);
    connect(&frame.playback, &Playback::positionChanged, this, &KernelFigure::choose);
    connect(&frame.selection, &Selection::changed, this, qOverload<>(&QWidget::update));
    loadKernel();
}

void KernelFigure::setLines(std::vector<std::uint32_t> lines) {
    if (lines == m_lines) return;
    m_lines = std::move(lines);
    choose();
}

void KernelFigure::loadKernel() {
    const BlockTrace* trace = m_frame.playback.trace();
    const std::shared_ptr<const Kernel> kernel = trace != nullptr ? trace->launch().kernel : nullptr;
    if (kernel != m_kernel) {
        m_kernel = kernel;
        m_text.clear();
        m_functions.clear();
        m_rows.clear();
        m_lines.clear();
        m_runs.clear();
        m_isPtx = false;
        if (kernel) {
            m_text = code::cudaLines(*kernel);
            m_functions = functionsOf(*kernel);
            m_isPtx = m_functions.empty();
            if (!m_isPtx) m_runs = code::runsByLine(*trace, m_text.size());
        }
        if (m_isPtx) {
            m_text = code::ptxLines(*kernel);
            m_functions = {{1, static_cast<std::uint32_t>(m_text.size())}};
        }
    }
    choose();
}

void KernelFigure::choose() {
    const Playback& playback = m_frame.playback;
    const BlockTrace* trace = playback.trace();
    m_present = {};
    if (trace != nullptr && m_isPtx && playback.position() > 0 && playback.position() <= trace->size())
        m_present.line =
            code::ptxLineOf(trace->entry(), trace->entry().instructions[trace->instruction(playback.position() - 1)]);
    else if (trace != nullptr && !m_isPtx)
        m_present = code::presentLineAt(*trace, playback.position());
    std::vector<std::uint32_t> wanted;
    if (!m_isPtx) wanted = m_lines;
    if (!wanted.empty() && wanted.front() != m_present.line) m_present = {wanted.front(), true};
    if (wanted.empty() && m_present.line) wanted.push_back(*m_present.line);
    const auto room =
        static_cast<std::size_t>(std::max<double>(kFewestRows, std::floor((height() - headHeight()) / rowHeight())));
    m_rows = code::kernelRows(m_text, m_functions, {.wanted = wanted, .most = room, .runs = m_runs}, m_rows);
    m_indent = std::numeric_limits<qsizetype>::max();
    for (const code::KernelRow& row : m_rows)
        if (row.left == 0) m_indent = std::min(m_indent, indentOf(m_text[row.line].text));
    const bool known = m_present.line && *m_present.line <= m_text.size();
    setAccessibleDescription(
        known ? tr("Line %1: %2").arg(countText(*m_present.line), m_text[*m_present.line - 1].text.trimmed())
              : QString());
    update();
}

double KernelFigure::rowHeight() const {
    return std::ceil(QFontMetricsF(m_frame.theme.type(Type::Code)).height() + m_frame.theme.scaled(kAroundText));
}

double KernelFigure::headHeight() const {
    return std::ceil(QFontMetricsF(m_frame.theme.type(Type::Body)).height() + m_frame.theme.scaled(paint::kGrid));
}

double KernelFigure::numberWidth() const {
    const QString widest = QString::number(std::max<std::size_t>(m_text.size(), 100));
    return QFontMetricsF(m_frame.theme.type(Type::Code)).horizontalAdvance(widest) +
           m_frame.theme.scaled(1.5 * paint::kGrid);
}

QSize KernelFigure::sizeHint() const { return {400, qCeil(headHeight() + kUsualRows * rowHeight())}; }
QSize KernelFigure::minimumSizeHint() const { return {200, qCeil(headHeight() + kFewestRows * rowHeight())}; }

void KernelFigure::paintEvent(QPaintEvent* /*event*/) {
    if (!m_kernel) return;
    const Theme& theme = m_frame.theme;
    QPainter painter(this);
    const double margin = theme.scaled(paint::kGrid / 2);
    const QString head = tr("KERNEL");
    painter.setFont(theme.type(Type::Head));
    painter.setPen(theme.colour(Colour::FaintText));
    const double textHeight = headHeight() - theme.scaled(paint::kGrid);
    painter.drawText(QRectF(margin, 0, width(), textHeight), Qt::AlignVCenter | Qt::AlignLeft, head);
    const double used = margin + QFontMetricsF(painter.font()).horizontalAdvance(head) + theme.scaled(2 * paint::kGrid);
    painter.setFont(theme.type(Type::Body));
    const QString file = m_isPtx ? QString::fromStdString(m_kernel->module->name) + tr(" (no CUDA source)")
                                 : QString::fromStdString(m_kernel->sourceName);
    painter.drawText(QRectF(used, 0, width() - used, textHeight), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(painter.font()).elidedText(file, Qt::ElideRight, width() - used));
    double y = headHeight();
    for (const code::KernelRow& row : m_rows) {
        paintRow(painter, QRectF(0, y, width(), rowHeight()), row);
        y += rowHeight();
    }
}

void KernelFigure::paintRow(QPainter& painter, const QRectF& rect, const code::KernelRow& row) const {
    const Theme& theme = m_frame.theme;
    const code::TextLine& line = m_text[row.line];
    QFont font = theme.type(Type::Code);
    const double number = theme.scaled(paint::kGrid / 2) + numberWidth();
    const QRectF numberRoom(rect.left(), rect.top(), number - theme.scaled(1.5 * paint::kGrid), rect.height());
    const double advance = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
    if (row.left > 0) {
        painter.setFont(theme.type(Type::Code));
        painter.setPen(theme.colour(Colour::FaintText));
        painter.drawText(numberRoom, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("⋯"));
        painter.drawText(rect.adjusted(number, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("%1 lines").arg(countText(row.left)));
        return;
    }
    const Focus pointed = m_frame.selection.shown();
    const bool now = m_present.line == line.number;
    const Focus own = focusOf(line.number);
    const bool related = m_isPtx ? pointed.ptxLine == own.ptxLine : pointed.sourceLine == own.sourceLine;
    if (now)
        code::presentLine(painter, theme, rect, m_present.exact);
    else if (related)
        painter.fillRect(rect, theme.colour(Colour::RelatedLine));
    painter.setFont(font);
    painter.setPen(theme.colour(now ? Colour::Text : Colour::FaintText));
    painter.drawText(numberRoom, Qt::AlignRight | Qt::AlignVCenter, QString::number(line.number));
    // Comments are for who reads the whole kernel.
    QString text = line.text;
    std::vector<CodeToken> tokens = line.tokens;
    if (!tokens.empty() && tokens.back().colour == Colour::CodeComment) {
        text.truncate(tokens.back().start);
        tokens.pop_back();
        while (text.endsWith(QLatin1Char(' '))) text.chop(1);
    }
    const qsizetype indent = indentOf(text);
    const qsizetype shown = (indent - m_indent) / 2;
    text.remove(0, indent);
    for (CodeToken& token : tokens) token.start -= indent;
    font.setBold(now);
    painter.setFont(font);
    code::codeText(painter, theme, rect.adjusted(number + static_cast<double>(shown) * advance, 0, 0, 0), text, tokens,
                   theme.colour(Colour::Text));
}

std::optional<std::uint32_t> KernelFigure::lineAt(const QPointF& point) const {
    const double row = std::floor((point.y() - headHeight()) / rowHeight());
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return std::nullopt;
    const code::KernelRow& shown = m_rows[static_cast<std::size_t>(row)];
    if (shown.left > 0) return std::nullopt;
    return m_text[shown.line].number;
}

Focus KernelFigure::focusOf(std::uint32_t line) const {
    Focus focus;
    if (m_isPtx)
        focus.ptxLine = m_kernel->code().firstLine + line - 1;
    else
        focus.sourceLine = line;
    return focus;
}

void KernelFigure::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_rows.clear();  // as many as there is room for now
    choose();
}

void KernelFigure::mouseMoveEvent(QMouseEvent* event) {
    const auto line = lineAt(event->position());
    m_frame.selection.setHovered(line ? focusOf(*line) : Focus{});
    Q_EMIT described(line ? m_text[*line - 1].text.trimmed() : QString());
}

void KernelFigure::mousePressEvent(QMouseEvent* event) {
    const auto line = lineAt(event->position());
    if (event->button() != Qt::LeftButton || !line) return QWidget::mousePressEvent(event);
    m_frame.selection.togglePinned(focusOf(*line));
}

void KernelFigure::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_frame.selection.clearHovered();
    Q_EMIT described({});
}

}  // namespace lanescope
