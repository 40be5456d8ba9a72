// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/operand_text.h"

#include <charconv>
#include <optional>

namespace lanescope::sass {
namespace {

bool skip(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// All of `text`; `largest` is the last number that there can be.
std::optional<std::uint16_t> numberFromText(std::string_view text, unsigned largest = 0xff) {
    unsigned number = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, problem] = std::from_chars(text.data(), end, number);
    if (text.empty() || problem != std::errc() || behind != end || number > largest) return std::nullopt;
    return static_cast<std::uint16_t>(number);
}

/// "0x10" or "-0x10".
std::optional<std::int64_t> hexFromText(std::string_view text) {
    const bool negative = skip(text, "-");
    if (!skip(text, "0x") || text.empty()) return std::nullopt;
    std::uint64_t bits = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, problem] = std::from_chars(text.data(), end, bits, 16);
    if (problem != std::errc() || behind != end) return std::nullopt;
    return static_cast<std::int64_t>(negative ? 0 - bits : bits);
}

/// "R4", "RZ" with prefix "R" and so on.
std::optional<std::uint16_t> registerFromText(std::string_view text, std::string_view prefix, std::string_view fixed) {
    if (text == fixed) return kFixed;
    return skip(text, prefix) ? numberFromText(text) : std::nullopt;
}

std::optional<std::uint16_t> general(std::string_view text) { return registerFromText(text, "R", "RZ"); }
std::optional<std::uint16_t> uniform(std::string_view text) { return registerFromText(text, "UR", "URZ"); }

/// One part of a sum: R2.64, UR4, 0x10.
bool addPart(Address& address, std::string_view part) {
    if (const std::optional<std::int64_t> offset = hexFromText(part)) {
        address.offset = *offset;
        return true;
    }
    const std::size_t dot = part.find('.');
    const std::string_view name = part.substr(0, dot);
    std::string_view rest = dot == std::string_view::npos ? std::string_view{} : part.substr(dot);
    if (const std::optional<std::uint16_t> number = general(name); number && address.base == kNone)
        address.base = *number;
    else if (const std::optional<std::uint16_t> shared = uniform(name); shared && address.uniform == kNone)
        address.uniform = *shared;
    else
        return false;
    while (skip(rest, ".")) {
        const std::string_view modifier = rest.substr(0, rest.find('.'));
        rest.remove_prefix(modifier.size());
        if (modifier == "64") {
            address.wide = true;
        } else if (modifier == "U32") {
            address.unsignedBase = true;
        } else if (modifier.starts_with('X')) {
            const std::optional<std::uint16_t> scale = numberFromText(modifier.substr(1), 16);
            if (!scale) return false;
            address.scale = static_cast<std::uint8_t>(*scale);
        } else {
            return false;
        }
    }
    return true;
}

/// What stands between brackets.
std::optional<Address> addressFromText(std::string_view sum) {
    Address address;
    while (!sum.empty()) {
        const std::size_t plus = sum.find('+');
        if (!addPart(address, sum.substr(0, plus))) return std::nullopt;
        sum.remove_prefix(plus == std::string_view::npos ? sum.size() : plus + 1);
    }
    return address;
}

/// The content of the bracket that `text` begins with; `text` goes on behind it.
std::optional<std::string_view> bracket(std::string_view& text) {
    const std::size_t end = text.find(']');
    if (!text.starts_with('[') || end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return inside;
}

/// c[0x0][0x160], c[0x0][R3+0x18], cx[UR4][0x10].
bool readConstant(Operand& operand, std::string_view& text) {
    const bool bindless = skip(text, "cx");
    if (!bindless && !skip(text, "c")) return false;
    const std::optional<std::string_view> bank = bracket(text);
    skip(text, " ");
    const std::optional<std::string_view> place = bank ? bracket(text) : std::nullopt;
    const std::optional<Address> address = place ? addressFromText(*place) : std::nullopt;
    if (!address) return false;
    operand.kind = OperandKind::Constant;
    operand.address = *address;
    if (bindless) {
        const std::optional<std::uint16_t> handle = uniform(*bank);
        operand.number = kNone;
        operand.address.descriptor = handle.value_or(kNone);
        return handle.has_value();
    }
    const std::optional<std::int64_t> number = hexFromText(*bank);
    if (!number || *number < 0 || *number > 31) return false;
    operand.number = static_cast<std::uint16_t>(*number);
    return true;
}

/// [R2+0x10], desc[UR4][R2.64+0x10].
bool readMemory(Operand& operand, std::string_view& text) {
    std::uint16_t descriptor = kNone;
    if (skip(text, "desc")) {
        const std::optional<std::string_view> inside = bracket(text);
        const std::optional<std::uint16_t> number = inside ? uniform(*inside) : std::nullopt;
        if (!number) return false;
        descriptor = *number;
    }
    const std::optional<std::string_view> inside = bracket(text);
    const std::optional<Address> address = inside ? addressFromText(*inside) : std::nullopt;
    if (!address) return false;
    operand.kind = OperandKind::Memory;
    operand.address = *address;
    operand.address.descriptor = descriptor;
    return true;
}

/// R4, UR4, P0, UP0, B0, SB0.
bool readNumbered(Operand& operand, std::string_view& text) {
    struct Kind {
        OperandKind kind;
        std::string_view prefix, fixed;
    };
    static constexpr Kind kKinds[] = {
        {OperandKind::UniformRegister, "UR", "URZ"},
        {OperandKind::UniformPredicate, "UP", "UPT"},
        {OperandKind::Register, "R", "RZ"},
        {OperandKind::Predicate, "P", "PT"},
        {OperandKind::Barrier, "B", ""},
        {OperandKind::Scoreboard, "SB", ""},
    };
    const std::string_view name = text.substr(0, text.find_first_of(".|"));
    for (const Kind& kind : kKinds) {
        const std::optional<std::uint16_t> number = registerFromText(name, kind.prefix, kind.fixed);
        if (!number || name.empty()) continue;
        operand.kind = kind.kind;
        operand.number = *number;
        text.remove_prefix(name.size());
        return true;
    }
    return false;
}

bool isDecimal(std::string_view text) {
    skip(text, "+") || skip(text, "-");
    if (text == "INF" || text == "QNAN" || text == "SNAN") return true;
    return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
           text.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

bool readModifiers(Operand& operand, std::string_view& text) {
    while (skip(text, ".")) {
        const std::string_view modifier = text.substr(0, text.find_first_of(".|"));
        if (modifier.empty()) return false;
        if (modifier == "reuse")
            operand.reuse = true;
        else
            operand.modifiers.emplace_back(modifier);
        text.remove_prefix(modifier.size());
    }
    return true;
}

/// A register, constant or place in memory with its signs.
bool readValue(Operand& operand, std::string_view text) {
    for (;;) {
        if (skip(text, "-") || skip(text, "!"))
            operand.negated = true;
        else if (skip(text, "~"))
            operand.inverted = true;
        else
            break;
    }
    operand.absolute = skip(text, "|");
    if (!readNumbered(operand, text) && !readConstant(operand, text) && !readMemory(operand, text)) return false;
    if (!readModifiers(operand, text)) return false;
    if (operand.absolute && (!skip(text, "|") || !readModifiers(operand, text))) return false;
    return text.empty();
}

/// `(.L_x_3)
bool readTarget(Operand& operand, std::string_view text) {
    if (!skip(text, "`(") || !text.ends_with(')')) return false;
    operand.kind = OperandKind::Target;
    operand.name = text.substr(0, text.size() - 1);
    return true;
}

}  // namespace

Operand operandFromText(std::string_view text) {
    Operand operand;
    operand.text = text;
    if (const std::optional<std::int64_t> value = hexFromText(text)) {
        operand.kind = OperandKind::Immediate;
        operand.value = *value;
    } else if (isDecimal(text)) {
        operand.kind = OperandKind::FloatImmediate;
    } else if (text.starts_with("SR") && text.size() > 2) {
        operand.kind = OperandKind::SpecialRegister;
        operand.name = text;
    } else if (!readTarget(operand, text) && !readValue(operand, text)) {
        operand = {};
        operand.text = text;
    }
    return operand;
}

}  // namespace lanescope::sass
