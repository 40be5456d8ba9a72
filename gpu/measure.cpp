// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "gpu/counters.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"

namespace lanescope {
namespace {

std::string nowInUtc() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

Provenance provenanceOf(const GpuDevice& gpu, const Timing& timing, const StopwatchOptions& options) {
    Provenance p;
    p.gpu = gpu.spec.title;
    p.computeCapability = gpu.spec.computeCapability;
    p.driver = gpu.driverVersion;
    p.cuda = gpu.cudaVersion;
    p.date = nowInUtc();
    p.lanescope = LANESCOPE_VERSION;
    p.smClockHz = timing.clocks.smClockHz;
    p.memoryClockHz = timing.clocks.memoryClockHz;
    p.throttled = timing.clocks.throttled;
    p.l2 = options.l2 == L2State::Flushed ? "flushed" : "warm";
    return p;
}

/// Why there are no counters of such a plan; empty if there are.
std::string uncountable(const Plan& plan) {
    if (plan.launches().empty()) return "this algorithm launches no kernel of ours";
    const auto isCall = [](const Step& step) { return std::holds_alternative<LibraryStep>(step); };
    if (std::ranges::any_of(plan.steps, isCall)) return "cuBLAS launches kernels of its own between those of the plan";
    return {};
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
    return fail(ErrorCode::CudaFailure, {{"call", "this process"},
                                         {"reason", "a kernel fault before cost it the GPU. Start the program anew"}});
}

Result<Measurement> Gpu::time(const Plan& plan, const MeasureOptions& options, const JobContext& job) {
    return reopened(timeOnce(plan, options, job));
}

Result<void> Gpu::count(const Plan& plan, Measurement& measurement, const JobContext& job) {
    return reopened(countOnce(plan, measurement, job));
}

Result<Measurement> Gpu::timeOnce(const Plan& plan, const MeasureOptions& options, const JobContext& job) {
    if (const auto there = mustBeThere(); !there) return fail(there.error());
    m_reader.reset();  // no times while the profiler is attached
    CudaExecutor executor(m_session);
    const JobContext quiet{job.stop, {}};
    const Result<HostBuffers> after = runPlan(plan, executor, quiet);
    if (!after) return fail(after.error());
    const Result<CheckResult> check = checkResult(plan, *after, quiet, options.checkOperations);
    if (!check) return fail(check.error());
    return cuda::guarded([&] {
        const Timing timing = timeLaunches(plan, executor, options.stopwatch, job);
        Measurement measurement;
        measurement.seconds = timing.seconds;
        summarise(measurement);
        measurement.verdict = check->verdict;
        measurement.provenance = provenanceOf(m_session->gpu(), timing, options.stopwatch);
        measurement.countersMissing = "not asked for";
        return measurement;
    });
}

Result<void> Gpu::tryCounters() {
    if (const auto there = mustBeThere(); !there) return there;
    if (m_reader) return {};
    if (!m_noCounters) {
        auto reader = CounterReader::open(m_session);
        if (reader) {
            m_reader = std::make_unique<CounterReader>(std::move(*reader));
            return {};
        }
        m_noCounters = reader.error();
    }
    return fail(*m_noCounters);
}

Result<void> Gpu::countOnce(const Plan& plan, Measurement& measurement, const JobContext& job) {
    if (const auto there = mustBeThere(); !there) return there;
    if (const std::string reason = uncountable(plan); !reason.empty()) {
        measurement.countersMissing = describe(Error(ErrorCode::NoCounters, {{"reason", reason}}));
        return {};
    }
    if (const auto able = tryCounters(); !able) {
        measurement.countersMissing = describe(able.error());
        return {};
    }
    CudaExecutor executor(m_session);
    auto counters = m_reader->read(plan, executor, job);
    if (!counters) {
        const ErrorCode code = counters.error().code;
        if (code != ErrorCode::NoCounters && code != ErrorCode::CounterPermission) return fail(counters.error());
        measurement.countersMissing = describe(counters.error());
        return {};
    }
    measurement.counters = std::move(*counters);
    measurement.countersMissing.clear();
    measurement.provenance.cupti = m_reader->cuptiVersion();
    return {};
}

Result<Measurement> Gpu::measure(const Plan& plan, const MeasureOptions& options, const JobContext& job) {
    auto measurement = time(plan, options, job);
    if (!measurement || !options.counters) return measurement;
    if (const auto counted = count(plan, *measurement, job); !counted) return fail(counted.error());
    return measurement;
}

}  // namespace lanescope
