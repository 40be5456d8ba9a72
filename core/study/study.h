// SPDX-License-Identifier: GPL-3.0-or-later
// A Study: one or many configurations with what was emulated, measured and estimated of them; a versioned JSON file
// that every chart and export is drawn from. A recording is a Study made on a GPU.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/metrics/counters.h"
#include "core/models/model.h"
#include "core/plan/executor.h"

namespace lanescope {

/// Where and how a measurement was made.
struct Provenance {
    std::string gpu;                ///< "NVIDIA H200"
    std::string computeCapability;  ///< "9.0"
    std::string driver;             ///< "580.159.04"
    std::string cuda;               ///< driver API version, "13.0"
    std::string cupti;              ///< version; empty if counters were not had
    std::string date;               ///< ISO 8601, UTC
    std::string lanescope;          ///< our version
    double smClockHz = 0;           ///< as read while measuring; 0 = unknown
    double memoryClockHz = 0;
    bool throttled = false;
    std::string l2;  ///< state of the L2 cache before each sample: "flushed" or "warm"
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Time of the plan's kernels together (without copies), over several runs.
struct Measurement {
    std::vector<double> seconds;  ///< one per sample, as taken
    double median = 0;
    double lowerQuartile = 0;
    double upperQuartile = 0;
    std::vector<Counters> counters;  ///< per launch, from a separate pass; empty if they could not be had
    std::string countersMissing;     ///< why, when empty
    CheckResult::Verdict verdict = CheckResult::Verdict::NotChecked;  ///< of the result on the GPU
    Provenance provenance;
    Origin origin = Origin::Measured;  ///< Replayed when it comes from a recording
};

/// Sets median and quartiles from `seconds` (linear interpolation between order statistics; R's type 7). Without samples
/// all three are 0.
void summarise(Measurement& measurement);

struct StudyEntry {
    std::string algorithm;
    Parameters parameters;
    std::vector<Counters> emulated;  ///< per launch
    bool emulatedSampled = false;
    std::optional<Measurement> measurement;
    std::vector<Estimate> estimates;
};

struct Study {
    static constexpr int kVersion = 1;
    std::string title;
    std::vector<StudyEntry> entries;

    /// Entry of this configuration; nullptr if there is none. Parameters are compared as name → value sets.
    [[nodiscard]] const StudyEntry* find(std::string_view algorithm, const Parameters& parameters) const;
};

[[nodiscard]] std::string toJson(const Study& study);
/// Errors: MalformedFile with file and place, UnsupportedVersion.
[[nodiscard]] Result<Study> studyFromJson(std::string_view json, const std::string& file);

/// One line of JSON, for the worker's protocol.
[[nodiscard]] std::string toJson(const Measurement& measurement);
/// Reads what toJson(Measurement) wrote; `source` stands for the file in an error. Error: MalformedFile.
[[nodiscard]] Result<Measurement> measurementFromJson(std::string_view json, const std::string& source);

/// All recordings of resources/recordings, each measurement's origin set to Replayed. A broken file is an error of its
/// own in `problems` and does not keep the others from being read.
struct Recordings {
    std::vector<Study> studies;
    std::vector<Error> problems;
    [[nodiscard]] const Measurement* find(std::string_view algorithm, const Parameters& parameters) const;
};
[[nodiscard]] Recordings loadRecordings(const std::string& resources);

/// One published number of the documents for a configuration.
struct PublishedValue {
    std::string metric;    ///< metric id, or "time" (seconds), "static_shared_bytes", "achieved_occupancy", …
    double value = 0;
    std::string printed;   ///< as printed: "56,25%"; empty if the value was recovered from others
    std::string document;  ///< "003 Tabela 1"
    std::string gpu;       ///< "NVIDIA GTX 1050"
    std::string note;      ///< likely misprint, or what is known of it
};

/// What the documents publish of the matrix multiplications (resources/published).
class Published {
public:
    /// Errors: CannotOpen, MalformedFile.
    [[nodiscard]] static Result<Published> load(const std::string& resources);
    /// Numbers for this configuration. What a document measured with the kernel as published is given for the corrected
    /// one too, and its note says so. A parameter that a document leaves open matches every value.
    [[nodiscard]] std::vector<PublishedValue> find(std::string_view algorithm, const Parameters& parameters) const;
    /// All published times of an algorithm: parameters with the value.
    struct Point {
        Parameters parameters;
        PublishedValue value;
    };
    [[nodiscard]] std::vector<Point> times(std::string_view algorithm) const;

    struct Row {
        std::string algorithm;
        Parameters parameters;  ///< those that the document fixes
        PublishedValue value;
    };
    /// All numbers of an algorithm, in the documents' order.
    [[nodiscard]] std::vector<Row> rowsOf(std::string_view algorithm) const;

private:
    std::vector<Row> m_rows;
};

}  // namespace lanescope
