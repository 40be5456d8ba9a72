// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of one configuration: its time as samples and in parts, its hardware counters, and where and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/counters.h"
#include "core/plan/executor.h"

namespace lanescope {

/// Where and how a measurement was made. A plan of the CPU alone names the host and no GPU.
struct Provenance {
    std::string gpu;                ///< "NVIDIA H200"; empty for a plan of the CPU alone
    std::string computeCapability;  ///< "9.0"
    std::string driver;             ///< "580.159.04"
    std::string cuda;               ///< driver API version, "13.0"
    std::string cupti;              ///< version; empty if counters were not had
    std::string date;               ///< ISO 8601, UTC
    std::string lanescope;          ///< our version
    double smClockHz = 0;           ///< median of what was read while measuring; 0 = unknown
    double memoryClockHz = 0;
    bool throttled = false;      ///< the driver said so, or samples were dropped for it
    std::string l2;              ///< state of the L2 cache before each sample: "flushed" or "warm"; empty without a GPU
    std::string host;            ///< name of the CPU: "Intel(R) Xeon(R) Platinum 8480+"; set where the CPU takes part
    std::optional<bool> ecc;     ///< is error correction on? nothing = the GPU has none, or it is unknown
    std::string mode;            ///< "cold": caches flushed before each sample; "hot": the same has just run
    double smClockHzLowest = 0;  ///< of all readings; 0 = unknown
    double smClockHzHighest = 0;
    std::string counted;  ///< when counters were read, as `date`; empty if they were not, see countedAsTimed()
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// One kind of work of a plan, summed over its steps; seconds of all these steps together. `name` is an Estimate's
/// term: "kernel NAME" for each kernel's entry, "copy to device", "copy from device", "copy on device", "fill",
/// "library NAME", "host NAME", "launch gaps".
struct MeasuredPart {
    std::string name;
    std::uint64_t steps = 0;  ///< of the plan; for "launch gaps": the gaps between launches
    double median = 0;
    double lowerQuartile = 0;
    double upperQuartile = 0;
    std::uint64_t runs = 0;  ///< that median and quartiles are of; 0 = unknown, or not taken by itself (launch gaps)
    friend bool operator==(const MeasuredPart&, const MeasuredPart&) = default;
};

/// Linear bins from the least to the greatest of all samples, both ends included.
struct Histogram {
    double from = 0;  ///< seconds
    double to = 0;
    std::vector<std::uint32_t> counts;
    friend bool operator==(const Histogram&, const Histogram&) = default;
};

/// Time of a plan over several runs: what Plan::timed says. The parts are of all its steps, copies included; those of
/// launches, calls of libraries and the gaps between them make up the time of a plan whose launches are timed.
struct Measurement {
    std::vector<double> seconds;  ///< samples as taken; of very many an even choice
    double median = 0;            ///< of all samples, like the quartiles
    double lowerQuartile = 0;
    double upperQuartile = 0;
    /// Per launch, from separate passes. Where the profiler cannot be had, what the driver tells without it
    /// (registers_per_thread and the like); empty if nobody asked for counters.
    std::vector<Counters> counters;
    std::string countersMissing;  ///< why the profiler's are not there; empty if they are
    CheckResult::Verdict verdict = CheckResult::Verdict::NotChecked;  ///< of the result on the GPU
    Provenance provenance;
    Origin origin = Origin::Measured;    ///< Replayed when it comes from a recording
    std::uint64_t samplesTaken = 0;      ///< those that count; `seconds` may hold fewer
    std::uint64_t throttledSamples = 0;  ///< taken and dropped, because the GPU was slowed down
    std::uint64_t batch = 1;             ///< runs of the plan's launches in a sample, which is their mean; 1 = single
    std::optional<Histogram> histogram;
    std::vector<MeasuredPart> parts;  ///< in the order in which the plan comes to them; empty in old recordings
    std::vector<std::string> notes;   ///< sentences: a clock that changed meanwhile, ECC errors, …
    std::size_t counterPasses = 0;    ///< runs that its counters take, each of other ones; 0 = unknown or none
    /// How often they were read; of several `counters` holds the middle. 0 = none; 1 in old recordings.
    std::size_t counterReadings = 0;
    friend bool operator==(const Measurement&, const Measurement&) = default;
};

/// Were its counters read with the caches as they are when it is timed? Before 2026-11-30 each launch was replayed by
/// itself, and what it found in them nobody knows.
[[nodiscard]] inline bool countedAsTimed(const Measurement& measurement) {
    return !measurement.provenance.counted.empty();
}

/// Quartiles by linear interpolation between order statistics (R's type 7).
struct Quartiles {
    double lower = 0;
    double median = 0;
    double upper = 0;
};
/// All 0 without samples.
[[nodiscard]] Quartiles quartilesOf(std::vector<double> samples);

/// Sets median, quartiles and samplesTaken from `seconds`. Without samples all are 0.
void summarise(Measurement& measurement);

/// Sets all that is told of samples (seconds, samplesTaken, median, quartiles, histogram) from all that count. No more
/// than `most` are kept in `seconds`.
void setSamples(Measurement& measurement, const std::vector<double>& all, std::size_t most = 200);

/// Nothing without samples. All are in one bin if they are equal.
[[nodiscard]] std::optional<Histogram> histogramOf(const std::vector<double>& samples, std::size_t bins = 20);

/// One line of JSON, for the worker's protocol.
[[nodiscard]] std::string toJson(const Measurement& measurement);
/// Reads what toJson(Measurement) wrote; `source` stands for the file in an error. Error: MalformedFile.
[[nodiscard]] Result<Measurement> measurementFromJson(std::string_view json, const std::string& source);

}  // namespace lanescope
