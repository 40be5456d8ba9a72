// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/words.h"
#include "core/study/json_parts.h"
#include "core/worker/codec.h"
#include "core/worker/protocol.h"

namespace lanescope::worker {
namespace {

// ---- requests

bool spoken(const JsonReader& version) {
    return version.isNumber() &&
           std::ranges::any_of(worker::kSpoken, [number = version.asNumber()](int known) { return number == known; });
}

/// A hello offers all versions that its sender speaks; whatever else is said, is said in one.
void checkVersion(const JsonReader& request, const std::string& verb) {
    if (request.has("v") && spoken(request.member("v"))) return;
    if (verb == "hello" && request.has("versions") && std::ranges::any_of(request.list("versions"), spoken)) return;
    const bool number = request.has("v") && request.member("v").isNumber();
    request.reject(
        inWords(Message("worker.other_version"_id, {{"lanescope", LANESCOPE_VERSION},
                                                    {"ours", worker::kProtocol},
                                                    {"theirs", number ? Message::plain(request.member("v").asWord())
                                                                      : Message("worker.no_version"_id)}})),
        "v");
}

std::size_t readSamples(const JsonReader& value) {
    constexpr auto kMost = static_cast<std::int64_t>(kMostSamples);
    const std::int64_t samples = value.asInteger();
    if (samples < 0 || samples > kMost) value.reject(inWords(Message("worker.samples"_id, {{"most", kMost}})));
    return static_cast<std::size_t>(samples);
}

double readSeconds(const JsonReader& value) {
    constexpr double kLongest = 86400;
    const double seconds = value.asNumber();
    if (!(seconds >= 0 && seconds <= kLongest)) value.reject(textOf("worker.seconds"_id));
    return seconds;
}

void readOption(const std::string& name, const JsonReader& value, MeasureChoice& choice) {
    if (name == "counters") {
        choice.counters = value.asBoolean();
    } else if (name == "all_counters") {
        choice.counterSet = value.asBoolean() ? MetricSet::Whole : MetricSet::Default;
    } else if (name == "samples") {
        choice.samples = readSamples(value);
    } else if (name == "time_limit") {
        choice.timeLimit = readSeconds(value);
    } else if (name == "hang_limit") {
        choice.hangLimit = readSeconds(value);
        if (choice.hangLimit == 0) value.reject(textOf("worker.no_time"_id));
    } else if (name == "l2") {
        const std::string state = value.asText();
        choice.l2 = state == "warm" ? L2State::Warm : L2State::Flushed;
        if (state != "warm" && state != "flushed") value.reject(textOf("worker.l2"_id));
    } else {
        value.reject(textOf("worker.no_option"_id));
    }
}

Measure readMeasure(const JsonReader& request) {
    Measure measure;
    measure.algorithm = request.text("algorithm");
    if (request.has("parameters"))
        for (const auto& [name, value] : request.object("parameters").members())
            measure.parameters.add(name, value.asWord());
    if (request.has("options"))
        for (const auto& [name, value] : request.object("options").members()) readOption(name, value, measure.choice);
    return measure;
}

Assemble readAssemble(const JsonReader& request) {
    Assemble assemble{request.text("module"), request.text("ptx"), {}};
    for (const JsonReader& architecture : request.list("architectures"))
        assemble.architectures.push_back(architecture.asText());
    return assemble;
}

decltype(Request::verb) readVerb(const JsonReader& request) {
    const std::string verb = request.text("verb");
    checkVersion(request, verb);
    if (verb == "hello") return Hello{};
    if (verb == "measure") return readMeasure(request);
    if (verb == "machine_code") return readAssemble(request);
    if (verb != "cancel") request.reject(textOf("worker.verb"_id), "verb");
    return Cancel{};
}

Error nonsense(const Message& reason) { return Error(ErrorCode::WorkerProtocol, {{"reason", inWords(reason)}}); }

// ---- answers

std::string textOrNothing(const JsonReader& object, std::string_view key) {
    return object.has(key) ? object.text(key) : std::string();
}

Machine readMachine(const JsonReader& event) {
    Machine machine;
    machine.lanescope = textOrNothing(event, "lanescope");
    if (event.has("gpu")) {
        const JsonReader gpu = event.object("gpu");
        machine.gpu = Machine::Gpu{gpu.text("name"), textOrNothing(gpu, "compute_capability"),
                                   textOrNothing(gpu, "driver"), textOrNothing(gpu, "cuda")};
    }
    machine.gpuMissing = textOrNothing(event, "gpu_missing");
    machine.countersMissing = textOrNothing(event, "counters_missing");
    return machine;
}

Measured readMeasured(const JsonReader& event) {
    StudyEntry entry = readMeasuredEntry(event);
    return {std::move(entry.algorithm), std::move(entry.parameters), std::move(*entry.measurement)};
}

Progress readProgress(const JsonReader& event) {
    Progress progress{textOrNothing(event, "phase"), event.number("fraction"), {}};
    if (progress.fraction < 0 || progress.fraction > 1) event.reject(textOf("worker.fraction"_id), "fraction");
    if (event.has("seconds_left")) progress.secondsLeft = readNonNegative(event, "seconds_left");
    if (event.has("measurement")) progress.timed = readMeasured(event);
    return progress;
}

Assembled readAssembled(const JsonReader& event) {
    const std::string digits = event.text("packed");
    Assembled assembled;
    unsigned byte = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const std::size_t digit = kDigits.find(digits[i]);
        if (digit == std::string_view::npos || digits.size() % 2 != 0) {
            event.reject(textOf("worker.packed"_id), "packed");
            return {};
        }
        byte = byte << 4 | static_cast<unsigned>(digit);
        if (i % 2 != 0) assembled.packed += static_cast<char>(byte);
    }
    return assembled;
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

tl::expected<Request, BadRequest> readRequest(std::string_view line) {
    const auto bad = [](std::optional<std::int64_t> id, const Error& error) {
        return tl::unexpected(BadRequest{
            id, nonsense(Message("worker.bad_request"_id,
                                 {{"place", error.arguments.at("place")}, {"reason", error.arguments.at("reason")}}))});
    };
    const Result<JsonReader> reader = JsonReader::parse(line, "request", kRequestJson);
    if (!reader) return bad({}, reader.error());
    const std::int64_t id = reader->integer("id");
    if (reader->failed()) return bad({}, reader->error());
    Request request{id, readVerb(*reader)};
    if (reader->failed()) return bad(id, reader->error());
    return request;
}

Result<Answer> readAnswer(std::string_view line) {
    const auto malformed = [](const Error& error) {
        return fail(nonsense(Message("worker.bad_answer"_id, {{"place", error.arguments.at("place")},
                                                              {"reason", error.arguments.at("reason")}})));
    };
    const Result<JsonReader> event = JsonReader::parse(line, "answer", kAnswerJson);
    if (!event) return malformed(event.error());
    const JsonReader version = event->member("v");
    if (event->failed()) return malformed(event->error());
    if (!version.isNumber() || version.asNumber() != kProtocol)
        return fail(nonsense(Message("worker.answers_in_other_version"_id,
                                     {{"theirs", version.isNumber() ? version.asWord() : "?"}, {"ours", kProtocol}})));

    Answer answer;
    if (event->has("id")) answer.id = event->integer("id");
    const std::string kind = event->text("event");
    if (kind == "hello")
        answer.event = readMachine(*event);
    else if (kind == "progress")
        answer.event = readProgress(*event);
    else if (kind == "result")
        answer.event = readMeasured(*event);
    else if (kind == "machine_code")
        answer.event = readAssembled(*event);
    else if (kind == "error")
        answer.event = readFailure(*event);
    else
        event->reject(textOf("worker.event"_id), "event");
    if (event->failed()) return malformed(event->error());
    return answer;
}

}  // namespace lanescope::worker
