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

struct Size {
    double normal;   ///< pixels, in windows of 900 pixels and more
    double compact;  ///< in lower ones
    QFont::Weight weight;
};

Size sizeOf(Type what) {
    switch (what) {
        case Type::Caption: return {52, 40, QFont::Bold};
        case Type::Second: return {32, 24, QFont::Normal};
        case Type::Point: return {96, 64, QFont::Bold};
        case Type::Why: return {28, 24, QFont::Bold};
        case Type::Title: return {24, 18, QFont::Bold};
        case Type::Name: return {20, 20, QFont::DemiBold};
        case Type::Body: return {18, 16, QFont::Normal};
        case Type::Least: return {16, 16, QFont::Normal};
        case Type::Code: return {15, 13, QFont::Normal};
        case Type::Head: return {14, 14, QFont::DemiBold};
    }
    return {16, 16, QFont::Normal};
}

constexpr double kLeastOnWall = 16;  // pixels
constexpr double kPointsOfPixel = 0.75;
constexpr double kCodeOnWall = 20;

/// The first of these that is installed.
QString installed(std::initializer_list<QString> families) {
    const QStringList all = QFontDatabase::families();
    for (const QString& family : families)
        if (all.contains(family)) return family;
    return {};
}

double pointsOf(const QFont& font) {
    return font.pointSizeF() > 0 ? font.pointSizeF() : font.pixelSize() * kPointsOfPixel;
}

}  // namespace

Theme::Theme(QObject* parent)
    : QObject(parent), m_baseFont(QApplication::font()), m_systemStyle(QApplication::style()->objectName()) {
    m_baseFont.setPointSizeF(std::max(kSmallestText, pointsOf(m_baseFont)));
    const QString family = installed({QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")});
    if (!family.isEmpty()) m_baseFont.setFamily(family);
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
    font.setPointSizeF(std::max(leastPixels() * kPointsOfPixel, m_baseFont.pointSizeF()) * shownScale() *
                       std::max(1.0, factor));
    return font;
}

void Theme::setCompact(bool compact) {
    if (compact == m_compact) return;
    m_compact = compact;
    Q_EMIT changed();
}

void Theme::setLecture(bool lecture) {
    if (lecture == m_lecture) return;
    m_lecture = lecture;
    Q_EMIT changed();
}

void Theme::setPrinting(bool printing) {
    if (printing == m_printing) return;
    m_printing = printing;
    Q_EMIT changed();
}

void Theme::setFigure(bool figure) {
    if (figure == m_figure) return;
    m_figure = figure;
    Q_EMIT changed();
}

double Theme::leastPixels() const { return m_lecture || m_figure ? kLeastOnWall : 0; }

QFont Theme::type(Type what) const {
    const Size size = sizeOf(what);
    QFont font = what == Type::Code ? monospace() : m_baseFont;
    double pixels = isCompact() ? size.compact : size.normal;
    pixels = std::max(pixels, m_lecture && what == Type::Code ? kCodeOnWall : leastPixels());
    font.setPixelSize(std::max(1, qRound(scaled(pixels))));
    font.setWeight(size.weight);
    return font;
}

QFont Theme::monospace() const {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(leastPixels() * kPointsOfPixel, m_baseFont.pointSizeF()) * shownScale());
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
