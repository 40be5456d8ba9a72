// SPDX-License-Identifier: GPL-3.0-or-later
// Every configuration that may be chosen has a plan whose kernel is in the PTX with just the shapes that the plan says.
#include <algorithm>
#include <set>

#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

const Launch& launchOf(const Plan& plan) { return std::get<LaunchStep>(plan.steps.at(2)).launch; }

/// The algorithms whose kernels are those of matmul.cu.
std::vector<const Algorithm*> algorithmsOfMatmulCu() {
    std::vector<const Algorithm*> algorithms = shippedFamily("Matrix multiplication");
    std::erase_if(algorithms, [](const Algorithm* algorithm) {
        const Plan plan = algorithm->plan({}).value();
        const auto launch =
            std::ranges::find_if(plan.steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
        return launch == plan.steps.end() || std::get<LaunchStep>(*launch).launch.kernel->sourceName != "matmul.cu";
    });
    return algorithms;
}

/// Calls `see` with the plan of every algorithm, variant, type and block side that goes together, for one fit n.
template <typename See>
void forEveryPlan(See see) {
    for (const Algorithm* algorithm : algorithmsOfMatmulCu())
        for (const std::string variant : {"published", "corrected"})
            for (const std::string type : {"f32", "f64", "i32"})
                for (const std::string block : {"4", "8", "16", "20", "25", "29", "31", "32"}) {
                    const std::string n = std::to_string(4 * std::stoi(block));
                    const Parameters wanted{{"variant", variant}, {"n", n}, {"block", block}, {"type", type}};
                    const Parameters parameters = asFarAsItGoes(*algorithm, wanted);
                    if (parameters.value("block").empty()) continue;  // not compiled for this algorithm
                    const Result<Plan> plan = algorithm->plan(parameters);
                    if (algorithm->id() == "matmul.rect4-prefetch" && type == "f64" && block == "32") {
                        EXPECT_FALSE(plan);
                        continue;
                    }
                    ASSERT_TRUE(plan) << describe(plan.error());
                    see(*plan);
                }
}

TEST(MatmulPlan, TheKernelOfEveryConfigurationIsInThePtx) {
    std::set<std::string> entries;
    forEveryPlan([&](const Plan& plan) { entries.insert(launchOf(plan).kernel->code().demangled); });
    const Plan plan = planFor("matmul.tiled", {}).value();
    // And nothing else is: each entry of the file can be chosen.
    EXPECT_EQ(entries.size(), launchOf(plan).kernel->module->entries.size());
    EXPECT_EQ(entries.size(), 202U);
}

TEST(MatmulPlan, SharedArraysAreThoseOfThePtx) {
    forEveryPlan([](const Plan& plan) {
        const Kernel& kernel = *launchOf(plan).kernel;
        const program::Entry& entry = kernel.code();
        ASSERT_EQ(kernel.shared.size(), entry.shared.size()) << kernel.entry;
        std::uint32_t bytes = 0;
        for (const SharedArray& array : kernel.shared) {
            const auto variable = std::ranges::find(entry.shared, array.name, &program::SharedVariable::shortName);
            ASSERT_NE(variable, entry.shared.end()) << kernel.entry << " " << array.name;
            EXPECT_EQ(array.rows * array.columns * sizeOf(array.type), variable->size)
                << kernel.entry << " " << array.name;
            bytes += variable->size;
        }
        EXPECT_EQ(bytes, entry.staticSharedBytes) << kernel.entry;
    });
}

TEST(MatmulPlan, ArgumentsAreThoseOfThePtx) {
    forEveryPlan([](const Plan& plan) {
        const Launch& launch = launchOf(plan);
        const program::Entry& entry = launch.kernel->code();
        ASSERT_EQ(entry.parameters.size(), launch.arguments.size());
        EXPECT_EQ(launch.arguments[0], Argument(BufferId{2}));  // C
        EXPECT_EQ(launch.arguments[1], Argument(BufferId{0}));  // A
        EXPECT_EQ(launch.arguments[2], Argument(BufferId{1}));  // B
        EXPECT_EQ(launch.arguments[3], Argument(std::int32_t(plan.buffers[2].rows)));
        EXPECT_EQ(entry.parameters[0].size, 8U);
        EXPECT_EQ(entry.parameters[3].size, 4U);
    });
}

// Addresses that the compiler computes once and uses in several lines belong to none; what they are for does.
TEST(MatmulPlan, EveryAccessAndBarrierHasItsSourceLine) {
    forEveryPlan([](const Plan& plan) {
        const Kernel& kernel = *launchOf(plan).kernel;
        EXPECT_EQ(kernel.sourceName, "matmul.cu");
        EXPECT_EQ(kernel.module->files.at(1), "matmul.cu");
        const auto lines = static_cast<std::uint32_t>(std::ranges::count(*kernel.source, '\n'));
        for (const program::Instruction& instruction : kernel.code().instructions) {
            EXPECT_LE(instruction.source.line, lines);
            const bool access =
                instruction.space == program::Space::Global || instruction.space == program::Space::Shared;
            if (!access && instruction.opcode != program::Opcode::Bar) continue;
            EXPECT_GT(instruction.source.line, 0U) << kernel.entry << ": " << kernel.module->line(instruction.line);
        }
    });
}

TEST(MatmulPlan, TheGridCoversC) {
    const auto grid = [](std::string_view id, const std::string& n) {
        return launchOf(planFor(id, {{"n", n}, {"block", "16"}}).value()).grid;
    };
    EXPECT_EQ(grid("matmul.single-block", "100"), (Dim3{1, 1, 1}));
    EXPECT_EQ(grid("matmul.global", "100"), (Dim3{7, 7, 1}));
    EXPECT_EQ(grid("matmul.tiled", "96"), (Dim3{6, 6, 1}));
    EXPECT_EQ(grid("matmul.rect2", "97"), (Dim3{4, 7, 1}));
    EXPECT_EQ(grid("matmul.rect2-prefetch", "1"), (Dim3{1, 1, 1}));
    EXPECT_EQ(grid("matmul.rect4-prefetch", "97"), (Dim3{4, 4, 1}));
}

TEST(MatmulPlan, TheReferenceIsTheProduct) {
    for (const std::string type : {"f32", "f64", "i32"}) {
        const Plan plan = planFor("matmul.tiled", {{"n", "2"}, {"type", type}}).value();
        EXPECT_EQ(plan.reference.operations, 2U);
        HostBuffers inputs;
        const std::vector<std::uint64_t> rows{1, 0};
        for (const Buffer& buffer : plan.buffers) inputs.push_back(initialBytes(buffer));
        const auto at = [&](BufferId buffer, std::size_t index) {
            return elementAsDouble(plan.buffers[buffer].type,
                                   inputs[buffer].data() + index * sizeOf(plan.buffers[buffer].type));
        };
        EXPECT_EQ(plan.reference.expected(inputs, 0, rows).at(0), at(0, 2) * at(1, 0) + at(0, 3) * at(1, 2));
        EXPECT_EQ(plan.reference.expected(inputs, 1, rows).at(1), at(0, 0) * at(1, 1) + at(0, 1) * at(1, 3));
    }
}

}  // namespace
}  // namespace lanescope
