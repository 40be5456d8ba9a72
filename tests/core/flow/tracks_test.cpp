// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and bytes of tracks, against the trace's events looked up one by one.
#include "core/flow/tracks.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

#include "tests/core/flow/recorded.h"

namespace lanescope::flow {
namespace {

using program::Space;
using testing::ElementsAre;

/// By what makes a column's one fact of its events: how telling, how much, the earliest in the trace.
struct Fact {
    Activity activity = Activity::Waits;
    Touched touched;
};

class ByHand {
public:
    explicit ByHand(const Activities& activities) : m_activities(activities), m_trace(activities.trace()) {
        for (std::uint64_t event = 0; event < m_trace.size(); ++event) {
            m_first.try_emplace(factOf(event), event);
            m_begins.try_emplace(m_trace.warp(event), event);
            m_ends[m_trace.warp(event)] = event + 1;
        }
    }

    [[nodiscard]] Fact of(std::uint32_t warp, std::uint64_t first, std::uint64_t end) const {
        std::map<Key, std::uint64_t> sums;
        for (std::uint64_t event = first; event < end; ++event)
            if (m_trace.warp(event) == warp) {
                const Key key = factOf(event);
                sums[key] += Tracks::weightOf(key.first, key.second.space);
            }
        if (sums.empty()) return {stateAt(warp, first), {}};
        const auto rank = [](const Key& key) {
            return key.first == Activity::Waits ? 0 : key.first == Activity::Index ? 1 : 2;
        };
        auto best = sums.begin();
        for (auto at = sums.begin(); at != sums.end(); ++at) {
            const auto quality = [&](const auto& each) {
                return std::tuple(rank(each->first), each->second, ~m_first.at(each->first));
            };
            if (quality(at) > quality(best)) best = at;
        }
        return {best->first.first, best->first.second};
    }
    /// By array.
    [[nodiscard]] std::map<Touched, std::uint64_t> moved(std::uint64_t first, std::uint64_t end) const {
        std::map<Touched, std::uint64_t> sums;
        for (std::uint64_t event = first; event < end; ++event) {
            const simt::StepRecord record = m_trace.record(event);
            if (record.access == simt::AccessKind::None || record.active == 0) continue;
            if (record.space != Space::Global && record.space != Space::Shared) continue;
            simt::eachLane(record.active, [&](unsigned) { sums[m_activities.touched(event)] += record.bytesPerLane; });
        }
        return sums;
    }

private:
    using Key = std::pair<Activity, Touched>;
    [[nodiscard]] Key factOf(std::uint64_t event) const {
        const Activity activity = m_activities.activity(event);
        const bool accesses = activity == Activity::Load || activity == Activity::Store;
        return {activity, accesses ? m_activities.touched(event) : Touched{}};
    }
    [[nodiscard]] Activity stateAt(std::uint32_t warp, std::uint64_t event) const {
        const auto begins = m_begins.find(warp);
        if (begins == m_begins.end() || event < begins->second) return Activity::NotBegun;
        const bool whole = !m_trace.truncated() && !m_trace.fault();
        return event >= m_ends.at(warp) && whole ? Activity::Ended : Activity::Waits;
    }

    const Activities& m_activities;
    const BlockTrace& m_trace;
    std::map<Key, std::uint64_t> m_first;
    std::map<std::uint32_t, std::uint64_t> m_begins;
    std::map<std::uint32_t, std::uint64_t> m_ends;
};

void expectAsByHand(const Tracks& tracks, const ByHand& byHand, std::uint64_t first, std::uint64_t end,
                    std::size_t columns) {
    SCOPED_TRACE(testing::Message() << "events " << first << " … " << end << " in " << columns << " columns");
    const std::uint64_t width = tracks.columnWidth(first, end, columns);
    ASSERT_LE((end - 1) / width - first / width + 1, columns);
    const auto rows = tracks.rows(first, end, columns);
    ASSERT_EQ(rows.size(), tracks.warps());
    for (std::uint32_t warp = 0; warp < rows.size(); ++warp) {
        std::uint64_t at = first;
        for (const Segment& segment : rows[warp]) {
            ASSERT_EQ(segment.first, at) << "no gap, no overlap";
            ASSERT_LT(segment.first, segment.end);
            for (std::uint64_t column = segment.first / width; column * width < segment.end; ++column) {
                const Fact fact = byHand.of(warp, column * width, std::min((column + 1) * width, tracks.events()));
                ASSERT_EQ(segment.activity, fact.activity) << "warp " << warp << ", event " << column * width;
                ASSERT_EQ(segment.touched, fact.touched) << "warp " << warp << ", event " << column * width;
            }
            at = segment.end;
        }
        ASSERT_EQ(at, end);
    }
    const std::vector<std::uint64_t> moved = tracks.moved(first, end, columns);
    const auto arrays = tracks.arrays();
    const std::size_t told = (end - 1) / width - first / width + 1;
    ASSERT_EQ(moved.size(), told * arrays.size());
    for (std::size_t i = 0; i < told; ++i) {
        const std::uint64_t from = (first / width + i) * width;
        std::map<Touched, std::uint64_t> sums;
        for (std::size_t array = 0; array < arrays.size(); ++array)
            if (const std::uint64_t bytes = moved[i * arrays.size() + array]; bytes > 0) sums[arrays[array]] = bytes;
        ASSERT_EQ(sums, byHand.moved(from, std::min(from + width, tracks.events())));
    }
}

// Events of one warp up to a barrier, then of the next; step 1 477 is warp 3's load of A in the third tile.
TEST(Tracks, OfATiledProductAreTheStaircaseOfItsWarps) {
    const auto tiled = recorded("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const Tracks tracks(tiled->activities);
    ASSERT_EQ(tracks.warps(), 8U);
    const auto rows = tracks.rows(0, tracks.events(), tracks.events());
    for (std::uint32_t warp = 0; warp < 8; ++warp) {
        EXPECT_EQ(rows[warp].front().activity, warp == 0 ? Activity::Index : Activity::NotBegun);
        EXPECT_EQ(rows[warp].back().activity, warp == 7 ? Activity::Index : Activity::Ended);
    }
    EXPECT_EQ(rows[1].front(), (Segment{0, 52, Activity::NotBegun, {}}));
    // Warp 0 arrives at the first barrier in its event 51, and goes on when all eight have.
    const auto waits = std::ranges::find(rows[0], std::uint64_t{51}, &Segment::first);
    ASSERT_NE(waits, rows[0].end());
    EXPECT_EQ(*waits, (Segment{51, 8 * 52, Activity::Waits, {}}));
    const auto load = tracks.rows(1473, 1482, 9)[3];
    EXPECT_EQ(std::ranges::count(load, (Touched{Space::Global, 0}), &Segment::touched), 1) << "of A";
    // A whole multiplication in few columns is arithmetic; a whole load is one from A.
    EXPECT_EQ(tracks.rows(448, 448 + 16, 1)[0].front().activity, Activity::Compute);
    // All of it: two tiles of 16 × 16 floats for each of four rounds, and the result.
    EXPECT_THAT(tracks.arrays(),
                ElementsAre(Touched{Space::Global, 0}, Touched{Space::Shared, 0}, Touched{Space::Global, 1},
                            Touched{Space::Shared, 1}, Touched{Space::Global, 2}));
    constexpr std::uint64_t kTile = 16 * 16 * 4;
    EXPECT_THAT(tracks.moved(0, tracks.events(), 1),
                ElementsAre(4 * kTile, 4 * 17 * kTile, 4 * kTile, 4 * 17 * kTile, kTile));
}

TEST(Tracks, AnEmptyRangeIsEmpty) {
    const auto sum = recorded("vector.add", {{"n", "64"}, {"block", "64"}});
    const Tracks tracks(sum->activities);
    EXPECT_EQ(tracks.rows(5, 5, 10), std::vector<std::vector<Segment>>(2));
    EXPECT_TRUE(tracks.moved(tracks.events(), tracks.events() + 7, 10).empty());
    EXPECT_EQ(tracks.rows(0, tracks.events() + 1000, 1)[0].back().end, tracks.events());
}

class TracksOfAll : public testing::TestWithParam<std::string> {};

TEST_P(TracksOfAll, AreWhatTheEventsSayOneByOne) {
    std::mt19937_64 random(17);
    for (const auto& block : someRecorded(GetParam())) {
        const Tracks tracks(block->activities);
        const ByHand byHand(block->activities);
        const std::uint64_t size = tracks.events();
        if (size == 0) continue;
        expectAsByHand(tracks, byHand, 0, std::min<std::uint64_t>(size, 300), 300);
        expectAsByHand(tracks, byHand, 0, size, 1);
        expectAsByHand(tracks, byHand, 0, size, 100);
        for (int i = 0; i < 6; ++i) {
            const std::uint64_t a = random() % size;
            const std::uint64_t b = random() % size;
            expectAsByHand(tracks, byHand, std::min(a, b), std::max(a, b) + 1, 1 + random() % 60);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, TracksOfAll, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope::flow
