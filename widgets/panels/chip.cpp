// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chip.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/panels/chip_popup.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

// Pixels of a bar with text of normal size.
constexpr double kRadius = 8;
constexpr double kPadding = 12;
constexpr double kPlainPadding = 8;
constexpr double kGap = 6;     ///< between a name and a value, and before the arrow
constexpr double kArrow = 10;  ///< its width
constexpr double kHeight = 32;
constexpr double kCompactHeight = 28;

const QString kBetween = QStringLiteral(" | ");
const QString kSign = QStringLiteral("⚠ ");

}  // namespace

Chip::Chip(const Theme& theme, Frame frame, const QString& subject, QWidget* parent)
    : QPushButton(parent), m_theme(theme), m_frame(frame), m_subject(subject) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    connect(this, &QPushButton::clicked, this, [this] { openPopup(); });
    connect(&m_theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    tell();
}

Chip::~Chip() = default;

void Chip::setChoice(const QString& name, const QStringList& values) {
    if (name == m_name && values == m_values) return;
    m_name = name;
    m_values = values;
    updateGeometry();
    update();
    tell();
}

void Chip::setHint(const QString& hint) {
    m_hint = hint;
    tell();
}

void Chip::setProblem(const QString& sentence) {
    if (sentence == m_problem) return;
    m_problem = sentence;
    updateGeometry();
    update();
    tell();
}

void Chip::setWidestValues(const QStringList& values) {
    m_widest = values;
    updateGeometry();
}

void Chip::setKey(const QKeySequence& key) {
    m_key = key;
    tell();
}

void Chip::tell() {
    const QString chosen = m_values.join(kBetween);
    const QString shown = QStringList{m_name, chosen}.join(QLatin1Char(' ')).trimmed();
    setText(withoutMnemonic(shown));
    setAccessibleName(chosen.isEmpty() ? m_subject : tr("%1: %2").arg(m_subject, chosen));
    QStringList lines{m_problem, m_hint};
    lines.removeAll(QString());
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    lines.prepend(m_key.isEmpty() ? m_subject : tr("%1 (%2)").arg(m_subject, m_key.toString(QKeySequence::NativeText)));
    setToolTip(plainTip(lines.join(QLatin1Char('\n'))));
}

void Chip::setPopup(ChipPopup* popup) {
    m_popup = popup;
    connect(popup, &ChipPopup::openChanged, this, [this] { update(); });
}

void Chip::openPopup(const QWidget* anchor) {
    if (m_popup) m_popup->openBelow(isVisible() || !anchor ? this : anchor);
}

QFont Chip::nameFont() const { return m_theme.type(Type::Least); }

QFont Chip::valueFont() const {
    QFont font = m_theme.type(Type::Least);
    if (m_frame == Frame::Framed) font.setWeight(QFont::DemiBold);
    return font;
}

double Chip::widthWith(const QStringList& values) const {
    const double name = m_name.isEmpty() ? 0 : QFontMetricsF(nameFont()).horizontalAdvance(m_name);
    // Piece by piece, as they are painted.
    const QFontMetricsF metrics(valueFont());
    double value = m_problem.isEmpty() ? 0 : metrics.horizontalAdvance(kSign);
    for (const QString& one : values) value += metrics.horizontalAdvance(one);
    if (values.size() > 1)
        value += static_cast<double>(values.size() - 1) * QFontMetricsF(nameFont()).horizontalAdvance(kBetween);
    const double between = m_name.isEmpty() || values.isEmpty() ? 0 : m_theme.scaled(kGap);
    const bool framed = m_frame == Frame::Framed;
    const double rest =
        2 * m_theme.scaled(framed ? kPadding : kPlainPadding) + (framed && m_popup ? m_theme.scaled(kGap + kArrow) : 0);
    return name + between + value + rest;
}

QSize Chip::sizeHint() const {
    double width = widthWith(m_values);
    for (const QString& value : m_widest) width = std::max(width, widthWith({value}));
    const double height = m_theme.scaled(m_theme.isCompact() ? kCompactHeight : kHeight);
    return {static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(height))};
}

void Chip::paintFrame(QPainter& painter) const {
    const bool open = m_popup && m_popup->isVisible();
    const bool pointed = underMouse() && isEnabled();
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    const double radius = m_theme.scaled(kRadius);
    if (m_frame == Frame::Framed || open || pointed || isDown()) {
        painter.setPen(QPen(m_theme.colour(pointed || open ? Colour::FaintText : Colour::GridLine), 1));
        painter.setBrush(m_theme.colour(open || isDown() ? Colour::Hair : Colour::Ground));
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }
    if (!hasFocus() && m_problem.isEmpty()) return;
    painter.setPen(QPen(m_theme.colour(m_problem.isEmpty() ? Colour::Focus : Colour::Wrong), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, radius, radius);
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter);
    const bool framed = m_frame == Frame::Framed;
    double x = m_theme.scaled(framed ? kPadding : kPlainPadding);
    const QColor faint = m_theme.colour(Colour::FaintText);
    const QColor strong = m_theme.colour(framed && isEnabled() ? Colour::Text : Colour::FaintText);
    const auto write = [&](const QFont& font, const QColor& colour, const QString& words) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         words);
        x += QFontMetricsF(font).horizontalAdvance(words);
    };
    if (!m_name.isEmpty()) {
        write(nameFont(), faint, m_name);
        x += m_theme.scaled(kGap);
    }
    if (!m_problem.isEmpty()) write(valueFont(), m_theme.colour(Colour::Wrong), kSign);
    for (qsizetype i = 0; i < m_values.size(); ++i) {
        if (i > 0) write(nameFont(), faint, kBetween);
        write(valueFont(), strong, m_values[i]);
    }
    if (!framed || !m_popup) return;
    const double arrow = m_theme.scaled(kArrow);
    const QPointF tip(width() - m_theme.scaled(kPadding) - arrow / 2, height() / 2.0 + arrow / 4);
    painter.setPen(QPen(strong, m_theme.scaled(2), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(
        QPolygonF{tip + QPointF(-arrow / 2 + 1, -arrow / 2 + 1), tip, tip + QPointF(arrow / 2 - 1, -arrow / 2 + 1)});
}

void Chip::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Down: return click();
        default: QPushButton::keyPressEvent(event);
    }
}

void Chip::enterEvent(QEnterEvent* event) {
    QPushButton::enterEvent(event);
    update();
}

void Chip::leaveEvent(QEvent* event) {
    QPushButton::leaveEvent(event);
    update();
}

}  // namespace lanescope
