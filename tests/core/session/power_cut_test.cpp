// SPDX-License-Identifier: GPL-3.0-or-later
// The power goes at any moment of saving: at each call that changes the disk, before it, in the middle of it, and with
// what was not synced lost. What is there is then the session before or the one after, whole. The calls of the writer
// go through those here, as a program's own functions come before those of the C library.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <utility>

#include "core/base/file_writer.h"
#include "core/session/session_file.h"
#include "tests/core/session/whole_session.h"
#include "tests/support/temporary_folder.h"

namespace {

int g_until = -1;  ///< calls before the power goes; negative: it does not
bool g_halves = false;
/// Files that were written and not synced, by device and number, each held open.
std::map<std::pair<dev_t, ino_t>, int> g_unsynced;

std::pair<dev_t, ino_t> nameOf(int file) {
    struct ::stat status {};
    ::fstat(file, &status);
    return {status.st_dev, status.st_ino};
}

[[noreturn]] void cutPower() {
    for (const auto& [name, file] : g_unsynced) ::syscall(SYS_ftruncate, file, 0L);
    ::raise(SIGKILL);
    ::_exit(1);
}

bool isLast() { return g_until >= 0 && g_until-- == 0; }

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
    if (g_until >= 0 && file > STDERR_FILENO) {
        g_unsynced.try_emplace(nameOf(file), ::dup(file));
        if (isLast()) {
            if (g_halves) ::syscall(SYS_write, file, bytes, count / 2);
            cutPower();
        }
    }
    return ::syscall(SYS_write, file, bytes, count);
}

int fsync(int file) {
    if (isLast()) cutPower();
    const auto done = static_cast<int>(::syscall(SYS_fsync, file));
    if (g_until >= 0) g_unsynced.erase(nameOf(file));
    return done;
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept {
    const bool last = isLast();
    if (last && !g_halves) cutPower();
    const auto done = static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, 0));
    if (last) cutPower();
    return done;
}
}

namespace lanescope::session {
namespace {

/// Saves in a process of its own whose power goes at that call.
bool diesWhileSaving(const Session& session, const std::string& path, int call, bool halves) {
    const pid_t child = ::fork();
    if (child == 0) {
        g_halves = halves;
        g_until = call;
        const bool saved = writeFile(path, toBytes(session)).has_value();
        ::_exit(saved ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

class PowerCut : public ::testing::TestWithParam<bool> {};

TEST_P(PowerCut, LeavesTheSessionBeforeOrTheOneAfter) {
    const TemporaryFolder folder;
    const std::string path = folder.path("s.lanescope");
    const Session before = wholeSession();
    Session after = before;
    after.at = 2;
    after.measured.entries.push_back(after.measured.entries.front());
    int call = 0;
    std::size_t olds = 0;
    for (bool died = true; died; ++call) {
        ASSERT_TRUE(writeFile(path, toBytes(before)));
        died = diesWhileSaving(after, path, call, GetParam());
        const Result<Session> read = sessionInFile(path);
        ASSERT_TRUE(read) << "call " << call << ": " << describe(read.error());
        const std::string bytes = toBytes(*read);
        const bool isOld = bytes == toBytes(before);
        EXPECT_TRUE(isOld || bytes == toBytes(after)) << "call " << call;
        EXPECT_TRUE(died || !isOld);
        olds += isOld ? 1 : 0;
    }
    EXPECT_GT(call, 3);  // write, sync, rename, sync of the folder
    EXPECT_GT(olds, 1U);
}

INSTANTIATE_TEST_SUITE_P(BeforeACallAndInIt, PowerCut, ::testing::Bool());

}  // namespace
}  // namespace lanescope::session
