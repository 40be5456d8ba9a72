// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parameters.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace lanescope {

const std::string* Parameters::find(std::string_view name) const {
    const auto found = std::ranges::find(m_all, name, &value_type::first);
    return found == m_all.end() ? nullptr : &found->second;
}

std::string Parameters::value(std::string_view name) const {
    const std::string* const found = find(name);
    return found == nullptr ? std::string() : *found;
}

std::optional<std::uint64_t> Parameters::number(std::string_view name) const {
    const std::string* const found = find(name);
    return found == nullptr ? std::nullopt : wholeNumberFromText(*found);
}

void Parameters::add(std::string name, std::string value) { m_all.emplace_back(std::move(name), std::move(value)); }

void Parameters::set(std::string_view name, std::string value) {
    const auto found = std::ranges::find(m_all, name, &value_type::first);
    if (found == m_all.end())
        add(std::string(name), std::move(value));
    else
        found->second = std::move(value);
}

Parameters Parameters::without(std::string_view name) const {
    Parameters rest = *this;
    std::erase_if(rest.m_all, [&](const value_type& one) { return one.first == name; });
    return rest;
}

Parameters Parameters::sorted() const {
    Parameters inOrder = *this;
    std::ranges::sort(inOrder.m_all);
    return inOrder;
}

bool Parameters::isPartOf(const Parameters& other, std::initializer_list<std::string_view> but) const {
    return std::ranges::all_of(m_all, [&](const value_type& one) {
        if (std::ranges::find(but, one.first) != but.end()) return true;
        const std::string* const its = other.find(one.first);
        return its != nullptr && *its == one.second;
    });
}

bool Parameters::sameAs(const Parameters& other, std::initializer_list<std::string_view> but) const {
    return isPartOf(other, but) && other.isPartOf(*this, but);
}

std::string toString(const Parameters& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters) {
        if (!text.empty()) text += ' ';
        text.append(name).append("=").append(value);
    }
    return text;
}

}  // namespace lanescope
