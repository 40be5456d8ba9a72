// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of all steps of a plan from first to last, by the host's clock.
#pragma once

#include <memory>

#include "core/base/job_context.h"
#include "core/plan/executor.h"
#include "gpu/l2_flush.h"
#include "gpu/sampler.h"

namespace lanescope {

/// Each sample begins with the host's arrays as the plan has them.
class StepSampler final : public Sampler {
public:
    /// `run` has begun. `gpu`: the executor if it is a GPU's, to flush its cache; nullptr for a plan of the CPU alone.
    StepSampler(const Plan& plan, PlanRun& run, CudaExecutor* gpu, L2State l2, const JobContext& job);

    std::vector<Sample> take() override;
    [[nodiscard]] double resolution() const override { return 100e-9; }  ///< what two readings of the clock cost
    [[nodiscard]] L2State l2() const override { return m_flush && m_flush->works() ? L2State::Flushed : L2State::Warm; }
    [[nodiscard]] std::vector<std::string> notes() const override;

private:
    /// Flushes the cache, and reads the clocks for smClockSince().
    void prepareGpu();
    /// The mean from there to here.
    [[nodiscard]] std::optional<double> smClockSince();

    const Plan& m_plan;
    PlanRun& m_run;
    CudaExecutor* m_gpu;
    std::unique_ptr<L2Flush> m_flush;
    JobContext m_job;
};

}  // namespace lanescope
