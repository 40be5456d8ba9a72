// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_view.h"

#include <QAccessible>
#include <algorithm>
#include <utility>

#include "widgets/paint/device.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/request_figure.h"
#include "widgets/stage/tiles/tiles_side.h"
#include "widgets/stage/tiles/tiles_words.h"

namespace lanescope {
namespace {

constexpr std::chrono::milliseconds kWhole = std::chrono::hours(1);  // nothing comes later in a picture for a file
constexpr std::chrono::milliseconds kFirstLook{24};                  // a picture is drawn in the same go
constexpr std::chrono::milliseconds kFirstOfLong{4};
constexpr std::chrono::milliseconds kSlice{12};
constexpr std::uint64_t kEventsAtOnce = 60'000;
constexpr std::uint64_t kBytesAtOnce = 4ULL << 20U;
constexpr double kOldOpacity = 0.3;
constexpr double kTitle = 30;  // pixels that the name of one of several blocks takes

}  // namespace

TilesStage::TilesStage(const StageFrame& frame, QWidget* parent) : StageView(frame, parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Tiles: values between global memory, shared memory and registers"));
    m_learning.setInterval(0);
    connect(&m_learning, &QTimer::timeout, this, &TilesStage::learn);
    const auto stale = [this] {
        m_stale = true;
        ++m_shown;
    };
    connect(&frame.playback, &Playback::positionChanged, this, [this, stale] {
        stale();
        sayStep();
    });
    connect(&frame.playback, &Playback::stepByChanged, this, [this, stale] {
        stale();
        update();
    });
    connect(&frame.selection, &Selection::changed, this, [this, stale] {
        stale();
        Q_EMIT whyChanged();
    });
    connect(&frame.theme, &Theme::changed, this, [this] {
        m_laidOut = {};
        ++m_shown;
    });
}

TilesStage::~TilesStage() = default;

void TilesStage::sidesChanged() {
    // Runs are told before their blocks: what is there of a block stays until another one comes.
    const bool same =
        m_loaded && m_all.size() == playback().sides() && std::ranges::all_of(m_all, [this](const auto& side) {
            return side->isOf(playback().flow(static_cast<std::size_t>(&side - m_all.data())));
        });
    if (same) return countsChanged();
    m_learning.stop();
    m_all.clear();
    m_loaded = false;
    m_cursor.reset();
    m_laidOut = {};
    m_stale = true;
    ++m_shown;
    if (!isVisible()) return;
    if (isLong())
        m_learning.start();
    else
        load();
}

bool TilesStage::isLong() const {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
    for (std::size_t side = 0; side < playback().sides(); ++side) {
        const BlockTrace& trace = playback().flow(side).trace();
        events += trace.size();
        for (std::size_t buffer = 0; buffer < trace.memoryBefore().size(); ++buffer)
            bytes += trace.memoryBefore().allocation(buffer).buffer.bytes();
    }
    return events > kEventsAtOnce || bytes > kBytesAtOnce;
}

void TilesStage::load() const {
    if (std::exchange(m_loaded, true)) return;
    const std::chrono::milliseconds budget = !isVisible() ? kWhole : isLong() ? kFirstOfLong : kFirstLook;
    for (std::size_t side = 0; side < playback().sides(); ++side) {
        m_all.push_back(std::make_unique<Side>(playback().flow(side)));
        m_all.back()->history.learn(playback().flow(side).trace().size(), budget);
    }
    takeChecks();
    if (!historyIsKnown()) m_learning.start();
}

void TilesStage::takeChecks() const {
    for (std::size_t side = 0; side < std::min(m_all.size(), sides().size()); ++side)
        m_all[side]->setRun(sides()[side].run, m_differences);
}

void TilesStage::countsChanged() {
    takeChecks();
    m_stale = true;
    ++m_shown;
}

void TilesStage::learn() {
    if (comesLater()) {
        m_learning.stop();
        load();
        update();
        Q_EMIT whyChanged();
        return;
    }
    for (const auto& side : m_all) side->history.learn(side->block.flow().trace().size(), kSlice);
    if (!historyIsKnown()) return;
    m_learning.stop();
    m_stale = true;
    ++m_shown;
    update();
}

bool TilesStage::historyIsKnown() const {
    if (comesLater()) return false;
    load();
    return std::ranges::all_of(
        m_all, [](const auto& side) { return side->history.known() >= side->block.flow().trace().size(); });
}

void TilesStage::setDifferencesShown(bool shown) {
    if (shown == m_differences) return;
    m_differences = shown;
    for (const auto& side : m_all) side->setDifferences(shown);
    m_stale = true;
    ++m_shown;
    update();
}

std::optional<ThreadRef> TilesStage::spotlit() const { return selection().shown().thread; }

void TilesStage::freshen() const {
    load();
    if (!m_stale) return;
    m_stale = false;
    for (std::size_t side = 0; side < m_all.size() && side < playback().sides(); ++side) {
        Side& of = *m_all[side];
        const Timeline& timeline = playback().timelineOf(side);
        of.history.moveTo(timeline.position());
        of.scene = tiles::makeScene(of.block, timeline, playback().stepOf(side), *of.before, spotlit());
    }
}

void TilesStage::layOut(const QSizeF& size) const {
    layOutFor(size);
    freshen();
    for (const auto& side : m_all) side->layout.follow(side->scene);
}

void TilesStage::layOutFor(const QSizeF& size) const {
    load();
    if (size == m_laidOut || m_all.empty()) return;
    m_laidOut = size;
    const auto count = static_cast<double>(m_all.size());
    const double title = count > 1 ? theme().scaled(kTitle) : 0;
    const bool upright = size.height() > size.width();
    const QSizeF each(upright ? size.width() : size.width() / count, upright ? size.height() / count : size.height());
    const auto rectOf = [&](std::size_t side) {
        const auto number = static_cast<double>(side);
        return QRectF(upright ? 0 : each.width() * number, title + (upright ? each.height() * number : 0), each.width(),
                      each.height() - title);
    };
    tiles::Scales least;
    const auto shrink = [](double& to, double from) {
        if (from > 0) to = to > 0 ? std::min(to, from) : from;
    };
    for (std::size_t side = 0; side < m_all.size(); ++side) {
        m_all[side]->layout = tiles::layOut(m_all[side]->block, rectOf(side), theme());
        const tiles::Scales& came = m_all[side]->layout.scales;
        shrink(least.global, came.global);
        shrink(least.shared, came.shared);
        shrink(least.plane, came.plane);
    }
    for (std::size_t side = 0; side < m_all.size(); ++side) {
        if (m_all.size() > 1) m_all[side]->layout = tiles::layOut(m_all[side]->block, rectOf(side), theme(), least);
        m_all[side]->images.assign(m_all[side]->layout.grids.size(), {});
    }
}

double TilesStage::narrowRatio() const { return sides().size() > 1 ? 1.3 : StageView::narrowRatio(); }

void TilesStage::paintSides(QPainter& painter, const QSizeF& size, bool still, bool moving) {
    const double ratio = painter.device()->devicePixelRatioF();
    for (std::size_t number = 0; number < m_all.size(); ++number) {
        Side& side = *m_all[number];
        const tiles::Picture picture{side.block, side.history, playback().timelineOf(number),
                                     side.scene, side.layout,  side.images};
        if (still) {
            for (std::size_t i = 0; i < side.images.size(); ++i)
                side.images[i].update(side.layout.grids[i], side.block.arrays()[side.layout.grids[i].array],
                                      side.history, theme().look(), ratio);
            for (std::size_t array = 0; array < side.block.arrays().size(); ++array) side.history.clean(array);
            if (m_all.size() > 1 && number < sides().size()) {
                const double left = side.layout.rect.left() + theme().scaled(theme().isCompact() ? 16 : 24);
                painter.setFont(theme().type(Type::Name));
                painter.setPen(theme().colour(Colour::Text));
                const double top = side.layout.rect.top() - theme().scaled(kTitle);
                painter.drawText(QRectF(left, top + theme().scaled(6), side.layout.rect.width(), theme().scaled(28)),
                                 Qt::AlignLeft | Qt::AlignVCenter, sides()[number].name);
                if (number > 0) {
                    painter.setPen(QPen(theme().colour(Colour::GridLine), theme().scaled(1)));
                    const QPointF from(side.layout.rect.left(), top);
                    painter.drawLine(from, top > 0 ? QPointF(size.width(), top) : QPointF(from.x(), size.height()));
                }
            }
            tiles::paintStill(painter, theme(), picture);
        }
        if (!moving) continue;
        const double progress = motion().isReduced() ? 1 : motion().progress();
        tiles::paintMoving(painter, theme(), picture, progress, motion().style(), pointersOf(number));
    }
}

void TilesStage::paintTo(QPainter& painter, const QSizeF& size) {
    load();
    if (m_all.empty()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, tr("No block is watched yet."));
        return;
    }
    freshen();
    layOut(size);
    const qreal ratio = painter.device()->devicePixelRatioF();
    const QSize wanted = (size * ratio).toSize();
    const bool kept = m_still.size() == wanted && m_stillOf == m_shown;
    // The first frame of a position is painted as it is: where each frame is a step on, nobody would look at what is
    // kept of it. What is faint is faint as one picture.
    const bool first = std::exchange(m_begunOf, m_shown) != m_shown && painter.opacity() == 1;
    if (!paint::isOfPixels(painter) || (first && !kept)) {
        paintSides(painter, size, true, true);
        return;
    }
    // What stands still is painted once for a position; over it goes what moves.
    if (!kept) {
        if (m_still.size() != wanted) m_still = QImage(wanted, QImage::Format_RGB32);
        m_still.setDevicePixelRatio(ratio);
        m_still.fill(theme().colour(Colour::Ground));
        QPainter still(&m_still);
        paintSides(still, size, true, false);
        m_stillOf = m_shown;
    }
    painter.drawImage(0, 0, m_still);
    paintSides(painter, size, false, true);
}

void TilesStage::paintEvent(QPaintEvent* event) {
    if (comesLater()) {
        QPainter painter(this);
        painter.fillRect(rect(), theme().colour(Colour::Ground));
        painter.setOpacity(kOldOpacity);
        painter.drawImage(0, 0, m_still);
        return;
    }
    StageView::paintEvent(event);
    QPainter painter(this);
    if (!historyIsKnown() && missing().isEmpty()) {
        painter.setFont(theme().type(Type::Least));
        painter.setPen(theme().colour(Colour::FaintText));
        painter.drawText(QRectF(rect()).adjusted(0, 0, -theme().scaled(16), -theme().scaled(6)),
                         Qt::AlignRight | Qt::AlignBottom, tr("Going through the trace …"));
    }
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().colour(Colour::Focus), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

QWidget* TilesStage::makeFigure(QWidget* parent) {
    return new RequestFigure({theme(), playback(), motion(), selection()}, parent);
}

Why TilesStage::why() const {
    if (comesLater()) {
        Why later;
        later.sentence = tr("Going through the trace …");
        return later;
    }
    load();
    if (m_all.empty() || playback().sides() == 0) return {};
    freshen();
    return tiles::whyOf(m_all[0]->block, m_all[0]->scene, playback().timelineOf(0));
}

void TilesStage::sayStep() {
    if (!QAccessible::isActive() || !isVisible()) return;
    setAccessibleDescription(why().sentence);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

const tiles::Scene& TilesStage::scene(std::size_t side) const {
    freshen();
    return m_all[side]->scene;
}

const tiles::Layout& TilesStage::layoutOf(std::size_t side) const {
    layOut(size());
    return m_all[side]->layout;
}

const tiles::Block& TilesStage::block(std::size_t side) const {
    load();
    return m_all[side]->block;
}

}  // namespace lanescope
