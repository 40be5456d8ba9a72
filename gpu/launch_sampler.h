// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of what the GPU takes for a plan's launches and calls of libraries, by events in the default stream.
#pragma once

#include <memory>
#include <vector>

#include "core/plan/plan.h"
#include "gpu/l2_flush.h"
#include "gpu/launch_hold.h"
#include "gpu/launch_pace.h"
#include "gpu/sampler.h"

namespace lanescope {

/// One event before the first launch and one behind the last, so that nothing comes between launches but what the GPU
/// needs itself. All is queued behind a LaunchHold; of plans with more launches than the driver's queue holds, as many
/// as it does.
///   cold: the L2 is flushed before each sample; a sample is of one run of the launches. Of short plans several samples
///         are queued together, because the way to the GPU and back would cost more than they do.
///   hot:  the same launches have just run. A kernel under 5 µs runs many times between the events (batch()).
class LaunchSampler final : public Sampler {
public:
    /// Below, a hot kernel is timed in batches (NVBench's README asks for very many samples there).
    static constexpr double kShort = 5e-6;

    /// The plan has been run on the executor once. Between launches it is seen whether `job` was stopped.
    LaunchSampler(const Plan& plan, CudaExecutor& executor, L2State l2, const JobContext& job = {});

    std::vector<Sample> take() override;
    void adaptTo(double seconds) override;
    [[nodiscard]] std::uint64_t batch() const override { return m_batch; }
    [[nodiscard]] double resolution() const override;
    [[nodiscard]] L2State l2() const override { return m_flush.works() ? L2State::Flushed : L2State::Warm; }
    [[nodiscard]] std::vector<std::string> notes() const override;

private:
    void queueOne(LaunchHold::Held& held, std::size_t sample);
    void queueLaunches(LaunchHold::Held& held);

    CudaExecutor& m_executor;
    JobContext m_job;  ///< to be stopped by
    std::vector<const Step*> m_work;
    L2Flush m_flush;
    LaunchPace m_pace;
    std::vector<std::unique_ptr<cuda::TimerEvent>> m_events;  ///< two for each sample of a group
    std::size_t m_group = 1;                                  ///< samples queued together
    std::uint64_t m_batch = 1;
    bool m_queueWasFull = false;
    bool m_isShort = false;
};

/// Steps of a plan that its time is about, if that is of launches: launches and calls of libraries.
[[nodiscard]] std::vector<const Step*> timedWork(const Plan& plan);
/// Queues one of those. Throws CudaError.
void enqueueWork(CudaExecutor& executor, const Step& step);
/// Entries of the driver's queue that it takes, at most.
[[nodiscard]] std::size_t queueEntriesOf(const Step& step);

}  // namespace lanescope
