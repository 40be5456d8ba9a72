// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

namespace lanescope {

std::uint64_t availableMemory() {
    // Linux's own estimate. What sysconf calls available leaves out the caches, which are most of an idle machine.
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::uint64_t kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    const long pages = ::sysconf(_SC_AVPHYS_PAGES);
    const long size = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
                                 : std::numeric_limits<std::uint64_t>::max();
}

std::string memoryText(double bytes) {
    constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g %s", bytes, kUnits.at(unit));
    return text.data();
}

}  // namespace lanescope
