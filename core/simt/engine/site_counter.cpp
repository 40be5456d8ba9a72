// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/site_counter.h"

#include <algorithm>

#include "core/simt/memory/memory_access.h"

namespace lanescope::simt {

SiteCounter::SiteCounter(Block& block)
    : m_block(block), m_segments(block.program->segments().size()), m_sites(block.program->ops().size()) {
    block.machine.sites = m_sites.data();
}

namespace {

/// Found from counters of the H200: branches are all that go elsewhere, also without a condition; calls and returns are
/// among them. Requests of shared memory are counted when they are issued, whether a lane takes part or not.
void countAsHardware(const Op& op, SiteCounts& site) {
    if (op.control == Control::Branch || op.control == Control::BranchByIndex) site.branches = site.warps;
    const bool moves = op.access == AccessKind::Load || op.access == AccessKind::Store;
    if (moves && op.space == program::Space::Shared) site.shared.requests = site.warps;
}

}  // namespace

void SiteCounter::takeBack(const Segment& segment, std::uint32_t fault, LaneMask mask) {
    SegmentCount& count = m_segments[m_block.program->segmentOf(segment.first)];
    --count.warps;
    count.threads -= lanesIn(mask);
    for (std::uint32_t index = segment.first; index < fault; ++index) {
        const Op& op = m_block.program->ops()[index];
        countOne(m_block.machine, op, mask);
        if (op.leads && op.space == program::Space::Shared && m_block.loadGroups[op.group].sure != 0)
            takeBackGroup(segment, index, fault);
    }
}

/// The first load of a group has counted for all of them; those from `fault` on have not been run.
void SiteCounter::takeBackGroup(const Segment& segment, std::uint32_t leader, std::uint32_t fault) {
    const Op& first = m_block.program->ops()[leader];
    LoadGroup& group = m_block.loadGroups[first.group];
    const SharedCost cost =
        m_block.patterns[first.pattern].knownSharedCostAt(group.first + static_cast<std::uint64_t>(first.offset));
    --group.counts.requests;
    group.counts.wavefronts -= cost.wavefronts;
    group.counts.conflicts -= cost.wavefronts - cost.fewest;
    for (std::uint32_t index = leader; index < std::min(fault, segment.straightEnd); ++index)
        if (const Op& op = m_block.program->ops()[index]; op.group == first.group)
            countShared(m_block.machine.site(op), cost);
}

const LaunchCounts& SiteCounter::counts() const { return m_total = sumOf(sites()); }

std::vector<SiteCounts> SiteCounter::sites() const {
    std::vector<SiteCounts> sites = m_sites;
    for (std::size_t s = 0; s < m_segments.size(); ++s) {
        const Segment& segment = m_block.program->segments()[s];
        for (std::uint32_t index = segment.first; index < segment.end; ++index) {
            sites[index].warps += m_segments[s].warps;
            sites[index].lanes += m_segments[s].threads;
        }
    }
    for (const Op& op : m_block.program->ops()) {
        SiteCounts& site = sites[op.index];
        if (op.group != 0) site.shared += m_block.loadGroups[op.group].counts;
        site.access = op.access;
        site.reduction = op.source->opcode == program::Opcode::Red;
        if (op.guard == kNowhere) site.passed = site.lanes;
        if (op.guard != kNowhere && op.control == Control::Branch) site.branches = site.warps;
        if (m_block.program->entry().meetsByCode) countAsHardware(op, site);
        site.fpOperations = site.passed * op.fpOperations;
    }
    return sites;
}

void SiteCounter::clear() {
    std::fill(m_sites.begin(), m_sites.end(), SiteCounts{});
    std::fill(m_segments.begin(), m_segments.end(), SegmentCount{});
    for (LoadGroup& group : m_block.loadGroups) group.counts = {};
}

}  // namespace lanescope::simt
