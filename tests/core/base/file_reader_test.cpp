// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

std::string problemOf(const Result<std::string>& read) { return read ? "" : describe(read.error()); }

TEST(FileReader, ReadsAFileWhole) {
    const TemporaryFolder folder;
    std::string long_;
    for (int i = 0; long_.size() < 1'000'000; ++i) long_ += std::to_string(i) + '\0';
    for (const std::string& content : {std::string(), std::string("one\ntwo"), long_}) {
        folder.write("a", content);
        EXPECT_TRUE(readFile(folder.path("a")).value() == content);
        EXPECT_TRUE(readFileOrPipe(folder.path("a")).value() == content);
    }
    std::filesystem::create_symlink("a", folder.path("link"));
    EXPECT_TRUE(readFile(folder.path("link")).value() == long_);
}

TEST(FileReader, WhatTheKernelMakesHasNoSizeAndIsRead) {
    const Result<std::string> status = readFile("/proc/self/status");
    ASSERT_TRUE(status) << describe(status.error());
    EXPECT_THAT(*status, HasSubstr("Name:"));
}

TEST(FileReader, WhatIsNoRegularFileIsRefusedAtOnce) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    std::filesystem::create_symlink("fifo", folder.path("to_fifo"));
    std::filesystem::create_symlink("nowhere", folder.path("dangling"));
    EXPECT_EQ(problemOf(readFile(folder.path("fifo"))),
              "Cannot open " + folder.path("fifo") + ": it is a pipe and no regular file.");
    EXPECT_THAT(problemOf(readFile(folder.path("to_fifo"))), HasSubstr("a pipe"));
    EXPECT_THAT(problemOf(readFile(folder.path("dangling"))), HasSubstr("it is a link"));
    EXPECT_THAT(problemOf(readFile(folder.path("none"))), HasSubstr("No such file"));
    EXPECT_THAT(problemOf(readFile(folder.path())), HasSubstr("it is a folder"));
    EXPECT_THAT(problemOf(readFileOrPipe(folder.path())), HasSubstr("it is a folder"));
    for (const char* device : {"/dev/zero", "/dev/null"}) {
        EXPECT_EQ(problemOf(readFile(device)), "Cannot open " + std::string(device) + ": it is no regular file.");
        EXPECT_THAT(problemOf(readFileOrPipe(device)), HasSubstr("it is no regular file"));
    }
    const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{AF_UNIX, {}};
    std::strncpy(address.sun_path, folder.path("socket").c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_THAT(problemOf(readFile(folder.path("socket"))), HasSubstr("it is no regular file"));
    ::close(listening);
}

TEST(FileReader, APipeIsReadWhereOneMayBe) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(folder.path("fifo")) << std::string(300'000, 'x'); });
    const auto read = readFileOrPipe(folder.path("fifo"));
    writer.join();
    EXPECT_EQ(read.value().size(), 300'000U);
}

TEST(FileReader, NoMoreIsReadThanIsAllowed) {
    const TemporaryFolder folder;
    folder.write("a", "12345");
    EXPECT_TRUE(readFile(folder.path("a"), 5));
    EXPECT_EQ(problemOf(readFile(folder.path("a"), 4)),
              "Cannot open " + folder.path("a") + ": it is longer than 4 bytes, and no more is read.");
    // A file of holes: 1 TB on the disk's books, nothing on the disk.
    folder.write("holes", "");
    std::filesystem::resize_file(folder.path("holes"), std::uintmax_t{1} << 40);
    EXPECT_THAT(problemOf(readFile(folder.path("holes"))), HasSubstr("longer than 256 MiB"));
    EXPECT_THAT(problemOf(readFile("/proc/self/status", 10)), HasSubstr("longer than 10 bytes")) << "its size is 0";
}

}  // namespace
}  // namespace lanescope
