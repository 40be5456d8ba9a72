// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_answers.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/base/standard_output.h"
#include "core/worker/worker_protocol.h"

namespace lanescope::cli {

void WorkerAnswers::send(std::optional<std::int64_t> id, const char* event, const nlohmann::ordered_json& fields) {
    using Json = nlohmann::ordered_json;
    Json answer{{"v", worker::kProtocol}, {"id", id ? Json(*id) : Json()}, {"event", event}};
    answer.update(fields);
    const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (line.size() > worker::kAnswerLimit)
        return error(id, Error(ErrorCode::TooLarge, {{"what", "The answer"},
                                                     {"needed", std::to_string(line.size()) + " bytes"},
                                                     {"available", std::to_string(worker::kAnswerLimit)}}));
    const std::lock_guard lock(m_mutex);
    m_out << line << std::flush;
    // Nobody is there to measure for. No clean end: the main thread waits for input.
    if (!m_out) std::_Exit(exitCodeAfterOutput(EXIT_SUCCESS));
}

void WorkerAnswers::error(std::optional<std::int64_t> id, const Error& error, bool ends) {
    send(id, "error",
         {{"code", codeName(error.code)},
          {"message", describe(error)},
          {"arguments", nlohmann::ordered_json(error.arguments)},
          {"ends", ends}});
}

void WorkerAnswers::protocolError(std::optional<std::int64_t> id, const std::string& reason) {
    error(id, Error(ErrorCode::WorkerProtocol, {{"reason", reason}}));
}

}  // namespace lanescope::cli
