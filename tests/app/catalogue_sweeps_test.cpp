// SPDX-License-Identifier: GPL-3.0-or-later
// What can vary along an axis, and which sizes of blocks there are to choose from, of every algorithm: found by the
// roles of its parameters, whatever they are called.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "app/state/block_sizes.h"
#include "app/state/sweep_values.h"
#include "core/library/library.h"

namespace lanescope {
namespace {

struct Found {
    std::string id;
    std::string axes;    ///< the main size first
    std::string block;   ///< what says how large a block of threads is; empty: the first launch has but one size
    std::string blocks;  ///< its values, by ascending threads
    friend bool operator==(const Found&, const Found&) = default;
};
std::ostream& operator<<(std::ostream& out, const Found& found) {
    return out << found.id << ": axes " << found.axes << "; " << found.block << " " << found.blocks;
}

std::string numbers(int step, int last) {
    std::string text;
    for (int number = step; number <= last; number += step) text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
}

std::vector<Found> expected() {
    const std::string upTo32 = numbers(1, 32);
    const std::string wholeWarps = numbers(32, 1024);
    return {
        {"matmul.single-block", "n block", "block", "4 8 16 32"},
        {"matmul.global", "n block", "block", "4 8 16 25 29 31 32"},
        {"matmul.tiled", "n block", "block", "4 8 16 20 25 32"},
        {"matmul.rect2", "n block", "block", "4 8 16 20 25 32"},
        {"matmul.rect4-row", "n block", "block", "4 8 16 20 25 32"},
        {"matmul.rect2-prefetch", "n block", "block", "4 8 16 32"},
        {"matmul.rect4-prefetch", "n block", "block", "4 8 16 32"},
        {"matmul.one-block-grid-stride", "n block", "block", "16 32"},
        {"matmul.whole-shared", "n", "", ""},
        {"matmul.quadrants", "n block", "block", upTo32},
        {"matmul.quadrants-8-launches", "n block", "block", upTo32},
        {"triangle.bb", "n block dimensions", "block", "1 2 4 8 16 32"},
        {"triangle.ltm", "n block dimensions", "block", "1 2 4 8 16 32"},
        {"triangle.rb", "n block dimensions", "block", "1 2 4 8 16 32"},
        {"triangle.rec", "n block levels dimensions", "block", "1 2 4 8 16 32"},
        {"triangle.utm", "n block dimensions", "block", "1 2 4 8 16 32"},
        {"triangle.h", "n block dimensions", "block", "1 2 4 8 16 32"},
        {"reduce.0", "n block", "block", "2 4 8 16 32 64 96 128 256 512 1024"},
        {"reduce.1", "n block", "block", "2 4 8 16 32 64 96 128 256 512 1024"},
        {"reduce.2", "n block", "block", "2 4 8 16 32 64 96 128 256 512 1024"},
        {"reduce.3", "n block", "block", "2 4 8 16 32 64 96 128 256 512 1024"},
        {"reduce.4", "n block", "block", "64 128 256 512 1024"},
        {"reduce.5", "n block", "block", "64 128 256 512 1024"},
        {"reduce.6", "n block blocks", "block", "64 128 256 512 1024"},
        {"reduce.two-phase", "n block", "block", "2 4 8 16 32 64 128 256 512 1024"},
        {"reduce.cub", "n block blocks", "block", "32 64 128 256 512 1024"},
        {"vector.add", "n block", "block", wholeWarps},
        {"matvec.rows", "n m block", "block", wholeWarps},
        {"matvec.row-blocks", "n m block rows-per-thread", "block", wholeWarps},
        {"matvec.columns", "n m block", "block", wholeWarps},
        {"transpose.tiled", "width height tile", "tile", "4 8 16 32"},
        {"micro.copy", "n", "", ""},
        {"micro.launch", "arguments blocks block", "block", wholeWarps},
        {"micro.divergence", "n block", "block", wholeWarps},
        {"micro.merged", "n block", "block", wholeWarps},
        {"micro.divergence-ways", "ways warps", "warps", upTo32},
        {"micro.atomics", "n", "", ""},
        {"cholesky.sequential", "n", "", ""},
        {"cholesky.blocked", "n block", "", ""},
        {"cholesky.tiles", "n block", "", ""},
        {"cholesky.blocks", "n block", "", ""},
        {"cholesky.structured", "n block", "", ""},
        {"cholesky.structured-own", "n block tile", "tile", "8"},
        {"matmul.sequential", "n", "", ""},
        {"matmul.cublas", "n", "", ""},
    };
}

Found foundOf(const Algorithm& algorithm) {
    Found found{std::string(algorithm.id()), {}, {}, {}};
    for (const std::string& axis : sweepableParameters(algorithm)) found.axes += (found.axes.empty() ? "" : " ") + axis;
    for (const OtherBlock& other : blockSizes(algorithm, algorithm.complete({}).value(), 0, {}, {})) {
        const std::size_t equals = other.name.find('=');
        found.block = other.name.substr(0, equals);
        found.blocks += (found.blocks.empty() ? "" : " ") + other.name.substr(equals + 1);
    }
    return found;
}

TEST(CatalogueSweeps, FindWhatCanVary) {
    const auto library = openLibrary({LibraryPart::Catalogue}).value();
    std::vector<Found> found;
    for (const auto& algorithm : library->catalogue().algorithms()) found.push_back(foundOf(*algorithm));
    const std::vector<Found> wanted = expected();
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], wanted[i]);
}

}  // namespace
}  // namespace lanescope
