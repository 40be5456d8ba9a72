// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/arguments.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/words.h"
#include "core/plan/parameter_text.h"

namespace lanescope {
namespace {

bool isBits(program::Type type) {
    return type == program::Type::B8 || type == program::Type::B16 || type == program::Type::B32 ||
           type == program::Type::B64;
}
/// An argument as bytes, and whether the parameter's type goes with it.
struct Value {
    std::vector<std::byte> bytes;
    bool fits = false;
};

std::vector<std::byte> lowBytes(std::uint64_t bits, std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::memcpy(bytes.data(), &bits, count);
    return bytes;
}

Value valueOf(const Scalar& scalar, const program::Parameter& parameter) {
    return {lowBytes(scalar.bits, sizeOf(scalar.type)),
            isStruct(parameter) || isBits(parameter.type) || isFloat(scalar.type) == isFloat(parameter.type)};
}

/// "a buffer", "f32", "3 bytes"
Message kindOf(const Argument& argument) {
    if (placeOf(argument)) return Message("plan.a_buffer"_id);
    if (const auto* scalar = std::get_if<Scalar>(&argument)) return Message::plain(nameOf(scalar->type));
    return Message::counted("plan.bytes"_id, std::get<std::vector<std::byte>>(argument).size());
}

/// "it has 2 parameters, and 0 arguments are given; 0 is … (buf:f32:1024:ramp), 1 is …"
Message wrongCount(std::size_t given, const program::Entry& entry) {
    constexpr std::size_t kMostTold = 24;
    const std::size_t count = entry.parameters.size();
    const Message parameters = Message::counted("plan.parameters"_id, count);
    const Message arguments = Message::counted("plan.arguments"_id, given);
    if (count == 0) return Message("plan.wrong_count"_id, {{"parameters", parameters}, {"arguments", arguments}});
    const std::vector<ParameterText> texts = parameterTexts(entry);
    std::vector<Message> list;
    for (std::size_t i = 0; i < std::min(count, kMostTold); ++i)
        list.push_back(
            Message("plan.parameter_is"_id, {{"index", i}, {"what", texts[i].what}, {"argument", texts[i].argument}}));
    return Message(count > kMostTold ? "plan.wrong_count_of_many"_id : "plan.wrong_count_of"_id,
                   {{"parameters", parameters}, {"arguments", arguments}, {"list", Join::Comma, list}});
}

}  // namespace

bool isStruct(const program::Parameter& parameter) { return parameter.size * 8 != bitsOf(parameter.type); }

Result<std::vector<std::byte>> parameterBlock(const Launch& launch, const program::Entry& entry,
                                              const std::function<std::optional<std::uint64_t>(BufferId)>& addressOf) {
    const auto invalid = [&](const Message& reason) {
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", inWords(reason)}});
    };
    if (launch.arguments.size() != entry.parameters.size()) return invalid(wrongCount(launch.arguments.size(), entry));
    std::vector<std::byte> block(entry.parameterBytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const program::Parameter& parameter = entry.parameters[i];
        Value value;
        if (const std::optional<BufferPlace> place = placeOf(launch.arguments[i])) {
            const std::optional<std::uint64_t> address = addressOf(place->buffer);
            if (!address) return invalid(Message("plan.no_buffer_named"_id, {{"index", i}, {"buffer", place->buffer}}));
            value = {lowBytes(*address + place->bytes, sizeof(*address)),
                     !isStruct(parameter) && !isFloat(parameter.type)};
        } else if (const auto* scalar = std::get_if<Scalar>(&launch.arguments[i])) {
            value = valueOf(*scalar, parameter);
        } else {
            const auto& bytes = std::get<std::vector<std::byte>>(launch.arguments[i]);
            value = {bytes, true};
        }
        if (parameter.size != value.bytes.size() || !value.fits ||
            parameter.offset + value.bytes.size() > block.size()) {
            const ParameterText wanted = parameterTexts(entry)[i];
            return invalid(Message("plan.argument_does_not_fit"_id, {{"index", i},
                                                                     {"value", kindOf(launch.arguments[i])},
                                                                     {"name", parameter.name},
                                                                     {"what", wanted.what},
                                                                     {"argument", wanted.argument}}));
        }
        std::memcpy(block.data() + parameter.offset, value.bytes.data(), value.bytes.size());
    }
    return block;
}

}  // namespace lanescope
