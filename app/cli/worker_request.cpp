// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_request.h"

#include <algorithm>

#include "core/base/json_reader.h"
#include "core/worker/worker_protocol.h"

namespace lanescope::cli {
namespace {

constexpr JsonLimits kLimits{.bytes = worker::kRequestLimit, .values = 10'000, .depth = 8};

bool spoken(const JsonReader& version) {
    return version.isNumber() &&
           std::ranges::any_of(worker::kSpoken, [number = version.asNumber()](int known) { return number == known; });
}

/// A hello offers all versions that its sender speaks; whatever else is said, is said in one.
void checkVersion(const JsonReader& request, const std::string& verb) {
    if (request.has("v") && spoken(request.member("v"))) return;
    if (verb == "hello" && request.has("versions") && std::ranges::any_of(request.list("versions"), spoken)) return;
    const bool number = request.has("v") && request.member("v").isNumber();
    request.reject("this worker (Lanescope " LANESCOPE_VERSION ") speaks version " + std::to_string(worker::kProtocol) +
                       " of the worker's protocol, and was spoken to in " +
                       (number ? request.member("v").asWord() : "none"),
                   "v");
}

std::size_t readSamples(const JsonReader& value) {
    constexpr std::int64_t kMost = 100'000;
    const std::int64_t samples = value.asInteger();
    if (samples < 0 || samples > kMost) value.reject("it must be in 0 … " + std::to_string(kMost));
    return static_cast<std::size_t>(samples);
}

double readSeconds(const JsonReader& value) {
    constexpr double kLongest = 86400;
    const double seconds = value.asNumber();
    if (!(seconds >= 0 && seconds <= kLongest)) value.reject("it must be in 0 … 86400 s");
    return seconds;
}

void readOption(const std::string& name, const JsonReader& value, MeasureOptions& options) {
    if (name == "counters") {
        options.counters = value.asBoolean();
    } else if (name == "all_counters") {
        options.counterSet = value.asBoolean() ? MetricSet::Whole : MetricSet::Default;
    } else if (name == "samples") {
        options.stopwatch.exactSamples = readSamples(value);
    } else if (name == "time_limit") {
        options.stopwatch.timeLimit = readSeconds(value);
    } else if (name == "hang_limit") {
        options.hangLimit = readSeconds(value);
        if (options.hangLimit == 0) value.reject("no kernel can end in no time");
    } else if (name == "l2") {
        const std::string state = value.asText();
        options.stopwatch.l2 = state == "warm" ? L2State::Warm : L2State::Flushed;
        if (state != "warm" && state != "flushed") value.reject("it is either flushed or warm");
    } else {
        value.reject("no such option is known");
    }
}

void readMeasure(const JsonReader& reader, WorkerRequest& request) {
    request.algorithm = reader.text("algorithm");
    if (reader.has("parameters"))
        for (const auto& [name, value] : reader.object("parameters").members())
            request.parameters.emplace_back(name, value.asWord());
    if (reader.has("options"))
        for (const auto& [name, value] : reader.object("options").members()) readOption(name, value, request.options);
}

WorkerRequest read(const JsonReader& reader) {
    WorkerRequest request;
    request.options.hangLimit = worker::kHangLimit;
    const std::string verb = reader.text("verb");
    checkVersion(reader, verb);
    if (verb == "hello") {
        request.verb = WorkerRequest::Verb::Hello;
    } else if (verb == "cancel") {
        request.verb = WorkerRequest::Verb::Cancel;
    } else if (verb == "measure") {
        request.verb = WorkerRequest::Verb::Measure;
        readMeasure(reader, request);
    } else {
        reader.reject("it must be hello, measure or cancel", "verb");
    }
    return request;
}

}  // namespace

ReadRequest readWorkerRequest(std::string_view line) {
    const auto bad = [](std::optional<std::int64_t> id, const Error& error) {
        return tl::unexpected(BadRequest{id, error.arguments.at("place") + ": " + error.arguments.at("reason")});
    };
    const Result<JsonReader> reader = JsonReader::parse(line, "a request", kLimits);
    if (!reader) return bad({}, reader.error());
    const std::int64_t id = reader->integer("id");
    if (reader->failed()) return bad({}, reader->error());
    WorkerRequest request = read(*reader);
    if (reader->failed()) return bad(id, reader->error());
    request.id = id;
    return request;
}

}  // namespace lanescope::cli
