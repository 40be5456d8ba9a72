// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/symbols.h"

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
    m_ranges.resize(scope.firstRange);
    m_names.resize(scope.firstName);
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
    for (std::size_t i = m_scopes.back().firstRange; i < m_ranges.size(); ++i)
        if (m_ranges[i].name == name && (m_ranges[i].count == 0) == (count == 0)) return false;
    m_ranges.push_back({name, count, first});
    return true;
}

RegisterId Scopes::findRegister(std::string_view name) const {
    const NumberedName split = splitNumber(name);
    for (std::size_t i = m_ranges.size(); i-- > 0;) {
        const Range& range = m_ranges[i];
        if (range.count == 0 ? range.name == name : split.number < range.count && range.name == split.prefix)
            return range.first + (range.count == 0 ? 0 : split.number);
    }
    return kNoRegister;
}

bool Scopes::declareName(const LocalName& name) {
    for (std::size_t i = m_scopes.back().firstName; i < m_names.size(); ++i)
        if (m_names[i].name == name.name) return false;
    m_names.push_back(name);
    return true;
}

const LocalName* Scopes::findName(std::string_view name) const {
    for (std::size_t i = m_names.size(); i-- > 0;)
        if (m_names[i].name == name) return &m_names[i];
    return nullptr;
}

bool Scopes::declareLabel(std::string_view name, std::uint32_t instruction) {
    return m_scopes.back().labels.emplace(name, instruction).second;
}

}  // namespace lanescope::ptx
