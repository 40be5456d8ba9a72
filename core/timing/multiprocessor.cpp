// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/multiprocessor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/timing/l1_tags.h"

namespace lanescope::timing {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Machine instructions of one PTX instruction follow each other at this distance: they need each other's results.
constexpr double kSpacing = 1.5;
constexpr double kLongSpacing = 3;
constexpr unsigned kLongExpansion = 3;
constexpr std::size_t kHundred = 100;

struct Ready {
    double at = 0;
    Reason why = Reason::Result;
};

struct Warp {
    std::uint32_t block = 0, number = 0, slot = 0, scheduler = 0;
    const std::vector<Visit>* visits = nullptr;
    const std::vector<Event>* events = nullptr;
    std::size_t visit = 0;
    std::uint32_t next = 0;        ///< op of the region
    std::vector<Ready> results;    ///< of the region's ops
    std::vector<Ready> registers;  ///< of earlier regions
    double mayIssue = 0;           ///< the warp itself: its last instruction, a branch, fetching
    Reason mayWhy = Reason::Issuing;
    double ready = 0;  ///< of its next op
    Reason why = Reason::Result;
    double since = 0;  ///< it last issued
    bool done = false;
};

struct Scheduler {
    std::vector<std::uint32_t> warps;
    double free = 0;
    std::array<double, kPipes> pipes{};
    double integerOnFp32 = 0;
    double candidate = kNever;
    std::uint32_t chosen = 0;
};

class Machine {
public:
    Machine(const LaunchSample& sample, const MachineStream& stream, const Parameters& p,
            const MultiprocessorOptions& options)
        : m_sample(sample),
          m_stream(stream),
          m_p(p),
          m_options(options),
          m_l1(options.l1Bytes),
          m_servers(p, options.sharing, sample.sectorCount),
          m_arrived(sample.blocks.size(), 0),
          m_running(sample.blocks.size(), 0),
          m_members(sample.blocks.size()) {
        m_result.blocks.resize(sample.blocks.size());
        for (const auto& block : stream.blocks)
            for (const auto& visits : block)
                for (const Visit& visit : visits) m_allOps += stream.regions[visit.region].ops.size();
        if (options.intervals > 0) m_servers.watch(m_result.l2, m_result.dram);
        m_code.resize(static_cast<std::size_t>(stream.codeBytes / Parameters::kCodePiece) + 2, -1);
    }

    MultiprocessorRun run() {
        const std::uint64_t first = std::min<std::uint64_t>(m_options.resident, m_sample.blocks.size());
        for (std::uint64_t b = 0; b < first; ++b) start(m_p.coldStart);
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
        while (Scheduler* scheduler = soonest()) issue(*scheduler);
        m_result.requestBusy = m_requestBusy;
        m_result.l2Busy = m_servers.l2Busy();
        m_result.dramBusy = m_servers.dramBusy();
        m_result.traffic = m_servers.traffic();
        for (const BlockTime& block : m_result.blocks) m_result.end = std::max(m_result.end, block.end);
        m_result.end = std::max({m_result.end, m_servers.l2Free()});
        return std::move(m_result);
    }

private:
    // ---- blocks

    /// The next block, at `at` or when the GPU's distributor comes to it.
    void start(double at) {
        const std::size_t number = m_started++;
        if (number >= m_sample.blocks.size()) return;
        const double begin = std::max(at, m_launchFree);
        m_launchFree = begin + m_options.sharing.active / m_p.blockRate;
        m_result.blocks[number] = {m_sample.blocks[number].index, begin, begin};
        const auto& visits = m_stream.blocks[number];
        for (std::uint32_t w = 0; w < visits.size(); ++w) {
            if (visits[w].empty()) continue;
            Warp warp;
            warp.block = static_cast<std::uint32_t>(number);
            warp.number = w;
            warp.slot = takeSlot();
            warp.visits = &visits[w];
            warp.events = &m_sample.blocks[number].warps[w].events;
            warp.registers.resize(m_stream.registerCount);
            warp.mayIssue = warp.since = begin;
            warp.mayWhy = Reason::Fetch;
            warp.scheduler = warp.slot % Parameters::kSchedulers;
            ++m_running[number];
            const auto index = static_cast<std::uint32_t>(m_warps.size());
            m_warps.push_back(std::move(warp));
            m_members[number].push_back(index);
            enter(m_warps[index]);
            if (m_warps[index].visit < visits[w].size())
                m_schedulers[m_warps[index].scheduler].warps.push_back(index);
            else
                leaveAtOnce(m_warps[index]);
        }
    }

    /// A warp that has nothing to issue.
    void leaveAtOnce(Warp& warp) {
        warp.done = true;
        m_slots[warp.slot] = false;
        --m_running[warp.block];
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

    void end(Warp& warp, double now) {
        warp.done = true;
        m_slots[warp.slot] = false;
        std::erase_if(m_schedulers[warp.scheduler].warps, [this](std::uint32_t w) { return m_warps[w].done; });
        warp.results = {};
        warp.registers = {};
        BlockTime& block = m_result.blocks[warp.block];
        block.end = std::max(block.end, now);
        const std::uint32_t number = warp.block;
        if (--m_running[number] > 0) {
            open(number, now);  // those at the barrier wait for it no more
            return;
        }
        start(block.end + m_p.blockTurn);
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
    }

    // ---- a warp's next op

    /// Begins with the visit's region; those without an op are passed.
    void enter(Warp& warp) {
        while (warp.visit < warp.visits->size()) {
            const Region& region = regionOf(warp);
            warp.next = 0;
            warp.results.assign(region.ops.size(), {});
            if (!region.ops.empty()) {
                prepare(warp);
                return;
            }
            leave(warp, region);
        }
    }

    [[nodiscard]] const Region& regionOf(const Warp& warp) const {
        return m_stream.regions[(*warp.visits)[warp.visit].region];
    }

    /// Values that live on get their time, all at once.
    void leave(Warp& warp, const Region& region) {
        m_outs.clear();
        for (const Region::Out& out : region.outs) m_outs.push_back(latest(warp, region, out));
        for (std::size_t i = 0; i < region.outs.size(); ++i) warp.registers[region.outs[i].reg] = m_outs[i];
        ++warp.visit;
    }

    template <typename Waits>
    [[nodiscard]] Ready latest(const Warp& warp, const Region& region, const Waits& of) const {
        Ready last;
        const auto look = [&last](const Ready& one) {
            if (one.at > last.at) last = one;
        };
        for (std::uint32_t i = 0; i < of.waits; ++i) look(warp.results[region.waits[of.firstWait + i]]);
        for (std::uint32_t i = 0; i < of.registers; ++i) look(warp.registers[region.registers[of.firstRegister + i]]);
        return last;
    }

    void prepare(Warp& warp) {
        const Region& region = regionOf(warp);
        const Op& op = region.ops[warp.next];
        const Ready operands = latest(warp, region, op);
        warp.ready = warp.mayIssue;
        warp.why = warp.mayWhy;
        if (operands.at > warp.ready) {
            warp.ready = operands.at;
            warp.why = operands.why;
        }
        const auto piece = static_cast<std::size_t>(op.code * Parameters::kInstructionBytes / Parameters::kCodePiece);
        if (piece < m_code.size()) {
            if (m_code[piece] < 0) m_code[piece] = warp.ready + (piece == 0 ? 0 : m_p.coldCode);
            if (m_code[piece] > warp.ready) {
                warp.ready = m_code[piece];
                warp.why = Reason::Fetch;
            }
        }
    }

    // ---- schedulers

    [[nodiscard]] double pipeFree(const Scheduler& scheduler, const Op& op) const {
        switch (op.pipe) {
            case Pipe::None:
            case Pipe::Branch:
            case Pipe::Barrier: return 0;
            case Pipe::Memory: return m_requestFree - m_p.requestQueue;
            case Pipe::Integer:
                return std::min(scheduler.pipes[static_cast<std::size_t>(Pipe::Alu)], scheduler.integerOnFp32);
            default: return scheduler.pipes[static_cast<std::size_t>(op.pipe)];
        }
    }

    /// Of those that can issue soonest the one that has waited longest.
    void choose(Scheduler& scheduler) {
        scheduler.candidate = kNever;
        double waited = kNever;
        for (const std::uint32_t index : scheduler.warps) {
            const Warp& warp = m_warps[index];
            if (warp.ready == kNever) continue;
            const Op& op = regionOf(warp).ops[warp.next];
            const double at = std::max({warp.ready, scheduler.free, pipeFree(scheduler, op)});
            if (at > scheduler.candidate || (at == scheduler.candidate && warp.ready >= waited)) continue;
            scheduler.candidate = at;
            scheduler.chosen = index;
            waited = warp.ready;
        }
    }

    /// In turn, so that none starves at the load-store unit.
    Scheduler* soonest() {
        for (;;) {
            Scheduler* best = nullptr;
            for (std::uint32_t i = 1; i <= Parameters::kSchedulers; ++i) {
                Scheduler& scheduler = m_schedulers[(m_turn + i) % Parameters::kSchedulers];
                if (best == nullptr || scheduler.candidate < best->candidate) best = &scheduler;
            }
            if (best->candidate == kNever) return nullptr;
            const double before = best->candidate;
            choose(*best);
            if (best->candidate > before) continue;
            m_turn = static_cast<std::uint32_t>(best - m_schedulers.data());
            return best;
        }
    }

    void issue(Scheduler& scheduler) {
        const std::uint32_t index = scheduler.chosen;
        const double now = scheduler.candidate;
        const Region& region = regionOf(m_warps[index]);
        const Op& op = region.ops[m_warps[index].next];
        account(m_warps[index], op, scheduler, now);
        const double spacing = op.issues > kLongExpansion ? kLongSpacing : kSpacing;
        const double own = op.issues > 1 ? (op.issues - 1) * spacing : 0;
        scheduler.free = now + std::max<unsigned>(1, op.issues) * m_p.issue;
        occupy(scheduler, op, now);
        Warp& warp = m_warps[index];
        warp.results[warp.next] = resultOf(warp, op, now + own);
        warp.mayIssue = now + own + 1;
        warp.mayWhy = Reason::Issuing;
        if (op.takenBranch) {
            warp.mayIssue += m_p.branch;
            warp.mayWhy = Reason::Fetch;
        }
        m_result.instructions += op.issues;
        progress(now);
        const bool barrier = op.pipe == Pipe::Barrier;
        ++warp.next;
        if (warp.next == region.ops.size()) {
            leave(warp, region);
            enter(warp);
        } else {
            prepare(warp);
        }
        if (warp.visit >= warp.visits->size()) {
            warp.ready = kNever;
            end(warp, lastResult(now + own));
        } else if (barrier) {
            arrive(warp, now);
        }
        choose(scheduler);
    }

    /// The end of a warp: what it has stored need not have arrived.
    [[nodiscard]] static double lastResult(double now) { return now + 1; }

    void occupy(Scheduler& scheduler, const Op& op, double now) {
        const double issues = std::max<unsigned>(1, op.issues);
        double& alu = scheduler.pipes[static_cast<std::size_t>(Pipe::Alu)];
        double& fp32 = scheduler.pipes[static_cast<std::size_t>(Pipe::Fp32)];
        switch (op.pipe) {
            case Pipe::Fp32:
                fp32 = std::max(now, fp32) + issues * m_p.fp32;
                scheduler.integerOnFp32 = std::max(scheduler.integerOnFp32, fp32);
                break;
            case Pipe::Integer:
                if (alu <= scheduler.integerOnFp32)
                    alu = std::max(now, alu) + issues * m_p.alu;
                else {
                    scheduler.integerOnFp32 = std::max(now, scheduler.integerOnFp32) + issues * m_p.alu;
                    fp32 = std::max(now, fp32) + issues * m_p.fp32;
                }
                break;
            case Pipe::Alu: alu = std::max(now, alu) + issues * m_p.alu; break;
            case Pipe::Fp64:
            case Pipe::Sfu: {
                double& pipe = scheduler.pipes[static_cast<std::size_t>(op.pipe)];
                // Of a long expansion, most instructions are others'.
                const double each = op.pipe == Pipe::Fp64 ? m_p.fp64 * issues : m_p.sfu;
                pipe = std::max(now, pipe) + each;
                break;
            }
            default: break;
        }
    }

    Ready resultOf(const Warp& warp, const Op& op, double now) {
        switch (op.after) {
            case After::Nothing: return {now, Reason::Result};
            case After::Fp32: return {now + m_p.fp32Latency, Reason::Result};
            case After::Integer: return {now + m_p.int32Latency, Reason::Result};
            case After::Predicate: return {now + m_p.predicateLatency, Reason::Result};
            case After::Fp64: return {now + m_p.fp64Latency, Reason::Result};
            case After::Sfu: return {now + m_p.sfuLatency, Reason::Result};
            case After::Constant: return {now + m_p.sharedLatency, Reason::Shared};
            case After::Shared:
                return {op.pipe == Pipe::Memory ? request(now, 1) + m_p.sharedLatency : now + m_p.sharedLatency,
                        Reason::Shared};
            case After::Access: return access(warp, op, now);
        }
        return {now, Reason::Result};
    }

    // ---- memory

    /// When the load-store unit begins with a request that takes so many cycles of it.
    double request(double now, double cycles) {
        const double start = std::max(now, m_requestFree);
        const double takes = std::max(m_p.request, cycles);
        m_requestFree = start + takes;
        m_requestBusy += takes;
        if (m_options.intervals > 0) m_result.requests.add(start, takes);
        return start;
    }

    Ready access(const Warp& warp, const Op& op, double now) {
        using simt::AccessKind;
        const Event& event = (*warp.events)[(*warp.visits)[warp.visit].firstEvent + op.event];
        if (event.access == kNoAccess) return {request(now, 1) + m_p.sharedLatency, Reason::Shared};
        const Access& access = m_sample.accesses[event.access];
        if (access.space == program::Space::Shared) {
            if (access.kind == AccessKind::Atomic)
                return {request(now, access.atOneAddress) + m_p.sharedAtomicLatency + access.atOneAddress,
                        Reason::Shared};
            const unsigned passes = passesOf(access, op.wide);
            return {request(now, passes) + m_p.sharedLatency + passes - 1, Reason::Shared};
        }
        if (access.space != program::Space::Global && access.space != program::Space::Local)
            return {now + m_p.sharedLatency, Reason::Shared};
        const std::span<const std::uint32_t> sectors(m_sample.sectors.data() + access.firstSector, access.sectors);
        const double start = request(
            now, access.kind == AccessKind::Atomic ? std::max(access.windows, access.atOneAddress) : access.windows);
        const double done = start + access.windows - 1;
        if (sectors.empty()) return {done + m_p.l1Latency, Reason::Global};
        if (access.kind == AccessKind::Atomic) return {m_servers.atomic(access, done), Reason::Global};
        if (access.kind == AccessKind::Store) {
            const double taken = m_servers.write(sectors, access.whole, done);
            m_requestFree = std::max(m_requestFree, taken - m_p.storeQueue);
            return {done, Reason::Global};
        }
        return {load(warp, sectors, done), Reason::Global};
    }

    double load(const Warp& warp, std::span<const std::uint32_t> sectors, double now) {
        Traffic& traffic = m_servers.traffic();
        traffic.l1Requests += static_cast<double>(sectors.size());
        double last = now + m_p.l1Latency;
        m_missing.clear();
        for (const std::uint32_t sector : sectors) {
            const std::optional<double> there = m_l1.find(sector);
            if (!there) {
                m_missing.push_back(sector);
                continue;
            }
            traffic.l1Hits += 1;
            last = std::max(last, *there);
        }
        m_servers.read(m_missing, now, warp.block < m_options.resident, m_arrival);
        for (std::size_t i = 0; i < m_missing.size(); ++i) {
            m_l1.insert(m_missing[i], m_arrival[i]);
            last = std::max(last, m_arrival[i]);
        }
        return last;
    }

    // ---- barriers

    void arrive(Warp& warp, double now) {
        warp.mayIssue = now;
        warp.ready = kNever;
        ++m_arrived[warp.block];
        open(warp.block, now);
    }

    void open(std::uint32_t block, double now) {
        if (m_arrived[block] == 0 || m_arrived[block] < m_running[block]) return;
        m_arrived[block] = 0;
        for (const std::uint32_t index : m_members[block]) {
            Warp& warp = m_warps[index];
            if (warp.done || warp.ready != kNever) continue;
            warp.mayIssue = now + m_p.barrier;
            warp.mayWhy = Reason::Barrier;
            prepare(warp);
        }
        for (Scheduler& scheduler : m_schedulers) choose(scheduler);
    }

    // ---- what is told

    /// Where the warp's time since it last issued went.
    void account(Warp& warp, const Op& op, const Scheduler& scheduler, double now) {
        m_instruction = (*warp.events)[(*warp.visits)[warp.visit].firstEvent + op.event].instruction;
        const double ready = std::clamp(warp.ready, warp.since, now);
        add(warp, warp.why == Reason::Issuing ? Reason::NotSelected : warp.why, warp.since, ready);
        const double pipe = std::clamp(pipeFree(scheduler, op), ready, now);
        add(warp, op.pipe == Pipe::Memory ? Reason::Requests : Reason::Pipe, ready, pipe);
        add(warp, Reason::NotSelected, pipe, now);
        const double issued = now + std::max<unsigned>(1, op.issues);
        add(warp, Reason::Issuing, now, issued);
        if (m_options.intervals > 0) m_result.issue.add(now, (issued - now) / Parameters::kSchedulers);
        warp.since = issued;
    }

    void add(const Warp& warp, Reason reason, double from, double to) {
        if (!(to > from)) return;
        m_result.warpCycles[static_cast<std::size_t>(reason)] += to - from;
        if (m_options.intervals > 0) {
            if (m_instruction >= m_result.byInstruction.size()) m_result.byInstruction.resize(m_instruction + 1);
            m_result.byInstruction[m_instruction][static_cast<std::size_t>(reason)] += to - from;
        }
        if (m_result.intervals.size() >= m_options.intervals) return;
        m_result.intervals.push_back({warp.slot, warp.block, warp.number, reason, from, to});
    }

    void progress(double now) {
        ++m_issued;
        while (m_result.progress.size() < kHundred && m_issued * kHundred >= m_allOps * (m_result.progress.size() + 1))
            m_result.progress.push_back(now);
    }

    const LaunchSample& m_sample;
    const MachineStream& m_stream;
    const Parameters& m_p;
    const MultiprocessorOptions& m_options;
    L1Tags m_l1;
    MemoryServers m_servers;
    std::array<Scheduler, Parameters::kSchedulers> m_schedulers;
    std::vector<Warp> m_warps;
    std::vector<bool> m_slots;
    std::vector<double> m_code;            ///< when each piece of code is there; below 0: nobody has asked for it
    std::vector<std::uint32_t> m_arrived;  ///< by block, at its barrier
    std::vector<std::uint32_t> m_running;
    std::vector<std::vector<std::uint32_t>> m_members;
    std::vector<std::uint32_t> m_missing;
    std::vector<double> m_arrival;
    std::vector<Ready> m_outs;
    std::size_t m_started = 0;
    std::uint32_t m_turn = 0;
    double m_launchFree = 0;
    double m_requestFree = 0;
    double m_requestBusy = 0;
    std::uint32_t m_instruction = 0;  ///< that time goes to
    std::uint64_t m_issued = 0;
    std::uint64_t m_allOps = 0;
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
        case Reason::NotSelected: return "not_selected";
    }
    return "";
}

MultiprocessorRun run(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                      const MultiprocessorOptions& options) {
    return Machine(sample, stream, parameters, options).run();
}

}  // namespace lanescope::timing
