// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/request_pipe.h"

#include <algorithm>

namespace lanescope::timing {

RequestPipe::RequestPipe(const Parameters& parameters)
    : m_p(parameters), m_held(parameters.requestsHeld), m_lanes(parameters.atOnce, 0) {}

double& RequestPipe::freeOf(std::uint32_t warp) {
    if (warp >= m_warps.size()) m_warps.resize(std::size_t{warp} + 1, 0);
    return m_warps[warp];
}

/// Of those that are free by then the one that has been so for the shortest time, so that others find one sooner.
double& RequestPipe::laneFor(double from) {
    double* best = &m_lanes.front();
    for (double& lane : m_lanes) {
        const bool inTime = lane <= from;
        const bool bestInTime = *best <= from;
        if (inTime != bestInTime ? inTime : (inTime ? lane > *best : lane < *best)) best = &lane;
    }
    return *best;
}

RequestPipe::Passes RequestPipe::take(const RequestWork& work, std::uint32_t scheduler, std::uint32_t warp,
                                      double now) {
    const double arrived = std::max({now, m_ports[scheduler], m_held.takesFrom()});
    m_ports[scheduler] = arrived + work.registers * m_p.portRegister;
    // One a cycle comes in; a port that is behind holds up its own scheduler's only.
    m_front = std::max(m_front, now);
    const double entered = std::max(arrived, m_front);
    m_front += m_p.request;
    double looked = entered;
    double known = entered;
    if (work.tags > 0) {
        looked = std::max(entered, m_tags);
        m_tags = looked + work.tags;
        known = looked + std::max(0.0, work.tags - 1);
    }
    double& own = freeOf(warp);
    const double from = std::max(known, own);
    double& lane = laneFor(from);
    const double first = std::max(from, lane);
    m_held.add(work.tags > 0 ? looked : first);
    // While others take turns with it, or nobody does: a request's passes come no quicker.
    lane = own = first + work.passes * m_p.atOnce;
    m_busy += std::max(work.passes, work.tags);
    return {arrived, looked, first, first + std::max(0.0, work.passes - m_p.request) * m_p.atOnce};
}

void RequestPipe::stall(double cycles) {
    for (double& lane : m_lanes) lane += cycles;
    m_busy += cycles;
}

void RequestPipe::pause(double now, double cycles) {
    for (double& lane : m_lanes) lane = std::max(lane, now) + cycles;
    m_busy += cycles;
}

void RequestPipe::holdUntil(double time) {
    for (double& lane : m_lanes) lane = std::max(lane, time);
    m_tags = std::max(m_tags, time);
}

}  // namespace lanescope::timing
