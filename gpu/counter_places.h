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

    /// Makes it so many places, or as many as have room in kMostBytes and on the GPU and are made within a tenth of a
    /// second, and runs the plan once in each new one. Throws CudaError.
    void spread(std::size_t places, const JobContext& job);
    [[nodiscard]] std::size_t count() const { return m_places.size(); }
    /// Places take turns.
    [[nodiscard]] CounterPass& of(std::size_t reading);

    /// Bytes between two places. The driver puts small buffers right behind each other, where the same few slices of L2
    /// have them; with so much between them every second or third place lies in another of its pages.
    static constexpr std::size_t kApart = std::size_t{832} << 10;
    /// That they take together, on the GPU as on the host. Large buffers lie in all slices alike, but the small ones of
    /// the same plan do not.
    static constexpr std::size_t kMostBytes = std::size_t{512} << 20;

private:
    struct Place;

    const Plan& m_plan;
    CudaExecutor& m_executor;
    L2Flush m_flush;
    std::vector<std::unique_ptr<Place>> m_places;
};

}  // namespace lanescope
