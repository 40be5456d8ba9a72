// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "core/base/thrown.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// A folder that looks like a machine with 64 GiB, a process of 1 GiB, and whatever else is put in.
class Machine : public testing::Test {
protected:
    static constexpr std::uint64_t kGiB = 1ULL << 30;

    void SetUp() override {
        std::string name = testing::TempDir() + "/machine-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        m_root = name;
        put("proc/meminfo", "MemTotal: 99999999 kB\nMemAvailable: " + std::to_string(64 * kGiB / 1024) + " kB\n");
        const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
        put("proc/self/statm", std::to_string(kGiB / page) + " 9 9 9 0 " + std::to_string(kGiB / 2 / page) + " 0\n");
        limits("unlimited", "unlimited");
    }
    void TearDown() override { fs::remove_all(m_root); }

    void put(const std::string& file, const std::string& text) const {
        fs::create_directories((fs::path(m_root) / file).parent_path());
        std::ofstream(fs::path(m_root) / file) << text;
    }
    void limits(const std::string& space, const std::string& data) const {
        put("proc/self/limits",
            "Limit                     Soft Limit           Hard Limit           Units     \n"
            "Max data size             " +
                data +
                "           unlimited            bytes     \n"
                "Max address space         " +
                space + "            unlimited            bytes     \n");
    }
    void group(const std::string& folder, const std::string& most, std::uint64_t used, std::uint64_t cache) const {
        put(folder + "/memory.max", most + "\n");
        put(folder + "/memory.current", std::to_string(used) + "\n");
        put(folder + "/memory.stat", "anon 5\ninactive_file " + std::to_string(cache) + "\nactive_file 7\n");
    }
    [[nodiscard]] std::uint64_t available() const { return availableMemory(m_root); }
    static std::string bytes(std::uint64_t gib) { return std::to_string(gib * kGiB); }

private:
    std::string m_root;
};

TEST_F(Machine, WithoutLimitsHasWhatLinuxSays) { EXPECT_EQ(available(), 64 * kGiB); }

TEST_F(Machine, LimitsOfTheProcessLeaveWhatItHasNotUsed) {
    limits(bytes(3), "unlimited");
    EXPECT_EQ(available(), 2 * kGiB);
    limits(bytes(3), bytes(1));
    EXPECT_EQ(available(), kGiB / 2);
    limits("1000", "unlimited");
    EXPECT_EQ(available(), 0U);
}

TEST_F(Machine, AControlGroupGivesItsCachesBack) {
    put("proc/self/cgroup", "0::/user/me\n");
    put("proc/self/mountinfo",
        "24 1 0:22 / /proc rw - proc proc rw\n30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
    group("sys/fs/cgroup/user/me", bytes(8), 5 * kGiB, 2 * kGiB);
    EXPECT_EQ(available(), 5 * kGiB);
    group("sys/fs/cgroup/user/me", "max", 5 * kGiB, 0);
    EXPECT_EQ(available(), 64 * kGiB);
    put("sys/fs/cgroup/user/me/memory.high", bytes(6) + "\n");
    EXPECT_EQ(available(), kGiB);
    group("sys/fs/cgroup/user/me", bytes(4), 5 * kGiB, 0);
    EXPECT_EQ(available(), 0U);
}

TEST_F(Machine, OfGroupsInGroupsTheLeastCounts) {
    put("proc/self/cgroup", "0::/user/me/job\n");
    put("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    group("sys/fs/cgroup/user/me/job", bytes(20), kGiB, 0);
    group("sys/fs/cgroup/user", bytes(10), 7 * kGiB, 0);
    EXPECT_EQ(available(), 3 * kGiB);
}

TEST_F(Machine, InAContainerThePlaceStandsForTheGroup) {
    put("proc/self/cgroup", "0::/docker/abc\n");
    put("proc/self/mountinfo", "30 24 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup ro\n");
    group("sys/fs/cgroup", bytes(2), kGiB, 0);
    EXPECT_EQ(available(), kGiB);
    put("proc/self/cgroup", "0::/\n");
    put("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup ro\n");
    EXPECT_EQ(available(), kGiB);
}

TEST_F(Machine, ControlGroupsOfTheFirstVersion) {
    put("proc/self/cgroup", "12:cpu,cpuacct:/x\n9:memory:/jobs/7\n0::/y\n");
    put("proc/self/mountinfo",
        "30 24 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
        "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
    put("sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", bytes(4));
    put("sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes", bytes(3));
    put("sys/fs/cgroup/memory/jobs/7/memory.stat", "cache 1\ninactive_file 2\ntotal_inactive_file " + bytes(1) + "\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", bytes(30));
    EXPECT_EQ(available(), 2 * kGiB);
}

TEST(AvailableMemory, ARealLimitOfTheProcessIsSeen) {
    const pid_t child = ::fork();
    if (child == 0) {
        const std::uint64_t before = availableMemory();
        const rlimit limit{8ULL << 30, 8ULL << 30};
        const bool set = ::setrlimit(RLIMIT_AS, &limit) == 0;
        const std::uint64_t after = availableMemory();
        ::_exit(set && after <= before && after < (8ULL << 30) && after > 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Exceptions, MemoryAndThreadsThatAreNotThereAreNoBugs) {
    EXPECT_EQ(errorOfThrown(std::bad_alloc()).code, ErrorCode::OutOfMemory);
    EXPECT_EQ(errorOfThrown(std::length_error("vector")).code, ErrorCode::OutOfMemory);
    EXPECT_EQ(errorOfThrown(std::system_error(EAGAIN, std::generic_category())).code, ErrorCode::OutOfMemory);
    EXPECT_EQ(errorOfThrown(std::runtime_error("x")).code, ErrorCode::Internal);
    EXPECT_EQ(errorOfThrown(std::runtime_error("x")).arguments.at("reason"), "x");
}

TEST(AvailableMemory, IsBelowWhatTheMachineHas) {
    const auto all =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    EXPECT_GT(availableMemory(), 1'000'000U);
    EXPECT_LT(availableMemory(), all);
}

TEST(GiveLargeMemoryBack, WhatWasFreedIsNotHeldForLater) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer's own allocator keeps what is freed";
#endif
    giveLargeMemoryBack();
    const auto resident = [] {
        std::ifstream statm("/proc/self/statm");
        std::uint64_t total = 0, pages = 0;
        statm >> total >> pages;
        return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    };
    constexpr std::size_t kBuffer = 16U << 20U;
    const std::uint64_t before = resident();
    std::vector<std::unique_ptr<std::vector<char>>> small;
    for (int run = 0; run < 4; ++run) {
        std::vector<std::vector<char>> buffers;
        for (int i = 0; i < 3; ++i) {
            buffers.emplace_back(kBuffer, 'x');
            small.push_back(std::make_unique<std::vector<char>>(1000, 'x'));  // lies behind it, and stays
        }
        EXPECT_GE(resident(), before + 3 * kBuffer);
    }
    EXPECT_LT(resident(), before + kBuffer / 2);
}

}  // namespace
}  // namespace lanescope
