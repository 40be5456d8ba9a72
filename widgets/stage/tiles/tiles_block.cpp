// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_block.h"

#include <algorithm>
#include <map>

#include "core/program/dataflow.h"
#include "widgets/stage/tiles/tiles_product.h"

namespace lanescope::tiles {
namespace {

constexpr std::uint8_t kNoSlot = 0xff;
/// Events of one warp that are looked at to see how many values it holds at a time.
constexpr std::size_t kMostEvents = 20'000;

using flow::InstructionKind;

bool isLoad(InstructionKind kind) { return kind == InstructionKind::LoadGlobal || kind == InstructionKind::LoadShared; }

/// The first warp's events with what it loads, and until when it is needed.
struct Held {
    std::uint32_t instruction = 0;
    std::size_t from = 0;
    std::size_t until = 0;
};

std::vector<std::uint32_t> eventsOfFirstWarp(const BlockTrace& trace) {
    std::vector<std::uint32_t> events;
    for (std::uint64_t e = 0; e < trace.size() && events.size() < kMostEvents; ++e)
        if (trace.warp(e) == trace.warp(0)) events.push_back(static_cast<std::uint32_t>(e));
    return events;
}

}  // namespace

Block::Block(const flow::BlockFlow& flow)
    : m_flow(flow),
      m_arrays(m_flow),
      m_sums(m_flow),
      m_slotOf(m_flow.entry().instructions.size(), kNoSlot),
      m_registers(m_flow.entry().instructions.size(), program::kNoRegister) {
    const std::uint64_t threads = m_flow.trace().launch().block.count();
    m_warps = static_cast<std::uint32_t>((threads + simt::kWarpSize - 1) / simt::kWarpSize);
    m_product = productOf(m_flow, m_arrays, m_sums);
    findSlots();
}

void Block::findSlots() {
    const flow::BlockFlow& of = m_flow;
    const auto& instructions = of.entry().instructions;
    std::vector<std::vector<program::RegisterId>> reads(instructions.size());
    std::vector<std::vector<program::RegisterId>> writes(instructions.size());
    bool loads = false;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
        reads[i] = program::registersRead(instructions[i]);
        writes[i] = program::registersWritten(instructions[i]);
        for (const program::RegisterId reg : writes[i]) {
            const flow::RegisterRole role = of.roles().role(reg);
            const bool value = role != flow::RegisterRole::Index && role != flow::RegisterRole::Unused;
            if (!value || m_registers[i] != program::kNoRegister) continue;
            m_registers[i] = reg;
            loads = loads || isLoad(of.roles().kind(i)) || of.roles().kind(i) == InstructionKind::LoadOther;
        }
    }
    m_showsComputed = !loads && of.owned().valuesPerThread() == 0;
    const auto shows = [&](std::uint32_t i, std::uint64_t event) {
        const InstructionKind kind = of.activities().kind(event);
        if (kind == InstructionKind::Exchange) return m_registers[i] != program::kNoRegister;
        if (m_showsComputed && kind == InstructionKind::Compute) return true;
        return (isLoad(kind) || kind == InstructionKind::LoadOther || kind == InstructionKind::Atomic) &&
               of.activities().activity(event) != flow::Activity::Index && m_registers[i] != program::kNoRegister;
    };

    const std::vector<std::uint32_t> events = eventsOfFirstWarp(of.trace());
    std::vector<std::size_t> lastRead(of.entry().registers.size(), 0);
    std::vector<Held> held;
    for (std::size_t at = events.size(); at-- > 0;) {
        const std::uint32_t i = of.trace().instruction(events[at]);
        if (shows(i, events[at])) {
            if (m_registers[i] == program::kNoRegister && !writes[i].empty()) m_registers[i] = writes[i].front();
            if (m_registers[i] != program::kNoRegister) held.push_back({i, at, std::max(lastRead[m_registers[i]], at)});
        }
        for (const program::RegisterId reg : writes[i]) lastRead[reg] = 0;
        for (const program::RegisterId reg : reads[i]) lastRead[reg] = std::max(lastRead[reg], at);
    }
    std::ranges::reverse(held);
    std::array<std::size_t, kMostSlots> busyUntil{};
    for (const Held& one : held) {
        std::uint8_t& slot = m_slotOf[one.instruction];
        if (slot == kNoSlot && m_product) {
            const auto operand = operandOf(of, m_arrays, *m_product, events[one.from]);
            if (operand) slot = static_cast<std::uint8_t>(*operand == 0 ? kLeft : kAbove);
        }
        if (slot == kNoSlot) {
            slot = kMostSlots - 1;
            for (std::uint8_t s = kMostSlots; s-- > 0;)
                if (busyUntil[s] <= one.from) slot = s;
        }
        if (slot < kMostSlots) {
            busyUntil[slot] = std::max(busyUntil[slot], one.until);
            m_slots = std::max<std::uint32_t>(m_slots, slot + 1U);
        }
    }
}

std::optional<std::uint32_t> Block::slotOf(std::uint32_t instruction) const {
    return m_slotOf[instruction] == kNoSlot ? std::nullopt : std::optional<std::uint32_t>(m_slotOf[instruction]);
}

}  // namespace lanescope::tiles
