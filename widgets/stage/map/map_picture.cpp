// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_picture.h"

#include <QFontMetricsF>
#include <algorithm>
#include <utility>

#include "widgets/paint/device.h"
#include "widgets/paint/marks.h"
#include "widgets/stage/map/map_text.h"
#include "widgets/stage/map/rounds_painter.h"

namespace lanescope {
namespace {

constexpr double kFormulaLine = 1.15;  // of the letters' height

QFont boldBody(const Theme& theme) {
    QFont font = theme.type(Type::Body);
    font.setWeight(QFont::DemiBold);
    return font;
}

}  // namespace

void MapPicture::setMaps(std::vector<ShownMap> maps) {
    m_maps = std::move(maps);
    m_layer = {};
}

std::uint64_t MapPicture::mostItems() const {
    std::uint64_t most = 0;
    for (const ShownMap& map : m_maps) most = std::max<std::uint64_t>(most, map.scene->items.size());
    return most;
}

std::uint64_t MapPicture::mostLaunched() const {
    std::uint64_t most = 1;
    for (const ShownMap& map : m_maps) most = std::max(most, map.scene->launched);
    return most;
}

MapPainter MapPicture::painterOf(std::size_t map) const {
    return {m_theme, *m_maps[map].scene, m_layouts[map], m_maps[map].hue, mostLaunched()};
}

RoundsPainter MapPicture::roundsOf(std::size_t map, const MapLayout& layout, std::uint64_t position) const {
    return {m_theme, *m_maps[map].scene->rounds, m_maps[map].hue, layout.matrix, position};
}

RoundsPainter MapPicture::roundsOf(std::size_t map, std::uint64_t position) const {
    return roundsOf(map, m_layouts[map], position);
}

MapWords MapPicture::wordsOf(std::size_t number, std::uint64_t position) const {
    const ShownMap& map = m_maps[number];
    const MapScene& scene = *map.scene;
    MapWords words{.title = map.name, .about = map.about};
    for (const MapGridPlace& place : m_layouts[number].grids)
        words.grids += MapText::gridName(scene, scene.groups[place.group]);
    if (scene.kind != MapKind::Rounds) words.matrix = MapText::matrixName(scene);
    words.launched = MapText::launched(scene);
    words.shares = MapText::shares(scene);
    const QFontMetricsF metrics(boldBody(m_theme));
    const MapLayout& layout = m_layouts[number];
    const double line = metrics.height() * kFormulaLine;
    words.formula = MapText::formula(
        scene, position, static_cast<std::size_t>((layout.formula.height() + 2) / line),
        [&](const QString& text) { return metrics.horizontalAdvance(text) <= layout.formula.width(); });
    if (position > 0 && position <= scene.items.size()) words.fate = MapText::fate(scene, scene.items[position - 1]);
    return words;
}

void MapPicture::begin(const Key& key) {
    m_key = key;
    m_layer = QImage((key.size * key.ratio).toSize(), QImage::Format_RGB32);
    m_layer.setDevicePixelRatio(key.ratio);
    m_layer.fill(m_theme.colour(Colour::Ground));
    m_fine.clear();
    m_landed = 0;
    QPainter painter(&m_layer);
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const MapPainter map = painterOf(i);
        map.ground(painter, wordsOf(i, 0));
        m_fine.push_back(map.fineGround());
        map.drawFine(painter, m_fine.back());
    }
}

void MapPicture::landUpTo(std::uint64_t end) {
    if (end <= m_landed) return;
    QPainter painter(&m_layer);
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const MapPainter map = painterOf(i);
        map.land(painter, m_landed, end);
        map.landFine(m_fine[i], m_landed, end);
        map.drawFine(painter, m_fine[i]);
    }
    m_landed = end;
}

std::vector<MapLayout> MapPicture::layoutsFor(const QSizeF& size, std::uint64_t position) const {
    if (m_maps.empty()) return {};
    const double margin = m_theme.scaled((m_theme.isCompact() ? 2 : 3) * paint::kGrid);
    std::vector<const MapScene*> scenes;
    for (const ShownMap& map : m_maps) scenes.push_back(map.scene.get());
    std::vector<MapLayout> layouts =
        layOutMaps(m_theme, scenes, QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin), position);
    layouts.back().heading.setWidth(layouts.back().heading.width() - m_headRoom);
    return layouts;
}

/// What the layer holds, without one.
void MapPicture::paintLanded(QPainter& painter, std::uint64_t end) const {
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const MapPainter map = painterOf(i);
        map.ground(painter, wordsOf(i, 0));
        auto fine = map.fineGround();
        map.land(painter, 0, end);
        map.landFine(fine, 0, end);
        map.drawFine(painter, fine);
    }
}

void MapPicture::paint(QPainter& painter, const QSizeF& size, const MapMoment& moment) {
    if (m_maps.empty()) return;
    m_layouts = layoutsFor(size, moment.position);
    Key key{
        size, painter.device()->devicePixelRatioF(), m_theme.scaled(1), m_theme.look(), m_theme.isCompact(), m_headRoom,
        {}};
    for (const MapLayout& layout : m_layouts) {
        key.shown.push_back(layout.firstStep);
        key.shown.push_back(layout.grids.size() == 1 ? layout.grids.front().group : 0);
    }
    const std::uint64_t landed = moment.flight < 1 && moment.position > 0 ? moment.position - 1 : moment.position;
    if (paint::isOfPixels(painter)) {
        if (m_layer.isNull() || !(key == m_key) || landed < m_landed) begin(key);
        landUpTo(landed);
        painter.drawImage(QPointF(0, 0), m_layer);
    } else {
        paintLanded(painter, landed);
    }
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        if (m_maps[i].scene->kind == MapKind::Rounds)
            roundsOf(i, moment.position).paint(painter, moment.flight, moment.reduced);
        painterOf(i).now(painter, wordsOf(i, moment.position), moment.position, moment.batch, moment.flight,
                         moment.reduced);
    }
}

}  // namespace lanescope
