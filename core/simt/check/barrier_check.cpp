// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/barrier_check.h"

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

void BarrierCheck::startBlock(std::size_t threads) {
    m_barriers.clear();
    m_passed.assign(threads, 0);
    m_mismatched = false;
}

void BarrierCheck::pass(const StepRecord& record, FindingList& findings) {
    eachLane(record.active, [&](unsigned lane) {
        const std::uint32_t thread = record.warp * kWarpSize + lane;
        const std::uint32_t which = m_passed[thread]++;
        if (which == m_barriers.size()) m_barriers.push_back({record.instruction, thread});
        if (m_barriers[which].instruction != record.instruction)
            addMismatch(m_barriers[which], {record.instruction, thread}, findings);
    });
}

void BarrierCheck::endBlock(FindingList& findings) {
    for (std::uint32_t thread = 0; thread < m_passed.size() && !m_mismatched; ++thread)
        if (m_passed[thread] < m_barriers.size()) addEnded(m_barriers[m_passed[thread]], thread, findings);
}

void BarrierCheck::addMismatch(const Barrier& first, const Barrier& second, FindingList& findings) {
    if (std::exchange(m_mismatched, true)) return;
    Finding finding = mismatchAt(first.instruction, first.thread, findings);
    finding.second =
        findings.sideOf(second.instruction, second.instruction, second.thread, AccessKind::None, findings.block());
    findings.add(std::move(finding), first.instruction, second.instruction);
}

void BarrierCheck::addEnded(const Barrier& first, std::uint32_t endedThread, FindingList& findings) {
    if (std::exchange(m_mismatched, true)) return;
    Finding finding = mismatchAt(first.instruction, first.thread, findings);
    finding.second.block = findings.block();
    finding.second.thread = findings.threadAt(endedThread);
    finding.secondEnded = true;
    findings.add(std::move(finding), first.instruction);
}

}  // namespace lanescope::simt
