// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/owned.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;
using program::RegisterId;

constexpr std::uint32_t kBlockThreads = simt::kWarpSize;
/// A plane that has so many times more places than values is mostly empty.
constexpr std::uint64_t kMostSpread = 4;

/// Where a thread stores one of the kernel's values first.
struct Stored {
    std::uint64_t event = 0;
    Place place;
};
using Key = Owned::Cell;  // its value is one of Roles
using FirstStores = std::map<Key, Stored>;

/// Does the instruction store or add something that has the number of a value?
bool storesValue(const Roles& roles, const Instruction& what) {
    const bool stores = what.opcode == Opcode::St || what.opcode == Opcode::Atom || what.opcode == Opcode::Red;
    if (!stores) return false;
    const auto has = [&](RegisterId reg) { return reg != program::kNoRegister && roles.value(reg) != Roles::kNone; };
    for (const Operand& operand : std::span(what.sources).first(what.sourceCount).subspan(1))
        if (operand.kind == Operand::Kind::Register && has(operand.reg)) return true;
    return what.vectorSize > 1 && std::ranges::any_of(what.vector, has);
}

FirstStores firstStores(const Moves& moves, Place::Kind space) {
    const BlockTrace& trace = moves.trace();
    const auto& instructions = trace.entry().instructions;
    const std::uint64_t threads = trace.launch().block.count();
    const auto warps = static_cast<std::uint32_t>((threads + kBlockThreads - 1) / kBlockThreads);
    FirstStores found;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
        if (!storesValue(moves.roles(), instructions[i])) continue;
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            simt::LaneMask open = ~simt::LaneMask{0};
            for (const std::uint32_t event : moves.eventsOf(warp, i)) {
                if (open == 0) break;
                if ((trace.active(event) & open) == 0) continue;
                for (const Move& move : moves.of(event)) {
                    if (move.from.kind != Place::Kind::Register || move.to.kind != space) continue;
                    const std::uint32_t value = moves.roles().value(move.from.reg);
                    if (value == Roles::kNone) continue;
                    const auto [at, isNew] = found.try_emplace({warp, move.lane, value}, Stored{event, move.to});
                    if (!isNew && event < at->second.event) at->second = {event, move.to};
                }
                open &= ~trace.active(event);
            }
        }
    }
    return found;
}

/// By value of Roles, the value that stands for it: a thread has one value in what it stores at one place in turn.
std::vector<std::uint32_t> joined(const FirstStores& stores, std::size_t values) {
    std::vector<std::uint32_t> parent(values);
    std::iota(parent.begin(), parent.end(), 0U);
    const auto rootOf = [&](std::uint32_t value) {
        while (parent[value] != value) value = parent[value] = parent[parent[value]];
        return value;
    };
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> seen;  // thread and address → value
    for (const auto& [key, stored] : stores) {
        const std::uint32_t thread = key.warp * kBlockThreads + key.lane;
        const auto [at, isNew] = seen.try_emplace({thread, stored.place.address}, key.value);
        if (!isNew)
            parent[std::max(rootOf(key.value), rootOf(at->second))] = std::min(rootOf(key.value), rootOf(at->second));
    }
    for (std::uint32_t value = 0; value < values; ++value) parent[value] = rootOf(value);
    return parent;
}

/// Row and column of a place in its array, those of several arrays below each other.
std::pair<std::uint64_t, std::uint64_t> elementOf(const BlockTrace& trace, const Place& place) {
    constexpr unsigned kArrayShift = 40;
    const std::uint64_t array = std::uint64_t{place.array} << kArrayShift;
    if (place.kind == Place::Kind::Global) {
        const auto element = trace.memoryBefore().element(place.address);
        return element ? std::pair(array | element->row, element->column) : std::pair(array, place.address);
    }
    const program::Entry& entry = trace.entry();
    if (place.array >= entry.shared.size()) return {array, place.address};
    const program::SharedVariable& variable = entry.shared[place.array];
    const std::uint64_t offset = place.address - variable.offset;
    for (const SharedArray& shape : trace.launch().kernel->shared)
        if (shape.name == variable.shortName && shape.columns > 0) {
            const std::uint64_t index = offset / sizeOf(shape.type);
            return {array | index / shape.columns, index % shape.columns};
        }
    return {array, offset};
}

/// Numbers from 0 on, by ascending keys.
std::map<std::uint64_t, std::uint32_t> ranksOf(const std::set<std::uint64_t>& keys) {
    std::map<std::uint64_t, std::uint32_t> ranks;
    for (const std::uint64_t key : keys) ranks.emplace(key, static_cast<std::uint32_t>(ranks.size()));
    return ranks;
}

}  // namespace

Owned::Owned(const Moves& moves) {
    const Roles& roles = moves.roles();
    FirstStores stores = firstStores(moves, Place::Kind::Global);
    if (stores.empty()) stores = firstStores(moves, Place::Kind::Shared);
    if (stores.empty()) return;

    const std::vector<std::uint32_t> rootOf = joined(stores, roles.valueCount());
    std::map<std::uint32_t, std::uint64_t> firstOf;  // root → first store
    for (const auto& [key, stored] : stores) {
        const auto [at, isNew] = firstOf.try_emplace(rootOf[key.value], stored.event);
        at->second = std::min(at->second, stored.event);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    order.reserve(firstOf.size());
    for (const auto& [root, event] : firstOf) order.emplace_back(event, root);
    std::ranges::sort(order);
    std::map<std::uint32_t, std::uint32_t> numberOf;
    for (const auto& [event, root] : order) {
        numberOf.emplace(root, static_cast<std::uint32_t>(numberOf.size()));
        std::vector<RegisterId> registers;
        bool sum = false;
        for (std::uint32_t value = 0; value < roles.valueCount(); ++value) {
            if (rootOf[value] != root) continue;
            for (const RegisterId reg : roles.registersOf(value)) {
                registers.push_back(reg);
                sum = sum || roles.role(reg) == RegisterRole::Sum;
            }
        }
        std::ranges::sort(registers);
        m_registers.push_back(std::move(registers));
        m_isSum.push_back(sum);
    }

    std::map<Cell, Stored> cells;
    for (const auto& [key, stored] : stores) {
        const auto [at, isNew] = cells.try_emplace({key.warp, key.lane, numberOf[rootOf[key.value]]}, stored);
        if (!isNew && stored.event < at->second.event) at->second = stored;
    }
    std::set<std::uint64_t> rows;
    std::set<std::uint64_t> columns;
    for (const auto& [cell, stored] : cells) {
        const auto [row, column] = elementOf(moves.trace(), stored.place);
        rows.insert(row);
        columns.insert(column);
    }
    const auto rowOf = ranksOf(rows);
    const auto columnOf = ranksOf(columns);
    for (const auto& [cell, stored] : cells) {
        const auto [row, column] = elementOf(moves.trace(), stored.place);
        m_positions[cell] = {rowOf.at(row), columnOf.at(column)};
    }
    fill();
    if (m_cells.size() < m_positions.size() || std::uint64_t{m_rows} * m_columns > kMostSpread * m_cells.size()) {
        joinResults();
        lieByBlock(moves.trace());
    }
}

/// Memory does not keep them apart, and a thread has one after the other: they are one value by turns.
void Owned::joinResults() {
    std::vector<std::uint32_t> numberOf;
    std::vector<std::vector<RegisterId>> registers;
    std::vector<bool> isSum;
    std::optional<std::uint32_t> result;
    for (std::uint32_t value = 0; value < valuesPerThread(); ++value) {
        if (m_isSum[value] || !result) {
            if (!m_isSum[value]) result = static_cast<std::uint32_t>(registers.size());
            numberOf.push_back(static_cast<std::uint32_t>(registers.size()));
            registers.push_back(m_registers[value]);
            isSum.push_back(m_isSum[value]);
            continue;
        }
        numberOf.push_back(*result);
        registers[*result].insert(registers[*result].end(), m_registers[value].begin(), m_registers[value].end());
    }
    for (auto& list : registers) std::ranges::sort(list);
    m_registers = std::move(registers);
    m_isSum = std::move(isSum);
    std::map<Cell, Position> positions;
    for (const auto& [cell, position] : m_positions)
        positions.try_emplace({cell.warp, cell.lane, numberOf[cell.value]}, position);
    m_positions = std::move(positions);
}

void Owned::lieByBlock(const BlockTrace& trace) {
    m_ofMemory = false;
    const Dim3 block = trace.launch().block;
    for (auto& [cell, position] : m_positions) {
        const std::uint32_t thread = cell.warp * kBlockThreads + cell.lane;
        position = {thread / block.x, cell.value * block.x + thread % block.x};
    }
    m_cells.clear();
    fill();
}

void Owned::fill() {
    m_rows = m_columns = 0;
    for (const auto& [cell, position] : m_positions) {
        m_cells.emplace(position, cell);
        m_rows = std::max(m_rows, position.row + 1);
        m_columns = std::max(m_columns, position.column + 1);
    }
}

std::optional<Owned::Cell> Owned::at(Position position) const {
    const auto found = m_cells.find(position);
    return found == m_cells.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Owned::Position> Owned::positionOf(const Cell& cell) const {
    const auto found = m_positions.find(cell);
    return found == m_positions.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Place> Owned::placeOf(const Moves& moves, const Cell& cell, std::uint64_t event) const {
    std::optional<Place> found;
    std::uint64_t last = 0;
    for (const RegisterId reg : m_registers[cell.value]) {
        const Place place = registerPlace(cell.warp, cell.lane, reg);
        const auto writer = moves.writerOf(place, 8, event);
        if (!writer || (found && writer->event < last)) continue;
        found = place;
        last = writer->event;
    }
    return found;
}

}  // namespace lanescope::flow
