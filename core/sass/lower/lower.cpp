// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/lower/lower.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>

#include "core/program/control_flow.h"
#include "core/sass/lower/live_ranges.h"
#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

/// Between the names of the PTX file and of the architecture, in that of the module.
constexpr std::string_view kOfArchitecture = ", ";

const std::unordered_map<std::string_view, const Form*>& forms() {
    static const auto all = [] {
        std::unordered_map<std::string_view, const Form*> map;
        for (const auto& family :
             {integerForms(), bitForms(), compareForms(), floatForms(), halfForms(), convertForms(), moveForms(),
              memoryForms(), atomicForms(), asyncForms(), controlForms(), warpForms()})
            for (const Form& form : family) map.emplace(form.name, &form);
        return map;
    }();
    return all;
}

std::string hexOf(std::uint32_t address) {
    char text[16];
    std::snprintf(text, sizeof(text), "0x%04x", address);
    return text;
}

Error unsupported(const Listing& listing, const program::Entry& entry, const Instruction& instruction) {
    return Error(ErrorCode::MachineCodeUnsupported, {{"kernel", entry.demangled},
                                                     {"architecture", listing.architecture},
                                                     {"address", hexOf(instruction.address)},
                                                     {"instruction", instruction.text}});
}

bool lowerOne(Lowering& lowering, const Instruction& from, Code& to) {
    const auto form = forms().find(from.opcode);
    if (form == forms().end()) return false;
    lowering.forget();
    if (!from.guard.always()) {
        if (from.guard.number == kFixed) {  // @!PT: never
            to.opcode = program::Opcode::Nop;
            return true;
        }
        to.guard = from.guard.uniform ? lowering.uniformPredicate(from.guard.number)
                                      : lowering.predicateRegister(from.guard.number);
        to.guardNegated = from.guard.negated;
    }
    form->second->lower(lowering, from, to);
    to.wholeWarp = form->second->uniform && !to.broadcast;
    return !lowering.refused();
}

std::vector<std::uint32_t> callsOf(const Listing& listing) {
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i + 1 < listing.instructions.size(); ++i)
        if (listing.instructions[i].opcode == "CALL" && !listing.instructions[i].has("ABS"))
            places.push_back(static_cast<std::uint32_t>(i));
    return places;
}
/// Where calls come back to: behind them.
std::vector<std::uint32_t> returnsOf(const Listing& listing) {
    std::vector<std::uint32_t> places = callsOf(listing);
    for (std::uint32_t& place : places) ++place;
    return places;
}

void putText(const Listing& listing, program::Module& module) {
    for (const Instruction& instruction : listing.instructions) {
        module.lineStarts.push_back(static_cast<std::uint32_t>(module.text.size()));
        module.text += hexOf(instruction.address) + "  " + instruction.text + "\n";
    }
}

/// What only the PTX tells of the kernel.
program::Entry frameOf(const program::Entry& ptx) {
    program::Entry entry;
    entry.name = ptx.name;
    entry.demangled = ptx.demangled;
    entry.mostThreads = ptx.mostThreads;
    entry.requiredThreads = ptx.requiredThreads;
    entry.parameters = ptx.parameters;
    entry.parameterBytes = ptx.parameterBytes;
    entry.shared = ptx.shared;
    entry.staticSharedBytes = ptx.staticSharedBytes;
    entry.meetsByCode = true;
    return entry;
}

void lowerAll(const Listing& listing, Lowering& lowering, program::Entry& entry) {
    entry.branchLists = {returnsOf(listing), {}};
    for (const Function& function : listing.functions)
        entry.branchLists[1].push_back(function.address / kInstructionBytes);
    entry.instructions.resize(listing.instructions.size());
    for (std::size_t i = 0; i < listing.instructions.size(); ++i) {
        const Instruction& from = listing.instructions[i];
        Code& to = entry.instructions[i];
        if (from.address != i * kInstructionBytes || !lowerOne(lowering, from, to)) {
            entry.unsupported = unsupported(listing, entry, from);
            entry.instructions.clear();
            return;
        }
        to.line = static_cast<std::uint32_t>(i + 1);
        if (from.line != 0) to.source = {from.file + 1, from.line, 0};
    }
}

}  // namespace

std::vector<std::string_view> loweredOpcodes() {
    std::vector<std::string_view> names;
    for (const auto& [name, form] : forms()) names.push_back(name);
    return names;
}

std::string architectureOf(const program::Module& machineCode) {
    const std::size_t at = machineCode.name.rfind(kOfArchitecture);
    return at == std::string::npos ? std::string() : machineCode.name.substr(at + kOfArchitecture.size());
}

std::shared_ptr<const program::Module> lower(const Listing& listing, const program::Module& ptx,
                                             const program::Entry& from) {
    auto module = std::make_shared<program::Module>();
    module->name = ptx.name + std::string(kOfArchitecture) + listing.architecture;
    module->variables = ptx.variables;
    module->functions = ptx.functions;
    module->files.push_back({});
    module->files.insert(module->files.end(), listing.files.begin(), listing.files.end());
    putText(listing, *module);
    program::Entry& entry = module->entries.emplace_back(frameOf(from));
    Lowering lowering(listing, ptx, entry);
    lowerAll(listing, lowering, entry);
    if (entry.unsupported) return module;
    module->variables.insert(module->variables.end(), lowering.moreVariables.begin(), lowering.moreVariables.end());
    entry.lastLine = static_cast<std::uint32_t>(entry.instructions.size());
    entry.firstLine = 1;
    program::Function kernel;
    kernel.name = entry.name;
    kernel.demangled = entry.demangled;
    kernel.end = static_cast<std::uint32_t>(entry.instructions.size());
    kernel.frameBytes = lowering.stackBytes();
    kernel.recursive = lowering.recursive();
    entry.functions.push_back(kernel);
    for (const std::string& name : lowering.runtimeFunctions) {
        program::Function& function = entry.functions.emplace_back();
        function.name = function.demangled = name;
        function.first = function.end = kernel.end;
        function.isExternal = true;
    }
    buildControlFlow(entry, program::CodeKind::Kernel);
    separateLiveRanges(entry, callsOf(listing));
    entry.functions.front().endRegister = static_cast<program::RegisterId>(entry.registers.size());
    for (program::BasicBlock& block : entry.blocks) {
        block.meetings.clear();
        std::ranges::fill(block.staysIn, 0U);
    }
    return module;
}

}  // namespace lanescope::sass
