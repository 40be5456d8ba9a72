// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/cli/measuring_progress.h"
#include "app/cli/worker_answers.h"
#include "core/library/library.h"
#include "core/worker/messages.h"
#include "gpu/measure.h"

namespace lanescope::cli {

/// Does the worker's requests, one after the other, on a thread of its own (a CUDA context belongs to a thread), and
/// tells how far they are on another. Its end waits for those that were added.
class WorkerQueue {
public:
    /// `patience`: see worker::kPatience.
    WorkerQueue(WorkerAnswers& answers, double patience);
    ~WorkerQueue();
    WorkerQueue(const WorkerQueue&) = delete;
    WorkerQueue& operator=(const WorkerQueue&) = delete;

    /// False if worker::kMostWaiting or kMostWaitingBytes wait already.
    /// `bytes` are those of the request's line.
    [[nodiscard]] bool add(worker::Request request, std::size_t bytes);
    /// False if there is no such request.
    bool cancel(std::int64_t id);

private:
    struct Waiting {
        worker::Request request;
        std::size_t bytes = 0;
        std::stop_source stop;
    };
    void run();
    void serve(const Waiting& waiting);
    void hello(std::int64_t id);
    Result<void> measure(std::int64_t id, const worker::Measure& asked, const std::stop_token& stop);
    Result<void> assemble(std::int64_t id, const worker::Assemble& asked, const std::stop_token& stop);
    Result<Measurement> measurePlan(std::int64_t id, const Plan& plan, const MeasureChoice& choice,
                                    const std::stop_token& stop);
    Result<void> openGpu();
    Result<Plan> planOf(const worker::Measure& asked);
    /// Sends progress while a measurement runs, and ends the process when that hangs in the driver.
    void pulse(const std::stop_token& stop);
    void tellProgress();
    void tellTimes(std::int64_t id, const Plan& plan, const Measurement& measurement);
    void endIfStuck();
    /// Answers with an error and ends the process, which alone gives back what its GPU is lost in.
    [[noreturn]] void endWith(std::int64_t id, const Error& error);

    WorkerAnswers& m_answers;
    double m_patience;                         ///< seconds
    std::shared_ptr<const Library> m_library;  ///< from the first plan on
    std::optional<Gpu> m_gpu;
    MeasuringProgress m_progress;
    std::mutex m_telling;  ///< held while progress is sent, so that none follows a measurement's last answer
    std::optional<std::int64_t> m_toldOf;  ///< the measurement whose progress is told
    double m_hangLimit = 0;                ///< its own

    std::mutex m_mutex;
    std::condition_variable m_change;
    std::deque<Waiting> m_waiting;
    std::size_t m_waitingBytes = 0;
    std::optional<Waiting> m_running;
    bool m_closed = false;
    std::jthread m_pulse;
    std::thread m_thread;  // last: it uses all of the above
};

}  // namespace lanescope::cli
