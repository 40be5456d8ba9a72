// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/examples/example_commands.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

namespace lanescope {

std::string sourceFolder() {
    const char* chosen = std::getenv("LANESCOPE_SOURCE");
    return chosen != nullptr ? chosen : LANESCOPE_SOURCE_DIR;
}

namespace {

/// The spec of a command line's --grid, --block, --shared and --arg.
LaunchSpec specFromWords(const std::string& words) {
    LaunchSpec spec;
    std::istringstream stream(words);
    std::string value;
    for (std::string option; stream >> option;) {
        if (option == "--grid" && stream >> value) spec.grid = dim3FromText(option, value).value();
        if (option == "--block" && stream >> value) spec.block = dim3FromText(option, value).value();
        if (option == "--shared" && stream >> value)
            spec.dynamicSharedBytes = static_cast<std::uint32_t>(std::stoul(value));
        if (option == "--arg" && stream >> value) spec.arguments.push_back(value);
    }
    return spec;
}

}  // namespace

std::vector<ExampleCommand> exampleCommands() {
    const Result<std::string> readme = readFile(sourceFolder() + "/examples/README.md");
    std::vector<ExampleCommand> commands;
    std::istringstream lines(readme.value_or(""));
    for (std::string line; std::getline(lines, line);) {
        // | `NAME` | what | `--grid …` |
        const std::size_t options = line.find("`--grid");
        if (!line.starts_with("| `") || options == std::string::npos) continue;
        commands.push_back({line.substr(3, line.find('`', 3) - 3),
                            specFromWords(line.substr(options + 1, line.rfind('`') - options - 1))});
    }
    return commands;
}

Result<Plan> planOf(const ExampleCommand& command, const std::string& variant) {
    const std::string path = "examples/ptx/" + command.name + variant + ".ptx";
    Result<std::string> text = readFile(path);
    if (!text) return fail(text.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), path);
    if (!module) return fail(module.error());
    return planOf(command.spec, std::make_shared<const ptx::Module>(std::move(*module)));
}

ExampleRun::ExampleRun(const Plan& plan, HostBuffers after, bool fused)
    : m_plan(plan), m_after(std::move(after)), m_fused(fused) {}

BufferId ExampleRun::bufferOf(std::size_t argument) const {
    for (BufferId id = 0; id < m_plan.buffers.size(); ++id)
        if (m_plan.buffers[id].name == "arg" + std::to_string(argument)) return id;
    throw std::out_of_range("argument " + std::to_string(argument) + " is no buffer");
}

}  // namespace lanescope
