// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parameter_text.h"

#include "core/base/element_type.h"
#include "core/base/words.h"
#include "core/plan/arguments.h"
#include "core/program/pointer_parameter.h"

namespace lanescope {
namespace {

/// The number to try for a parameter: of its kind and size, as parameterBlock() takes it.
std::string numberFor(const program::Parameter& parameter) {
    const bool isFloat = program::isFloat(parameter.type);
    switch (parameter.size) {
        case 1: return "u8:1";
        case 2: return isFloat ? "f16:1" : program::isSigned(parameter.type) ? "i16:1" : "u16:1";
        case 4: return isFloat ? "f32:1" : program::isSigned(parameter.type) ? "i32:1" : "u32:1";
        case 8: return isFloat ? "f64:1" : program::isSigned(parameter.type) ? "i64:1" : "u64:1";
        default: return "bytes:" + std::string(std::size_t{2} * parameter.size, '0');
    }
}

ParameterText textOf(const program::Parameter& parameter, const std::optional<program::Pointed>& pointed) {
    /// Longer ones are told by their size alone.
    constexpr std::size_t kMostBytesShown = 64;
    const Message size = Message::counted("plan.bytes"_id, parameter.size);
    if (isStruct(parameter)) {
        const std::size_t shown = std::min<std::size_t>(parameter.size, kMostBytesShown);
        return {inWords(Message("plan.parameter.struct"_id, {{"size", size}})),
                "bytes:" + std::string(2 * shown, '0') + (shown < parameter.size ? "…" : ""), false};
    }
    const std::string_view type = program::nameOf(parameter.type);
    if (!pointed || parameter.size != 8 || program::isFloat(parameter.type))
        return {inWords(Message("plan.parameter.of_size"_id, {{"type", type}, {"size", size}})), numberFor(parameter),
                false};
    const std::string element(nameOf(pointed->element.value_or(ElementType::F32)));
    const Message what = pointed->element ? Message("plan.parameter.pointer_to"_id,
                                                    {{"type", type}, {"size", size}, {"element", element}})
                                          : Message("plan.parameter.pointer"_id, {{"type", type}, {"size", size}});
    return {inWords(what), "buf:" + element + ":1024:ramp", true};
}

}  // namespace

std::vector<ParameterText> parameterTexts(const program::Entry& entry) {
    const std::vector<std::optional<program::Pointed>> pointers = program::pointersOf(entry);
    std::vector<ParameterText> texts;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) texts.push_back(textOf(entry.parameters[i], pointers[i]));
    return texts;
}

}  // namespace lanescope
