// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/counter_places.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

std::size_t bytesOnDevice(const Plan& plan) {
    std::size_t bytes = 0;
    for (const Buffer& buffer : plan.buffers)
        if (buffer.place != Buffer::Place::Host) bytes += buffer.bytes();
    return bytes;
}

}  // namespace

struct CounterPlaces::Place {
    std::optional<DeviceAllocation> apart;  ///< of the place before
    std::unique_ptr<CudaExecutor> own;      ///< nullptr: the buffers are the plan's executor's. It outlives the run
    PlanRun run;
    CounterPass pass;

    Place(const Plan& plan, CudaExecutor& executor, L2Flush& flush)
        : run(plan, executor), pass(plan, run, executor, flush) {}
};

CounterPlaces::CounterPlaces(const Plan& plan, CudaExecutor& executor, L2State l2)
    : m_plan(plan), m_executor(executor), m_flush(executor, l2) {
    m_places.push_back(std::make_unique<Place>(plan, executor, m_flush));
    cuda::orThrow(m_places.back()->run.begin());
}

CounterPlaces::~CounterPlaces() = default;

void CounterPlaces::spread(std::size_t places, const JobContext& job) {
    places = std::min(places, kMostBytes / std::max<std::size_t>(1, bytesOnDevice(m_plan)));
    // Somebody waits for the numbers.
    constexpr std::chrono::milliseconds kLongest{100};
    const auto begun = std::chrono::steady_clock::now();
    while (m_places.size() < places && std::chrono::steady_clock::now() - begun < kLongest) {
        auto executor = std::make_unique<CudaExecutor>(m_executor.sharedSession(), m_executor.hangLimit());
        auto place = std::make_unique<Place>(m_plan, *executor, m_flush);
        place->own = std::move(executor);
        const Result<void> made = cuda::guarded([&] {
            place->apart.emplace(m_executor.session().driver(), kApart);
            cuda::orThrow(place->run.begin());
        });
        if (!made && made.error().code == ErrorCode::TooLarge) return;
        cuda::orThrow(made);
        place->pass.run(job);
        m_places.push_back(std::move(place));
    }
}

CounterPass& CounterPlaces::of(std::size_t reading) { return m_places[reading % m_places.size()]->pass; }

}  // namespace lanescope
