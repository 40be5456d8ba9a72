// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/line_times.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>

#include "core/plan/kernel_source.h"
#include "core/sass/listing.h"
#include "core/simt/decode/program.h"
#include "core/simt/memory/place_name.h"

namespace lanescope::timing {
namespace {

/// Of the kernel's source; 0: none. Of PTX whose source nobody names, where the user's code has it.
std::uint32_t lineOf(const Kernel& kernel, const program::Instruction& instruction) {
    if (kernel.sourceName.empty()) return simt::sourceLineOf(*kernel.module, instruction).line;
    return sourceLineOf(kernel, instruction).value_or(0);
}

/// By line of the PTX module's text.
std::map<std::uint32_t, std::uint32_t> sourceLinesOf(const Kernel& ptx) {
    std::map<std::uint32_t, std::uint32_t> lines;
    for (const program::Instruction& instruction : ptx.code().instructions)
        lines.emplace(instruction.line, lineOf(ptx, instruction));
    return lines;
}

/// 0: another file, or none.
std::uint32_t ownLineOf(const sass::Listing& listing, const sass::Instruction& instruction, const Kernel& ptx) {
    if (instruction.line == 0 || instruction.file >= listing.files.size()) return 0;
    return std::string_view(listing.files[instruction.file]).ends_with(ptx.sourceName) ? instruction.line : 0;
}

}  // namespace

double allOf(const ReasonCycles& cycles) { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

Reason longestOf(const ReasonCycles& cycles) {
    constexpr auto kFirstWait = static_cast<std::ptrdiff_t>(Reason::Issuing) + 1;
    const auto most = std::max_element(cycles.begin() + kFirstWait, cycles.end());
    return *most > 0 ? static_cast<Reason>(most - cycles.begin()) : Reason::Issuing;
}

std::vector<InstructionTime> timeByInstruction(const MultiprocessorRun& run, const LaunchSample& sample,
                                               const Kernel& ptx) {
    if (run.byInstruction.empty()) return {};
    const std::map<std::uint32_t, std::uint32_t> lines = sourceLinesOf(ptx);
    const auto lineOfPtx = [&lines](std::uint32_t ptxLine) {
        const auto found = lines.find(ptxLine);
        return found == lines.end() ? 0 : found->second;
    };
    const program::Entry& ran = sample.program->entry();
    std::vector<InstructionTime> all(std::max(ran.instructions.size(), run.byInstruction.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        InstructionTime& one = all[i];
        if (i < run.byInstruction.size()) one.cycles = run.byInstruction[i];
        if (sample.listing != nullptr && i < sample.listing->instructions.size()) {
            const sass::Instruction& instruction = sample.listing->instructions[i];
            one.ptxLine = instruction.ptxLine;
            one.line = lineOfPtx(one.ptxLine);
            if (one.line == 0) one.line = ownLineOf(*sample.listing, instruction, ptx);
        } else if (sample.listing == nullptr && i < ran.instructions.size()) {
            one.ptxLine = ran.meetsByCode ? 0 : ran.instructions[i].line;
            one.line = lineOf(sample.program->kernel(), ran.instructions[i]);
        }
    }
    return all;
}

std::string instructionText(std::size_t instruction, const std::vector<InstructionTime>& instructions,
                            const LaunchSample& sample, const Kernel& ptx) {
    const sass::Listing* const listing = sample.listing.get();
    if (listing != nullptr)
        return instruction < listing->instructions.size() ? listing->instructions[instruction].text : std::string();
    if (instruction >= instructions.size()) return {};
    std::string_view text = ptx.module->line(instructions[instruction].ptxLine);
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
    return std::string(text);
}

std::vector<LineTime> timeByLine(const std::vector<InstructionTime>& instructions) {
    std::map<std::uint32_t, LineTime> byLine;
    for (const InstructionTime& one : instructions) {
        LineTime& of = byLine.try_emplace(one.line, LineTime{one.line, {}}).first->second;
        for (std::size_t reason = 0; reason < kReasons; ++reason) of.cycles[reason] += one.cycles[reason];
    }
    std::vector<LineTime> all;
    for (const auto& [line, time] : byLine)
        if (time.all() > 0) all.push_back(time);
    std::ranges::stable_sort(all, std::greater(), &LineTime::all);
    return all;
}

}  // namespace lanescope::timing
