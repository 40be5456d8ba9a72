// SPDX-License-Identifier: GPL-3.0-or-later
// One thread of a map: who writes an element, and what a thread writes. No pixels.
#pragma once

#include <QString>

#include "widgets/stage/map/map_scene.h"

namespace lanescope {

struct MapThread {
    std::size_t launch = 0;    ///< place in MapLaunches
    std::uint64_t block = 0;   ///< Dim3::linear in its grid
    std::uint64_t thread = 0;  ///< Dim3::linear in its block
    friend bool operator==(const MapThread&, const MapThread&) = default;
};

/// The first thread that writes an element (its row-major number), of the first launch in which one does.
[[nodiscard]] std::optional<MapThread> writerOf(const MapLaunches& launches, BufferId buffer, std::uint64_t element);

/// Of a scene's buffer, each 1 x 1; at most `most`.
[[nodiscard]] std::vector<MapRect> elementsOf(const MapLaunches& launches, const MapScene& scene,
                                              const MapThread& thread, std::size_t most = 256);

/// "Thread (3, 2) of block (1, 1): writes M[10][3]", or that it writes nothing.
[[nodiscard]] QString threadWords(const MapLaunches& launches, const Plan& plan, const MapThread& thread);

/// The block's place among a scene's items; nothing if it is not told of.
[[nodiscard]] std::optional<std::uint64_t> itemOf(const MapScene& scene, const MapThread& thread);

}  // namespace lanescope
