// SPDX-License-Identifier: GPL-3.0-or-later
// Sources that are compiled as one unit mean in it what they mean by themselves (cmake/units.awk).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/run_program.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct Units : testing::Test {
    Units() { fs::create_directories(m_root); }

    void write(const std::string& name, const std::string& text) { std::ofstream(m_root / name) << text; }

    /// Which unit each of these is in.
    std::map<std::string, std::string> of(const std::vector<std::string>& sources) {
        std::vector<std::string> arguments{
            "awk", "-v", "most=2000", "-v", "root=" + m_root.string(), "-f", LANESCOPE_SOURCE_DIR "/cmake/units.awk"};
        for (const std::string& source : sources) arguments.push_back((m_root / source).string());
        std::istringstream lines(runProgram("/usr/bin/env", arguments).out);
        std::map<std::string, std::string> units;
        for (std::string unit, file; lines >> unit >> file;) units[fs::path(file).filename().string()] = unit;
        return units;
    }

private:
    fs::path m_root = fs::path(testing::TempDir()) / "units";
};

TEST_F(Units, WhatOneDefinesNoHeaderOfAnotherDeclares) {
    write("lecture.h", "namespace lanescope {\nclass Lecture {};\n}\n");
    write("presenter.h", "#include \"lecture.h\"\nnamespace lanescope {\nclass Presenter {\n    Lecture own;\n};\n}\n");
    write("own.cpp", "namespace {\nstruct Lecture {};\n}  // namespace\n");
    write("other.cpp", "namespace {\nstruct Room {};\n}  // namespace\n");
    write("user.cpp", "#include \"presenter.h\"\n");
    for (const auto& order : {std::vector<std::string>{"own.cpp", "user.cpp"}, {"user.cpp", "own.cpp"}}) {
        const auto units = of(order);
        ASSERT_EQ(units.size(), 2U);
        EXPECT_NE(units.at("own.cpp"), units.at("user.cpp"));
    }
    const auto units = of({"other.cpp", "user.cpp"});
    ASSERT_EQ(units.size(), 2U);
    EXPECT_EQ(units.at("other.cpp"), units.at("user.cpp"));
}

}  // namespace
}  // namespace lanescope
