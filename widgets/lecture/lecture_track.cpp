// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/lecture_track.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr double kHeight = 36;
constexpr double kBar = 10;
constexpr double kHead = 8;
constexpr double kGap = 3;

}  // namespace

LectureTrack::LectureTrack(Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_playback(playback), m_theme(theme) {
    setAccessibleName(tr("Where the run stands"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&playback, &Playback::positionChanged, this, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LectureTrack::setClock(Clock* clock) {
    if (m_clock) disconnect(m_clock, nullptr, this, nullptr);
    m_clock = clock == &m_playback ? nullptr : clock;
    if (m_clock) connect(m_clock, &Clock::positionChanged, this, qOverload<>(&QWidget::update));
    update();
}

QSize LectureTrack::sizeHint() const { return {400, qRound(m_theme.scaled(kHeight))}; }

std::vector<EventRange> LectureTrack::parts() const {
    std::vector<EventRange> parts;
    const flow::BlockFlow* const flow = m_clock ? nullptr : m_playback.flow();
    if (flow == nullptr) return {{0, clock().size()}};
    for (const flow::Phase& phase : flow->phases().all()) parts.push_back({phase.first, phase.end});
    return parts;
}

double LectureTrack::xOf(quint64 position) const {
    const double inset = m_theme.scaled(kHead);
    const auto size = static_cast<double>(std::max<quint64>(1, clock().size()));
    return inset + (width() - 2 * inset) * static_cast<double>(position) / size;
}

void LectureTrack::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (clock().size() == 0) return;
    const quint64 now = clock().position();
    const double bar = m_theme.scaled(kBar);
    const double head = m_theme.scaled(kHead);
    const double top = height() / 2.0 - bar / 2 + head / 2;
    painter.setPen(Qt::NoPen);
    for (const EventRange& part : parts()) {
        const QRectF rect(QPointF(xOf(part.first), top), QPointF(xOf(part.end), top + bar));
        const double gap = rect.width() > 4 * kGap ? kGap : 0;
        const bool present = now > part.first && now <= part.end;
        painter.setBrush(m_theme.colour(present ? Colour::Text : Colour::GridLine));
        painter.drawRoundedRect(rect.adjusted(0, 0, -gap, 0), bar / 3, bar / 3);
    }
    const double x = xOf(now);
    painter.setBrush(m_theme.colour(Colour::Now));
    painter.drawRect(QRectF(x - 1.5, top - head / 2, 3, bar + head));
    QPainterPath sign(QPointF(x - head, top - head * 1.5));
    sign.lineTo(x + head, top - head * 1.5);
    sign.lineTo(x, top - head / 2);
    sign.closeSubpath();
    painter.drawPath(sign);
}

void LectureTrack::goTo(double x) {
    const double inset = m_theme.scaled(kHead);
    const double share = std::clamp((x - inset) / std::max(1.0, width() - 2 * inset), 0.0, 1.0);
    const auto wanted = static_cast<quint64>(share * static_cast<double>(clock().size()));
    clock().pause();
    // Where there is something to be seen.
    clock().seek(wanted == 0 ? 0 : clock().next(wanted - 1));
}

void LectureTrack::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) goTo(event->position().x());
}

void LectureTrack::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) goTo(event->position().x());
}

}  // namespace lanescope
