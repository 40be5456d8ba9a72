// SPDX-License-Identifier: GPL-3.0-or-later
// Where the instructions of a simulated launch stand: held against the .loc directives in the PTX's text and against
// what nvdisasm printed, which the test reads by itself.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/algorithms/algorithm.h"
#include "core/models/model_input.h"
#include "core/run/emulation.h"
#include "core/sass/lower/lower.h"
#include "core/timing/line_times.h"
#include "core/timing/simulation.h"

namespace lanescope {
namespace {

const sass::MachinePlans& machinePlans() {
    static const sass::MachineCodes codes(LANESCOPE_SOURCE_DIR "/resources");
    static const sass::MachinePlans plans(codes);
    return plans;
}

struct Simulation {
    Emulation run;
    timing::Simulated simulated;
    std::vector<timing::InstructionTime> instructions;
    [[nodiscard]] const Kernel& ptx() const { return *run.plan.launches()[0]->kernel; }
    [[nodiscard]] const timing::LaunchSample& sample() const { return *run.samples[0]; }
};

Simulation simulated(const std::string& algorithm, const Parameters& parameters, bool machine) {
    static const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    static const GpuSpec gpu = *readGpuSpec(LANESCOPE_SOURCE_DIR "/resources/gpus/h200.json");
    const Algorithm& of = **catalogue->find(algorithm);
    EmulationOptions options;
    options.maxBlocks = 16;
    options.sample.emplace();
    if (machine) options.machine = timing::machineKernelsFor(gpu, machinePlans());
    Simulation made{*emulate(*of.plan(*of.complete(parameters)), options, {}), {}, {}};
    made.simulated = *timing::simulate(made.sample(), {}, gpu, *timing::parametersOf(gpu), {.intervals = 1});
    made.instructions = timing::timeByInstruction(made.simulated.run, made.sample(), made.ptx());
    return made;
}

/// By line of the PTX's text (1-based) the line of the kernel's own source that the .loc above it names; -1 where it
/// was inlined or is of another file.
std::vector<int> locLines(const Kernel& kernel) {
    std::istringstream text(kernel.module->text);
    const std::regex file(R"re(^\s*\.file\s+(\d+)\s+"([^"]*)")re");
    const std::regex loc(R"re(^\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)(.*))re");
    std::string line;
    std::set<std::string> own;
    std::vector<std::pair<std::string, int>> at{{"", 0}};
    while (std::getline(text, line)) {
        std::smatch found;
        std::pair<std::string, int> now = at.back();
        if (line.starts_with(".visible .entry") || line.starts_with(".entry")) now = {"", 0};
        if (std::regex_search(line, found, file) && found[2].str().ends_with(kernel.sourceName)) own.insert(found[1]);
        if (std::regex_search(line, found, loc))
            now = {found[1], found[4].str().find("inlined_at") != std::string::npos ? -1 : std::stoi(found[2])};
        at.push_back(now);
    }
    std::vector<int> lines;
    lines.reserve(at.size());
    for (const auto& [number, where] : at) lines.push_back(where > 0 && !own.contains(number) ? -1 : where);
    return lines;
}

TEST(TimeByInstruction, LinesAreThoseOfTheTexts) {
    for (const bool machine : {true, false})
        for (const auto& [algorithm, parameters] :
             std::map<std::string, Parameters>{{"transpose.tiled", {{"width", "256"}, {"height", "256"}}},
                                               {"matmul.tiled", {{"n", "256"}, {"block", "16"}}}}) {
            SCOPED_TRACE(algorithm + (machine ? ", machine code" : ", PTX"));
            const Simulation made = simulated(algorithm, parameters, machine);
            ASSERT_EQ(made.sample().listing != nullptr, machine);
            const std::vector<int> locs = locLines(made.ptx());
            std::size_t told = 0;
            for (std::size_t i = 0; i < made.instructions.size(); ++i) {
                const timing::InstructionTime& one = made.instructions[i];
                EXPECT_EQ(one.ptxLine, machine ? made.sample().listing->instructions[i].ptxLine
                                               : made.ptx().code().instructions[i].line);
                if (one.ptxLine == 0 || locs[one.ptxLine] <= 0) continue;
                EXPECT_EQ(one.line, locs[one.ptxLine]) << "instruction " << i;
                ++told;
            }
            EXPECT_GT(told, made.instructions.size() / 2);
        }
}

TEST(TimeByInstruction, NothingOfTheWarpsTimeIsLostOrCountedTwice) {
    for (const bool machine : {true, false}) {
        const Simulation made = simulated("matmul.tiled", {{"n", "256"}, {"block", "16"}}, machine);
        timing::ReasonCycles sums{};
        for (const timing::InstructionTime& one : made.instructions)
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += one.cycles[i];
        for (std::size_t i = 0; i < sums.size(); ++i)
            EXPECT_NEAR(sums[i], made.simulated.run.warpCycles[i], 1e-6 * (1 + sums[i])) << i;
        double lines = 0;
        for (const timing::LineTime& line : timing::timeByLine(made.instructions)) lines += line.all();
        EXPECT_NEAR(lines, timing::allOf(sums), 1e-6 * lines);
    }
}

// An instruction issues once for each time that a warp came to it: counted from the events themselves.
TEST(TimeByInstruction, EachIssueOfMachineCodeIsAnEventOfItsWarp) {
    const Simulation made = simulated("transpose.tiled", {{"width", "256"}, {"height", "256"}}, true);
    std::vector<double> runs(made.instructions.size(), 0);
    for (const timing::SampledBlock& block : made.sample().blocks)
        for (const timing::SampledWarp& warp : block.warps)
            for (const timing::Event& event : warp.events) runs[event.instruction] += 1;
    for (std::size_t i = 0; i < runs.size(); ++i)
        EXPECT_NEAR(made.instructions[i].cycles[static_cast<std::size_t>(timing::Reason::Issuing)], runs[i], 1e-6) << i;
}

TEST(MachinePlans, ThePlanOfPtxIsFoundAgain) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    const Algorithm& of = **catalogue->find("reduce.0");
    const Plan ptx = *of.plan(*of.complete({}));
    const Result<Plan> machine = machinePlans().planFor(ptx, "sm_80");
    ASSERT_TRUE(machine);
    ASSERT_TRUE(machine->launches()[0]->kernel->code().meetsByCode);
    const Plan back = machinePlans().ptxPlanOf(*machine);
    ASSERT_EQ(back.launches().size(), ptx.launches().size());
    for (std::size_t i = 0; i < ptx.launches().size(); ++i)
        EXPECT_EQ(back.launches()[i]->kernel, ptx.launches()[i]->kernel);
    EXPECT_EQ(machinePlans().ptxPlanOf(ptx).launches()[0]->kernel, ptx.launches()[0]->kernel);
}

}  // namespace
}  // namespace lanescope
