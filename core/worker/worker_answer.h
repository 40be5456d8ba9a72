// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker answers, read from a line of worker_protocol.h. The worker may be another program on another machine:
// nothing that it writes is trusted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/study/study.h"

namespace lanescope::worker {

/// What the worker says of its machine.
struct Hello {
    std::string gpu;              ///< name; empty if there is none
    std::string gpuMissing;       ///< why
    std::string countersMissing;  ///< why hardware counters cannot be read; empty if they can
};

struct Progress {
    std::string phase;                  ///< "time" or "counters"
    double fraction = 0;                ///< of the phase, in [0, 1]
    std::optional<double> secondsLeft;  ///< of this measurement; an estimate
};

struct Failure {
    Error error;        ///< a code that is not known here is WorkerProtocol with the worker's sentence
    bool ends = false;  ///< the worker ends right after it
};

struct Answer {
    std::optional<std::int64_t> id;  ///< none: it answers no request that could be read
    std::variant<Hello, Progress, StudyEntry, Failure> event;
};

/// Error: WorkerProtocol, also for a line in a version that is not spoken here.
[[nodiscard]] Result<Answer> readAnswer(std::string_view line);

}  // namespace lanescope::worker
