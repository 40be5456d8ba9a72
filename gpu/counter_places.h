// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpu/counter_pass.h"

namespace lanescope {

/// The buffers of a plan in several places of the GPU's memory, with runs of it in each that the profiler counts. Where
/// a small buffer lies says which slices of L2 have it, how far from a multiprocessor, and what a launch of a few µs
/// takes hangs on that (docs/measuring.md): counters are of many places, as models are.
class CounterPlaces {
public:
    /// All outlive it. The first place is of the executor's own buffers. Throws CudaError.
    CounterPlaces(const Plan& plan, CudaExecutor& executor, L2State l2);
    ~CounterPlaces();
    CounterPlaces(const CounterPlaces&) = delete;
    CounterPlaces& operator=(const CounterPlaces&) = delete;

    /// Makes it so many places, or as many as have room in kMostBytes and on the GPU, and runs the plan once in each
    /// new one. Throws CudaError.
    void spread(std::size_t places, const JobContext& job);
    [[nodiscard]] std::size_t count() const { return m_places.size(); }
    /// Places take turns.
    [[nodiscard]] CounterPass& of(std::size_t reading);

    /// Larger buffers lie in all slices alike.
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

private:
    struct Place;

    const Plan& m_plan;
    CudaExecutor& m_executor;
    L2Flush m_flush;
    std::vector<std::unique_ptr<Place>> m_places;
};

}  // namespace lanescope
