// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/parameter_specs.h"

#include "core/base/element_type.h"

namespace lanescope {

ParameterSpec variantParameter() {
    return choiceParameter("variant", "Variant", "The kernel as the document has it, mistakes included, or corrected.",
                           {"published", "corrected"}, "corrected");
}

ParameterSpec numberParameter(std::string name, std::string title, std::string description, std::int64_t minimum,
                              std::int64_t maximum, std::int64_t defaultValue) {
    return {.name = std::move(name),
            .title = std::move(title),
            .description = std::move(description),
            .values = {},
            .minimum = minimum,
            .maximum = maximum,
            .defaultValue = std::to_string(defaultValue)};
}

ParameterSpec choiceParameter(std::string name, std::string title, std::string description,
                              std::vector<std::string> values, std::string defaultValue) {
    return {.name = std::move(name),
            .title = std::move(title),
            .description = std::move(description),
            .values = std::move(values),
            .defaultValue = std::move(defaultValue)};
}

ParameterSpec typeParameter(std::vector<std::string> types) {
    std::string words;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string_view separator = i == 0 ? "" : i + 1 == types.size() ? " or " : ", ";
        words += std::string(separator) + std::string(cudaNameOf(elementTypeFromName(types[i]).value())) + " (" +
                 types[i] + ")";
    }
    std::string first = types.front();
    return choiceParameter("type", "Element type", words + ".", std::move(types), std::move(first));
}

}  // namespace lanescope
