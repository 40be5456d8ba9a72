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

/// A study that uses every field of the versions that sessions and studies were kept of.
inline Study exampleStudy() {
    Measurement measurement;
    setSamples(measurement, {1.5e-5, 1.25e-5, 1.75e-5, 1.5e-5}, 3);
    measurement.throttledSamples = 2;
    measurement.batch = 16;
    measurement.parts = {{"copy to device", 2, 3e-4, 2e-4, 5e-4, 5},
                         {"kernel tiled<16, float>", 1, 1.5e-5, 1e-5, 2e-5}};
    measurement.notes = {"The memory clock changed meanwhile."};
    measurement.counters = {{{"global_load_sectors", 8192}, {"global_load_efficiency", 56.25}}, {}};
    measurement.counterPasses = 6;
    measurement.counterReadings = 1;
    measurement.verdict = CheckResult::Verdict::Correct;
    measurement.provenance = {.gpu = "NVIDIA H200",
                              .computeCapability = "9.0",
                              .driver = "580.159.04",
                              .cuda = "13.0",
                              .cupti = "2026.1",
                              .date = "2026-11-20T18:00:00Z",
                              .lanescope = "0.1.0",
                              .smClockHz = 1.98e9,
                              .memoryClockHz = 3.2e9,
                              .throttled = true,
                              .l2 = "flushed",
                              .host = "A CPU of tests",
                              .ecc = true,
                              .mode = "cold",
                              .smClockHzLowest = 1.2e9,
                              .smClockHzHighest = 1.98e9,
                              .counted = {}};

    StudyEntry entry =
        entryOf("matmul.tiled", {{"variant", "corrected"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
    entry.emulated = {{{"barriers", 1024}, {"global_load_efficiency", 1.0 / 3}}};
    entry.emulatedSampled = true;
    entry.measurement = measurement;
    Estimate estimate{"thesis", "c2070", 0.3, {}, {"All blocks are equal."}, "Not Fermi.", 0.25};
    estimate.terms = {{"memory", 0.4},
                      {"compute", 0.1, 1.15e8, "rounds · C_comp", "kernel k"},
                      {"hidden by overlap", -0.2, {}, "", "kernel k"}};
    estimate.caseTaken = "C_mem ≥ C_comp";
    estimate.inputs = {{"N_C", "cores_per_sm", 32, "", EstimateInput::From::Gpu, "004 section 5.3"}};
    entry.estimates = {estimate};

    Study study;
    study.title = "An example: \"quoted\", Übung";
    study.entries = {entry, entryOf("matmul.global", {{"n", "8"}})};
    return study;
}

}  // namespace lanescope
