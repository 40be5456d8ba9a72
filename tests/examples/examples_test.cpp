// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of examples/README.md, on the PTX of -O3 and of -G: it runs, and its result is right.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/simt/emulator.h"
#include "tests/examples/example_commands.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

class Example : public testing::TestWithParam<std::tuple<ExampleCommand, std::string>> {
protected:
    Example() { fs::current_path(sourceFolder()); }
};

TEST_P(Example, RunsAndIsRight) {
    const auto& [command, variant] = GetParam();
    const Result<Plan> plan = planOf(command, variant);
    ASSERT_TRUE(plan) << describe(plan.error());
    simt::Emulator emulator;
    Result<HostBuffers> after = runPlan(*plan, emulator, {});
    ASSERT_TRUE(after) << describe(after.error());
    const auto reference = std::ranges::find(exampleReferences(), command.name, &ExampleReference::name);
    ASSERT_NE(reference, exampleReferences().end()) << "no reference says what " << command.name << " must compute";
    reference->check(ExampleRun(*plan, std::move(*after), variant.empty()));
}

INSTANTIATE_TEST_SUITE_P(Readme, Example,
                         testing::Combine(testing::ValuesIn(exampleCommands()), testing::Values("", ".debug")),
                         [](const auto& example) {
                             const bool debug = !std::get<1>(example.param).empty();
                             return std::get<0>(example.param).name + (debug ? "_debug" : "");
                         });

TEST(Examples, AllAreInTheReadme) {
    std::set<std::string> files;
    for (const auto& file : fs::directory_iterator(fs::path(sourceFolder()) / "examples"))
        if (file.path().extension() == ".cu") files.insert(file.path().stem().string());
    std::set<std::string> told;
    for (const ExampleCommand& command : exampleCommands()) told.insert(command.name);
    EXPECT_EQ(files, told);
    EXPECT_GE(files.size(), 20U);
}

}  // namespace
}  // namespace lanescope
