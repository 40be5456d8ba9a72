// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/access_columns.h"

#include <gtest/gtest.h>

#include <random>

namespace lanescope {
namespace {

using simt::AccessKind;
using simt::StepRecord;

StepRecord access(std::uint32_t instruction, simt::LaneMask active, std::uint64_t base, std::uint64_t stride) {
    StepRecord record;
    record.instruction = instruction;
    record.active = active;
    record.access = AccessKind::Load;
    record.space = program::Space::Global;
    record.bytesPerLane = 4;
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
        if ((active >> lane & 1U) != 0) record.address[lane] = base + lane * stride;
    return record;
}

/// What the columns give back for the event, the other fields taken from `given`.
StepRecord roundTrip(const AccessColumns& columns, std::uint64_t event, const StepRecord& given) {
    StepRecord record;
    record.warp = given.warp;
    record.instruction = given.instruction;
    record.active = given.active;
    columns.fill(event, record);
    return record;
}

void expectEqual(const StepRecord& a, const StepRecord& b, std::uint64_t event) {
    EXPECT_EQ(a.access, b.access) << event;
    EXPECT_EQ(a.space, b.space) << event;
    EXPECT_EQ(a.bytesPerLane, b.bytesPerLane) << event;
    EXPECT_EQ(a.address, b.address) << event;
}

TEST(AccessColumns, GiveBackWhatWasAppended) {
    std::mt19937_64 random(1);
    std::vector<StepRecord> events;
    for (int i = 0; i < 3000; ++i) {
        StepRecord record;
        record.instruction = static_cast<std::uint32_t>(random() % 20);
        record.active = static_cast<simt::LaneMask>(random());
        if (i % 3 == 0) record = access(record.instruction, record.active, random() >> 8, random() % 64);
        if (i % 9 == 0) record.access = AccessKind::Store;
        if (i % 12 == 0) record.space = program::Space::Shared;
        if (i % 15 == 0)
            for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
                if ((record.active >> lane & 1U) != 0) record.address[lane] = random();  // far apart
        events.push_back(record);
    }
    AccessColumns columns;
    for (const StepRecord& event : events) columns.append(event);
    columns.seal();
    for (std::size_t i = 0; i < events.size(); ++i) expectEqual(roundTrip(columns, i, events[i]), events[i], i);
}

TEST(AccessColumns, AnAccessWithNoActiveLaneIsStillAnAccess) {
    AccessColumns columns;
    const StepRecord nobody = access(3, 0, 0, 0);
    columns.append(nobody);
    expectEqual(roundTrip(columns, 0, nobody), nobody, 0);
}

TEST(AccessColumns, LikeAccessesShareTheirPattern) {
    AccessColumns columns;
    for (std::uint64_t i = 0; i < 100000; ++i)
        columns.append(access(i % 2, 0xffffffffU, 4096 + 128 * i, i % 2 == 0 ? 4 : 64));
    columns.seal();
    EXPECT_LT(columns.bytes(), 100000 * 13U);
}

}  // namespace
}  // namespace lanescope
