// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include "core/ptx/parser.h"
#include "core/simt/emulator.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

constexpr std::size_t kEntriesRun = 3;
constexpr std::uint64_t kSteps = 20'000;

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
void addArgument(const program::Parameter& parameter, Launch& launch, std::vector<Buffer>& buffers) {
    if (parameter.size == 8 && parameter.type != program::Type::F64 && buffers.size() < 8) {
        launch.arguments.emplace_back(BufferId{buffers.size()});
        buffers.push_back({"b", ElementType::I32, 1, 256, {InitialContent::Kind::Ramp}});
    } else {
        launch.arguments.emplace_back(std::vector<std::byte>(parameter.size, std::byte{3}));
    }
}

void launchEntry(const std::shared_ptr<const program::Module>& module, const program::Entry& entry,
                 const Shape& shape) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = module;
    kernel->entry = entry.name;
    Launch launch{kernel, {shape.grid, 1, 1}, {shape.block, 1, 1}, shape.shared, {}};
    Plan plan;
    for (const program::Parameter& parameter : entry.parameters) addArgument(parameter, launch, plan.buffers);
    for (BufferId id = 0; id < plan.buffers.size(); ++id) plan.steps.emplace_back(UploadStep{id});
    plan.steps.emplace_back(LaunchStep{launch});
    for (const auto scheduling : {simt::Scheduling::ReconvergenceStack, simt::Scheduling::IndependentThreads}) {
        simt::Emulator emulator({.stepBudget = kSteps, .scheduling = scheduling});
        if (const auto ran = runPlan(plan, emulator, {}); !ran) (void)describe(ran.error());
    }
}

}  // namespace

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
