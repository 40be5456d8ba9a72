// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/base/words.h"
#include "core/study/json_parts.h"
#include "core/worker/codec.h"
#include "core/worker/protocol.h"

namespace lanescope::worker {
namespace {

/// Members of requests are in the order of their names, those of answers as protocol.h lists them.
using Sorted = nlohmann::json;
using Json = nlohmann::ordered_json;

template <typename Value>
std::string lineOf(const Value& json) {
    return json.dump(-1, ' ', false, Value::error_handler_t::replace) + '\n';
}

template <typename Value>
Value objectOf(const Parameters& parameters) {
    Value object = Value::object();
    for (const auto& [name, value] : parameters) object[name] = value;
    return object;
}

/// What is as it would be anyway may be unknown to a worker that is older than the option, and is left out.
Sorted optionsOf(const MeasureChoice& choice) {
    Sorted options{{"counters", choice.counters},
                   {"time_limit", choice.timeLimit},
                   {"l2", choice.l2 == L2State::Warm ? "warm" : "flushed"},
                   {"hang_limit", choice.hangLimit}};
    if (choice.counterSet == MetricSet::Whole) options["all_counters"] = true;
    if (choice.samples > 0) options["samples"] = choice.samples;
    return options;
}

void put(const Hello&, Sorted& line) {
    line["verb"] = "hello";
    line["versions"] = kSpoken;
}

void put(const Measure& measure, Sorted& line) {
    line["verb"] = "measure";
    line["algorithm"] = measure.algorithm;
    line["parameters"] = objectOf<Sorted>(measure.parameters);
    line["options"] = optionsOf(measure.choice);
}

void put(const Assemble& assemble, Sorted& line) {
    line["verb"] = "machine_code";
    line["module"] = assemble.module;
    line["ptx"] = assemble.ptx;
    line["architectures"] = assemble.architectures;
}

void put(const Cancel&, Sorted& line) { line["verb"] = "cancel"; }

void put(const Machine& machine, Json& line) {
    line["event"] = "hello";
    line["versions"] = kSpoken;
    line["lanescope"] = machine.lanescope;
    line["gpu"] = nullptr;
    if (const auto& gpu = machine.gpu)
        line["gpu"] = {{"name", gpu->name},
                       {"compute_capability", gpu->computeCapability},
                       {"driver", gpu->driver},
                       {"cuda", gpu->cuda}};
    line["gpu_missing"] = machine.gpuMissing;
    line["counters"] = machine.countersMissing.empty();
    line["counters_missing"] = machine.countersMissing;
}

void putMeasured(const Measured& measured, Json& line) {
    line["algorithm"] = measured.algorithm;
    line["parameters"] = objectOf<Json>(measured.parameters);
    line["measurement"] = measurementToJson(measured.measurement);
}

void put(const Progress& progress, Json& line) {
    line["event"] = "progress";
    line["phase"] = progress.phase;
    line["fraction"] = progress.fraction;
    line["seconds_left"] = progress.secondsLeft ? Json(*progress.secondsLeft) : Json();
    if (progress.timed) putMeasured(*progress.timed, line);
}

void put(const Measured& measured, Json& line) {
    line["event"] = "result";
    putMeasured(measured, line);
}

void put(const Assembled& assembled, Json& line) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string packed;
    packed.reserve(2 * assembled.packed.size());
    for (const char byte : assembled.packed) {
        packed += kDigits[static_cast<unsigned char>(byte) >> 4];
        packed += kDigits[static_cast<unsigned char>(byte) & 0xf];
    }
    line["event"] = "machine_code";
    line["packed"] = std::move(packed);
}

void put(const Failure& failure, Json& line) {
    line["event"] = "error";
    line["code"] = codeName(failure.error.code);
    line["message"] = describe(failure.error);
    line["arguments"] = failure.error.arguments;
    line["ends"] = failure.ends;
}

}  // namespace

std::string write(const Request& request) {
    Sorted line{{"v", kProtocol}, {"id", request.id}};
    std::visit([&line](const auto& verb) { put(verb, line); }, request.verb);
    return lineOf(line);
}

std::string write(const Answer& answer) {
    Json json{{"v", kProtocol}, {"id", answer.id ? Json(*answer.id) : Json()}};
    std::visit([&json](const auto& event) { put(event, json); }, answer.event);
    const std::string line = lineOf(json);
    if (line.size() <= kAnswerLimit) return line;
    return write(Answer{
        answer.id,
        Failure{Error(ErrorCode::TooLarge, {{"what", textOf("worker.answer"_id)},
                                            {"needed", inWords(Message("worker.bytes"_id, {{"bytes", line.size()}}))},
                                            {"available", std::to_string(kAnswerLimit)}})}});
}

}  // namespace lanescope::worker
