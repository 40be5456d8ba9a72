// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/finding_list.h"

#include <algorithm>
#include <utility>

#include "core/simt/decode/program.h"
#include "core/simt/memory/place_name.h"

namespace lanescope::simt {
namespace {

using program::Opcode;

/// Can the kernel order accesses in a way that barriers do not show: fences, acquire and release, mbarriers?
bool hasFences(const program::Entry& entry) {
    return std::ranges::any_of(entry.instructions, [](const program::Instruction& i) {
        return i.opcode == Opcode::Membar || i.opcode == Opcode::Mbarrier || i.isOrdered;
    });
}

}  // namespace

void FindingList::startLaunch(std::shared_ptr<const Program> program, std::size_t most, RaceReport& report) {
    const bool isNew = m_program != program;
    m_program = std::move(program);
    m_most = most;
    m_report = &report;
    m_known.clear();
    if (!isNew) return;
    m_fences = hasFences(entry());
    numberLines();
}

void FindingList::startBlock(const Launch& launch, Dim3 block) {
    m_launch = &launch;
    m_block = block;
}

void FindingList::numberLines() {
    const program::Module& module = *m_program->kernel().module;
    std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> numbers;
    m_lines.clear();
    m_shown = shownInFunctions(module, entry());
    for (std::uint32_t i = 0; i < entry().instructions.size(); ++i) {
        const SourceLine at = sourceLineOf(module, entry().instructions[m_shown[i].value_or(i)]);
        // Instructions without a line are told apart by themselves.
        const std::uint64_t own = (std::uint64_t{1} << 32) + i;
        m_lines.push_back(at.line == 0 ? own
                                       : numbers.emplace(std::pair(at.file, at.line), numbers.size()).first->second);
    }
}

const program::Entry& FindingList::entry() const { return m_program->entry(); }

std::uint32_t FindingList::shownOf(const StepRecord& record, const BlockExecution& execution) const {
    const std::optional<std::uint32_t> shown = m_shown[record.instruction];
    return shown ? *shown : execution.shownInstruction(record.warp, record.instruction);
}

Finding::Side FindingList::sideOf(std::uint32_t instruction, std::uint32_t shown, std::uint32_t thread,
                                  AccessKind access, Dim3 block) const {
    const SourceLine source = sourceLineOf(*m_program->kernel().module, entry().instructions[shown]);
    return {
        block, threadAt(thread), access, instruction, source.file, source.line, entry().instructions[instruction].line};
}

Finding FindingList::findingAt(Finding::Kind kind, const StepRecord& record, unsigned lane,
                               const BlockExecution& execution) const {
    Finding finding;
    finding.kind = kind;
    finding.first = sideOf(record.instruction, shownOf(record, execution), record.warp * kWarpSize + lane,
                           AccessKind::None, m_block);
    return finding;
}

FindingList::Key FindingList::keyOf(Finding::Kind kind, std::uint32_t a, std::uint32_t b, std::uint64_t where) const {
    return {kind, std::min(m_lines[a], m_lines[b]), std::max(m_lines[a], m_lines[b]), where};
}

bool FindingList::again(const Finding& finding, std::uint32_t a, std::uint32_t b, std::uint64_t where) {
    const auto known = m_known.find(keyOf(finding.kind, a, b, where));
    if (known == m_known.end()) return false;
    if (known->second == kNotKept) return true;
    Finding& same = m_report->findings[known->second];
    if (severityOf(finding) < same.severity) return false;
    ++same.count;
    return true;
}

void FindingList::add(Finding finding, std::uint32_t a, std::uint32_t b, std::uint64_t where) {
    finding.severity = severityOf(finding);
    const auto [known, isNew] = m_known.try_emplace(keyOf(finding.kind, a, b, where), kNotKept);
    std::vector<Finding>& findings = m_report->findings;
    if (isNew && findings.size() >= m_most) ++m_report->notKept;
    if (isNew && findings.size() < m_most) {
        known->second = findings.size();
        finding.count = 1;
        finish(finding);
        findings.push_back(std::move(finding));
    } else if (known->second != kNotKept) {
        Finding& same = findings[known->second];
        ++same.count;
        if (finding.severity >= same.severity) return;
        finding.count = same.count;
        finish(finding);
        same = std::move(finding);
    }
}

Finding::Severity FindingList::severityOf(const Finding& finding) const {
    using Severity = Finding::Severity;
    const bool race = finding.kind == Finding::Kind::BlockRace || finding.kind == Finding::Kind::GridRace;
    const bool steps = finding.sameWarp && !finding.sameStep;
    const bool mayBeIdle = finding.kind == Finding::Kind::UnsetVariable && finding.use == Finding::Use::Value &&
                           finding.second.access == AccessKind::Store && finding.space == program::Space::Shared;
    if (finding.sameValue || finding.kind == Finding::Kind::DivisionByZero) return Severity::Note;
    if (race && m_fences) return Severity::Possible;
    if (steps || mayBeIdle || finding.secondEnded || finding.kind == Finding::Kind::WarpMask ||
        finding.kind == Finding::Kind::UnsetConstant)
        return Severity::Warning;
    return Severity::Error;
}

void FindingList::finish(Finding& finding) const {
    finding.kernel = entry().demangled;
    finding.hint = hintFor(finding);
}

}  // namespace lanescope::simt
