// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/arguments.h"

#include <cstring>
#include <string>

namespace lanescope {
namespace {

bool isBits(ptx::Type type) {
    return type == ptx::Type::B8 || type == ptx::Type::B16 || type == ptx::Type::B32 || type == ptx::Type::B64;
}
/// An array of bytes: how a struct is passed.
bool isStruct(const ptx::Parameter& parameter) { return parameter.size * 8 != bitsOf(parameter.type); }

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

Value valueOf(const Scalar& scalar, const ptx::Parameter& parameter) {
    return {std::string(nameOf(scalar.type)), lowBytes(scalar.bits, sizeOf(scalar.type)),
            isStruct(parameter) || isBits(parameter.type) || isFloat(scalar.type) == isFloat(parameter.type)};
}

std::string nameOf(const ptx::Parameter& parameter) {
    return parameter.name +
           (isStruct(parameter) ? " is a struct of " : " is ." + std::string(nameOf(parameter.type)) + " of ") +
           std::to_string(parameter.size) + " bytes";
}

}  // namespace

Result<std::vector<std::byte>> parameterBlock(const Launch& launch, const ptx::Entry& entry,
                                              const std::function<std::optional<std::uint64_t>(BufferId)>& addressOf) {
    const auto invalid = [&](const std::string& reason) {
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", reason}});
    };
    if (launch.arguments.size() != entry.parameters.size())
        return invalid("it has " + std::to_string(entry.parameters.size()) +
                       (entry.parameters.size() == 1 ? " parameter, and " : " parameters, and ") +
                       std::to_string(launch.arguments.size()) +
                       (launch.arguments.size() == 1 ? " argument is given" : " arguments are given"));
    std::vector<std::byte> block(entry.parameterBytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const ptx::Parameter& parameter = entry.parameters[i];
        const std::string number = "argument " + std::to_string(i);
        Value value;
        if (const auto* buffer = std::get_if<BufferId>(&launch.arguments[i])) {
            const std::optional<std::uint64_t> address = addressOf(*buffer);
            if (!address) return invalid(number + " names buffer " + std::to_string(*buffer) + ", which there is not");
            value = {"a buffer", lowBytes(*address, sizeof(*address)),
                     !isStruct(parameter) && !isFloat(parameter.type)};
        } else if (const auto* scalar = std::get_if<Scalar>(&launch.arguments[i])) {
            value = valueOf(*scalar, parameter);
        } else {
            const auto& bytes = std::get<std::vector<std::byte>>(launch.arguments[i]);
            value = {std::to_string(bytes.size()) + " bytes", bytes, true};
        }
        if (parameter.size != value.bytes.size() || !value.fits || parameter.offset + value.bytes.size() > block.size())
            return invalid(number + " is " + value.name + ", and parameter " + nameOf(parameter));
        std::memcpy(block.data() + parameter.offset, value.bytes.data(), value.bytes.size());
    }
    return block;
}

}  // namespace lanescope
