// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/parameter_specs.h"

#include "core/base/element_type.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

std::string wordsOf(std::string_view words, std::string_view part) { return textOf(std::string(words).append(part)); }

}  // namespace

ParameterSpec variantParameter() {
    return choiceParameter(std::string(kVariantName), Role::Variant, "parameter.variant"_id,
                           {std::string(kPublished), std::string(kCorrected)}, std::string(kCorrected));
}

ParameterSpec numberParameter(std::string name, Role role, std::string_view words, std::int64_t minimum,
                              std::int64_t maximum, std::int64_t defaultValue) {
    return {.name = std::move(name),
            .role = role,
            .title = wordsOf(words, ".title"),
            .description = wordsOf(words, ".hint"),
            .values = {},
            .minimum = minimum,
            .maximum = maximum,
            .defaultValue = std::to_string(defaultValue)};
}

ParameterSpec choiceParameter(std::string name, Role role, std::string_view words, std::vector<std::string> values,
                              std::string defaultValue) {
    return {.name = std::move(name),
            .role = role,
            .title = wordsOf(words, ".title"),
            .description = wordsOf(words, ".hint"),
            .values = std::move(values),
            .defaultValue = std::move(defaultValue)};
}

ParameterSpec rowsParameter(std::string usual, std::string_view words) {
    std::vector<std::string> values{std::move(usual), "1", "2", "4", "8", "16", "32"};
    const std::string first = values.front();
    ParameterSpec spec = choiceParameter("rows", Role::Other, words, std::move(values), first);
    spec.unsaid = true;
    return spec;
}

std::uint32_t rowsOf(const Choice& choice) {
    return choice.parameters().find("rows") == nullptr ? 0 : choice.number("rows");
}

ParameterSpec typeParameter(std::vector<std::string> types) {
    std::vector<Message> names;
    names.reserve(types.size());
    for (const std::string& type : types)
        names.push_back(Message::plain(std::string(cudaNameOf(elementTypeFromName(type).value())) + " (" + type + ")"));
    std::string first = types.front();
    return {.name = std::string(kTypeName),
            .role = Role::Type,
            .title = textOf("parameter.type.title"_id),
            .description = inWords(Message("parameter.type.hint"_id, {{"types", Join::Or, std::move(names)}})),
            .values = std::move(types),
            .defaultValue = std::move(first)};
}

ParameterSpec shownAs(ParameterSpec spec, std::string value) {
    spec.shownValue = std::move(value);
    return spec;
}

}  // namespace lanescope
