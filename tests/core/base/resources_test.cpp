// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/resources.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/file_reader.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

class Resources : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("lanescope-" + std::to_string(::getpid()) + "-" +
                                                ::testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }
    fs::path m_folder;
};

TEST_F(Resources, AMissingFileAndAFolderAreNamed) {
    EXPECT_EQ(readFile(path("none")).error().arguments.at("file"), path("none"));
    EXPECT_EQ(readFile(m_folder.string()).error().code, ErrorCode::CannotOpen);
}

TEST_F(Resources, AChosenFolderIsNotSilentlyReplaced) {
    ::setenv("LANESCOPE_RESOURCES", m_folder.c_str(), 1);
    const auto folder = resourceFolder();
    ::unsetenv("LANESCOPE_RESOURCES");
    ASSERT_FALSE(folder);
    EXPECT_NE(describe(folder.error()).find(m_folder.string()), std::string::npos);
}

}  // namespace
}  // namespace lanescope
