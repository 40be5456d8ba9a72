// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>

#include "core/plan/executor.h"
#include "core/sass/instruction_text.h"
#include "core/sass/lower/lower.h"
#include "core/simt/emulator.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostInstructions = 300;
constexpr std::uint64_t kSteps = 20'000;
constexpr unsigned kPointers = 6;  ///< parameters; a number follows

/// "//! sm_90 GRID BLOCK SHARED"
struct Shape {
    unsigned architecture = 90;
    unsigned grid = 2;
    unsigned block = 40;
    unsigned shared = 256;
};

Shape shapeOf(std::string_view text) {
    Shape shape;
    const std::string line(text.substr(0, std::min<std::size_t>(text.find('\n'), 60)));
    std::sscanf(line.c_str(), "//! sm_%9u %9u %9u %9u", &shape.architecture, &shape.grid, &shape.block, &shape.shared);
    constexpr std::array<unsigned, 7> kKnown{75, 80, 86, 89, 90, 100, 120};
    if (std::ranges::find(kKnown, shape.architecture) == kKnown.end())
        shape.architecture = kKnown[shape.architecture % 7];
    shape.grid %= 4;
    shape.block %= 100;
    shape.shared %= 2048;
    return shape;
}

/// A place `.L_x_3 is the fourth instruction. Numbers with a point are those of an encoding, which is made up.
sass::Listing listingOf(std::string_view text, const Shape& shape) {
    sass::Listing listing;
    listing.architecture = "sm_" + std::to_string(shape.architecture);
    listing.kernel = "kernel";
    listing.parameterBase = shape.architecture >= 100 ? 0x380 : shape.architecture >= 90 ? 0x210 : 0x160;
    listing.resources.stackBytes = 128;
    listing.functions = {{"kernel", 0}};
    listing.banks = {{2, std::string(256, '\x20'), {}},
                     {3, std::string(64, '\x03'), {}},
                     {4, std::string(32, '\0'), {{0, "vprintf", 0}, {8, "variable", 4}, {16, "malloc", 0}}}};
    while (!text.empty() && listing.instructions.size() < kMostInstructions) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::uint64_t number = listing.instructions.size();
        auto one = sass::instructionFromText(line, {number << 48 | 0x3f80'0000'0000 | line.size(), number});
        if (!one) continue;
        one->address = static_cast<std::uint32_t>(number) * sass::kInstructionBytes;
        listing.instructions.push_back(std::move(*one));
    }
    for (sass::Instruction& instruction : listing.instructions) {
        for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
            const std::string name = instruction.operands[i].name;
            if (instruction.operands[i].kind != sass::OperandKind::Target || !name.starts_with(".L_x_")) continue;
            unsigned place = 0;
            std::sscanf(name.c_str(), ".L_x_%9u", &place);
            place %= static_cast<unsigned>(listing.instructions.size());
            sass::putTarget(instruction, i, place * sass::kInstructionBytes);
            if (instruction.opcode == "CALL") listing.functions.push_back({"f", place * sass::kInstructionBytes});
        }
    }
    return listing;
}

/// What the PTX would say of it.
program::Module frame() {
    program::Module module;
    module.name = "fuzz.ptx";
    program::Entry& entry = module.entries.emplace_back();
    entry.name = entry.demangled = "kernel";
    for (unsigned k = 0; k < kPointers; ++k)
        entry.parameters.push_back({"p" + std::to_string(k), program::Type::U64, 8, 8 * k});
    entry.parameters.push_back({"n", program::Type::U32, 4, 8 * kPointers});
    entry.parameterBytes = 8 * kPointers + 4;
    entry.shared.push_back({"tile", "tile", 1024, 16, 0});
    entry.staticSharedBytes = 1024;
    program::ModuleVariable& variable = module.variables.emplace_back();
    variable.name = variable.shortName = "variable";
    variable.space = program::Space::Global;
    variable.type = program::Type::U32;
    variable.size = 64;
    return module;
}

}  // namespace

void fuzzMachineLaunch(std::string_view text) {
    const Shape shape = shapeOf(text);
    const sass::Listing listing = listingOf(text, shape);
    if (listing.instructions.empty()) return;
    const program::Module ptx = frame();
    auto kernel = std::make_shared<Kernel>();
    kernel->module = sass::lower(listing, ptx, ptx.entries[0]);
    kernel->entry = "kernel";
    if (kernel->code().unsupported) {
        (void)describe(*kernel->code().unsupported);
        return;
    }
    Launch launch{kernel, {shape.grid, 1, 1}, {shape.block, 1, 1}, shape.shared, {}};
    Plan plan;
    for (BufferId id = 0; id < kPointers; ++id) {
        launch.arguments.emplace_back(id);
        plan.buffers.push_back({"b", ElementType::I32, 1, 256, {InitialContent::Kind::Ramp}});
        plan.steps.emplace_back(UploadStep{id});
    }
    launch.arguments.emplace_back(std::int32_t{3});
    plan.steps.emplace_back(LaunchStep{launch});
    simt::Emulator emulator({.stepBudget = kSteps});
    if (const auto ran = runPlan(plan, emulator, {}); !ran) (void)describe(ran.error());
}

}  // namespace lanescope
