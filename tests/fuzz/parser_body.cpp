// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>

#include "core/ptx/parser.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

/// Ends the program so that the fuzzer keeps the input.
void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "the parser broke its word: %s\n", what);
    std::abort();
}

void checkEntry(const program::Entry& entry) {
    const std::size_t instructions = entry.instructions.size();
    require(!entry.functions.empty() && entry.functions[0].first == 0, "functions[0] is the kernel");
    for (const program::Function& function : entry.functions)
        require(function.first <= function.end && function.end <= instructions, "a function lies in the entry");
    for (const program::Instruction& instruction : entry.instructions) {
        require(instruction.opcode != program::Opcode::Bra || instruction.target <= instructions,
                "a branch has a target");
        require(instruction.guard == program::kNoRegister || instruction.guard < entry.registers.size(),
                "a guard is a register");
        for (const program::Operand& operand : instruction.sources)
            require(operand.kind != program::Operand::Kind::Register || operand.reg < entry.registers.size(),
                    "an operand is a register");
    }
    std::uint32_t at = 0;
    for (const program::BasicBlock& block : entry.blocks) {
        require(block.first == at && block.first < block.end && block.end <= instructions, "blocks follow each other");
        require(!block.meetings.empty(), "lanes that part meet again");
        for (const program::Meeting& meeting : block.meetings)
            require(meeting.block <= entry.blocks.size(), "a meeting is at a block");
        at = block.end;
    }
}

}  // namespace

void fuzzParser(std::string_view text) {
    const Result<ptx::Module> module = ptx::parse(std::string(text), "fuzz.ptx");
    if (!module) {
        (void)describe(module.error());
        return;
    }
    for (const program::Entry& entry : module->entries)
        if (!entry.unsupported) checkEntry(entry);
}

}  // namespace lanescope
