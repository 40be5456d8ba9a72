// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"

namespace lanescope {

inline StudyEntry entryOf(std::string algorithm, Parameters parameters) {
    StudyEntry entry;
    entry.algorithm = std::move(algorithm);
    entry.parameters = std::move(parameters);
    return entry;
}

/// A study that uses every field.
inline Study exampleStudy() {
    Measurement measurement;
    measurement.seconds = {1.5e-5, 1.25e-5, 1.75e-5};
    summarise(measurement);
    measurement.counters = {{{"global_load_sectors", 8192}, {"global_load_efficiency", 56.25}}, {}};
    measurement.countersMissing = "";
    measurement.verdict = CheckResult::Verdict::Correct;
    measurement.provenance = {"NVIDIA H200", "9.0",  "580.159.04", "13.0", "2026.1", "2026-11-20T18:00:00Z",
                              "0.1.0",       1.98e9, 3.2e9,        true,   "flushed"};

    StudyEntry entry =
        entryOf("matmul.tiled", {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
    entry.emulated = {{{"barriers", 1024}, {"global_load_efficiency", 1.0 / 3}}};
    entry.emulatedSampled = true;
    entry.measurement = measurement;
    entry.estimates = {
        {"thesis", "c2070", 0.3, {{"memory", 0.2}, {"compute", 0.1}}, {"All blocks are equal."}, "Not Fermi.", 0.25}};

    Study study;
    study.title = "An example: \"quoted\", Übung";
    study.entries = {entry, entryOf("matmul.global", {{"n", "8"}})};
    return study;
}

}  // namespace lanescope
