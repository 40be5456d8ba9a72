// SPDX-License-Identifier: GPL-3.0-or-later
// A multiprocessor that fills with the blocks of a launch, as data: what it has of each resource, what every block
// takes, and what the next one lacks.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/metrics/counters.h"
#include "core/metrics/occupancy.h"
#include "core/study/launch_blocks.h"

namespace lanescope::block {

/// A size of blocks that could be chosen instead.
struct OtherSize {
    QString name;  ///< "block=8"
    BlockResources block;
};

/// What a GPU's counters say of the launch.
struct Achieved {
    double percent = 0;
    Origin origin = Origin::Measured;
};

struct BlockInput {
    QString name;  ///< of the side
    GpuSpec gpu;
    LaunchBlock launch;
    std::vector<OtherSize> others;   ///< this one included
    std::vector<Achieved> achieved;  ///< on this GPU
};

enum class Resource : std::uint8_t { Warps, Registers, Shared, Blocks, Barriers };

struct Vessel {
    Resource resource = Resource::Warps;
    std::uint64_t capacity = 0;   ///< 0 = not known
    std::uint64_t perBlock = 0;   ///< what is set aside for a block
    std::uint64_t portion = 0;    ///< of that, what is given at once: a warp's registers; a slot; else the same
    unsigned parts = 1;           ///< of the multiprocessor, that portions are dealt out to in turn
    std::uint64_t wanted = 0;     ///< what a block asks for; what is set aside for it is no less
    std::uint64_t left = 0;       ///< when all blocks that fit are there
    std::uint64_t usable = 0;     ///< of that, what is whole portions, each within one part
    std::uint64_t enoughFor = 0;  ///< blocks
    bool limits = false;          ///< the next block lacks this
    bool known = false;           ///< capacity and perBlock are
    QString unknown{};            ///< why not, in words
    [[nodiscard]] std::uint64_t used(std::uint64_t blocks) const { return blocks * perBlock; }
};

/// A point of a curve: occupancy where one of the block's quantities is another.
struct Curve {
    OccupancyAxis axis = OccupancyAxis::Threads;
    std::vector<OccupancyPoint> points;
    std::optional<std::uint64_t> here;  ///< this block's
    struct Choice {
        std::uint64_t x = 0;
        double percent = 0;
        std::uint64_t blocks = 0;
        std::size_t other = 0;  ///< into BlockInput::others
    };
    std::vector<Choice> choices;  ///< of threads only
};

struct BlockScene {
    BlockInput input;
    std::optional<Occupancy> occupancy;
    QString impossible;  ///< why such a block cannot run; then there is no occupancy
    std::uint64_t warpsPerBlock = 0;
    std::uint64_t warps = 0;      ///< of the multiprocessor
    std::vector<Vessel> vessels;  ///< warps, registers, shared memory, slots of blocks; barriers if they can limit
    std::vector<Curve> curves;
    std::uint64_t roomForBlocks = 0;  ///< of the whole GPU; 0 = not known
};
[[nodiscard]] BlockScene blockScene(const BlockInput& input);

/// "warps", "registers", "bytes of shared memory", "blocks", "barriers"
[[nodiscard]] QString resourceWord(Resource resource);
/// What the next block lacks of a vessel: "would need 8 192 registers, 4 096 are left".
[[nodiscard]] QString lackWords(const Vessel& vessel);
/// The same below the vessel: "one more needs 8 192, 4 096 are left".
[[nodiscard]] QString shortLackWords(const Vessel& vessel);
/// "6 blocks of 8 warps fit: 48 of 64 warps."
[[nodiscard]] QString fitWords(const BlockScene& scene);
/// "Limited by registers."
[[nodiscard]] QString limitWords(const BlockScene& scene);
/// "Warps would do for 8 blocks, shared memory for 76, slots of blocks for 32."
[[nodiscard]] QString enoughWords(const BlockScene& scene);
/// Why a launch that is too small does not fill the GPU; empty if it does.
[[nodiscard]] QString fewBlocksWords(const BlockScene& scene);
/// Which launch, on which GPU, and what its blocks take.
[[nodiscard]] QString launchWords(const BlockScene& scene);

}  // namespace lanescope::block
