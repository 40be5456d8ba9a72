// SPDX-License-Identifier: GPL-3.0-or-later
// What changed in source and machine code from one kernel to another.
#include "core/ladder/changes.h"

#include <algorithm>
#include <numeric>

#include "core/sass/comparison.h"
#include "tests/core/ladder/climbed.h"

namespace lanescope {
namespace {

const Kernel& kernelOf(const std::string& algorithm, const Parameters& parameters) {
    static std::vector<Plan> plans;
    plans.reserve(64);
    const auto found = test::ladderLibrary().catalogue().find(algorithm);
    plans.push_back((*found)->plan(parameters).value());
    return *plans.back().launches().front()->kernel;
}

bool holds(const std::vector<CodeLine>& lines, std::string_view text) {
    return std::ranges::any_of(lines, [&](const CodeLine& line) { return line.text.find(text) != std::string::npos; });
}

TEST(SourceChange, TellsLinesThatWentAndCame) {
    const SourceChange change =
        sourceChange(kernelOf("reduce.0", {{"block", "64"}}), kernelOf("reduce.1", {{"block", "64"}}));
    ASSERT_TRUE(change.known);
    EXPECT_TRUE(holds(change.gone, "tid % (2 * s) == 0")) << "every second thread works";
    EXPECT_TRUE(holds(change.come, "index = 2 * s * tid")) << "the first threads work";
    EXPECT_FALSE(holds(change.come, "__global__")) << "another name is no change";
    EXPECT_FALSE(holds(change.come, "__syncthreads")) << "barriers stay where they are";
    EXPECT_LT(change.come.size(), 6U) << "of the kernel alone, not of those that stand before it in the file";
}

TEST(SourceChange, OfTheSameKernelThereIsNone) {
    const SourceChange change =
        sourceChange(kernelOf("transpose.tiled", {{"padded", "no"}}), kernelOf("transpose.tiled", {{"padded", "yes"}}));
    ASSERT_TRUE(change.known) << "the padding is a template's argument";
    EXPECT_TRUE(change.gone.empty());
    EXPECT_TRUE(change.come.empty());
}

TEST(SourceChange, OfACodeWithoutSourceNothingIsKnown) {
    Kernel without = kernelOf("reduce.0", {{"block", "64"}});
    without.source = nullptr;
    EXPECT_FALSE(sourceChange(without, kernelOf("reduce.1", {{"block", "64"}})).known);
}

TEST(MachineChange, CountsInstructionsByOpcode) {
    const Ladder ladder = test::climbed("matmul", {{"n", "64"}, {"block", "16"}});
    const MachineChange& change = ladder.rises[1]->machine;
    ASSERT_TRUE(change.known);
    const sass::Listing &before = *ladder.steps[0].code, &after = *ladder.steps[1].code;
    EXPECT_EQ(change.before, sass::lengthWithoutPadding(before));
    EXPECT_EQ(change.after, sass::lengthWithoutPadding(after));
    const auto of = [](const sass::Listing& listing, const std::string& opcode) {
        return static_cast<std::size_t>(std::count_if(
            listing.instructions.begin(),
            listing.instructions.begin() + static_cast<std::ptrdiff_t>(sass::lengthWithoutPadding(listing)),
            [&](const sass::Instruction& one) { return one.opcode == opcode; }));
    };
    for (const OpcodeChange& opcode : change.opcodes) {
        EXPECT_EQ(opcode.before, of(before, opcode.opcode)) << opcode.opcode;
        EXPECT_EQ(opcode.after, of(after, opcode.opcode)) << opcode.opcode;
        EXPECT_NE(opcode.before, opcode.after) << opcode.opcode;
    }
    EXPECT_TRUE(std::ranges::is_sorted(change.opcodes, std::greater<>(), &OpcodeChange::by));
    const auto shared = std::ranges::find(change.opcodes, "LDS", &OpcodeChange::opcode);
    ASSERT_NE(shared, change.opcodes.end());
    EXPECT_EQ(shared->before, 0U) << "nothing is in shared memory before tiles are";
    EXPECT_LE(change.alike, std::min(change.before, change.after));
}

TEST(MachineChange, WithoutAListingNothingIsKnown) { EXPECT_FALSE(machineChange(nullptr, nullptr).known); }

}  // namespace
}  // namespace lanescope
