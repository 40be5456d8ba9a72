// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/hand_counts.h"

#include <cmath>

#include "core/base/words.h"
#include "core/models/launch_profile.h"

namespace lanescope {
namespace {

/// What a document says of one thread, for the parameters of a plan.
struct HandCount {
    std::string_view algorithm;
    void (*count)(LaunchProfile& profile, const Parameters& parameters);
    std::string_view source;     ///< text that says where the counts are from
    bool publishedOnly = false;  ///< the corrected kernels are other ones
};

/// The value of a whole number. What a count reads here by its name, the algorithms that it is listed with below have.
double number(const Parameters& parameters, std::string_view name) {
    return static_cast<double>(parameters.number(name).value_or(0));
}

constexpr double kOperationsOfAMultiplyAdd = 2;  // 003 counts floating point operations

/// 003, CGMA, methods 1 and 2: a pair of multiplication and addition for two loads; one store an element. In method 1 a
/// thread computes an element of every tile.
void countPerElement(LaunchProfile& profile, double n, double elements) {
    profile.computeInstructions = kOperationsOfAMultiplyAdd * n * elements;
    profile.globalLoads = 2 * n * elements;
    profile.globalStores = elements;
}

void singleBlock(LaunchProfile& profile, const Parameters& parameters) {
    const double n = number(parameters, "n");
    const double tiles = n / number(parameters, "block");
    countPerElement(profile, n, tiles * tiles);
}

void global(LaunchProfile& profile, const Parameters& parameters) {
    countPerElement(profile, number(parameters, "n"), 1);
}

/// 003, CGMA, method 6: in each of n / block rounds, block multiplications and additions for each of `elements`
/// elements and `loads` loads. Its formula leaves out the stores and the loads before the first round; we add the
/// stores.
void prefetch(LaunchProfile& profile, const Parameters& parameters, double elements, double loads) {
    const double n = number(parameters, "n");
    profile.computeInstructions = kOperationsOfAMultiplyAdd * elements * n;
    profile.globalLoads = loads * n / number(parameters, "block");
    profile.globalStores = elements;
}

void rect2Prefetch(LaunchProfile& profile, const Parameters& parameters) { prefetch(profile, parameters, 2, 3); }
void rect4Prefetch(LaunchProfile& profile, const Parameters& parameters) { prefetch(profile, parameters, 4, 4); }

/// 004 section 9.3: 32 compute instructions, 3 accesses to global memory that no cache serves (two loads, one store),
/// and 2 + 32 · 2 + 1 accesses to shared memory for a tile of 32. It prices one tile; here each of n / block tiles is.
void tiled(LaunchProfile& profile, const Parameters& parameters) {
    const double block = number(parameters, "block");
    const double tiles = number(parameters, "n") / block;
    profile.computeInstructions = block * tiles;
    profile.globalLoads = 2 * tiles;
    profile.globalStores = 1;
    profile.cacheable = 0;
    profile.sharedAccesses = (2 + 2 * block) * tiles + 1;
}

/// 004 section 5.1.2: one operation and three accesses.
void vectorSum(LaunchProfile& profile, const Parameters&) {
    profile.computeInstructions = 1;
    profile.globalLoads = 2;
    profile.globalStores = 1;
}

/// 004 sections 7.1, 7.2 and 9.2: for each of `rows` rows m operations, 2 m loads and a store.
void countRows(LaunchProfile& profile, const Parameters& parameters, double rows) {
    const double m = number(parameters, "m");
    profile.computeInstructions = rows * m;
    profile.globalLoads = rows * 2 * m;
    profile.globalStores = rows;
}

void matvecRows(LaunchProfile& profile, const Parameters& parameters) { countRows(profile, parameters, 1); }
void matvecRowBlocks(LaunchProfile& profile, const Parameters& parameters) {
    countRows(profile, parameters, number(parameters, "rows-per-thread"));
}

/// 004 section 9.1 and table B.16: what a thread adds up, served by the cache, and then the tree, which is not. The
/// tree is that of 512 threads, whatever the block. The document's shared variant is known by its table only.
void twoPhaseReduction(LaunchProfile& profile, const Parameters& parameters) {
    const bool shared = parameters.value("memory") == "shared";
    const double values = number(parameters, "n") / number(parameters, "block");
    profile.cacheable = shared ? values : 3 * values;
    profile.computeInstructions = std::ceil(values) + 1 + (shared ? 17 : 9);
    profile.globalLoads = *profile.cacheable + (shared ? 2 : 27);
    profile.sharedAccesses = shared ? 2 * values + 27 : 0;
}

/// 004 section 9.3: each element is loaded and stored once in global memory, where no cache serves it, and once in
/// shared memory. Its threads have one element each; a thread of ours has four.
void transposeTiled(LaunchProfile& profile, const Parameters&) {
    constexpr double kElements = 4;
    profile.globalLoads = kElements;
    profile.globalStores = kElements;
    profile.cacheable = 0;
    profile.sharedAccesses = 2 * kElements;
}

/// 004 sections 7.3 and 9.2: an atomic addition for each row; nothing else is priced, and one block.
void matvecColumns(LaunchProfile& profile, const Parameters& parameters) { profile.atomics = number(parameters, "n"); }

/// 004 section 9.3, for each of the four kernels of listings 8.13 to 8.16. No access is cached.
void choleskyKernels(LaunchProfile& profile, const Parameters& parameters) {
    const double tile = number(parameters, "tile");
    const double block = number(parameters, "block");
    profile.cacheable = 0;
    if (profile.kernel.starts_with("transpose")) {
        const double elements = tile * tile / static_cast<double>(profile.threadsPerBlock);
        profile.globalLoads = profile.globalStores = elements;
        profile.sharedAccesses = 2 * elements;
    } else if (profile.kernel.starts_with("multiply")) {
        const double tiles = block / tile;
        profile.computeInstructions = tile * tiles;
        profile.globalLoads = 2 * tiles;
        profile.globalStores = 1;
        profile.sharedAccesses = (2 + 2 * tile) * tiles + 1;
    } else if (profile.kernel == "subtract") {
        profile.computeInstructions = 1;
        profile.globalLoads = 2;
        profile.globalStores = 1;
    } else {
        profile.computeInstructions = 3;
        profile.globalLoads = 4;
        profile.globalStores = 2;
    }
}

constexpr std::string_view kFrom003 = "counts.003"_id;
constexpr std::string_view kFrom004 = "counts.004"_id;

constexpr std::string_view kThreadsFrom004 = "counts.004_threads"_id;

constexpr HandCount kHandCounts[] = {
    {"matmul.single-block", singleBlock, kFrom003},
    {"matmul.global", global, kFrom003},
    {"matmul.tiled", tiled, kFrom004},
    {"matmul.rect2-prefetch", rect2Prefetch, kFrom003},
    {"matmul.rect4-prefetch", rect4Prefetch, kFrom003},
    {"vector.add", vectorSum, kThreadsFrom004},
    {"matvec.rows", matvecRows, kThreadsFrom004},
    {"matvec.row-blocks", matvecRowBlocks, kThreadsFrom004},
    {"reduce.two-phase", twoPhaseReduction, kThreadsFrom004},
    {"transpose.tiled", transposeTiled, kThreadsFrom004},
    {"matvec.columns", matvecColumns, kThreadsFrom004},
    {"cholesky.structured-own", choleskyKernels, kFrom004, true},
};

/// One more launch like one that is there already, or a new one.
void add(ModelInput& input, LaunchProfile profile) {
    for (LaunchProfile& same : input.launches) {
        if (same.kernel != profile.kernel || same.blocks != profile.blocks ||
            same.threadsPerBlock != profile.threadsPerBlock)
            continue;
        ++same.times;
        return;
    }
    input.launches.push_back(std::move(profile));
}

tl::unexpected<Error> nobodyCounts(const Message& what) {
    return fail(ErrorCode::IllegalValue, {{"parameter", "counts"},
                                          {"value", "document"},
                                          {"legal", inWords(Message("counts.nobody"_id, {{"what", what}}))}});
}

}  // namespace

Result<ModelInput> documentCounts(const Plan& plan) {
    for (const HandCount& hand : kHandCounts) {
        if (hand.algorithm != plan.algorithm) continue;
        if (hand.publishedOnly && plan.parameters.value("variant") != "published")
            return nobodyCounts(Message("counts.corrected"_id, {{"algorithm", plan.algorithm}}));
        if (plan.parameters.find("rows") != nullptr)
            return nobodyCounts(Message::plain(plan.algorithm + " rows=" + plan.parameters.value("rows")));
        ModelInput input = withoutLaunches(plan);
        for (const Launch* launch : plan.launches()) {
            LaunchProfile profile;
            profile.kernel = launch->kernel->entry;
            profile.blocks = launch->grid.count();
            profile.threadsPerBlock = launch->block.count();
            profile.type = plan.buffers[plan.reference.buffer].type;
            profile.arguments = launch->arguments.size();
            profile.countsFrom = textOf(hand.source);
            hand.count(profile, plan.parameters);
            add(input, std::move(profile));
        }
        return input;
    }
    return nobodyCounts(Message::plain(plan.algorithm));
}

}  // namespace lanescope
