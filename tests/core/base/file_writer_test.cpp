// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of the one writer of files, by everything that may already stand under a name.
#include "core/base/file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string reasonOf(const Result<void>& result) { return result ? "written" : result.error().arguments.at("reason"); }

mode_t modeOf(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777U;
}

/// A write that must be refused, and why; neither it nor the question before it may leave or change anything.
std::string refusalOf(const std::string& path, const TemporaryFolder& folder) {
    const auto look = [&folder] {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path())) names.push_back(entry.path());
        std::ranges::sort(names);
        return names;
    };
    const auto before = look();
    const Result<void> asked = checkWritable(path);
    const Result<void> written = writeFile(path, "new");
    EXPECT_EQ(look(), before) << path;
    if (asked || written) {
        ADD_FAILURE() << path << " was not refused";
        return {};
    }
    EXPECT_EQ(asked.error(), written.error());
    EXPECT_EQ(written.error().code, ErrorCode::CannotWrite);
    EXPECT_EQ(written.error().arguments.at("file"), path);
    return written.error().arguments.at("reason");
}

/// In a process of its own, whose rights and limits may be taken away. What it returns is expected to be "".
void expectInChild(const std::function<std::string()>& body) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const std::string wrong = body();
        if (!wrong.empty()) (void)!::write(STDERR_FILENO, wrong.data(), wrong.size());
        ::_exit(wrong.empty() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "see what the child said";
}

TEST(FileWriter, MakesAFileAsTheUmaskSaysAndLeavesNothingElse) {
    const TemporaryFolder folder;
    const mode_t before = ::umask(027);
    EXPECT_TRUE(checkWritable(folder.path("a.txt")));
    EXPECT_TRUE(fs::is_empty(folder.path()));
    const auto written = writeFile(folder.path("a.txt"), std::string_view("one\ntwo\0three", 13));
    ::umask(before);
    ASSERT_TRUE(written) << describe(written.error());
    EXPECT_EQ(contentOf(folder.path("a.txt")), std::string("one\ntwo\0three", 13));
    EXPECT_EQ(modeOf(folder.path("a.txt")), 0640U);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(FileWriter, ReplacesAFileAsAWholeAndKeepsItsMode) {
    const TemporaryFolder folder;
    for (const mode_t mode : {0600U, 0644U, 0660U, 0755U, 0200U}) {
        const std::string path = folder.path("a.txt");
        fs::remove(path);
        folder.write("a.txt", "old, and longer than what comes");
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        EXPECT_TRUE(checkWritable(path));
        EXPECT_THAT(contentOf(path), HasSubstr("old"));
        ASSERT_TRUE(writeFile(path, "new"));
        EXPECT_EQ(modeOf(path), mode);
        EXPECT_EQ(contentOf(path), "new");
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(FileWriter, KeepsTheOwnerWhereItMay) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
    const TemporaryFolder folder;
    folder.write("a.txt", "old");
    ASSERT_EQ(::chown(folder.path("a.txt").c_str(), 4242, 4243), 0);
    ASSERT_EQ(::chmod(folder.path("a.txt").c_str(), 0640), 0);
    ASSERT_TRUE(writeFile(folder.path("a.txt"), "new"));
    struct stat status {};
    ASSERT_EQ(::stat(folder.path("a.txt").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 4242U);
    EXPECT_EQ(status.st_gid, 4243U);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

// Somebody else's file in a folder of ours, which its group may write: that group is not given to another one.
TEST(FileWriter, AGroupThatCannotBeKeptLeavesItsRightsToNobody) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root may set this up";
    const TemporaryFolder folder;
    folder.write("a.txt", "old");
    const std::string path = folder.path("a.txt");
    ASSERT_EQ(::chown(folder.path().c_str(), 4242, 4242), 0);
    ASSERT_EQ(::chown(path.c_str(), 4242, 4243), 0);
    ASSERT_EQ(::chmod(path.c_str(), 0660), 0);
    expectInChild([&]() -> std::string {
        if (::setgid(4242) != 0 || ::setuid(4242) != 0) return "rights could not be dropped";
        const auto written = writeFile(path, "new");
        return written ? "" : describe(written.error());
    });
    EXPECT_EQ(contentOf(path), "new");
    EXPECT_EQ(modeOf(path), 0600U);
}

TEST(FileWriter, RefusesWhatIsReadOnlyAlsoToRoot) {
    const TemporaryFolder folder;
    for (const mode_t mode : {0400U, 0444U, 0000U, 0060U}) {
        const std::string path = folder.path("a.txt");
        fs::remove(path);
        folder.write("a.txt", "old");
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        EXPECT_EQ(refusalOf(path, folder), "it is read-only");
        EXPECT_EQ(modeOf(path), mode);
    }
}

TEST(FileWriter, RefusesWhatIsNoPlainFile) {
    const TemporaryFolder folder;
    fs::create_directories(folder.path("folder") + "/inside");
    EXPECT_EQ(refusalOf(folder.path("folder"), folder), "it is a folder");
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    EXPECT_EQ(refusalOf(folder.path("fifo"), folder), "it is a FIFO, no plain file");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{AF_UNIX, {}};
    const std::string name = folder.path("s");
    ASSERT_LT(name.size(), sizeof(address.sun_path));
    name.copy(address.sun_path, name.size());
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(refusalOf(folder.path("s"), folder), "it is a socket, no plain file");
    ::close(socket);
    // Only asked of the machine's own devices: a writer that is broken, and runs as root, would replace them.
    for (const char* device : {"/dev/null", "/dev/full", "/dev/zero"})
        EXPECT_EQ(reasonOf(checkWritable(device)), "it is a device, no plain file");
    if (::mknod(folder.path("device").c_str(), S_IFCHR | 0600U, makedev(1, 3)) != 0) return;  // not even as root
    EXPECT_EQ(refusalOf(folder.path("device"), folder), "it is a device, no plain file");
}

TEST(FileWriter, WritesWhereSymbolicLinksLead) {
    const TemporaryFolder folder;
    folder.write("real/a.txt", "old");
    fs::create_symlink("real/a.txt", folder.path("link"));
    fs::create_symlink(folder.path("link"), folder.path("link to link"));
    fs::create_symlink("real/new.txt", folder.path("dangling"));
    ASSERT_TRUE(writeFile(folder.path("link to link"), "new"));
    ASSERT_TRUE(writeFile(folder.path("dangling"), "made"));
    EXPECT_EQ(contentOf(folder.path("real/a.txt")), "new");
    EXPECT_EQ(contentOf(folder.path("real/new.txt")), "made");
    for (const char* link : {"link", "link to link", "dangling"})
        EXPECT_TRUE(fs::is_symlink(folder.path(link))) << link;
    EXPECT_EQ(writtenFile(folder.path("link to link")).value(), folder.path("real/a.txt"));
    EXPECT_EQ(writtenFile(folder.path("real/a.txt")).value(), folder.path("real/a.txt"));

    fs::create_symlink("circle", folder.path("circle"));
    EXPECT_THAT(refusalOf(folder.path("circle"), folder), HasSubstr("symbolic links"));
    fs::create_symlink("none/x", folder.path("nowhere"));
    EXPECT_THAT(refusalOf(folder.path("nowhere"), folder), HasSubstr("its folder " + folder.path("none")));
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    fs::create_symlink("fifo", folder.path("link to fifo"));
    EXPECT_EQ(refusalOf(folder.path("link to fifo"), folder), "it is a FIFO, no plain file");
}

// The name of a temporary file that can be guessed is a way into somebody's other files.
TEST(FileWriter, TouchesNoOtherName) {
    const TemporaryFolder folder;
    folder.write("precious", "precious");
    folder.write("a.txt.part", "the user's own");
    fs::create_symlink("precious", folder.path("b.txt.part"));
    fs::create_directories(folder.path("c.txt.part/inside"));
    for (const char* name : {"a.txt", "b.txt", "c.txt"}) {
        EXPECT_TRUE(checkWritable(folder.path(name)));
        EXPECT_TRUE(writeFile(folder.path(name), "new"));
        EXPECT_EQ(contentOf(folder.path(name)), "new");
    }
    EXPECT_EQ(contentOf(folder.path("precious")), "precious");
    EXPECT_EQ(contentOf(folder.path("a.txt.part")), "the user's own");
    EXPECT_TRUE(fs::is_symlink(folder.path("b.txt.part")));
    EXPECT_TRUE(fs::exists(folder.path("c.txt.part/inside")));
}

TEST(FileWriter, NamesThatAreNoneAreRefused) {
    const TemporaryFolder folder;
    EXPECT_EQ(refusalOf("", folder), "that is no file's name");
    EXPECT_EQ(refusalOf(folder.path("a") + std::string("\0b", 2), folder), "that is no file's name");
    EXPECT_EQ(refusalOf(folder.path("a/"), folder), "that is no file's name");
    EXPECT_THAT(refusalOf(folder.path("none/a"), folder), HasSubstr("its folder " + folder.path("none")));
    EXPECT_THAT(refusalOf(folder.path(std::string(256, 'a')), folder), HasSubstr("too long"));
    EXPECT_TRUE(writeFile(folder.path(std::string(255, 'a')), "as long as a name can be"));
}

TEST(FileWriter, WhatThisProgramPrintsToIsRefused) {
    const TemporaryFolder folder;
    expectInChild([&]() -> std::string {
        const std::string path = folder.path("out");
        if (std::freopen(path.c_str(), "w", stdout) == nullptr) return "no output";
        for (const std::string& name : {path, std::string("/dev/stdout"), std::string("/proc/self/fd/1")})
            if (reasonOf(writeFile(name, "new")) != "this program prints to it") return name + " was not refused";
        ::unlink(path.c_str());
        return reasonOf(writeFile("/dev/stdout", "new")).starts_with("its symbolic link") ? ""
                                                                                          : "a file without a name";
    });
}

// A disk that fills up ends writes in the middle, as this limit does.
TEST(FileWriter, AWriteThatEndsInTheMiddleLeavesWhatWasThere) {
    const TemporaryFolder folder;
    folder.write("a.txt", "old");
    expectInChild([&]() -> std::string {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100'000, 100'000};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
        const std::string reason = reasonOf(writeFile(folder.path("a.txt"), std::string(1'000'000, 'x')));
        return reason == "File too large" ? "" : reason;
    });
    EXPECT_EQ(contentOf(folder.path("a.txt")), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(FileWriter, AFolderThatMayNotBeWrittenIsNamedAsTheReason) {
    if (::geteuid() != 0) GTEST_SKIP() << "rights are dropped from root";
    const TemporaryFolder folder;
    folder.write("a.txt", "old");
    ASSERT_EQ(::chmod(folder.path("a.txt").c_str(), 0666), 0);
    folder.write("theirs.txt", "old");
    ASSERT_EQ(::chmod(folder.path("theirs.txt").c_str(), 0644), 0);
    ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
    expectInChild([&]() -> std::string {
        if (::setgid(4242) != 0 || ::setuid(4242) != 0) return "rights could not be dropped";
        const std::string folders =
            "no new file can be made in its folder, and files are replaced as a whole: Permission denied";
        for (const char* name : {"a.txt", "new.txt"}) {
            if (const auto asked = reasonOf(checkWritable(folder.path(name))); asked != folders) return asked;
            if (const auto written = reasonOf(writeFile(folder.path(name), "new")); written != folders) return written;
        }
        const auto theirs = reasonOf(writeFile(folder.path("theirs.txt"), "new"));
        return theirs == "Permission denied" ? "" : theirs;
    });
    EXPECT_EQ(contentOf(folder.path("a.txt")), "old");
}

}  // namespace
}  // namespace lanescope
