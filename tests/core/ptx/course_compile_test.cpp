// SPDX-License-Identifier: GPL-3.0-or-later
// Where nvcc is, all of data/course is compiled anew for two architectures, optimised and for debuggers.
#include <cstdlib>
#include <filesystem>
#include <set>

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

TEST(Course, EverythingCompiledHereCanBeRun) {
    const char* given = std::getenv("CUDACXX");
    const std::string nvcc = given != nullptr ? given : "/usr/local/cuda/bin/nvcc";
    if (!std::filesystem::exists(nvcc)) GTEST_SKIP() << "there is no nvcc at " << nvcc;
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "lanescope-course-ptx";
    std::filesystem::create_directories(folder);
    const std::string script = std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/ptx/data/course/build.sh";
    ASSERT_EQ(std::system(("CUDACXX='" + nvcc + "' '" + script + "' '" + folder.string() + "'").c_str()), 0);
    std::size_t kernels = 0;
    for (const std::filesystem::directory_entry& file : std::filesystem::directory_iterator(folder)) {
        const std::string name = file.path().filename().string();
        const std::set<std::string> refused = refusedIn(readFile(file.path().string()).value_or(""), name, &kernels);
        // Not optimised, libcu++ keeps the copy engine's way for blocks of compute capability 9.0 in the code.
        if (name == "modern.90.debug.ptx") {
            ASSERT_EQ(refused.size(), 1U);
            EXPECT_NE(refused.begin()->find("cp.async.bulk"), std::string::npos) << *refused.begin();
        } else {
            EXPECT_EQ(refused, std::set<std::string>{}) << name;
        }
    }
    EXPECT_GE(kernels, 200U);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lanescope::ptx
