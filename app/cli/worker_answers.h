// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

#include "core/worker/messages.h"

namespace lanescope::cli {

/// Writes the worker's answers (core/worker/codec.h); may be used by all threads. An answer that cannot be written ends
/// the process.
class WorkerAnswers {
public:
    explicit WorkerAnswers(std::ostream& out) : m_out(out) {}
    void send(const worker::Answer& answer);
    void error(std::optional<std::int64_t> id, const Error& error, bool ends = false);
    void protocolError(std::optional<std::int64_t> id, const std::string& reason);

private:
    std::ostream& m_out;
    std::mutex m_mutex;
};

}  // namespace lanescope::cli
