// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/worker_answer.h"

#include "core/study/json_parts.h"
#include "core/worker/worker_protocol.h"

namespace lanescope::worker {
namespace {

tl::unexpected<Error> nonsense(const std::string& reason) {
    return fail(ErrorCode::WorkerProtocol, {{"reason", reason}});
}

std::string textOrNothing(const JsonReader& object, std::string_view key) {
    return object.has(key) ? object.text(key) : std::string();
}

Hello readHello(const JsonReader& event) {
    Hello hello{"", textOrNothing(event, "gpu_missing"), textOrNothing(event, "counters_missing")};
    if (event.has("gpu")) hello.gpu = event.object("gpu").text("name");
    return hello;
}

Progress readProgress(const JsonReader& event) {
    Progress progress{textOrNothing(event, "phase"), event.number("fraction"), {}};
    if (progress.fraction < 0 || progress.fraction > 1) event.reject("it must be in 0 … 1", "fraction");
    if (event.has("seconds_left")) progress.secondsLeft = readNonNegative(event, "seconds_left");
    return progress;
}

Failure readFailure(const JsonReader& event) {
    const std::string name = event.text("code");
    Failure failure{Error(ErrorCode::WorkerProtocol), event.has("ends") && event.boolean("ends")};
    for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
        const auto code = static_cast<ErrorCode>(i);
        if (codeName(code) != name) continue;
        failure.error.code = code;
        if (event.has("arguments"))
            for (const auto& [key, value] : event.object("arguments").members())
                failure.error.arguments[key] = value.asText();
        return failure;
    }
    failure.error.arguments["reason"] = event.has("message") ? event.text("message") : name;
    return failure;
}

}  // namespace

Result<Answer> readAnswer(std::string_view line) {
    const auto malformed = [](const Error& error) {
        return nonsense("an answer is wrong at " + error.arguments.at("place") + ": " + error.arguments.at("reason"));
    };
    const Result<JsonReader> event = JsonReader::parse(line, "an answer", {.bytes = kAnswerLimit});
    if (!event) return malformed(event.error());
    const JsonReader version = event->member("v");
    if (event->failed()) return malformed(event->error());
    if (!version.isNumber() || version.asNumber() != kProtocol)
        return nonsense("it speaks version " + (version.isNumber() ? version.asWord() : "?") +
                        " of the worker's protocol, and this window version " + std::to_string(kProtocol) +
                        "; both machines need the same Lanescope");

    Answer answer;
    if (event->has("id")) answer.id = event->integer("id");
    const std::string kind = event->text("event");
    if (kind == "hello")
        answer.event = readHello(*event);
    else if (kind == "progress")
        answer.event = readProgress(*event);
    else if (kind == "result")
        answer.event = readMeasuredEntry(*event);
    else if (kind == "error")
        answer.event = readFailure(*event);
    else
        event->reject("it is none of hello, progress, result and error", "event");
    if (event->failed()) return malformed(event->error());
    return answer;
}

}  // namespace lanescope::worker
