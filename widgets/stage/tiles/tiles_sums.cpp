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
        if (m_valueOf[i] == kNoValue) continue;
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            OfWarp& of = m_ofWarp[std::size_t{warp} * m_values + m_valueOf[i]];
            for (const std::uint32_t event : flow.moves().eventsOf(warp, i)) {
                const simt::LaneMask lanes = flow.trace().active(event);
                if (lanes == 0) continue;
                of.written.push_back({event, lanes});
                of.all |= lanes;
            }
        }
    }
    for (OfWarp& of : m_ofWarp) {
        std::ranges::sort(of.written, {}, &Written::event);
        of.even = std::ranges::all_of(of.written, [&](const Written& one) { return one.lanes == of.all; });
    }
}

SumProgress Sums::at(const flow::Owned::Cell& cell, std::uint64_t position) const {
    const OfWarp& of = ofWarp(cell.warp, cell.value);
    if (!has(of.all, cell.lane)) return {};
    const auto end = std::ranges::lower_bound(of.written, position, {}, &Written::event);
    if (of.even)
        return {static_cast<std::uint32_t>(end - of.written.begin()), static_cast<std::uint32_t>(of.written.size())};
    const auto mine = [&](const Written& one) { return has(one.lanes, cell.lane); };
    const auto done = std::count_if(of.written.begin(), end, mine);
    return {static_cast<std::uint32_t>(done),
            static_cast<std::uint32_t>(done + std::count_if(end, of.written.end(), mine))};
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
