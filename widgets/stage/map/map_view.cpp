// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_view.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/words.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/map/map_steps.h"
#include "widgets/stage/map/map_strip.h"

namespace lanescope {
namespace {

/// "Bounding box (BB)"; empty for what is not of the catalogue.
QString titleOf(const Plan& plan) {
    const std::string id = "algorithm." + plan.algorithm + ".title";
    return hasText(id) ? QString::fromStdString(textOf(id)) : QString();
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
        tr("Arrow keys go from block to block, Return launches the blocks up to that one, Control+Return watches it."));
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
    for (std::size_t i = 0; i < known.size(); ++i) {
        known[i].run = sides()[i].run;
        // What was found out of a run stays known wherever it stands now.
        const auto before = std::ranges::find(m_known, sides()[i].run, &Known::run);
        if (before != m_known.end())
            known[i] = *before;
        else
            other = true;
    }
    m_known = std::move(known);
    if (!other) return;
    m_begun = false;
    m_pointed.reset();
    for (std::size_t i = 0; i < m_known.size(); ++i)
        if (!m_known[i].scene) makeScene(i);
    show();
}

void MapView::setWork(std::size_t side, std::vector<std::shared_ptr<const ThreadWork>> launches) {
    if (side >= m_known.size()) return;
    m_known[side].work = std::move(launches);
    m_known[side].missing.clear();
    makeScene(side);
    show();
}

void MapView::setWorkMissing(std::size_t side, const QString& why) {
    if (side >= m_known.size()) return;
    m_known[side].missing = why;
    if (m_known[side].scene && m_known[side].scene->kind == MapKind::Steps) return;
    m_known[side].scene.reset();
    show();
}

void MapView::makeScene(std::size_t side) {
    Known& known = m_known[side];
    known.scene.reset();
    if (!known.run) return;
    const auto plan = std::shared_ptr<const Plan>(known.run, &known.run->plan);
    if (hasStepsOfItsOwn(*plan)) {
        known.scene = std::make_shared<const MapScene>(mapOfSteps(plan));
    } else if (!known.work.empty() && known.work.front()) {
        const std::optional<BufferId> buffer = mostWritten(known.work);
        MapOrder order;
        const ThreadWork& first = *known.work.front();
        const bool one = plan->launches().size() == 1 && first.grid().count() == 1 && buffer;
        if (one && side < playback().sides()) order = orderOf(playback().flow(side).trace(), *buffer);
        known.scene = std::make_shared<const MapScene>(mapOfBlocks(plan, known.work, buffer, order));
    }
}

/// Sides whose map is known are shown; the clock is that of the longest.
void MapView::show() {
    m_shownSides.clear();
    for (std::size_t i = 0; i < m_known.size(); ++i)
        if (m_known[i].scene && !m_known[i].scene->items.empty()) m_shownSides.push_back(i);
    m_picture.setMaps(shownMaps());
    m_clock.setSize(m_picture.mostItems());
    if (!m_begun && !m_shownSides.empty() && m_shownSides.size() == m_known.size()) {
        // Where blocks have landed, and one can be seen that does.
        m_begun = true;
        m_clock.seek(std::max<quint64>(1, m_clock.size() / 4));
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
        map.hue = familyColour(family, false, theme().look());
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
    if (maps.front().scene->kind != MapKind::Steps)
        why.metrics = {"blocks_launched", "warp_instructions", "global_store_sectors", "divergent_branches"};
    if (position > 0)
        for (const SourceStep& step : MapText::walk(*maps.front().scene, position - 1))
            if (why.lines.empty() || why.lines.front() != step.line) why.lines.insert(why.lines.begin(), step.line);
    return why;
}

QString MapView::missingText() const {
    for (const Known& known : m_known)
        if (!known.missing.isEmpty()) return known.missing;
    for (const Known& known : m_known)
        if (known.run && known.run->plan.launches().empty())
            return tr("This plan launches no kernel, and does nothing to parts of an array.");
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
    if (size == QSizeF(this->size())) {
        m_picture.paint(painter, size, moment());
        if (m_pointed)
            if (const auto item = itemOf(*m_pointed)) m_picture.painterOf(m_pointed->side).point(painter, *item);
        return;
    }
    MapPicture other(theme());
    other.setMaps(m_picture.maps());
    other.paint(painter, size, moment());
}

}  // namespace lanescope
