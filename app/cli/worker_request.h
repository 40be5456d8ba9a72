// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker is asked, read from a line of core/worker/worker_protocol.h.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/plan/plan.h"
#include "gpu/measure.h"

namespace lanescope::cli {

struct WorkerRequest {
    enum class Verb { Hello, Measure, Cancel };
    std::int64_t id = 0;
    Verb verb = Verb::Hello;
    std::string algorithm;
    Parameters parameters;
    MeasureOptions options;
    std::size_t bytes = 0;  ///< of its line
    std::stop_source stop;
};

/// What is wrong with a line, and the request that it was about, if that could be read.
struct BadRequest {
    std::optional<std::int64_t> id;
    std::string reason;
};

using ReadRequest = tl::expected<WorkerRequest, BadRequest>;
[[nodiscard]] ReadRequest readWorkerRequest(std::string_view line);

}  // namespace lanescope::cli
