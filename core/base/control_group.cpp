// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/control_group.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// Where the files of a version of control groups lie, and what they are called.
struct Version {
    std::string_view type;        ///< of the file system
    std::string_view controller;  ///< among its options; empty: any
    std::array<std::string_view, 2> limits;
    std::string_view used;
    std::string_view cache;  ///< in memory.stat: what is given back when memory is short
};
constexpr std::array kVersions{
    Version{"cgroup2", "", {"memory.max", "memory.high"}, "memory.current", "inactive_file"},
    Version{"cgroup", "memory", {"memory.limit_in_bytes", ""}, "memory.usage_in_bytes", "total_inactive_file"}};

/// The number in a file; nothing if there is none, as in "max".
std::optional<std::uint64_t> numberIn(const std::string& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t cacheOf(const std::string& folder, std::string_view name) {
    std::ifstream in(folder + "/memory.stat");
    std::string word;
    for (std::uint64_t number = 0; in >> word >> number;)
        if (word == name) return number;
    return 0;
}

bool has(std::string_view list, std::string_view word) {
    return ("," + std::string(list) + ",").find("," + std::string(word) + ",") != std::string::npos;
}

/// The process's group as a path in the file system of that version.
std::optional<std::string> groupOf(const std::string& root, const Version& version) {
    std::ifstream in(root + "/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {  // number:controllers:path
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (version.controller.empty() ? controllers.empty() : has(controllers, version.controller))
            return line.substr(second + 1);
    }
    return std::nullopt;
}

/// Where a version is mounted, and which group that place stands for.
struct Mount {
    std::string group;
    std::string place;
};
std::optional<Mount> mountOf(const std::string& root, const Version& version) {
    std::ifstream in(root + "/proc/self/mountinfo");
    for (std::string line; std::getline(in, line);) {  // id parent device root place options … - type source options
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        std::istringstream before(line);
        std::istringstream after(line.substr(dash + 3));
        std::string word;
        Mount mount;
        std::string type;
        std::string options;
        before >> word >> word >> word >> mount.group >> mount.place;
        after >> type >> word >> options;
        if (type == version.type && (version.controller.empty() || has(options, version.controller))) return mount;
    }
    return std::nullopt;
}

std::uint64_t roomIn(const std::string& folder, const Version& version) {
    std::uint64_t limit = kNoLimit;
    for (const std::string_view name : version.limits)
        if (!name.empty()) limit = std::min(limit, numberIn(folder + "/" + std::string(name)).value_or(kNoLimit));
    const auto used = numberIn(folder + "/" + std::string(version.used));
    if (limit == kNoLimit || !used) return kNoLimit;
    const std::uint64_t taken = *used - std::min(*used, cacheOf(folder, version.cache));
    return limit - std::min(limit, taken);
}

}  // namespace

std::uint64_t controlGroupMemory(const std::string& root) {
    std::uint64_t least = kNoLimit;
    for (const Version& version : kVersions) {
        const auto group = groupOf(root, version);
        const auto mount = mountOf(root, version);
        if (!group || !mount) continue;
        // In a container the place stands for the group itself, or for one around it.
        std::string below = *group;
        if (mount->group != "/") below = below.starts_with(mount->group) ? below.substr(mount->group.size()) : "";
        for (;;) {
            while (below.ends_with('/')) below.pop_back();
            least = std::min(least, roomIn(root + mount->place + below, version));
            if (below.empty()) break;
            below.resize(below.rfind('/') == std::string::npos ? 0 : below.rfind('/'));
        }
    }
    return least;
}

}  // namespace lanescope
