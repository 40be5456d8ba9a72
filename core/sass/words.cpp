// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/words.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/words.h"
#include "core/sass/word_table.h"

namespace lanescope::sass {
namespace {

constexpr unsigned kScoreboards = 6;
/// Operands that a text can ask for; the last two are the last operand and the first predicate.
constexpr std::array<std::string_view, 7> kLetters{"a", "b", "c", "d", "e", "z", "p"};

bool isPredicate(const Operand& operand) {
    return operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate;
}

/// "c[0x0][0x164], parameter 1 of the kernel"; parameters count from 1. Nothing where it is none.
std::optional<std::string> parameterText(const Operand& operand, const Listing& listing) {
    const Address& address = operand.address;
    if (operand.kind != OperandKind::Constant || operand.number != 0 || address.base != kNone ||
        address.uniform != kNone)
        return std::nullopt;
    for (std::size_t i = 0; i < listing.parameters.size(); ++i) {
        const Parameter& parameter = listing.parameters[i];
        const std::int64_t from = std::int64_t{listing.parameterBase} + parameter.offset;
        if (address.offset >= from && address.offset < from + parameter.bytes)
            return inWords(Message("sass.parameter"_id, {{"place", operand.text}, {"number", i + 1}}));
    }
    return std::nullopt;
}

std::string shown(const Operand& operand, const Listing* listing) {
    if (listing != nullptr)
        if (std::optional<std::string> parameter = parameterText(operand, *listing)) return std::move(*parameter);
    const bool isRegister = operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
    if (isRegister && operand.number == kFixed) return operand.negated ? "−0" : "0";
    if (operand.kind == OperandKind::Target && !operand.name.empty()) return operand.name;
    std::string text = operand.text;
    constexpr std::string_view kReuse = ".reuse";
    if (const std::size_t at = text.find(kReuse); at != std::string::npos) text.erase(at, kReuse.size());
    return text;
}

/// By kLetters; empty where there is no such operand.
std::array<std::string, kLetters.size()> operandsOf(const Instruction& instruction, const Listing* listing) {
    std::array<std::string, kLetters.size()> all;
    std::size_t values = 0;
    for (const Operand& operand : instruction.operands) {
        std::string text = shown(operand, listing);
        if (isPredicate(operand)) {
            std::string& first = all.back();
            if (operand.number != kFixed && first.empty()) first = std::move(text);
            continue;
        }
        all[kLetters.size() - 2] = text;
        if (values + 2 < kLetters.size()) all[values++] = std::move(text);
    }
    return all;
}

/// Is the last operand that is no predicate RZ?
bool addsNothing(const Instruction& instruction) {
    const auto last = std::ranges::find_if_not(instruction.operands.rbegin(), instruction.operands.rend(), isPredicate);
    return last != instruction.operands.rend() && last->number == kFixed &&
           (last->kind == OperandKind::Register || last->kind == OperandKind::UniformRegister);
}

bool fits(const WordRow& row, const Instruction& instruction) {
    return row.opcode == instruction.opcode && std::ranges::all_of(row.modifiers, [&](std::string_view modifier) {
               return modifier.empty() || instruction.has(modifier);
           });
}

std::vector<Message> detailsOf(const WordRow& row, const Instruction& instruction) {
    std::vector<Message> details;
    for (const std::string& modifier : instruction.modifiers) {
        if (std::ranges::find(row.modifiers, modifier) != row.modifiers.end()) continue;
        const auto known = std::ranges::find(modifierWords(), modifier, &ModifierWord::modifier);
        if (known != modifierWords().end()) details.emplace_back(known->text);
    }
    return details;
}

}  // namespace

std::optional<Message> wordsOf(const Instruction& instruction, const Listing* listing) {
    const auto row = std::ranges::find_if(wordRows(), [&](const WordRow& one) { return fits(one, instruction); });
    if (row == wordRows().end()) return std::nullopt;
    const auto operands = operandsOf(instruction, listing);
    const bool nothingAdded = !row->withoutSum.empty() && addsNothing(instruction);
    Message what(nothingAdded ? row->withoutSum : row->text);
    for (std::size_t i = 0; i < kLetters.size(); ++i)
        what.arguments.emplace_back(kLetters[i], operands[i].empty() ? std::string_view("PT") : operands[i]);
    std::vector<Message> details = detailsOf(*row, instruction);
    if (!details.empty())
        what =
            Message("sass.with_details"_id, {{"what", std::move(what)}, {"details", Join::Comma, std::move(details)}});
    const Guard& guard = instruction.guard;
    if (guard.always()) return what;
    if (guard.number == kFixed) return Message("sass.never"_id, {{"what", std::move(what)}});
    const std::string predicate = (guard.uniform ? "UP" : "P") + std::to_string(guard.number);
    return guard.negated ? Message("sass.unless"_id, {{"predicate", predicate}, {"what", std::move(what)}})
                         : Message("sass.where"_id, {{"predicate", predicate}, {"what", std::move(what)}});
}

std::vector<Message> wordsOf(const Control& control) {
    std::vector<Message> all{Message::counted("sass.stall"_id, control.stall)};
    if (control.yields) all.emplace_back("sass.yields"_id);
    std::vector<Message> waits;
    for (unsigned k = 0; k < kScoreboards; ++k)
        if ((control.waits >> k & 1U) != 0) waits.push_back(Message::plain(std::to_string(k)));
    if (!waits.empty())
        all.emplace_back("sass.waits"_id,
                         std::initializer_list<Message::Argument>{{"scoreboards", Join::And, std::move(waits)}});
    if (control.writeScoreboard != Control::kNoScoreboard)
        all.emplace_back(Message("sass.raises_for_result"_id, {{"scoreboard", control.writeScoreboard}}));
    if (control.readScoreboard != Control::kNoScoreboard)
        all.emplace_back(Message("sass.raises_for_operands"_id, {{"scoreboard", control.readScoreboard}}));
    if (control.reuse != 0) all.emplace_back("sass.reuses"_id);
    return all;
}

std::vector<std::string_view> instructionTextIds() {
    std::vector<std::string_view> all;
    for (const WordRow& row : wordRows()) {
        all.push_back(row.text);
        if (!row.withoutSum.empty()) all.push_back(row.withoutSum);
    }
    for (const ModifierWord& word : modifierWords()) all.push_back(word.text);
    return all;
}

std::vector<std::string_view> instructionTextArguments() { return {kLetters.begin(), kLetters.end()}; }

}  // namespace lanescope::sass
