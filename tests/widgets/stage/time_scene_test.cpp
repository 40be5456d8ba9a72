// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip of time shows, against the trace's events looked up one by one.
#include "widgets/stage/time/time_scene.h"

#include <gtest/gtest.h>

#include <map>

#include "core/flow/alignment.h"
#include "tests/support/emulated_run.h"

namespace lanescope {
namespace {

using flow::Activity;
using flow::Segment;
using flow::Touched;

std::shared_ptr<const flow::BlockFlow> flowOf(const std::string& algorithm, const Parameters& parameters) {
    const Emulation run = test::emulatedRun(algorithm, parameters);
    if (run.traces.empty()) return nullptr;
    return std::make_shared<const flow::BlockFlow>(run.traces.front());
}

/// What a warp does in one event, as the trace has it.
Segment factOf(const flow::BlockFlow& flow, std::uint64_t event) {
    const Activity activity = flow.activities().activity(event);
    const bool accesses = activity == Activity::Load || activity == Activity::Store;
    return {event, event + 1, activity, accesses ? flow.activities().touched(event) : Touched{}};
}

/// Of events [first, end) of one warp: what weighs most, the earliest of equals; index arithmetic only by itself.
Segment mostly(const flow::BlockFlow& flow, std::uint32_t warp, std::uint64_t first, std::uint64_t end) {
    std::map<std::pair<Activity, Touched>, std::uint64_t> weights;
    bool anyIndex = false;
    for (std::uint64_t event = first; event < end; ++event) {
        if (flow.trace().warp(event) != warp) continue;
        const Segment fact = factOf(flow, event);
        anyIndex |= fact.activity == Activity::Index;
        if (fact.activity == Activity::Index || fact.activity == Activity::Waits) continue;
        weights[{fact.activity, fact.touched}] += flow::Tracks::weightOf(fact.activity, fact.touched.space);
    }
    if (weights.empty()) return {first, end, anyIndex ? Activity::Index : Activity::Waits, {}};
    const auto heaviest = std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; })->second;
    // The trace's order decides between equals, from its beginning on.
    for (std::uint64_t event = 0; event < flow.trace().size(); ++event) {
        const Segment fact = factOf(flow, event);
        const auto found = weights.find({fact.activity, fact.touched});
        if (found != weights.end() && found->second == heaviest) return {first, end, fact.activity, fact.touched};
    }
    return {};
}

bool anyEvent(const flow::BlockFlow& flow, std::uint32_t warp, std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t event = first; event < std::min<std::uint64_t>(end, flow.trace().size()); ++event)
        if (flow.trace().warp(event) == warp && factOf(flow, event).activity != Activity::Waits) return true;
    return false;
}

const Segment& at(const TimeRow& row, std::uint64_t event) {
    return *std::ranges::upper_bound(row.segments, event, {}, &Segment::end);
}

struct Case {
    const char* algorithm;
    Parameters parameters;
};

class TimeSceneOf : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        m_flow = flowOf(GetParam().algorithm, GetParam().parameters);
        ASSERT_TRUE(m_flow);
    }
    [[nodiscard]] TimeScene scene(EventRange range, const TimeDetail& detail) const {
        const flow::BlockFlow* flow = m_flow.get();
        return timeScene({&flow, 1}, range, detail);
    }
    std::shared_ptr<const flow::BlockFlow> m_flow;
};

TEST_P(TimeSceneOf, EventByEventEachSegmentIsTheTracesOwn) {
    const std::uint64_t size = m_flow->trace().size();
    const TimeScene all = scene({0, size}, {size, size, size, 1});
    ASSERT_EQ(all.sides.size(), 1U);
    std::vector<std::uint64_t> told(all.sides[0].rows.size(), 0);
    for (const TimeRow& row : all.sides[0].rows) {
        ASSERT_EQ(row.endWarp, row.firstWarp + 1);
        std::uint64_t last = 0;
        for (const Segment& segment : row.segments) {
            ASSERT_EQ(segment.first, last);
            last = segment.end;
            for (std::uint64_t event = segment.first; event < segment.end; ++event) {
                if (m_flow->trace().warp(event) == row.firstWarp) {
                    ASSERT_EQ(segment.activity, factOf(*m_flow, event).activity) << event;
                    ASSERT_EQ(segment.touched, factOf(*m_flow, event).touched) << event;
                } else {
                    ASSERT_FALSE(runs(segment.activity)) << "warp " << row.firstWarp << ", event " << event;
                }
            }
        }
        ASSERT_EQ(last, size);
    }
}

TEST_P(TimeSceneOf, InFewColumnsItIsWhatWeighsMostWhereTheWarpRuns) {
    const std::uint64_t size = m_flow->trace().size();
    const TimeDetail detail{200, 40, 40, 1};
    const EventRange range{size / 5, size - size / 7};
    const TimeScene some = scene(range, detail);
    const std::uint64_t fine = m_flow->tracks().columnWidth(range.first, range.end, detail.columns);
    const std::uint64_t coarse = m_flow->tracks().columnWidth(range.first, range.end, detail.facts);
    for (const TimeRow& row : some.sides[0].rows)
        for (std::uint64_t column = range.first / fine; column * fine < range.end; ++column) {
            const Segment& told = at(row, std::max<std::uint64_t>(column * fine, range.first));
            ASSERT_EQ(runs(told.activity), anyEvent(*m_flow, row.firstWarp, column * fine, (column + 1) * fine))
                << "warp " << row.firstWarp << ", column " << column;
            if (!runs(told.activity)) continue;
            const std::uint64_t from = column * fine / coarse * coarse;
            const Segment fact = mostly(*m_flow, row.firstWarp, from, std::min(from + coarse, size));
            ASSERT_EQ(told.activity, fact.activity) << "warp " << row.firstWarp << ", event " << column * fine;
            ASSERT_EQ(told.touched, fact.touched) << "warp " << row.firstWarp << ", event " << column * fine;
        }
}

TEST_P(TimeSceneOf, ABundleRunsWhereAnyOfItsWarpsDoes) {
    const std::uint64_t size = m_flow->trace().size();
    const TimeScene bundled = scene({0, size}, {size, size, 1, 4});
    const std::uint32_t warps = m_flow->tracks().warps();
    ASSERT_EQ(bundled.sides[0].rows.size(), (warps + 3) / 4);
    for (const TimeRow& row : bundled.sides[0].rows)
        for (std::uint64_t event = 0; event < size; ++event) {
            const std::uint32_t warp = m_flow->trace().warp(event);
            const Segment fact = factOf(*m_flow, event);
            if (warp >= row.firstWarp && warp < row.endWarp && fact.activity != Activity::Waits) {
                ASSERT_EQ(at(row, event).activity, fact.activity) << event;
                ASSERT_EQ(at(row, event).touched, fact.touched) << event;
            } else {
                ASSERT_FALSE(runs(at(row, event).activity)) << event;
            }
        }
}

TEST_P(TimeSceneOf, BytesAreThoseThatTheLanesAskFor) {
    const std::uint64_t size = m_flow->trace().size();
    const TimeScene some = scene({3, size}, {size, size, 50, 1});
    const TimeSide& side = some.sides[0];
    std::uint64_t most = 0;
    for (std::size_t column = 0; column * side.arrays.size() < side.moved.size(); ++column) {
        const std::uint64_t from = (3 / side.barWidth + column) * side.barWidth;
        std::uint64_t sum = 0;
        for (std::size_t array = 0; array < side.arrays.size(); ++array) {
            std::uint64_t bytes = 0;
            for (std::uint64_t event = from; event < std::min(from + side.barWidth, size); ++event) {
                const simt::StepRecord record = m_flow->trace().record(event);
                if (record.access == simt::AccessKind::None || record.active == 0) continue;
                if (m_flow->activities().touched(event) != side.arrays[array]) continue;
                bytes += std::uint64_t{record.bytesPerLane} * simt::lanesIn(record.active);
            }
            ASSERT_EQ(side.moved[column * side.arrays.size() + array], bytes) << "events from " << from;
            sum += bytes;
        }
        most = std::max(most, sum);
    }
    EXPECT_EQ(side.mostMoved, most);
    EXPECT_GT(most, 0U);
}

TEST_P(TimeSceneOf, PhasesAreThoseThatTheRangesEventsLieIn) {
    const std::uint64_t size = m_flow->trace().size();
    for (const EventRange range : {EventRange{0, size}, EventRange{size / 3, size / 2}, EventRange{size - 1, size}})
        for (const std::size_t most : {std::size_t{0}, std::size_t{1'000'000}}) {
            const auto phases = phasesIn(m_flow->phases(), range, most);
            ASSERT_FALSE(phases.empty());
            std::uint64_t next = phases.front().first;
            EXPECT_LE(next, range.first);
            for (const flow::Phase& phase : phases) {
                EXPECT_EQ(phase.first, next);
                next = phase.end;
                const std::uint64_t inside = std::max<std::uint64_t>(phase.first, range.first);
                ASSERT_LT(inside, std::min<std::uint64_t>(phase.end, range.end)) << "none lies outside";
                EXPECT_EQ(phase, most == 0 ? m_flow->phases().at(inside) : m_flow->phases().partAt(inside));
            }
            EXPECT_GE(next, range.end);
        }
}

const Case kCases[]{
    {"matmul.tiled", {{"n", "32"}, {"block", "8"}}},
    {"reduce.0", {{"n", "64"}, {"block", "64"}, {"type", "f32"}}},
    {"transpose.tiled", {}},
    {"vector.add", {{"n", "90"}, {"block", "64"}}},
};
INSTANTIATE_TEST_SUITE_P(Some, TimeSceneOf, testing::ValuesIn(kCases), [](const auto& tested) {
    std::string name = tested.param.algorithm;
    std::ranges::replace(name, '.', '_');
    return name;
});

TEST(TimeScene, ABlockBesideItLiesOnTheLeadersAxisPhaseByPhase) {
    const auto lead = flowOf("reduce.0", {{"n", "64"}, {"block", "64"}, {"type", "f32"}});
    const auto other = flowOf("reduce.1", {{"n", "64"}, {"block", "64"}, {"type", "f32"}});
    ASSERT_TRUE(lead && other);
    const std::vector<const flow::BlockFlow*> sides{lead.get(), other.get()};
    const std::uint64_t size = lead->trace().size();
    const TimeScene both = timeScene(sides, {0, size}, {10'000, 10'000, 100, 1});
    ASSERT_EQ(both.sides.size(), 2U);
    const TimeSide& beside = both.sides[1];
    EXPECT_EQ(beside.range, (EventRange{0, other->trace().size()}));
    const auto own = other->phases().parts();
    ASSERT_EQ(lead->phases().parts().size(), own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        EXPECT_EQ(beside.onAxis(own[i].first), static_cast<double>(lead->phases().parts()[i].first));
        EXPECT_EQ(beside.onAxis(own[i].end), static_cast<double>(lead->phases().parts()[i].end));
    }
    // Where there is something to be seen, the two stand beside each other as they do on the clock.
    for (std::uint64_t stop = other->stops().next(0); stop < other->trace().size(); stop = other->stops().next(stop))
        EXPECT_EQ(beside.onAxis(stop), static_cast<double>(flow::alignedPosition(*other, stop, *lead))) << stop;
    double before = 0;
    for (std::uint64_t event = 0; event <= other->trace().size(); ++event) {
        EXPECT_GE(beside.onAxis(event), before);
        before = beside.onAxis(event);
        if (event == other->trace().size()) continue;
        EXPECT_EQ(beside.onAxis(beside.eventAt(before)), before);
    }
    // The leading side is as it is by itself.
    const flow::BlockFlow* alone = lead.get();
    const TimeScene one = timeScene({&alone, 1}, {0, size}, {10'000, 10'000, 100, 1});
    for (std::size_t row = 0; row < one.sides[0].rows.size(); ++row)
        EXPECT_EQ(one.sides[0].rows[row].segments, both.sides[0].rows[row].segments);
}

TEST(TimeScene, WithoutABlockThereIsNothing) {
    const TimeScene none = timeScene({}, {0, 10}, {});
    EXPECT_TRUE(none.sides.empty());
    EXPECT_TRUE(none.range.empty());
}

}  // namespace
}  // namespace lanescope
