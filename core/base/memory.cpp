// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/control_group.h"

namespace lanescope {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t pageSize() {
    const long size = ::sysconf(_SC_PAGESIZE);
    return size > 0 ? static_cast<std::uint64_t>(size) : 4096;
}

std::uint64_t ofMachine(const std::string& root) {
    // Linux's own estimate. What sysconf calls available leaves out the caches, which are most of an idle machine.
    std::ifstream file(root + "/proc/meminfo");
    std::string name;
    std::uint64_t kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    const long pages = ::sysconf(_SC_AVPHYS_PAGES);
    return pages > 0 ? static_cast<std::uint64_t>(pages) * pageSize() : kNoLimit;
}

/// The soft limit of that name, in bytes.
std::uint64_t limitOf(const std::string& root, std::string_view name) {
    std::ifstream file(root + "/proc/self/limits");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name)) continue;
        std::istringstream words(line.substr(name.size()));
        std::uint64_t bytes = 0;
        return words >> bytes ? bytes : kNoLimit;
    }
    return kNoLimit;
}

std::uint64_t ofProcess(const std::string& root) {
    std::ifstream file(root + "/proc/self/statm");
    std::uint64_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;  // in pages
    if (!(file >> size >> resident >> shared >> text >> library >> data)) return kNoLimit;
    const auto left = [](std::uint64_t limit, std::uint64_t used) {
        return limit == kNoLimit ? kNoLimit : limit - std::min(limit, used);
    };
    return std::min(left(limitOf(root, "Max address space"), size * pageSize()),
                    left(limitOf(root, "Max data size"), data * pageSize()));
}

}  // namespace

std::uint64_t availableMemory(const std::string& root) {
    return std::min({ofMachine(root), ofProcess(root), controlGroupMemory(root)});
}

void giveLargeMemoryBack() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

}  // namespace lanescope
