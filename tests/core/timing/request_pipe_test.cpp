// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/request_pipe.h"

#include <gtest/gtest.h>

#include "core/timing/shared_writes.h"

namespace lanescope::timing {
namespace {

/// As measured on an H200: a pass a cycle, two requests in turn, two cycles for each register.
Parameters measured() {
    Parameters p;
    p.request = 1;
    p.portRegister = 2;
    p.requestsHeld = 16;
    p.atOnce = 2;
    return p;
}

TEST(RequestPipe, EachFurtherPassTakesALoneRequestTwoCycles) {
    const Parameters p = measured();
    RequestPipe pipe(p);
    const auto passes = pipe.take({.passes = 32}, 0, 0, 100);
    EXPECT_DOUBLE_EQ(passes.first, 100);
    EXPECT_DOUBLE_EQ(passes.last, 100 + 2 * 31);
    EXPECT_DOUBLE_EQ(pipe.take({.passes = 1}, 0, 0, 101).first, 164) << "a warp's own come one after the other";
}

TEST(RequestPipe, RequestsOfTwoWarpsTakeTurns) {
    const Parameters p = measured();
    RequestPipe pipe(p);
    EXPECT_DOUBLE_EQ(pipe.take({.passes = 32}, 0, 0, 0).last, 62);
    EXPECT_DOUBLE_EQ(pipe.take({.passes = 32}, 1, 1, 0).last, 1 + 62) << "one comes in a cycle, then as long as alone";
    EXPECT_DOUBLE_EQ(pipe.take({.passes = 32}, 2, 2, 0).first, 64) << "a third one waits";
    EXPECT_DOUBLE_EQ(pipe.busy(), 96);
}

TEST(RequestPipe, RegistersPassTheSchedulersPort) {
    const Parameters p = measured();
    RequestPipe pipe(p);
    EXPECT_DOUBLE_EQ(pipe.take({.registers = 2}, 0, 0, 0).first, 0);
    EXPECT_DOUBLE_EQ(pipe.take({.registers = 2}, 0, 1, 0).first, 4);
    EXPECT_DOUBLE_EQ(pipe.take({.registers = 2}, 1, 2, 0).first, 2)
        << "the others' are their own, and it is the third that comes in";
}

TEST(RequestPipe, TagsAreLookedUpOneRequestAfterTheOther) {
    const Parameters p = measured();
    RequestPipe pipe(p);
    EXPECT_DOUBLE_EQ(pipe.take({.registers = 0, .tags = 8}, 0, 0, 0).first, 7);
    EXPECT_DOUBLE_EQ(pipe.take({.registers = 0, .tags = 8}, 1, 1, 0).first, 15);
    pipe.holdUntil(100);
    EXPECT_DOUBLE_EQ(pipe.take({}, 2, 2, 0).first, 100);
    pipe.stall(10);
    EXPECT_DOUBLE_EQ(pipe.take({}, 3, 3, 0).first, 110);
}

TEST(RequestPipe, TakesSomeBeforeTheyBegin) {
    Parameters p = measured();
    p.requestsHeld = 2;
    RequestPipe pipe(p);
    const auto take = [&pipe](std::uint32_t warp) { return pipe.take({.registers = 0, .passes = 32}, 0, warp, 0); };
    (void)take(0);
    (void)take(1);
    const auto third = take(2);
    EXPECT_DOUBLE_EQ(third.taken, 0);
    EXPECT_DOUBLE_EQ(third.first, 64);
    (void)take(3);
    EXPECT_DOUBLE_EQ(take(4).taken, 64) << "when the third begins";
}

TEST(RequestPipe, NonePassesDuringAPause) {
    const Parameters p = measured();
    RequestPipe pipe(p);
    pipe.pause(100, 4);
    EXPECT_DOUBLE_EQ(pipe.take({}, 0, 0, 100).first, 104);
    RequestPipe busy(p);
    (void)busy.take({.passes = 32}, 0, 0, 0);
    (void)busy.take({.passes = 32}, 1, 1, 0);
    busy.pause(2, 4);
    EXPECT_DOUBLE_EQ(busy.take({}, 2, 2, 2).first, 68) << "behind those that were there, too";
}

TEST(RequestPipe, AStoreBringsARegisterAPass) {
    Parameters p = measured();
    p.storeAddress = 1;
    p.globalRequest = 1;
    Access access;
    access.kind = simt::AccessKind::Store;
    access.space = program::Space::Shared;
    access.lanes = 1;
    access.words = 4;
    EXPECT_DOUBLE_EQ(p.passes(access, false), 4) << "of however few lanes";
    access.space = program::Space::Global;
    EXPECT_DOUBLE_EQ(p.passes(access, false), 5) << "and its address";
    access.kind = simt::AccessKind::Load;
    EXPECT_DOUBLE_EQ(p.passes(access, false), 1);
}

TEST(SharedWrites, AreThoseOfSeveralBlocks) {
    SharedWrites writes;
    EXPECT_DOUBLE_EQ(writes.share(), 0);
    writes.add(7, 1);
    writes.add(7, 1);
    EXPECT_DOUBLE_EQ(writes.share(), 0);
    writes.add(7, 2);
    writes.add(7, 3);
    writes.add(8, 3);
    EXPECT_DOUBLE_EQ(writes.share(), 0.5);
}

TEST(SharedWrites, KnowWhatManyBlocksWrite) {
    SharedWrites writes;
    for (std::uint64_t block = 0; block < 160; ++block) {
        writes.add(7, block);
        writes.add(7, block);
        if (block < 10) writes.add(8, block);
        if (block < 8) writes.add(9, block);
    }
    EXPECT_EQ(writes.writtenByMany(160), (std::vector<std::uint32_t>{7, 8}));
    EXPECT_EQ(writes.writtenByMany(161), (std::vector<std::uint32_t>{7}));
    EXPECT_EQ(writes.writtenByMany(8), (std::vector<std::uint32_t>{7, 8})) << "eight may be neighbours";
}

}  // namespace
}  // namespace lanescope::timing
