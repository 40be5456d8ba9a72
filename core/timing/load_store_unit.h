// SPDX-License-Identifier: GPL-3.0-or-later
// A multiprocessor's load-store unit with its L1 and its share of what lies beyond: one request after the other.
// Private to this room.
#pragma once

#include <array>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/timing/l1_tags.h"
#include "core/timing/memory_servers.h"
#include "core/timing/ready.h"
#include "core/timing/request_pipe.h"
#include "core/timing/waiting_queue.h"

namespace lanescope::timing {

/// Whose request it is.
struct Asker {
    std::uint32_t scheduler = 0;
    std::uint32_t warp = 0;  ///< any number that no other warp has
    bool firstRound = true;  ///< of the blocks that came first
    /// The sampled blocks have gone so often before: what they touch lies elsewhere then.
    std::uint32_t turn = 0;
};

class LoadStoreUnit {
public:
    /// `turns`: how often the sampled blocks come.
    LoadStoreUnit(const LaunchSample& sample, const Parameters& parameters, double l1Bytes, const Sharing& sharing,
                  const std::vector<bool>& inL2, std::size_t turns);
    /// What is busy from now on is told there; all must outlive this.
    void watch(Activity& requests, Activity& l2, Activity& dram);

    /// An op of one of the schedulers that issues at `now`: a request of it, or none where no lane takes part.
    Outcome request(const Op& op, const Event& event, double now, const Asker& asker);

    /// A block's barrier opens at `now`: nothing passes for a moment.
    void open(double now) { m_pipe.pause(now, m_p.barrierOpening); }

    /// Requests to global and local memory, and all others, have queues of their own: where the one is full (LG
    /// throttle) the other may have places, and the other way round (MIO throttle).
    enum Queue : std::uint8_t { Other, Global, Queues };
    [[nodiscard]] Queue queueOf(const Event& event) const;
    /// From when on the scheduler's queue has a place for a request.
    [[nodiscard]] double takesFrom(Queue queue, std::uint32_t scheduler) const {
        return m_queues[scheduler][queue].takesFrom();
    }
    [[nodiscard]] double busy() const { return m_pipe.busy(); }
    [[nodiscard]] const MemoryServers& servers() const { return m_servers; }
    [[nodiscard]] MemoryServers& servers() { return m_servers; }

private:
    Outcome answer(const Op& op, const Event& event, double now, const Asker& asker);
    Outcome access(const Op& op, const Access& access, double now, const Asker& asker);
    Outcome global(const Op& op, const Access& access, double now, const Asker& asker);
    /// Valid until it is asked again.
    std::span<const std::uint32_t> sectorsOf(const Access& access, const Asker& asker);
    /// A load's data are there: the cycle in which they have passed the banks, which takes so many.
    double brought(double there, double passes, std::uint32_t warp);
    void queueAtomic(double lanes, double done);
    bool joins(const Access& access, std::span<const std::uint32_t> sectors, std::uint32_t warp);
    void keepWritten(std::span<const std::uint32_t> sectors, std::uint64_t partial, double now);
    void lookUpWritten(std::span<const std::uint32_t> sectors);
    double load(const Op& op, std::span<const std::uint32_t> sectors, double now, bool firstRound);
    [[nodiscard]] RequestWork workOf(const Op& op, const Access& access) const;
    RequestPipe::Passes take(const RequestWork& work, double now, const Asker& asker);

    const LaunchSample& m_sample;
    const Parameters& m_p;
    L1Tags m_l1;
    std::uint32_t m_stride;  ///< from what a sector is to what it is in the next turn: whole lines
    std::uint32_t m_turns;   ///< that lie apart; later ones lie where these did
    MemoryServers m_servers;
    std::vector<std::uint32_t> m_elsewhere;
    std::vector<std::uint32_t> m_missing;
    std::vector<std::uint32_t> m_waitedFor;  ///< one sector of each line that is under way
    std::vector<double> m_arrival;
    std::array<std::array<WaitingQueue, Queues>, Parameters::kSchedulers> m_queues;
    struct Sent {
        double done = 0;
        double lanes = 0;
    };
    std::queue<Sent> m_atomics;  ///< operations that have been sent, and may be done
    double m_atomicLanes = 0;    ///< of these
    struct Stored {
        std::uint32_t first = 0xffffffffU, last = 0xffffffffU;  ///< sectors
        std::uint32_t warp = 0;
        bool operator==(const Stored&) const = default;
    };
    std::vector<Stored> m_stores;  ///< the last ones, in a ring
    std::size_t m_nextStore = 0;
    RequestPipe m_pipe;
    double m_brought = 0;  ///< when the last load of many lines that waited for data has passed the banks
    std::uint32_t m_broughtOf = 0xffffffffU;  ///< whose it was
    double m_begun = 0;                       ///< when the last request has left its queue
    Activity* m_activity = nullptr;
};

}  // namespace lanescope::timing
