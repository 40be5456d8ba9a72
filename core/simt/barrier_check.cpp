// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/barrier_check.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lanescope::simt {
namespace {

Finding mismatchAt(std::uint32_t instruction, std::uint32_t thread, const FindingList& findings) {
    Finding finding;
    finding.kind = Finding::Kind::BarrierMismatch;
    finding.first = findings.sideOf(instruction, instruction, thread, AccessKind::None, findings.block());
    return finding;
}

}  // namespace

void BarrierCheck::startBlock(std::size_t warps) {
    m_passed.assign(warps, {});
    m_mismatched = false;
}

void BarrierCheck::pass(const StepRecord& record, FindingList& findings) {
    std::vector<Barrier>& mine = m_passed[record.warp];
    mine.push_back({record.instruction, record.warp, static_cast<unsigned>(std::countr_zero(record.active))});
    const std::size_t which = mine.size() - 1;
    const auto other = std::ranges::find_if(m_passed, [&](const std::vector<Barrier>& passed) {
        return passed.size() > which && passed[which].instruction != record.instruction;
    });
    if (other != m_passed.end()) addMismatch((*other)[which], mine.back(), findings);
}

void BarrierCheck::endBlock(FindingList& findings) {
    const auto most = std::ranges::max_element(m_passed, {}, [](const auto& passed) { return passed.size(); });
    for (std::uint32_t warp = 0; warp < m_passed.size(); ++warp)
        if (m_passed[warp].size() < most->size()) addEnded((*most)[m_passed[warp].size()], warp, findings);
}

void BarrierCheck::addMismatch(const Barrier& first, const Barrier& second, FindingList& findings) {
    if (std::exchange(m_mismatched, true)) return;
    Finding finding = mismatchAt(first.instruction, first.warp * kWarpSize + first.lane, findings);
    finding.second = findings.sideOf(second.instruction, second.instruction, second.warp * kWarpSize + second.lane,
                                     AccessKind::None, findings.block());
    findings.add(std::move(finding), first.instruction, second.instruction);
}

void BarrierCheck::addEnded(const Barrier& first, std::uint32_t endedWarp, FindingList& findings) {
    if (std::exchange(m_mismatched, true)) return;
    Finding finding = mismatchAt(first.instruction, first.warp * kWarpSize + first.lane, findings);
    finding.second.block = findings.block();
    finding.second.thread = findings.threadAt(endedWarp * kWarpSize);
    finding.second.instruction = ~0U;
    findings.add(std::move(finding), first.instruction);
}

}  // namespace lanescope::simt
