// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a multiprocessor's requests to memory: each scheduler's port, a place in the unit, the tags of L1, and the
// banks. Measured on an H200 (docs/timing.md, "The way to memory" and "What warps wait for"). Private to this room.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/timing/parameters.h"
#include "core/timing/waiting_queue.h"

namespace lanescope::timing {

/// What a request takes.
struct RequestWork {
    double registers = 1;  ///< of each lane, address and data: of the scheduler's port
    double tags = 0;       ///< cycles of L1's tags
    double passes = 1;     ///< cycles of the banks
};

class RequestPipe {
public:
    explicit RequestPipe(const Parameters& parameters);

    /// Of a request: when the unit has it and its operands, when its tags are looked up, and its first and last pass.
    struct Passes {
        double taken = 0, looked = 0, first = 0, last = 0;
    };
    /// A request that a warp issues at `now`. Those of different warps make their passes in turn; a warp's own come one
    /// after the other.
    Passes take(const RequestWork& work, std::uint32_t scheduler, std::uint32_t warp, double now);

    /// Nothing passes for so long, once all that was taken has passed.
    void stall(double cycles);
    /// Likewise, of those that come from `now` on, too.
    void pause(double now, double cycles);
    /// Nothing passes until then.
    void holdUntil(double time);
    /// Cycles of the unit that requests have taken.
    [[nodiscard]] double busy() const { return m_busy; }

private:
    double& freeOf(std::uint32_t warp);
    double& laneFor(double from);

    const Parameters& m_p;
    std::array<double, Parameters::kSchedulers> m_ports{};  ///< when each is free
    WaitingQueue m_held;                                    ///< what the unit has taken, until it begins
    double m_front = 0;                                     ///< the next request comes in no sooner
    double m_tags = 0;                                      ///< when they are free
    std::vector<double> m_lanes;                            ///< when each of those that take turns is free
    std::vector<double> m_warps;                            ///< when each one's last request is done
    double m_busy = 0;
};

}  // namespace lanescope::timing
