// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters by CUPTI's range profiler: each launch is one range. The plan is run again for each pass until all
// metrics are read, and each time the caches are as they are before a sample of its time. Never together with timing.
// Without CUPTI (at build or run time) every call says so.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/metrics/counters.h"
#include "core/metrics/dictionary.h"
#include "core/plan/plan.h"
#include "core/study/measure_choice.h"
#include "gpu/cuda_executor.h"

namespace lanescope {

/// What a chip's PerfWorks catalogue says of names; needs libcupti, but no GPU and no driver.
class PerfworksCatalogue {
public:
    /// `chip` as CUPTI names it: "GH100". Error: NoCounters with the reason.
    [[nodiscard]] static Result<PerfworksCatalogue> open(const std::string& chip);
    ~PerfworksCatalogue();
    PerfworksCatalogue(PerfworksCatalogue&&) noexcept;
    PerfworksCatalogue& operator=(PerfworksCatalogue&&) = delete;

    [[nodiscard]] bool has(std::string_view name) const;
    /// CUPTI's own description of the metric; empty if it has none of that name.
    [[nodiscard]] std::string description(std::string_view name) const;
    /// Passes that reading `names` together takes on this chip. Error: NoCounters.
    [[nodiscard]] Result<std::size_t> passes(const std::vector<std::string>& names) const;

private:
    struct Impl;
    explicit PerfworksCatalogue(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// PerfWorks name → value of one launch.
using RawCounters = std::map<std::string, double>;

/// What was read of a plan.
struct CounterReading {
    std::vector<RawCounters> launches;  ///< middlesOf() all readings; by metric ids, or by PerfWorks names
    std::size_t readings = 1;           ///< how often everything was read; more of short plans
};

/// A metric that this GPU cannot give.
struct MissingMetric {
    std::string id;
    std::string reason;  ///< a sentence
};

/// Reads the dictionary's metrics for launches on one session. While it lives the profiler is attached to the GPU, and
/// no times should be taken.
class CounterReader {
public:
    /// Reads the PerfWorks metrics of `set`, and of `more` those that the chip knows. A metric that the chip lacks, or
    /// that cannot be scheduled with the others, is missing and does not lose them. Errors: NoCounters,
    /// CounterPermission, CountersInUse.
    [[nodiscard]] static Result<CounterReader> open(std::shared_ptr<CudaSession> session,
                                                    MetricSet set = MetricSet::Default,
                                                    std::vector<std::string> more = {});
    ~CounterReader();
    CounterReader(CounterReader&&) noexcept;
    CounterReader& operator=(CounterReader&&) = delete;

    /// Runs the plan on the executor, at least once for each pass, and gives each launch's counters. `l2` is what the
    /// cache holds before the first one, as for times. Errors: NoCounters, CounterPermission, InvalidLaunch,
    /// KernelFault, CudaFailure, Cancelled.
    [[nodiscard]] Result<CounterReading> read(const Plan& plan, CudaExecutor& executor, L2State l2,
                                              const JobContext& job);

    /// The same as PerfWorks names and values, `more` included.
    [[nodiscard]] Result<CounterReading> readRaw(const Plan& plan, CudaExecutor& executor, L2State l2,
                                                 const JobContext& job);

    [[nodiscard]] std::string cuptiVersion() const;
    /// As CUPTI names it: "GH100".
    [[nodiscard]] const std::string& chip() const;
    /// How often each launch is run to read all of them.
    [[nodiscard]] std::size_t passes() const;
    /// Metrics of the set that this GPU cannot give. Those that hardware never gives are not among them.
    [[nodiscard]] const std::vector<MissingMetric>& missing() const;

private:
    struct Impl;
    explicit CounterReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// A metric with the PerfWorks names that its sum is made of.
struct MetricGroup {
    std::string id;
    std::vector<std::string> names;
};
struct ScheduledMetrics {
    std::vector<std::string> names;  ///< each once
    std::vector<MissingMetric> missing;
};
/// As many of the groups as `attempt` can schedule together; it gives why not, or nothing. Its last call with an empty
/// answer was with the names that are returned.
[[nodiscard]] ScheduledMetrics scheduleMetrics(
    const std::vector<MetricGroup>& groups, const std::function<std::string(const std::vector<std::string>&)>& attempt);

/// Makes Counters of raw PerfWorks values: dictionary sums by the names that the chip ("GH100") has, and no ratio where
/// there was nothing. `value` gives a name's value, NaN if it has none.
[[nodiscard]] Counters countersFromPerfworks(std::string_view chip,
                                             const std::function<double(std::string_view name)>& value);

}  // namespace lanescope
