// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/constant_check.h"

#include <algorithm>
#include <utility>

namespace lanescope::simt {

void ConstantCheck::startLaunch(const program::Module& module, const DeviceMemory& memory) {
    m_unset.clear();
    for (std::uint32_t index = 0; index < module.variables.size(); ++index) {
        const program::ModuleVariable& variable = module.variables[index];
        const std::optional<BufferId> place = memory.variable(module, index);
        if (variable.space != program::Space::Const || !variable.initial.empty() || !variable.relocations.empty() ||
            !place)
            continue;
        const DeviceMemory::Allocation& at = memory.allocation(*place);
        m_unset.push_back({at.base, at.end(), at.buffer.name});
    }
}

void ConstantCheck::read(const StepRecord& record, const BlockExecution& execution, FindingList& findings) {
    if (m_unset.empty() || record.space == program::Space::Shared || record.space == program::Space::Local) return;
    eachLane(record.active, [&](unsigned lane) {
        const std::uint64_t address = record.address[lane];
        const auto met = std::ranges::find_if(
            m_unset, [address](const Variable& v) { return address >= v.base && address < v.end; });
        if (met == m_unset.end()) return;
        Finding finding = findings.findingAt(Finding::Kind::UnsetConstant, record, lane, execution);
        finding.space = program::Space::Const;
        finding.address = address;
        finding.buffer = finding.element = met->name;
        const std::uint32_t shown = findings.shownOf(record, execution);
        findings.add(std::move(finding), shown, shown, met->base);
        m_unset.erase(met);
    });
}

}  // namespace lanescope::simt
