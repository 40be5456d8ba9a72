// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/instruction_text.h"

#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "core/sass/operand_text.h"

namespace lanescope::sass {
namespace {

constexpr std::string_view kTargets = "(*\"BRANCH_TARGETS ";
constexpr std::string_view kPlace = ".L_";

/// Operands are parted by commas or, where nvdisasm prints none, by blanks; in brackets neither parts them.
std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t first = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '[' || c == '(' || c == '{') ++depth;
        if ((c == ']' || c == ')' || c == '}') && depth > 0) --depth;
        // c[0x0] [0x164] is one operand.
        const bool within = c == ' ' && i > first && text[i - 1] == ']' && i + 1 < text.size() && text[i + 1] == '[';
        const bool parted = i == text.size() || (depth == 0 && !within && (c == ',' || c == ' ' || c == '\t'));
        if (!parted) continue;
        if (i > first) parts.push_back(text.substr(first, i - first));
        first = i + 1;
    }
    return parts;
}

/// "UP0", "!P1", "PT": what stands behind the @.
std::optional<Guard> guardFromText(std::string_view text) {
    const Operand operand = operandFromText(text);
    const bool uniform = operand.kind == OperandKind::UniformPredicate;
    if (!uniform && operand.kind != OperandKind::Predicate) return std::nullopt;
    return Guard{.uniform = uniform, .negated = operand.negated, .number = operand.number};
}

void putMnemonic(Instruction& instruction, std::string_view mnemonic) {
    std::size_t end = mnemonic.find('.');
    instruction.opcode = mnemonic.substr(0, end);
    while (end != std::string_view::npos) {
        mnemonic.remove_prefix(end + 1);
        end = mnemonic.find('.');
        if (!mnemonic.substr(0, end).empty()) instruction.modifiers.emplace_back(mnemonic.substr(0, end));
    }
}

/// Where an operand begins in the instruction's text; nothing if it is one of a table's targets, which stand behind it.
std::optional<std::size_t> placeInText(const Instruction& instruction, std::size_t operand) {
    const std::vector<std::string_view> parts = partsOf(instruction.text);
    const std::size_t part = operand + (instruction.text.starts_with('@') ? 2 : 1);
    if (part >= parts.size()) return std::nullopt;
    return static_cast<std::size_t>(parts[part].data() - instruction.text.data());
}

/// What nvdisasm has found out of a jump through a table: (*"BRANCH_TARGETS .L_x_26,.L_x_27"*).
void putTargets(Instruction& instruction, std::string_view list) {
    list = list.substr(0, list.find('"'));
    for (const std::string_view name : partsOf(list)) {
        Operand target;
        target.kind = OperandKind::Target;
        target.name = name;
        target.text = name;
        instruction.operands.push_back(std::move(target));
    }
}

/// Numbers with a point are rounded when they are printed, the encoding has them whole: in bits 32 to 63, of a double
/// the upper half, of two halves the first above the second.
void putFloatBits(Instruction& instruction) {
    const std::uint64_t bits = instruction.encoding.low >> 32;
    const bool two = instruction.opcode.starts_with('H');
    unsigned halves = 0;
    for (Operand& operand : instruction.operands) {
        if (operand.kind != OperandKind::FloatImmediate) continue;
        std::uint64_t value = bits;
        if (instruction.opcode.starts_with('D')) value = bits << 32;
        if (two) value = halves++ == 0 ? bits >> 16 : bits & 0xffffU;
        operand.value = static_cast<std::int64_t>(value);
    }
}

}  // namespace

std::optional<Instruction> instructionFromText(std::string_view text, const Encoding& encoding) {
    Instruction instruction;
    instruction.encoding = encoding;
    instruction.control = controlOf(encoding);
    std::string_view targets;
    if (const std::size_t note = text.find("(*"); note != std::string_view::npos) {
        if (text.substr(note).starts_with(kTargets)) targets = text.substr(note + kTargets.size());
        text = text.substr(0, note);
    }
    const std::size_t last = text.find_last_not_of(" \t");
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    instruction.text = text;
    std::vector<std::string_view> parts = partsOf(text);
    if (!parts.empty() && parts.front().starts_with('@')) {
        const std::optional<Guard> guard = guardFromText(parts.front().substr(1));
        if (!guard) return std::nullopt;
        instruction.guard = *guard;
        parts.erase(parts.begin());
    }
    if (parts.empty() || parts.front().front() < 'A' || parts.front().front() > 'Z') return std::nullopt;
    putMnemonic(instruction, parts.front());
    for (const std::string_view part : std::span(parts).subspan(1))
        instruction.operands.push_back(operandFromText(part));
    putTargets(instruction, targets);
    putFloatBits(instruction);
    return instruction;
}

bool isNumberedPlace(std::string_view name) { return name.starts_with(kPlace); }

void putTarget(Instruction& instruction, std::size_t index, std::uint32_t address) {
    Operand& operand = instruction.operands.at(index);
    operand.value = address;
    if (!isNumberedPlace(operand.name)) return;
    std::array<char, 2 * sizeof address> digits{};
    const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16);
    const std::string shown = "0x" + std::string(digits.data(), end);
    if (const std::optional<std::size_t> at = placeInText(instruction, index))
        instruction.text.replace(*at, operand.text.size(), shown);
    operand.text = shown;
    operand.name.clear();
}

std::string textWithoutTargets(const Instruction& instruction) {
    std::string text = instruction.text, list;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i)
        if (const Operand& operand = instruction.operands[i]; !placeInText(instruction, i))
            list.append(list.empty() ? kTargets : ",").append(operand.name.empty() ? kPlace : operand.name);
    // From the last to the first, so that places of those before stay.
    for (std::size_t i = instruction.operands.size(); i-- > 0;) {
        const Operand& operand = instruction.operands[i];
        const std::optional<std::size_t> at = placeInText(instruction, i);
        if (at && operand.kind == OperandKind::Target && operand.name.empty())
            text.replace(*at, operand.text.size(), "`(" + std::string(kPlace) + ")");
    }
    return list.empty() ? text : text + " " + list + "\"*)";
}

}  // namespace lanescope::sass
