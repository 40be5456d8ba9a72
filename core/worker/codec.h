// SPDX-License-Identifier: GPL-3.0-or-later
// Messages to lines and back. Within the limits of protocol.h what is written is read as it was, and what was read is
// the same once it is written and read again (but for the order of a request's parameters).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/worker/messages.h"

namespace lanescope::worker {

/// One line, with its end. What is no UTF-8 becomes a replacement sign, and of a time left that is no finite number is
/// said that there is none; other numbers must be finite. An answer that would be longer than kAnswerLimit is an error
/// in its place.
[[nodiscard]] std::string write(const Request& request);
[[nodiscard]] std::string write(const Answer& answer);

/// What is wrong with a line (WorkerProtocol), and the request that it was about, if that could be read.
struct BadRequest {
    std::optional<std::int64_t> id;
    Error error;
};

// Lines, with or without their end. They may come from another program on another machine: nothing of them is trusted.

[[nodiscard]] tl::expected<Request, BadRequest> readRequest(std::string_view line);
/// Error: WorkerProtocol, also for a line in a version that is not spoken here.
[[nodiscard]] Result<Answer> readAnswer(std::string_view line);

}  // namespace lanescope::worker
