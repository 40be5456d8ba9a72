// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/pram.h"

#include <algorithm>
#include <tuple>

#include "core/base/words.h"
#include "core/models/abstract/machine_list.h"
#include "core/models/words.h"

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

/// The text of why a way to combine simultaneous writes is not what CUDA does; empty if it is.
std::string_view whyNot(PramVariant rule, const Group& group) {
    if (group.secondWrite == nullptr) return {};
    if (group.stores && (group.adds || group.exchanges || group.others)) return "offence.why.store_and_atomic"_id;
    if (group.others || static_cast<int>(group.adds) + static_cast<int>(group.exchanges) > 1)
        return "offence.why.atomics"_id;
    if (group.resultUsed) return "offence.why.result_used"_id;
    if (rule == PramVariant::CrcwSum) {
        if (group.adds) return {};
        return "offence.why.sum"_id;
    }
    if (group.adds) return "offence.why.one_value"_id;
    if (rule != PramVariant::CrcwCommon) return {};
    if (group.exchanges || group.differing) return "offence.why.differing"_id;
    return {};
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

Pram::Pram() : AbstractMachine(described("pram"), textOf("model.pram.answers"_id)) {
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
    const std::string_view both = group.firstWrite == nullptr  ? "offence.why.reads"_id
                                  : group.firstRead == nullptr ? "offence.why.writes"_id
                                                               : "offence.why.read_and_write"_id;
    note(PramVariant::Erew, launch, *group.first, *group.second, group.threads, both);
    // The pair that shows best what is not allowed: a write with anything else, a read with anything else.
    const auto other = [&](const CellAccess& than) {
        const CellAccess* access = all + begin;
        while (access->thread == than.thread) ++access;
        return access;
    };
    if (group.firstWrite != nullptr)
        note(PramVariant::Crew, launch, *group.firstWrite, *other(*group.firstWrite), group.threads, both);

    std::string_view everyRule;
    bool someRule = false;
    for (const PramVariant rule :
         {PramVariant::CrcwCommon, PramVariant::CrcwArbitrary, PramVariant::CrcwPriority, PramVariant::CrcwSum}) {
        const std::string_view why = whyNot(rule, group);
        someRule = someRule || why.empty();
        everyRule = why;
        if (!why.empty()) note(rule, launch, *group.firstWrite, *group.secondWrite, group.threads, why);
    }
    if (group.firstRead != nullptr)
        note(PramVariant::Ercw, launch, *group.firstRead, *other(*group.firstRead), group.threads, both);
    else if (!someRule)
        note(PramVariant::Ercw, launch, *group.firstWrite, *group.secondWrite, group.threads, everyRule);
}

void Pram::note(PramVariant variant, const LaunchAccesses& launch, const CellAccess& first, const CellAccess& second,
                std::uint64_t threads, std::string_view why) {
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
    offence.why = textOf(why);
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
    answer.line = MachineSentence{"machine.pram.line"_id,
                                  {{"steps", c.steps},
                                   {"access_steps", c.accessSteps},
                                   {"phases", c.phases},
                                   {"processors", c.processors},
                                   {"work", c.work}}};
    answer.gist = MachineSentence{"machine.pram.gist"_id, {{"steps", c.steps}}};
    answer.rest = MachineSentence{
        "machine.pram.rest"_id,
        {{"processors", c.processors}, {"access_steps", c.accessSteps}, {"phases", c.phases}, {"work", c.work}}};
    answer.verdicts.assign(c.verdicts.begin(), c.verdicts.end());
    return answer;
}

std::unique_ptr<AbstractMachine> pramMachine() { return std::make_unique<Pram>(); }

}  // namespace lanescope
