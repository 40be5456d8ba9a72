// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/calibrate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iterator>

#include "core/base/words.h"
#include "core/gpus/assumed_values.h"
#include "core/gpus/gpu_quantities.h"
#include "core/gpus/multiprocessor.h"
#include "core/timing/parameters.h"
#include "core/timing/step_times.h"
#include "gpu/calibrate/gpu_rig.h"
#include "gpu/calibrate/plausibility.h"
#include "gpu/calibrate/samples.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

Result<void> checkNames(const std::vector<MicroBenchmark>& benchmarks, const std::vector<std::string>& only) {
    std::string known;
    std::vector<std::string> ids;
    for (const MicroBenchmark& benchmark : benchmarks)
        for (const std::string_view id : benchmark.quantities) {
            ids.emplace_back(id);
            known += (known.empty() ? "" : ", ") + ids.back();
        }
    for (const std::string& id : only)
        if (!contains(ids, id))
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "only"},
                         {"value", id},
                         {"legal", inWords(Message("calibrate.known"_id, {{"known", known}}))}});
    return {};
}

bool isWanted(const MicroBenchmark& benchmark, const std::vector<std::string>& only) {
    return only.empty() || std::any_of(benchmark.quantities.begin(), benchmark.quantities.end(),
                                       [&](std::string_view id) { return contains(only, id); });
}

/// Errors after which nothing more can be measured.
bool endsAll(ErrorCode code) { return code == ErrorCode::Cancelled || code == ErrorCode::KernelFault; }

void keep(const MicroBenchmark& benchmark, const Findings& findings, const std::vector<std::string>& only,
          const std::string& source, GpuSpec& gpu) {
    for (const std::string_view quantity : benchmark.quantities) {
        const std::string id(quantity);
        if (!only.empty() && !contains(only, id)) continue;
        const auto found = findings.samples().find(id);
        if (found == findings.samples().end()) continue;
        const std::vector<double>& samples = found->second;
        if (!std::all_of(samples.begin(), samples.end(), [](double sample) { return std::isfinite(sample); })) {
            gpu.missing[id] = textOf("calibrate.no_difference"_id);
            continue;
        }
        const Summary summary = summaryOf(samples);
        gpu.values[id] = GpuValue{summary.median, std::string(findGpuQuantity(id)->unit), source, summary.spread,
                                  std::string(benchmark.name)};
    }
}

/// Those that it had not found yet.
void leaveOut(const MicroBenchmark& benchmark, const Findings& findings, const std::vector<std::string>& only,
              const Error& error, GpuSpec& gpu) {
    for (const std::string_view id : benchmark.quantities)
        if ((only.empty() || contains(only, id)) && !findings.samples().contains(std::string(id)))
            gpu.missing[std::string(id)] = describe(error);
}

void add(const Findings& findings, Curves& curves) {
    for (const auto& [id, samples] : findings.samples())
        for (std::size_t i = 0; i < samples.size(); ++i) curves[id].emplace_back(static_cast<double>(i), samples[i]);
    for (const auto& [name, points] : findings.curves())
        curves[name].insert(curves[name].end(), points.begin(), points.end());
}

std::string sourceOf(const GpuDevice& gpu) {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 16> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%d", &utc);
    const bool driver = !gpu.driverVersion.empty();
    return inWords(driver ? Message("calibrate.source"_id, {{"gpu", gpu.spec.title},
                                                            {"date", date.data()},
                                                            {"driver", gpu.driverVersion},
                                                            {"cuda", gpu.cudaVersion}})
                          : Message("calibrate.source_without_driver"_id,
                                    {{"gpu", gpu.spec.title}, {"date", date.data()}, {"cuda", gpu.cudaVersion}}));
}

}  // namespace

std::vector<MicroBenchmark> microBenchmarks() {
    std::vector<MicroBenchmark> all;
    for (const auto family :
         {latencyBenchmarks, departureBenchmarks, arithmeticBenchmarks, atomicBenchmarks, controlBenchmarks,
          bandwidthBenchmarks, launchBenchmarks, copyBenchmarks, loadBenchmarks, updateBenchmarks, placeBenchmarks,
          codeBenchmarks, streamBenchmarks, turnBenchmarks, requestBenchmarks, wayBenchmarks, capacityBenchmarks})
        for (MicroBenchmark& benchmark : family()) all.push_back(std::move(benchmark));
    return all;
}

Result<GpuSpec> calibrate(Rig& rig, const std::vector<MicroBenchmark>& benchmarks, const std::vector<std::string>& only,
                          const std::string& source, Curves* curves) {
    if (const auto known = checkNames(benchmarks, only); !known) return fail(known.error());
    GpuSpec gpu = rig.gpu();
    addCapabilityLimits(gpu);
    const auto wanted = std::count_if(benchmarks.begin(), benchmarks.end(),
                                      [&](const auto& benchmark) { return isWanted(benchmark, only); });
    double done = 0;
    for (const MicroBenchmark& benchmark : benchmarks) {
        if (!isWanted(benchmark, only)) continue;
        if (rig.job().stopRequested()) return fail(ErrorCode::Cancelled);
        Findings findings;
        const auto ran = cuda::guarded([&] { benchmark.run(rig, findings); });
        if (!ran && endsAll(ran.error().code)) return fail(ran.error());
        keep(benchmark, findings, only, source, gpu);
        if (!ran) leaveOut(benchmark, findings, only, ran.error(), gpu);
        if (curves != nullptr) add(findings, *curves);
        rig.job().report(++done / static_cast<double>(wanted));
    }
    for (const auto& [id, reason] : implausible(gpu)) {
        gpu.values.erase(id);
        gpu.missing[id] = reason;
    }
    return gpu;
}

Result<void> addWhatIsAssumed(GpuSpec& gpu, const std::string& resources) {
    constexpr std::string_view kReference = "h200";  // the one that has been calibrated
    const Result<GpuPresets> presets = GpuPresets::load(resources);
    if (!presets) return fail(presets.error());
    const Result<const GpuSpec*> reference = presets->find(kReference);
    if (!reference) return fail(reference.error());
    std::vector<std::string_view> wanted = timing::askedQuantities();
    std::ranges::copy(timing::stepQuantities(), std::back_inserter(wanted));
    (void)addAssumed(gpu, wanted, **reference, *presets);
    return {};
}

Result<GpuSpec> calibrateGpu(const std::string& resources, const std::vector<std::string>& only, const JobContext& job,
                             Curves* curves) {
    const auto kernels = calibrationKernels(resources);
    if (!kernels) return fail(kernels.error());
    const auto benchmarks = microBenchmarks();
    if (const auto known = checkNames(benchmarks, only); !known) return fail(known.error());
    const auto session = CudaSession::open();
    if (!session) return fail(session.error());
    Result<GpuSpec> gpu = fail(ErrorCode::Internal);
    const auto ran = cuda::guarded([&] {
        CudaExecutor executor(*session);
        GpuRig rig(executor, *kernels, job);
        gpu = calibrate(rig, benchmarks, only, sourceOf((*session)->gpu()), curves);
    });
    if (!ran) return fail(ran.error());
    if (gpu && only.empty())
        if (const auto added = addWhatIsAssumed(*gpu, resources); !added) return fail(added.error());
    return gpu;
}

}  // namespace lanescope
