// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_view.h"

#include <QFontMetricsF>
#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/words.h"
#include "core/run/watched_run.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_steps.h"
#include "widgets/stage/map/map_strip.h"

namespace lanescope {
namespace {

/// "Bounding box", without the abbreviation behind it; empty for what is not of the catalogue.
QString titleOf(const Plan& plan) {
    const std::string id = "algorithm." + plan.algorithm + ".title";
    if (!hasText(id)) return {};
    const QString title = QString::fromStdString(textOf(id));
    return title.endsWith(QLatin1Char(')')) ? title.left(title.indexOf(QStringLiteral(" ("))) : title;
}

}  // namespace

MapOrder orderOf(const BlockTrace& trace, BufferId buffer) {
    if (trace.truncated() || buffer >= trace.memoryBefore().size()) return {};
    const auto& allocation = trace.memoryBefore().allocation(buffer);
    const std::uint64_t size = sizeOf(allocation.buffer.type);
    MapOrder order(trace.launch().block.count());
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const AccessHead head = trace.access(event);
        if (head.access != simt::AccessKind::Store && head.access != simt::AccessKind::Atomic) continue;
        const simt::StepRecord record = trace.record(event);
        if (record.space != program::Space::Global) continue;
        for (simt::LaneMask rest = record.active; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(std::countr_zero(rest));
            const std::uint64_t address = record.address[lane];
            if (address < allocation.base || address >= allocation.end()) continue;
            auto& of = order[std::uint64_t{record.warp} * simt::kWarpSize + lane];
            const std::uint64_t offset = address - allocation.base;
            for (std::uint64_t e = offset / size; e * size < offset + record.bytesPerLane; ++e)
                // A sum that is stored again and again is one element.
                if (std::ranges::find(of.rbegin(), of.rend(), e) == of.rend()) of.push_back(e);
        }
    }
    return order;
}

MapView::MapView(const StageFrame& frame, QWidget* parent) : StageView(frame, parent), m_picture(frame.theme) {
    setMouseTracking(true);
    setAccessibleName(tr("Map: which block works where"));
    setWhatsThis(
        tr("Arrow keys go from block to block, Return launches the blocks up to that one, Control+Return watches it. "
           "Shift and the arrow keys go through the threads of the block. A shows the next of the arrays that are "
           "written."));
    const auto draw = qOverload<>(&QWidget::update);
    connect(&m_clock, &MapClock::flightChanged, this, draw);
    connect(&m_clock, &MapClock::positionChanged, this, &MapView::clockChanged);
    connect(&motion(), &Motion::changed, this, [this] { m_clock.setReduced(motion().isReduced()); });
    m_clock.setReduced(motion().isReduced());
}

MapView::~MapView() = default;

void MapView::sidesChanged() {
    std::vector<Known> known(sides().size());
    bool other = known.size() != m_known.size();
    bool otherBlock = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
        // What was found out of a run stays known wherever it stands now.
        const auto before = std::ranges::find_if(
            m_known, [&run = sides()[i].run](const Known& one) { return haveSamePlan(one.run.get(), run.get()); });
        if (before != m_known.end())
            known[i] = *before;
        else
            other = true;
        known[i].run = sides()[i].run;
        if (!known[i].plan && known[i].run) known[i].plan = std::make_shared<const Plan>(known[i].run->plan);
        if (!known[i].steps && known[i].plan && hasStepsOfItsOwn(*known[i].plan))
            known[i].steps = std::make_shared<const MapScene>(mapOfSteps(known[i].plan));
        otherBlock = takeBlock(known[i], i) || otherBlock;
        choose(known[i]);
    }
    m_known = std::move(known);
    if (other) {
        m_begun = false;
        m_kind.reset();
        m_pointed.reset();
    }
    if (other || otherBlock) show();
}

bool MapView::isReady() const {
    return std::ranges::all_of(m_known, [](const Known& known) {
        return known.scene != nullptr || (!known.missing.isEmpty() && !known.awaited);
    });
}

/// The same runs: what they are held by goes, so that nothing of the sample is kept.
void MapView::countsChanged() {
    for (std::size_t i = 0; i < std::min(m_known.size(), sides().size()); ++i) m_known[i].run = sides()[i].run;
}

void MapView::setWork(std::size_t side, MapLaunches launches, std::shared_ptr<const MapScene> blocks) {
    if (side >= m_known.size()) return;
    Known& known = m_known[side];
    if (known.blocks && known.work == launches) return;
    known.work = std::move(launches);
    known.missing.clear();
    makeBlocks(known, side, 0, std::move(blocks));
    choose(known);
    show();
}

void MapView::showNextArray(std::size_t side) {
    if (side >= m_known.size() || !m_known[side].blocks || !m_known[side].blocks->buffer) return;
    Known& known = m_known[side];
    const std::vector<BufferId>& written = known.blocks->written;
    const auto now = std::ranges::find(written, *known.blocks->buffer) - written.begin();
    makeBlocks(known, side, static_cast<std::size_t>(now + 1) % written.size(), nullptr);
    choose(known);
    show();
}

void MapView::setWorkMissing(std::size_t side, const QString& why, bool awaited) {
    if (side >= m_known.size()) return;
    m_known[side].missing = why;
    m_known[side].awaited = awaited;
    m_known[side].work.clear();
    m_known[side].blocks.reset();
    choose(m_known[side]);
    show();
}

void MapView::makeBlocks(Known& known, std::size_t side, std::size_t array, std::shared_ptr<const MapScene> made) {
    known.blocks.reset();
    if (!known.run || known.work.empty() || !known.work.front()) return;
    const std::shared_ptr<const Plan>& plan = known.plan;
    const std::vector<BufferId> written = made ? made->written : writtenBuffers(known.work);
    const bool one = plan->launches().size() == 1 && known.work.front()->grid().count() == 1 && !written.empty();
    MapOrder order;
    // Only the trace knows in which order the one block works.
    if (one && side < playback().sides()) order = orderOf(playback().flow(side).trace(), written[array]);
    if (made && array == 0 && order.empty())
        known.blocks = std::move(made);
    else
        known.blocks = std::make_shared<const MapScene>(
            mapOfBlocks(plan, known.work, written.empty() ? std::nullopt : std::optional(written[array]), order));
}

void MapView::setRounds(std::size_t side, std::shared_ptr<const MapScene> rounds) {
    if (side >= m_known.size() || m_known[side].rounds == rounds) return;
    m_known[side].rounds = std::move(rounds);
    choose(m_known[side]);
    show();
}

bool MapView::takeBlock(Known& known, std::size_t side) {
    const auto trace = side < playback().sides() ? playback().flow(side).sharedTrace() : nullptr;
    if (!known.run || trace == known.trace) return false;
    known.trace = trace;
    return true;
}

/// Does a block make few elements of what its many threads have?
bool MapView::gathers(const Known& known) {
    constexpr std::uint64_t kThreadsOfAnElement = 8;
    if (!known.rounds) return false;
    if (!known.blocks) return known.rounds->rounds->shared;
    const auto most = std::ranges::max_element(known.blocks->items, {}, &MapItem::elements);
    return most != known.blocks->items.end() && most->elements * kThreadsOfAnElement <= known.rounds->rounds->threads;
}

void MapView::choose(Known& known) {
    const bool others = known.run && (known.run->plan.launches().size() != 1);
    known.scene = gathers(known)          ? known.rounds
                  : known.steps && others ? known.steps
                  : known.blocks          ? known.blocks
                                          : known.steps;
    if (!m_kind) return;
    const auto& wanted = *m_kind == MapKind::Rounds  ? known.rounds
                         : *m_kind == MapKind::Steps ? known.steps
                                                     : known.blocks;
    if (wanted) known.scene = wanted;
}

std::vector<MapKind> MapView::kinds() const {
    std::vector<MapKind> kinds;
    if (m_known.empty()) return kinds;
    const Known& lead = m_known.front();
    for (const auto& scene : {lead.blocks, lead.rounds, lead.steps})
        if (scene && !scene->items.empty()) kinds.push_back(scene->kind);
    return kinds;
}

QRectF MapView::placeOf(MapKind kind) const {
    for (const auto& [place, of] : m_kindPlaces)
        if (of == kind) return place;
    return {};
}

void MapView::setKind(std::optional<MapKind> kind) {
    m_kind = kind;
    for (Known& known : m_known) choose(known);
    m_begun = false;
    m_pointed.reset();
    show();
}

QString MapView::nameOf(MapKind kind) {
    switch (kind) {
        case MapKind::Blocks: return tr("blocks");
        case MapKind::Passes: return tr("passes");
        case MapKind::Steps: return tr("steps");
        case MapKind::Rounds: return tr("rounds");
    }
    return {};
}

/// At the upper right, in the line of the headings: the way of looking, and the others.
void MapView::paintKinds(QPainter& painter) {
    m_kindPlaces.clear();
    const std::vector<MapKind> all = kinds();
    if (all.size() < 2 || m_picture.layouts().empty()) return;
    const QRectF heading = m_picture.layouts().back().heading;
    const double gap = theme().scaled(2 * paint::kGrid);
    double x = heading.right() + gap;
    painter.save();
    for (const MapKind kind : all) {
        const bool shown = m_picture.maps().front().scene->kind == kind;
        QFont font = theme().type(Type::Body);
        font.setWeight(shown ? QFont::Bold : QFont::Normal);
        painter.setFont(font);
        const QFontMetricsF metrics(font);
        const QRectF place(x, heading.top(), metrics.horizontalAdvance(nameOf(kind)), heading.height());
        painter.setPen(theme().colour(shown ? Colour::Text : Colour::FaintText));
        painter.drawText(place.translated(0, -place.height() / 8), Qt::AlignLeft | Qt::AlignVCenter, nameOf(kind));
        m_kindPlaces.emplace_back(place.adjusted(-gap / 2, 0, gap / 2, 0), kind);
        x = place.right() + gap;
    }
    painter.restore();
}

/// Sides whose map is known are shown; the clock is that of the longest.
void MapView::show() {
    m_shownSides.clear();
    for (std::size_t i = 0; i < m_known.size(); ++i)
        if (m_known[i].scene && !m_known[i].scene->items.empty()) m_shownSides.push_back(i);
    m_picture.setMaps(shownMaps());
    if (!m_picture.maps().empty()) {
        const MapScene& lead = *m_picture.maps().front().scene;
        m_clock.setUnit(MapText::unit(lead), lead.kind == MapKind::Rounds ? 1 : 0);
    }
    m_clock.setSize(m_picture.mostItems(), m_shownSides.size());
    if (!m_begun && !m_shownSides.empty() && m_shownSides.size() == m_known.size()) {
        // Where blocks have landed, and one can be seen that does.
        m_begun = true;
        const quint64 quarter = (m_clock.size() + 3) / 4;
        m_clock.seek(std::max<quint64>(1, quarter));
    }
    if (auto* strip = qobject_cast<MapStrip*>(m_strip)) strip->setMaps(m_picture.maps());
    clockChanged();
}

void MapView::clockChanged() {
    setAccessibleDescription(why().sentence);
    update();
    Q_EMIT whyChanged();
}

std::vector<ShownMap> MapView::shownMaps() const {
    std::vector<ShownMap> maps;
    for (const std::size_t side : m_shownSides) {
        ShownMap map;
        map.name = sides()[side].name;
        map.about = titleOf(*m_known[side].scene->plan);
        map.scene = m_known[side].scene;
        // As in the other views, if a block is there to say so; else that of a result.
        constexpr std::size_t kResult = 2;
        std::size_t family = kResult;
        const auto buffer = map.scene->buffer;
        if (side < playback().sides() && buffer && *buffer < playback().flow(side).trace().memoryBefore().size())
            family = playback().flow(side).families().ofBuffer(static_cast<std::uint32_t>(*buffer)).number;
        bool kin = false;
        if (map.scene->kind == MapKind::Rounds && side < playback().sides()) {
            const MapRounds& rounds = *map.scene->rounds;
            const flow::Families& families = playback().flow(side).families();
            const flow::Family of = rounds.shared          ? families.ofShared(rounds.number)
                                    : rounds.array.empty() ? families.ofOwned()
                                                           : families.ofBuffer(rounds.number);
            family = of.number;
            kin = of.kin;
        }
        map.hue = familyColour(family, kin, theme().look());
        maps.push_back(std::move(map));
    }
    return maps;
}

std::vector<NamedMap> MapView::namedMaps() const {
    std::vector<NamedMap> maps;
    for (const std::size_t side : m_shownSides) maps.push_back({sides()[side].name, m_known[side].scene.get()});
    return maps;
}

const MapScene* MapView::scene(std::size_t side) const {
    return side < m_known.size() ? m_known[side].scene.get() : nullptr;
}

MapStrip* MapView::makeStrip(QWidget* parent) {
    auto* strip = new MapStrip(theme(), m_clock, parent);
    strip->setMaps(m_picture.maps());
    m_strip = strip;
    connect(strip, &QObject::destroyed, this, [this] { m_strip = nullptr; });
    return strip;
}

QWidget* MapView::makeFigure(QWidget* parent) {
    m_chart = new SpeedChart(theme(), parent);
    m_chart->setSpeedUps(m_speedUps);
    connect(m_chart, &QObject::destroyed, this, [this] { m_chart = nullptr; });
    return m_chart;
}

void MapView::setSpeedUps(SpeedUps speedUps) {
    m_speedUps = std::move(speedUps);
    if (m_chart) m_chart->setSpeedUps(m_speedUps);
}

Why MapView::why() const {
    Why why;
    const std::vector<NamedMap> maps = namedMaps();
    if (maps.empty()) {
        why.sentence = missingText();
        return why;
    }
    const quint64 position = m_clock.position();
    why.sentence = MapText::sentence(maps, position);
    why.detail = MapText::detail(maps, position);
    if (maps.front().scene->kind == MapKind::Rounds)
        why.metrics = {"divergent_branches", "warp_instructions", "shared_load_wavefronts", "shared_load_conflicts"};
    else if (maps.front().scene->kind != MapKind::Steps)
        why.metrics = {"blocks_launched", "warp_instructions", "global_store_sectors", "divergent_branches"};
    if (position > 0)
        for (const SourceStep& step : MapText::walk(*maps.front().scene, position - 1))
            if (why.lines.empty() || why.lines.front() != step.line) why.lines.insert(why.lines.begin(), step.line);
    return why;
}

QString MapView::missingText() const {
    for (const Known& known : m_known)
        if (!known.missing.isEmpty()) return known.missing;
    return m_known.empty() ? tr("Nothing has been run yet.") : tr("Looking where the threads work …");
}

MapMoment MapView::moment() const {
    return {m_clock.position(), m_clock.batch(), m_clock.flight(), m_clock.isReduced()};
}

void MapView::paintTo(QPainter& painter, const QSizeF& size) {
    if (m_shownSides.empty()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, missingText());
        return;
    }
    // Another look, or a block has come that says the family.
    std::vector<ShownMap> maps = shownMaps();
    if (!std::ranges::equal(maps, m_picture.maps(), {}, &ShownMap::hue, &ShownMap::hue))
        m_picture.setMaps(std::move(maps));
    double words = 0;
    if (const std::vector<MapKind> all = kinds(); all.size() > 1) {
        QFont bold = theme().type(Type::Body);
        bold.setWeight(QFont::Bold);
        for (const MapKind kind : all)
            words += QFontMetricsF(bold).horizontalAdvance(nameOf(kind)) + theme().scaled(2 * paint::kGrid);
    }
    m_picture.setHeadRoom(words);
    if (size == QSizeF(this->size())) {
        m_picture.paint(painter, size, moment());
        paintKinds(painter);
        return paintPointed(painter);
    }
    MapPicture other(theme());
    other.setMaps(m_picture.maps());
    other.paint(painter, size, moment());
}

void MapView::paintPointed(QPainter& painter) {
    const auto item = m_pointed ? itemOf(*m_pointed) : std::nullopt;
    if (!item) return;
    const MapPainter map = m_picture.painterOf(m_pointed->side);
    if (!m_pointed->thread) return map.point(painter, *item);
    map.pointThread(painter, *item, m_pointed->thread->thread,
                    elementsOf(workOf(*m_pointed), *m_picture.maps()[m_pointed->side].scene, *m_pointed->thread));
}

}  // namespace lanescope
