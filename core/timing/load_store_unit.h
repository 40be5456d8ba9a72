// SPDX-License-Identifier: GPL-3.0-or-later
// A multiprocessor's load-store unit with its L1 and its share of what lies beyond: one request after the other.
// Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/timing/l1_tags.h"
#include "core/timing/memory_servers.h"
#include "core/timing/ready.h"

namespace lanescope::timing {

class LoadStoreUnit {
public:
    LoadStoreUnit(const LaunchSample& sample, const Parameters& parameters, double l1Bytes, const Sharing& sharing,
                  const std::vector<bool>& inL2);
    /// What is busy from now on is told there; all must outlive this.
    void watch(Activity& requests, Activity& l2, Activity& dram);

    /// An op that issues at `now`: a request of it, or none where no lane takes part. `firstRound`: of the blocks that
    /// came first.
    Outcome request(const Op& op, const Event& event, double now, bool firstRound);

    /// Requests that come before have to wait at the schedulers.
    [[nodiscard]] double takesFrom() const { return m_free - m_p.requestQueue; }
    [[nodiscard]] double busy() const { return m_busy; }
    [[nodiscard]] const MemoryServers& servers() const { return m_servers; }

private:
    Outcome access(const Op& op, const Access& access, double now, bool firstRound);
    Outcome global(const Op& op, const Access& access, double now, bool firstRound);
    void lookUpWritten(std::span<const std::uint32_t> sectors);
    double load(const Op& op, const Access& access, double now, bool firstRound);
    /// When the unit begins with what takes so many cycles of it.
    double take(double now, double cycles);

    const LaunchSample& m_sample;
    const Parameters& m_p;
    L1Tags m_l1;
    MemoryServers m_servers;
    std::vector<std::uint32_t> m_missing;
    std::vector<double> m_arrival;
    double m_free = 0;
    double m_busy = 0;
    Activity* m_activity = nullptr;
};

}  // namespace lanescope::timing
