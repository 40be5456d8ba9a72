// SPDX-License-Identifier: GPL-3.0-or-later
// One configuration on the GPU: its result checked, its time sampled, its counters read in a pass of their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/study/study.h"
#include "gpu/cuda_session.h"
#include "gpu/measure_host.h"
#include "gpu/measure_options.h"

namespace lanescope {

class CounterReader;

/// Measures plans on one GPU, one after the other. Keeps the context and the compiled modules between them. Not for
/// several threads at once.
class Gpu {
public:
    /// Errors: NoDriver, NoDevice, CudaFailure.
    [[nodiscard]] static Result<Gpu> open(int ordinal = 0);
    ~Gpu();
    Gpu(Gpu&&) noexcept;
    Gpu& operator=(Gpu&&) = delete;

    [[nodiscard]] const GpuDevice& device() const { return m_device; }
    /// After a kernel that hung, or after a fault where the driver refuses this process for good; every further call
    /// then fails with CudaFailure, and only a new process can measure.
    [[nodiscard]] bool lost() const { return m_session == nullptr; }

    /// Time and result, then counters if asked for; where those cannot be had, countersMissing says why. A kernel that
    /// fails on the GPU is the error KernelFault; the GPU is then opened anew, see lost().
    /// Errors: those of CudaExecutor; Cancelled.
    [[nodiscard]] Result<Measurement> measure(const Plan& plan, const MeasureOptions& options, const JobContext& job);
    /// The two halves of measure(), so that a recording can take all times before the profiler is attached.
    /// `timed` is told the samples as soon as they are taken, of check and parts nothing yet; not for a plan of the CPU
    /// alone.
    using WhenTimed = std::function<void(const Measurement&)>;
    [[nodiscard]] Result<Measurement> time(const Plan& plan, const MeasureOptions& options, const JobContext& job,
                                           const WhenTimed& timed = {});
    /// Adds counters to a measurement; where the profiler cannot be had, why, and what the driver alone tells of the
    /// kernels. Errors: Cancelled, KernelFault.
    [[nodiscard]] Result<void> count(const Plan& plan, Measurement& measurement, const JobContext& job,
                                     MetricSet set = MetricSet::Default);
    /// Can counters be read here? The error says why not: NoCounters, CounterPermission, CountersInUse.
    [[nodiscard]] Result<void> tryCounters(MetricSet set = MetricSet::Default);
    /// Detaches the profiler, which only one process can have at a time.
    void releaseCounters();

private:
    explicit Gpu(std::shared_ptr<CudaSession> session);
    /// Fault or not, what comes next finds an opened GPU or none.
    template <typename T>
    Result<T> reopened(Result<T> result);
    [[nodiscard]] Result<void> mustBeThere() const;
    Result<Measurement> timeOnce(const Plan& plan, const MeasureOptions& options, const JobContext& job,
                                 const WhenTimed& timed);
    Result<void> countOnce(const Plan& plan, Measurement& measurement, const JobContext& job, MetricSet set);
    /// Why there are no counters; else they are added.
    Result<std::optional<Error>> readCounters(const Plan& plan, Measurement& measurement, const JobContext& job,
                                              MetricSet set);

    GpuDevice m_device;
    std::shared_ptr<CudaSession> m_session;  ///< none = lost
    std::unique_ptr<CounterReader> m_reader;
    MetricSet m_readerSet = MetricSet::Default;
    std::optional<Error> m_noCounters;  ///< why the reader could not be opened
};

/// Measures on the GPU, which is opened at the first plan that needs one; plans of the CPU alone need none
/// (measure_host.h). Errors: those of Gpu::open and Gpu::measure.
[[nodiscard]] Result<Measurement> measurePlan(std::optional<Gpu>& gpu, const Plan& plan, const MeasureOptions& options,
                                              const JobContext& job);

}  // namespace lanescope
