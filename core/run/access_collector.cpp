// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/access_collector.h"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>

#include "core/program/dataflow.h"
#include "core/run/shared_cells.h"
#include "core/simt/decode/program.h"
#include "core/simt/engine/launch_check.h"
#include "core/simt/memory/place_name.h"

namespace lanescope {
namespace {

using program::Opcode;
using simt::AccessKind;
using simt::kWarpSize;
using simt::LaneMask;

bool endsPhase(const program::Instruction& what) {
    return what.opcode == Opcode::Bar && what.barMode != program::BarMode::Arrive && what.sourceCount <= 1 &&
           what.sources[0].kind == program::Operand::Kind::Immediate && what.sources[0].bits == 0;
}

CellUse useOf(AccessKind kind, const program::Instruction& what) {
    if (kind == AccessKind::Load) return CellUse::Read;
    if (kind == AccessKind::Store) return CellUse::Write;
    if (what.atomOp == program::AtomOp::Add) return CellUse::AtomicAdd;
    return what.atomOp == program::AtomOp::Exch ? CellUse::AtomicExchange : CellUse::AtomicOther;
}

/// What the analysis wants to know of an instruction, once for a launch.
struct Site {
    std::vector<program::RegisterId> reads;
    std::vector<program::RegisterId> writes;
    bool resultUsed = false;  ///< atomics
    bool endsPhase = false;
};

std::vector<Site> sitesOf(const program::Entry& entry) {
    const program::Dataflow flow(entry);
    std::vector<Site> sites;
    for (const program::Instruction& what : entry.instructions) {
        Site& site = sites.emplace_back();
        site.reads = program::registersRead(what);
        site.writes = program::registersWritten(what);
        site.endsPhase = endsPhase(what);
        site.resultUsed = what.opcode == Opcode::Atom && std::ranges::any_of(site.writes, [&](program::RegisterId reg) {
                              return !flow.uses(reg).empty();
                          });
    }
    return sites;
}

/// What each thread of a warp has done in the present phase.
struct Tally {
    std::uint32_t all = 0;  ///< done by every lane
    std::array<std::uint32_t, kWarpSize> own{};
    void add(LaneMask lanes, std::uint32_t count) {
        if (~lanes == 0)
            all += count;
        else
            simt::eachLane(lanes, [&](unsigned lane) { own[lane] += count; });
    }
    [[nodiscard]] std::uint32_t most() const { return all + *std::ranges::max_element(own); }
};

struct Warp {
    std::uint32_t phase = 0;
    std::uint32_t step = 0;  ///< of the phase
    Tally reads;
    Tally writes;
    Tally operations;
    /// Reads of this phase whose value was not used yet: register → accesses [first, end).
    std::unordered_map<program::RegisterId, std::pair<std::size_t, std::size_t>> unused;
};

}  // namespace

struct AccessCollector::Impl {
    AccessLimits limits;
    std::function<void(LaunchAccesses&)> onLaunch;
    std::uint64_t stepsLeft = 0;

    // the launch
    bool open = false;
    LaunchAccesses now;
    std::shared_ptr<const simt::Program> program;
    std::vector<Site> sites;
    std::shared_ptr<SharedCells> cells;

    // the block
    std::shared_ptr<std::vector<Dim3>> blocks;  ///< those seen
    std::vector<Warp> warps;
    std::vector<SharedCells::Touched> touched;

    [[nodiscard]] const program::Entry& entry() const { return program->entry(); }
    [[nodiscard]] std::uint32_t warpsOfBlock() const {
        return static_cast<std::uint32_t>((now.block.count() + kWarpSize - 1) / kWarpSize);
    }

    void start(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> of,
               const simt::DeviceMemory& memory) {
        program = std::move(of);
        sites = sitesOf(entry());
        now = {};
        now.launch = number;
        now.kernel = entry().demangled;
        now.grid = launch.grid;
        now.block = launch.block;
        now.blocks = launch.grid.count();
        blocks = std::make_shared<std::vector<Dim3>>();
        cells = std::make_shared<SharedCells>(program, memory, simt::sharedBytesOf(entry(), launch));
        now.nameOf = [cells = cells, blocks = blocks](std::uint64_t cell) { return cells->nameOf(cell, *blocks); };
        now.placeOf = [program = program, blocks = blocks, shape = launch.block](const CellAccess& access) {
            const program::Instruction& what = program->entry().instructions[access.instruction];
            const simt::SourceLine line = simt::sourceLineOf(*program->kernel().module, what);
            const std::uint64_t threads = shape.count();
            return AccessPlace{(*blocks)[access.thread / threads], shape.at(access.thread % threads), line.file,
                               line.line, what.line};
        };
        open = true;
    }

    PhaseWork& phaseOf(const Warp& warp) {
        if (now.phases.size() <= warp.phase) now.phases.resize(warp.phase + 1);
        return now.phases[warp.phase];
    }

    void closePhase(std::uint32_t number) {
        Warp& warp = warps[number];
        PhaseWork& phase = phaseOf(warp);
        phase.steps = std::max(phase.steps, warp.step);
        phase.mostReads = std::max(phase.mostReads, warp.reads.most());
        phase.mostWrites = std::max(phase.mostWrites, warp.writes.most());
        phase.mostOperations = std::max(phase.mostOperations, warp.operations.most());
        now.warpSteps[(blocks->size() - 1) * warpsOfBlock() + number].push_back(warp.step);
        const std::uint32_t next = warp.phase + 1;
        warp = {};
        warp.phase = next;
    }

    void closeBlock() {
        for (std::uint32_t w = 0; w < warps.size(); ++w)
            if (warps[w].step > 0) closePhase(w);
        warps.clear();
    }

    /// The first use of a value that was read tells how long its thread can go on without it.
    void noteUses(Warp& warp, const Site& site) {
        if (warp.unused.empty()) return;
        for (const program::RegisterId reg : site.reads) {
            const auto read = warp.unused.find(reg);
            if (read == warp.unused.end()) continue;
            for (std::size_t i = read->second.first; i < read->second.second; ++i) now.accesses[i].value = warp.step;
            warp.unused.erase(read);
        }
        for (const program::RegisterId reg : site.writes) warp.unused.erase(reg);
    }

    void access(Warp& warp, const Site& site, const simt::StepRecord& record, const simt::BlockExecution& execution) {
        const program::Instruction& what = entry().instructions[record.instruction];
        cells->find(record, what, execution, static_cast<std::uint32_t>(blocks->size() - 1), touched);
        const CellUse use = useOf(record.access, what);
        const bool reads = use == CellUse::Read || site.resultUsed;
        const bool writes = use != CellUse::Read;
        PhaseWork& phase = phaseOf(warp);
        const std::size_t before = now.accesses.size();
        const auto firstThread =
            static_cast<std::uint32_t>((blocks->size() - 1) * now.block.count() + record.warp * kWarpSize);
        for (const SharedCells::Touched& cell : touched) {
            const LaneMask lane = LaneMask{1} << cell.lane;
            if (reads) warp.reads.add(lane, 1);
            if (writes) warp.writes.add(lane, 1);
            (cell.inShared ? phase.sharedAccesses : phase.globalAccesses) += 1;
            if (!cell.inShared) phase.globalBytes += cell.bytes;
            if (now.accesses.size() == limits.accesses) {
                now.accessesCut = true;
                continue;
            }
            now.accesses.push_back({cell.cell, warp.phase, warp.step, firstThread + cell.lane, record.instruction,
                                    use == CellUse::Write ? cell.digest : CellAccess::kNeverUsed, use,
                                    site.resultUsed});
        }
        if (reads && now.accesses.size() > before)
            for (const program::RegisterId reg : site.writes) warp.unused[reg] = {before, now.accesses.size()};
    }

    void step(const simt::StepRecord& record, const simt::BlockExecution& execution) {
        Warp& warp = warps[record.warp];
        const Site& site = sites[record.instruction];
        noteUses(warp, site);
        touched.clear();
        const bool ofMemory = record.access != AccessKind::None && record.active != 0;
        if (ofMemory) access(warp, site, record, execution);
        if (touched.empty()) {
            warp.operations.add(record.active, 1);
            phaseOf(warp).operations += simt::lanesIn(record.active);
        }
        ++warp.step;
        if (site.endsPhase && record.active != 0) closePhase(record.warp);
    }
};

AccessCollector::AccessCollector(const AccessLimits& limits, std::function<void(LaunchAccesses&)> onLaunch)
    : m_impl(std::make_unique<Impl>()) {
    m_impl->limits = limits;
    m_impl->onLaunch = std::move(onLaunch);
    m_impl->stepsLeft = limits.steps;
}
AccessCollector::~AccessCollector() = default;

bool AccessCollector::exhausted() const { return m_impl->stepsLeft == 0; }

void AccessCollector::finish() {
    if (!m_impl->open) return;
    m_impl->closeBlock();
    m_impl->open = false;
    m_impl->onLaunch(m_impl->now);
    m_impl->now = {};
}

void AccessCollector::beginLaunch(std::size_t number, const Launch& launch,
                                  std::shared_ptr<const simt::Program> program, simt::DeviceMemory& memory) {
    if (!exhausted()) m_impl->start(number, launch, std::move(program), memory);
}

void AccessCollector::endLaunch(const simt::LaunchReport&, const simt::DeviceMemory&) { finish(); }

bool AccessCollector::wants(std::size_t, Dim3) const { return !exhausted(); }

void AccessCollector::begin(std::size_t, const Launch&, Dim3 block, std::shared_ptr<const simt::Program>,
                            const simt::BlockExecution&, simt::DeviceMemory&) {
    Impl& impl = *m_impl;
    impl.blocks->push_back(block);
    impl.warps.assign(impl.warpsOfBlock(), {});
    impl.now.warpSteps.resize(impl.blocks->size() * impl.warpsOfBlock());
}

bool AccessCollector::step(const simt::StepRecord& record, const simt::BlockExecution& execution) {
    if (m_impl->stepsLeft == 0) return false;
    --m_impl->stepsLeft;
    m_impl->step(record, execution);
    return m_impl->stepsLeft > 0;
}

void AccessCollector::end(const simt::BlockExecution& execution) {
    if (m_impl->stepsLeft > 0 && execution.fault().kernel.empty()) ++m_impl->now.blocksSeen;
    m_impl->closeBlock();
}

}  // namespace lanescope
