// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/moves.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/flow/event_lists.h"
#include "core/flow/memory_accesses.h"
#include "core/flow/memory_writers.h"
#include "core/flow/value_edges.h"
#include "core/program/dataflow.h"
#include "core/simt/handlers/shuffle.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;
using program::RegisterId;

bool isActive(simt::LaneMask mask, unsigned lane) { return (mask >> lane & 1U) != 0; }

/// Registers that a load writes or a store reads, one for each element; kNoRegister for a number.
std::vector<RegisterId> elementsOf(const Instruction& what) {
    if (what.vectorSize > 1) return {what.vector.begin(), what.vector.begin() + std::min<int>(what.vectorSize, 4)};
    const Operand& value = what.opcode == Opcode::Ld ? what.destination : what.sources[1];
    return {value.kind == Operand::Kind::Register ? value.reg : program::kNoRegister};
}

Place laterBytes(Place place, unsigned bytes) {
    place.address += bytes;
    return place;
}

}  // namespace

struct Moves::Impl {
    explicit Impl(std::shared_ptr<const BlockTrace> what)
        : trace(std::move(what)),
          entry(trace->entry()),
          roles(entry),
          lists(*trace),
          accesses(trace),
          writers(entry.registers.size()),
          readers(entry.registers.size()) {
        const std::vector<std::vector<RegisterId>> beside = program::registersBeside(entry);
        const auto addAll = [&](std::vector<std::vector<std::uint32_t>>& all, RegisterId reg, std::uint32_t i) {
            add(all[reg], i);
            for (const RegisterId other : beside[reg]) add(all[other], i);
        };
        for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
            for (const RegisterId reg : program::registersWritten(entry.instructions[i])) addAll(writers, reg, i);
            for (const RegisterId reg : program::registersRead(entry.instructions[i])) addAll(readers, reg, i);
        }
    }
    static void add(std::vector<std::uint32_t>& list, std::uint32_t instruction) {
        if (list.empty() || list.back() != instruction) list.push_back(instruction);
    }

    std::shared_ptr<const BlockTrace> trace;
    const program::Entry& entry;
    Roles roles;
    EventLists lists;
    MemoryAccesses accesses;
    std::vector<std::vector<std::uint32_t>> writers;  ///< by register: instructions
    std::vector<std::vector<std::uint32_t>> readers;
    std::array<std::unique_ptr<MemoryWriters>, 3> memory;  ///< by space; made when asked for
    std::unique_ptr<Timeline> timeline;                    ///< for what only a run tells; likewise

    [[nodiscard]] unsigned bytesOf(RegisterId reg) const {
        return std::max(program::bitsOf(entry.registers[reg].type) / 8, 1U);
    }
    [[nodiscard]] const Instruction& instruction(std::uint64_t event) const {
        return entry.instructions[trace->instruction(event)];
    }

    MemoryWriters& writersOf(Place::Kind kind) {
        auto& found = memory.at(static_cast<std::size_t>(kind) - static_cast<std::size_t>(Place::Kind::Global));
        if (!found) found = std::make_unique<MemoryWriters>(accesses, kind);
        return *found;
    }

    // ---- what moves

    void loadsAndStores(std::uint64_t event, const Instruction& what, std::vector<Move>& moves) const {
        const MemoryAccesses::Access access = accesses.read(event);
        const std::vector<RegisterId> elements = elementsOf(what);
        const auto bytes = static_cast<std::uint8_t>(access.bytes / elements.size());
        simt::eachLane(access.active, [&](unsigned lane) {
            const Place first = memoryPlace(*trace, access.space, access.warp, lane, access.address[lane]);
            for (unsigned k = 0; k < elements.size(); ++k) {
                const bool isNumber =
                    elements[k] == program::kNoRegister || entry.registers[elements[k]].constant.has_value();
                const Place reg = isNumber ? Place{} : registerPlace(access.warp, lane, elements[k]);
                const Place part = laterBytes(first, k * bytes);
                const bool load = what.opcode == Opcode::Ld;
                moves.push_back(
                    {static_cast<std::uint8_t>(lane), Move::How::Copy, bytes, load ? part : reg, load ? reg : part});
            }
        });
    }

    void asynchronousCopy(std::uint64_t event, std::vector<Move>& moves) const {
        const MemoryAccesses::Access from = accesses.read(event);
        const MemoryAccesses::Access to = accesses.written(event);
        simt::eachLane(from.active, [&](unsigned lane) {
            moves.push_back({static_cast<std::uint8_t>(lane), Move::How::Copy, static_cast<std::uint8_t>(from.bytes),
                             memoryPlace(*trace, from.space, from.warp, lane, from.address[lane]),
                             memoryPlace(*trace, to.space, to.warp, lane, to.address[lane])});
        });
    }

    void atomic(std::uint64_t event, const Instruction& what, std::vector<Move>& moves) const {
        const MemoryAccesses::Access access = accesses.read(event);
        const auto bytes = static_cast<std::uint8_t>(access.bytes);
        simt::eachLane(access.active, [&](unsigned lane) {
            const Place place = memoryPlace(*trace, access.space, access.warp, lane, access.address[lane]);
            for (const Operand& operand : std::span(what.sources).first(what.sourceCount).subspan(1)) {
                const Place from =
                    operand.kind == Operand::Kind::Register ? registerPlace(access.warp, lane, operand.reg) : Place{};
                moves.push_back({static_cast<std::uint8_t>(lane), Move::How::Combine, bytes, from, place});
            }
            if (what.destination.kind == Operand::Kind::Register)
                moves.push_back({static_cast<std::uint8_t>(lane), Move::How::Combine, bytes, place,
                                 registerPlace(access.warp, lane, what.destination.reg)});
        });
    }

    /// What a lane has in an operand of the event's instruction. Goes there with a timeline unless it is a number.
    std::uint32_t valueOf(std::uint64_t event, const Operand& operand, unsigned lane) {
        if (operand.kind == Operand::Kind::Immediate) return static_cast<std::uint32_t>(operand.bits);
        if (operand.kind != Operand::Kind::Register) return 0;
        if (!timeline) timeline = std::make_unique<Timeline>(trace);
        timeline->seek(event);
        return static_cast<std::uint32_t>(
            bitsAt(registerPlace(trace->warp(event), lane, operand.reg), 4, *timeline).value_or(0));
    }

    void shuffle(std::uint64_t event, const Instruction& what, std::vector<Move>& moves) {
        if (what.destination.kind != Operand::Kind::Register) return;
        if (what.sources[0].kind != Operand::Kind::Register) return;
        const std::uint32_t warp = trace->warp(event);
        simt::eachLane(trace->active(event), [&](unsigned lane) {
            const simt::Shuffled from = simt::shuffled(what.shflMode, lane, valueOf(event, what.sources[1], lane),
                                                       valueOf(event, what.sources[2], lane));
            moves.push_back({static_cast<std::uint8_t>(lane), Move::How::Copy, 4,
                             registerPlace(warp, from.lane, what.sources[0].reg),
                             registerPlace(warp, lane, what.destination.reg)});
        });
    }

    void betweenRegisters(std::uint64_t event, const Instruction& what, std::vector<Move>& moves) const {
        const ValueUse use = valueUseOf(what);
        const std::vector<RegisterId> written = program::registersWritten(what);
        const std::uint32_t warp = trace->warp(event);
        const bool whole = use.making == Making::Copy && use.values.size() == 1 && written.size() == 1 &&
                           !what.sources[0].negated && bytesOf(use.values[0]) == bytesOf(written[0]);
        const Move::How how = whole && what.opcode == Opcode::Mov ? Move::How::Copy : Move::How::Input;
        simt::eachLane(trace->active(event), [&](unsigned lane) {
            for (const RegisterId to : written)
                for (const auto* list : {&use.values, &use.conditions})
                    for (const RegisterId from : *list) {
                        if (entry.registers[from].constant) continue;
                        moves.push_back({static_cast<std::uint8_t>(lane), how, static_cast<std::uint8_t>(bytesOf(from)),
                                         registerPlace(warp, lane, from), registerPlace(warp, lane, to)});
                    }
        });
    }

    // ---- who wrote, who reads

    [[nodiscard]] bool isPutAside(RegisterId reg) const {
        return std::ranges::any_of(entry.functions, [&](const program::Function& function) {
            return function.recursive && reg >= function.firstRegister && reg < function.endRegister;
        });
    }

    [[nodiscard]] std::optional<Touch> registerWriter(const Place& place, std::uint64_t before) const {
        if (place.reg >= writers.size() || isPutAside(place.reg)) return std::nullopt;
        std::optional<std::uint64_t> last;
        for (const std::uint32_t writer : writers[place.reg]) {
            const Events events = lists.of(place.warp, writer);
            auto at = std::ranges::lower_bound(events, before);
            while (at != events.begin()) {
                const std::uint32_t event = *--at;
                if (last && event < *last) break;
                if (!isActive(trace->active(event), place.lane)) continue;
                last = event;
                break;
            }
        }
        if (!last) return std::nullopt;
        return Touch{*last, place.lane};
    }

    [[nodiscard]] std::optional<Touch> memoryWriter(const Place& place, unsigned bytes, std::uint64_t before) {
        const auto event = writersOf(place.kind).before(place, bytes, before);
        if (!event) return std::nullopt;
        const MemoryAccesses::Access access = accesses.written(*event);
        for (unsigned lane = simt::kWarpSize; lane-- > 0;)
            if (isActive(access.active, lane) && overlap(place, bytes, access, lane))
                return Touch{*event, static_cast<std::uint8_t>(lane)};
        return std::nullopt;
    }

    [[nodiscard]] static bool overlap(const Place& place, unsigned bytes, const MemoryAccesses::Access& access,
                                      unsigned lane) {
        if (place.kind == Place::Kind::Local && (place.warp != access.warp || place.lane != lane)) return false;
        return access.address[lane] < place.address + bytes && place.address < access.address[lane] + access.bytes;
    }

    /// Until which event a register keeps what was written before the event `first`.
    [[nodiscard]] std::uint64_t keptUntil(const Place& place, std::uint64_t first, std::uint64_t until) const {
        for (const std::uint32_t writer : writers[place.reg]) {
            const Events events = lists.of(place.warp, writer);
            for (auto at = std::ranges::lower_bound(events, first); at != events.end() && *at < until; ++at)
                if (isActive(trace->active(*at), place.lane)) until = *at;
        }
        return until;
    }

    void registerReaders(const Moves& moves, const Place& place, std::uint64_t written, std::uint64_t until,
                         std::vector<Touch>& found) const {
        if (place.reg >= readers.size() || isPutAside(place.reg)) return;
        const std::uint64_t last = keptUntil(place, written + 1, until);
        for (const std::uint32_t reader : readers[place.reg]) {
            const Events events = lists.of(place.warp, reader);
            const bool exchanges = entry.instructions[reader].opcode == Opcode::Shfl;
            for (auto at = std::ranges::upper_bound(events, written); at != events.end() && *at <= last; ++at) {
                if (!exchanges && isActive(trace->active(*at), place.lane)) found.push_back({*at, place.lane});
                if (!exchanges) continue;
                for (const Move& move : moves.of(*at))
                    if (move.from == place) found.push_back({*at, move.lane});
            }
        }
    }

    void memoryReaders(const Place& place, unsigned bytes, std::uint64_t written, std::uint64_t until,
                       std::vector<Touch>& found) const {
        const Events stores = accesses.writers();
        for (auto at = std::ranges::upper_bound(stores, written); at != stores.end() && *at < until; ++at) {
            const MemoryAccesses::Access access = accesses.written(*at);
            if (!isOfSpace(place.kind, access.space)) continue;
            bool again = false;
            simt::eachLane(access.active, [&](unsigned lane) { again = again || overlap(place, bytes, access, lane); });
            if (again) until = *at;
        }
        const Events loads = accesses.readers();
        for (auto at = std::ranges::upper_bound(loads, written); at != loads.end() && *at <= until; ++at) {
            const MemoryAccesses::Access access = accesses.read(*at);
            if (!isOfSpace(place.kind, access.space)) continue;
            simt::eachLane(access.active, [&](unsigned lane) {
                if (overlap(place, bytes, access, lane)) found.push_back({*at, static_cast<std::uint8_t>(lane)});
            });
        }
    }
};

Moves::Moves(std::shared_ptr<const BlockTrace> trace) : m_impl(std::make_unique<Impl>(std::move(trace))) {}
Moves::~Moves() = default;
Moves::Moves(Moves&&) noexcept = default;

const BlockTrace& Moves::trace() const { return *m_impl->trace; }
const Roles& Moves::roles() const { return m_impl->roles; }

InstructionKind Moves::kind(std::uint64_t event) const {
    const InstructionKind kind = m_impl->roles.kind(trace().instruction(event));
    const bool load = kind == InstructionKind::LoadOther;
    if (!load && kind != InstructionKind::StoreOther) return kind;
    switch (trace().record(event).space) {
        case program::Space::Global: return load ? InstructionKind::LoadGlobal : InstructionKind::StoreGlobal;
        case program::Space::Shared: return load ? InstructionKind::LoadShared : InstructionKind::StoreShared;
        default: return kind;
    }
}

std::vector<Move> Moves::of(std::uint64_t event) const {
    std::vector<Move> moves;
    const std::uint32_t number = trace().instruction(event);
    const Instruction& what = m_impl->entry.instructions[number];
    if (what.opcode == Opcode::Atom || what.opcode == Opcode::Red)
        m_impl->atomic(event, what, moves);
    else if (what.opcode == Opcode::CpAsync)
        m_impl->asynchronousCopy(event, moves);
    else if (m_impl->accesses.reads(number) || m_impl->accesses.writes(number))
        m_impl->loadsAndStores(event, what, moves);
    else if (what.opcode == Opcode::Shfl)
        m_impl->shuffle(event, what, moves);
    else if (what.opcode != Opcode::Ld && what.opcode != Opcode::St)
        m_impl->betweenRegisters(event, what, moves);
    return moves;
}

std::optional<Touch> Moves::writerOf(const Place& place, unsigned bytes, std::uint64_t before) const {
    if (place.kind == Place::Kind::None) return std::nullopt;
    if (place.kind == Place::Kind::Register) return m_impl->registerWriter(place, before);
    return m_impl->memoryWriter(place, bytes, before);
}

std::vector<Touch> Moves::readersOf(const Place& place, unsigned bytes, std::uint64_t written,
                                    std::uint64_t until) const {
    std::vector<Touch> found;
    if (trace().size() == 0) return found;
    until = std::min(until, trace().size() - 1);
    if (place.kind == Place::Kind::Register)
        m_impl->registerReaders(*this, place, written, until, found);
    else if (place.isMemory())
        m_impl->memoryReaders(place, bytes, written, until, found);
    std::ranges::sort(found);
    return found;
}

std::span<const std::uint32_t> Moves::eventsOf(std::uint32_t warp, std::uint32_t instruction) const {
    return m_impl->lists.of(warp, instruction);
}

}  // namespace lanescope::flow
