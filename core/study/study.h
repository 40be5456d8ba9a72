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
#include "core/study/measurement.h"
#include "core/study/shard.h"

namespace lanescope {

class Algorithm;
struct GpuSpec;

struct StudyEntry {
    std::string algorithm;
    Parameters parameters;
    std::vector<Counters> emulated;  ///< per launch
    bool emulatedSampled = false;
    std::optional<Measurement> measurement;
    std::vector<Estimate> estimates;
};

struct Study {
    /// Of files with shards; others are written as 2. Read as well: 1, whose measurements tell nothing of parts,
    /// dropped samples, batches, passes and notes.
    static constexpr int kVersion = 3;
    std::string title;
    std::optional<ShardNote> shard;  ///< of a sweep, if it is one
    std::vector<StudyEntry> entries;

    /// Entry of this configuration; nullptr if there is none. Parameters are compared as name → value sets.
    [[nodiscard]] const StudyEntry* find(std::string_view algorithm, const Parameters& parameters) const;
};

[[nodiscard]] std::string toJson(const Study& study);
/// Errors: MalformedFile with file and place, UnsupportedVersion.
[[nodiscard]] Result<Study> studyFromJson(std::string_view json, const std::string& file);

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
    std::string metric;  ///< metric id, or "time" (seconds), "static_shared_bytes", "achieved_occupancy", …
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
    [[nodiscard]] std::vector<PublishedValue> find(const Algorithm& algorithm, const Parameters& parameters) const;
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

    /// Times of kernels like ours that others published on GPUs of resources/gpus: what is the documents' alone above
    /// knows nothing of them. Of each, `gpu` is the GPU's id, `document` who published it.
    [[nodiscard]] const std::vector<Row>& elsewhere() const { return m_elsewhere; }
    /// All times that were published on this GPU, by its title in the documents and by its id elsewhere: as if they
    /// had been measured there, but with Origin::Published, and the source and what is to be said of it as notes.
    [[nodiscard]] Study timesOn(const GpuSpec& gpu) const;

private:
    std::vector<Row> m_rows;
    std::vector<Row> m_elsewhere;
};

}  // namespace lanescope
