// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/race_checker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/words.h"
#include "core/simt/check/barrier_check.h"
#include "core/simt/check/block_races.h"
#include "core/simt/check/constant_check.h"
#include "core/simt/check/finding_list.h"
#include "core/simt/check/grid_races.h"
#include "core/simt/check/operand_check.h"
#include "core/simt/check/unset_registers.h"
#include "core/simt/decode/program.h"
#include "core/simt/engine/launch_check.h"
#include "core/simt/memory/place_name.h"
#include "core/simt/memory/word_groups.h"

namespace lanescope::simt {
namespace {

using program::Opcode;
using program::Space;

/// RaceReport::cost: measured with tests/bench/race_bench.
constexpr std::uint64_t kOfBlock = 1000;    ///< and of its memory:
constexpr std::uint64_t kBytesOfUnit = 64;  ///< that are made, and cleared
constexpr std::uint64_t kOfStep = 40;
constexpr std::uint64_t kAllocationsOfUnit = 4;  ///< that a step looks through
constexpr std::uint64_t kOfLane = 3;             ///< that accesses memory
constexpr std::uint64_t kOfWordInBlock = 20;
constexpr std::uint64_t kOfWordInGrid = 20;
constexpr std::uint64_t kOfRace = 20;
constexpr std::uint64_t kComparisonsOfUnit = 4;
constexpr std::uint64_t kOfNewFinding = 500;
constexpr std::uint64_t kOfWarpBarrier = 100;
constexpr std::uint64_t kOfHeapCall = 5000;

/// Bytes that a block is made of when it is watched.
std::uint64_t bytesOfBlock(const Program& program, const Launch& launch, std::uint64_t sharedBytes) {
    const std::uint64_t warps = (launch.block.count() + kWarpSize - 1) / kWarpSize;
    const std::uint64_t local = std::uint64_t{program.localBytes()} * kWarpSize;
    return warps * (program.warpBytes() + local + local / 4) + 8 * sharedBytes;
}

}  // namespace

struct RaceChecker::Impl {
    RaceCheckOptions options;
    std::vector<RaceReport> reports;

    // the launch
    std::size_t number = ~std::size_t{0};
    const Launch* launch = nullptr;
    std::shared_ptr<const Program> program;
    std::uint64_t sharedBytes = 0;
    std::uint64_t spent = 0;  ///< in all launches
    ConstantCheck constants;
    FindingList findings;
    GridRaces grid;

    // the block
    DeviceMemory* memory = nullptr;
    Dim3 block;
    std::uint64_t now = 0;  ///< step of the block
    BlockRaces races;
    BarrierCheck barriers;
    WordGroups groups;
    std::uint64_t comparisons = 0;  ///< that have been paid for
    UnsetRegisters unset;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> heap;  ///< DeviceMemory::heapPieces() as they were

    RaceReport& report() { return reports[number]; }
    [[nodiscard]] const program::Entry& entry() const { return program->entry(); }

    [[nodiscard]] bool canGoOn() const { return spent < options.cost; }
    void spend(std::uint64_t cost) {
        spent += cost;
        report().cost += cost;
    }

    void startLaunch(std::size_t which, const Launch& what, std::shared_ptr<const Program> of,
                     const DeviceMemory& variables) {
        number = which;
        program = std::move(of);
        sharedBytes = sharedBytesOf(entry(), what);
        grid.start();
        unset.startLaunch(entry(), *program->kernel().module);
        reports.resize(std::max(reports.size(), which + 1));
        report().blocks = what.grid.count();
        findings.startLaunch(program, options.mostFindings, report());
        constants.startLaunch(*program->kernel().module, variables);
        spend(kOfStep * entry().instructions.size());
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
        barriers.startBlock(what.block.count());
        unset.startBlock(warps);
        heap = of.heapPieces();
        spend(kOfBlock + bytesOfBlock(*program, what, sharedBytes) / kBytesOfUnit);
    }

    /// Where a race is, as far as findings are told apart by it.
    [[nodiscard]] std::uint64_t placeOf(const WordGroup& group) const {
        if (!group.inShared) return (std::uint64_t{1} << 32) + memory->find(group.word * 4, 1).value_or(0);
        const program::SharedVariable* const array =
            sharedVariableAt(entry(), static_cast<std::int64_t>(group.word * 4));
        return array == nullptr ? 0 : 1 + static_cast<std::uint64_t>(array - entry().shared.data());
    }

    /// Side is what has happened on one side; `sideOf` makes a Finding::Side of it.
    template <typename Side, typename SideOf>
    void addRace(Finding finding, const Side& first, const Side& second, const WordGroup& group, unsigned accessBytes,
                 SideOf sideOf) {
        spend(kOfRace);
        const std::uint64_t where = placeOf(group);
        if (findings.again(finding, first.shown, second.shown, where)) return;
        spend(kOfNewFinding);
        finding.first = sideOf(first, true);
        finding.second = sideOf(second, false);
        finding.space = group.inShared ? Space::Shared : Space::Global;
        finding.address = group.word * 4 + firstLane(first.bytes & second.bytes);
        const PlaceName place =
            group.inShared ? placeOfShared(program->kernel(), entry(), sharedBytes,
                                           static_cast<std::int64_t>(finding.address), std::min(accessBytes, 4U))
                           : placeOfGlobal(*memory, finding.address);
        finding.buffer = place.name;
        finding.element = place.element.empty()
                              ? inWords(Message("simt.finding.address"_id, {{"address", finding.address}}))
                              : place.element;
        findings.add(std::move(finding), first.shown, second.shown, where);
    }

    void accessInBlock(const WordGroup& group, const StepRecord& record, std::uint32_t shown) {
        const WordAccess access{now,         group.value, record.instruction, shown,
                                record.warp, group.lanes, group.bytes,        record.access};
        const auto onRace = [&](const WordRace& race) {
            Finding finding;
            finding.kind = Finding::Kind::BlockRace;
            finding.sameWarp = race.first.warp == race.second.warp;
            finding.sameStep = race.first.step == race.second.step;
            finding.sameValue = race.sameValue;
            addRace(std::move(finding), race.first, race.second, group, record.bytesPerLane,
                    [&](const WordAccess& side, bool isFirst) {
                        const unsigned lane = isFirst ? race.firstLane : race.secondLane;
                        return findings.sideOf(side.instruction, side.shown, side.warp * kWarpSize + lane, side.kind,
                                               block);
                    });
        };
        if (group.inShared)
            races.shared(group.word, access, onRace);
        else if (!races.global(group.word, access, onRace))
            report().allGlobalWords = false;
        spend(kOfWordInBlock + (races.comparisons() - comparisons) / kComparisonsOfUnit);
        comparisons = races.comparisons();
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
            addRace(std::move(finding), first, second, group, record.bytesPerLane,
                    [&](const GridAccess& side, bool isFirst) {
                        return findings.sideOf(side.instruction, side.shown, side.thread, side.kind,
                                               isFirst ? launch->grid.at(side.block) : block);
                    });
        };
        if (!grid.access(group.word, access, onRace)) report().allGlobalWords = false;
        spend(kOfWordInGrid + grid.takeSynchronized());
    }

    void access(const StepRecord& record, const BlockExecution& execution) {
        const std::uint32_t shown = findings.shownOf(record, execution);
        spend(kOfLane * lanesIn(record.active));
        for (const WordGroup& group :
             groups.of(record, entry().instructions[record.instruction], execution, *memory, sharedBytes)) {
            ++report().accesses;
            accessInBlock(group, record, shown);
            if (!group.inShared) accessInGrid(group, record, shown);
        }
        if (record.access == AccessKind::Load) constants.read(record, execution, findings);
    }

    void barrier(const StepRecord& record, const BlockExecution& execution) {
        const program::Instruction& what = entry().instructions[record.instruction];
        const std::uint64_t id = valueOf(what.sources[0], record.warp, firstLane(record.active), execution);
        races.order().barrier(record.warp, id, now, what.barMode != program::BarMode::Arrive);
        const bool ofWholeBlock = id == 0 && what.sourceCount <= 1;
        if (ofWholeBlock) barriers.pass(record, findings);
    }

    void warpBarrier(const StepRecord& record, const BlockExecution& execution) {
        const program::Instruction& what = entry().instructions[record.instruction];
        eachMask(record, what, what.sources[0], execution, [&](LaneMask mask, LaneMask) {
            races.order().warpBarrier(record.warp, mask, now, mask == kAllLanes);
            if (mask != kAllLanes) spend(kOfWarpBarrier);
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
    void call(const program::Instruction& what) {
        const std::uint32_t callee = entry().calls[what.list].function;
        if (callee >= entry().functions.size()) return;
        const program::Function& function = entry().functions[callee];
        if (!function.isExternal || (function.name != "malloc" && function.name != "free")) return;
        spend(kOfHeapCall);
        auto given = memory->heapPieces();
        for (const auto& piece : heap) {
            if (std::ranges::binary_search(given, piece)) continue;
            spend((piece.second - piece.first) / 4);
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

bool RaceChecker::wants(std::size_t, Dim3) const { return m_impl->canGoOn(); }

void RaceChecker::begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const Program> program,
                        const BlockExecution&, DeviceMemory& memory) {
    if (launch != m_impl->number) m_impl->startLaunch(launch, what, std::move(program), memory);
    m_impl->startBlock(what, block, memory);
}

bool RaceChecker::step(const StepRecord& record, const BlockExecution& execution) {
    Impl& impl = *m_impl;
    if (!impl.canGoOn()) return false;
    impl.spend(kOfStep + impl.memory->size() / kAllocationsOfUnit);
    ++impl.report().steps;
    ++impl.now;
    impl.races.order().step(record.warp);
    impl.unsetVariable(record, execution);
    if (record.active == 0) return true;
    const program::Instruction& what = impl.entry().instructions[record.instruction];
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
    const bool whole = impl.canGoOn() && execution.fault().kernel.empty();
    if (!whole) {
        impl.report().partSteps = impl.now;
        return;
    }
    ++impl.report().blocksChecked;
    impl.barriers.endBlock(impl.findings);
}

std::string summary(const RaceReport& report) {
    const std::uint64_t found = report.findings.size() + report.notKept;
    const Message findings = Message::counted("simt.races.findings"_id, found);
    if (report.complete()) return found == 0 ? std::string() : inWords(findings);
    Message checked = Message::counted("simt.races.checked"_id, report.blocks, {{"checked", report.blocksChecked}});
    if (report.partSteps != 0) {
        const Message part = Message::counted(
            report.blocksChecked == 0 ? "simt.races.of_first"_id : "simt.races.of_next"_id, report.partSteps);
        checked = Message("simt.races.and_part"_id, {{"checked", checked}, {"part", part}});
    }
    if (!report.allGlobalWords) checked = Message("simt.races.not_all_memory"_id, {{"checked", checked}});
    if (found == 0) return inWords(checked);
    return inWords(Message("simt.races.found"_id, {{"findings", findings}, {"checked", checked}}));
}

}  // namespace lanescope::simt
