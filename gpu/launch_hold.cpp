// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/launch_hold.h"

#include <array>
#include <atomic>

#include "core/base/words.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_session.h"
#include "gpu/stopwatch_kernels.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kLimit = 500'000'000;  ///< nanoseconds that a hold lasts at most

/// As in gpu/kernels/stopwatch.cu.
struct ClockStamp {
    std::int64_t cycles;
    std::uint64_t nanoseconds;
    std::uint64_t multiprocessor;
};

}  // namespace

struct LaunchHold::Memory {
    volatile std::uint32_t released;
    volatile std::uint32_t timedOut;
    volatile ClockStamp begin;
    volatile ClockStamp end;
};

std::unique_ptr<LaunchHold> LaunchHold::make(CudaSession& session) {
    auto module = stopwatchModule();
    if (!module) return nullptr;
    auto made = cuda::guarded([&] { return std::unique_ptr<LaunchHold>(new LaunchHold(session, *module)); });
    return made ? std::move(*made) : nullptr;
}

LaunchHold::LaunchHold(CudaSession& session, std::shared_ptr<const ptx::Module> module) : m_session(session) {
    m_hold = session.function(module, "holdUntilReleased");
    m_stamp = session.function(module, "stampClock");
    const cuda::Driver& driver = session.driver();
    void* memory = nullptr;
    cuda::check(driver, driver.memHostAlloc(&memory, sizeof(Memory), cuda::kHostAllocDeviceMap), "cuMemHostAlloc");
    m_memory = new (memory) Memory{};
    const cuda::Status status = driver.hostGetDevicePointer(&m_address, memory, 0);
    if (status != cuda::kSuccess) driver.memFreeHost(memory);
    cuda::check(driver, status, "cuMemHostGetDevicePointer");
}

LaunchHold::~LaunchHold() {
    if (!cuda::driverAbandoned()) m_session.driver().memFreeHost(m_memory);
}

cuda::Address LaunchHold::addressOf(const volatile void* member) const {
    return m_address + static_cast<cuda::Address>(static_cast<const volatile char*>(member) -
                                                  reinterpret_cast<const volatile char*>(m_memory));
}

void LaunchHold::launch(cuda::Function function, void** arguments) {
    const cuda::Driver& driver = m_session.driver();
    cuda::check(driver, driver.launchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
                "cuLaunchKernel", textOf("gpu.stopwatch"_id));
}

void LaunchHold::begin() {
    cuda::Address released = addressOf(&m_memory->released);
    cuda::Address timedOut = addressOf(&m_memory->timedOut);
    cuda::Address stamp = addressOf(&m_memory->begin);
    std::uint32_t ticket = ++m_ticket;
    std::uint64_t limit = kLimit;
    std::array<void*, 5> arguments{&released, &timedOut, &stamp, &ticket, &limit};
    launch(m_hold, arguments.data());
}

void LaunchHold::stamp() {
    cuda::Address stamp = addressOf(&m_memory->end);
    std::array<void*, 1> arguments{&stamp};
    launch(m_stamp, arguments.data());
}

void LaunchHold::Held::release() {
    if (m_hold == nullptr) return;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    m_hold->m_memory->released = m_hold->m_ticket;
    m_hold = nullptr;
}

void LaunchHold::Held::queued(std::size_t entries) {
    m_entries += entries;
    if (m_hold == nullptr || m_entries < kQueueDepth) return;
    m_full = true;
    release();
}

bool LaunchHold::lasted() {
    const bool lasted = m_memory->timedOut != m_ticket;
    m_endedEarly = lasted ? 0 : m_endedEarly + 1;
    return lasted;
}

std::optional<double> LaunchHold::smClockHz() const {
    constexpr double kShortest = 20'000;  // the global timer of some GPUs ticks once in a microsecond
    const ClockStamp begin{m_memory->begin.cycles, m_memory->begin.nanoseconds, m_memory->begin.multiprocessor};
    const ClockStamp end{m_memory->end.cycles, m_memory->end.nanoseconds, m_memory->end.multiprocessor};
    if (begin.multiprocessor != end.multiprocessor || end.nanoseconds <= begin.nanoseconds) return std::nullopt;
    const auto nanoseconds = static_cast<double>(end.nanoseconds - begin.nanoseconds);
    if (nanoseconds < kShortest || end.cycles <= begin.cycles) return std::nullopt;
    return static_cast<double>(end.cycles - begin.cycles) / nanoseconds * 1e9;
}

}  // namespace lanescope
