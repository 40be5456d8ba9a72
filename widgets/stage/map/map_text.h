// SPDX-License-Identifier: GPL-3.0-or-later
// The map in words: what is to be seen now, the formula with its present values, what is pointed at.
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <functional>
#include <vector>

#include "widgets/stage/map/map_scene.h"
#include "widgets/stage/map/source_walk.h"

namespace lanescope {

/// A map and what it is called.
struct NamedMap {
    QString name;
    const MapScene* scene = nullptr;
};

class MapText {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MapText)
public:
    /// How the present block finds its place: what its first thread executes, as the source says it, with values; then
    /// where the block's threads write, from the log. The last line is the one that counts. Nothing at position 0.
    /// In at most `lines` lines that `fits` says yes to, if that can be.
    using Fits = std::function<bool(const QString& line)>;
    [[nodiscard]] static QStringList formula(const MapScene& scene, std::uint64_t position, std::size_t lines,
                                             const Fits& fits);
    /// The same walk; empty for what is no block.
    [[nodiscard]] static std::vector<SourceStep> walk(const MapScene& scene, std::uint64_t item);

    [[nodiscard]] static QString sentence(const std::vector<NamedMap>& maps, std::uint64_t position);
    [[nodiscard]] static QString detail(const std::vector<NamedMap>& maps, std::uint64_t position);

    /// "Block (3, 1) of bb, number 11: …"
    [[nodiscard]] static QString item(const MapScene& scene, std::uint64_t item);
    /// "Tile (4, 4) of M, rows …: block 15"
    [[nodiscard]] static QString place(const MapScene& scene, std::uint32_t latticeRow, std::uint32_t latticeColumn);

    /// "tile (4, 4) of M", "rows 32…39, columns 0…7 of C", "M[3][5] and 63 more elements".
    [[nodiscard]] static QString target(const MapScene& scene, const MapItem& item);
    /// What a step does, in a word: "dpotrf", "trsm", "to GPU"; of a launch its kernel's name.
    [[nodiscard]] static QString stepName(const Step& step);
    /// "host", "stream 1"
    [[nodiscard]] static QString laneName(const MapGroup& lane);
    [[nodiscard]] static QString gridName(const MapScene& scene, const MapGroup& group);
    [[nodiscard]] static QString matrixName(const MapScene& scene);
    [[nodiscard]] static QString launched(const MapScene& scene);
    [[nodiscard]] static QString shares(const MapScene& scene);
    /// "thread 0 adds shared[4] to shared[0]"
    [[nodiscard]] static QString addition(const MapScene& scene, std::size_t round, std::size_t addition);
    /// Of an item that does not land: "wasted", "to partial".
    [[nodiscard]] static QString fate(const MapScene& scene, const MapItem& item);
    /// What the numbers count: "block", "pass", "step".
    [[nodiscard]] static QString unit(const MapScene& scene);
};

}  // namespace lanescope
