// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda_executor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/plan/arguments.h"
#include "gpu/cuda_error.h"

namespace lanescope {
using cuda::CudaError;

namespace {

/// Statuses with which a running kernel ends that did something wrong (CUDA_ERROR_ILLEGAL_ADDRESS … LAUNCH_FAILED).
bool isKernelFault(cuda::Status status) {
    constexpr std::array kFaults{700, 702, 710, 714, 715, 716, 717, 718, 719};
    return std::find(kFaults.begin(), kFaults.end(), status) != kFaults.end();
}
/// CUDA_ERROR_INVALID_VALUE, LAUNCH_OUT_OF_RESOURCES: the launch's shape is what is wrong.
bool isLaunchShape(cuda::Status status) { return status == 1 || status == 701; }

std::string inMebibytes(std::size_t bytes) { return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB"; }

}  // namespace

DeviceAllocation::DeviceAllocation(const cuda::Driver& driver, std::size_t bytes) : m_driver(&driver), m_bytes(bytes) {
    cuda::check(driver, driver.memAlloc(&m_address, std::max<std::size_t>(bytes, 1)), "cuMemAlloc");
}

DeviceAllocation::~DeviceAllocation() {
    if (m_address != 0) m_driver->memFree(m_address);
}

DeviceAllocation::DeviceAllocation(DeviceAllocation&& other) noexcept
    : m_driver(other.m_driver), m_address(std::exchange(other.m_address, 0)), m_bytes(other.m_bytes) {}

CudaExecutor::CudaExecutor(std::shared_ptr<CudaSession> session) : m_session(std::move(session)) {}

Result<void> CudaExecutor::allocate(std::span<const Buffer> buffers) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        std::size_t needed = 0;
        for (const Buffer& buffer : buffers) needed += buffer.bytes();
        std::size_t available = 0;
        std::size_t total = 0;
        cuda::check(driver, driver.memGetInfo(&available, &total), "cuMemGetInfo");
        if (needed > available)
            throw CudaError(Error(ErrorCode::TooLarge, {{"what", "the GPU's memory for this plan's buffers"},
                                                        {"needed", inMebibytes(needed)},
                                                        {"available", inMebibytes(available)}}));
        m_buffers.clear();
        for (const Buffer& buffer : buffers) m_buffers.emplace_back(driver, buffer.bytes());
    });
}

const DeviceAllocation& CudaExecutor::bufferAt(BufferId buffer, std::size_t bytes) const {
    if (buffer >= m_buffers.size() || m_buffers[buffer].bytes() != bytes)
        throw CudaError(
            Error(ErrorCode::Internal, {{"reason", "a copy does not fit buffer " + std::to_string(buffer)}}));
    return m_buffers[buffer];
}

Result<void> CudaExecutor::upload(BufferId buffer, std::span<const std::byte> bytes) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        cuda::check(driver, driver.copyToDevice(bufferAt(buffer, bytes.size()).address(), bytes.data(), bytes.size()),
                    "cuMemcpyHtoD");
    });
}

Result<void> CudaExecutor::download(BufferId buffer, std::span<std::byte> bytes) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        cuda::check(driver, driver.copyFromDevice(bytes.data(), bufferAt(buffer, bytes.size()).address(), bytes.size()),
                    "cuMemcpyDtoH");
    });
}

Result<void> CudaExecutor::launch(const Launch& launch, const JobContext& job) {
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return cuda::guarded([&] {
        enqueue(launch);
        synchronize(launch.kernel->entry);
    });
}

void CudaExecutor::enqueue(const Launch& launch) {
    const Kernel& kernel = *launch.kernel;
    const ptx::Entry& entry = kernel.ptxEntry();
    auto block = parameterBlock(launch, entry, [&](BufferId buffer) {
        return buffer < m_buffers.size() ? std::optional<std::uint64_t>(m_buffers[buffer].address()) : std::nullopt;
    });
    if (!block) throw CudaError(block.error());
    std::vector<void*> pointers;
    for (const ptx::Parameter& parameter : entry.parameters) pointers.push_back(block->data() + parameter.offset);
    const cuda::Function function = m_session->function(kernel, launch.block.count());
    // What a block has without asking (CUDA C++ programming guide, "shared memory" of every compute capability).
    constexpr std::uint32_t kSharedWithoutOptIn = 48 << 10;
    if (launch.dynamicSharedBytes > kSharedWithoutOptIn)
        throwIfFailed(m_session->driver().functionSetAttribute(
                          function, static_cast<int>(cuda::FunctionAttribute::MaxDynamicSharedSizeBytes),
                          static_cast<int>(launch.dynamicSharedBytes)),
                      kernel.entry, "cuFuncSetAttribute");
    throwIfFailed(m_session->driver().launchKernel(function, launch.grid.x, launch.grid.y, launch.grid.z,
                                                   launch.block.x, launch.block.y, launch.block.z,
                                                   launch.dynamicSharedBytes, nullptr, pointers.data(), nullptr),
                  kernel.entry, "cuLaunchKernel");
}

void CudaExecutor::synchronize(const std::string& kernel) {
    throwIfFailed(m_session->driver().contextSynchronize(), kernel, "cuCtxSynchronize");
}

void CudaExecutor::throwIfFailed(cuda::Status status, const std::string& kernel, const char* call) {
    if (status == cuda::kSuccess) return;
    const std::string reason = cuda::reasonOf(m_session->driver(), status);
    if (isKernelFault(status)) {
        m_session->markBroken();
        throw CudaError(Error(
            ErrorCode::KernelFault,
            {{"fault", "The kernel " + kernel + " failed on the GPU: " + reason + ". The emulator can say where"}}));
    }
    if (isLaunchShape(status))
        throw CudaError(Error(ErrorCode::InvalidLaunch, {{"kernel", kernel}, {"reason", reason}}));
    throw CudaError(Error(ErrorCode::CudaFailure, {{"call", std::string(call) + " of " + kernel}, {"reason", reason}}));
}

}  // namespace lanescope
