// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/study/study.h"
#include "gpu/measure.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Writes answers; may be used by both threads.
class Answers {
public:
    explicit Answers(std::ostream& out) : m_out(out) {}
    void send(const Json& id, const char* event, Json fields) {
        Json answer{{"v", kWorkerProtocol}, {"id", id}, {"event", event}};
        answer.update(fields);
        const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        const std::lock_guard lock(m_mutex);
        m_out << line << std::flush;
    }
    void error(const Json& id, const Error& error) {
        send(id, "error",
             {{"code", codeName(error.code)}, {"message", describe(error)}, {"arguments", Json(error.arguments)}});
    }
    void protocolError(const Json& id, const std::string& reason) {
        error(id, Error(ErrorCode::WorkerProtocol, {{"reason", reason}}));
    }

private:
    std::ostream& m_out;
    std::mutex m_mutex;
};

struct Request {
    std::int64_t id = 0;
    std::string verb;
    std::string algorithm;
    Parameters parameters;
    MeasureOptions options;
    std::stop_source stop;
};

/// Reads a request's fields; throws std::runtime_error with what is wrong, as people read it.
class RequestReader {
public:
    explicit RequestReader(const Json& json) : m_json(json) {}

    Request read() const {
        Request request;
        request.id = m_json.at("id").get<std::int64_t>();
        request.verb = text(m_json, "verb");
        if (request.verb == "measure") readMeasure(request);
        return request;
    }

private:
    static std::string text(const Json& object, const char* key) {
        if (!object.contains(key) || !object[key].is_string())
            throw std::runtime_error(std::string("\"") + key + "\" must be a text");
        return object[key].get<std::string>();
    }

    void readMeasure(Request& request) const {
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
        for (const auto& [name, value] : options.items()) readOption(name, value, request.options);
    }

    static void readOption(const std::string& name, const Json& value, MeasureOptions& options) {
        const bool number = value.is_number() && value.get<double>() >= 0;
        if (name == "counters" && value.is_boolean())
            options.counters = value.get<bool>();
        else if (name == "samples" && value.is_number_unsigned() && value.get<std::size_t>() <= 100000)
            options.stopwatch.exactSamples = value.get<std::size_t>();
        else if (name == "time_limit" && number)
            options.stopwatch.timeLimit = value.get<double>();
        else if (name == "l2" && (value == "flushed" || value == "warm"))
            options.stopwatch.l2 = value == "warm" ? L2State::Warm : L2State::Flushed;
        else
            throw std::runtime_error("option \"" + name + "\" is not known or its value is not possible");
    }

    const Json& m_json;
};

/// Does the requests, one after the other, on a thread of its own (a CUDA context belongs to a thread). Its end waits
/// for those that were added.
class RequestQueue {
public:
    explicit RequestQueue(Answers& answers) : m_answers(answers), m_thread([this] { run(); }) {}
    ~RequestQueue() {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
        }
        m_change.notify_all();
        m_thread.join();
    }
    RequestQueue(const RequestQueue&) = delete;
    RequestQueue& operator=(const RequestQueue&) = delete;

    void add(Request request) {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back(std::move(request));
        }
        m_change.notify_all();
    }

    /// False if there is no such request.
    bool cancel(std::int64_t id) {
        const std::lock_guard lock(m_mutex);
        if (m_running && m_running->id == id) return m_running->stop.request_stop(), true;
        const auto found =
            std::find_if(m_waiting.begin(), m_waiting.end(), [id](const Request& request) { return request.id == id; });
        if (found == m_waiting.end()) return false;
        found->stop.request_stop();
        return true;
    }

private:
    void run() {
        while (true) {
            std::unique_lock lock(m_mutex);
            m_change.wait(lock, [this] { return m_closed || !m_waiting.empty(); });
            if (m_waiting.empty()) break;
            m_running = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            try {
                serve(*m_running);
            } catch (const std::exception& failure) {  // out of memory, for one: this request fails, the worker goes on
                m_answers.error(m_running->id, Error(ErrorCode::Internal, {{"reason", failure.what()}}));
            }
            if (m_gpu && m_gpu->lost()) endForLostGpu();
            lock.lock();
            m_running.reset();
        }
        m_gpu.reset();  // on the thread that its context belongs to
    }

    /// The driver refuses this process from now on, so a new one must take over. No clean end: the main thread waits
    /// for input.
    [[noreturn]] static void endForLostGpu() {
        std::cerr << "The worker ends: after a kernel fault the driver refuses this process.\n";
        std::_Exit(1);
    }

    void serve(const Request& request) {
        if (request.verb == "hello") return hello(request);
        const auto measurement = measure(request);
        if (!measurement) m_answers.error(request.id, measurement.error());
    }

    Result<void> openGpu() {
        if (m_gpu) return {};
        auto gpu = Gpu::open();
        if (!gpu) return fail(gpu.error());
        m_gpu.emplace(std::move(*gpu));
        return {};
    }

    void hello(const Request& request) {
        Json answer{{"lanescope", LANESCOPE_VERSION},
                    {"gpu", nullptr},
                    {"gpu_missing", ""},
                    {"counters", false},
                    {"counters_missing", ""}};
        const auto open = openGpu();
        const auto counters = open ? m_gpu->tryCounters() : open;
        if (open) {
            const GpuDevice& gpu = m_gpu->device();
            answer["gpu"] = Json{{"name", gpu.spec.title},
                                 {"compute_capability", gpu.spec.computeCapability},
                                 {"driver", gpu.driverVersion},
                                 {"cuda", gpu.cudaVersion}};
        } else {
            answer["gpu_missing"] = describe(open.error());
        }
        answer["counters"] = counters.has_value();
        if (!counters) answer["counters_missing"] = describe(counters.error());
        m_answers.send(request.id, "hello", answer);
    }

    Result<void> measure(const Request& request) {
        if (!m_catalogue) {
            auto loaded = loadCatalogue();
            if (!loaded) return fail(loaded.error());
            m_catalogue.emplace(std::move(*loaded));
        }
        const auto plan = planFor(*m_catalogue, request.algorithm, request.parameters);
        if (!plan) return fail(plan.error());
        if (request.stop.stop_requested()) return fail(ErrorCode::Cancelled);
        if (const auto open = openGpu(); !open) return open;

        using Clock = std::chrono::steady_clock;
        auto last = Clock::now() - std::chrono::seconds(1);
        const auto progress = [&](double fraction) {
            if (Clock::now() - last < std::chrono::milliseconds(100)) return;
            last = Clock::now();
            m_answers.send(request.id, "progress", {{"fraction", fraction}});
        };
        const auto measurement = m_gpu->measure(*plan, request.options, JobContext{request.stop.get_token(), progress});
        if (!measurement) return fail(measurement.error());
        Json parameters = Json::object();
        for (const auto& [name, value] : plan->parameters) parameters[name] = value;
        m_answers.send(request.id, "result",
                       {{"algorithm", plan->algorithm},
                        {"parameters", parameters},
                        {"measurement", Json::parse(toJson(*measurement))}});
        return {};
    }

    Answers& m_answers;
    std::optional<Catalogue> m_catalogue;
    std::optional<Gpu> m_gpu;
    std::mutex m_mutex;
    std::condition_variable m_change;
    std::deque<Request> m_waiting;
    std::optional<Request> m_running;
    bool m_closed = false;
    std::thread m_thread;  // last: it uses all of the above
};

/// One line into `line`; false at the end of the input. A longer line is read over and gives `tooLong`.
bool readLine(std::istream& in, std::string& line, bool& tooLong) {
    line.clear();
    tooLong = false;
    for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
        if (c == '\n') return true;
        if (line.size() < kWorkerLineLimit)
            line += static_cast<char>(c);
        else
            tooLong = true;
    }
    return !line.empty();
}

void serveLine(const std::string& line, RequestQueue& queue, Answers& answers) {
    constexpr int kDeepest = 8;  // requests are flat; the library copies and deletes deep values recursively
    const auto flatEnough = [](int depth, Json::parse_event_t, const Json&) { return depth <= kDeepest; };
    const Json json = Json::parse(line, flatEnough, false);
    if (!json.is_object()) return answers.protocolError(nullptr, "a line is no JSON object");
    const Json id = json.contains("id") && json["id"].is_number_integer() ? json["id"] : Json();
    if (id.is_null()) return answers.protocolError(nullptr, "\"id\" must be a whole number");
    if (json.value("v", Json()) != kWorkerProtocol)
        return answers.protocolError(id, "\"v\" must be " + std::to_string(kWorkerProtocol));
    try {
        Request request = RequestReader(json).read();
        if (request.verb == "cancel") {
            if (!queue.cancel(request.id)) answers.protocolError(id, "there is nothing to cancel under this id");
        } else if (request.verb == "hello" || request.verb == "measure") {
            queue.add(std::move(request));
        } else {
            answers.protocolError(id, "there is no verb \"" + request.verb + "\"; known: hello, measure, cancel");
        }
    } catch (const std::exception& wrong) {
        answers.protocolError(id, wrong.what());
    }
}

}  // namespace

void serveWorker(std::istream& in, std::ostream& out) {
    Answers answers(out);
    RequestQueue queue(answers);
    std::string line;
    bool tooLong = false;
    while (readLine(in, line, tooLong)) {
        if (tooLong)
            answers.protocolError(nullptr, "a line is longer than " + std::to_string(kWorkerLineLimit) + " bytes");
        else if (line.find_first_not_of(" \t\r") != std::string::npos)
            serveLine(line, queue, answers);
    }
}

void addWorker(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("worker", "Serve measuring requests on stdin (the window's worker)");
    verb->callback([&session] {
        session.action = []() -> Result<void> {
            serveWorker(std::cin, std::cout);
            return {};
        };
    });
}

}  // namespace lanescope::cli
