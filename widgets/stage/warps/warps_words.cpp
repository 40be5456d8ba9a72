// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/warps_words.h"

#include <QObject>
#include <algorithm>

#include "widgets/style/numbers.h"

namespace lanescope::warps {
namespace {

using simt::LaneMask;

QString counted(unsigned number) { return countText(number); }

bool isSingular(unsigned lanes) { return lanes == 1; }

QString lanesOf(unsigned some, unsigned all) {
    if (some == all && some > 1) return QObject::tr("All %1 lanes").arg(counted(all));
    return isSingular(all) ? QObject::tr("1 lane") : QObject::tr("%1 of %2 lanes").arg(counted(some), counted(all));
}

QString waitsOf(unsigned lanes) {
    return isSingular(lanes) ? QObject::tr("1 waits") : QObject::tr("%1 wait").arg(counted(lanes));
}

QString ordinalOf(std::uint64_t number) {
    const std::uint64_t tens = number % 100;
    const bool teens = tens >= 11 && tens <= 13;
    if (!teens && number % 10 == 1) return QObject::tr("%1st").arg(countText(number));
    if (!teens && number % 10 == 2) return QObject::tr("%1nd").arg(countText(number));
    if (!teens && number % 10 == 3) return QObject::tr("%1rd").arg(countText(number));
    return QObject::tr("%1th").arg(countText(number));
}

/// Numbers of threads that work, ascending.
std::vector<std::uint64_t> threadsIn(const Group& group) {
    std::vector<std::uint64_t> threads;
    for (std::uint64_t warp = 0; warp < group.working.size(); ++warp)
        simt::eachLane(group.working[warp], [&](unsigned lane) { threads.push_back(warp * simt::kWarpSize + lane); });
    return threads;
}

QString forkSentence(const WarpsScene& scene, const Fork& fork) {
    const unsigned all = simt::lanesIn(fork.running);
    const unsigned taken = simt::lanesIn(fork.taken);
    const unsigned past = all - taken;
    const Doing ofPast = doingOf(scene, fork.past);
    const Doing ofTaken = doingOf(scene, fork.target);
    const bool pastIsWay = ofPast != Doing::Nothing && scene.code().wayOf(fork.past) != scene.code().wayOf(fork.target);
    if (ofTaken != Doing::Nothing && pastIsWay)
        return QObject::tr("%1 go on, %2 jump: warp %3 goes both ways, one after the other.")
            .arg(lanesOf(past, all), counted(taken), counted(fork.warp));
    const auto meets = [&](std::uint32_t block) {
        const auto& last =
            scene.code().entry().blocks[scene.code().blockOf(scene.flow().trace().instruction(fork.event))];
        return std::ranges::any_of(last.meetings, [block](const program::Meeting& m) { return m.block == block; });
    };
    if (ofPast != Doing::Nothing && meets(fork.target))
        return QObject::tr("%1 go on to %2, %3: warp %4 parts.")
            .arg(lanesOf(past, all), verbOf(ofPast, 2), waitsOf(taken), counted(fork.warp));
    if (ofTaken != Doing::Nothing && meets(fork.past))
        return QObject::tr("%1 go on to %2, %3: warp %4 parts.")
            .arg(lanesOf(taken, all), verbOf(ofTaken, 2), waitsOf(past), counted(fork.warp));
    return QObject::tr("%1 go on, %2 jump: warp %3 parts.").arg(lanesOf(past, all), counted(taken), counted(fork.warp));
}

QString barrierSentence(const WarpsScene& scene, const Timeline& timeline, std::uint32_t warp) {
    const auto& warps = timeline.state().warps;
    const auto waiting = std::ranges::count_if(warps, [](const simt::WarpState& w) { return w.atBarrier; });
    const auto living = std::ranges::count_if(warps, [](const simt::WarpState& w) { return !w.finished(); });
    if (waiting == 0 || scene.warps() == 1)
        return scene.warps() == 1 ? QObject::tr("The only warp comes to a barrier: it has nobody to wait for.")
                                  : QObject::tr("Warp %1 is the last at the barrier: all %2 warps go on.")
                                        .arg(counted(warp), countText(living));
    return QObject::tr("Warp %1 waits at the barrier: %2 of %3 warps are there.")
        .arg(counted(warp), countText(waiting), countText(living));
}

QString workSentence(const Cell& cell, Doing doing, std::uint32_t warp) {
    const unsigned all = simt::lanesIn(cell.live);
    const unsigned some = simt::lanesIn(cell.running);
    if (some == all)
        return QObject::tr("All %1 lanes of warp %2 %3 together: nobody waits.")
            .arg(counted(all), counted(warp), verbOf(doing, 2));
    return QObject::tr("%1 %2, %3: warp %4 goes both ways.")
        .arg(lanesOf(some, all), verbOf(doing, some), waitsOf(all - some), counted(warp));
}

QString asksSentence(const WarpsScene& scene, const Present& now, const Cell& cell) {
    const unsigned all = simt::lanesIn(cell.live);
    const unsigned some = simt::lanesIn(cell.running);
    const std::uint32_t instruction = scene.flow().trace().instruction(now.event);
    if (scene.code().isConditionalBranch(instruction)) {
        const program::BasicBlock& block = scene.code().entry().blocks[now.block];
        const bool taken = scene.flow().trace().active(now.event) != 0;
        const std::uint32_t past = now.block + 1;
        const bool skips = taken && past < scene.code().entry().blocks.size() && scene.code().works(past) &&
                           std::ranges::none_of(block.meetings, [past](const auto& m) { return m.block == past; });
        if (skips && some == all)
            return QObject::tr("All %1 lanes of warp %2 jump: the warp goes past, whole.")
                .arg(counted(all), counted(now.warp));
        return QObject::tr("%1 of warp %2 go the same way: nobody parts.").arg(lanesOf(some, all), counted(now.warp));
    }
    if (some == all)
        return QObject::tr("%1 of warp %2 ask where they work, all together.")
            .arg(lanesOf(some, all), counted(now.warp));
    return QObject::tr("%1 of warp %2 ask where they work, %3.")
        .arg(lanesOf(some, all), counted(now.warp), waitsOf(all - some));
}

}  // namespace

Doing doingOf(const WarpsScene& scene, std::uint32_t block) {
    const auto& blocks = scene.code().entry().blocks;
    return block < blocks.size() ? doingOf(scene, blocks[block].first, blocks[block].end) : Doing::Nothing;
}

Doing doingOf(const WarpsScene& scene, std::uint32_t first, std::uint32_t end) {
    const program::Entry& entry = scene.code().entry();
    unsigned products = 0;
    unsigned sums = 0;
    unsigned others = 0;
    unsigned loads = 0;
    unsigned stores = 0;
    unsigned exchanges = 0;
    for (std::uint32_t i = first; i < end; ++i) {
        switch (scene.flow().roles().kind(i)) {
            case flow::InstructionKind::LoadGlobal:
            case flow::InstructionKind::LoadShared:
            case flow::InstructionKind::AsyncCopy: ++loads; break;
            case flow::InstructionKind::StoreGlobal:
            case flow::InstructionKind::StoreShared:
            case flow::InstructionKind::StoreOther:
            case flow::InstructionKind::Atomic: ++stores; break;
            case flow::InstructionKind::Exchange: ++exchanges; break;
            case flow::InstructionKind::Compute:
                switch (entry.instructions[i].opcode) {
                    case program::Opcode::Mul:
                    case program::Opcode::Mad:
                    case program::Opcode::Fma: ++products; break;
                    case program::Opcode::Add:
                    case program::Opcode::Sub: ++sums; break;
                    default: ++others; break;
                }
                break;
            default: break;
        }
    }
    if (products + sums + others > 0) {
        if (others >= products + sums) return Doing::Compute;
        return products >= sums ? Doing::Multiply : Doing::Add;
    }
    if (exchanges > 0) return Doing::Exchange;
    if (loads > 0 && stores > 0) return Doing::Copy;
    return loads > 0 ? Doing::Load : stores > 0 ? Doing::Store : Doing::Nothing;
}

Doing doingOf(const Group& group) {
    switch (group.kind) {
        case flow::PhaseKind::Load: return Doing::Load;
        case flow::PhaseKind::Multiply: return Doing::Multiply;
        case flow::PhaseKind::Add: return Doing::Add;
        case flow::PhaseKind::Store: return Doing::Store;
        case flow::PhaseKind::Exchange: return Doing::Exchange;
        case flow::PhaseKind::Setup: return Doing::Nothing;
        case flow::PhaseKind::Compute: return Doing::Compute;
        case flow::PhaseKind::Round: break;
    }
    return Doing::Work;
}

QString verbOf(Doing doing, unsigned lanes) {
    const bool one = isSingular(lanes);
    switch (doing) {
        case Doing::Load: return one ? QObject::tr("loads") : QObject::tr("load");
        case Doing::Store: return one ? QObject::tr("stores") : QObject::tr("store");
        case Doing::Copy: return one ? QObject::tr("copies") : QObject::tr("copy");
        case Doing::Add: return one ? QObject::tr("adds") : QObject::tr("add");
        case Doing::Multiply: return one ? QObject::tr("multiplies") : QObject::tr("multiply");
        case Doing::Compute: return one ? QObject::tr("computes") : QObject::tr("compute");
        case Doing::Exchange: return one ? QObject::tr("exchanges") : QObject::tr("exchange");
        case Doing::Work: return one ? QObject::tr("works") : QObject::tr("work");
        case Doing::Nothing: break;
    }
    return one ? QObject::tr("asks") : QObject::tr("ask");
}

std::uint32_t lineOf(const program::Instruction& instruction) {
    return instruction.calledFrom.line != 0 ? instruction.calledFrom.line : instruction.source.line;
}

std::optional<Present> presentAt(const WarpsScene& scene, std::uint64_t position) {
    if (position == 0 || scene.groups() == 0) return std::nullopt;
    Present now;
    now.event = position - 1;
    now.warp = scene.flow().trace().warp(now.event);
    now.group = scene.groupAt(position);
    now.column = scene.group(now.group).column(now.event);
    now.block = scene.code().blockOf(scene.flow().trace().instruction(now.event));
    return now;
}

QString whoWorks(const WarpsScene& scene, std::size_t number) {
    const Group& group = scene.group(number);
    const Doing doing = doingOf(group);
    const std::vector<std::uint64_t> threads = threadsIn(group);
    const auto count = static_cast<unsigned>(threads.size());
    if (count == 0) return QObject::tr("nobody works, all ask");
    if (count == scene.threads() && count > 1)
        return QObject::tr("all %1 threads %2").arg(counted(count), verbOf(doing, 2));
    if (count == 1) return QObject::tr("thread %1 %2").arg(countText(threads[0]), verbOf(doing, 1));
    const std::uint64_t apart = threads[1] - threads[0];
    bool even = true;
    for (std::size_t i = 1; i < threads.size(); ++i) even = even && threads[i] - threads[i - 1] == apart;
    if (even && apart == 1 && threads[0] == 0)
        return QObject::tr("the first %1 threads %2").arg(counted(count), verbOf(doing, 2));
    if (even && apart == 1)
        return QObject::tr("threads %1 … %2 %3")
            .arg(countText(threads.front()), countText(threads.back()), verbOf(doing, 2));
    if (even && threads[0] < apart && threads.back() + apart >= scene.threads())
        return QObject::tr("every %1 thread %2").arg(ordinalOf(apart), verbOf(doing, 1));
    return QObject::tr("%1 of %2 threads %3").arg(counted(count), counted(scene.threads()), verbOf(doing, 2));
}

QString sentenceOf(const WarpsScene& scene, const Timeline& timeline) {
    const std::optional<Present> now = presentAt(scene, timeline.position());
    if (!now) {
        return scene.warps() == 1
                   ? QObject::tr("One warp is about to begin: its lanes stand at the same instruction.")
                   : QObject::tr("%1 warps are about to begin: their lanes stand at the same instruction.")
                         .arg(counted(scene.warps()));
    }
    const Group& group = scene.group(now->group);
    const Column& column = group.columns[now->column];
    const Cell& cell = column.cells[now->warp];
    const auto fork = std::ranges::find(group.forks, now->event, &Fork::event);
    if (fork != group.forks.end()) return forkSentence(scene, *fork);
    if (scene.flow().activities().kind(now->event) == flow::InstructionKind::End) {
        const unsigned ended = simt::lanesIn(scene.flow().trace().active(now->event));
        return QObject::tr("%1 of warp %2 have come to the end.")
            .arg(lanesOf(ended, simt::lanesIn(cell.live)), counted(now->warp));
    }
    switch (column.kind) {
        case PieceKind::Barrier: return barrierSentence(scene, timeline, now->warp);
        case PieceKind::Works: return workSentence(cell, doingOf(scene, now->block), now->warp);
        case PieceKind::Asks: break;
    }
    return asksSentence(scene, *now, cell);
}

QString sentenceOfGroup(const WarpsScene& scene, std::size_t number) {
    const Group& group = scene.group(number);
    const QString who = whoWorks(scene, number);
    const QString name = scene.nameOf(number);
    if (group.lanesWorking() == 0) return QObject::tr("%1: %2.").arg(name, who);
    return QObject::tr("%1: %2, in %3 of %4 warps.")
        .arg(name, who, counted(group.warpsWorking()), counted(scene.warps()));
}

QString sentenceOfBoth(const WarpsScene& a, const QString& nameOfA, std::size_t groupOfA, const WarpsScene& b,
                       const QString& nameOfB, std::size_t groupOfB) {
    const Group& ofA = a.group(groupOfA);
    const Group& ofB = b.group(groupOfB);
    const unsigned lanes = ofA.lanesWorking();
    const auto warps = [](unsigned number) {
        return isSingular(number) ? QObject::tr("1 warp") : QObject::tr("%1 warps").arg(counted(number));
    };
    if (lanes == ofB.lanesWorking() && lanes > 0 && ofA.warpsWorking() == ofB.warpsWorking())
        return QObject::tr("%1: on both sides %2 lanes work, in %3.")
            .arg(a.nameOf(groupOfA), counted(lanes), warps(ofA.warpsWorking()));
    if (lanes == ofB.lanesWorking() && lanes > 0)
        return QObject::tr("%1: the same %2 lanes of work keep %3 of %4 busy, and %5 of %6.")
            .arg(a.nameOf(groupOfA), counted(lanes), warps(ofA.warpsWorking()), nameOfA, warps(ofB.warpsWorking()),
                 nameOfB);
    return QObject::tr("%1: %2 lanes of %3 work, in %4; %5 of %6, in %7.")
        .arg(a.nameOf(groupOfA), counted(lanes), nameOfA, warps(ofA.warpsWorking()), counted(ofB.lanesWorking()),
             nameOfB, warps(ofB.warpsWorking()));
}

QString describedCell(const WarpsScene& scene, std::size_t number, std::size_t at, std::uint32_t warp) {
    const Group& group = scene.group(number);
    const Column& column = group.columns[at];
    const Cell& cell = column.cells[warp];
    const QString where = QObject::tr("Warp %1, %2").arg(counted(warp), scene.nameOf(number));
    if (cell.empty()) return QObject::tr("%1: does nothing of this").arg(where);
    if (column.kind == PieceKind::Barrier) return QObject::tr("%1: comes to the barrier").arg(where);
    const unsigned all = simt::lanesIn(cell.live);
    const unsigned some = simt::lanesIn(cell.running);
    const Doing doing = column.kind == PieceKind::Works ? doingOf(scene, column.block) : Doing::Nothing;
    const std::uint32_t line =
        lineOf(scene.code().entry().instructions[scene.flow().trace().instruction(group.first + cell.first)]);
    QString text = QObject::tr("%1: %2 %3").arg(where, lanesOf(some, all).toLower(), verbOf(doing, some));
    if (some < all) text += QObject::tr(", %1").arg(waitsOf(all - some));
    text += cell.events == 1 ? QObject::tr(", 1 instruction")
                             : QObject::tr(", %1 instructions").arg(countText(cell.events));
    if (column.times > 1) text += QObject::tr(" in %1 rounds").arg(countText(column.times));
    if (line != 0) text += QObject::tr(", line %1").arg(line);
    return text;
}

}  // namespace lanescope::warps
