// SPDX-License-Identifier: GPL-3.0-or-later
// Code that was never PTX is traced, and stepped through both ways.
#include <gtest/gtest.h>

#include <vector>

#include "core/simt/emulator.h"
#include "core/trace/block_trace.h"
#include "core/trace/timeline.h"
#include "tests/core/program/hand_made.h"

namespace lanescope {
namespace {

TEST(NeutralCode, IsSteppedThroughBothWays) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = program::test::moduleOf(program::test::triples());
    kernel->entry = "triples";
    Launch launch;
    launch.kernel = kernel;
    launch.grid = {1, 1, 1};
    launch.block = {64, 1, 1};
    launch.arguments = {BufferId{0}, std::int32_t{48}};
    TraceRecorder recorder({});
    simt::EmulatorOptions options;
    options.observer = &recorder;
    simt::Emulator emulator(options);
    const std::vector<Buffer> buffers{{"a", ElementType::U32, 1, 48, {}}};
    ASSERT_TRUE(emulator.allocate(buffers).has_value());
    ASSERT_TRUE(emulator.launch(launch, {}).has_value());

    ASSERT_EQ(recorder.traces().size(), 1U);
    Timeline timeline(recorder.traces()[0]);
    const std::uint64_t end = timeline.trace().size();
    EXPECT_EQ(end, 2U * 13) << "both warps come to every instruction";
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t p = 0; p <= end; ++p) {
        timeline.seek(p);
        hashes.push_back(timeline.hash());
    }
    EXPECT_EQ(timeline.writes().size(), 48U);
    for (std::uint64_t p = end + 1; p-- > 0;) {
        timeline.seek(p);
        EXPECT_EQ(timeline.hash(), hashes[p]) << p;
    }
    EXPECT_TRUE(timeline.writes().empty());
    EXPECT_EQ(timeline.trace().entry().name, "triples");
}

}  // namespace
}  // namespace lanescope
