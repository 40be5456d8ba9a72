// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_queue.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "core/base/thrown.h"
#include "core/worker/worker_protocol.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

}  // namespace

WorkerQueue::WorkerQueue(WorkerAnswers& answers, double patience)
    : m_answers(answers),
      m_patience(patience),
      m_pulse([this](const std::stop_token& stop) { pulse(stop); }),
      m_thread([this] { run(); }) {}

WorkerQueue::~WorkerQueue() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    m_change.notify_all();
    m_thread.join();
}

bool WorkerQueue::add(WorkerRequest request) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.size() >= worker::kMostWaiting || request.bytes > worker::kMostWaitingBytes - m_waitingBytes)
            return false;
        m_waitingBytes += request.bytes;
        m_waiting.push_back(std::move(request));
    }
    m_change.notify_all();
    return true;
}

bool WorkerQueue::cancel(std::int64_t id) {
    const std::lock_guard lock(m_mutex);
    if (m_running && m_running->id == id) return m_running->stop.request_stop(), true;
    const auto found = std::ranges::find(m_waiting, id, &WorkerRequest::id);
    if (found == m_waiting.end()) return false;
    found->stop.request_stop();
    return true;
}

void WorkerQueue::run() {
    while (true) {
        std::unique_lock lock(m_mutex);
        m_change.wait(lock, [this] { return m_closed || !m_waiting.empty(); });
        if (m_waiting.empty()) break;
        m_running = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_waitingBytes -= m_running->bytes;
        lock.unlock();
        serve(*m_running);
        lock.lock();
        m_running.reset();
    }
    m_gpu.reset();  // on the thread that its context belongs to
}

void WorkerQueue::serve(WorkerRequest& request) {
    Result<void> done;
    try {
        if (request.verb == WorkerRequest::Verb::Hello) return hello(request);
        done = measure(request);
    } catch (const std::exception& failure) {  // out of memory, for one: this request fails, the worker goes on
        done = fail(errorOfThrown(failure));
    }
    {
        const std::lock_guard lock(m_telling);
        m_toldOf.reset();
    }
    // Whoever else counts on this GPU while the window is open must be able to.
    if (m_gpu) m_gpu->releaseCounters();
    if (done) return;
    if (m_gpu && m_gpu->lost()) endWith(request.id, done.error());
    m_answers.error(request.id, done.error());
}

void WorkerQueue::endWith(std::int64_t id, const Error& error) {
    m_answers.error(id, error, true);
    const bool hung = error.code == ErrorCode::KernelHung;
    std::cerr << (hung ? "The worker ends: a kernel did not end in time, and only this ends it.\n"
                       : "The worker ends: after a kernel fault the driver refuses this process.\n");
    // No clean end: the main thread waits for input, and the driver for the GPU.
    std::_Exit(hung ? worker::kExitHung : worker::kExitNoGpuLeft);
}

Result<void> WorkerQueue::openGpu() {
    if (m_gpu) return {};
    auto gpu = Gpu::open();
    if (!gpu) return fail(gpu.error());
    m_gpu.emplace(std::move(*gpu));
    return {};
}

void WorkerQueue::hello(const WorkerRequest& request) {
    Json answer{{"versions", worker::kSpoken}, {"lanescope", LANESCOPE_VERSION}, {"gpu", nullptr}, {"gpu_missing", ""},
                {"counters", false},           {"counters_missing", ""}};
    const auto open = openGpu();
    const auto counters = open ? m_gpu->tryCounters() : open;
    if (open) {
        m_gpu->releaseCounters();
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

Result<Plan> WorkerQueue::planOf(const WorkerRequest& request) {
    if (!m_library) {
        auto library = openLibrary({LibraryPart::Catalogue});
        if (!library) return fail(library.error());
        m_library = std::move(*library);
    }
    return planFor(m_library->catalogue(), request.algorithm, request.parameters);
}

Result<void> WorkerQueue::measure(const WorkerRequest& request) {
    const auto plan = planOf(request);
    if (!plan) return fail(plan.error());
    if (request.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    m_progress.begin(request.options.counters ? std::vector<std::string>{"time", "counters"}
                                              : std::vector<std::string>{"time"});
    {
        const std::lock_guard lock(m_telling);
        m_toldOf = request.id;
        m_hangLimit = request.options.hangLimit;
    }
    tellProgress();
    const auto measurement = measurePlan(*plan, request);
    if (!measurement) return fail(measurement.error());
    m_progress.end();
    {
        const std::lock_guard lock(m_telling);
        m_toldOf.reset();
    }
    Json parameters = Json::object();
    for (const auto& [name, value] : plan->parameters) parameters[name] = value;
    m_answers.send(request.id, "result",
                   {{"algorithm", plan->algorithm},
                    {"parameters", parameters},
                    {"measurement", Json::parse(toJson(*measurement))}});
    return {};
}

Result<Measurement> WorkerQueue::measurePlan(const Plan& plan, const WorkerRequest& request) {
    const JobContext job{request.stop.get_token(), [this](double fraction) { m_progress.report(fraction); }};
    if (!needsGpu(plan)) return measureOnHost(plan, request.options.stopwatch, request.options.checkOperations, job);
    if (const auto open = openGpu(); !open) return fail(open.error());
    auto measurement = m_gpu->time(plan, request.options, job);
    if (!measurement || !request.options.counters) return measurement;
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    m_progress.next();
    if (const auto counted = m_gpu->count(plan, *measurement, job, request.options.counterSet); !counted)
        return fail(counted.error());
    return measurement;
}

void WorkerQueue::tellProgress() {
    const std::lock_guard lock(m_telling);
    const auto state = m_progress.state();
    if (!m_toldOf || !state) return;
    m_answers.send(*m_toldOf, "progress",
                   {{"phase", state->phase},
                    {"fraction", state->fraction},
                    {"seconds_left", state->secondsLeft ? Json(std::round(*state->secondsLeft * 100) / 100) : Json()}});
}

void WorkerQueue::pulse(const std::stop_token& stop) {
    constexpr auto kTick = 100ms;
    constexpr int kTicksOfSilence = 10;
    double told = -1;
    for (int silent = 0; !stop.stop_requested(); ++silent) {
        std::this_thread::sleep_for(kTick);
        endIfStuck();
        const auto state = m_progress.state();
        if (!state || (state->fraction == told && silent < kTicksOfSilence)) continue;
        tellProgress();
        told = state->fraction;
        silent = 0;
    }
}

void WorkerQueue::endIfStuck() {
    const std::lock_guard lock(m_telling);
    const double limit = m_patience + m_hangLimit;
    if (!m_toldOf || m_progress.quietFor() < limit) return;
    endWith(*m_toldOf, Error(ErrorCode::KernelHung, {{"kernel", "that ran"}, {"limit", duration(limit)}}));
}

}  // namespace lanescope::cli
