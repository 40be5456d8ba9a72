// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/load_store_unit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kPerLine = 4;  ///< sectors
/// Of a queue: more requests than the warps of a scheduler can have under way, so that a longer one is no other.
constexpr double kMostPlaces = 8192;

std::uint32_t wholeLines(std::uint32_t sectors) { return (sectors + kPerLine - 1) / kPerLine * kPerLine; }

/// Turns lie apart as long as all their sectors together are no more than what fits into some hundred megabytes of
/// marks (and into their numbers).
std::uint32_t turnsApart(std::uint32_t stride, std::size_t turns) {
    constexpr std::size_t kMostSectors = std::size_t{1} << 30;
    return static_cast<std::uint32_t>(
        std::clamp<std::size_t>(kMostSectors / std::max(1U, stride), 1, std::max<std::size_t>(1, turns)));
}

/// The same in each turn.
std::vector<bool> inAllTurns(const std::vector<bool>& sectors, std::uint32_t stride, std::size_t turns) {
    std::vector<bool> all = sectors;
    if (sectors.empty()) return all;
    all.resize(std::size_t{stride} * turns, false);
    for (std::size_t turn = 1; turn < turns; ++turn)
        std::copy(sectors.begin(), sectors.end(), all.begin() + static_cast<std::ptrdiff_t>(turn * stride));
    return all;
}

}  // namespace

LoadStoreUnit::LoadStoreUnit(const LaunchSample& sample, const Parameters& parameters, double l1Bytes,
                             const Sharing& sharing, const std::vector<bool>& inL2, std::size_t turns)
    : m_sample(sample),
      m_p(parameters),
      m_l1(l1Bytes, parameters.l1Ways),
      m_stride(wholeLines(sample.sectorCount)),
      m_turns(turnsApart(m_stride, turns)),
      m_servers(sample, parameters, sharing, m_stride * m_turns, inAllTurns(inL2, m_stride, m_turns)),
      m_pipe(parameters) {
    m_stores.assign(parameters.joinedStores, Stored{});
    const auto places = [](double queue) { return static_cast<std::size_t>(std::clamp(queue, 1.0, kMostPlaces)); };
    for (auto& queues : m_queues) {
        queues[Queue::Other] = WaitingQueue(places(parameters.requestQueue));
        queues[Queue::Global] = WaitingQueue(places(parameters.globalQueue));
    }
}

void LoadStoreUnit::watch(Activity& requests, Activity& l2, Activity& dram) {
    m_activity = &requests;
    m_servers.watch(l2, dram);
}

RequestPipe::Passes LoadStoreUnit::take(const RequestWork& work, double now, const Asker& asker) {
    const RequestPipe::Passes passes = m_pipe.take(work, asker.scheduler, asker.warp, now);
    // Requests to global and local memory leave their queue with their first pass, others as the unit takes them.
    m_begun = work.tags > 0 ? passes.first : passes.taken;
    if (m_activity != nullptr) m_activity->add(passes.first, std::max(work.passes, work.tags));
    return passes;
}

LoadStoreUnit::Queue LoadStoreUnit::queueOf(const Event& event) const {
    if (event.access == kNoAccess) return Queue::Other;
    const program::Space space = m_sample.accesses[event.access].space;
    return space == program::Space::Global || space == program::Space::Local ? Queue::Global : Queue::Other;
}

Outcome LoadStoreUnit::request(const Op& op, const Event& event, double now, const Asker& asker) {
    m_begun = now;
    const Outcome outcome = answer(op, event, now, asker);
    m_queues[asker.scheduler][queueOf(event)].add(m_begun);
    return outcome;
}

Outcome LoadStoreUnit::answer(const Op& op, const Event& event, double now, const Asker& asker) {
    if (op.after == After::Access && event.access != kNoAccess)
        return access(op, m_sample.accesses[event.access], now, asker);
    if (op.after == After::Fence)
        return {{now + m_p.l2Latency, Reason::Global, Ready::From::Beyond}, {now, Reason::Global}};
    // A shuffle, or a request of which no lane takes part, which goes the same way (docs/timing.md, "What warps wait
    // for"), or a special register.
    const double cycles = op.after == After::LaneRegister ? m_p.laneRegister : m_p.request;
    const RequestPipe::Passes passes = take({.registers = op.global ? 2.0 : 1.0, .passes = cycles}, now, asker);
    const double read = passes.taken + m_p.operandRead;
    if (op.global) return {{read, Reason::Global}, {read, Reason::Global}};
    return {{passes.first + m_p.sharedLatency, Reason::Shared}, {read, Reason::Shared}};
}

/// An address is one register in shared memory, two elsewhere; what is stored is one for each word.
RequestWork LoadStoreUnit::workOf(const Op& op, const Access& access) const {
    const bool shared = access.space == program::Space::Shared;
    const bool loads = access.kind == simt::AccessKind::Load;
    return {.registers = (shared ? 1.0 : 2.0) + (loads ? 0 : access.words),
            .tags = shared ? 0 : m_p.tags(access),
            .passes = m_p.passes(access, op.wide)};
}

Outcome LoadStoreUnit::access(const Op& op, const Access& access, double now, const Asker& asker) {
    if (access.space == program::Space::Shared) {
        if (access.kind == simt::AccessKind::Atomic) {
            RequestWork work = workOf(op, access);
            work.passes = std::max<double>(m_p.request, access.atOneAddress);
            const RequestPipe::Passes passes = take(work, now, asker);
            return {{passes.first + m_p.sharedAtomicLatency + access.atOneAddress, Reason::Shared},
                    {passes.taken + m_p.operandRead, Reason::Shared}};
        }
        const RequestPipe::Passes passes = take(workOf(op, access), now, asker);
        return {{passes.last + m_p.sharedLatency, Reason::Shared}, {passes.taken + m_p.operandRead, Reason::Shared}};
    }
    if (access.space != program::Space::Global && access.space != program::Space::Local)
        return {{now + m_p.sharedLatency, Reason::Shared}, {now + m_p.operandRead, Reason::Shared}};
    return global(op, access, now, asker);
}

Outcome LoadStoreUnit::global(const Op& op, const Access& access, double now, const Asker& asker) {
    using simt::AccessKind;
    const std::span<const std::uint32_t> sectors = sectorsOf(access, asker);
    const bool atomic = access.kind == AccessKind::Atomic;
    RequestWork work = workOf(op, access);
    if (atomic) work.passes = std::max<double>(work.passes, access.atOneAddress);
    const RequestPipe::Passes passes = take(work, now, asker);
    const double done = passes.last;
    const Ready read{passes.taken + m_p.operandRead, Reason::Global};
    if (sectors.empty()) return {{done + m_p.l1Latency, Reason::Global}, read};
    if (atomic) m_servers.traffic().l1Writes += std::max<double>(access.sectors, access.lanes);
    if (access.kind == AccessKind::Store) lookUpWritten(sectors);
    if (access.kind == AccessKind::Store) keepWritten(sectors, access.partial, done);
    if (atomic) {
        // Where they are contended they are so in every turn: they stay where they are.
        const double result = m_servers.atomic(access, op.floats, done);
        queueAtomic(access.lanes, result - m_p.atomicLatency);
        return {{result, Reason::Global, Ready::From::Beyond}, read, done + m_p.storeExit};
    }
    if (access.kind == AccessKind::Store) {
        if (!joins(access, sectors, asker.warp)) {
            const double taken = m_servers.write(sectors, {access.partial, access.unfilled}, done, asker.firstRound);
            m_pipe.holdUntil(taken - m_p.storeQueue);
        }
        return {{done, Reason::Global}, read, done + m_p.storeExit};
    }
    const double there = load(op, sectors, done, asker.firstRound);
    // What waits for data does so behind the tags, and not in the queue.
    const bool waits = there > done + m_p.l1Latency;
    if (waits) m_begun = passes.looked;
    const double passed = waits && access.lines >= m_p.returnedLines ? brought(there, work.passes, asker.warp) : there;
    return {{passed, Reason::Global, waits ? Ready::From::Beyond : Ready::From::L1}, read, 0, waits};
}

/// What a load of many lines has waited for goes through the banks once it is there, behind those of other warps; its
/// own are one after the other already.
double LoadStoreUnit::brought(double there, double passes, std::uint32_t warp) {
    const bool own = std::exchange(m_broughtOf, warp) == warp;
    m_brought = std::max(there, m_brought) + (own ? 0 : passes);
    return std::max(there, m_brought - m_p.request);
}

/// Where the units have more than the multiprocessor may send, nothing else passes until they have taken it.
void LoadStoreUnit::queueAtomic(double lanes, double done) {
    m_atomics.push({done, lanes});
    m_atomicLanes += lanes;
    while (m_atomicLanes > m_p.atomicQueue && m_atomics.size() > 1) {
        m_pipe.holdUntil(m_atomics.front().done);
        m_atomicLanes -= m_atomics.front().lanes;
        m_atomics.pop();
    }
}

std::span<const std::uint32_t> LoadStoreUnit::sectorsOf(const Access& access, const Asker& asker) {
    const std::span<const std::uint32_t> sectors(m_sample.sectors.data() + access.firstSector, access.sectors);
    const std::uint32_t turn = asker.turn % m_turns;
    if (turn == 0 || access.space == program::Space::Local) return sectors;
    m_elsewhere.clear();
    for (const std::uint32_t sector : sectors) m_elsewhere.push_back(sector + turn * m_stride);
    return m_elsewhere;
}

/// Stores change what L1 has, and go on to L2.
void LoadStoreUnit::lookUpWritten(std::span<const std::uint32_t> sectors) {
    Traffic& traffic = m_servers.traffic();
    traffic.l1Writes += static_cast<double>(sectors.size());
    for (const std::uint32_t sector : sectors)
        if (m_l1.holds(sector)) traffic.l1WriteHits += 1;
}

/// Is one of the last stores the same warp's to the same sectors, and has not left yet? Of one to many lines the first
/// have left when the last come.
bool LoadStoreUnit::joins(const Access& access, std::span<const std::uint32_t> sectors, std::uint32_t warp) {
    if (access.lines > m_p.joinedLines || m_stores.empty()) return false;
    const Stored these{sectors.front(), sectors.back(), warp};
    if (std::ranges::find(m_stores, these) != m_stores.end()) return true;
    m_stores[m_nextStore] = these;
    m_nextStore = (m_nextStore + 1) % m_stores.size();
    return false;
}

/// What is stored gets a place in L1; a sector that is not filled can be read there only if it was there already.
void LoadStoreUnit::keepWritten(std::span<const std::uint32_t> sectors, std::uint64_t partial, double now) {
    constexpr std::size_t kBits = 64;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        if (i >= kBits || (partial >> i & 1U) == 0)
            m_l1.insert(sectors[i], now);
        else
            m_l1.reserve(sectors[i]);
    }
}

double LoadStoreUnit::load(const Op& op, std::span<const std::uint32_t> sectors, double now, bool firstRound) {
    Traffic& traffic = m_servers.traffic();
    traffic.l1Requests += static_cast<double>(sectors.size());
    double last = now + m_p.l1Latency;
    m_missing.clear();
    m_waitedFor.clear();
    for (const std::uint32_t sector : sectors) {
        const std::optional<double> there = op.pastL1 ? std::nullopt : m_l1.find(sector);
        if (!there) {
            m_missing.push_back(sector);
            continue;
        }
        traffic.l1Hits += 1;
        const bool waits = *there > now + m_p.l1Latency;
        if (waits && (m_waitedFor.empty() || m_waitedFor.back() / kPerLine != sector / kPerLine))
            m_waitedFor.push_back(sector);
        last = std::max(last, *there);
    }
    m_servers.read(m_missing, now, firstRound, m_arrival);
    for (std::size_t i = 0; i < m_missing.size(); ++i) {
        if (!op.pastL1) m_l1.insert(m_missing[i], m_arrival[i]);
        last = std::max(last, m_arrival[i]);
    }
    // A line has places for so many that wait for it; others come again.
    bool full = false;
    for (const std::uint32_t sector : m_waitedFor)
        if (m_l1.wait(sector) > m_p.lineWaiters) full = true;
    if (full) m_pipe.stall(m_p.request);
    return last;
}

}  // namespace lanescope::timing
