// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace lanescope::ptx {
namespace {

// Longer names are not worth the risk: the demangler recurses as deep as a name nests.
constexpr std::size_t kLongestName = 4096;

/// Empty if the name is not a mangled one.
std::string demangle(const std::string& name) {
    if (!name.starts_with("_Z") || name.size() > kLongestName) return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                      &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string();
}

/// Position of the parenthesis that opens the group which ends at the end of `text`; npos if there is none.
std::size_t openingOfLastGroup(std::string_view text) {
    if (text.empty() || text.back() != ')') return std::string_view::npos;
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

/// What follows the last separator that is outside all brackets.
std::string_view afterLast(std::string_view text, std::string_view separator) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')' || text[i] == '>') ++depth;
        if (text[i] == '(' || text[i] == '<') --depth;
        if (depth == 0 && text.substr(i).starts_with(separator)) return text.substr(i + separator.size());
    }
    return text;
}

}  // namespace

std::string entryNameOf(const std::string& name) {
    const std::string full = demangle(name);
    const std::size_t arguments = openingOfLastGroup(full);
    if (full.empty() || arguments == std::string::npos) return full.empty() ? name : full;
    const std::string_view entry = afterLast(std::string_view(full).substr(0, arguments), " ");
    return entry.empty() ? name : std::string(entry);
}

std::string variableNameOf(const std::string& name) {
    const std::string full = demangle(name);
    const std::string_view own = afterLast(full, "::");
    return own.empty() ? name : std::string(own);
}

}  // namespace lanescope::ptx
