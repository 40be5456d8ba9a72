// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/arguments.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/plan/parameter_text.h"

namespace lanescope {
namespace {

bool isBits(program::Type type) {
    return type == program::Type::B8 || type == program::Type::B16 || type == program::Type::B32 ||
           type == program::Type::B64;
}
/// An argument as bytes, and whether the parameter's type goes with it.
struct Value {
    std::string name;  ///< "a buffer", "f32"
    std::vector<std::byte> bytes;
    bool fits = false;
};

std::vector<std::byte> lowBytes(std::uint64_t bits, std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::memcpy(bytes.data(), &bits, count);
    return bytes;
}

Value valueOf(const Scalar& scalar, const program::Parameter& parameter) {
    return {std::string(nameOf(scalar.type)), lowBytes(scalar.bits, sizeOf(scalar.type)),
            isStruct(parameter) || isBits(parameter.type) || isFloat(scalar.type) == isFloat(parameter.type)};
}

/// "parameter n is .u32 of 4 bytes: write u32:1"
std::string sentenceOf(const program::Parameter& parameter, const ParameterText& text) {
    return "parameter " + parameter.name + " is " + text.what + ": write " + text.argument;
}

/// "it has 2 parameters, and 0 arguments are given; 0 is … (buf:f32:1024:ramp), 1 is …"
std::string wrongCount(std::size_t given, const program::Entry& entry) {
    constexpr std::size_t kMostTold = 24;
    const std::size_t count = entry.parameters.size();
    std::string sentence = "it has " + std::to_string(count) + (count == 1 ? " parameter, and " : " parameters, and ") +
                           std::to_string(given) + (given == 1 ? " argument is given" : " arguments are given");
    const std::vector<ParameterText> texts = parameterTexts(entry);
    for (std::size_t i = 0; i < std::min(count, kMostTold); ++i)
        sentence +=
            (i == 0 ? "; " : ", ") + std::to_string(i) + " is " + texts[i].what + " (" + texts[i].argument + ")";
    if (count > kMostTold) sentence += " and so on";
    return sentence;
}

}  // namespace

bool isStruct(const program::Parameter& parameter) { return parameter.size * 8 != bitsOf(parameter.type); }

Result<std::vector<std::byte>> parameterBlock(const Launch& launch, const program::Entry& entry,
                                              const std::function<std::optional<std::uint64_t>(BufferId)>& addressOf) {
    const auto invalid = [&](const std::string& reason) {
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", reason}});
    };
    if (launch.arguments.size() != entry.parameters.size()) return invalid(wrongCount(launch.arguments.size(), entry));
    std::vector<std::byte> block(entry.parameterBytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const program::Parameter& parameter = entry.parameters[i];
        const std::string number = "argument " + std::to_string(i);
        Value value;
        if (const std::optional<BufferPlace> place = placeOf(launch.arguments[i])) {
            const std::optional<std::uint64_t> address = addressOf(place->buffer);
            if (!address)
                return invalid(number + " names buffer " + std::to_string(place->buffer) + ", which there is not");
            value = {"a buffer", lowBytes(*address + place->bytes, sizeof(*address)),
                     !isStruct(parameter) && !isFloat(parameter.type)};
        } else if (const auto* scalar = std::get_if<Scalar>(&launch.arguments[i])) {
            value = valueOf(*scalar, parameter);
        } else {
            const auto& bytes = std::get<std::vector<std::byte>>(launch.arguments[i]);
            value = {std::to_string(bytes.size()) + " bytes", bytes, true};
        }
        if (parameter.size != value.bytes.size() || !value.fits || parameter.offset + value.bytes.size() > block.size())
            return invalid(number + " is " + value.name + ", and " + sentenceOf(parameter, parameterTexts(entry)[i]));
        std::memcpy(block.data() + parameter.offset, value.bytes.data(), value.bytes.size());
    }
    return block;
}

}  // namespace lanescope
