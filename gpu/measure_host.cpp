// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure_host.h"

#include <algorithm>

#include "core/base/words.h"
#include "gpu/cuda_error.h"
#include "gpu/host_machine.h"
#include "gpu/part_timer.h"
#include "gpu/provenance.h"
#include "gpu/step_sampler.h"
#include "gpu/stopwatch.h"

namespace lanescope {
namespace {

/// An executor without a device. What a plan of the CPU alone asks for is nothing.
class NoDevice final : public Executor {
public:
    Result<void> allocate(std::span<const Buffer>) override { return {}; }
    Result<void> upload(BufferId, std::span<const std::byte>) override { return none(); }
    Result<void> launch(const Launch&, const JobContext&) override { return none(); }
    Result<void> download(BufferId, std::span<std::byte>) override { return none(); }
    Result<void> copy(const CopyStep&, std::span<std::byte>) override { return none(); }
    Result<void> fill(const FillStep&) override { return none(); }
    Result<void> call(const LibraryStep&, const JobContext&) override { return none(); }
    Result<void> wait(std::optional<std::uint32_t>) override { return {}; }
    Result<void> pin(std::span<const std::span<std::byte>>) override { return none(); }
    void unpin() override {}

private:
    static Result<void> none() { return fail(ErrorCode::Internal, {{"reason", textOf("gpu.no_device_needed"_id)}}); }
};

}  // namespace

bool needsGpu(const Plan& plan) {
    return !std::ranges::all_of(plan.steps, [](const Step& step) {
        return std::holds_alternative<HostStep>(step) || std::holds_alternative<WaitStep>(step);
    });
}

Result<Measurement> measureOnHost(const Plan& plan, const MeasureOptions& options, const JobContext& job) {
    return cuda::guarded([&] {
        NoDevice executor;
        PlanRun run(plan, executor);
        const JobContext quiet{job.stop, {}};
        cuda::orThrow(run.begin());
        for (const Step& step : plan.steps) cuda::orThrow(run.step(step, quiet));
        const auto check = checkResult(plan, run.host(), quiet, options.checkOperations);
        if (!check) throw cuda::CudaError(check.error());

        Measurement measurement;
        measurement.verdict = check->verdict;
        measurement.countersMissing = textOf("counters.cpu_alone"_id);
        StepSampler sampler(plan, run, nullptr, L2State::Warm, job);
        ClockWatch unknownClock(0);
        setSamples(measurement, takeSamples(sampler, unknownClock, options, job),
                   std::max(options.keepSamples, options.samples));
        PartTimer timer(plan, run, nullptr, L2State::Warm);
        measurement.parts = sumParts(plan, timeSteps(timer, plan, partsTimeLimit(options), job));
        fitParts(plan, measurement);
        measurement.provenance = hostProvenance();
        return measurement;
    });
}

}  // namespace lanescope
