// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_answers.h"

#include <cstdlib>
#include <ostream>

#include "core/base/standard_output.h"
#include "core/worker/codec.h"

namespace lanescope::cli {

void WorkerAnswers::send(const worker::Answer& answer) {
    const std::string line = worker::write(answer);
    const std::lock_guard lock(m_mutex);
    m_out << line << std::flush;
    // Nobody is there to measure for. No clean end: the main thread waits for input.
    if (!m_out) std::_Exit(exitCodeAfterOutput(EXIT_SUCCESS));
}

void WorkerAnswers::error(std::optional<std::int64_t> id, const Error& error, bool ends) {
    send({id, worker::Failure{error, ends}});
}

void WorkerAnswers::protocolError(std::optional<std::int64_t> id, const std::string& reason) {
    error(id, Error(ErrorCode::WorkerProtocol, {{"reason", reason}}));
}

}  // namespace lanescope::cli
