// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/symbols.h"

#include <algorithm>

namespace lanescope::ptx {
namespace {

/// "%f12" → {"%f", 12}; the number is kNoRegister if there is none, or it has a leading zero or too many digits.
struct NumberedName {
    std::string_view prefix;
    std::uint32_t number = kNoRegister;
};

NumberedName splitNumber(std::string_view name) {
    std::size_t digits = 0;
    while (digits < name.size() && name[name.size() - 1 - digits] >= '0' && name[name.size() - 1 - digits] <= '9')
        ++digits;
    const std::string_view number = name.substr(name.size() - digits);
    if (digits == 0 || digits > 9 || (digits > 1 && number.front() == '0')) return {name, kNoRegister};
    std::uint32_t value = 0;
    for (char c : number) value = value * 10 + static_cast<std::uint32_t>(c - '0');
    return {name.substr(0, name.size() - digits), value};
}

}  // namespace

std::vector<PendingBranch> Scopes::close(Entry& entry) {
    const Scope scope = std::move(m_scopes.back());
    m_scopes.pop_back();
    for (; m_ranges.size() > scope.firstRange; m_ranges.pop_back()) forget(m_rangesOf, m_ranges.back().name);
    for (; m_names.size() > scope.firstName; m_names.pop_back()) forget(m_namesOf, m_names.back().name);
    std::vector<PendingBranch> lost;
    for (const PendingBranch& branch : scope.pending) {
        const auto label = scope.labels.find(branch.label);
        if (label == scope.labels.end())
            (m_scopes.empty() ? lost : m_scopes.back().pending).push_back(branch);
        else if (branch.list == 0xffffffffU)
            entry.instructions[branch.instruction].target = label->second;
        else
            entry.branchLists[branch.list][branch.position] = label->second;
    }
    return lost;
}

bool Scopes::declareRegisters(std::string_view name, std::uint32_t count, RegisterId first) {
    std::vector<std::size_t>& same = m_rangesOf[name];
    for (auto known = same.rbegin(); known != same.rend() && *known >= m_scopes.back().firstRange; ++known)
        if ((m_ranges[*known].count == 0) == (count == 0)) return false;
    same.push_back(m_ranges.size());
    m_ranges.push_back({name, count, first});
    return true;
}

RegisterId Scopes::findRegister(std::string_view name) const {
    // The innermost of those that are called so themselves, and of the ranges that the name is in.
    const Range* found = nullptr;
    const auto look = [&](std::string_view declared, auto fits) {
        const auto same = m_rangesOf.find(declared);
        if (same == m_rangesOf.end()) return;
        const auto known = std::find_if(same->second.rbegin(), same->second.rend(),
                                        [&](std::size_t place) { return fits(m_ranges[place]); });
        if (known == same->second.rend()) return;
        if (found == nullptr || &m_ranges[*known] > found) found = &m_ranges[*known];
    };
    const NumberedName split = splitNumber(name);
    look(name, [](const Range& range) { return range.count == 0; });
    if (split.number != kNoRegister) look(split.prefix, [&](const Range& range) { return split.number < range.count; });
    if (found == nullptr) return kNoRegister;
    return found->first + (found->count == 0 ? 0 : split.number);
}

bool Scopes::declareName(const LocalName& name) {
    std::vector<std::size_t>& same = m_namesOf[name.name];
    if (!same.empty() && same.back() >= m_scopes.back().firstName) return false;
    same.push_back(m_names.size());
    m_names.push_back(name);
    return true;
}

const LocalName* Scopes::findName(std::string_view name) const {
    const auto same = m_namesOf.find(name);
    return same == m_namesOf.end() || same->second.empty() ? nullptr : &m_names[same->second.back()];
}

bool Scopes::declareLabel(std::string_view name, std::uint32_t instruction) {
    return m_scopes.back().labels.emplace(name, instruction).second;
}

}  // namespace lanescope::ptx
