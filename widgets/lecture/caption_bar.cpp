// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/caption_bar.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/stage/time/transport_parts.h"
#include "widgets/style/words.h"

namespace lanescope {
CaptionBar::CaptionBar(Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_back(new GlyphButton(theme, TransportGlyph::Back, false, this)),
      m_on(new GlyphButton(theme, TransportGlyph::Forward, false, this)),
      m_track(new LectureTrack(playback, theme, this)),
      m_place(plainLabel(this)) {
    setObjectName(QStringLiteral("caption"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    m_back->setAccessibleName(tr("One step back"));
    m_on->setAccessibleName(tr("One step on"));
    for (GlyphButton* button : {m_back, m_on}) button->setFocusPolicy(Qt::NoFocus);
    connect(m_back, &QToolButton::clicked, this, [this] { m_track->clock().stepBack(); });
    connect(m_on, &QToolButton::clicked, this, [this] { m_track->clock().stepForward(); });
    m_place->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addWidget(m_back, 0, Qt::AlignBottom);
    row->addWidget(m_track, 6, Qt::AlignBottom);
    row->addWidget(m_on, 0, Qt::AlignBottom);
    row->addWidget(m_place, 1, Qt::AlignBottom);
    connect(&theme, &Theme::changed, this, &CaptionBar::restyle);
    restyle();
}

void CaptionBar::setCaption(const QString& sentence, const QString& second) {
    if (sentence == m_sentence && second == m_second) return;
    m_sentence = sentence;
    m_second = second;
    setAccessibleName(sentence);
    setAccessibleDescription(second);
    measure();
    update();
}

void CaptionBar::setPlace(const QString& place) { m_place->setText(place); }

void CaptionBar::setClock(Clock* clock) { m_track->setClock(clock); }

void CaptionBar::forgetHeight() {
    m_lines = 1;
    measure();
}

double CaptionBar::textWidth() const { return width() - 2 * m_theme.scaled(4 * paint::kGrid); }

QFont CaptionBar::captionFont() const { return captionText(m_theme, textWidth(), m_sentence, kMostLines).font; }

QStringList CaptionBar::captionLines() const { return captionText(m_theme, textWidth(), m_sentence, kMostLines).lines; }

double CaptionBar::wordsHeight(qsizetype lines) const {
    const double caption = QFontMetricsF(m_theme.type(Type::Caption)).lineSpacing();
    const double second = QFontMetricsF(m_theme.type(Type::Second)).lineSpacing();
    const double three = 3 * QFontMetricsF(leastCaptionFont(m_theme)).lineSpacing();
    const double usual = std::max(caption + second, lines > 1 ? 2 * caption : 0);
    return std::max(usual, lines > 2 ? three : 0);
}

void CaptionBar::measure() {
    const qsizetype lines = std::max(m_lines, captionLines().size());
    if (lines == m_lines) return;
    m_lines = lines;
    updateGeometry();
}

QSize CaptionBar::sizeHint() const {
    const double grid = m_theme.scaled(paint::kGrid);
    return {1280, qCeil(wordsHeight(m_lines) + 2 * grid) + m_track->sizeHint().height()};
}

void CaptionBar::restyle() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    layout()->setContentsMargins(4 * grid, 0, 4 * grid, grid);
    layout()->setSpacing(grid);
    m_place->setFont(m_theme.type(Type::Name));
    m_place->setMinimumHeight(m_track->sizeHint().height());
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, m_theme.colour(Colour::Text));
    m_place->setPalette(palette);
    forgetHeight();
    updateGeometry();
    update();
}

void CaptionBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) forgetHeight();
}

void CaptionBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Raised));
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
    const QFont font = captionFont();
    const QStringList lines = captionLines();
    const QFont below = m_theme.type(Type::Second);
    const bool second = lines.size() <= 1 && !m_second.isEmpty();
    const double height = QFontMetricsF(font).lineSpacing() * static_cast<double>(lines.size()) +
                          (second ? QFontMetricsF(below).lineSpacing() : 0);
    const double room = m_track->geometry().top();
    double top = std::max(m_theme.scaled(paint::kGrid) / 2, (room - height) / 2);
    const double left = (width() - textWidth()) / 2;
    painter.setFont(font);
    painter.setPen(m_theme.colour(Colour::Text));
    for (const QString& line : lines) {
        const QRectF rect(left, top, textWidth(), QFontMetricsF(font).lineSpacing());
        painter.drawText(rect, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine, line);
        top = rect.bottom();
    }
    if (!second) return;
    painter.setFont(below);
    painter.setPen(m_theme.colour(Colour::FaintText));
    painter.drawText(QRectF(left, top, textWidth(), QFontMetricsF(below).lineSpacing()),
                     Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(below).elidedText(m_second, Qt::ElideRight, textWidth()));
}

}  // namespace lanescope
