// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/launch_seconds.h"

#include "core/base/words.h"
#include "core/timing/simulation.h"

namespace lanescope {
namespace {

Result<timing::LaunchSeconds> secondsOf(const LaunchProfile& launch, const GpuSpec& gpu,
                                        const timing::Parameters& parameters, const std::stop_token& stop) {
    if (launch.sample == nullptr)
        return fail(ErrorCode::ModelOutOfRange, {{"model", "simulation"}, {"reason", textOf("cannot.no_sample"_id)}});
    const Result<timing::Simulated> simulated =
        timing::simulate(*launch.sample, launch.registersPerThread, gpu, parameters, {.stop = stop});
    if (!simulated) return fail(simulated.error());
    const double seconds = simulated->cycles / parameters.clock;
    return timing::LaunchSeconds{parameters.launch + seconds, parameters.furtherLaunch + seconds};
}

}  // namespace

std::vector<Result<timing::LaunchSeconds>> launchSecondsOf(const ModelInput& input, const GpuSpec& gpu,
                                                           const JobContext& job) {
    const Result<timing::Parameters> parameters = timing::parametersOf(gpu);
    std::vector<Result<timing::LaunchSeconds>> seconds;
    seconds.reserve(input.launches.size());
    for (const LaunchProfile& launch : input.launches) {
        job.report(static_cast<double>(seconds.size()) / static_cast<double>(input.launches.size()));
        if (job.stopRequested())
            seconds.push_back(fail(ErrorCode::Cancelled));
        else if (!parameters)
            seconds.push_back(fail(parameters.error()));
        else
            seconds.push_back(secondsOf(launch, gpu, *parameters, job.stop));
    }
    return seconds;
}

}  // namespace lanescope
