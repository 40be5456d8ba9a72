// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "app/cli/number_option.h"
#include "app/cli/verbs.h"
#include "app/cli/worker_queue.h"
#include "core/worker/codec.h"
#include "core/worker/protocol.h"

namespace lanescope::cli {
namespace {

/// One line into `line`; false at the end of the input. A longer line is read over and gives `tooLong`.
bool readLine(std::istream& in, std::string& line, bool& tooLong) {
    line.clear();
    tooLong = false;
    for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
        if (c == '\n') return true;
        if (line.size() < worker::kRequestLimit)
            line += static_cast<char>(c);
        else
            tooLong = true;
    }
    return !line.empty();
}

void serveLine(const std::string& line, WorkerQueue& queue, WorkerAnswers& answers) {
    auto request = worker::readRequest(line);
    if (!request) return answers.error(request.error().id, request.error().error);
    const std::int64_t id = request->id;
    if (!std::holds_alternative<worker::Cancel>(request->verb)) {
        if (!queue.add(std::move(*request), line.size()))
            answers.protocolError(id, "too many requests wait already; ask again when one of them is done");
    } else if (!queue.cancel(id)) {
        answers.protocolError(id, "there is nothing to cancel under this id");
    }
}

}  // namespace

void serveWorker(std::istream& in, std::ostream& out, double patience) {
    WorkerAnswers answers(out);
    WorkerQueue queue(answers, patience);
    std::string line;
    bool tooLong = false;
    while (readLine(in, line, tooLong)) {
        if (tooLong)
            answers.protocolError({}, "a line is longer than " + std::to_string(worker::kRequestLimit) + " bytes");
        else if (line.find_first_not_of(" \t\r") != std::string::npos)
            serveLine(line, queue, answers);
    }
}

void addWorker(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("worker", "Serve measuring requests on stdin (the window's worker)");
    const auto patience = std::make_shared<double>(worker::kPatience);
    addNumber(*verb, "--patience", *patience, {1e-3, 1e6},
              "Seconds that the driver may not return, besides what a kernel is allowed (default 120)");
    verb->callback([patience, &session] {
        session.action = [patience]() -> Result<void> {
            serveWorker(std::cin, std::cout, *patience);
            return {};
        };
    });
}

}  // namespace lanescope::cli
