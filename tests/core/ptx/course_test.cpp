// SPDX-License-Identifier: GPL-3.0-or-later
// Course code as nvcc 13 compiles it: every kernel of data/course can be run.
#include <set>

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

TEST(Course, EveryKernelOfTheKeptFilesCanBeRun) {
    std::size_t kernels = 0;
    for (const char* name :
         {"calls.ptx", "calls.debug.ptx", "cooperation.ptx", "floats.ptx", "halves.ptx", "integers.ptx", "modern.ptx"})
        EXPECT_EQ(refusedIn(dataFile(std::string("course/") + name), name, &kernels), std::set<std::string>{}) << name;
    EXPECT_GE(kernels, 60U);
}

TEST(Course, CallsAreLinked) {
    const Result<Module> module = parse(dataFile("course/calls.ptx"), "calls.ptx");
    ASSERT_TRUE(module.has_value()) << describe(module.error());
    const auto functionsOf = [&module](const char* kernel) {
        std::set<std::string> names;
        for (const Function& function : module->find(kernel)->functions) names.insert(function.demangled);
        return names;
    };
    const std::set<std::string> recursion = functionsOf("recursion");
    EXPECT_TRUE(recursion.contains("fibonacci"));
    EXPECT_TRUE(recursion.contains("isEven"));
    for (const Function& function : module->find("recursion")->functions)
        EXPECT_EQ(function.recursive, function.name != module->find("recursion")->name) << function.name;
    // A virtual call may reach whatever has its address taken: both areas, and the functions of the table.
    const std::set<std::string> virtuals = functionsOf("virtuals");
    EXPECT_TRUE(virtuals.contains("Square::area() const") || virtuals.contains("Square::area")) << *virtuals.begin();
    EXPECT_TRUE(virtuals.contains("plus"));
    EXPECT_TRUE(functionsOf("prints").contains("vprintf"));
    EXPECT_EQ(functionsOf("bounded").size(), 1U);
    EXPECT_EQ(module->find("bounded")->mostThreads[0], 128U);
    EXPECT_FALSE(module->find("virtuals")->locals.empty());
    EXPECT_EQ(module->variables.size(), 10U);
}

}  // namespace
}  // namespace lanescope::ptx
