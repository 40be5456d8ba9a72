// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/machine_code.h"
#include "app/cli/output.h"
#include "core/base/words.h"
#include "core/sass/comparison.h"
#include "core/sass/words.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using sass::Control;
using sass::Instruction;

std::string hex(std::uint64_t value, std::size_t digits) {
    std::array<char, 16> buffer{};
    const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16);
    const std::string text(buffer.data(), end);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::string numberOrNothing(std::uint32_t value) { return value == 0 ? std::string() : std::to_string(value); }

/// "3" of a result, "r3" of operands that are read.
std::string setsText(const Control& control) {
    std::string text;
    if (control.writeScoreboard != Control::kNoScoreboard) text = std::to_string(control.writeScoreboard);
    if (control.readScoreboard != Control::kNoScoreboard)
        text += (text.empty() ? "r" : " r") + std::to_string(control.readScoreboard);
    return text;
}

std::vector<unsigned> waitsOf(const Control& control) {
    std::vector<unsigned> all;
    for (unsigned k = 0; k < 6; ++k)
        if ((control.waits >> k & 1U) != 0) all.push_back(k);
    return all;
}

std::string waitsText(const Control& control) {
    std::string text;
    for (const unsigned k : waitsOf(control)) text += (text.empty() ? "" : " ") + std::to_string(k);
    return text;
}

std::string doesText(const sass::Listing& listing, const Instruction& instruction) {
    const std::optional<Message> words = sass::wordsOf(instruction, &listing);
    return words ? inWords(*words) : std::string();
}

const Instruction* instructionAt(const ShownCode& shown, const std::optional<std::size_t>& index) {
    return index ? &shown.code.listing.instructions[*index] : nullptr;
}

Json controlJson(const Control& control) {
    const auto scoreboard = [](std::uint8_t number) {
        return number == Control::kNoScoreboard ? Json() : Json(number);
    };
    Json words = Json::array();
    for (const Message& sentence : sass::wordsOf(control)) words.push_back(inWords(sentence));
    return {{"stall", control.stall},
            {"yields", control.yields},
            {"write_scoreboard", scoreboard(control.writeScoreboard)},
            {"read_scoreboard", scoreboard(control.readScoreboard)},
            {"waits_for", waitsOf(control)},
            {"reuse", control.reuse},
            {"words", std::move(words)}};
}

Json instructionJson(const sass::Listing& listing, const Instruction& instruction) {
    Json operands = Json::array();
    for (const sass::Operand& operand : instruction.operands) operands.push_back(operand.text);
    Json json{{"address", instruction.address},
              {"text", instruction.text},
              {"opcode", instruction.opcode},
              {"modifiers", instruction.modifiers},
              {"operands", std::move(operands)},
              {"encoding", "0x" + hex(instruction.encoding.high, 16) + hex(instruction.encoding.low, 16)},
              {"control", controlJson(instruction.control)},
              {"does", doesText(listing, instruction)}};
    if (instruction.line != 0) {
        json["file"] = listing.files.at(instruction.file);
        json["line"] = instruction.line;
    }
    if (instruction.ptxLine != 0) json["ptx_line"] = instruction.ptxLine;
    return json;
}

Json headJson(const ShownCode& shown) {
    const sass::Listing& listing = shown.code.listing;
    const sass::Resources& resources = listing.resources;
    return {{"kernel", shown.name},
            {"ptx_name", listing.kernel},
            {"architecture", listing.architecture},
            {"ptxas", shown.code.ptxas},
            {"kept", shown.code.kept},
            {"registers_per_thread", resources.registers},
            {"shared_bytes", resources.sharedBytes},
            {"stack_bytes", resources.stackBytes},
            {"spill_store_bytes", resources.spillStoreBytes},
            {"spill_load_bytes", resources.spillLoadBytes},
            {"barriers", resources.barriers},
            {"instructions_without_padding", sass::lengthWithoutPadding(listing)}};
}

}  // namespace

std::string resourcesText(const ShownCode& shown) {
    const sass::Listing& listing = shown.code.listing;
    const sass::Resources& resources = listing.resources;
    const std::size_t length = sass::lengthWithoutPadding(listing);
    std::string text = std::to_string(length) + " instructions, " + std::to_string(resources.registers) +
                       " registers a thread, " + std::to_string(resources.sharedBytes) +
                       " bytes of static shared memory, ";
    if (resources.stackBytes != 0) text += std::to_string(resources.stackBytes) + " bytes of stack, ";
    if (resources.spillStoreBytes + resources.spillLoadBytes == 0)
        text += "nothing spilled";
    else
        text += "spills: " + std::to_string(resources.spillStoreBytes) + " bytes of stores, " +
                std::to_string(resources.spillLoadBytes) + " of loads";
    return text + "; " + (shown.code.kept ? "kept" : "made here") + ", ptxas " + shown.code.ptxas;
}

std::string listingText(const ShownCode& shown) {
    const sass::Listing& listing = shown.code.listing;
    TextTable table({"at", "instruction", "stall", "yields", "sets", "waits", "line", "PTX", "what it does"});
    const std::size_t length = sass::lengthWithoutPadding(listing);
    std::map<std::uint32_t, std::string> functions;
    for (std::size_t i = 1; i < listing.functions.size(); ++i)
        functions.emplace(listing.functions[i].address, listing.functions[i].name);
    for (std::size_t i = 0; i < length; ++i) {
        const Instruction& one = listing.instructions[i];
        if (const auto function = functions.find(one.address); function != functions.end())
            table.add({"", function->second + ":", "", "", "", "", "", "", ""});
        table.add({hex(one.address, 4), one.text, std::to_string(one.control.stall), one.control.yields ? "y" : "",
                   setsText(one.control), waitsText(one.control), numberOrNothing(one.line),
                   numberOrNothing(one.ptxLine), doesText(listing, one)});
    }
    return table.text(2);
}

std::string comparisonText(const ShownCode& left, const ShownCode& right) {
    TextTable table({"line", left.choice, "stall", "", right.choice, "stall"});
    static const std::map<sass::Likeness, std::string> kSigns{
        {sass::Likeness::Text, "="}, {sass::Likeness::Mnemonic, "~"}, {sass::Likeness::Opcode, "≈"}};
    for (const sass::ComparedRow& row : sass::compared(left.code.listing, right.code.listing)) {
        const Instruction* const one = instructionAt(left, row.left);
        const Instruction* const other = instructionAt(right, row.right);
        const auto sign = kSigns.find(row.likeness);
        const auto stall = [](const Instruction* of) { return of == nullptr ? "" : std::to_string(of->control.stall); };
        table.add({numberOrNothing(one != nullptr ? one->line : other->line), one == nullptr ? "" : one->text,
                   stall(one),
                   sign != kSigns.end() ? sign->second
                   : one == nullptr     ? ">"
                                        : "<",
                   other == nullptr ? "" : other->text, stall(other)});
    }
    return table.text(2) +
           "  = the same, ~ other operands, ≈ other modifiers, < only on the left, > only on the right\n";
}

Json toJson(const ShownCode& shown) {
    Json json = headJson(shown);
    json["functions"] = Json::array();
    for (const sass::Function& function : shown.code.listing.functions)
        json["functions"].push_back({{"name", function.name}, {"address", function.address}});
    json["instructions"] = Json::array();
    for (const Instruction& instruction : shown.code.listing.instructions)
        json["instructions"].push_back(instructionJson(shown.code.listing, instruction));
    return json;
}

Json toJson(const ShownCode& left, const ShownCode& right) {
    static const std::map<sass::Likeness, std::string> kNames{{sass::Likeness::None, "none"},
                                                              {sass::Likeness::Opcode, "opcode"},
                                                              {sass::Likeness::Mnemonic, "mnemonic"},
                                                              {sass::Likeness::Text, "text"}};
    Json rows = Json::array();
    for (const sass::ComparedRow& row : sass::compared(left.code.listing, right.code.listing)) {
        const auto address = [](const Instruction* one) { return one == nullptr ? Json() : Json(one->address); };
        rows.push_back({{"left", address(instructionAt(left, row.left))},
                        {"right", address(instructionAt(right, row.right))},
                        {"alike", kNames.at(row.likeness)}});
    }
    return {{"left", toJson(left)}, {"right", toJson(right)}, {"rows", std::move(rows)}};
}

}  // namespace lanescope::cli
