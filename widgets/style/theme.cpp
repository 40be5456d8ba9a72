// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QStyle>
#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

double pointsOf(const QFont& font) { return font.pointSizeF() > 0 ? font.pointSizeF() : font.pixelSize() * 0.75; }

}  // namespace

Theme::Theme(QObject* parent)
    : QObject(parent), m_baseFont(QApplication::font()), m_systemStyle(QApplication::style()->objectName()) {
    m_baseFont.setPointSizeF(std::max(kSmallestText, pointsOf(m_baseFont)));
    QApplication::setFont(font());
    detect();
    qApp->installEventFilter(this);
}

Theme::~Theme() = default;

void Theme::setMode(Mode mode) {
    if (mode == m_mode) return;
    m_mode = mode;
    const bool dark = m_dark;
    if (mode == Mode::System) {
        QApplication::setStyle(m_systemStyle);
        QApplication::setPalette(QPalette());
    } else {
        // Only Fusion draws every control from the palette alone.
        QApplication::setStyle(QStringLiteral("Fusion"));
        QApplication::setPalette(applicationPalette(mode == Mode::Dark));
    }
    // With an event loop the palette's event has come by now; without one it has not.
    detect();
    if (m_dark == dark) Q_EMIT changed();
}

void Theme::setTextScale(double scale) {
    const double kept = std::isnan(scale) ? 1 : std::clamp(scale, kTextScaleRange.least, kTextScaleRange.most);
    if (kept == m_textScale) return;
    m_textScale = kept;
    QApplication::setFont(font());
    Q_EMIT changed();
}

QFont Theme::font(double factor) const {
    QFont font = m_baseFont;
    font.setPointSizeF(m_baseFont.pointSizeF() * m_textScale * std::max(1.0, factor));
    return font;
}

QFont Theme::monospace() const {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(m_baseFont.pointSizeF() * m_textScale);
    font.setStyleHint(QFont::Monospace);
    return font;
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    // Qt 6.4 does not say whether the desktop is dark; its palette does.
    if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp) detect();
    // Qt 6.4 keeps the least size of a combo box when its font changes, but not when the style does.
    if (event->type() == QEvent::FontChange && qobject_cast<QComboBox*>(watched))
        QCoreApplication::postEvent(watched, new QEvent(QEvent::StyleChange));
    return QObject::eventFilter(watched, event);
}

void Theme::detect() {
    const bool dark =
        m_mode == Mode::System ? QApplication::palette().color(QPalette::Base).lightness() < 128 : m_mode == Mode::Dark;
    if (dark == m_dark) return;
    m_dark = dark;
    Q_EMIT changed();
}

}  // namespace lanescope
