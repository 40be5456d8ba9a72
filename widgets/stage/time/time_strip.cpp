// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_strip.h"

#include <QAccessible>
#include <algorithm>
#include <cmath>

#include "widgets/stage/time/time_range.h"
#include "widgets/stage/time/time_value.h"
#include "widgets/stage/time/time_words.h"

namespace lanescope {
namespace {

constexpr int kFrameMilliseconds = 16;
/// What a warp does is told of pieces this wide, so that they are seen; bytes likewise.
constexpr double kFactPixels = 6;
constexpr double kBarPixels = 3;
constexpr int kLeastWidth = 320;

}  // namespace

TimeStrip::TimeStrip(const StageFrame& frame, QWidget* parent) : QWidget(parent), m_frame(frame) {
    makeTimeAccessible();
    setObjectName(QStringLiteral("time"));
    setAccessibleName(tr("Time: phases, warps and bytes of the run"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_frameTimer.setSingleShot(true);
    m_frameTimer.setTimerType(Qt::PreciseTimer);
    m_frameTimer.setInterval(kFrameMilliseconds);
    connect(&m_frameTimer, &QTimer::timeout, this, &TimeStrip::frame);
    connect(&frame.theme, &Theme::changed, this, [this] {
        updateGeometry();
        redraw();
    });
    connect(&frame.playback, &Playback::blocksChanged, this, &TimeStrip::blocksChanged);
    connect(&frame.playback, &Playback::positionChanged, this, &TimeStrip::positionChanged);
    connect(&frame.playback, &Playback::loopChanged, this, qOverload<>(&QWidget::update));
    connect(&frame.playback, &Playback::stepByChanged, this, qOverload<>(&QWidget::update));
    blocksChanged();
}

TimeStrip::~TimeStrip() = default;

void TimeStrip::setSides(const std::vector<StageSide>& sides) {
    m_names.clear();
    for (const StageSide& side : sides) m_names.push_back(side.name);
    redraw();
}

void TimeStrip::setFlags(std::vector<Flag> flags) {
    std::ranges::stable_sort(flags, {}, &Flag::event);
    if (flags == m_flags) return;
    m_flags = std::move(flags);
    redraw();
}

void TimeStrip::showRange(const EventRange& range) {
    const EventRange kept = panned(range, m_frame.playback.size(), 0);
    if (kept == m_shown) return;
    m_shown = kept;
    redraw();
    Q_EMIT shownChanged();
}

void TimeStrip::showAll() { showRange({0, m_frame.playback.size()}); }

std::string TimeStrip::rangeText(TableFormat format) const {
    const Playback& playback = m_frame.playback;
    if (playback.sides() == 0) return {};
    return eventTable(playback.flow(0), playback.loop().value_or(EventRange{0, playback.size()}), format);
}

QSize TimeStrip::sizeHint() const { return {kLeastWidth * 3, qRound(timeHeight(m_frame.theme))}; }
QSize TimeStrip::minimumSizeHint() const { return {kLeastWidth, qRound(timeHeight(m_frame.theme))}; }

void TimeStrip::blocksChanged() {
    const Playback& playback = m_frame.playback;
    m_wanted.reset();
    m_frameTimer.stop();
    m_drag.reset();
    // A block that comes to stand beside the leading one leaves the range as it is.
    const auto* lead = playback.sides() > 0 ? &playback.flow(0) : nullptr;
    if (m_scene.sides.empty() || m_scene.sides.front().flow != lead || m_shown.end > playback.size())
        m_shown = {0, playback.size()};
    m_scene = {};
    redraw();
    sayPosition();
    Q_EMIT shownChanged();
}

void TimeStrip::positionChanged() {
    const Playback& playback = m_frame.playback;
    // While it plays, what is looked at closely goes along.
    if (playback.isPlaying() && !m_drag && playback.position() >= m_shown.end && !playback.atEnd())
        showRange(panned(m_shown, playback.size(),
                         static_cast<double>(playback.position()) - static_cast<double>(m_shown.first)));
    else if (!m_drag)
        showRange(following(m_shown, playback.size(), playback.position()));
    update();
    sayPosition();
}

void TimeStrip::redraw() {
    m_stale = true;
    update();
}

TimeLayout TimeStrip::layoutFor(const QSizeF& size) const {
    const Playback& playback = m_frame.playback;
    std::vector<TimeBlock> blocks;
    for (std::size_t side = 0; side < playback.sides(); ++side) {
        const bool named = playback.sides() > 1 && side < m_names.size();
        blocks.push_back({named ? m_names[side] : QString(), playback.flow(side).tracks().warps()});
    }
    return timeLayout(m_frame.theme, size, blocks, m_shown, playback.size(), !m_flags.empty());
}

TimeScene TimeStrip::sceneFor(const TimeLayout& layout, double ratio) const {
    const Playback& playback = m_frame.playback;
    std::vector<const flow::BlockFlow*> sides;
    for (std::size_t side = 0; side < playback.sides(); ++side) sides.push_back(&playback.flow(side));
    const auto pieces = [&](double pixels) {
        return static_cast<std::size_t>(std::max(1.0, layout.width() / m_frame.theme.scaled(pixels)));
    };
    TimeDetail detail;
    detail.columns = static_cast<std::size_t>(std::max(1.0, layout.width() * ratio));
    detail.facts = pieces(kFactPixels);
    detail.bars = pieces(kBarPixels);
    detail.bundle = layout.bundle;
    return timeScene(sides, layout.range, detail);
}

TimePainter::Now TimeStrip::now() const {
    const Playback& playback = m_frame.playback;
    TimePainter::Now now;
    now.position = m_wanted.value_or(playback.position());
    now.step = {now.position, now.position};
    if (playback.sides() > 0 && !m_wanted) now.step = playback.stepOf(0);
    now.loop = playback.loop();
    return now;
}

void TimeStrip::ensureTracks() {
    const double ratio = devicePixelRatioF();
    if (!m_stale && m_tracks.size() == size() * ratio && m_tracks.devicePixelRatio() == ratio) return;
    m_stale = false;
    m_layout = layoutFor(size());
    m_scene = sceneFor(m_layout, ratio);
    m_signs = flagSigns(m_frame.theme, m_layout, m_flags);
    m_tracks = QPixmap(size() * ratio);
    m_tracks.setDevicePixelRatio(ratio);
    m_tracks.fill(m_frame.theme.colour(Colour::Ground));
    QPainter painter(&m_tracks);
    TimePainter(m_frame.theme, m_layout).paintTracks(painter, m_scene, m_flags, m_frame.playback.size());
    painter.setPen(QPen(m_frame.theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
}

void TimeStrip::paintEvent(QPaintEvent* /*event*/) {
    ensureTracks();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_tracks);
    TimePainter::Now what = now();
    what.hasFocus = hasFocus() && m_byKeyboard;
    TimePainter(m_frame.theme, m_layout).paintNow(painter, m_scene, what);
}

void TimeStrip::paintTo(QPainter& painter, const QSizeF& size) {
    const double ratio = std::max(1.0, painter.deviceTransform().m11()) * painter.device()->devicePixelRatioF();
    const TimeLayout layout = layoutFor(size);
    const TimeScene scene = sceneFor(layout, ratio);
    const TimePainter paints(m_frame.theme, layout);
    paints.paintTracks(painter, scene, m_flags, m_frame.playback.size());
    paints.paintNow(painter, scene, now());
}

void TimeStrip::sayPosition() {
    setAccessibleDescription(m_frame.playback.words().join(QStringLiteral(", ")));
    if (!QAccessible::isActive()) return;
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    QAccessibleValueChangeEvent moved(this, m_frame.playback.position());
    QAccessible::updateAccessibility(&moved);
}

}  // namespace lanescope
