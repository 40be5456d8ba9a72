// SPDX-License-Identifier: GPL-3.0-or-later
// Real PTX, cut off and corrupted at many places: parse() gives a module or an error that names a line, and never more.
#include <algorithm>
#include <random>

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

const std::vector<std::uint32_t> kNoTargets;

/// All that an engine follows leads somewhere.
void checkWhole(const Entry& entry) {
    const auto holds = [](const Operand& operand, const Entry& e) {
        if (operand.kind == Operand::Kind::Register) return operand.reg < e.registers.size();
        if (operand.symbol == 0xffffffffU) return true;
        switch (operand.space) {
            case Space::Shared: return operand.symbol < e.shared.size();
            case Space::Param: return operand.symbol < e.parameters.size();
            case Space::Slot: return operand.symbol < e.slots.size();
            case Space::Local: return operand.symbol < e.locals.size();
            case Space::Code: return operand.symbol < e.functions.size();
            default: return true;
        }
    };
    ASSERT_FALSE(entry.functions.empty());
    for (const Instruction& instruction : entry.instructions) {
        EXPECT_TRUE(instruction.opcode != Opcode::Bra || instruction.target <= entry.instructions.size());
        EXPECT_TRUE(instruction.opcode != Opcode::Call || instruction.list < entry.calls.size());
        const bool indexed = instruction.opcode == Opcode::Brx;
        for (const std::uint32_t target : indexed ? entry.branchLists.at(instruction.list) : kNoTargets)
            EXPECT_LE(target, entry.instructions.size());
        EXPECT_TRUE(holds(instruction.destination, entry) && holds(instruction.destination2, entry));
        for (const Operand& source : instruction.sources) EXPECT_TRUE(holds(source, entry));
    }
    for (const Call& call : entry.calls) {
        EXPECT_TRUE(call.function == 0xffffffffU || call.function < entry.functions.size());
        for (const std::uint32_t slot : call.arguments) EXPECT_LT(slot, entry.slots.size());
        for (const std::uint32_t slot : call.results) EXPECT_LT(slot, entry.slots.size());
        if (call.function == 0xffffffffU) continue;
        EXPECT_EQ(call.arguments.size(), entry.functions.at(call.function).arguments.size());
    }
    for (const BasicBlock& block : entry.blocks) {
        EXPECT_FALSE(block.meetings.empty());
        for (const Meeting& meeting : block.meetings) EXPECT_LE(meeting.block, entry.blocks.size());
        for (const std::uint32_t next : block.successors) EXPECT_LE(next, entry.blocks.size());
    }
}

/// The module is whole, or the error has what a message needs. Returns whether it was an error.
bool checkedFailure(const std::string& text) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n') + 1);
    const Result<Module> module = parse(text, "broken.ptx");
    if (!module) {
        const Error& error = module.error();
        EXPECT_TRUE(error.code == ErrorCode::PtxSyntax || error.code == ErrorCode::PtxUnsupported);
        EXPECT_EQ(error.arguments.at("file"), "broken.ptx");
        const std::size_t line = std::stoul(error.arguments.at("line"));
        EXPECT_GE(line, 1U);
        EXPECT_LE(line, lines);
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
        return true;
    }
    for (const Entry& entry : module->entries) {
        checkWhole(entry);
        EXPECT_EQ(entry.unsupported ? describe(*entry.unsupported).find('\n') : std::string::npos, std::string::npos);
    }
    return false;
}

class Mutation : public ::testing::TestWithParam<const char*> {};

TEST_P(Mutation, CutOffAnywhere) {
    const std::string text = dataFile(GetParam());
    std::size_t failures = 0;
    for (std::size_t length = 0; length < text.size(); length += 13)
        failures += checkedFailure(text.substr(0, length)) ? 1 : 0;
    EXPECT_GT(failures, text.size() / 13 / 2);
}

TEST_P(Mutation, RandomBytes) {
    const std::string text = dataFile(GetParam());
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::string broken = text;
        const unsigned changes = 1 + random() % 3;
        for (unsigned i = 0; i < changes; ++i) broken[random() % broken.size()] = static_cast<char>(random() % 256);
        checkedFailure(broken);
    }
}

TEST_P(Mutation, PiecesMovedAndNumbersBlownUp) {
    const std::string text = dataFile(GetParam());
    std::mt19937 random(2);
    for (int round = 0; round < 1000; ++round) {
        std::string broken = text;
        const std::size_t from = random() % text.size();
        const std::string piece = text.substr(from, random() % 40);
        broken.insert(random() % text.size(), piece);
        broken.erase(random() % text.size(), random() % 20);
        std::size_t digit = broken.find_first_of("0123456789", random() % broken.size());
        if (digit != std::string::npos) broken.insert(digit, "4294967295");
        checkedFailure(broken);
    }
}

TEST(Noise, IsNeverAModule) {
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        std::string noise(random() % 300, '\0');
        for (char& c : noise) c = static_cast<char>(random() % 256);
        EXPECT_TRUE(checkedFailure(noise));
    }
}

INSTANTIATE_TEST_SUITE_P(CompilerOutput, Mutation,
                         ::testing::Values("nested.ptx", "debug.ptx", "course/calls.ptx", "course/cooperation.ptx",
                                           "course/integers.ptx", "course/modern.ptx"));

}  // namespace
}  // namespace lanescope::ptx
