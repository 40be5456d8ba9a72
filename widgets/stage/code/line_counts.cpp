// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/line_counts.h"

#include <algorithm>

#include "core/simt/memory/access_pattern.h"

namespace lanescope::code {

SiteCost& SiteCost::operator+=(const SiteCost& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
    return *this;
}

SiteCost costOf(const simt::StepRecord& record) {
    SiteCost cost;
    cost.values[0] = 1;
    cost.values[1] = simt::lanesIn(record.active);
    if (record.access == simt::AccessKind::None || record.active == 0) return cost;
    if (record.space == program::Space::Global)
        cost.values[2] = record.access == simt::AccessKind::Atomic
                             ? simt::atomicSectorsOf(record.address, record.active)
                             : simt::sectorsOf(record.address, record.active, record.bytesPerLane);
    if (record.space == program::Space::Shared)
        cost.values[3] = simt::sharedCostOf(record.address, record.active, record.bytesPerLane).wavefronts;
    return cost;
}

std::vector<SiteCost> costsOf(const simt::LaunchReport& launch) {
    std::vector<SiteCost> costs;
    for (const simt::SiteCounts& site : launch.sites)
        costs.push_back({{site.warps, site.passed, site.global.sectors, site.shared.wavefronts}});
    return costs;
}

BlockTally::BlockTally(std::shared_ptr<const BlockTrace> trace)
    : m_trace(std::move(trace)),
      m_costs(m_trace->entry().instructions.size()),
      m_before(m_trace->entry().instructions.size(), 0) {}

bool BlockTally::advance(std::uint64_t events) {
    const std::uint64_t end = std::min(m_trace->size(), m_counted + events);
    for (; m_counted < end; ++m_counted) {
        SiteCost& site = m_costs[m_trace->instruction(m_counted)];
        if (m_trace->access(m_counted).access == simt::AccessKind::None) {
            ++site.values[0];
            site.values[1] += simt::lanesIn(m_trace->active(m_counted));
        } else {
            site += costOf(m_trace->record(m_counted));
        }
    }
    return isDone();
}

const std::vector<std::uint64_t>& BlockTally::runs() {
    if (!m_runs.empty()) return m_runs;
    m_runs.resize(m_trace->entry().instructions.size(), 0);
    for (std::uint64_t event = 0; event < m_trace->size(); ++event) ++m_runs[m_trace->instruction(event)];
    return m_runs;
}

const std::vector<std::uint64_t>& BlockTally::runsBefore(std::uint64_t position) {
    position = std::min(position, m_trace->size());
    for (; m_position < position; ++m_position) ++m_before[m_trace->instruction(m_position)];
    for (; m_position > position; --m_position) --m_before[m_trace->instruction(m_position - 1)];
    return m_before;
}

}  // namespace lanescope::code
