// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/study/worker_protocol.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Reads a request's fields; throws std::runtime_error with what is wrong, as people read it.
class RequestReader {
public:
    explicit RequestReader(const Json& json) : m_json(json) {}

    WorkerRequest read() const {
        WorkerRequest request;
        request.id = m_json.at("id").get<std::int64_t>();
        request.options.hangLimit = worker::kHangLimit;
        const std::string verb = text(m_json, "verb");
        checkVersion(verb);
        if (verb == "hello") {
            request.verb = WorkerRequest::Verb::Hello;
        } else if (verb == "cancel") {
            request.verb = WorkerRequest::Verb::Cancel;
        } else if (verb == "measure") {
            request.verb = WorkerRequest::Verb::Measure;
            readMeasure(request);
        } else {
            throw std::runtime_error("there is no verb \"" + verb + "\"; known: hello, measure, cancel");
        }
        return request;
    }

private:
    static bool spoken(const Json& version) {
        return std::ranges::any_of(worker::kSpoken, [&](int known) { return version == known; });
    }

    /// A hello offers all versions that its sender speaks; whatever else is said, is said in one.
    void checkVersion(const std::string& verb) const {
        const Json offered = verb == "hello" ? m_json.value("versions", Json::array()) : Json::array();
        if (spoken(m_json.value("v", Json())) || std::ranges::any_of(offered, spoken)) return;
        throw std::runtime_error(
            "this worker (Lanescope " LANESCOPE_VERSION ") speaks version " + std::to_string(worker::kProtocol) +
            " of the worker's protocol, and was spoken to in " + m_json.value("v", Json()).dump().substr(0, 20));
    }

    static std::string text(const Json& object, const char* key) {
        if (!object.contains(key) || !object[key].is_string())
            throw std::runtime_error(std::string("\"") + key + "\" must be a text");
        return object[key].get<std::string>();
    }

    void readMeasure(WorkerRequest& request) const {
        request.algorithm = text(m_json, "algorithm");
        const Json parameters = m_json.value("parameters", Json::object());
        if (!parameters.is_object()) throw std::runtime_error("\"parameters\" must be an object");
        for (const auto& [name, value] : parameters.items()) {
            if (!value.is_string() && !value.is_number())
                throw std::runtime_error("parameter \"" + name + "\" must be a text");
            request.parameters.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
        }
        const Json options = m_json.value("options", Json::object());
        if (!options.is_object()) throw std::runtime_error("\"options\" must be an object");
        for (const auto& [name, value] : options.items()) readOption(name, value, request);
    }

    static void readOption(const std::string& name, const Json& value, WorkerRequest& request) {
        constexpr double kLongest = 86400;
        const bool seconds = value.is_number() && value.get<double>() >= 0 && value.get<double>() <= kLongest;
        MeasureOptions& options = request.options;
        if (name == "counters" && value.is_boolean())
            options.counters = value.get<bool>();
        else if (name == "all_counters" && value.is_boolean())
            options.counterSet = value.get<bool>() ? MetricSet::Whole : MetricSet::Default;
        else if (name == "samples" && value.is_number_unsigned() && value.get<std::size_t>() <= 100000)
            options.stopwatch.exactSamples = value.get<std::size_t>();
        else if (name == "time_limit" && seconds)
            options.stopwatch.timeLimit = value.get<double>();
        else if (name == "hang_limit" && seconds && value.get<double>() > 0)
            options.hangLimit = value.get<double>();
        else if (name == "l2" && (value == "flushed" || value == "warm"))
            options.stopwatch.l2 = value == "warm" ? L2State::Warm : L2State::Flushed;
        else
            throw std::runtime_error("option \"" + name + "\" is not known or its value is not possible");
    }

    const Json& m_json;
};

}  // namespace

ReadRequest readWorkerRequest(std::string_view line) {
    const auto bad = [](std::optional<std::int64_t> id, const std::string& reason) {
        return tl::unexpected(BadRequest{id, reason});
    };
    constexpr int kDeepest = 8;  // requests are flat; the library copies and deletes deep values recursively
    const auto flatEnough = [](int depth, Json::parse_event_t, const Json&) { return depth <= kDeepest; };
    const Json json = Json::parse(line, flatEnough, false);
    if (!json.is_object()) return bad({}, "a line is no JSON object");
    if (!json.contains("id") || !json["id"].is_number_integer()) return bad({}, "\"id\" must be a whole number");
    try {
        return RequestReader(json).read();
    } catch (const std::exception& wrong) {
        return bad(json["id"].get<std::int64_t>(), wrong.what());
    }
}

}  // namespace lanescope::cli
