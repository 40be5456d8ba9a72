// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/race_checker.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/simt/block_races.h"
#include "core/simt/grid_races.h"
#include "core/simt/launch_check.h"
#include "core/simt/place_name.h"
#include "core/simt/program.h"
#include "core/simt/shuffle.h"
#include "core/simt/unset_registers.h"
#include "core/simt/word_groups.h"

namespace lanescope::simt {
namespace {

using ptx::Opcode;
using ptx::Space;
using Side = Finding::Side;

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Can the kernel order accesses in a way that barriers do not show: fences, acquire and release, mbarriers?
bool hasFences(const ptx::Entry& entry, const ptx::Module& module) {
    return std::ranges::any_of(entry.instructions, [&](const ptx::Instruction& i) {
        if (i.opcode == Opcode::Membar || i.opcode == Opcode::Mbarrier) return true;
        if (i.opcode != Opcode::Ld && i.opcode != Opcode::St && i.opcode != Opcode::Atom && i.opcode != Opcode::Red)
            return false;
        const std::string_view line = module.line(i.ptxLine);
        return line.find(".acq") != std::string_view::npos || line.find(".release") != std::string_view::npos;
    });
}

bool dividesWholeNumbers(const ptx::Instruction& i) {
    using enum ptx::Type;
    const bool whole =
        i.type == U16 || i.type == S16 || i.type == U32 || i.type == S32 || i.type == U64 || i.type == S64;
    return whole && (i.opcode == Opcode::Div || i.opcode == Opcode::Rem);
}

}  // namespace

struct RaceChecker::Impl {
    RaceCheckOptions options;
    std::vector<RaceReport> reports;

    // the launch
    std::size_t number = ~std::size_t{0};
    const Launch* launch = nullptr;
    std::shared_ptr<const Program> program;
    bool fences = false;
    std::uint64_t sharedBytes = 0;
    std::uint64_t stepsLeft = 0;
    /// What findings are told apart by: the two lines, in no order, and the buffer.
    using Key = std::tuple<Finding::Kind, std::uint64_t, std::uint64_t, std::string>;
    std::map<Key, std::size_t> known;
    std::vector<std::uint64_t> lines;  ///< by instruction: the same number for the same line of the source
    std::vector<std::optional<std::uint32_t>> inFunction;  ///< by instruction: shownInFunction
    GridRaces grid;

    // the block
    DeviceMemory* memory = nullptr;
    Dim3 block;
    std::uint64_t now = 0;  ///< step of the block
    BlockRaces races;
    struct Barrier {
        std::uint32_t instruction = 0;
        std::uint32_t warp = 0;
        unsigned lane = 0;
    };
    std::vector<std::vector<Barrier>> barriers;  ///< of each warp: those of the whole block, in order
    std::vector<WordGroup> groups;
    bool mismatched = false;  ///< barriers of the block: those behind the first mismatch do not fit either
    UnsetRegisters unset;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> heap;  ///< DeviceMemory::heapPieces() as they were

    RaceReport& report() { return reports[number]; }
    [[nodiscard]] const ptx::Entry& entry() const { return program->entry(); }

    void startLaunch(std::size_t which, const Launch& what, std::shared_ptr<const Program> of,
                     std::uint64_t blockSharedBytes) {
        number = which;
        const bool isNew = program != of;
        program = std::move(of);
        fences = hasFences(entry(), *program->kernel().module);
        sharedBytes = blockSharedBytes;
        stepsLeft = options.steps;
        known.clear();
        grid.start();
        unset.startLaunch(entry());
        if (isNew) numberLines();
        reports.resize(std::max(reports.size(), which + 1));
        report().blocks = what.grid.count();
    }

    void numberLines() {
        const ptx::Module& module = *program->kernel().module;
        std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> numbers;
        lines.clear();
        inFunction = shownInFunctions(module, entry());
        for (std::uint32_t i = 0; i < entry().instructions.size(); ++i) {
            const SourceLine at = sourceLineOf(module, entry().instructions[inFunction[i].value_or(i)]);
            // Instructions without a line are told apart by themselves.
            const std::uint64_t own = (std::uint64_t{1} << 32) + i;
            lines.push_back(at.line == 0 ? own
                                         : numbers.emplace(std::pair(at.file, at.line), numbers.size()).first->second);
        }
    }

    [[nodiscard]] std::uint32_t shownOf(const StepRecord& record, const BlockExecution& execution) const {
        const std::optional<std::uint32_t> shown = inFunction[record.instruction];
        return shown ? *shown : execution.shownInstruction(record.warp, record.instruction);
    }

    /// `shown`: the instruction whose line of the source is told.
    [[nodiscard]] Side sideOf(std::uint32_t instruction, std::uint32_t shown, std::uint32_t thread, AccessKind access,
                              Dim3 where) const {
        const SourceLine source = sourceLineOf(*program->kernel().module, entry().instructions[shown]);
        Side side{where,
                  launch->block.at(thread),
                  access,
                  instruction,
                  source.file,
                  source.line,
                  entry().instructions[instruction].ptxLine};
        return side;
    }

    /// A finding with one side: a thread of the step.
    [[nodiscard]] Finding findingAt(Finding::Kind kind, const StepRecord& record, unsigned lane,
                                    const BlockExecution& execution) const {
        Finding finding;
        finding.kind = kind;
        finding.first = sideOf(record.instruction, shownOf(record, execution), record.warp * kWarpSize + lane,
                               AccessKind::None, block);
        return finding;
    }

    [[nodiscard]] static Key keyOf(Finding::Kind kind, std::uint64_t a, std::uint64_t b, const std::string& where) {
        return {kind, std::min(a, b), std::max(a, b), where};
    }

    /// Counts what is known already, and keeps the worst of its occurrences. `a` and `b` are the instructions whose
    /// lines are told.
    void add(Finding finding, std::uint32_t a, std::uint32_t b, const std::string& where) {
        finding.severity = severityOf(finding);
        const Key key = keyOf(finding.kind, lines[a], lines[b], where);
        if (const auto old = known.find(key); old != known.end()) {
            if (old->second == ~std::size_t{0}) return;
            Finding& same = report().findings[old->second];
            ++same.count;
            if (finding.severity < same.severity) {
                finding.count = same.count;
                finish(finding);
                same = std::move(finding);
            }
            return;
        }
        const bool room = report().findings.size() < options.mostFindings;
        known.emplace(key, room ? report().findings.size() : ~std::size_t{0});
        if (!room) {
            ++report().notKept;
            return;
        }
        finding.count = 1;
        finish(finding);
        report().findings.push_back(std::move(finding));
    }

    [[nodiscard]] Finding::Severity severityOf(const Finding& finding) const {
        const bool race = finding.kind == Finding::Kind::BlockRace || finding.kind == Finding::Kind::GridRace;
        const bool steps = finding.sameWarp && finding.first.instruction != finding.second.instruction;
        if (finding.sameValue || finding.kind == Finding::Kind::DivisionByZero) return Finding::Severity::Note;
        if (race && fences) return Finding::Severity::Possible;
        if (steps || finding.kind == Finding::Kind::WarpMask) return Finding::Severity::Warning;
        return Finding::Severity::Error;
    }

    void finish(Finding& finding) const {
        finding.kernel = entry().demangled;
        finding.hint = hintFor(finding);
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
        add(std::move(finding), a, b, place.name);
    }

    void accessInBlock(const WordGroup& group, const StepRecord& record, std::uint32_t shown) {
        const WordAccess access{now,         group.value, record.instruction, shown,
                                record.warp, group.lanes, group.bytes,        record.access};
        const auto onRace = [&](const WordRace& race) {
            Finding finding;
            finding.kind = Finding::Kind::BlockRace;
            finding.sameWarp = race.first.warp == race.second.warp;
            finding.sameValue = race.sameValue;
            finding.first = sideOf(race.first.instruction, race.first.shown,
                                   race.first.warp * kWarpSize + race.firstLane, race.first.kind, block);
            finding.second = sideOf(race.second.instruction, race.second.shown,
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
                sideOf(first.instruction, first.shown, first.thread, first.kind, launch->grid.at(first.block));
            finding.second = sideOf(second.instruction, second.shown, second.thread, second.kind, block);
            addRace(std::move(finding), first.shown, second.shown, false, group.word, first.bytes & second.bytes,
                    record.bytesPerLane);
        };
        if (!grid.access(group.word, access, onRace)) report().allGlobalWords = false;
    }

    void access(const StepRecord& record, const BlockExecution& execution) {
        groupWords(record, entry().instructions[record.instruction], execution, *memory, sharedBytes, groups);
        const std::uint32_t shown = shownOf(record, execution);
        for (const WordGroup& group : groups) {
            accessInBlock(group, record, shown);
            if (!group.inShared) accessInGrid(group, record, shown);
        }
    }

    [[nodiscard]] std::uint64_t valueOf(const ptx::Operand& operand, std::uint32_t warp, unsigned lane,
                                        const BlockExecution& execution) const {
        return operand.kind == ptx::Operand::Kind::Register ? execution.registerValue(warp, operand.reg, lane)
                                                            : operand.bits;
    }

    void barrier(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        const unsigned lane = firstLane(record.active);
        const std::uint64_t id = valueOf(what.sources[0], record.warp, lane, execution);
        races.order().barrier(record.warp, id, now, what.barMode != ptx::BarMode::Arrive);
        if (id != 0 || what.sourceCount > 1) return;  // not of the whole block
        std::vector<Barrier>& mine = barriers[record.warp];
        mine.push_back({record.instruction, record.warp, lane});
        const auto other = std::ranges::find_if(barriers, [&](const auto& w) {
            return w.size() >= mine.size() && w[mine.size() - 1].instruction != record.instruction;
        });
        if (other != barriers.end()) addMismatch((*other)[mine.size() - 1], &mine.back(), {});
    }

    /// Barriers behind the first that does not fit do not fit either: that is told once of a block.

    void addMismatch(const Barrier& first, const Barrier* second, std::uint32_t endedWarp) {
        if (std::exchange(mismatched, true)) return;
        Finding finding;
        finding.kind = Finding::Kind::BarrierMismatch;
        finding.first =
            sideOf(first.instruction, first.instruction, first.warp * kWarpSize + first.lane, AccessKind::None, block);
        if (second != nullptr) {
            finding.second = sideOf(second->instruction, second->instruction, second->warp * kWarpSize + second->lane,
                                    AccessKind::None, block);
        } else {
            finding.second.block = block;
            finding.second.thread = launch->block.at(endedWarp * kWarpSize);
            finding.second.instruction = ~0U;
        }
        add(std::move(finding), first.instruction, second != nullptr ? second->instruction : first.instruction, {});
    }

    /// Warps that have passed fewer barriers than others.
    void compareBarrierCounts() {
        const auto most = std::ranges::max_element(barriers, {}, [](const auto& w) { return w.size(); });
        for (std::uint32_t w = 0; w < barriers.size(); ++w)
            if (barriers[w].size() < most->size()) addMismatch((*most)[barriers[w].size()], nullptr, w);
    }

    /// The instruction has been done: a source that it overwrote is no longer there.
    [[nodiscard]] static bool isOverwritten(const ptx::Instruction& what, const ptx::Operand& source) {
        return source.kind == ptx::Operand::Kind::Register && source.reg == what.destination.reg;
    }

    void division(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        if (isOverwritten(what, what.sources[1])) return;
        const unsigned bits = ptx::bitsOf(what.type);
        const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        eachLane(record.active, [&](unsigned lane) {
            if ((valueOf(what.sources[1], record.warp, lane, execution) & mask) != 0) return;
            addAt(findingAt(Finding::Kind::DivisionByZero, record, lane, execution), shownOf(record, execution));
        });
    }

    /// Calls f with each mask that lanes of the instruction give, and the lanes that give it: tiles of a warp have
    /// masks of their own.
    template <typename F>
    void eachMask(const StepRecord& record, const BlockExecution& execution, const ptx::Operand& operand, F f) {
        if (isOverwritten(entry().instructions[record.instruction], operand)) return;
        for (LaneMask rest = record.active; rest != 0;) {
            const auto maskOf = [&](unsigned lane) {
                return static_cast<LaneMask>(valueOf(operand, record.warp, lane, execution));
            };
            const LaneMask mask = maskOf(firstLane(rest));
            LaneMask same = 0;
            eachLane(rest, [&](unsigned lane) { same |= maskOf(lane) == mask ? LaneMask{1} << lane : 0; });
            f(mask, same);
            rest &= ~same;
        }
    }

    /// Do exactly the lanes come that the mask names? Lanes that have ended need not.
    void memberMask(const StepRecord& record, const BlockExecution& execution, const ptx::Operand& operand) {
        const std::uint32_t shown = shownOf(record, execution);
        eachMask(record, execution, operand, [&](LaneMask mask, LaneMask came) {
            if (mask == came || known.contains(keyOf(Finding::Kind::WarpMask, lines[shown], lines[shown], {}))) return;
            const BlockState state = execution.state();
            const LaneMask live = record.active | state.warps[record.warp].live();
            if ((mask & live) == came) return;
            Finding finding = findingAt(Finding::Kind::WarpMask, record, firstLane(came), execution);
            finding.mask = mask & live;  // those that have ended need not come
            finding.came = came;
            addAt(std::move(finding), shown);
        });
    }

    /// Does a shuffle read only lanes that the mask names? Sums and scans (down, up) throw away what lanes at the edge
    /// of a group get, so there it is wrong only if all lanes read beyond it.
    void shuffleSources(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        if (isOverwritten(what, what.sources[1]) || isOverwritten(what, what.sources[2])) return;
        const std::uint32_t shown = shownOf(record, execution);
        const bool hasEdge = what.shflMode == ptx::ShflMode::Down || what.shflMode == ptx::ShflMode::Up;
        const auto value = [&](unsigned source, unsigned lane) {
            return static_cast<std::uint32_t>(valueOf(what.sources[source], record.warp, lane, execution));
        };
        eachMask(record, execution, what.sources[3], [&](LaneMask mask, LaneMask came) {
            if (mask == kAllLanes || known.contains(keyOf(Finding::Kind::WarpMask, lines[shown], lines[shown], {})))
                return;
            LaneMask wrong = 0;
            LaneMask read = 0;
            eachLane(came, [&](unsigned lane) {
                const Shuffled from = shuffled(what.shflMode, lane, value(1, lane), value(2, lane));
                if (!from.inRange || (mask >> from.lane & 1) != 0) return;
                wrong |= LaneMask{1} << lane;
                read |= LaneMask{1} << from.lane;
            });
            if (wrong == 0 || (hasEdge && wrong != came)) return;
            Finding finding = findingAt(Finding::Kind::WarpMask, record, firstLane(wrong), execution);
            finding.mask = mask;
            finding.came = came;
            finding.read = read;
            addAt(std::move(finding), shown);
        });
    }

    /// The width of __shfl_sync and its like: PTX has it as 32 - width in bits 8 to 12 (ISA 9.7.9.6).
    void shuffleWidth(const StepRecord& record, const BlockExecution& execution) {
        const ptx::Instruction& what = entry().instructions[record.instruction];
        const ptx::Operand& clampAndMask = what.sources[2];
        if (isOverwritten(what, clampAndMask)) return;
        eachLane(record.active, [&](unsigned lane) {
            const auto width =
                static_cast<std::uint32_t>(32 - (valueOf(clampAndMask, record.warp, lane, execution) >> 8 & 31));
            if (!std::has_single_bit(width))
                addAt(findingAt(Finding::Kind::ShuffleWidth, record, lane, execution), shownOf(record, execution));
        });
    }

    void unsetVariable(const StepRecord& record, const BlockExecution& execution) {
        const std::optional<UnsetUse> use = unset.step(record, execution);
        if (!use) return;
        // An origin in a header of CUDA has no call to be told by any more.
        const std::uint32_t shown = shownOf(record, execution);
        const std::uint32_t origin = inFunction[use->origin] == use->origin ? use->origin : shown;
        const std::uint32_t thread = record.warp * kWarpSize + firstLane(use->lanes);
        Finding finding;
        finding.kind = Finding::Kind::UnsetVariable;
        finding.first = sideOf(use->origin, origin, thread, AccessKind::None, block);
        finding.second = sideOf(record.instruction, shown, thread, record.access, block);
        addAt(std::move(finding), origin);
    }

    void addAt(Finding finding, std::uint32_t shown) { add(std::move(finding), shown, shown, {}); }

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

    void warpBarrier(const StepRecord& record, const BlockExecution& execution) {
        eachMask(record, execution, entry().instructions[record.instruction].sources[0], [&](LaneMask mask, LaneMask) {
            races.order().warpBarrier(record.warp, mask, now, mask == kAllLanes);
        });
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
    Impl& impl = *m_impl;
    impl.launch = &what;
    if (launch != impl.number) {
        const std::uint64_t bytes = sharedBytesOf(program->entry(), what);
        impl.startLaunch(launch, what, std::move(program), bytes);
    }
    impl.memory = &memory;
    impl.block = block;
    impl.now = 0;
    const std::size_t warps = (what.block.count() + kWarpSize - 1) / kWarpSize;
    impl.races.start(warps, impl.sharedBytes);
    impl.grid.startBlock();
    impl.barriers.assign(warps, {});
    impl.mismatched = false;
    impl.unset.startBlock(warps);
    impl.heap = memory.heapPieces();
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
            impl.memberMask(record, execution, what.sources[0]);
            impl.warpBarrier(record, execution);
            break;
        case Opcode::Shfl:
            impl.memberMask(record, execution, what.sources[3]);
            impl.shuffleSources(record, execution);
            impl.shuffleWidth(record, execution);
            break;
        case Opcode::Vote:
        case Opcode::Match:
        case Opcode::Redux: impl.memberMask(record, execution, what.sources[1]); break;
        case Opcode::Call: impl.call(what); break;
        case Opcode::Membar: impl.grid.fence(impl.now); break;
        default: break;
    }
    if (dividesWholeNumbers(what)) impl.division(record, execution);
    if (record.access != AccessKind::None) impl.access(record, execution);
    return true;
}

void RaceChecker::end(const BlockExecution& execution) {
    Impl& impl = *m_impl;
    const bool whole = impl.stepsLeft > 0 && execution.fault().kernel.empty();
    if (!whole) return;
    ++impl.report().blocksChecked;
    impl.compareBarrierCounts();
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
