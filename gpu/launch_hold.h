// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the GPU back until all work of a sample is queued, so that the time between two events is that of the work and
// not that of the host. The blocking kernel of NVBench (nvbench/blocking_kernel.cuh): it spins on a flag in the host's
// memory. It ends by itself after a while, so that it can never hang.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/ptx/module.h"
#include "gpu/cuda_driver.h"

namespace lanescope {

class CudaSession;

/// One of a session. Works in the default stream, for which all others wait.
class LaunchHold {
public:
    /// Launches and events that may be queued behind a hold. When the driver's queue is full a launch waits for the
    /// GPU, which would wait for the host. On an H200 (driver 580.159.04) the 1023rd entry waits; a test tries it.
    static constexpr std::size_t kQueueDepth = 512;

    /// Nothing where the kernel's file or the memory cannot be had: then times hold gaps, and a note must say so.
    [[nodiscard]] static std::unique_ptr<LaunchHold> make(CudaSession& session);
    ~LaunchHold();
    LaunchHold(const LaunchHold&) = delete;
    LaunchHold& operator=(const LaunchHold&) = delete;

    /// Lets go when it goes out of scope, at the latest.
    class Held {
    public:
        explicit Held(LaunchHold* hold) : m_hold(hold) {}
        ~Held() { release(); }
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;
        void release();
        /// Counts what was queued; lets go when the queue may be full.
        void queued(std::size_t entries);
        /// Had it to let go before all was queued?
        [[nodiscard]] bool wasFull() const { return m_full; }

    private:
        LaunchHold* m_hold;
        std::size_t m_entries = 0;
        bool m_full = false;
    };

    /// Queues the blocking kernel. Throws CudaError.
    void begin();
    /// Queues a reading of the clocks, the other end of which is the end of the hold. Throws CudaError.
    void stamp();

    /// The two below: when all that was queued is done.
    /// Did the last hold last until it was released? If it ended by itself the sample holds what the host did
    /// meanwhile. To be asked once of each.
    [[nodiscard]] bool lasted();
    /// Two in a row did not last: nothing can be queued here (CUDA_LAUNCH_BLOCKING, a debugger).
    [[nodiscard]] bool useless() const { return m_endedEarly >= 2; }
    /// The SM clock from the end of the last hold to the stamp; nothing if that was too short for the global timer or
    /// the two ran on different multiprocessors.
    [[nodiscard]] std::optional<double> smClockHz() const;

    struct Memory;  ///< shared by host and device

private:
    LaunchHold(CudaSession& session, std::shared_ptr<const ptx::Module> module);
    void launch(cuda::Function function, void** arguments);
    [[nodiscard]] cuda::Address addressOf(const volatile void* member) const;

    CudaSession& m_session;
    cuda::Function m_hold = nullptr;
    cuda::Function m_stamp = nullptr;
    Memory* m_memory = nullptr;
    cuda::Address m_address = 0;
    std::uint32_t m_ticket = 0;
    int m_endedEarly = 0;  ///< in a row
};

}  // namespace lanescope
