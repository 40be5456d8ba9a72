// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>

#include "core/base/words.h"
#include "gpu/counters.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"
#include "gpu/host_machine.h"
#include "gpu/kernel_facts.h"
#include "gpu/launch_sampler.h"
#include "gpu/measure_host.h"
#include "gpu/nvml.h"
#include "gpu/part_timer.h"
#include "gpu/provenance.h"
#include "gpu/step_sampler.h"
#include "gpu/stopwatch.h"

namespace lanescope {
namespace {

/// Why there are no counters of such a plan; empty if there are.
std::string uncountable(const Plan& plan) {
    if (plan.launches().empty()) return textOf("counters.no_kernel"_id);
    const auto isCall = [](const Step& step) { return std::holds_alternative<LibraryStep>(step); };
    if (std::ranges::any_of(plan.steps, isCall)) return textOf("counters.library"_id);
    return {};
}

/// The time stands without them.
bool isAboutCounters(ErrorCode code) {
    return code == ErrorCode::NoCounters || code == ErrorCode::CounterPermission || code == ErrorCode::CountersInUse;
}

double defaultSmClock(const GpuDevice& gpu) {
    const auto clock = gpu.spec.values.find("clock");
    return clock == gpu.spec.values.end() ? 0 : clock->second.value;
}

bool hostTakesPart(const Plan& plan) {
    return std::ranges::any_of(plan.steps, [](const Step& step) { return std::holds_alternative<HostStep>(step); });
}

/// Launches leave the host's copies as they are: those can be checked while the GPU is timed. Whoever times the host's
/// steps has it to himself; and inputs of gigabytes are made anew for the check in one go, which nobody could stop.
bool canCheckBeside(const Plan& plan) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
    std::uint64_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
    return plan.timed == Timed::Launches && bytes <= kMostBytes;
}

void append(std::vector<std::string>& notes, std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(notes));
}

/// Samples, provenance and notes of a plan that has been run once, in so many seconds. What the caches held.
L2State takeTimes(const Plan& plan, PlanRun& run, double firstRun, CudaExecutor& executor,
                  const MeasureOptions& options, const JobContext& job, Measurement& m) {
    const GpuDevice& gpu = executor.session().gpu();
    std::unique_ptr<Sampler> sampler;
    if (plan.timed == Timed::Steps)
        sampler = std::make_unique<StepSampler>(plan, run, &executor, options.l2, job);
    else
        sampler = std::make_unique<LaunchSampler>(plan, executor, options.l2, job);
    sampler->adaptTo(firstRun);  // more than a sample will take, until the warm-up has told
    ClockWatch clocks(defaultSmClock(gpu));
    std::optional<GpuCondition> before;
    const auto onceWarm = [&] { before = Nvml::read(gpu.pciBusId); };
    setSamples(m, takeSamples(*sampler, clocks, options, job, onceWarm),
               std::max(options.keepSamples, options.samples));
    const std::optional<GpuCondition> after = Nvml::read(gpu.pciBusId);
    m.throttledSamples = clocks.dropped();
    m.batch = sampler->batch();
    append(m.notes, sampler->notes());
    append(m.notes, clocks.notes());
    if (before && after) append(m.notes, notesBetween(*before, *after));
    if (onWsl()) m.notes.emplace_back(textOf("measure.wsl"_id));
    m.provenance = gpuProvenance(gpu, clocks, after, sampler->l2(), hostTakesPart(plan));
    return sampler->l2();
}

}  // namespace

Gpu::Gpu(std::shared_ptr<CudaSession> session) : m_device(session->gpu()), m_session(std::move(session)) {}
Gpu::~Gpu() = default;
Gpu::Gpu(Gpu&&) noexcept = default;

Result<Gpu> Gpu::open(int ordinal) {
    auto session = CudaSession::open(ordinal);
    if (!session) return fail(session.error());
    return Gpu(std::move(*session));
}

template <typename T>
Result<T> Gpu::reopened(Result<T> result) {
    if (!m_session || !m_session->broken()) return result;
    m_reader.reset();
    m_session.reset();
    if (auto session = CudaSession::open(m_device.ordinal)) m_session = std::move(*session);
    return result;
}

Result<void> Gpu::mustBeThere() const {
    if (m_session) return {};
    return fail(ErrorCode::CudaFailure, {{"call", textOf("gpu.this_process"_id)}, {"reason", textOf("gpu.lost"_id)}});
}

Result<Measurement> Gpu::time(const Plan& plan, const MeasureOptions& options, const JobContext& job,
                              const WhenTimed& timed) {
    return reopened(timeOnce(plan, options, job, timed));
}

Result<void> Gpu::count(const Plan& plan, Measurement& measurement, const JobContext& job, MetricSet set) {
    return reopened(countOnce(plan, measurement, job, set));
}

Result<Measurement> Gpu::timeOnce(const Plan& plan, const MeasureOptions& options, const JobContext& job,
                                  const WhenTimed& timed) {
    if (!needsGpu(plan)) return measureOnHost(plan, options, job);
    if (const auto there = mustBeThere(); !there) return fail(there.error());
    m_reader.reset();  // no times while the profiler is attached
    return cuda::guarded([&] {
        using Clock = std::chrono::steady_clock;
        CudaExecutor executor(m_session, options.hangLimit);
        PlanRun run(plan, executor);
        const JobContext quiet{job.stop, {}};
        const auto begun = Clock::now();
        cuda::orThrow(run.begin());
        for (const Step& step : plan.steps) cuda::orThrow(run.step(step, quiet));
        cuda::orThrow(run.end());
        // All launches of a sample are waited for together. They have been seen to end.
        const std::chrono::duration<double> firstRun = Clock::now() - begun;
        executor.setHangLimit(options.hangLimit + 20 * firstRun.count());
        const auto when = canCheckBeside(plan) ? std::launch::async : std::launch::deferred;
        auto checked = std::async(when, [&] { return checkResult(plan, run.host(), quiet, options.checkOperations); });
        if (when == std::launch::deferred) checked.wait();
        Measurement measurement;
        measurement.countersMissing = textOf("counters.not_wanted"_id);
        const L2State l2 = takeTimes(plan, run, firstRun.count(), executor, options, job, measurement);
        if (timed) timed(measurement);
        const Result<CheckResult> check = checked.get();
        if (!check) throw cuda::CudaError(check.error());
        measurement.verdict = check->verdict;
        PartTimer timer(plan, run, &executor, l2);
        measurement.parts = sumParts(plan, timeSteps(timer, plan, partsTimeLimit(options), job));
        fitParts(plan, measurement);
        return measurement;
    });
}

Result<void> Gpu::tryCounters(MetricSet set) {
    if (const auto there = mustBeThere(); !there) return there;
    if (m_reader && m_readerSet == set) return {};
    m_reader.reset();  // the profiler takes one at a time
    if (!m_noCounters) {
        auto reader = CounterReader::open(m_session, set);
        if (reader) {
            m_reader = std::make_unique<CounterReader>(std::move(*reader));
            m_readerSet = set;
            return {};
        }
        if (reader.error().code == ErrorCode::CountersInUse) return fail(reader.error());  // that may end
        m_noCounters = reader.error();
    }
    return fail(*m_noCounters);
}

void Gpu::releaseCounters() { m_reader.reset(); }

Result<std::optional<Error>> Gpu::readCounters(const Plan& plan, Measurement& measurement, const JobContext& job,
                                               MetricSet set) {
    if (const std::string reason = uncountable(plan); !reason.empty())
        return Error(ErrorCode::NoCounters, {{"reason", reason}});
    if (const auto able = tryCounters(set); !able) return able.error();
    const L2State l2 = measurement.provenance.l2 == "warm" ? L2State::Warm : L2State::Flushed;
    CudaExecutor executor(m_session);
    auto read = m_reader->read(plan, executor, l2, job);
    if (!read) {
        if (read.error().code == ErrorCode::Cancelled) m_reader.reset();  // it was stopped within its passes
        if (!isAboutCounters(read.error().code)) return fail(read.error());
        return read.error();
    }
    measurement.counters = std::move(read->launches);
    measurement.counterPasses = m_reader->passes();
    measurement.counterReadings = read->readings;
    measurement.provenance.cupti = m_reader->cuptiVersion();
    measurement.provenance.counted = nowInUtc();
    for (const MissingMetric& metric : m_reader->missing())
        measurement.notes.push_back(
            inWords(Message("counters.missing"_id, {{"metric", metric.id}, {"reason", metric.reason}})));
    return std::optional<Error>();
}

Result<void> Gpu::countOnce(const Plan& plan, Measurement& measurement, const JobContext& job, MetricSet set) {
    if (!needsGpu(plan)) return {};
    if (const auto there = mustBeThere(); !there) return there;
    const auto missing = readCounters(plan, measurement, job, set);
    if (!missing) return fail(missing.error());
    measurement.countersMissing = *missing ? describe(**missing) : std::string();
    const std::vector<const Launch*> launches = plan.launches();
    measurement.counters.resize(launches.size());
    return cuda::guarded([&] {
        for (std::size_t i = 0; i < launches.size(); ++i)
            measurement.counters[i].merge(kernelFacts(*m_session, *launches[i]));
    });
}

Result<Measurement> Gpu::measure(const Plan& plan, const MeasureOptions& options, const JobContext& job) {
    auto measurement = time(plan, options, job);
    if (!measurement || !options.counters) return measurement;
    if (const auto counted = count(plan, *measurement, job, options.counterSet); !counted) return fail(counted.error());
    return measurement;
}

Result<Measurement> measurePlan(std::optional<Gpu>& gpu, const Plan& plan, const MeasureOptions& options,
                                const JobContext& job) {
    if (!needsGpu(plan)) return measureOnHost(plan, options, job);
    if (!gpu) {
        auto opened = Gpu::open();
        if (!opened) return fail(opened.error());
        gpu.emplace(std::move(*opened));
    }
    return gpu->measure(plan, options, job);
}

}  // namespace lanescope
