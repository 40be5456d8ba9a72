// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/pram.h"

#include <algorithm>
#include <tuple>

namespace lanescope {
namespace {

std::string_view verbOf(CellUse use) {
    switch (use) {
        case CellUse::Read: return "reads";
        case CellUse::Write: return "writes";
        case CellUse::AtomicAdd: return "atomically adds to";
        case CellUse::AtomicExchange: return "atomically exchanges";
        case CellUse::AtomicOther: break;
    }
    return "atomically changes";
}

std::string numberOf(Dim3 at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

std::string sideOf(const AccessPlace& place) {
    return "thread " + numberOf(place.thread) + " of block " + numberOf(place.block);
}

std::string lineOf(const AccessPlace& place) {
    if (place.sourceLine == 0) return " (PTX line " + std::to_string(place.ptxLine) + ")";
    const std::size_t slash = place.sourceFile.rfind('/');
    const std::string file = slash == std::string::npos ? place.sourceFile : place.sourceFile.substr(slash + 1);
    return " (" + file + ":" + std::to_string(place.sourceLine) + ")";
}

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

std::string_view nameOf(Legality legality) {
    switch (legality) {
        case Legality::Legal: return "legal";
        case Legality::Illegal: return "illegal";
        case Legality::NotSeenWhole: break;
    }
    return "not seen whole";
}

std::string describe(const Offence& offence) {
    std::string text = "Step " + std::to_string(offence.step) + ", " + offence.kernel + ": " + sideOf(offence.first) +
                       " " + std::string(verbOf(offence.firstUse)) + " " + offence.cell + lineOf(offence.first) +
                       " while " + sideOf(offence.second) + " " + std::string(verbOf(offence.secondUse)) + " it" +
                       lineOf(offence.second);
    if (offence.threads > 2) text += ", and " + std::to_string(offence.threads - 2) + " more threads use it";
    return text + ": " + offence.why + ".";
}

Pram::Pram() {
    for (std::size_t i = 0; i < kPramVariants.size(); ++i) m_answer.verdicts[i].variant = kPramVariants[i];
}

void Pram::add(LaunchAccesses& launch) {
    m_phaseStart.clear();
    for (const PhaseWork& phase : launch.phases) {
        m_phaseStart.push_back(m_answer.steps);
        m_answer.steps += phase.steps;
        m_answer.work += phase.operations + phase.globalAccesses + phase.sharedAccesses;
    }
    m_answer.phases += launch.phases.size();
    m_answer.processors = std::max(m_answer.processors, launch.grid.count() * launch.block.count());
    m_answer.complete = m_answer.complete && launch.complete();

    auto& accesses = launch.accesses;
    std::ranges::sort(accesses, {}, [](const CellAccess& access) {
        return std::tuple(access.phase, access.step, access.cell, access.thread, access.use);
    });
    const auto sameStep = [](const CellAccess& a, const CellAccess& b) {
        return a.phase == b.phase && a.step == b.step;
    };
    for (std::size_t begin = 0; begin < accesses.size();) {
        if (begin == 0 || !sameStep(accesses[begin - 1], accesses[begin])) ++m_answer.accessSteps;
        std::size_t end = begin + 1;
        while (end < accesses.size() && accesses[end].cell == accesses[begin].cell &&
               sameStep(accesses[end], accesses[begin]))
            ++end;
        if (accesses[begin].thread != accesses[end - 1].thread) judge(launch, begin, end);
        begin = end;
    }
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
    PramVerdict& verdict = m_answer.verdicts[static_cast<std::size_t>(variant)];
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

PramAnswer Pram::answer() const {
    PramAnswer answer = m_answer;
    for (PramVerdict& verdict : answer.verdicts)
        if (verdict.legality == Legality::Legal && !answer.complete) verdict.legality = Legality::NotSeenWhole;
    return answer;
}

}  // namespace lanescope
