// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels and the functions that they can reach become entries: one numbering of instructions, registers, slots,
// locals and blocks each.
#include "core/ptx/link.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/words.h"
#include "core/ptx/unsupported.h"

namespace lanescope::ptx {
namespace {

constexpr std::uint64_t kMostSharedBytes = 1ULL << 31;
// Every entry has its own copy of what it calls: instructions, registers and all else count. Real modules stay far
// below.
constexpr std::size_t kMostCopied = 1U << 22;
constexpr std::uint32_t kFrameAlignment = 16;
constexpr std::array<std::string_view, 4> kRuntimeFunctions{"vprintf", "__assertfail", "malloc", "free"};

std::uint64_t alignedUp(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

void shift(RegisterId& reg, std::uint32_t by) {
    if (reg != kNoRegister) reg += by;
}

/// In parts of about the same size.
std::size_t sizeOf(const Entry& code) {
    std::size_t size = 4 * code.instructions.size() + code.registers.size() + code.slots.size() + code.locals.size();
    for (const std::vector<std::uint32_t>& list : code.branchLists) size += list.size();
    return size;
}

std::pair<std::uint32_t, std::uint32_t> sharedKey(std::uint32_t unit, std::uint32_t index, std::uint32_t origin) {
    return origin == kNoIndex ? std::pair{unit + 1, index} : std::pair{0U, origin};
}

/// Where a unit's own numbering begins in the entry's.
struct Base {
    std::uint32_t instruction = 0;
    std::uint32_t reg = 0;
    std::uint32_t slot = 0;
    std::uint32_t local = 0;
    std::uint32_t call = 0;
    std::uint32_t list = 0;
};

class EntryLinker {
public:
    EntryLinker(const Module& module, const std::vector<Unit>& kernels, const std::vector<Unit>& functions,
                const std::vector<SharedVariable>& shared)
        : m_module(module), m_functions(functions), m_shared(shared) {
        for (const std::vector<Unit>* units : {&kernels, &functions})
            for (const Unit& unit : *units)
                m_taken.insert(m_taken.end(), unit.addressesTaken.begin(), unit.addressesTaken.end());
        for (const ModuleVariable& variable : module.variables)
            for (const ModuleVariable::Relocation& relocation : variable.relocations)
                if (relocation.space == Space::Code) m_taken.push_back(relocation.symbol);
        std::sort(m_taken.begin(), m_taken.end());
        m_taken.erase(std::unique(m_taken.begin(), m_taken.end()), m_taken.end());
    }

    /// Makes kernel.code the whole entry. What is too large, in words, or nothing.
    [[nodiscard]] std::optional<std::string> link(Unit& kernel);

private:
    void want(std::uint32_t function, std::uint32_t line);
    void collect(const Unit& kernel);
    void findRecursion();
    [[nodiscard]] std::optional<std::string> layOutShared(std::vector<SharedVariable>& variables);
    /// The kernel, alone, names its shared variables in the order in which they are laid out.
    [[nodiscard]] bool sharedAsNamed() const;
    void beginFunction(const Unit& unit);
    void append(const Unit& unit);
    void rebase(std::uint32_t unit);
    void rebaseOperand(std::uint32_t unit, Operand& operand) const;

    const Module& m_module;
    const std::vector<Unit>& m_functions;
    const std::vector<SharedVariable>& m_shared;
    std::vector<std::uint32_t> m_taken;  ///< functions whose address is taken anywhere, ascending
    std::size_t m_copied = 0;            ///< parts of functions, over all entries

    // Of the entry at hand.
    Entry* m_entry = nullptr;
    std::vector<const Unit*> m_units;                   ///< [0] = the kernel
    std::vector<Base> m_bases;                          ///< of each unit
    std::vector<std::vector<std::uint32_t>> m_callees;  ///< of each unit: Module::functions
    std::map<std::uint32_t, std::uint32_t> m_placeOf;   ///< Module::functions → Entry::functions
    /// (0, the module's variable) or (1 + unit, the unit's own variable) → Entry::shared
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_sharedPlaces;
    std::optional<Error> m_unsupported;
};

void EntryLinker::want(std::uint32_t function, std::uint32_t line) {
    const auto place = static_cast<std::uint32_t>(m_units.size());
    if (!m_placeOf.emplace(function, place).second) return;
    const Unit& unit = m_functions[function];
    m_units.push_back(&unit);
    const std::string& name = unit.code.name;
    const bool given = std::find(kRuntimeFunctions.begin(), kRuntimeFunctions.end(), name) != kRuntimeFunctions.end();
    if (!m_unsupported && unit.code.unsupported) m_unsupported = unit.code.unsupported;
    if (!m_unsupported && !unit.defined && !given) {
        m_unsupported = unsupportedInstruction(m_module.name, line, "call " + name);
    }
}

/// All functions that the kernel can reach, breadth first.
void EntryLinker::collect(const Unit& kernel) {
    m_units = {&kernel};
    m_callees.clear();
    m_placeOf.clear();
    m_unsupported = kernel.code.unsupported;
    for (std::size_t u = 0; u < m_units.size() && !m_unsupported; ++u) {
        const Unit& unit = *m_units[u];
        if (u > 0) m_copied += sizeOf(unit.code);
        if (m_copied > kMostCopied) return;
        std::vector<std::uint32_t>& callees = m_callees.emplace_back();
        for (const Instruction& instruction : unit.code.instructions) {
            if (instruction.opcode != Opcode::Call) continue;
            const std::uint32_t function = unit.code.calls[instruction.list].function;
            if (function == kNoIndex) continue;
            callees.push_back(function);
            want(function, instruction.line);
        }
        if (!unit.callsIndirectly && unit.addressesTaken.empty()) continue;
        for (const std::uint32_t function : m_taken) want(function, unit.code.firstLine);
        if (!unit.callsIndirectly) continue;
        callees.insert(callees.end(), m_taken.begin(), m_taken.end());
        m_copied += m_taken.size();
    }
}

/// A function is recursive if it lies on a cycle of the call graph (Tarjan's strongly connected components).
void EntryLinker::findRecursion() {
    const auto count = static_cast<std::uint32_t>(m_units.size());
    std::vector<std::uint32_t> number(count, kNoIndex);
    std::vector<std::uint32_t> low(count, 0);
    std::vector<bool> open(count, false);
    std::vector<std::uint32_t> component;
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    std::uint32_t next = 0;
    const auto enter = [&](std::uint32_t unit) {
        number[unit] = low[unit] = next++;
        open[unit] = true;
        component.push_back(unit);
        path.emplace_back(unit, 0);
    };
    enter(0);
    while (!path.empty()) {
        const std::uint32_t unit = path.back().first;
        if (path.back().second < m_callees[unit].size()) {
            const std::uint32_t callee = m_placeOf.at(m_callees[unit][path.back().second++]);
            if (callee == unit) m_entry->functions[unit].recursive = true;
            if (number[callee] == kNoIndex)
                enter(callee);
            else if (open[callee])
                low[unit] = std::min(low[unit], number[callee]);
            continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[unit]);
        if (low[unit] != number[unit]) continue;
        const bool several = component.back() != unit;
        for (bool more = true; more;) {
            const std::uint32_t member = component.back();
            component.pop_back();
            open[member] = false;
            if (several) m_entry->functions[member].recursive = true;
            more = member != unit;
        }
    }
}

/// Module variables that are named, in the order of the module, then those of the bodies; extern arrays behind all.
std::optional<std::string> EntryLinker::layOutShared(std::vector<SharedVariable>& variables) {
    m_sharedPlaces.clear();
    for (std::uint32_t u = 0; u < m_units.size(); ++u) {
        const std::vector<std::uint32_t>& origins = m_units[u]->sharedOrigins;
        for (std::uint32_t i = 0; i < origins.size(); ++i) m_sharedPlaces.emplace(sharedKey(u, i, origins[i]), 0);
    }
    std::uint64_t bytes = 0;
    std::uint32_t externAlignment = 1;
    for (auto& [key, place] : m_sharedPlaces) {
        place = static_cast<std::uint32_t>(variables.size());
        variables.push_back(key.first == 0 ? m_shared[key.second] : m_units[key.first - 1]->code.shared[key.second]);
        SharedVariable& variable = variables.back();
        if (variable.size == 0) externAlignment = std::max(externAlignment, variable.alignment);
        if (variable.size == 0) continue;
        bytes = alignedUp(bytes, variable.alignment);
        variable.offset = static_cast<std::uint32_t>(bytes);
        bytes += variable.size;
        if (bytes > kMostSharedBytes) return textOf("ptx.shared_too_large"_id);
    }
    for (SharedVariable& variable : variables)
        if (variable.size == 0) variable.offset = static_cast<std::uint32_t>(alignedUp(bytes, externAlignment));
    m_entry->staticSharedBytes = static_cast<std::uint32_t>(bytes);
    return std::nullopt;
}

bool EntryLinker::sharedAsNamed() const {
    const std::vector<std::uint32_t>& origins = m_units[0]->sharedOrigins;
    for (std::uint32_t i = 0; i < origins.size(); ++i)
        if (m_sharedPlaces.at(sharedKey(0, i, origins[i])) != i) return false;
    return true;
}

void EntryLinker::beginFunction(const Unit& unit) {
    const Base& base = m_bases.back();
    const Entry& code = unit.code;
    Function& function = m_entry->functions.emplace_back();
    function.name = code.name;
    function.demangled = code.demangled;
    function.isExternal = !unit.defined;
    function.first = base.instruction;
    function.end = base.instruction + static_cast<std::uint32_t>(code.instructions.size());
    function.firstRegister = base.reg;
    function.endRegister = base.reg + static_cast<std::uint32_t>(code.registers.size());
    function.firstSlot = base.slot;
    function.endSlot = base.slot + static_cast<std::uint32_t>(code.slots.size());
    for (const std::uint32_t slot : unit.results) function.results.push_back(slot + base.slot);
    for (const std::uint32_t slot : unit.arguments) function.arguments.push_back(slot + base.slot);
    std::uint64_t frame = 0;
    for (const LocalVariable& local : code.locals) frame = std::max(frame, std::uint64_t{local.offset} + local.size);
    function.frameBytes = static_cast<std::uint32_t>(alignedUp(frame, kFrameAlignment));
}

/// Copies a function's code behind what is there.
void EntryLinker::append(const Unit& unit) {
    const Entry& code = unit.code;
    Entry& entry = *m_entry;
    const Base& base = m_bases.back();
    const auto firstBlock = static_cast<std::uint32_t>(entry.blocks.size());
    const auto exit = static_cast<std::uint32_t>(code.blocks.size());
    for (BasicBlock block : code.blocks) {
        block.first += base.instruction;
        block.end += base.instruction;
        for (std::uint32_t& next : block.successors) next = next == exit ? kNoIndex : next + firstBlock;
        for (Meeting& meeting : block.meetings)
            meeting.block = meeting.block == exit ? kNoIndex : meeting.block + firstBlock;
        entry.blocks.push_back(std::move(block));
    }
    for (std::vector<std::uint32_t> list : code.branchLists) {
        for (std::uint32_t& target : list) target += base.instruction;
        entry.branchLists.push_back(std::move(list));
    }
    const auto slotBase = static_cast<std::uint32_t>(alignedUp(entry.slotBytes, kFrameAlignment));
    for (Parameter slot : code.slots) {
        slot.offset += slotBase;
        entry.slots.push_back(std::move(slot));
    }
    if (!code.slots.empty()) entry.slotBytes = slotBase + code.slotBytes;
    entry.registers.insert(entry.registers.end(), code.registers.begin(), code.registers.end());
    entry.locals.insert(entry.locals.end(), code.locals.begin(), code.locals.end());
    entry.calls.insert(entry.calls.end(), code.calls.begin(), code.calls.end());
    entry.instructions.insert(entry.instructions.end(), code.instructions.begin(), code.instructions.end());
}

void EntryLinker::rebaseOperand(std::uint32_t unit, Operand& operand) const {
    const Base& base = m_bases[unit];
    shift(operand.reg, base.reg);
    if (operand.symbol == kNoIndex) return;
    switch (operand.space) {
        case Space::Slot: operand.symbol += base.slot; break;
        case Space::Local: operand.symbol += base.local; break;
        case Space::Code: operand.symbol = m_placeOf.at(operand.symbol); break;
        case Space::Shared:
            operand.symbol =
                m_sharedPlaces.at(sharedKey(unit, operand.symbol, m_units[unit]->sharedOrigins[operand.symbol]));
            break;
        default: break;
    }
}

/// From the unit's numbering to the entry's.
void EntryLinker::rebase(std::uint32_t unit) {
    const Base& base = m_bases[unit];
    const Function& function = m_entry->functions[unit];
    for (std::uint32_t i = function.first; i < function.end; ++i) {
        Instruction& instruction = m_entry->instructions[i];
        if (instruction.opcode == Opcode::Bra) instruction.target += base.instruction;
        if (instruction.opcode == Opcode::Brx) instruction.list += base.list;
        shift(instruction.guard, base.reg);
        for (RegisterId& reg : instruction.vector) shift(reg, base.reg);
        rebaseOperand(unit, instruction.destination);
        rebaseOperand(unit, instruction.destination2);
        for (std::uint8_t k = 0; k < instruction.sourceCount; ++k) rebaseOperand(unit, instruction.sources[k]);
        if (instruction.opcode != Opcode::Call) continue;
        instruction.list += base.call;
        Call& call = m_entry->calls[instruction.list];
        if (call.function != kNoIndex) call.function = m_placeOf.at(call.function);
        shift(call.target.reg, base.reg);
        for (std::uint32_t& slot : call.results) slot += base.slot;
        for (std::uint32_t& slot : call.arguments) slot += base.slot;
    }
}

std::optional<std::string> EntryLinker::link(Unit& kernel) {
    m_entry = &kernel.code;
    Entry& entry = kernel.code;
    collect(kernel);
    if (m_copied > kMostCopied) return textOf("ptx.code_too_large"_id);
    if (m_unsupported) {
        // What is left must not look like something that can be run.
        Entry head;
        head.name = entry.name;
        head.demangled = entry.demangled;
        head.parameters = std::move(entry.parameters);
        head.parameterBytes = entry.parameterBytes;
        head.firstLine = entry.firstLine;
        head.lastLine = entry.lastLine;
        head.functions.resize(1);
        head.functions[0].name = head.name;
        head.functions[0].demangled = head.demangled;
        head.unsupported = std::move(m_unsupported);
        entry = std::move(head);
        return std::nullopt;
    }
    std::vector<SharedVariable> shared;
    if (auto problem = layOutShared(shared)) return problem;
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    m_bases.assign(1, Base());
    beginFunction(kernel);
    for (std::size_t u = 1; u < m_units.size(); ++u) {
        const Unit& unit = *m_units[u];
        const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        m_bases.push_back({size(entry.instructions), size(entry.registers), size(entry.slots), size(entry.locals),
                           size(entry.calls), size(entry.branchLists)});
        beginFunction(unit);
        append(unit);
    }
    for (const auto& [function, place] : m_placeOf) entry.functions[place].codeIndex = function;
    const bool alone = m_units.size() == 1;
    if (!alone || !sharedAsNamed()) {
        for (std::uint32_t u = 0; u < m_units.size(); ++u) rebase(u);
    }
    if (!alone) {
        const auto end = static_cast<std::uint32_t>(entry.blocks.size());
        for (std::uint32_t b = 0; b < end; ++b) {
            const std::uint32_t was = b < exit ? exit : kNoIndex;
            BasicBlock& block = entry.blocks[b];
            std::replace(block.successors.begin(), block.successors.end(), was, end);
            for (Meeting& meeting : block.meetings)
                if (meeting.block == was) meeting.block = end;
        }
        findRecursion();
    }
    entry.shared = std::move(shared);
    return std::nullopt;
}

}  // namespace

std::optional<Error> linkEntries(Module& module, std::vector<Unit>& kernels, const std::vector<Unit>& functions,
                                 const std::vector<SharedVariable>& shared) {
    EntryLinker linker(module, kernels, functions, shared);
    module.entries.reserve(kernels.size());
    for (Unit& kernel : kernels) {
        const std::uint32_t line = kernel.code.lastLine;
        if (const auto problem = linker.link(kernel)) {
            return Error(ErrorCode::PtxSyntax,
                         {{"file", module.name}, {"line", std::to_string(line)}, {"reason", *problem}});
        }
        module.entries.push_back(std::move(kernel.code));
    }
    return std::nullopt;
}

}  // namespace lanescope::ptx
