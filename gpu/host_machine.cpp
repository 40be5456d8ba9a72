// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/host_machine.h"

#include <array>

#include "core/base/file_reader.h"
#include "core/base/words.h"

namespace lanescope {

std::string cpuNameIn(std::string_view cpuinfo) {
    // x86 says "model name", PowerPC "cpu", some ARM systems "Hardware"; MIPS "cpu model".
    for (const std::string_view key : std::array<std::string_view, 4>{"model name", "cpu model", "Hardware", "cpu\t"}) {
        const std::size_t line = cpuinfo.find(key);
        if (line == std::string_view::npos) continue;
        const std::size_t end = std::min(cpuinfo.find('\n', line), cpuinfo.size());
        const std::size_t colon = cpuinfo.find(':', line);
        if (colon >= end) continue;
        const std::size_t begin = cpuinfo.find_first_not_of(" \t", colon + 1);
        if (begin < end) return std::string(cpuinfo.substr(begin, end - begin));
    }
    return {};
}

std::string cpuName() {
    const Result<std::string> text = readFile("/proc/cpuinfo");
    const std::string name = text ? cpuNameIn(*text) : std::string();
    return name.empty() ? textOf("gpu.unknown_cpu"_id) : name;
}

bool isWsl(std::string_view version) {
    return version.find("microsoft") != std::string_view::npos || version.find("Microsoft") != std::string_view::npos;
}

bool onWsl() {
    const Result<std::string> text = readFile("/proc/version");
    return text && isWsl(*text);
}

}  // namespace lanescope
