// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA device as an Executor: the peer of the emulator. Runs the same PTX text through the driver.
#pragma once

#include <memory>
#include <vector>

#include "core/plan/executor.h"
#include "gpu/cuda_session.h"

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

class CudaExecutor final : public Executor {
public:
    explicit CudaExecutor(std::shared_ptr<CudaSession> session);

    /// TooLarge is found before anything is allocated. Errors: TooLarge, CudaFailure.
    Result<void> allocate(std::span<const Buffer> buffers) override;
    Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) override;
    /// Waits for the kernel. Errors: InvalidLaunch, KernelFault (with the kernel's name; the session is broken then),
    /// CudaFailure, Cancelled (before it starts).
    Result<void> launch(const Launch& launch, const JobContext& job) override;
    Result<void> download(BufferId buffer, std::span<std::byte> bytes) override;

    /// Queues a launch behind what was queued before, without waiting. Throws CudaError.
    void enqueue(const Launch& launch);
    /// Waits for all that was queued; `kernel` is who is blamed for a fault. Throws CudaError.
    void synchronize(const std::string& kernel);
    [[nodiscard]] CudaSession& session() { return *m_session; }

private:
    [[nodiscard]] const DeviceAllocation& bufferAt(BufferId buffer, std::size_t bytes) const;
    void throwIfFailed(cuda::Status status, const std::string& kernel, const char* call);

    std::shared_ptr<CudaSession> m_session;
    std::vector<DeviceAllocation> m_buffers;
};

}  // namespace lanescope
