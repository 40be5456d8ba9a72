// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/atomic_units.h"

#include <gtest/gtest.h>

#include "core/timing/atomic_share.h"

namespace lanescope::timing {
namespace {

/// Eight units, which take 3 cycles a lane, 2 where a sector is filled, and 7 for floats at one address.
Parameters eightUnits() {
    Parameters p;
    p.atomicSector = 2;
    p.atomicRate = 4;
    p.atomicLane = 3;
    p.atomicFloatLane = 7;
    return p;
}

/// Atomic accesses, of each sector with the lanes that one address of it has.
class Additions {
public:
    Additions& add(std::vector<std::uint32_t> sectors, std::vector<std::uint8_t> lanes, bool whole = false) {
        Access access;
        access.space = program::Space::Global;
        access.kind = simt::AccessKind::Atomic;
        access.whole = whole;
        access.firstSector = static_cast<std::uint32_t>(m_sample.sectors.size());
        access.firstPass = static_cast<std::uint32_t>(m_sample.passes.size());
        access.sectors = static_cast<std::uint16_t>(sectors.size());
        m_sample.sectors.insert(m_sample.sectors.end(), sectors.begin(), sectors.end());
        m_sample.passes.insert(m_sample.passes.end(), lanes.begin(), lanes.end());
        m_sample.accesses.push_back(access);
        return *this;
    }
    /// All of them at `now`: when the last is done.
    [[nodiscard]] double done(bool floats = false, double now = 0, double active = 1, double shared = 1) const {
        const Parameters p = eightUnits();
        AtomicUnits units(m_sample, p, active, shared);
        double last = 0;
        for (const Access& access : m_sample.accesses) last = std::max(last, units.serve(access, floats, now));
        return last;
    }
    [[nodiscard]] double busiest(double active, double shared) const {
        const Parameters p = eightUnits();
        AtomicUnits units(m_sample, p, active, shared);
        for (const Access& access : m_sample.accesses) (void)units.serve(access, false, 0);
        return units.busiest();
    }

private:
    LaunchSample m_sample;
};

TEST(AtomicUnits, LanesAtOneAddressGoOneAfterTheOther) {
    EXPECT_DOUBLE_EQ(Additions().add({0}, {5}).done(false, 100), 100 + 5 * 3);
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).done(), 3);
    // All words of the sector at once.
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}, true).done(), 2);
}

TEST(AtomicUnits, EachHasEverySecondPieceOfAKilobyte) {
    EXPECT_DOUBLE_EQ(Additions().add({0, 1}, {5, 5}).done(), 30);  // one piece of 256 bytes
    EXPECT_DOUBLE_EQ(Additions().add({0, 8}, {5, 5}).done(), 15);
    EXPECT_DOUBLE_EQ(Additions().add({0, 16}, {5, 5}).done(), 30);
    EXPECT_DOUBLE_EQ(Additions().add({0, 8, 32, 40}, {5, 5, 5, 5}).done(), 15);  // two kilobytes
}

TEST(AtomicUnits, FloatsTakeLongerTheMoreOftenTheyMeet) {
    EXPECT_DOUBLE_EQ(Additions().add({0}, {5}).done(true), 5 * 7);
    EXPECT_DOUBLE_EQ(Additions().add({0}, {5}).add({1}, {5}).done(true), 2 * 5 * (3 + 4 / 2.0));
    EXPECT_DOUBLE_EQ(Additions().add({0}, {5}).add({8}, {5}).done(true), 5 * 7);  // another unit
}

TEST(AtomicUnits, ServeAllMultiprocessors) {
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).done(false, 0, 11, 1), 11 * 3);
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).busiest(11, 1), 11 * 3);
    // Each has sectors of its own: an eighth of what the others send is there.
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).busiest(11, 0), 3 + 10 * 3 / 8.0);
    // They are not in step: while this one adds in one unit, half of the others do in the other.
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).add({8}, {1}).busiest(11, 1), 11 * 3);
    EXPECT_DOUBLE_EQ(Additions().add({0}, {1}).add({8}, {1}).done(false, 0, 11, 1), 11 * 3);
}

TEST(AtomicShare, IsOfWhatTheOthersDoOnTheSameSectors) {
    AtomicShare share;
    for (int i = 0; i < 30; ++i) share.add(7);
    for (int i = 0; i < 10; ++i) share.add(8);
    // Of four multiprocessors each has done a quarter of all that was seen.
    EXPECT_DOUBLE_EQ(share.on({7, 8, 7}, 4), 1);
    EXPECT_DOUBLE_EQ(share.on({7}, 4), (0.75 - 0.25) / 0.75);
    EXPECT_DOUBLE_EQ(share.on({8}, 4), 0) << "as much as it does itself";
    EXPECT_DOUBLE_EQ(share.on({9}, 4), 0);
    EXPECT_DOUBLE_EQ(share.on({9}, 1), 1);
    EXPECT_DOUBLE_EQ(AtomicShare().on({9}, 4), 1) << "nothing was seen";
}

}  // namespace
}  // namespace lanescope::timing
