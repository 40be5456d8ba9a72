// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps view says: sentences made by rules from what a scene counts.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/trace/timeline.h"
#include "widgets/stage/warps/warps_scene.h"

namespace lanescope::warps {

/// What instructions do with values, by what there is to tell.
enum class Doing : std::uint8_t { Nothing, Load, Store, Copy, Add, Multiply, Compute, Exchange, Work };
[[nodiscard]] Doing doingOf(const WarpsScene& scene, std::uint32_t first, std::uint32_t end);
/// Of a basic block.
[[nodiscard]] Doing doingOf(const WarpsScene& scene, std::uint32_t block);
/// Of all that works in a group.
[[nodiscard]] Doing doingOf(const Group& group);
/// "add", "adds": of so many lanes.
[[nodiscard]] QString verbOf(Doing doing, unsigned lanes);

/// The line of the kernel's source that an instruction stands for: where it was inlined, the call. 0 = none.
[[nodiscard]] std::uint32_t lineOf(const program::Instruction& instruction);

/// The last thing that happened.
struct Present {
    std::uint64_t event = 0;
    std::uint32_t warp = 0;
    std::size_t group = 0;
    std::uint32_t column = 0;
    std::uint32_t block = 0;
};
[[nodiscard]] std::optional<Present> presentAt(const WarpsScene& scene, std::uint64_t position);

/// Beside the title: "every 8th thread adds".
[[nodiscard]] QString whoWorks(const WarpsScene& scene, std::size_t group);
/// What is to be seen of the last event. `timeline` stands where the scene is looked at.
[[nodiscard]] QString sentenceOf(const WarpsScene& scene, const Timeline& timeline);
/// Of a whole phase.
[[nodiscard]] QString sentenceOfGroup(const WarpsScene& scene, std::size_t group);
/// Of two blocks in their present phases.
[[nodiscard]] QString sentenceOfBoth(const WarpsScene& a, const QString& nameOfA, std::size_t groupOfA,
                                     const WarpsScene& b, const QString& nameOfB, std::size_t groupOfB);
/// Of a cell that is pointed at.
[[nodiscard]] QString describedCell(const WarpsScene& scene, std::size_t group, std::size_t column, std::uint32_t warp);

}  // namespace lanescope::warps
