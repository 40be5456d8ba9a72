// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/status_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/style/words.h"

namespace lanescope {

StatusLine::StatusLine(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_text(plainLabel(this)),
      m_progress(new QProgressBar(this)),
      m_stop(new QToolButton(this)),
      m_memory(plainLabel(this)),
      m_machine(plainLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_progress, m_stop, m_memory, m_machine})
        row->addWidget(widget);
    m_text->setObjectName(QStringLiteral("status"));
    m_text->setMinimumWidth(1);
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_memory->setObjectName(QStringLiteral("traceMemory"));
    m_machine->setObjectName(QStringLiteral("machine"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(plainTip(tr("Stop what is running (Esc)")));
    m_stop->setAccessibleName(tr("Stop what is running"));
    m_stop->setFocusPolicy(Qt::StrongFocus);
    m_stop->setShortcut(Qt::Key_Escape);
    connect(m_stop, &QToolButton::clicked, this, &StatusLine::stopWanted);
    connect(&m_theme, &Theme::changed, this, &StatusLine::restyle);
    setBusy({});
    restyle();
}

void StatusLine::describe(const QString& text) {
    m_described = text;
    say();
}

void StatusLine::sumUp(const QString& text) {
    m_summary = text;
    say();
}

void StatusLine::setBusy(const QString& title) {
    // One job after another of the same work goes on where the last one was.
    if (!isBusy() || title.isEmpty()) m_progress->setValue(0);
    m_busy = title;
    m_progress->setVisible(isBusy());
    m_stop->setVisible(isBusy());
    say();
}

void StatusLine::setProgress(double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); }

void StatusLine::setMemory(const QString& text, const QString& tip) {
    m_memory->setText(text);
    m_memory->setToolTip(plainTip(tip));
    m_memory->setAccessibleDescription(tip);
    say();
}

void StatusLine::setMachine(const QString& text, const QString& tip) {
    m_machine->setText(text);
    m_machine->setToolTip(plainTip(tip));
    say();
}

QString StatusLine::text() const { return isBusy() ? m_busy : m_described.isEmpty() ? m_summary : m_described; }

/// The whole text is there on hover and for those who hear it; what of it is seen is as much as there is room for.
void StatusLine::say() {
    const int gap = qRound(m_theme.scaled((m_theme.isCompact() ? 1 : 2) * paint::kGrid));
    // Words about the machine are for wide windows; narrow ones have them on hover.
    const bool wide = width() >= m_theme.scaled(640);
    m_memory->setVisible(wide && !m_memory->text().isEmpty());
    m_machine->setVisible(wide && !m_machine->text().isEmpty());
    m_memory->setContentsMargins(gap, 0, 0, 0);
    m_machine->setContentsMargins(gap, 0, 0, 0);
    const QString whole = text();
    const QFontMetrics metrics = m_text->fontMetrics();
    // A stub says nothing.
    const bool fits = m_text->width() >= std::min(metrics.horizontalAdvance(whole), 16 * metrics.averageCharWidth());
    m_text->setText(fits ? metrics.elidedText(whole, Qt::ElideRight, std::max(1, m_text->width())) : QString());
    m_text->setToolTip(plainTip(whole));
    m_text->setAccessibleName(whole);
}

/// As the transport beside it, whatever the system's colours are.
void StatusLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Raised));
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    say();
}

void StatusLine::restyle() {
    setFont(m_theme.type(Type::Least));
    QPalette faint = palette();
    faint.setColor(QPalette::WindowText, m_theme.colour(Colour::FaintText));
    setPalette(faint);
    layout()->setContentsMargins(0, 0, qRound(m_theme.scaled(2 * paint::kGrid)), 0);
    m_progress->setFixedWidth(qRound(m_theme.scaled(120)));
    // Work that begins or ends moves nothing above it.
    setMinimumHeight(m_stop->sizeHint().height());
    say();
}

}  // namespace lanescope
