// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/multiprocessor.h"

#include <algorithm>
#include <unordered_set>

#include "core/timing/constant_caches.h"
#include "core/timing/cursors.h"
#include "core/timing/first_constants.h"
#include "core/timing/load_store_unit.h"
#include "core/timing/scheduler.h"

namespace lanescope::timing {
namespace {

constexpr std::uint64_t kAsksToStop = 4096;  ///< issues
constexpr double kLater = 1.5;               ///< MultiprocessorOptions::until

template <typename Cursor>
struct Warp {
    std::uint32_t block = 0, number = 0, slot = 0, scheduler = 0;
    std::size_t place = 0;  ///< of Scheduler::warps
    Cursor cursor;
    double mayIssue = 0;  ///< the warp itself: its last instruction, a branch, fetching
    Reason mayWhy = Reason::Issuing;
    double stalled = 0;  ///< until when by the stall of its last instruction, of machine code
    Reason why = Reason::Result;
    double since = 0;   ///< it last issued
    double left = 0;    ///< when all that it has stored has left
    double data = 0;    ///< when all that its loads wait for is there
    double loaded = 0;  ///< when the constants are there that it has loaded, and what atomic operations give back
    bool done = false;
    bool waitedForConstants = false;
    bool missed = true;      ///< what it has waited for last was not in L1
    bool atBarrier = false;  ///< that has not opened
    double blocked = 0;      ///< from when on its last barrier holds it
    double opened = 0;       ///< until when that did
    const Op* next = nullptr;
};

template <typename Cursor>
class Machine {
public:
    Machine(const LaunchSample& sample, const MachineStream& stream, const Parameters& p,
            const MultiprocessorOptions& options)
        : m_sample(sample),
          m_stream(stream),
          m_p(p),
          m_options(options),
          m_sampled(std::min(options.blocks, sample.blocks.size())),
          m_blocks(m_sampled > 0 ? m_sampled + options.further : 0),
          m_memory(sample, p, options.l1Bytes, options.sharing, inL2(sample, options), turns()),
          m_constants(sample, p, uniformLines()),
          m_firstConstants(p, linesOf(stream), options.sharing.active),
          m_arrived(m_blocks, 0),
          m_running(m_blocks, 0),
          m_members(m_blocks) {
        m_result.blocks.resize(m_blocks);
        m_result.ops = opsIn(sample, stream, m_sampled);
        if (options.intervals > 0) m_memory.watch(m_result.requests, m_result.l2, m_result.dram);
        m_code.resize(static_cast<std::size_t>(stream.codeBytes / Parameters::kCodePiece) + 2, -1);
        for (Scheduler& scheduler : m_schedulers) scheduler.tellsStates = options.tellsStates;
    }

    MultiprocessorRun run() {
        const std::uint64_t first = std::min<std::uint64_t>(m_options.resident, m_blocks);
        for (std::uint64_t b = 0; b < first; ++b) start((1 - m_options.warmCode) * m_p.coldStart);
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
        while (Scheduler* scheduler = soonest()) {
            issue(*scheduler);
            if (m_ended >= m_options.until && m_lastEnd >= kLater * m_firstEnd) break;
            if (m_issued % kAsksToStop == 0 && m_options.stop.stop_requested()) break;
        }
        const MemoryServers& servers = m_memory.servers();
        m_result.requestBusy = m_memory.busy();
        m_result.l2Busy = servers.l2Busy();
        m_result.dramBusy = servers.dramBusy();
        m_result.atomicBusy = servers.atomicBusy();
        m_result.traffic = servers.traffic();
        for (const BlockTime& block : m_result.blocks) m_result.end = std::max(m_result.end, block.end);
        std::ranges::transform(m_stays, m_result.schedulerActive.begin(), joined);
        m_result.end = std::max({m_result.end, servers.l2Free(), servers.drained(), m_result.heard});
        return std::move(m_result);
    }

private:
    /// In order, and as one where they overlap.
    static std::vector<Span> joined(std::vector<Span> spans) {
        std::ranges::sort(spans);
        std::vector<Span> all;
        for (const Span& span : spans)
            if (all.empty() || span.from > all.back().to)
                all.push_back(span);
            else
                all.back().to = std::max(all.back().to, span.to);
        return all;
    }

    static std::vector<bool> inL2(const LaunchSample& sample, const MultiprocessorOptions& options) {
        if (options.warmData == WarmData::None) return {};
        const bool all = options.warmData == WarmData::All;
        if (all ? !(options.warm.before > 0) : sample.touchedBefore.empty()) return {};
        if (all && options.warm.before >= 1) return std::vector<bool>(sample.sectorCount, true);
        // Lines at random, the same each time.
        constexpr std::uint32_t kSectors = 4;
        constexpr std::uint32_t kGolden = 0x9e3779b9U;
        constexpr double kAll = 0x1p32;
        const auto mixed = [](std::uint32_t sector) -> double {
            const std::uint32_t line = sector / kSectors;
            return line * kGolden;
        };
        std::vector<bool> there(sample.sectorCount, false);
        for (std::uint32_t sector = 0; sector < there.size(); ++sector) {
            const double share = all ? options.warm.before : options.warm.at(sample, sector);
            there[sector] = mixed(sector) < share * kAll;
        }
        return there;
    }

    /// Lines of constants that instructions name.
    static std::size_t linesOf(const MachineStream& stream) {
        std::size_t lines = 0;
        for (const Op& op : stream.code)
            if (op.constants != kNoConstants) lines = std::max<std::size_t>(lines, op.constants + 1);
        return lines;
    }

    /// Lines of constants that machine code reads as it issues.
    [[nodiscard]] std::size_t uniformLines() const {
        if (std::ranges::none_of(m_stream.code, &Op::asIssued)) return 0;
        std::unordered_set<std::uint32_t> lines;
        for (const SampledBlock& block : m_sample.blocks)
            for (const SampledWarp& warp : block.warps)
                for (const Event& event : warp.events) {
                    if (!m_stream.code[event.instruction].asIssued || event.access == kNoAccess) continue;
                    const Access& access = m_sample.accesses[event.access];
                    const auto first = m_sample.sectors.begin() + access.firstSector;
                    lines.insert(first, first + access.sectors);
                }
        return lines.size();
    }

    static std::uint64_t opsIn(const LaunchSample& sample, const MachineStream& stream, std::size_t blocks) {
        std::uint64_t ops = 0;
        for (std::size_t b = 0; b < blocks; ++b)
            for (std::size_t w = 0; w < sample.blocks[b].warps.size(); ++w) {
                if (!stream.code.empty()) ops += sample.blocks[b].warps[w].events.size();
                if (!stream.code.empty()) continue;
                for (const Visit& visit : stream.blocks[b][w]) ops += stream.regions[visit.region].ops.size();
            }
        return ops;
    }

    // ---- blocks

    /// How often the sampled blocks come, the last time perhaps not all of them.
    [[nodiscard]] std::size_t turns() const { return m_sampled > 0 ? (m_blocks + m_sampled - 1) / m_sampled : 1; }

    /// The next block, at `at` or when the one before it has come.
    void start(double at) {
        const std::size_t number = m_started++;
        if (number >= m_blocks) return;
        const double begin = std::max(at, m_fillFree);
        m_fillFree = begin + m_p.fillOf(m_sample.warpsPerBlock());
        const SampledBlock& sampled = m_sample.blocks[number % m_sampled];
        m_result.blocks[number] = {sampled.index, begin, begin};
        for (std::uint32_t w = 0; w < sampled.warps.size(); ++w) {
            Warp<Cursor> warp;
            warp.cursor = Cursor(m_stream, m_sample, number % m_sampled, w);
            if (warp.cursor.done()) continue;
            warp.block = static_cast<std::uint32_t>(number);
            warp.number = w;
            warp.slot = takeSlot();
            warp.since = begin + w * m_p.warpSpacing;
            warp.mayIssue = warp.since + m_p.warpStart;
            warp.mayWhy = Reason::Fetch;
            warp.scheduler = (m_first + w) % Parameters::kSchedulers;
            ++m_running[number];
            const auto index = static_cast<std::uint32_t>(m_warps.size());
            m_warps.push_back(std::move(warp));
            m_members[number].push_back(index);
            std::vector<Waiting>& warps = m_schedulers[m_warps[index].scheduler].warps;
            m_warps[index].place = warps.size();
            warps.push_back({.warp = index, .block = m_warps[index].block});
        }
        for (const std::uint32_t member : m_members[number]) prepare(m_warps[member]);
        turnSchedulers(sampled.warps.size());
    }

    /// Scheduler of the next block's first warp: the one behind that of the last block's last warp, and of blocks that
    /// have as many warps for each the next one, so that the first warps of blocks are with each in turn (measured on
    /// an H200).
    void turnSchedulers(std::size_t warps) {
        const std::size_t over = warps % Parameters::kSchedulers;
        m_first = static_cast<std::uint32_t>((m_first + (over == 0 ? 1 : over)) % Parameters::kSchedulers);
    }

    /// The GPU's distributor hears of one block after the other that it has ended, and only then sends the next.
    double heardOf(double end) {
        const double heard = std::max(end, m_hearsFree);
        m_hearsFree = heard + m_options.sharing.active / m_p.blockRate;
        m_result.heard = std::max(m_result.heard, heard);
        return heard;
    }

    std::uint32_t takeSlot() {
        const auto free = std::ranges::find(m_slots, false);
        const auto slot = static_cast<std::uint32_t>(free - m_slots.begin());
        if (free == m_slots.end())
            m_slots.push_back(true);
        else
            *free = true;
        return slot;
    }

    void end(Warp<Cursor>& warp, double now) {
        warp.done = true;
        // It keeps its place for longer than it is seen to wait for its stores.
        const double kept = keptAfter(warp, now);
        m_result.held += std::max(0.0, warp.left - now) + kept;
        accountEnd(warp, now, kept / 2);
        leave(warp);
        const double there = std::max(now, warp.left) + kept / 2;
        m_stays[warp.scheduler].push_back({m_result.blocks[warp.block].begin, there});
        warp.cursor.close();
        BlockTime& block = m_result.blocks[warp.block];
        block.end = std::max(block.end, now);
        block.left = std::max({block.left, block.end, warp.left});
        const std::uint32_t number = warp.block;
        if (--m_running[number] > 0) {
            open(number, now);  // those at the barrier wait for it no more
            return;
        }
        block.issued = m_issued;
        if (m_ended++ == 0) m_firstEnd = block.end;
        m_lastEnd = block.end;
        m_memory.servers().setPace(m_lastEnd / static_cast<double>(m_ended));
        for (const std::uint32_t member : m_members[number]) m_slots[m_warps[member].slot] = false;
        start(heardOf(block.left) + m_p.blockTurn);
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
    }

    void leave(const Warp<Cursor>& warp) {
        std::vector<Waiting>& warps = m_schedulers[warp.scheduler].warps;
        warps.erase(warps.begin() + static_cast<std::ptrdiff_t>(warp.place));
        for (std::size_t i = warp.place; i < warps.size(); ++i) m_warps[warps[i].warp].place = i;
    }

    /// Blocks of two warps keep their places where blocks are launched as others end, as long as so many have not come
    /// behind them; half of that time their schedulers have them, draining. Counted on an H200, and not understood
    /// (docs/timing.md); blocks of other sizes do not.
    [[nodiscard]] double keptAfter(const Warp<Cursor>& warp, double now) const {
        constexpr std::uint64_t kPair = 2;
        if (m_sample.warpsPerBlock() != kPair || warp.block + m_options.resident >= m_blocks) return 0;
        const double stays = m_p.pairsUnderWay * m_options.sharing.active / m_p.blockRate;
        const double stayed = now - m_result.blocks[warp.block].begin;
        return std::clamp(stays - stayed, 0.0, std::max(0.0, m_hearsFree - now));
    }

    // ---- a warp's next op

    [[nodiscard]] Waiting& waiting(const Warp<Cursor>& warp) { return m_schedulers[warp.scheduler].warps[warp.place]; }

    /// Requests of small blocks to global memory go on behind the tags of L1, where they wait for data.
    [[nodiscard]] bool handsOn(const Op& op) const { return op.global && m_sample.warpsPerBlock() <= m_p.inTurnWarps; }

    void prepare(Warp<Cursor>& warp) {
        Waiting& waits = waiting(warp);
        const Op& op = warp.cursor.op();
        const Ready operands = warp.cursor.operands();
        warp.next = &op;
        waits.unit = op.pipe == Pipe::Memory && m_memory.queueOf(warp.cursor.event()) == LoadStoreUnit::Global
                         ? kGlobalRequests
                         : unitNumber(op.pipe);
        waits.ready = warp.mayIssue;
        warp.why = warp.mayWhy;
        if (operands.at > waits.ready) {
            waits.ready = operands.at;
            warp.why = operands.why;
            if (operands.from != Ready::From::NotMemory) warp.missed = operands.from == Ready::From::Beyond;
        }
        waits.takesTurns = warp.missed && handsOn(op);
        if (!warp.atBarrier && warp.opened > waits.ready && waits.ready >= warp.blocked) {
            waits.ready = warp.opened;
            warp.why = Reason::Barrier;
        }
        const auto piece = static_cast<std::size_t>(op.code * Parameters::kInstructionBytes / Parameters::kCodePiece);
        if (piece < m_code.size()) {
            if (m_code[piece] < 0)
                m_code[piece] = waits.ready + (piece == 0 ? 0 : (1 - m_options.warmCode) * m_p.coldCode);
            if (m_code[piece] > waits.ready) {
                waits.ready = m_code[piece];
                warp.why = Reason::Fetch;
            }
        }
        if (op.constants != kNoConstants && op.pipe != Pipe::Constant) {
            const double there = m_firstConstants.named(op.constants, warp.scheduler, waits.ready, schedulersAtWork());
            if (there > waits.ready) {
                waits.ready = there;
                warp.why = Reason::Constants;
            }
        }
    }

    [[nodiscard]] double schedulersAtWork() const {
        return static_cast<double>(
            std::ranges::count_if(m_schedulers, [](const Scheduler& one) { return !one.warps.empty(); }));
    }

    /// A load of constants from a fixed place that issues at `now`: when its result is there.
    double loaded(const Op& op, std::uint32_t scheduler, double now) {
        const double read = m_constants.fixed(scheduler, now);
        if (op.constants == kNoConstants) return read;
        const double there = m_firstConstants.loaded(op.constants, now);
        return now >= there ? read : std::max(read, m_firstConstants.answered(there) + m_p.constantLatency);
    }

    // ---- schedulers

    void choose(Scheduler& scheduler) {
        const auto its = static_cast<std::uint32_t>(&scheduler - m_schedulers.data());
        scheduler.setTakes(unitNumber(Pipe::Constant), m_constants.takesFrom(its));
        scheduler.setTakes(unitNumber(Pipe::Memory), m_memory.takesFrom(LoadStoreUnit::Other, its));
        scheduler.setTakes(kGlobalRequests, m_memory.takesFrom(LoadStoreUnit::Global, its));
        scheduler.choose();
    }

    /// In turn, so that none starves at the load-store unit. What a scheduler has chosen stands: queues are its own,
    /// and only its own instructions, ends of blocks and barriers change them or its warps.
    Scheduler* soonest() {
        Scheduler* best = nullptr;
        for (std::uint32_t i = 1; i <= Parameters::kSchedulers; ++i) {
            Scheduler& scheduler = m_schedulers[(m_turn + i) % Parameters::kSchedulers];
            if (best == nullptr || scheduler.candidate < best->candidate) best = &scheduler;
        }
        if (best->candidate == kNever) return nullptr;
        m_turn = static_cast<std::uint32_t>(best - m_schedulers.data());
        return best;
    }

    void issue(Scheduler& scheduler) {
        const std::uint32_t index = scheduler.warps[scheduler.chosen].warp;
        Warp<Cursor>& warp = m_warps[index];
        const Op& op = *warp.next;
        const double now = scheduler.dispatch(op, index, m_p);
        if (op.asIssued && !hasConstants(warp, op, now)) {
            choose(scheduler);
            return;
        }
        if (m_options.tellsStates) account(warp, op, scheduler.pipeFree(waiting(warp).unit), now);
        scheduler.occupy(op, index, now, m_p);
        const double own = op.issues > 1 ? (op.issues - 1) * m_p.spacing(op.issues) : 0;
        const bool jumps = warp.cursor.jumps();
        const double issued = now + own;
        m_result.instructions += op.issues;
        ++m_issued;
        goOn(warp, op, issued, jumps);
        const Outcome outcome = outcomeOf(warp, op, issued);
        if (op.writeback == Writeback::Brought) scheduler.brings(outcome.result.at, now, m_p);
        warp.left = std::max(warp.left, outcome.left);
        if ((m_p.constantLoadFirst > 0 && op.pipe == Pipe::Constant) || op.givesBack)
            warp.loaded = std::max(warp.loaded, outcome.result.at);
        if (outcome.waitsForData) warp.data = std::max(warp.data, outcome.result.at);
        warp.cursor.issued(outcome);
        if (warp.cursor.done()) {
            if (m_options.tellsStates) drain(warp, issued + 1, warp.loaded);
            // What it has stored need not have arrived in L2.
            end(warp, std::max(issued + 1, warp.loaded));
        } else {
            prepare(warp);
            if (op.pipe == Pipe::Barrier)
                arrive(warp, now);
            else if (warp.atBarrier)
                hold(warp);
        }
        choose(scheduler);
    }

    /// When the warp itself may issue again.
    void goOn(Warp<Cursor>& warp, const Op& op, double issued, bool jumps) {
        if (m_stream.code.empty()) {
            warp.mayIssue = issued + 1 + (jumps ? m_p.branch : 0);
        } else {
            // A warp that yields leaves the next cycle to others.
            double stall = std::max<double>(op.control.stall, op.control.yields ? 2 : 1);
            warp.stalled = issued + stall;
            if (jumps) stall = std::max(stall, m_p.branch);
            if (op.meets) stall = std::max(stall, m_p.meeting);
            warp.mayIssue = issued + stall;
        }
        warp.mayWhy = jumps ? Reason::Fetch : Reason::Issuing;
        if (!m_stream.code.empty() && !jumps && op.control.stall > 1) warp.mayWhy = Reason::Result;
    }

    /// Of an instruction that reads constants through an index, else nullptr.
    [[nodiscard]] const Access* constantsOf(const Warp<Cursor>& warp, const Op& op) const {
        if (op.after != After::Constant) return nullptr;
        const std::uint32_t access = warp.cursor.event().access;
        return access == kNoAccess ? nullptr : &m_sample.accesses[access];
    }

    /// What the instruction reads as it issues is there; if not, it is tried again when it may be.
    bool hasConstants(Warp<Cursor>& warp, const Op& op, double now) {
        const Access* const constants = constantsOf(warp, op);
        if (constants == nullptr) return true;
        const double there =
            m_constants.uniform(*constants, warp.scheduler, static_cast<std::uint32_t>(&warp - m_warps.data()), now);
        // What came for a warp is read once, though another may have taken its place by then.
        warp.waitedForConstants = there > now && !warp.waitedForConstants;
        if (!warp.waitedForConstants) return true;
        waiting(warp).ready = there;
        warp.why = Reason::Shared;
        return false;
    }

    Outcome outcomeOf(const Warp<Cursor>& warp, const Op& op, double now) {
        if (op.pipe == Pipe::Memory) return m_memory.request(op, warp.cursor.event(), now, askerOf(warp));
        const Ready read{now + m_p.operandRead, Reason::Requests};
        switch (op.after) {
            case After::Fp32: return {{now + m_p.fp32Latency, Reason::Result}, read};
            case After::Integer: return {{now + m_p.int32Latency, Reason::Result}, read};
            case After::Predicate: return {{now + m_p.predicateLatency, Reason::Result}, read};
            case After::Fp64: return {{now + m_p.fp64Latency, Reason::Result}, read};
            case After::Sfu: return {{now + m_p.sfuLatency, Reason::Shared}, read};
            case After::Constant: {
                if (op.pipe != Pipe::Constant) return {{now + m_p.constantLatency, Reason::Shared}, read};
                const Access* const constants = constantsOf(warp, op);
                const double at = constants != nullptr ? m_constants.indexed(*constants, warp.scheduler, now)
                                                       : loaded(op, warp.scheduler, now);
                return {{at, Reason::Shared}, read};
            }
            case After::UniformRegister:
                return {{m_constants.fixed(warp.scheduler, now) + m_p.uniformRegister, Reason::Shared}, read};
            case After::WarpSum: return {{m_constants.fixed(warp.scheduler, now) + m_p.warpSum, Reason::Shared}, read};
            case After::Shared: return {{now + m_p.sharedLatency, Reason::Shared}, read};
            default: return {{now, Reason::Result}, read};
        }
    }

    [[nodiscard]] Asker askerOf(const Warp<Cursor>& warp) const {
        return {.scheduler = warp.scheduler,
                .warp = static_cast<std::uint32_t>(&warp - m_warps.data()),
                .firstRound = warp.block < m_options.resident,
                .turn = static_cast<std::uint32_t>(warp.block / m_sampled)};
    }

    // ---- barriers

    void arrive(Warp<Cursor>& warp, double now) {
        warp.atBarrier = true;
        warp.blocked = now + (m_stream.code.empty() ? 0 : m_p.barrierBlocks);
        hold(warp);
        ++m_arrived[warp.block];
        // One warp of the multiprocessor after the other; requests do not hold them up.
        m_arrivals = std::max(m_arrivals, now) + m_p.barrierWarp;
        open(warp.block, m_arrivals);
    }

    /// What a warp issues right behind its barrier does not wait for that.
    void hold(Warp<Cursor>& warp) {
        double& ready = waiting(warp).ready;
        if (ready >= warp.blocked) ready = kNever;
    }

    void open(std::uint32_t block, double now) {
        if (m_arrived[block] == 0 || m_arrived[block] < m_running[block]) return;
        m_arrived[block] = 0;
        m_memory.open(now);
        for (const std::uint32_t index : m_members[block]) {
            Warp<Cursor>& warp = m_warps[index];
            if (warp.done || !warp.atBarrier) continue;
            warp.atBarrier = false;
            warp.opened = now + m_p.barrier;
            if (waiting(warp).ready == kNever) prepare(warp);
        }
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
    }

    // ---- what is told

    /// Units behind the queue of instructions for memory (Nsight Compute's documentation, warp states: MIO Throttle).
    static bool waitsInQueue(Pipe pipe) {
        return pipe == Pipe::Memory || pipe == Pipe::Constant || pipe == Pipe::Sfu || pipe == Pipe::Conversion;
    }

    /// Where the warp's time since it last issued went. A scheduler looks at a warp's stall first, then at what the
    /// instruction awaits, then at its unit; and who waits for a unit while the scheduler issues others was not
    /// selected, as in Nsight Compute's warp states of an H200 (docs/timing.md). Those cycles lie between the others;
    /// they are told behind them.
    void account(Warp<Cursor>& warp, const Op& op, double pipeFrom, double now) {
        m_instruction = warp.cursor.event().instruction;
        const auto unlessReady = [](Reason why) { return why == Reason::Issuing ? Reason::NotSelected : why; };
        const double stalled = std::clamp(warp.stalled, warp.since, now);
        add(warp, Reason::Result, warp.since, stalled);
        const double may = std::clamp(warp.mayIssue, stalled, now);
        add(warp, unlessReady(warp.mayWhy), stalled, may);
        const Waiting& waits = waiting(warp);
        const double ready = std::clamp(waits.ready, may, now);
        add(warp, unlessReady(warp.why), may, ready);
        // Small blocks hand requests on behind their own that wait for data, and wait for these.
        const double given = handsOn(op) ? std::clamp(warp.data, ready, now) : ready;
        add(warp, Reason::Global, ready, given);
        const double unit = std::clamp(pipeFrom, given, now);
        const double waited = waitedForUnit(warp, op, given, unit);
        add(warp, waitsInQueue(op.pipe) ? Reason::Requests : Reason::Pipe, given, given + waited);
        // Who waits for a place in a queue is not held up besides.
        const double eligible = waitsInQueue(op.pipe) ? unit : given;
        const double held = std::min(now - given - waited, m_schedulers[warp.scheduler].heldBetween(eligible, now));
        add(warp, Reason::Pipe, given + waited, given + waited + held);
        add(warp, Reason::NotSelected, given + waited + held, now);
        const double issued = now + std::max<unsigned>(1, op.issues);
        add(warp, Reason::Issuing, now, issued);
        if (m_options.intervals > 0) m_result.issue.add(now, (issued - now) / Parameters::kSchedulers);
        warp.since = issued;
    }

    /// Of a span in which its op was ready: for a place in the row of constants and special registers of warps, while
    /// that had none; for another unit, while the scheduler issued nothing that competes with it.
    [[nodiscard]] double waitedForUnit(const Warp<Cursor>& warp, const Op& op, double from, double to) const {
        if (op.pipe == Pipe::Constant) return m_constants.fullBetween(warp.scheduler, from, to);
        return std::max(0.0, to - from - m_schedulers[warp.scheduler].issued(op.pipe, from, to));
    }

    /// Its exit is a jump, too, behind which it drains. All that is told, and no time depends on it: block_turn_cycles
    /// has it.
    void accountEnd(const Warp<Cursor>& warp, double now, double kept) {
        const double resolved = now + m_p.branch;
        const double stored = std::min(warp.left, now + m_p.l1Latency);
        add(warp, Reason::Fetch, now, resolved);
        add(warp, Reason::Drain, resolved, std::max(resolved + m_p.warpExit, stored) + kept);
    }

    /// Behind its last instruction it waits for the constants that it has loaded.
    void drain(const Warp<Cursor>& warp, double from, double to) {
        add(warp, Reason::Drain, from, to);
        m_result.held += std::max(0.0, to - from);
    }

    void add(const Warp<Cursor>& warp, Reason reason, double from, double to) {
        if (!(to > from)) return;
        m_result.warpCycles[static_cast<std::size_t>(reason)] += to - from;
        if (m_options.intervals > 0) {
            if (m_instruction >= m_result.byInstruction.size()) m_result.byInstruction.resize(m_instruction + 1);
            m_result.byInstruction[m_instruction][static_cast<std::size_t>(reason)] += to - from;
        }
        if (m_result.intervals.size() >= m_options.intervals) return;
        m_result.intervals.push_back(
            {warp.slot, warp.block, static_cast<std::uint16_t>(warp.number), reason, m_instruction, from, to});
    }

    const LaunchSample& m_sample;
    const MachineStream& m_stream;
    const Parameters& m_p;
    const MultiprocessorOptions& m_options;
    std::size_t m_sampled;  ///< blocks
    std::size_t m_blocks;   ///< that are run
    LoadStoreUnit m_memory;
    ConstantCaches m_constants;
    FirstConstants m_firstConstants;
    std::array<Scheduler, Parameters::kSchedulers> m_schedulers;
    std::vector<Warp<Cursor>> m_warps;
    std::vector<bool> m_slots;
    /// From when to when each scheduler has had warps that have ended.
    std::array<std::vector<Span>, Parameters::kSchedulers> m_stays;
    std::vector<double> m_code;            ///< when each piece of it is there; below 0: nobody has asked
    std::vector<std::uint32_t> m_arrived;  ///< by block, at its barrier
    std::vector<std::uint32_t> m_running;
    std::vector<std::vector<std::uint32_t>> m_members;
    std::size_t m_started = 0;
    std::size_t m_ended = 0;
    double m_firstEnd = 0, m_lastEnd = 0;
    std::uint32_t m_turn = 0;
    std::uint32_t m_first = 0;        ///< scheduler of the next block's first warp
    double m_fillFree = 0;            ///< the next block comes to this multiprocessor no sooner
    double m_arrivals = 0;            ///< when all arrivals at barriers are noted
    double m_hearsFree = 0;           ///< the distributor hears of the next end no sooner
    std::uint32_t m_instruction = 0;  ///< that time goes to
    std::uint64_t m_issued = 0;
    MultiprocessorRun m_result;
};

}  // namespace

std::string_view nameOf(Reason reason) {
    switch (reason) {
        case Reason::Issuing: return "issuing";
        case Reason::Result: return "result";
        case Reason::Global: return "global_memory";
        case Reason::Shared: return "shared_memory";
        case Reason::Barrier: return "barrier";
        case Reason::Pipe: return "pipe";
        case Reason::Requests: return "requests";
        case Reason::Fetch: return "fetch";
        case Reason::Constants: return "constants";
        case Reason::NotSelected: return "not_selected";
        case Reason::Drain: return "drain";
    }
    return "";
}

double lastEndOf(const std::vector<BlockTime>& blocks) {
    double end = 0;
    for (const BlockTime& block : blocks) end = std::max(end, block.end);
    return end;
}

MultiprocessorRun run(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                      const MultiprocessorOptions& options) {
    if (!stream.code.empty()) return Machine<CodeCursor>(sample, stream, parameters, options).run();
    return Machine<RegionCursor>(sample, stream, parameters, options).run();
}

}  // namespace lanescope::timing
