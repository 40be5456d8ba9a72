// SPDX-License-Identifier: GPL-3.0-or-later
// What the window and its worker say to each other, as values; protocol.h says when, and how it looks on the wire.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/plan/plan.h"
#include "core/study/measure_choice.h"
#include "core/study/measurement.h"

namespace lanescope::worker {

// What the worker is asked.

/// Who is there?
struct Hello {
    friend bool operator==(const Hello&, const Hello&) = default;
};

struct Measure {
    std::string algorithm;
    Parameters parameters;  ///< written in the order of their names
    MeasureChoice choice;
    friend bool operator==(const Measure&, const Measure&) = default;
};

/// What does ptxas make of this PTX?
struct Assemble {
    std::string module;  ///< the file's name, for errors
    std::string ptx;
    std::vector<std::string> architectures;  ///< "sm_90"
    friend bool operator==(const Assemble&, const Assemble&) = default;
};

/// Stops or takes back the request of this id.
struct Cancel {
    friend bool operator==(const Cancel&, const Cancel&) = default;
};

struct Request {
    std::int64_t id = 0;
    std::variant<Hello, Measure, Assemble, Cancel> verb;
    friend bool operator==(const Request&, const Request&) = default;
};

// What it answers.

/// To a hello: the machine that it works on.
struct Machine {
    struct Gpu {
        std::string name;
        std::string computeCapability;  ///< "9.0"
        std::string driver;
        std::string cuda;
        friend bool operator==(const Gpu&, const Gpu&) = default;
    };
    std::string lanescope;  ///< version of the worker's program
    std::optional<Gpu> gpu;
    std::string gpuMissing;       ///< why there is none, a sentence
    std::string countersMissing;  ///< why hardware counters cannot be read, a sentence; empty if they can
    friend bool operator==(const Machine&, const Machine&) = default;
};

struct Measured {
    std::string algorithm;
    Parameters parameters;  ///< all of them
    Measurement measurement;
    friend bool operator==(const Measured&, const Measured&) = default;
};

struct Progress {
    std::string phase;                  ///< "time" or "counters"
    double fraction = 0;                ///< of the phase, in [0, 1]
    std::optional<double> secondsLeft;  ///< of this measurement, 0 or more; an estimate
    std::optional<Measured> timed{};    ///< once: the times, not yet checked, without counters
    friend bool operator==(const Progress&, const Progress&) = default;
};

/// All kernels of the PTX that was asked about.
struct Assembled {
    std::string packed;  ///< the bytes of a file of machine code (core/sass/machine_file.h)
    friend bool operator==(const Assembled&, const Assembled&) = default;
};

struct Failure {
    Error error;        ///< a code that is not known here is read as WorkerProtocol with the worker's sentence
    bool ends = false;  ///< the worker ends right after it
    friend bool operator==(const Failure&, const Failure&) = default;
};

struct Answer {
    std::optional<std::int64_t> id;  ///< none: it answers no request that could be read
    std::variant<Machine, Progress, Measured, Assembled, Failure> event;
    friend bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace lanescope::worker
