// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_view.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <utility>

#include "widgets/paint/device.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/warps/flow_figure.h"
#include "widgets/stage/warps/warps_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostSides = 2;
/// Scenes of longer traces would keep the window waiting: they are made on another thread.
constexpr std::uint64_t kEventsAtOnce = 60'000;

}  // namespace

WarpsView::WarpsView(const StageFrame& frame, QWidget* parent) : StageView(frame, parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Warps"));
    connect(&frame.playback, &Playback::positionChanged, this, &WarpsView::refresh);
    connect(&frame.playback, &Playback::stepByChanged, this, [this] {
        update();
        Q_EMIT whyChanged();
    });
    sidesChanged();
}

WarpsView::~WarpsView() { m_making.request_stop(); }

void WarpsView::sidesChanged() {
    std::vector<Playback::Block> blocks;
    for (std::size_t side = 0; side < std::min(kMostSides, playback().sides()); ++side)
        blocks.push_back(playback().block(side));
    // Runs are told before their blocks: what is there of a block stays until another one comes.
    if (blocks != m_blocks) {
        m_scenes.clear();
        m_stills.clear();
        m_laid = {};
        m_cursor.reset();
        m_blocks = std::move(blocks);
        makeScenes();
    }
    refresh();
}

void WarpsView::makeScenes() {
    m_making.request_stop();
    m_making = {};
    std::uint64_t events = 0;
    for (const Playback::Block& block : m_blocks) events += block->trace().size();
    if (events > kEventsAtOnce) return makeScenesBehind();
    for (const Playback::Block& block : m_blocks) m_scenes.push_back(std::make_unique<warps::WarpsScene>(*block));
}

void WarpsView::makeScenesBehind() {
    QThreadPool::globalInstance()->start([view = QPointer(this), blocks = m_blocks, stop = m_making.get_token()] {
        auto made = std::make_shared<Scenes>();
        for (const Playback::Block& block : blocks) {
            if (stop.stop_requested()) return;
            made->push_back(std::make_unique<warps::WarpsScene>(*block));
        }
        QMetaObject::invokeMethod(qApp, [view, made, stop, blocks] {
            if (!view || stop.stop_requested()) return;
            view->m_scenes = std::move(*made);
            view->refresh();
            view->update();
            Q_EMIT view->whyChanged();
        });
    });
}

bool WarpsView::isReady() const { return m_scenes.size() == m_blocks.size(); }

void WarpsView::refresh() {
    const Why now = why();
    setAccessibleDescription(now.detail.isEmpty() ? now.sentence : now.sentence + QLatin1Char(' ') + now.detail);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

const warps::WarpsScene* WarpsView::scene(std::size_t side) const {
    return side < m_scenes.size() && m_scenes[side]->groups() > 0 ? m_scenes[side].get() : nullptr;
}

Why WarpsView::why() const {
    Why why;
    why.metrics = {"divergent_branches", "branch_efficiency",   "warp_execution_efficiency",
                   "warp_instructions",  "thread_instructions", "barriers"};
    const warps::WarpsScene* const lead = scene(0);
    if (lead == nullptr) {
        why.sentence = isReady() ? tr("No block is watched: there are no warps to be seen.")
                                 : tr("Following the warps through their steps …");
        return why;
    }
    const Timeline& timeline = playback().timelineOf(0);
    const std::size_t group = lead->groupAt(timeline.position());
    const bool whole = playback().stepBy() == StepBy::Phase && timeline.position() > 0;
    const QString single = whole ? warps::sentenceOfGroup(*lead, group) : warps::sentenceOf(*lead, timeline);
    if (const warps::WarpsScene* const other = scene(1); other != nullptr && sides().size() > 1) {
        why.sentence = warps::sentenceOfBoth(*lead, sides()[0].name, group, *other, sides()[1].name,
                                             other->groupAt(playback().positionOf(1)));
        why.detail = tr("%1: %2").arg(sides()[0].name, single);
    } else {
        why.sentence = single;
        if (!whole && timeline.position() > 0) why.detail = warps::sentenceOfGroup(*lead, group);
    }
    if (const auto now = warps::presentAt(*lead, timeline.position())) {
        const program::Instruction& what =
            lead->flow().entry().instructions[lead->flow().trace().instruction(now->event)];
        for (const std::uint32_t line : {warps::lineOf(what), what.source.line})
            if (line != 0 && std::ranges::find(why.lines, line) == why.lines.end()) why.lines.push_back(line);
    }
    return why;
}

QWidget* WarpsView::makeFigure(QWidget* parent) {
    return new warps::FlowFigure(*this, {theme(), playback(), motion(), selection()}, parent);
}

const std::vector<warps::Layout>& WarpsView::layoutsFor(const QSizeF& size) const {
    const double grid = theme().scaled(paint::kGrid);
    const double margin = theme().isCompact() ? 2 * grid : 3 * grid;
    const double legend = std::ceil(QFontMetricsF(theme().type(Type::Least)).height()) + grid;
    const std::size_t count = m_scenes.size();
    const double between = 3 * grid;
    const double room = size.width() - 2 * margin - between * (static_cast<double>(count) - 1);
    const double height = size.height() - 2 * margin - legend;
    const bool known = m_laid.size == size && m_laid.textScale == theme().scaled(1) &&
                       m_laid.compact == theme().isCompact() && m_laid.pages.size() == count;
    if (!known) {
        m_laid = {size, theme().scaled(1), theme().isCompact(), 1, {}, {}, {}};
        double left = margin;
        for (const double share : warps::sharesOf(m_scenes)) {
            m_laid.rects.emplace_back(left, margin, room * share, height);
            left += room * share + between;
        }
        for (std::size_t side = 0; side < count; ++side)  // the same on all sides
            m_laid.most = std::max(
                m_laid.most,
                warps::groupsOnPage(theme(), *m_scenes[side], warps::fieldOf(theme(), m_laid.rects[side]).width()));
    }
    std::vector<warps::Page> pages;
    for (std::size_t side = 0; side < count; ++side)
        pages.push_back(
            m_scenes[side]->groups() == 0
                ? warps::Page{}
                : warps::pageOf(*m_scenes[side], m_laid.most, m_scenes[side]->groupAt(playback().positionOf(side))));
    if (known && pages == m_laid.pages) return m_laid.layouts;
    m_laid.pages = pages;
    m_laid.layouts.clear();
    std::vector<std::vector<warps::Wish>> wishes(count);
    for (std::size_t side = 0; side < count; ++side)
        for (std::size_t i = pages[side].first; i < pages[side].end; ++i)
            wishes[side].push_back(warps::wishOf(m_scenes[side]->group(i)));
    if (count == 2 && wishes[0].size() == wishes[1].size())  // one scale for both
        for (std::size_t i = 0; i < wishes[0].size(); ++i) {
            const warps::Wish& a = wishes[0][i];
            const warps::Wish& b = wishes[1][i];
            wishes[0][i] = {std::max(a.asks, b.asks), std::max(a.works, b.works), std::max(a.barriers, b.barriers),
                            std::max(a.gaps, b.gaps)};
            wishes[1][i] = wishes[0][i];
        }
    for (std::size_t side = 0; side < count; ++side)
        m_laid.layouts.push_back(
            warps::layOut(theme(), m_laid.rects[side], *m_scenes[side], pages[side], wishes[side]));
    return m_laid.layouts;
}

warps::Moment WarpsView::momentOf(std::size_t side) const {
    const EventRange step = playback().stepOf(side);
    return {step.end, step.first, motion().progress(), playback().stepBy() == StepBy::Phase};
}

const QPixmap& WarpsView::stillOf(std::size_t side, const warps::Layout& layout, const QSizeF& size, double ratio) {
    if (m_stills.size() <= side) m_stills.resize(side + 1);
    Still& still = m_stills[side];
    const QSize pixels = (size * ratio).toSize();
    const bool same = still.pixels == pixels && still.ratio == ratio && still.textScale == theme().scaled(1) &&
                      still.look == theme().look() && still.compact == theme().isCompact() &&
                      still.layout.page == layout.page && still.layout.whole == layout.whole;
    if (same) return still.picture;
    still = {layout, pixels, ratio, theme().scaled(1), theme().look(), theme().isCompact(), QPixmap(pixels)};
    still.picture.setDevicePixelRatio(ratio);
    still.picture.fill(Qt::transparent);
    QPainter painter(&still.picture);
    warps::WarpsPainter(theme(), *m_scenes[side], layout, {side, m_scenes.size()}).paintStill(painter);
    return still.picture;
}

void WarpsView::paintSide(QPainter& painter, std::size_t side, const warps::Layout& layout, const QSizeF& size) {
    const warps::WarpsScene& what = *m_scenes[side];
    const QString name = side < sides().size() ? sides()[side].name : QString();
    const std::size_t present = what.groupAt(playback().positionOf(side));
    paint::heading(painter, theme(), layout.heading, name, warps::whoWorks(what, present));
    const warps::WarpsPainter drawer(theme(), what, layout, {side, m_scenes.size()});
    if (paint::isOfPixels(painter))
        painter.drawPixmap(QPointF(0, 0), stillOf(side, layout, size, painter.device()->devicePixelRatioF()));
    else
        drawer.paintStill(painter);
    const warps::Moment moment = momentOf(side);
    drawer.paintMoment(painter, moment);
    const auto now = warps::presentAt(what, moment.position);
    std::vector<bool> waits;
    for (const simt::WarpState& warp : playback().timelineOf(side).state().warps) waits.push_back(warp.atBarrier);
    drawer.paintNames(painter, present, now ? std::optional(now->warp) : std::nullopt, waits);
    if (painter.device() != this) return;  // what somebody points at is no part of the picture
    if (const auto thread = selection().shown().thread) drawer.paintThread(painter, thread->warp, thread->lane);
    if (m_cursor && m_cursor->side == side && hasFocus()) {
        const warps::GroupBox* const box = layout.boxOf(m_cursor->group);
        if (box == nullptr) return;
        painter.setPen(QPen(theme().colour(Colour::Focus), 2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            layout.cell(box->columns[m_cursor->column], layout.bands[m_cursor->warp]).adjusted(-2, -2, 2, 2));
    }
}

void WarpsView::paintTo(QPainter& painter, const QSizeF& size) {
    const double grid = theme().scaled(paint::kGrid);
    const std::vector<warps::Layout>& layouts = layoutsFor(size);
    const bool any = scene(0) != nullptr;
    if (!any) {
        paint::paragraph(painter, theme(),
                         QRectF(QPointF(0, 0), size).adjusted(3 * grid, 3 * grid, -3 * grid, -3 * grid), Type::Title,
                         Colour::FaintText,
                         isReady() ? tr("No block of a kernel is watched: nothing runs in warps here.")
                                   : tr("Following the warps through their steps …"));
        return;
    }
    painter.save();
    for (std::size_t side = 0; side < layouts.size(); ++side)
        if (scene(side) != nullptr) paintSide(painter, side, layouts[side], size);
    if (layouts.size() == 2) {
        const double x = (layouts[0].whole.right() + layouts[1].whole.left()) / 2;
        painter.setPen(QPen(theme().colour(Colour::GridLine), 1));
        painter.drawLine(QPointF(x, layouts[0].whole.top()), QPointF(x, layouts[0].squares.bottom()));
    }
    const double line = std::ceil(QFontMetricsF(theme().type(Type::Least)).height());
    const warps::Layout& first = layouts.front();
    warps::paintLegend(painter, theme(),
                       QRectF(first.whole.left(), size.height() - 2 * grid - line,
                              layouts.back().whole.right() - first.whole.left(), line),
                       warps::hueOf(*m_scenes.front(), layouts.size()), layouts.size());
    painter.restore();
}

/// A warp's band, a lane's line in it.
Lit WarpsView::litBy(const Spotlight& spotlight, const QSizeF& size) const {
    Lit lit;
    const bool lane = spotlight.kind == Spotlight::Kind::Thread;
    if (!lane && spotlight.kind != Spotlight::Kind::Warp) return lit;
    for (const warps::Layout& layout : layoutsFor(size))
        for (const warps::Band& band : layout.bands) {
            if (band.warp != spotlight.thread.warp) continue;
            const double top = lane ? band.top + spotlight.thread.lane * band.pitch() : band.top;
            lit.ring(QRectF(layout.field.left(), top, layout.field.width(), lane ? band.pitch() : band.height));
            lit.add(QRectF(layout.labels.left(), band.top, layout.labels.width(), band.height));
            lit.add(layout.names);
            lit.add(layout.heading);
        }
    return lit;
}

}  // namespace lanescope
