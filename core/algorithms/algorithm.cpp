// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/algorithm.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

template <typename Range>
std::string joined(const Range& texts) {
    std::string list;
    for (const auto& text : texts) list += (list.empty() ? "" : ", ") + std::string(text);
    return list;
}

/// The value as it is written in plans and files ("064" → "64").
Result<std::string> checkedValue(const ParameterSpec& spec, const std::string& value) {
    if (!spec.values.empty()) {
        if (std::ranges::find(spec.values, value) != spec.values.end()) return value;
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", spec.name},
                     {"value", value},
                     {"legal", inWords(Message("refused.not_of_list"_id, {{"values", spec.legal()}}))}});
    }
    const Result<std::int64_t> number = wholeNumber(spec.name, value, {spec.minimum, spec.maximum});
    if (!number) return fail(number.error());
    return std::to_string(*number);
}

}  // namespace

std::string ParameterSpec::legal() const {
    if (!values.empty()) return joined(values);
    return std::to_string(minimum) + " … " + std::to_string(maximum);
}

std::string ParameterSpec::valueIn(const Parameters& complete) const {
    const std::string* const chosen = complete.find(name);
    return chosen == nullptr ? defaultValue : *chosen;
}

std::string Algorithm::verdict(const Parameters& complete) const { return inWords(judge(complete).words); }

const ParameterSpec* Algorithm::specOf(ParameterRole role) const {
    const std::span<const ParameterSpec> specs = parameters();
    const auto found = std::ranges::find(specs, role, &ParameterSpec::role);
    return found == specs.end() ? nullptr : &*found;
}

std::string_view Algorithm::nameOf(ParameterRole role) const {
    const ParameterSpec* const spec = specOf(role);
    return spec == nullptr ? std::string_view() : spec->name;
}

std::string Algorithm::valueOf(ParameterRole role, const Parameters& parameters) const {
    const ParameterSpec* const spec = specOf(role);
    return spec == nullptr ? std::string() : parameters.value(spec->name);
}

const ParameterSpec* Algorithm::blockSpec() const {
    for (const ParameterRole role : {ParameterRole::BlockSide, ParameterRole::Threads, ParameterRole::Warps})
        if (const ParameterSpec* spec = specOf(role)) return spec;
    return nullptr;
}

Result<Parameters> Algorithm::complete(const Parameters& given) const {
    const std::span<const ParameterSpec> specs = parameters();
    for (auto it = given.begin(); it != given.end(); ++it) {
        const std::string& name = it->first;
        if (std::ranges::find(specs, name, &ParameterSpec::name) == specs.end()) {
            std::vector<std::string> known;
            for (const ParameterSpec& spec : specs) known.push_back(spec.name);
            return fail(ErrorCode::UnknownParameter,
                        {{"algorithm", std::string(id())}, {"parameter", name}, {"known", joined(known)}});
        }
        if (std::find_if(given.begin(), it, [&](const auto& earlier) { return earlier.first == name; }) != it)
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", name}, {"value", it->second}, {"legal", textOf("refused.given_twice"_id)}});
    }
    Parameters complete;
    for (const ParameterSpec& spec : specs) {
        const std::string* const found = given.find(spec.name);
        Result<std::string> value = checkedValue(spec, found == nullptr ? spec.defaultValue : *found);
        if (!value) return fail(value.error());
        if (!spec.leavesOut(*value)) complete.add(spec.name, std::move(*value));
    }
    return complete;
}

Parameters Algorithm::shown() const {
    Parameters shown;
    for (const ParameterSpec& spec : parameters())
        if (!spec.unsaid) shown.add(spec.name, spec.shownValue.empty() ? spec.defaultValue : spec.shownValue);
    return shown;
}

std::vector<std::string> Algorithm::legalValues(const ParameterSpec& spec, const Parameters& others) const {
    std::vector<std::string> legal;
    for (const std::string& value : spec.values) {
        Parameters choice = others.without(spec.name);
        choice.add(spec.name, value);
        if (const Result<Parameters> whole = complete(choice); whole && plan(*whole)) legal.push_back(value);
    }
    return legal;
}

}  // namespace lanescope
