// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "app/cli/measuring_progress.h"
#include "app/cli/worker_answers.h"
#include "app/cli/worker_request.h"
#include "core/library/library.h"
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
    [[nodiscard]] bool add(WorkerRequest request);
    /// False if there is no such request.
    bool cancel(std::int64_t id);

private:
    void run();
    void serve(WorkerRequest& request);
    void hello(const WorkerRequest& request);
    Result<void> measure(const WorkerRequest& request);
    Result<Measurement> measurePlan(const Plan& plan, const WorkerRequest& request);
    Result<void> openGpu();
    Result<Plan> planOf(const WorkerRequest& request);
    /// Sends progress while a measurement runs, and ends the process when that hangs in the driver.
    void pulse(const std::stop_token& stop);
    void tellProgress();
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
    std::deque<WorkerRequest> m_waiting;
    std::size_t m_waitingBytes = 0;
    std::optional<WorkerRequest> m_running;
    bool m_closed = false;
    std::jthread m_pulse;
    std::thread m_thread;  // last: it uses all of the above
};

}  // namespace lanescope::cli
