// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warp_code.h"

#include <algorithm>

namespace lanescope::warps {
namespace {

bool isWorkOf(flow::InstructionKind kind) {
    switch (kind) {
        case flow::InstructionKind::LoadGlobal:
        case flow::InstructionKind::LoadShared:
        case flow::InstructionKind::StoreGlobal:
        case flow::InstructionKind::StoreShared:
        case flow::InstructionKind::StoreOther:
        case flow::InstructionKind::Atomic:
        case flow::InstructionKind::AsyncCopy:
        case flow::InstructionKind::Compute:
        case flow::InstructionKind::Exchange: return true;
        default: return false;
    }
}

}  // namespace

WarpCode::WarpCode(const program::Entry& entry, const flow::Roles& roles)
    : m_entry(entry), m_edges(program::edgesOf(entry)), m_loops(m_edges), m_headerOf(entry.blocks.size(), kNone) {
    m_blockOf.resize(entry.instructions.size(), 0);
    for (std::uint32_t block = 0; block < entry.blocks.size(); ++block)
        for (std::uint32_t i = entry.blocks[block].first; i < entry.blocks[block].end; ++i) m_blockOf[i] = block;
    const auto& loops = m_loops.all();
    m_within.resize(loops.size());
    for (std::uint32_t loop = 0; loop < loops.size(); ++loop) {
        if (loops[loop].header < m_headerOf.size()) m_headerOf[loops[loop].header] = loop;
        for (std::uint32_t around = loops[loop].parent; around != kNone; around = loops[around].parent)
            m_within[around].push_back(loop);
    }
    findWork(roles);
    findWays();
}

void WarpCode::findWork(const flow::Roles& roles) {
    for (std::uint32_t i = 0; i < m_entry.instructions.size(); ++i) m_isWork.push_back(isWorkOf(roles.kind(i)));
    for (const program::BasicBlock& block : m_entry.blocks) {
        bool works = false;
        for (std::uint32_t i = block.first; i < block.end; ++i) works = works || m_isWork[i];
        m_works.push_back(works);
    }
}

void WarpCode::findWays() {
    const std::size_t count = m_entry.blocks.size();
    m_ways.assign(count, 0);
    if (count == 0) return;
    const program::Edges before = program::reversed(m_edges);
    const program::Dominators dominators(m_edges, 0);
    std::vector<bool> worksBelow(m_works);  // in it, or in what is only come to through it
    worksBelow.push_back(false);
    const auto& order = dominators.order();
    for (auto node = order.rbegin(); node != order.rend(); ++node)
        if (*node != 0 && *node < count && worksBelow[*node]) worksBelow[dominators.of(*node)] = true;
    const auto isWay = [&](const program::BasicBlock& from, std::uint32_t to) {
        return to < count && before[to].size() == 1 && worksBelow[to] &&
               std::ranges::none_of(from.meetings, [to](const program::Meeting& m) { return m.block == to; });
    };
    constexpr std::uint32_t kShort = 16;  // instructions
    m_shortArms.assign(count, false);
    for (std::uint32_t block = 0; block < count; ++block) {
        const program::BasicBlock& arm = m_entry.blocks[block];
        if (before[block].size() != 1 || arm.successors.size() != 1 || arm.end - arm.first > kShort) continue;
        const program::BasicBlock& from = m_entry.blocks[before[block].front()];
        m_shortArms[block] = isWay(from, block) && from.successors.size() > 1 &&
                             std::ranges::any_of(from.meetings, [&](const program::Meeting& m) {
                                 return m.block == arm.successors.front();
                             });
    }
    std::uint32_t ways = 0;
    std::vector<bool> begins(count, false);
    for (const std::uint32_t node : order) {  // each comes behind its dominators
        if (node >= count) continue;
        if (node != 0 && !begins[node]) m_ways[node] = m_ways[dominators.of(node)];
        bool first = true;
        for (const std::uint32_t to : m_entry.blocks[node].successors) {
            if (!isWay(m_entry.blocks[node], to)) continue;
            begins[to] = true;
            m_ways[to] = first ? m_ways[node] : ++ways;
            first = false;
        }
    }
}

bool WarpCode::isConditionalBranch(std::uint32_t instruction) const {
    const program::Instruction& what = m_entry.instructions[instruction];
    return what.opcode == program::Opcode::Bra && what.guard != program::kNoRegister;
}

bool WarpCode::isBarrier(std::uint32_t instruction) const {
    return m_entry.instructions[instruction].opcode == program::Opcode::Bar;
}

}  // namespace lanescope::warps
