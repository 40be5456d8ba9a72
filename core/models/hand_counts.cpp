// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hand_counts.h"

#include <cstdlib>

#include "core/models/launch_profile.h"

namespace lanescope {
namespace {

/// What a document says of one thread that works on `tiles` tiles of side `block`.
struct HandCount {
    std::string_view algorithm;
    void (*count)(LaunchProfile& profile, double n, double block);
    std::string_view source;
};

constexpr double kOperationsOfAMultiplyAdd = 2;  // 003 counts floating point operations

/// 003, CGMA, methods 1 and 2: a pair of multiplication and addition for two loads; one store an element. In method 1 a
/// thread computes an element of every tile.
void countPerElement(LaunchProfile& profile, double n, double elements) {
    profile.computeInstructions = kOperationsOfAMultiplyAdd * n * elements;
    profile.globalLoads = 2 * n * elements;
    profile.globalStores = elements;
}

void singleBlock(LaunchProfile& profile, double n, double block) {
    countPerElement(profile, n, (n / block) * (n / block));
}

void global(LaunchProfile& profile, double n, double) { countPerElement(profile, n, 1); }

/// 003, CGMA, method 6: in each of n / block rounds, block multiplications and additions for each of `elements`
/// elements and `loads` loads. Its formula leaves out the stores and the loads before the first round; we add the
/// stores.
void prefetch(LaunchProfile& profile, double n, double block, double elements, double loads) {
    profile.computeInstructions = kOperationsOfAMultiplyAdd * elements * n;
    profile.globalLoads = loads * n / block;
    profile.globalStores = elements;
}

void rect2Prefetch(LaunchProfile& profile, double n, double block) { prefetch(profile, n, block, 2, 3); }
void rect4Prefetch(LaunchProfile& profile, double n, double block) { prefetch(profile, n, block, 4, 4); }

/// 004 section 9.3: 32 compute instructions, 3 accesses to global memory that no cache serves (two loads, one store),
/// and 2 + 32 · 2 + 1 accesses to shared memory for a tile of 32. It prices one tile; here each of n / block tiles is.
void tiled(LaunchProfile& profile, double n, double block) {
    const double tiles = n / block;
    profile.computeInstructions = block * tiles;
    profile.globalLoads = 2 * tiles;
    profile.globalStores = 1;
    profile.cacheable = 0;
    profile.sharedAccesses = (2 + 2 * block) * tiles + 1;
}

constexpr std::string_view kFrom003 =
    "Counts are document 003's own (section CGMA): floating point operations, each priced as an instruction, and loads "
    "from global memory; shared memory is not counted.";
constexpr std::string_view kFrom004 =
    "Counts are document 004's own (section 9.3, listing 8.14), which it makes for one tile, times the number of "
    "tiles.";

constexpr HandCount kHandCounts[] = {
    {"matmul.single-block", singleBlock, kFrom003},
    {"matmul.global", global, kFrom003},
    {"matmul.tiled", tiled, kFrom004},
    {"matmul.rect2-prefetch", rect2Prefetch, kFrom003},
    {"matmul.rect4-prefetch", rect4Prefetch, kFrom003},
};

}  // namespace

Result<ModelInput> documentCounts(const Plan& plan) {
    const double n = std::atof(valueOf(plan.parameters, "n").c_str());
    const double block = std::atof(valueOf(plan.parameters, "block").c_str());
    for (const HandCount& hand : kHandCounts) {
        if (hand.algorithm != plan.algorithm || n <= 0 || block <= 0) continue;
        ModelInput input = copiesOf(plan);
        for (const Step& step : plan.steps) {
            const auto* launch = std::get_if<LaunchStep>(&step);
            if (launch == nullptr) continue;
            LaunchProfile profile;
            profile.kernel = launch->launch.kernel->entry;
            profile.blocks = launch->launch.grid.count();
            profile.threadsPerBlock = launch->launch.block.count();
            profile.type = plan.buffers[plan.reference.buffer].type;
            profile.countsFrom = hand.source;
            hand.count(profile, n, block);
            input.launches.push_back(std::move(profile));
        }
        return input;
    }
    return fail(ErrorCode::IllegalValue,
                {{"parameter", "counts"},
                 {"value", "document"},
                 {"legal", "no document counts " + plan.algorithm + " by hand; take emulated"}});
}

}  // namespace lanescope
