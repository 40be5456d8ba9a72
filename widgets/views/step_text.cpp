// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/step_text.h"

#include <bit>

#include "widgets/scenes/counted.h"
#include "widgets/style/numbers.h"

namespace lanescope {

QString StepText::title(const StepFacts& facts) {
    if (!facts.hasStep) return tr("Before the first of %1 steps").arg(countText(facts.size));
    return tr("Step %1 of %2, barrier phase %3 of %4")
        .arg(countText(facts.position), countText(facts.size), countText(facts.phase + 1), countText(facts.phaseCount));
}

QString StepText::lanes(const StepFacts& facts) {
    const int active = std::popcount(facts.active);
    const int existing = std::popcount(facts.existing);
    if (facts.active == facts.existing)
        return existing == 32  ? tr("Warp %1, all 32 lanes").arg(facts.warp)
               : existing == 1 ? tr("Warp %1, its only lane").arg(facts.warp)
                               : tr("Warp %1, all its %2 lanes").arg(facts.warp).arg(existing);
    if (active == 0) return tr("Warp %1, no lane active").arg(facts.warp);
    return tr("Warp %1, %2 of %3 lanes; the others idle").arg(facts.warp).arg(active).arg(existing);
}

QString StepText::instruction(const StepFacts& facts) {
    if (!facts.hasStep) return tr("The block has its threads, but none has done anything yet.");
    return lanes(facts);
}

QString StepText::where(const AccessFacts& access) {
    const QString space = access.space == program::Space::Shared   ? tr("shared memory")
                          : access.space == program::Space::Global ? tr("global memory")
                                                                   : tr("local memory");
    if (access.array.empty()) return space;
    return tr("%1 (%2)").arg(QString::fromStdString(access.array), space);
}

QStringList StepText::access(const AccessFacts& access) {
    QStringList sentences;
    const QString lanes = Counted::lanes(static_cast<int>(access.lanes));
    // An address outside of every array has bytes, but is no element.
    const QString what = access.elements > 0 ? Counted::elements(static_cast<int>(access.elements))
                                             : Counted::bytes(static_cast<int>(access.bytes));
    switch (access.kind) {
        case simt::AccessKind::Load:
            sentences << tr("Reads %1 of %2 for %3: one request.").arg(what, where(access), lanes);
            break;
        case simt::AccessKind::Store:
            sentences << tr("Writes %1 of %2 from %3: one request.").arg(what, where(access), lanes);
            break;
        case simt::AccessKind::Atomic:
            sentences << tr("Updates %1 of %2 atomically for %3: one request.").arg(what, where(access), lanes);
            break;
        case simt::AccessKind::None: return {};
    }
    if (access.elements < access.lanes && access.elements > 0)
        sentences << tr("Lanes share elements: each is fetched once and handed to all that want it.");
    if (access.space == program::Space::Global) {
        const double moved = 32.0 * access.sectors;
        sentences << tr("It moves %1 of 32 bytes for %2 asked for: %3 % of what is moved is used.")
                         .arg(Counted::sectors(static_cast<int>(access.sectors)),
                              Counted::bytes(static_cast<int>(access.bytes)))
                         .arg(moved > 0 ? 100.0 * access.bytes / moved : 0.0, 0, 'f', 1);
        if (access.sectors > access.fewestSectors)
            sentences << tr("Lying together, the same bytes would need %1.")
                             .arg(Counted::sectors(static_cast<int>(access.fewestSectors)));
    } else if (access.space == program::Space::Shared) {
        const QString wavefronts = Counted::wavefronts(static_cast<int>(access.wavefronts));
        sentences << (access.wavefronts > access.fewestWavefronts
                          ? tr("Its lanes meet in the same banks: %1 instead of %2.")
                                .arg(wavefronts)
                                .arg(access.fewestWavefronts)
                          : tr("No bank conflict: %1 over the 32 banks.").arg(wavefronts));
    }
    return sentences;
}

QString StepText::waiting(const StepFacts& facts) {
    if (facts.warpCount < 2) return {};
    if (facts.warpsAtBarrier > 0)
        return tr("%1 of %2 warps wait at the barrier.").arg(facts.warpsAtBarrier).arg(facts.warpCount);
    if (facts.warpsFinished > 0) return tr("%1 of %2 warps have ended.").arg(facts.warpsFinished).arg(facts.warpCount);
    return {};
}

QStringList StepText::sentences(const StepFacts& facts) {
    QStringList result;
    if (facts.hasStep) {
        if (facts.access)
            result << access(*facts.access);
        else if (facts.isBarrier)
            result << tr("A block barrier: the warp waits here until all warps of the block have come.");
        else if (facts.isBranch && facts.predicated)
            result << (facts.active == 0
                           ? tr("A branch that no lane takes: the warp goes on with the next instruction.")
                           : tr("A branch: the lanes for which its predicate holds jump."));
        else if (facts.isBranch)
            result << tr("A branch that all active lanes take.");
        else if (facts.isEnd && facts.active != 0)
            result << tr("The active lanes have done all their work and end here.");
        else if (facts.predicated && facts.active == 0)
            result << tr("Its predicate holds for no lane: the instruction is issued and does nothing.");
        else if (facts.isArithmetic)
            result << tr("Arithmetic in registers: no memory is touched.");
        else
            result << tr("Works on registers only: no memory is touched.");
        if (facts.sourceLine == 0) result << tr("The compiler gives no source line for this instruction.");
    }
    result << waiting(facts);
    if (facts.fault) result << QString::fromStdString(simt::explain(*facts.fault));
    if (facts.truncated && facts.position == facts.size) result << tr("The recording ends here; the block went on.");
    result.removeAll(QString());
    return result;
}

}  // namespace lanescope
