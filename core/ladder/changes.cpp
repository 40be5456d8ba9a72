// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ladder/changes.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/sass/comparison.h"

namespace lanescope {
namespace {

bool isNamed(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "tiled" of "tiled<16, float>".
std::string bareName(const Kernel& kernel) {
    const std::string name = kernel.entry.substr(0, kernel.entry.find_first_of("<("));
    const std::size_t space = name.find_last_of(" :");
    return space == std::string::npos ? name : name.substr(space + 1);
}

/// The code with a sign in place of the kernel's own name, which is no change.
std::vector<CodeLine> namelessLines(const Kernel& kernel) {
    const std::string name = bareName(kernel);
    std::vector<CodeLine> lines = codeLinesOf(kernel);
    for (CodeLine& line : lines)
        for (std::size_t at = line.text.find(name); !name.empty() && at != std::string::npos;
             at = line.text.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            const bool whole =
                (at == 0 || !isNamed(line.text[at - 1])) && (end == line.text.size() || !isNamed(line.text[end]));
            if (whole) line.text.replace(at, name.size(), "@");
        }
    return lines;
}

/// The lines of the kernel of those numbers, as they are written.
std::vector<CodeLine> linesAt(const Kernel& kernel, const std::vector<std::uint32_t>& numbers) {
    std::vector<CodeLine> lines = codeLinesOf(kernel);
    std::erase_if(lines, [&](const CodeLine& line) { return !std::ranges::binary_search(numbers, line.number); });
    return lines;
}

std::size_t instructionsOf(const sass::Listing& listing, std::map<std::string, std::size_t>& opcodes) {
    const std::size_t length = sass::lengthWithoutPadding(listing);
    for (std::size_t i = 0; i < length; ++i) ++opcodes[listing.instructions[i].opcode];
    return length;
}

}  // namespace

SourceChange sourceChange(const Kernel& before, const Kernel& after) {
    const std::vector<CodeLine> old = namelessLines(before), now = namelessLines(after);
    SourceChange change;
    change.fileBefore = before.sourceName;
    change.file = after.sourceName;
    change.known = !old.empty() && !now.empty();
    if (!change.known) return change;
    change.gone = linesAt(before, differingLines(old, now));
    change.come = linesAt(after, differingLines(now, old));
    return change;
}

MachineChange machineChange(const sass::Listing* before, const sass::Listing* after) {
    MachineChange change;
    change.known = before != nullptr && after != nullptr;
    if (!change.known) return change;
    std::map<std::string, std::size_t> old, now;
    change.before = instructionsOf(*before, old);
    change.after = instructionsOf(*after, now);
    change.alike = static_cast<std::size_t>(
        std::ranges::count_if(sass::compared(*before, *after), [](const sass::ComparedRow& row) {
            return row.likeness == sass::Likeness::Mnemonic || row.likeness == sass::Likeness::Text;
        }));
    for (const auto& [opcode, count] : old) now.try_emplace(opcode, 0);
    for (const auto& [opcode, count] : now)
        if (old[opcode] != count) change.opcodes.push_back({opcode, old[opcode], count});
    std::ranges::stable_sort(change.opcodes, std::greater<>(), &OpcodeChange::by);
    return change;
}

}  // namespace lanescope
