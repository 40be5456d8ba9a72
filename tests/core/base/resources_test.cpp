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

TEST_F(Resources, WritesAndReadsBack) {
    ASSERT_TRUE(writeFile(path("a.txt"), "one\ntwo\0three"));
    EXPECT_EQ(readFile(path("a.txt")).value(), "one\ntwo");
    EXPECT_FALSE(fs::exists(path("a.txt.part")));
}

TEST_F(Resources, AFailedWriteKeepsTheOldFile) {
    fs::create_directories(path("busy") + "/inside");
    const auto written = writeFile(path("busy"), "new");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::CannotWrite);
    EXPECT_EQ(written.error().arguments.at("file"), path("busy"));
    EXPECT_TRUE(fs::exists(path("busy") + "/inside"));
    EXPECT_FALSE(fs::exists(path("busy.part")));
}

TEST_F(Resources, WhetherAFileCanBeWrittenIsKnownBefore) {
    ASSERT_TRUE(writeFile(path("a.txt"), "old"));
    EXPECT_TRUE(checkWritable(path("a.txt")));
    EXPECT_EQ(readFile(path("a.txt")).value(), "old");
    EXPECT_TRUE(checkWritable(path("new.txt")));
    EXPECT_FALSE(fs::exists(path("new.txt")));
    EXPECT_FALSE(fs::exists(path("new.txt.part")));
    EXPECT_EQ(checkWritable(path("none/new.txt")).error().arguments.at("file"), path("none/new.txt"));
    EXPECT_EQ(checkWritable(m_folder.string()).error().arguments.at("reason"), "it is a folder");
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
