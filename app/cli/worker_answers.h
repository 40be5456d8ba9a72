// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace lanescope::cli {

/// Writes the worker's answers (core/worker/worker_protocol.h); may be used by all threads. An answer that cannot
/// be written ends the process.
class WorkerAnswers {
public:
    explicit WorkerAnswers(std::ostream& out) : m_out(out) {}
    /// An answer that is longer than a line may be becomes an error.
    void send(std::optional<std::int64_t> id, const char* event, const nlohmann::ordered_json& fields);
    void error(std::optional<std::int64_t> id, const Error& error, bool ends = false);
    void protocolError(std::optional<std::int64_t> id, const std::string& reason);

private:
    std::ostream& m_out;
    std::mutex m_mutex;
};

}  // namespace lanescope::cli
