// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/worker_queue.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "core/base/number_format.h"
#include "core/base/thrown.h"
#include "core/sass/toolkit.h"
#include "core/worker/protocol.h"

namespace lanescope::cli {
namespace {

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

bool WorkerQueue::add(worker::Request request, std::size_t bytes) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.size() >= worker::kMostWaiting || bytes > worker::kMostWaitingBytes - m_waitingBytes)
            return false;
        m_waitingBytes += bytes;
        m_waiting.push_back({std::move(request), bytes, {}});
    }
    m_change.notify_all();
    return true;
}

bool WorkerQueue::cancel(std::int64_t id) {
    const std::lock_guard lock(m_mutex);
    if (m_running && m_running->request.id == id) return m_running->stop.request_stop(), true;
    const auto found = std::ranges::find(m_waiting, id, [](const Waiting& waiting) { return waiting.request.id; });
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

void WorkerQueue::serve(const Waiting& waiting) {
    const worker::Request& request = waiting.request;
    Result<void> done;
    try {
        if (const auto* ptx = std::get_if<worker::Assemble>(&request.verb))
            done = assemble(request.id, *ptx, waiting.stop.get_token());
        else if (const auto* asked = std::get_if<worker::Measure>(&request.verb))
            done = measure(request.id, *asked, waiting.stop.get_token());
        else
            return hello(request.id);
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

void WorkerQueue::hello(std::int64_t id) {
    worker::Machine machine;
    machine.lanescope = LANESCOPE_VERSION;
    const auto open = openGpu();
    const auto counters = open ? m_gpu->tryCounters() : open;
    if (open) {
        m_gpu->releaseCounters();
        const GpuDevice& gpu = m_gpu->device();
        machine.gpu = {gpu.spec.title, gpu.spec.computeCapability, gpu.driverVersion, gpu.cudaVersion};
    } else {
        machine.gpuMissing = describe(open.error());
    }
    if (!counters) machine.countersMissing = describe(counters.error());
    m_answers.send({id, std::move(machine)});
}

Result<Plan> WorkerQueue::planOf(const worker::Measure& asked) {
    if (!m_library) {
        auto library = openLibrary({LibraryPart::Catalogue});
        if (!library) return fail(library.error());
        m_library = std::move(*library);
    }
    return planFor(m_library->catalogue(), asked.algorithm, asked.parameters);
}

Result<void> WorkerQueue::measure(std::int64_t id, const worker::Measure& asked, const std::stop_token& stop) {
    const auto plan = planOf(asked);
    if (!plan) return fail(plan.error());
    if (stop.stop_requested()) return fail(ErrorCode::Cancelled);
    m_progress.begin(asked.choice.counters ? std::vector<std::string>{"time", "counters"}
                                           : std::vector<std::string>{"time"});
    {
        const std::lock_guard lock(m_telling);
        m_toldOf = id;
        m_hangLimit = asked.choice.hangLimit;
    }
    tellProgress();
    auto measurement = measurePlan(id, *plan, asked.choice, stop);
    if (!measurement) return fail(measurement.error());
    m_progress.end();
    {
        const std::lock_guard lock(m_telling);
        m_toldOf.reset();
    }
    m_answers.send({id, worker::Measured{plan->algorithm, plan->parameters, std::move(*measurement)}});
    return {};
}

Result<void> WorkerQueue::assemble(std::int64_t id, const worker::Assemble& asked, const std::stop_token& stop) {
    const Result<std::string> packed =
        sass::assemblePacked(asked.ptx, asked.module, asked.architectures, JobContext{stop, {}});
    if (!packed) return fail(packed.error());
    m_answers.send({id, worker::Assembled{*packed}});
    return {};
}

Result<Measurement> WorkerQueue::measurePlan(std::int64_t id, const Plan& plan, const MeasureChoice& choice,
                                             const std::stop_token& stop) {
    const MeasureOptions options{choice};
    const JobContext job{stop, [this](double fraction) { m_progress.report(fraction); }};
    if (!needsGpu(plan)) return measureOnHost(plan, options, job);
    if (const auto open = openGpu(); !open) return fail(open.error());
    auto measurement = m_gpu->time(plan, options, job, [&](const Measurement& timed) { tellTimes(id, plan, timed); });
    if (!measurement || !options.counters) return measurement;
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    m_progress.next();
    if (const auto counted = m_gpu->count(plan, *measurement, job, options.counterSet); !counted)
        return fail(counted.error());
    return measurement;
}

/// Check, parts and counters take as long again, and a time is what most are waiting for.
void WorkerQueue::tellTimes(std::int64_t id, const Plan& plan, const Measurement& measurement) {
    worker::Measured timed{plan.algorithm, plan.parameters, measurement};
    timed.measurement.countersMissing = textOf("counters.coming"_id);
    m_answers.send({id, worker::Progress{"time", 1, {}, std::move(timed)}});
}

void WorkerQueue::tellProgress() {
    const std::lock_guard lock(m_telling);
    auto state = m_progress.state();
    if (!m_toldOf || !state) return;
    if (state->secondsLeft) state->secondsLeft = std::round(*state->secondsLeft * 100) / 100;
    m_answers.send({*m_toldOf, std::move(*state)});
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
    endWith(*m_toldOf, Error(ErrorCode::KernelHung, {{"kernel", "that ran"}, {"limit", numbers::plainTime(limit)}}));
}

}  // namespace lanescope::cli
