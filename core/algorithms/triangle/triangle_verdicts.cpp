// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_verdicts.h"

#include <string>

namespace lanescope::triangle {
namespace {

using enum VerdictKind;

Message place(const Place& place) {
    return Message("verdict.triangle.place"_id, {{"row", place.row}, {"column", place.column}});
}

/// A verdict and what is launched: "Here 64 blocks are launched, and 28 are idle; of 4096 threads 2080 have a cell."
Message withLaunched(Message words, const Configuration& c) {
    const Tally tally = tallyOf(c);
    const std::uint64_t idle = tally.blocks - tally.usefulBlocks;
    const std::size_t launches = launchesOf(c).size();
    Message launched(launches > 1 ? "verdict.triangle.launched_several"_id : "verdict.triangle.launched"_id,
                     {{"blocks", Message::counted("verdict.triangle.blocks_are"_id, tally.blocks)},
                      {"launches", launches},
                      {"idle", idle == 0 ? Message("verdict.triangle.none_idle"_id)
                                         : Message::counted("verdict.triangle.idle"_id, idle)},
                      {"threads", Message::counted("verdict.triangle.threads"_id, tally.threads)},
                      {"useful", Message::counted("verdict.triangle.useful"_id, tally.usefulThreads)}});
    return Message::joined(Join::Sentences, {std::move(words), std::move(launched)});
}

/// What becomes of the tile that LTM misses first.
Message missed(const Configuration& c, std::uint32_t lambda) {
    const auto row = static_cast<std::int64_t>(rowOfTile(lambda));
    const auto before = static_cast<std::int64_t>(triangular(static_cast<std::uint64_t>(row)));
    const std::int64_t computed = computedRow(c.root, lambda);
    const Place gets{computed, static_cast<std::int64_t>(lambda) -
                                   static_cast<std::int64_t>(triangular(static_cast<std::uint64_t>(computed)))};
    return Message(gets.column < 0 ? "verdict.triangle.missed_outside"_id : "verdict.triangle.missed_above"_id,
                   {{"block", lambda},
                    {"gets", place(gets)},
                    {"wants", place({row, static_cast<std::int64_t>(lambda) - before})}});
}

Judgement onRoot(const Configuration& c) {
    const RootReach reach = reachOf(c.root);
    if (!reach.firstWrong) return {Right, withLaunched(Message("verdict.triangle.root_always_right"_id), c)};
    const std::uint64_t safe = rowOfTile(*reach.firstWrong);
    std::vector<Message> limit{Message("verdict.triangle.limit"_id, {{"rows", safe},
                                                                     {"n", safe * c.block + c.region.first()},
                                                                     {"block", c.block},
                                                                     {"missed", missed(c, *reach.firstWrong)},
                                                                     {"wrong", reach.wrong}})};
    if (c.root == Root::Rsqrt) {  // a GPU makes something else of the same root
        const std::uint32_t first = *reachOnH200(c.root).firstWrong;
        limit.push_back(Message("verdict.triangle.on_h200"_id, {{"block", first}, {"rows", rowOfTile(first)}}));
    }
    const bool right = c.rows() <= safe;
    Message words(right ? "verdict.triangle.root_right_here"_id : "verdict.triangle.root_wrong"_id,
                  {{"first", *reach.firstWrong}, {"limit", Join::Sentences, std::move(limit)}});
    return {right ? RightHere : Wrong, withLaunched(std::move(words), c)};
}

Judgement onPublishedBox(const Configuration& c) {
    Message words("verdict.triangle.published_box"_id);
    if (c.region.n > kCountedUpTo) return {Wrong, std::move(words)};
    const Coverage found = publishedCoverageOf(c);
    Message counts("verdict.triangle.published_box_counts"_id,
                   {{"threads", Message::counted("verdict.triangle.threads"_id, found.threads)},
                    {"outside", found.outside},
                    {"beyond", found.beyondDiagonal},
                    {"again", found.again},
                    {"missing", found.missing},
                    {"cells", Message::counted("verdict.triangle.cells"_id, c.cells())}});
    return {Wrong, Message::joined(Join::Sentences, {std::move(words), std::move(counts)})};
}

Judgement onPublishedPairs(const Configuration& c) {
    const std::uint32_t m = c.pairsOf();
    std::vector<Message> words{Message("verdict.triangle.published_pairs"_id)};
    if (c.cells() > 0)
        words.push_back(Message("verdict.triangle.first_pair"_id,
                                {{"gets", place(publishedPairOf(0, m))}, {"wants", place(pairOf(0, m))}}));
    if (m > kCountedUpTo)
        words.emplace_back("verdict.triangle.pairs_outside"_id);
    else
        words.push_back(
            Message("verdict.triangle.pairs_right"_id, {{"right", publishedPairsRight(m)}, {"all", c.cells()}}));
    return {Wrong, Message::joined(Join::Sentences, std::move(words))};
}

}  // namespace

Judgement verdictOf(const Configuration& c) {
    switch (c.map) {
        case Map::LowerTriangular: return onRoot(c);
        case Map::RectangularBox:
            if (c.published) return onPublishedBox(c);
            return {Right, withLaunched(Message("verdict.triangle.box"_id), c)};
        case Map::UpperTriangular:
            if (c.published) return onPublishedPairs(c);
            return {Right, withLaunched(Message("verdict.triangle.pairs"_id), c)};
        case Map::Recursive:
            if (c.rows() % (1U << c.levels) != 0) return {Right, Message("verdict.triangle.recursive_other"_id)};
            return {Right, withLaunched(Message("verdict.triangle.recursive"_id), c)};
        case Map::Folded: return {Right, withLaunched(Message("verdict.triangle.folded"_id), c)};
        case Map::BoundingBox: break;
    }
    return {Right, withLaunched(Message("verdict.every_n"_id), c)};
}

}  // namespace lanescope::triangle
