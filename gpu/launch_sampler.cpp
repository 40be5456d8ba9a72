// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/launch_sampler.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

/// An event with more than some 20 entries behind it in the queue comes 0.5 µs late on an H200 (docs/timing.md).
constexpr std::size_t kLargestGroup = 4;
constexpr double kGroupSeconds = 200e-6;  ///< samples are queued together up to this much work
constexpr double kBatchSeconds = 100e-6;
constexpr std::uint64_t kLargestBatch = 128;
constexpr double kEventTick = 32e-9;  ///< an H200's events differ by multiples of 32 ns; the driver promises 0.5 µs

/// Who is blamed for a fault; a library's kernels have no names of ours.
std::string nameOf(const Step& step) {
    const auto* const launch = std::get_if<LaunchStep>(&step);
    return launch == nullptr ? std::string() : launch->launch.kernel->entry;
}

/// Launches of several streams may run together, however long each takes.
bool inDefaultStream(const std::vector<const Step*>& work) {
    return std::ranges::all_of(work, [](const Step* step) { return streamOf(*step) == 0U; });
}

}  // namespace

std::vector<const Step*> timedWork(const Plan& plan) {
    std::vector<const Step*> work;
    for (const Step& step : plan.steps)
        if (std::holds_alternative<LaunchStep>(step) || std::holds_alternative<LibraryStep>(step))
            work.push_back(&step);
    return work;
}

void enqueueWork(CudaExecutor& executor, const Step& step) {
    if (const auto* launch = std::get_if<LaunchStep>(&step)) return executor.enqueue(launch->launch);
    if (const auto called = executor.call(std::get<LibraryStep>(step), {}); !called)
        throw cuda::CudaError(called.error());
}

std::size_t queueEntriesOf(const Step& step) {
    return std::holds_alternative<LibraryStep>(step) ? 8 : 1;  // a call may launch several kernels
}

LaunchSampler::LaunchSampler(const Plan& plan, CudaExecutor& executor, L2State l2, const JobContext& job)
    : m_executor(executor), m_job{job.stop, {}}, m_work(timedWork(plan)), m_flush(executor, l2), m_pace(executor) {
    for (std::size_t i = 0; i < 2 * kLargestGroup; ++i)
        m_events.push_back(std::make_unique<cuda::TimerEvent>(executor.session().driver()));
}

void LaunchSampler::adaptTo(double seconds) {
    m_isShort = seconds < kShort;
    if (seconds <= 0 || m_work.empty()) return;
    // A launch alone has nothing queued behind it, and a wait between it and its end would be in its time.
    if (m_work.size() > 1 && inDefaultStream(m_work)) m_pace.adaptTo(seconds / static_cast<double>(m_work.size()));
    if (!m_flush.works() && m_isShort && m_work.size() == 1) {
        const auto runs = static_cast<std::uint64_t>(std::ceil(kBatchSeconds / seconds));
        m_batch = std::clamp<std::uint64_t>(runs / queueEntriesOf(*m_work.front()), 2, kLargestBatch);
        return;
    }
    std::size_t entries = 3;  // two events and what prepares the cache
    for (const Step* step : m_work) entries += queueEntriesOf(*step);
    const auto fitting = static_cast<std::size_t>(kGroupSeconds / seconds);
    m_group = std::clamp<std::size_t>(std::min(fitting, LaunchHold::kQueueDepth / (2 * entries)), 1, kLargestGroup);
}

void LaunchSampler::queueLaunches(LaunchHold::Held& held) {
    for (const Step* step : m_work) {
        if (m_job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
        enqueueWork(m_executor, *step);
        held.queued(queueEntriesOf(*step));
        m_pace.queued(held, nameOf(*step));
    }
}

void LaunchSampler::queueOne(LaunchHold::Held& held, std::size_t sample) {
    if (m_flush.works())
        m_flush.queue();
    else
        queueLaunches(held);
    held.queued(1);
    m_events[2 * sample]->record(nullptr);
    for (std::uint64_t i = 0; i < m_batch; ++i) queueLaunches(held);
    m_events[2 * sample + 1]->record(nullptr);
    held.queued(2);
}

std::vector<Sample> LaunchSampler::take() {
    LaunchHold* const hold = m_executor.session().hold();
    LaunchHold::Held held(hold);
    m_pace.begin();
    if (hold != nullptr) hold->begin();
    for (std::size_t i = 0; i < m_group; ++i) queueOne(held, i);
    if (hold != nullptr) hold->stamp();
    held.release();
    m_executor.synchronize(m_work.empty() ? "" : nameOf(*m_work.back()));
    m_queueWasFull = m_queueWasFull || held.wasFull();
    if (hold != nullptr && !hold->lasted()) return take();
    const std::optional<double> clock = hold != nullptr ? hold->smClockHz() : std::nullopt;
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < m_group; ++i)
        samples.push_back({m_events[2 * i]->secondsUntil(*m_events[2 * i + 1]) / static_cast<double>(m_batch), clock});
    return samples;
}

double LaunchSampler::resolution() const { return kEventTick / static_cast<double>(m_batch); }

std::vector<std::string> LaunchSampler::notes() const {
    std::vector<std::string> notes;
    if (m_flush.failed()) notes.emplace_back(textOf("measure.not_flushed"_id));
    if (m_executor.session().hold() == nullptr) notes.emplace_back(textOf("measure.not_queued"_id));
    if (m_queueWasFull) notes.push_back(inWords(Message("measure.many_launches"_id, {{"launches", m_work.size()}})));
    if (m_isShort && m_flush.works() && m_batch == 1) notes.emplace_back(textOf("measure.short"_id));
    return notes;
}

}  // namespace lanescope
