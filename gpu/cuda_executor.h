// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA device as an Executor: the peer of the emulator. Runs the same PTX text through the driver.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/plan/executor.h"
#include "core/study/measure_choice.h"
#include "gpu/cuda_session.h"
#include "gpu/pinned_memory.h"
#include "gpu/timer_event.h"

namespace lanescope {

/// Device memory, freed at the end of its life.
class DeviceAllocation {
public:
    /// Throws CudaError.
    DeviceAllocation(const cuda::Driver& driver, std::size_t bytes);
    ~DeviceAllocation();
    DeviceAllocation(DeviceAllocation&& other) noexcept;
    DeviceAllocation& operator=(DeviceAllocation&&) = delete;
    [[nodiscard]] cuda::Address address() const { return m_address; }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    const cuda::Driver* m_driver;
    cuda::Address m_address = 0;
    std::size_t m_bytes = 0;
};

/// Stream 0 is CUDA's default stream; the others are made when they are first used, by cuStreamCreate.
class CudaExecutor final : public Executor {
public:
    explicit CudaExecutor(std::shared_ptr<CudaSession> session, double hangLimit = kHangLimit);
    ~CudaExecutor() override;
    CudaExecutor(const CudaExecutor&) = delete;
    CudaExecutor& operator=(const CudaExecutor&) = delete;

    /// TooLarge is found before anything is allocated. Errors: TooLarge, CudaFailure.
    Result<void> allocate(std::span<const Buffer> buffers) override;
    Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) override;
    /// Waits for the kernel if its stream is 0. Errors: InvalidLaunch, KernelFault (with the kernel's name; the session
    /// is broken then), KernelHung, CudaFailure, Cancelled (before it starts).
    Result<void> launch(const Launch& launch, const JobContext& job) override;
    Result<void> download(BufferId buffer, std::span<std::byte> bytes) override;
    Result<void> copy(const CopyStep& step, std::span<std::byte> host) override;
    Result<void> fill(const FillStep& step) override;
    Result<void> call(const LibraryStep& step, const JobContext& job) override;
    Result<void> wait(std::optional<std::uint32_t> stream) override;
    Result<void> pin(std::span<const std::span<std::byte>> arrays) override;
    void unpin() override;

    /// Seconds for which anything is waited for. What then still runs is KernelHung: the driver is abandoned, since
    /// nothing in this process can stop it (cuda::abandonDriver).
    void setHangLimit(double seconds) { m_hangLimit = seconds; }
    [[nodiscard]] double hangLimit() const { return m_hangLimit; }

    /// Queues a launch behind what was queued before in its stream, without waiting. Throws CudaError.
    void enqueue(const Launch& launch);
    /// Waits for all that was queued; `kernel` is who is blamed for a fault. Throws CudaError.
    void synchronize(const std::string& kernel);
    /// Waits for what was queued before that event was recorded, in the same way. Throws CudaError.
    void waitUntil(const cuda::TimerEvent& event, const std::string& kernel);
    [[nodiscard]] CudaSession& session() { return *m_session; }
    [[nodiscard]] const std::shared_ptr<CudaSession>& sharedSession() const { return m_session; }
    /// The driver's stream of that number. Throws CudaError.
    [[nodiscard]] cuda::Stream stream(std::uint32_t number);

private:
    [[nodiscard]] const DeviceAllocation& bufferAt(BufferId buffer, std::size_t bytes) const;
    [[nodiscard]] cuda::DeviceMatrix matrixOf(const Part& part) const;
    /// Makes the event that waitFor() needs; before a launch, since nothing can be made any more once it has failed.
    void prepareToWait();
    /// Waits for what was queued in a stream; the default stream (nullptr) waits for all.
    void waitFor(cuda::Stream stream, const std::string& kernel, const char* call);
    void poll(cuda::Event event, const std::string& kernel, const char* call);
    [[noreturn]] void throwHung(const std::string& kernel, const std::string& limit);
    void throwIfFailed(cuda::Status status, const std::string& kernel, const char* call);
    /// The kernels that may be to blame for what goes wrong now.
    [[nodiscard]] std::string suspects() const;

    std::shared_ptr<CudaSession> m_session;
    std::vector<Buffer> m_shapes;
    std::vector<DeviceAllocation> m_buffers;  ///< those of the host only are of no bytes
    std::map<std::uint32_t, cuda::Stream> m_streams;
    std::vector<std::string> m_running;  ///< kernels queued since all were last waited for
    std::unique_ptr<PinnedMemory> m_pinned;
    std::unique_ptr<cuda::TimerEvent> m_waited;  ///< behind what is waited for
    double m_hangLimit;
};

}  // namespace lanescope
