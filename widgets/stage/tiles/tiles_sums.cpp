// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_sums.h"

#include <algorithm>

#include "core/program/dataflow.h"

namespace lanescope::tiles {
namespace {

constexpr std::uint32_t kNoValue = 0xffffffffU;

bool has(simt::LaneMask lanes, unsigned lane) { return (lanes >> lane & 1U) != 0; }

}  // namespace

Sums::Sums(const flow::BlockFlow& flow)
    : m_flow(flow),
      m_values(flow.owned().valuesPerThread()),
      m_valueOf(flow.entry().instructions.size(), kNoValue),
      m_registerOf(flow.entry().instructions.size(), program::kNoRegister),
      m_types(m_values, program::Type::None) {
    const std::uint64_t threads = flow.trace().launch().block.count();
    const auto warps = static_cast<std::uint32_t>((threads + simt::kWarpSize - 1) / simt::kWarpSize);
    m_ofWarp.resize(std::size_t{warps} * m_values);
    if (m_values == 0) return;
    std::vector<std::uint32_t> valueOfRegister(flow.entry().registers.size(), kNoValue);
    for (std::uint32_t value = 0; value < m_values; ++value)
        for (const program::RegisterId reg : flow.owned().registersOf(value)) valueOfRegister[reg] = value;
    const auto& instructions = flow.entry().instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
        if (flow.roles().kind(i) != flow::InstructionKind::Compute) continue;
        for (const program::RegisterId reg : program::registersWritten(instructions[i])) {
            const std::uint32_t value = valueOfRegister[reg];
            if (value == kNoValue) continue;
            m_valueOf[i] = value;
            m_registerOf[i] = reg;
            const program::Opcode opcode = instructions[i].opcode;
            m_products = m_products || opcode == program::Opcode::Fma || opcode == program::Opcode::Mad;
            if (m_types[value] == program::Type::None) m_types[value] = instructions[i].type;
        }
    }
    const BlockTrace& trace = flow.trace();
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const std::uint32_t value = m_valueOf[trace.instruction(event)];
        if (value == kNoValue) continue;
        const simt::LaneMask lanes = trace.active(event);
        if (lanes == 0) continue;
        OfWarp& of = m_ofWarp[std::size_t{trace.warp(event)} * m_values + value];
        of.written.push_back({static_cast<std::uint32_t>(event), lanes});
        of.all |= lanes;
    }
    for (OfWarp& of : m_ofWarp) {
        of.even = std::ranges::all_of(of.written, [&](const Written& one) { return one.lanes == of.all; });
    }
    findStores(warps);
}

/// Behind a store, what a thread gathers is its next sum.
void Sums::findStores(std::uint32_t warps) {
    const auto& instructions = m_flow.entry().instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i) {
        if (m_flow.roles().kind(i) != flow::InstructionKind::StoreGlobal) continue;
        const auto read = program::registersRead(instructions[i]);
        for (std::uint32_t value = 0; value < m_values; ++value) {
            const auto holds = [&](program::RegisterId reg) {
                return std::ranges::binary_search(m_flow.owned().registersOf(value), reg);
            };
            if (!m_flow.owned().isSum(value) || std::ranges::none_of(read, holds)) continue;
            for (std::uint32_t warp = 0; warp < warps; ++warp)
                for (const std::uint32_t event : m_flow.moves().eventsOf(warp, i))
                    if (const simt::LaneMask lanes = m_flow.trace().active(event); lanes != 0)
                        m_ofWarp[std::size_t{warp} * m_values + value].stored.push_back({event, lanes});
        }
    }
    for (OfWarp& of : m_ofWarp) {
        std::ranges::sort(of.stored, {}, &Written::event);
        simt::LaneMask seen = 0;
        bool again = false;
        for (const Written& one : of.stored) {
            again = again || (seen & one.lanes) != 0;
            seen |= one.lanes;
        }
        if (!again)
            of.stored.clear();
        else
            m_rounds = true;
    }
}

SumProgress Sums::at(const flow::Owned::Cell& cell, std::uint64_t position) const {
    const OfWarp& of = ofWarp(cell.warp, cell.value);
    if (!has(of.all, cell.lane)) return {};
    const auto mine = [&](const Written& one) { return has(one.lanes, cell.lane); };
    const auto behind = [&](std::uint64_t event) {
        return std::ranges::lower_bound(of.written, event, {}, &Written::event);
    };
    const auto end = behind(position);
    auto first = of.written.begin();
    auto last = of.written.end();
    if (!of.stored.empty()) {
        // The round that the latest arithmetic belongs to: behind the store before it, up to the one after it.
        auto latest = end;
        while (latest != of.written.begin() && !mine(*(latest - 1))) --latest;
        const std::uint64_t now = latest == of.written.begin() ? 0 : (latest - 1)->event;
        for (const Written& store : of.stored) {
            if (!mine(store)) continue;
            if (store.event < now) {
                first = behind(store.event);
            } else {
                last = std::max(behind(store.event), end);  // other lanes may be further
                break;
            }
        }
    }
    if (of.even) return {static_cast<std::uint32_t>(end - first), static_cast<std::uint32_t>(last - first)};
    const auto done = std::count_if(first, end, mine);
    return {static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(done + std::count_if(end, last, mine))};
}

std::optional<flow::Place> Sums::placeOf(const flow::Owned::Cell& cell, std::uint64_t position) const {
    const OfWarp& of = ofWarp(cell.warp, cell.value);
    auto at = std::ranges::lower_bound(of.written, position, {}, &Written::event);
    while (at != of.written.begin())
        if ((--at)->lanes >> cell.lane & 1U)
            return flow::registerPlace(cell.warp, cell.lane, m_registerOf[m_flow.trace().instruction(at->event)]);
    return std::nullopt;
}

std::optional<std::uint32_t> Sums::valueOf(std::uint32_t instruction) const {
    return m_valueOf[instruction] == kNoValue ? std::nullopt : std::optional(m_valueOf[instruction]);
}

}  // namespace lanescope::tiles
