// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/race_checker.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/simt/barrier_check.h"
#include "core/simt/block_races.h"
#include "core/simt/finding_list.h"
#include "core/simt/grid_races.h"
#include "core/simt/launch_check.h"
#include "core/simt/operand_check.h"
#include "core/simt/place_name.h"
#include "core/simt/program.h"
#include "core/simt/unset_registers.h"
#include "core/simt/word_groups.h"

namespace lanescope::simt {
namespace {

using ptx::Opcode;
using ptx::Space;

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

}  // namespace

struct RaceChecker::Impl {
    RaceCheckOptions options;
    std::vector<RaceReport> reports;

    // the launch
    std::size_t number = ~std::size_t{0};
    const Launch* launch = nullptr;
    std::shared_ptr<const Program> program;
    std::uint64_t sharedBytes = 0;
    std::uint64_t stepsLeft = 0;
    FindingList findings;
    GridRaces grid;

    // the block
    DeviceMemory* memory = nullptr;
    Dim3 block;
    std::uint64_t now = 0;  ///< step of the block
    BlockRaces races;
    BarrierCheck barriers;
    std::vector<WordGroup> groups;
    UnsetRegisters unset;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> heap;  ///< DeviceMemory::heapPieces() as they were

    RaceReport& report() { return reports[number]; }
    [[nodiscard]] const ptx::Entry& entry() const { return program->entry(); }

    void startLaunch(std::size_t which, const Launch& what, std::shared_ptr<const Program> of) {
        number = which;
        program = std::move(of);
        sharedBytes = sharedBytesOf(entry(), what);
        stepsLeft = options.steps;
        grid.start();
        unset.startLaunch(entry(), *program->kernel().module);
        reports.resize(std::max(reports.size(), which + 1));
        report().blocks = what.grid.count();
        findings.startLaunch(program, options.mostFindings, report());
    }

    void startBlock(const Launch& what, Dim3 which, DeviceMemory& of) {
        const std::size_t warps = (what.block.count() + kWarpSize - 1) / kWarpSize;
        launch = &what;
        memory = &of;
        block = which;
        now = 0;
        findings.startBlock(what, which);
        races.start(warps, sharedBytes);
        grid.startBlock();
        barriers.startBlock(warps);
        unset.startBlock(warps);
        heap = of.heapPieces();
    }

    void addRace(Finding finding, std::uint32_t a, std::uint32_t b, bool inShared, std::uint64_t word, unsigned bytes,
                 unsigned accessBytes) {
        finding.space = inShared ? Space::Shared : Space::Global;
        finding.address = word * 4 + firstLane(bytes);
        const PlaceName place =
            inShared ? placeOfShared(program->kernel(), entry(), sharedBytes,
                                     static_cast<std::int64_t>(finding.address), std::min(accessBytes, 4U))
                     : placeOfGlobal(*memory, finding.address);
        finding.buffer = place.name;
        finding.element = place.element.empty() ? "address " + std::to_string(finding.address) : place.element;
        findings.add(std::move(finding), a, b, place.name);
    }

    void accessInBlock(const WordGroup& group, const StepRecord& record, std::uint32_t shown) {
        const WordAccess access{now,         group.value, record.instruction, shown,
                                record.warp, group.lanes, group.bytes,        record.access};
        const auto onRace = [&](const WordRace& race) {
            Finding finding;
            finding.kind = Finding::Kind::BlockRace;
            finding.sameWarp = race.first.warp == race.second.warp;
            finding.sameValue = race.sameValue;
            finding.first = findings.sideOf(race.first.instruction, race.first.shown,
                                            race.first.warp * kWarpSize + race.firstLane, race.first.kind, block);
            finding.second = findings.sideOf(race.second.instruction, race.second.shown,
                                             race.second.warp * kWarpSize + race.secondLane, race.second.kind, block);
            addRace(std::move(finding), race.first.shown, race.second.shown, group.inShared, group.word,
                    race.first.bytes & race.second.bytes, record.bytesPerLane);
        };
        group.inShared ? races.shared(group.word, access, onRace) : races.global(group.word, access, onRace);
    }

    void accessInGrid(const WordGroup& group, const StepRecord& record, std::uint32_t shown) {
        const GridAccess access{now,
                                group.value,
                                static_cast<std::uint32_t>(launch->grid.linear(block)),
                                record.warp * kWarpSize + firstLane(group.lanes),
                                record.instruction,
                                shown,
                                group.bytes,
                                record.access};
        const auto onRace = [&](const GridAccess& first, const GridAccess& second) {
            Finding finding;
            finding.kind = Finding::Kind::GridRace;
            finding.sameValue =
                first.kind == AccessKind::Store && second.kind == AccessKind::Store && first.value == second.value;
            finding.first =
                findings.sideOf(first.instruction, first.shown, first.thread, first.kind, launch->grid.at(first.block));
            finding.second = findings.sideOf(second.instruction, second.shown, second.thread, second.kind, block);
            addRace(std::move(finding), first.shown, second.shown, false, group.word, first.bytes & second.bytes,
                    record.bytesPerLane);
        };
        if (!grid.access(group.word, access, onRace)) report().allGlobalWords = false;
    }

    void access(const StepRecord& record, const BlockExecution& execution) {
        groupWords(record, entry().instructions[record.instruction], execution, *memory, sharedBytes, groups);
        const std::uint32_t shown = findings.shownOf(record, execution);
        for (const WordGroup& group : groups) {
            accessInBlock(group, record, shown);
            if (!group.inShared) accessInGrid(group, record, shown);
        }
    }

    void barrier(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        const std::uint64_t id = valueOf(what.sources[0], record.warp, firstLane(record.active), execution);
        races.order().barrier(record.warp, id, now, what.barMode != ptx::BarMode::Arrive);
        const bool ofWholeBlock = id == 0 && what.sourceCount <= 1;
        if (ofWholeBlock) barriers.pass(record, findings);
    }

    void warpBarrier(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        eachMask(record, what, what.sources[0], execution, [&](LaneMask mask, LaneMask) {
            races.order().warpBarrier(record.warp, mask, now, mask == kAllLanes);
        });
    }

    void unsetVariable(const StepRecord& record, const BlockExecution& execution) {
        const std::optional<UnsetUse> use = unset.step(record, execution);
        if (!use) return;
        // An origin in a header of CUDA has no call to be told by any more.
        const std::uint32_t shown = findings.shownOf(record, execution);
        const std::uint32_t origin = findings.ownLineOr(use->origin, shown);
        const std::uint32_t thread = record.warp * kWarpSize + firstLane(use->lanes);
        Finding finding;
        finding.kind = Finding::Kind::UnsetVariable;
        finding.first = findings.sideOf(use->origin, origin, thread, AccessKind::None, block);
        finding.second = findings.sideOf(record.instruction, shown, thread, record.access, block);
        finding.use = use->use;
        finding.space = record.space;
        findings.add(std::move(finding), origin);
    }

    /// malloc and free order what their callers do: memory that is given back may be given to another thread.
    void call(const ptx::Instruction& what) {
        const std::uint32_t callee = entry().calls[what.list].function;
        if (callee >= entry().functions.size()) return;
        const ptx::Function& function = entry().functions[callee];
        if (!function.isExternal || (function.name != "malloc" && function.name != "free")) return;
        auto given = memory->heapPieces();
        for (const auto& piece : heap) {
            if (std::ranges::binary_search(given, piece)) continue;
            for (std::uint64_t word = piece.first / 4; word < piece.second / 4; ++word) {
                races.forgetGlobal(word);
                grid.forget(word);
            }
        }
        heap = std::move(given);
    }
};

RaceChecker::RaceChecker(RaceCheckOptions options) : m_impl(std::make_unique<Impl>()) { m_impl->options = options; }
RaceChecker::~RaceChecker() = default;

const std::vector<RaceReport>& RaceChecker::reports() const { return m_impl->reports; }

bool RaceChecker::wants(std::size_t launch, Dim3) const {
    return m_impl->options.steps > 0 && (launch != m_impl->number || m_impl->stepsLeft > 0);
}

void RaceChecker::begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const Program> program,
                        const BlockExecution&, DeviceMemory& memory) {
    if (launch != m_impl->number) m_impl->startLaunch(launch, what, std::move(program));
    m_impl->startBlock(what, block, memory);
}

bool RaceChecker::step(const StepRecord& record, const BlockExecution& execution) {
    Impl& impl = *m_impl;
    if (impl.stepsLeft == 0) return false;
    --impl.stepsLeft;
    ++impl.now;
    impl.races.order().step(record.warp);
    impl.unsetVariable(record, execution);
    if (record.active == 0) return true;
    const ptx::Instruction& what = impl.entry().instructions[record.instruction];
    switch (what.opcode) {
        case Opcode::Bar: impl.barrier(record, execution); break;
        case Opcode::BarWarp:
            checkMemberMask(record, what.sources[0], execution, impl.findings);
            impl.warpBarrier(record, execution);
            break;
        case Opcode::Shfl: checkShuffle(record, execution, impl.findings); break;
        case Opcode::Vote:
        case Opcode::Match:
        case Opcode::Redux: checkMemberMask(record, what.sources[1], execution, impl.findings); break;
        case Opcode::Call: impl.call(what); break;
        case Opcode::Membar: impl.grid.fence(impl.now); break;
        default: break;
    }
    checkDivision(record, execution, impl.findings);
    if (record.access != AccessKind::None) impl.access(record, execution);
    return true;
}

void RaceChecker::end(const BlockExecution& execution) {
    Impl& impl = *m_impl;
    const bool whole = impl.stepsLeft > 0 && execution.fault().kernel.empty();
    if (!whole) return;
    ++impl.report().blocksChecked;
    impl.barriers.endBlock(impl.findings);
}

std::string summary(const RaceReport& report) {
    std::string text;
    const std::uint64_t found = report.findings.size() + report.notKept;
    if (found != 0) text = std::to_string(found) + (found == 1 ? " finding" : " findings");
    if (report.complete()) return text;
    if (!text.empty()) text += "; ";
    text += "races: " + std::to_string(report.blocksChecked) + " of " + std::to_string(report.blocks) +
            (report.blocks == 1 ? " block was checked" : " blocks were checked");
    if (!report.allGlobalWords) text += ", and not all global memory that they use";
    return text;
}

}  // namespace lanescope::simt
