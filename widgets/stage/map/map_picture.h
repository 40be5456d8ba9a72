// SPDX-License-Identifier: GPL-3.0-or-later
// Maps abreast as one picture. What stands still is kept as an image, to which each block that lands is added; only
// what is in the air is drawn anew for every frame.
#pragma once

#include <QImage>
#include <memory>
#include <vector>

#include "widgets/stage/map/map_painter.h"

namespace lanescope {

/// One of the maps abreast.
struct ShownMap {
    QString name;
    QString about;
    std::shared_ptr<const MapScene> scene;
    QColor hue;
};

class RoundsPainter;

/// Where the clock stands.
struct MapMoment {
    std::uint64_t position = 0;
    std::uint64_t batch = 0;
    double flight = 1;
    bool reduced = false;
};

class MapPicture {
public:
    explicit MapPicture(const Theme& theme) : m_theme(theme) {}

    void setMaps(std::vector<ShownMap> maps);
    [[nodiscard]] const std::vector<ShownMap>& maps() const { return m_maps; }

    void paint(QPainter& painter, const QSizeF& size, const MapMoment& moment);
    [[nodiscard]] std::vector<MapLayout> layoutsFor(const QSizeF& size, std::uint64_t position) const;
    /// Of the size and position that were painted last.
    [[nodiscard]] const std::vector<MapLayout>& layouts() const { return m_layouts; }
    [[nodiscard]] MapPainter painterOf(std::size_t map) const;
    /// Only of a map of rounds.
    [[nodiscard]] RoundsPainter roundsOf(std::size_t map, const MapLayout& layout, std::uint64_t position) const;
    [[nodiscard]] RoundsPainter roundsOf(std::size_t map, std::uint64_t position) const;
    /// Room that the last map leaves free at the right of its heading.
    void setHeadRoom(double width) { m_headRoom = width; }
    /// Of all maps.
    [[nodiscard]] std::uint64_t mostItems() const;

private:
    struct Key {
        QSizeF size;
        double ratio = 0;
        double textScale = 0;
        Look look = Look::Light;
        bool compact = false;
        double headRoom = 0;
        std::vector<std::uint64_t> shown;  ///< launches and steps that are, where not all can be
        friend bool operator==(const Key&, const Key&) = default;
    };
    [[nodiscard]] MapWords wordsOf(std::size_t map, std::uint64_t position) const;
    void begin(const Key& key);
    void landUpTo(std::uint64_t end);
    void paintLanded(QPainter& painter, std::uint64_t end) const;
    [[nodiscard]] std::uint64_t mostLaunched() const;

    const Theme& m_theme;
    std::vector<ShownMap> m_maps;
    std::vector<MapLayout> m_layouts;
    Key m_key;
    QImage m_layer;
    std::vector<MapPainter::Fine> m_fine;
    std::uint64_t m_landed = 0;
    double m_headRoom = 0;
};

}  // namespace lanescope
