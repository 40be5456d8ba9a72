// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tiles_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "widgets/scenes/element_text.h"
#include "widgets/style/words.h"

namespace lanescope {

namespace {

/// Time that one picture may spend on going through the trace; what is left is done in the pictures that follow.
constexpr std::chrono::milliseconds kLearningSlice{10};

}  // namespace

TilesView::TilesView(const Theme* theme, const Playback* playback, Selection* selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_playback(playback), m_selection(selection) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Tiles: the matrices and the block's shared memory"));
    setAccessibleDescription(
        tr("Arrow keys move the cursor, Control with them changes the matrix, Return pins, plus and minus zoom, "
           "0 follows the block"));
    m_learning.setSingleShot(true);
    m_learning.setInterval(0);
    connect(&m_learning, &QTimer::timeout, this, &TilesView::invalidate);
    connect(theme, &Theme::changed, this, &TilesView::invalidate);
    connect(playback, &Playback::blocksChanged, this, &TilesView::loadTrace);
    connect(playback, &Playback::positionChanged, this, &TilesView::invalidate);
    connect(selection, &Selection::changed, this, qOverload<>(&QWidget::update));
    loadTrace();
}

TilesView::~TilesView() = default;

void TilesView::setCheck(std::optional<CheckResult> check) {
    m_check = std::move(check);
    invalidate();
}

void TilesView::loadTrace() {
    const Timeline* timeline = m_playback->timeline();
    const std::vector<ArrayShape> shapes = timeline != nullptr ? arraysOf(*timeline) : std::vector<ArrayShape>{};
    if (shapes != m_shapes) {
        m_shapes = shapes;
        m_grids.assign(shapes.size(), {});
        m_cursor.reset();
        Q_EMIT followingChanged(true);
    }
    m_history = timeline != nullptr ? TouchHistory(m_playback->sharedTrace(), timeline->memory()) : TouchHistory();
    m_drag.reset();
    invalidate();
}

void TilesView::invalidate() {
    m_stale = true;
    update();
}

TilesStyle TilesView::style() const { return {m_theme->look(), m_theme->font()}; }

TilesScene TilesView::build(const TilesLayout& layout, std::vector<Region>& shown) const {
    const Timeline& timeline = *m_playback->timeline();
    StepTouches now = touchesNow(timeline);
    const qreal valueCell = TilesPainter::valueCell(style());
    std::vector<GridView> views;
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        const ArrayShape& shape = m_shapes[i];
        FollowInput input{shape.whole(), {}, {}, {}, shown[i]};
        const bool isShared = shape.array.kind == ArrayRef::Kind::Shared;
        if (!isShared && shape.array.index < m_history.bufferCount()) {
            input.ever = m_history.touchedEver(shape.array.index);
            input.lately = m_history.touchedLately(shape.array.index);
        }
        for (const LaneTouch& touch : now.byArray.at(i)) input.now.include(touch.row, touch.column);
        // A shared array is small and all of it is the block's.
        const Region followed = isShared ? shape.whole() : followRegion(input, layout.panels[i].cells.size());
        shown[i] = m_grids[i].manual.value_or(followed);
        views.push_back({shown[i], geometryOf(layout.panels[i].cells, shown[i], shape.isVector()).size >= valueCell});
    }
    return makeTilesScene(timeline, m_history, views, m_check ? &*m_check : nullptr, std::move(now));
}

void TilesView::rebuild() {
    m_stale = false;
    m_layout = layoutTiles(m_shapes, QRectF(rect()), style());
    if (m_playback->timeline() == nullptr || m_layout.panels.size() != m_shapes.size()) {
        m_scene = {};
        return;
    }
    const std::uint64_t position = m_playback->position();
    // Whole trace, not only up to here: then what the block will touch is known, and the picture keeps still.
    if (!m_history.learn(m_playback->size(), kLearningSlice)) m_learning.start();
    m_history.moveTo(position);
    std::vector<Region> shown;
    for (const GridState& grid : m_grids) shown.push_back(grid.shown);
    m_scene = build(m_layout, shown);
    for (std::size_t i = 0; i < shown.size(); ++i) m_grids[i].shown = shown[i];
}

void TilesView::freshen() {
    if (m_stale) rebuild();
}

const TilesScene& TilesView::scene() {
    freshen();
    return m_scene;
}

void TilesView::setMissing(const QString& why) {
    m_missing = why;
    setAccessibleDescription(why);
    update();
}

void TilesView::paintTo(QPainter& painter, const QSizeF& size) {
    painter.fillRect(QRectF(QPointF(0, 0), size), m_theme->colour(Colour::Ground));
    const TilesStyle look = style();
    if (m_playback->timeline() == nullptr) {
        painter.setPen(m_theme->colour(Colour::FaintText));
        painter.setFont(look.font);
        painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter | Qt::TextWordWrap,
                         m_missing.isEmpty() ? tr("Nothing to show yet: choose an algorithm") : m_missing);
        return;
    }
    if (size == QSizeF(this->size())) {
        const TilesScene& now = scene();
        TilesPainter(look, m_layout).paint(painter, now, marks());
        return;
    }
    freshen();  // the history must be at the position
    const TilesLayout layout = layoutTiles(m_shapes, QRectF(QPointF(0, 0), size), look);
    if (layout.panels.size() != m_shapes.size()) return;
    std::vector<Region> shown(m_shapes.size());
    const TilesScene other = build(layout, shown);
    TilesPainter(look, layout).paint(painter, other, marks());
}

void TilesView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintTo(painter, QSizeF(size()));
    if (m_playback->timeline() != nullptr && !historyIsKnown()) paintProgress(painter);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme->colour(Colour::Focus), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void TilesView::paintProgress(QPainter& painter) const {
    const QString text = tr("Going through the trace: %1 %")
                             .arg(100.0 * static_cast<double>(m_history.known()) /
                                      static_cast<double>(std::max<quint64>(1, m_playback->size())),
                                  0, 'f', 0);
    painter.setFont(m_theme->font());
    const QFontMetricsF metrics(m_theme->font());
    const QRectF box(width() - metrics.horizontalAdvance(text) - 20, height() - metrics.height() - 12,
                     metrics.horizontalAdvance(text) + 16, metrics.height() + 8);
    painter.fillRect(box, m_theme->colour(Colour::Raised));
    painter.setPen(m_theme->colour(Colour::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

TilesMarks TilesView::marks() const {
    TilesMarks marks;
    marks.hovered = m_selection->hovered().element;
    marks.pinned = m_selection->pinned().element;
    const Focus shown = m_selection->shown();
    if (shown.thread && m_scene.step && m_scene.step->warp == shown.thread->warp) marks.thread = shown.thread;
    if (hasFocus()) marks.cursor = m_cursor;
    return marks;
}

bool TilesView::isFollowing() const {
    return std::none_of(m_grids.begin(), m_grids.end(), [](const GridState& grid) { return grid.manual.has_value(); });
}

QString TilesView::describe(const ElementPick& pick) const {
    const Timeline* timeline = m_playback->timeline();
    if (timeline == nullptr) return {};
    return ElementText(*timeline, m_history, m_check ? &*m_check : nullptr).describe(pick);
}

std::optional<std::size_t> TilesView::gridAt(const QPointF& point) const {
    for (std::size_t i = 0; i < m_layout.panels.size(); ++i)
        if (m_layout.panels[i].frame.contains(point)) return i;
    return std::nullopt;
}

std::optional<std::size_t> TilesView::indexOf(ArrayRef array) const {
    for (std::size_t i = 0; i < m_shapes.size(); ++i)
        if (m_shapes[i].array == array) return i;
    return std::nullopt;
}

CellGeometry TilesView::cellsOf(std::size_t grid) const {
    return geometryOf(m_layout.panels[grid].cells, m_grids[grid].shown, m_shapes[grid].isVector());
}

std::optional<ElementPick> TilesView::elementAt(const QPointF& point) const {
    const auto grid = gridAt(point);
    if (!grid || *grid >= m_grids.size()) return std::nullopt;
    const auto cell = cellsOf(*grid).at(point);
    if (!cell) return std::nullopt;
    return ElementPick{m_shapes[*grid].array, cell->row, cell->column};
}

Focus TilesView::focusOf(const ElementPick& pick) {
    Focus focus;
    focus.element = pick;
    const TileGrid* grid = scene().find(pick.array);
    if (grid == nullptr || !m_scene.step) return focus;
    for (const LaneTouch& touch : grid->now)
        if (touch.row == pick.row && touch.column == pick.column) {
            focus.thread = ThreadRef{m_scene.step->warp, touch.lane};
            break;
        }
    return focus;
}

bool TilesView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto pick = elementAt(QPointF(help->pos()));
        if (pick)
            QToolTip::showText(help->globalPos(), plainTip(describe(*pick)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void TilesView::resizeEvent(QResizeEvent*) { invalidate(); }

}  // namespace lanescope
