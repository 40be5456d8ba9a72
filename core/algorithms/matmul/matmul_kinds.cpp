// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_kinds.h"

namespace lanescope::matmul {

// The verdicts were found by emulating the listings thread by thread; the tests of this room find them again.
std::span<const Kind> kinds() {
    using enum VerdictKind;
    static const std::vector<Kind> kKinds{
        {
            .id = "matmul.single-block",
            .kernel = "singleBlock",
            .oneBlock = true,
            .blocks = {"4", "8", "16", "32"},
            .corrected = {Right, "verdict.matmul.single-block.corrected"_id},
            .published = VerdictText{Wrong, "verdict.matmul.single-block.published"_id},
            .publishedIfOneTile = VerdictText{RightHere, "verdict.matmul.single-block.published_one_tile"_id},
        },
        {
            .id = "matmul.global",
            .kernel = "globalMemory",
            .blocks = {"4", "8", "16", "25", "29", "31", "32"},
            .inRows = "globalMemoryRows",
            .anyRows = true,
            .corrected = {Right, "verdict.matmul.global.corrected"_id},
            .published = VerdictText{Wrong, "verdict.matmul.global.published"_id},
            .publishedIfOneTile = VerdictText{RightHere, "verdict.matmul.global.published_one_tile"_id},
        },
        {
            .id = "matmul.tiled",
            .kernel = "tiled",
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .inRows = "tiledRows",
            .corrected = {Right, "verdict.matmul.tiled.corrected"_id},
            .published = VerdictText{RightHere, "verdict.matmul.tiled.published"_id},
        },
        {
            .id = "matmul.rect2",
            .kernel = "rect2",
            .tilesAcross = 2,
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .corrected = {Right, "verdict.matmul.rect2.corrected"_id},
            .published = VerdictText{Wrong, "verdict.matmul.rect2.published"_id},
        },
        {
            .id = "matmul.rect4-row",
            .kernel = "rect4Row",
            .tilesAcross = 4,
            .shared = {{"As", 1, 1}, {"Bs", 1, 1}},
            .blocks = {"4", "8", "16", "20", "25", "32"},
            .corrected = {Right, "verdict.matmul.rect4-row.corrected"_id},
        },
        {
            .id = "matmul.rect2-prefetch",
            .kernel = "rect2Prefetch",
            .tilesAcross = 2,
            .shared = {{"As", 1, 1}, {"Bs", 1, 2}, {"nextAs", 1, 1}, {"nextBs", 1, 2}},
            .blocks = {"4", "8", "16", "32"},
            .corrected = {Right, "verdict.matmul.rect2-prefetch.corrected"_id},
            .published = VerdictText{Wrong, "verdict.matmul.rect2-prefetch.published"_id},
        },
        {
            .id = "matmul.rect4-prefetch",
            .kernel = "rect4Prefetch",
            .tilesAcross = 2,
            .tilesDown = 2,
            .shared = {{"As", 2, 1}, {"Bs", 1, 2}, {"nextAs", 2, 1}, {"nextBs", 1, 2}},
            .blocks = {"4", "8", "16", "32"},
            .corrected = {Right, "verdict.matmul.rect4-prefetch.corrected"_id},
            .published = VerdictText{Wrong, "verdict.matmul.rect4-prefetch.published"_id},
        },
    };
    return kKinds;
}

}  // namespace lanescope::matmul
