// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/resource_usage.h"

#include <algorithm>
#include <charconv>

namespace lanescope::sass {
namespace {

/// The number before `what`: "24 bytes stack frame" has 24 before " bytes stack frame".
std::uint32_t numberBefore(std::string_view line, std::string_view what) {
    const std::size_t end = line.find(what);
    if (end == std::string_view::npos) return 0;
    std::size_t begin = end;
    while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
    std::uint32_t number = 0;
    std::from_chars(line.data() + begin, line.data() + end, number);
    return number;
}

/// What stands between the first two single quotes.
std::string_view quoted(std::string_view line) {
    const std::size_t begin = line.find('\'');
    const std::size_t end = begin == std::string_view::npos ? begin : line.find('\'', begin + 1);
    return end == std::string_view::npos ? std::string_view{} : line.substr(begin + 1, end - begin - 1);
}

}  // namespace

std::map<std::string, Resources> resourcesFromLog(std::string_view log) {
    std::map<std::string, Resources> all;
    Resources* kernel = nullptr;
    bool own = false;
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        log.remove_prefix(std::min(log.size(), line.size() + 1));
        if (line.find("Compiling entry function") != std::string_view::npos) {
            kernel = &all[std::string(quoted(line))];
            own = true;
        } else if (kernel == nullptr) {
            continue;
        } else if (line.find(" bytes stack frame") != std::string_view::npos) {
            if (own) kernel->stackBytes = numberBefore(line, " bytes stack frame");
            kernel->spillStoreBytes += numberBefore(line, " bytes spill stores");
            kernel->spillLoadBytes += numberBefore(line, " bytes spill loads");
            own = false;
        } else if (line.find(" registers") != std::string_view::npos) {
            kernel->registers = numberBefore(line, " registers");
            kernel->barriers = numberBefore(line, " barriers");
            kernel->sharedBytes = numberBefore(line, " bytes smem");
            // With functions that it calls.
            kernel->stackBytes = std::max(kernel->stackBytes, numberBefore(line, " bytes cumulative stack size"));
        }
    }
    return all;
}

}  // namespace lanescope::sass
