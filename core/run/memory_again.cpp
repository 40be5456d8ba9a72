// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/memory_again.h"

#include <stop_token>

#include "core/base/words.h"
#include "core/plan/executor.h"

namespace lanescope {
namespace {

/// Keeps the memory that one launch finds, and asks the run to stop there.
class KeepsMemory final : public simt::BlockObserver {
public:
    KeepsMemory(std::size_t launch, std::stop_source& stop) : m_launch(launch), m_stop(stop) {}
    void beginLaunch(std::size_t number, const Launch&, std::shared_ptr<const simt::Program>,
                     simt::DeviceMemory& memory) override {
        if (number != m_launch) return;
        kept = memory;
        m_stop.request_stop();
    }

    std::optional<simt::DeviceMemory> kept;

private:
    std::size_t m_launch;
    std::stop_source& m_stop;
};

}  // namespace

Result<simt::DeviceMemory> memoryBefore(const Plan& plan, std::size_t launch, simt::EmulatorOptions options,
                                        const JobContext& job) {
    std::stop_source stop;
    const std::stop_callback onStop(job.stop, [&stop] { stop.request_stop(); });
    KeepsMemory observer(launch, stop);
    options.observer = &observer;
    simt::Emulator emulator(options);
    const Result<HostBuffers> done = runPlan(plan, emulator, {stop.get_token(), {}});
    if (observer.kept) return std::move(*observer.kept);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return fail(done ? Error(ErrorCode::Internal, {{"reason", textOf("run.launch_missing"_id)}}) : done.error());
}

}  // namespace lanescope
