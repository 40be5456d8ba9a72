// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_bodies.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/ptx/parser.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

constexpr std::size_t kEntriesRun = 3;
constexpr std::uint64_t kSteps = 20'000;

/// Ends the program so that the fuzzer keeps the input.
void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "the parser broke its word: %s\n", what);
    std::abort();
}

void checkEntry(const ptx::Entry& entry) {
    const std::size_t instructions = entry.instructions.size();
    require(!entry.functions.empty() && entry.functions[0].first == 0, "functions[0] is the kernel");
    for (const ptx::Function& function : entry.functions)
        require(function.first <= function.end && function.end <= instructions, "a function lies in the entry");
    for (const ptx::Instruction& instruction : entry.instructions) {
        require(instruction.opcode != ptx::Opcode::Bra || instruction.target <= instructions, "a branch has a target");
        require(instruction.guard == ptx::kNoRegister || instruction.guard < entry.registers.size(),
                "a guard is a register");
        for (const ptx::Operand& operand : instruction.sources)
            require(operand.kind != ptx::Operand::Kind::Register || operand.reg < entry.registers.size(),
                    "an operand is a register");
    }
    std::uint32_t at = 0;
    for (const ptx::BasicBlock& block : entry.blocks) {
        require(block.first == at && block.first < block.end && block.end <= instructions, "blocks follow each other");
        require(block.immediatePostDominator <= entry.blocks.size(), "a post-dominator is a block");
        at = block.end;
    }
}

struct Shape {
    unsigned grid = 2;
    unsigned block = 40;
    unsigned shared = 256;
};

Shape shapeOf(std::string_view text) {
    Shape shape;
    const std::string line(text.substr(0, std::min<std::size_t>(text.find('\n'), 60)));
    std::sscanf(line.c_str(), "//! %9u %9u %9u", &shape.grid, &shape.block, &shape.shared);
    shape.grid = shape.grid % 5;
    shape.block = shape.block % 130;
    shape.shared %= 4096;
    return shape;
}

/// Every 8-byte integer is taken for a pointer.
void addArgument(const ptx::Parameter& parameter, Launch& launch, std::vector<Buffer>& buffers) {
    if (parameter.size == 8 && parameter.type != ptx::Type::F64 && buffers.size() < 8) {
        launch.arguments.emplace_back(BufferId{buffers.size()});
        buffers.push_back({"b", ElementType::I32, 1, 256, {InitialContent::Kind::Ramp}});
    } else {
        launch.arguments.emplace_back(std::vector<std::byte>(parameter.size, std::byte{3}));
    }
}

void launchEntry(const std::shared_ptr<const ptx::Module>& module, const ptx::Entry& entry, const Shape& shape) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = module;
    kernel->entry = entry.name;
    Launch launch{kernel, {shape.grid, 1, 1}, {shape.block, 1, 1}, shape.shared, {}};
    Plan plan;
    for (const ptx::Parameter& parameter : entry.parameters) addArgument(parameter, launch, plan.buffers);
    for (BufferId id = 0; id < plan.buffers.size(); ++id) plan.steps.emplace_back(UploadStep{id});
    plan.steps.emplace_back(LaunchStep{launch});
    simt::Emulator emulator({.stepBudget = kSteps});
    if (const auto ran = runPlan(plan, emulator, {}); !ran) (void)describe(ran.error());
}

}  // namespace

void fuzzParser(std::string_view text) {
    const Result<ptx::Module> module = ptx::parse(std::string(text), "fuzz.ptx");
    if (!module) {
        (void)describe(module.error());
        return;
    }
    for (const ptx::Entry& entry : module->entries)
        if (!entry.unsupported) checkEntry(entry);
}

void fuzzLaunch(std::string_view text) {
    Result<ptx::Module> parsed = ptx::parse(std::string(text), "fuzz.ptx");
    if (!parsed) return;
    const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
    const std::size_t count = std::min(module->entries.size(), kEntriesRun);
    for (std::size_t i = 0; i < count; ++i)
        // Two entries of one name are one kernel to a launch.
        if (module->find(module->entries[i].name) == &module->entries[i])
            launchEntry(module, module->entries[i], shapeOf(text));
}

}  // namespace lanescope
