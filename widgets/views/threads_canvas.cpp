// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/threads_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/scenes/threads_text.h"

namespace lanescope {
namespace {

constexpr double kGap = 14;             // pixels between the two sides
constexpr double kLargestCell = 28;     // pixels
constexpr double kGridLineCell = 6;     // smallest cell with lines between
constexpr std::size_t kMostLit = 4096;  // frames of one focus

}  // namespace

ThreadsCanvas::ThreadsCanvas(const Theme* theme, Selection* selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_selection(selection) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Threads and the elements that they write"));
    setWhatsThis(
        tr("Arrow keys move the cursor, Control+Left and Right change the side, Return pins, Escape unpins, "
           "Control+Return watches the thread's block."));
    connect(selection, &Selection::changed, this, qOverload<>(&QWidget::update));
    connect(theme, &Theme::changed, this, [this] {
        layOut(size());
        update();
    });
}

void ThreadsCanvas::setScene(std::optional<ThreadsScene> scene, std::shared_ptr<const Plan> plan, Dim3 watched) {
    const bool sameRun = m_scene && scene && m_scene->work == scene->work;
    m_scene = std::move(scene);
    m_plan = std::move(plan);
    m_watched = watched;
    if (!sameRun || (m_cursor && m_cursor->side == Side::Data)) m_cursor.reset();
    layOut(size());
    update();
}

std::uint64_t ThreadsCanvas::rows(Side side) const {
    return side == Side::Threads ? m_scene->threads.rows() : m_scene->data.elements.rows();
}

std::uint64_t ThreadsCanvas::columns(Side side) const {
    return side == Side::Threads ? m_scene->threads.columns() : m_scene->data.elements.columns;
}

ThreadsCanvas::Panel ThreadsCanvas::placed(const QRectF& room, std::uint64_t rows, std::uint64_t columns) const {
    Panel panel;
    const double line = QFontMetricsF(m_theme->font()).height();
    panel.title = QRectF(room.left(), room.top(), room.width(), line);
    const QRectF rest = room.adjusted(0, line + 4, 0, 0);
    double size = std::min(
        {rest.width() / static_cast<double>(columns), rest.height() / static_cast<double>(rows), kLargestCell});
    if (size >= 2) size = std::floor(size);
    panel.size = std::max(size, 1e-3);
    panel.cells = QRectF(rest.topLeft(),
                         QSizeF(panel.size * static_cast<double>(columns), panel.size * static_cast<double>(rows)));
    return panel;
}

/// Side by side or one above the other, whichever gives the smaller side larger cells.
void ThreadsCanvas::layOut(const QSizeF& size) {
    if (!m_scene) return;
    const QRectF all(0, 0, size.width(), size.height());
    const double half = (all.width() - kGap) / 2, halfHeight = (all.height() - kGap) / 2;
    const auto both = [&](const QRectF& first, const QRectF& second) {
        return std::array{placed(first, rows(Side::Threads), columns(Side::Threads)),
                          placed(second, rows(Side::Data), columns(Side::Data))};
    };
    const auto beside = both(QRectF(0, 0, half, all.height()), QRectF(half + kGap, 0, half, all.height()));
    const auto below =
        both(QRectF(0, 0, all.width(), halfHeight), QRectF(0, halfHeight + kGap, all.width(), halfHeight));
    const auto smallest = [](const std::array<Panel, 2>& panels) {
        return std::min(panels[0].cells.width() * panels[0].cells.height(),
                        panels[1].cells.width() * panels[1].cells.height());
    };
    m_panels = smallest(below) > smallest(beside) ? below : beside;
    const double ratio = devicePixelRatioF();
    m_panels[0].image = render(Side::Threads, m_panels[0], ratio);
    m_panels[1].image = render(Side::Data, m_panels[1], ratio);
}

/// Pixel by pixel, so that patterns look the same whatever the size of the cells.
QImage ThreadsCanvas::render(Side side, const Panel& panel, double ratio) const {
    const int width = std::max(1, static_cast<int>(std::lround(panel.cells.width() * ratio)));
    const int height = std::max(1, static_cast<int>(std::lround(panel.cells.height() * ratio)));
    const Look paper = m_theme->look();
    const QRgb ground = m_theme->colour(Colour::Ground).rgb(), ink = m_theme->colour(Colour::FaintText).rgb();
    const double cell = panel.size * ratio;
    const bool lines = panel.size >= kGridLineCell;
    const int step = std::max(4, static_cast<int>(5 * ratio));
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(y));
        std::uint64_t before = ~std::uint64_t{0};
        CellLook look;
        for (int x = 0; x < width; ++x) {
            const ThreadSpace::Cell at{static_cast<std::uint64_t>((y + 0.5) / cell),
                                       static_cast<std::uint64_t>((x + 0.5) / cell)};
            if (at.column != before) {
                const auto spot = this->at(side, at);
                look = !spot                   ? CellLook{}
                       : side == Side::Threads ? m_scene->lookOfThread(spot->number, paper)
                                               : m_scene->lookOfElement(spot->number, paper);
                before = at.column;
            }
            const bool edge = lines && (std::fmod(x, cell) < 1 || std::fmod(y, cell) < 1);
            bool marked = false;
            switch (look.pattern) {
                case Pattern::Plain: break;
                case Pattern::Dots: marked = x % step < 2 && y % step < 2; break;
                case Pattern::Hatch: marked = (x + y) % step == 0; break;
                case Pattern::Cross: marked = (x + y) % step == 0 || (x - y + height * step) % step == 0; break;
                case Pattern::Unknown: marked = x % step == 0 && y % (2 * step) == 0; break;
                case Pattern::Outside: break;
            }
            row[x] = look.pattern == Pattern::Outside ? ground : edge ? ground : marked ? ink : look.colour;
        }
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

void ThreadsCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colour(Colour::Ground));
    if (!m_scene) return;
    for (const Side side : {Side::Threads, Side::Data}) paintPanel(painter, side);
    paintWatched(painter);
    paintLit(painter, m_selection->pinned(), 3);
    paintLit(painter, m_selection->hovered(), 2);
    if (!m_cursor || !hasFocus()) return;
    painter.setPen(QPen(m_theme->colour(Colour::Text), 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rectOf(*m_cursor).adjusted(-3, -3, 3, 3));
}

void ThreadsCanvas::paintTo(QPainter& painter, const QSizeF& size) {
    painter.fillRect(QRectF(QPointF(0, 0), size), m_theme->colour(Colour::Ground));
    if (!m_scene) return;
    layOut(size);
    for (const Side side : {Side::Threads, Side::Data}) paintPanel(painter, side);
    paintWatched(painter);
    paintLit(painter, m_selection->shown(), 3);
    layOut(this->size());
}

void ThreadsCanvas::paintPanel(QPainter& painter, Side side) const {
    const Panel& panel = this->panel(side);
    const ThreadsText text(*m_scene, *m_plan);
    painter.setFont(m_theme->font());
    painter.setPen(m_theme->colour(Colour::Text));
    const QFontMetricsF metrics(m_theme->font());
    QString title = side == Side::Threads ? text.threadsTitle() : text.dataTitle();
    if (side == Side::Threads && metrics.horizontalAdvance(title) > panel.title.width())
        title = text.threadsTitleShort();
    painter.drawText(panel.title, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, panel.title.width()));
    painter.drawImage(panel.cells.topLeft(), panel.image);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_theme->colour(Colour::FaintText));
    painter.drawRect(panel.cells);
    if (side != Side::Threads) return;
    // Blocks are told apart by their borders, as long as those leave something between.
    const ThreadSpace& space = m_scene->threads;
    const double width = panel.size * static_cast<double>(space.threads.columns);
    const double height = panel.size * static_cast<double>(space.threads.rows());
    if (std::min(width, height) < 5) return;
    painter.setPen(QPen(m_theme->colour(Colour::Text), std::min(width, height) < 12 ? 1 : 2));
    for (std::uint64_t block = 0; block < space.blocks.count; ++block)
        painter.drawRect(QRectF(panel.cells.left() + width * static_cast<double>(block % space.blocks.columns),
                                panel.cells.top() + height * static_cast<double>(block / space.blocks.columns), width,
                                height));
}

/// The block that is stepped through, by corners: its name is in the form.
void ThreadsCanvas::paintWatched(QPainter& painter) const {
    const ThreadSpace& space = m_scene->threads;
    const std::uint64_t first = space.grid.linear(m_watched) * space.threads.count;
    if (space.blocks.count < 2 || first >= space.blocks.count * space.threads.count) return;
    const QRectF corner = rectOf({Side::Threads, first});
    const QRectF block(corner.topLeft(), QSizeF(panel(Side::Threads).size * static_cast<double>(space.threads.columns),
                                                panel(Side::Threads).size * static_cast<double>(space.threads.rows())));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme->colour(Colour::Ground), 5));
    painter.drawRect(block);
    painter.setPen(QPen(m_theme->colour(Colour::Text), 3, Qt::DotLine));
    painter.drawRect(block);
}

ThreadsCanvas::Lit ThreadsCanvas::litBy(const Focus& focus) const {
    Lit lit;
    if (!m_scene) return lit;
    const ThreadSpace& space = m_scene->threads;
    std::optional<std::uint64_t> thread = focus.gridThread;
    if (!thread && focus.thread) {
        const std::uint64_t inBlock = std::uint64_t{focus.thread->warp} * simt::kWarpSize + focus.thread->lane;
        if (inBlock < space.threads.count) thread = space.grid.linear(m_watched) * space.threads.count + inBlock;
    }
    if (thread && *thread < space.blocks.count * space.threads.count) {
        lit.threads = {*thread};
        lit.elements = m_scene->elementsOf(*thread, kMostLit);
        return lit;
    }
    if (!focus.element || !(focus.element->array == ArrayRef{ArrayRef::Kind::Buffer, m_scene->buffer})) return lit;
    const std::uint64_t element = focus.element->row * m_scene->data.bufferColumns + focus.element->column;
    if (element >= m_scene->data.elements.count) return lit;
    lit.elements = {element};
    for (const std::uint32_t writer : m_scene->work->writersOf(m_scene->buffer, element)) lit.threads.push_back(writer);
    if (lit.threads.size() > kMostLit) lit.threads.resize(kMostLit);
    return lit;
}

void ThreadsCanvas::paintLit(QPainter& painter, const Focus& focus, int width) const {
    const Lit lit = litBy(focus);
    painter.setBrush(Qt::NoBrush);
    const auto frame = [&](const Spot& spot) {
        // Twice, so that it is seen on every colour; and never so small that it is lost.
        QRectF rect = rectOf(spot);
        if (rect.width() < 6) rect = QRectF(rect.center() - QPointF(3, 3), QSizeF(6, 6));
        painter.setPen(QPen(m_theme->colour(Colour::Ground), width + 2));
        painter.drawRect(rect);
        painter.setPen(QPen(m_theme->colour(Colour::Focus), width));
        painter.drawRect(rect);
    };
    for (const std::uint64_t thread : lit.threads) frame({Side::Threads, thread});
    for (const std::uint64_t element : lit.elements) frame({Side::Data, element});
}

}  // namespace lanescope
