// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/pram.h"

#include <algorithm>
#include <tuple>

#include "core/models/abstract/machine_list.h"

namespace lanescope {
namespace {

/// What several threads do to one cell in one step.
struct Group {
    std::uint64_t threads = 0;
    const CellAccess* first = nullptr;
    const CellAccess* second = nullptr;       ///< another thread's
    const CellAccess* firstRead = nullptr;    ///< a read
    const CellAccess* firstWrite = nullptr;   ///< stores and atomics
    const CellAccess* secondWrite = nullptr;  ///< of another thread
    bool stores = false;
    bool adds = false;
    bool exchanges = false;
    bool others = false;
    bool differing = false;   ///< two stores of different values
    bool resultUsed = false;  ///< of an atomic operation
};

Group groupOf(const CellAccess* begin, const CellAccess* end) {
    Group group;
    group.first = begin;
    const CellAccess* store = nullptr;
    for (const CellAccess* access = begin; access != end; ++access) {
        if (access == begin || access->thread != (access - 1)->thread) ++group.threads;
        if (group.second == nullptr && access->thread != begin->thread) group.second = access;
        if (access->use == CellUse::Read) {
            if (group.firstRead == nullptr) group.firstRead = access;
            continue;
        }
        if (group.firstWrite == nullptr)
            group.firstWrite = access;
        else if (group.secondWrite == nullptr && access->thread != group.firstWrite->thread)
            group.secondWrite = access;
        group.stores |= access->use == CellUse::Write;
        group.adds |= access->use == CellUse::AtomicAdd;
        group.exchanges |= access->use == CellUse::AtomicExchange;
        group.others |= access->use == CellUse::AtomicOther;
        group.resultUsed |= access->resultUsed;
        if (access->use == CellUse::Write) {
            if (store != nullptr && store->value != access->value) group.differing = true;
            store = access;
        }
    }
    return group;
}

/// Why a way to combine simultaneous writes is not what CUDA does; nullptr if it is.
const char* whyNot(PramVariant rule, const Group& group) {
    if (group.secondWrite == nullptr) return nullptr;
    if (group.stores && (group.adds || group.exchanges || group.others)) return "a store and an atomic operation meet";
    if (group.others || static_cast<int>(group.adds) + static_cast<int>(group.exchanges) > 1)
        return "no PRAM combines these atomic operations";
    if (group.resultUsed) return "threads use what the cell held between their atomic operations";
    if (rule == PramVariant::CrcwSum) {
        if (group.adds) return nullptr;
        return "one of the values must stay, and the machine writes their sum";
    }
    if (group.adds) return "the sum must stay, and the machine writes one of the values";
    if (rule != PramVariant::CrcwCommon) return nullptr;
    if (group.exchanges || group.differing) return "threads write different values";
    return nullptr;
}

}  // namespace

std::string_view nameOf(PramVariant variant) {
    switch (variant) {
        case PramVariant::Erew: return "EREW";
        case PramVariant::Crew: return "CREW";
        case PramVariant::Ercw: return "ERCW";
        case PramVariant::CrcwCommon: return "CRCW common";
        case PramVariant::CrcwArbitrary: return "CRCW arbitrary";
        case PramVariant::CrcwPriority: return "CRCW priority";
        case PramVariant::CrcwSum: break;
    }
    return "CRCW sum";
}

Pram::Pram()
    : AbstractMachine({.id = "pram",
                       .title = "PRAM",
                       .source = "004 section 3.1.1",
                       .needs = "every access of the emulated run",
                       .assumes = "A thread is a processor; all warps of the grid keep step; a barrier is one of the "
                                  "whole grid; memory costs nothing.",
                       .range = "Any program; within limits on what is watched."},
                      "steps, processors, and for EREW, CREW, ERCW and CRCW (common, arbitrary, priority, sum) whether "
                      "the program is legal, with the first access that is not") {
    for (const PramVariant variant : kPramVariants)
        m_counts.verdicts[static_cast<std::size_t>(variant)].variant = nameOf(variant);
}

Result<void> Pram::add(LaunchAccesses& launch, const JobContext& /*job*/) {
    m_phaseStart.clear();
    for (const PhaseWork& phase : launch.phases) {
        m_phaseStart.push_back(m_counts.steps);
        m_counts.steps += phase.steps;
        m_counts.work += phase.operations + phase.globalAccesses + phase.sharedAccesses;
    }
    m_counts.phases += launch.phases.size();
    m_counts.processors = std::max(m_counts.processors, launch.grid.count() * launch.block.count());
    m_counts.complete = m_counts.complete && launch.complete();

    auto& accesses = launch.accesses;
    std::ranges::sort(accesses, {}, [](const CellAccess& access) {
        return std::tuple(access.phase, access.step, access.cell, access.thread, access.use);
    });
    const auto sameStep = [](const CellAccess& a, const CellAccess& b) {
        return a.phase == b.phase && a.step == b.step;
    };
    for (std::size_t begin = 0; begin < accesses.size();) {
        if (begin == 0 || !sameStep(accesses[begin - 1], accesses[begin])) ++m_counts.accessSteps;
        std::size_t end = begin + 1;
        while (end < accesses.size() && accesses[end].cell == accesses[begin].cell &&
               sameStep(accesses[end], accesses[begin]))
            ++end;
        if (accesses[begin].thread != accesses[end - 1].thread) judge(launch, begin, end);
        begin = end;
    }
    return {};
}

void Pram::judge(const LaunchAccesses& launch, std::size_t begin, std::size_t end) {
    const CellAccess* const all = launch.accesses.data();
    const Group group = groupOf(all + begin, all + end);
    const char* const both = group.firstWrite == nullptr  ? "two threads read one cell"
                             : group.firstRead == nullptr ? "two threads write one cell"
                                                          : "one thread reads what another writes";
    note(PramVariant::Erew, launch, *group.first, *group.second, group.threads, both);
    // The pair that shows best what is not allowed: a write with anything else, a read with anything else.
    const auto other = [&](const CellAccess& than) {
        const CellAccess* access = all + begin;
        while (access->thread == than.thread) ++access;
        return access;
    };
    if (group.firstWrite != nullptr)
        note(PramVariant::Crew, launch, *group.firstWrite, *other(*group.firstWrite), group.threads, both);

    const char* everyRule = nullptr;
    bool someRule = false;
    for (const PramVariant rule :
         {PramVariant::CrcwCommon, PramVariant::CrcwArbitrary, PramVariant::CrcwPriority, PramVariant::CrcwSum}) {
        const char* const why = whyNot(rule, group);
        someRule = someRule || why == nullptr;
        everyRule = why;
        if (why != nullptr) note(rule, launch, *group.firstWrite, *group.secondWrite, group.threads, why);
    }
    if (group.firstRead != nullptr)
        note(PramVariant::Ercw, launch, *group.firstRead, *other(*group.firstRead), group.threads, both);
    else if (!someRule)
        note(PramVariant::Ercw, launch, *group.firstWrite, *group.secondWrite, group.threads, everyRule);
}

void Pram::note(PramVariant variant, const LaunchAccesses& launch, const CellAccess& first, const CellAccess& second,
                std::uint64_t threads, const char* why) {
    Verdict& verdict = m_counts.verdicts[static_cast<std::size_t>(variant)];
    ++verdict.cells;
    if (verdict.first) return;
    verdict.legality = Legality::Illegal;
    Offence offence;
    offence.launch = launch.launch;
    offence.kernel = launch.kernel;
    offence.step = m_phaseStart[first.phase] + first.step;
    offence.phase = first.phase;
    offence.cell = launch.nameOf(first.cell);
    offence.firstUse = first.use;
    offence.secondUse = second.use;
    offence.first = launch.placeOf(first);
    offence.second = launch.placeOf(second);
    offence.threads = threads;
    offence.why = why;
    verdict.first = std::move(offence);
}

PramCounts Pram::counts() const {
    PramCounts counts = m_counts;
    for (Verdict& verdict : counts.verdicts)
        if (verdict.legality == Legality::Legal && !counts.complete) verdict.legality = Legality::NotSeenWhole;
    return counts;
}

MachineAnswer Pram::answer(const Plan& /*plan*/, const GpuSpec* /*gpu*/) const {
    const PramCounts c = counts();
    MachineAnswer answer = emptyAnswer();
    answer.terms = {{"steps", c.steps, "steps"},
                    {"access_steps", c.accessSteps, "steps"},
                    {"phases", c.phases, "phases"},
                    {"processors", c.processors, "processors"},
                    {"work", c.work, "instructions"}};
    answer.line = {"steps {}, of them with accesses {}; phases {}; processors {}; operations of all {}",
                   {c.steps, c.accessSteps, c.phases, c.processors, c.work}};
    answer.gist = {"{} steps", {c.steps}};
    answer.rest = {" on {} processors; in {} of them shared memory is used; {} phases; {} instructions in all.",
                   {c.processors, c.accessSteps, c.phases, c.work}};
    answer.verdicts.assign(c.verdicts.begin(), c.verdicts.end());
    return answer;
}

std::unique_ptr<AbstractMachine> pramMachine() { return std::make_unique<Pram>(); }

}  // namespace lanescope
