// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda_executor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <thread>
#include <utility>

#include "core/base/words.h"
#include "core/plan/arguments.h"
#include "gpu/cuda_error.h"
#include "gpu/dynamic_shared.h"

namespace lanescope {
using cuda::CudaError;

namespace {

/// Statuses with which a running kernel ends that did something wrong (CUDA_ERROR_ILLEGAL_ADDRESS … LAUNCH_FAILED).
bool isKernelFault(cuda::Status status) {
    constexpr std::array kFaults{700, 710, 714, 715, 716, 717, 718, 719};
    return std::find(kFaults.begin(), kFaults.end(), status) != kFaults.end();
}
/// CUDA_ERROR_INVALID_VALUE, LAUNCH_OUT_OF_RESOURCES: the launch's shape is what is wrong.
bool isLaunchShape(cuda::Status status) { return status == 1 || status == 701; }

/// One side of a copy: a whole part, and where its buffer begins.
struct Side {
    Part part;
    const Buffer& buffer;
    std::byte* host;  ///< nullptr: it is on the device
    cuda::Address device;
};

cuda::Copy2D rectangle(const Side& from, const Side& to) {
    const std::size_t size = sizeOf(from.buffer.type);
    cuda::Copy2D copy;
    copy.sourceX = from.part.column * size;
    copy.sourceY = from.part.row;
    copy.sourceType = from.host != nullptr ? cuda::MemoryType::OnHost : cuda::MemoryType::OnDevice;
    copy.sourceHost = from.host;
    copy.sourceDevice = from.device;
    copy.sourcePitch = from.buffer.columns * size;
    copy.targetX = to.part.column * size;
    copy.targetY = to.part.row;
    copy.targetType = to.host != nullptr ? cuda::MemoryType::OnHost : cuda::MemoryType::OnDevice;
    copy.targetHost = to.host;
    copy.targetDevice = to.device;
    copy.targetPitch = to.buffer.columns * size;
    copy.widthInBytes = from.part.columns * size;
    copy.height = from.part.rows;
    return copy;
}

std::string inMebibytes(std::size_t bytes) { return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB"; }

std::size_t freeMemory(const cuda::Driver& driver) {
    std::size_t available = 0;
    std::size_t total = 0;
    cuda::check(driver, driver.memGetInfo(&available, &total), "cuMemGetInfo");
    return available;
}

Error tooLarge(const cuda::Driver& driver, std::size_t needed) {
    return {ErrorCode::TooLarge,
            {{"what", textOf("gpu.plan_memory"_id)},
             {"needed", inMebibytes(needed)},
             {"available", inMebibytes(freeMemory(driver))}}};
}

std::string secondsText(double seconds) {
    std::ostringstream text;
    text << seconds << " s";
    return text.str();
}

}  // namespace

DeviceAllocation::DeviceAllocation(const cuda::Driver& driver, std::size_t bytes) : m_driver(&driver), m_bytes(bytes) {
    const cuda::Status status = driver.memAlloc(&m_address, std::max<std::size_t>(bytes, 1));
    if (status == cuda::kOutOfMemory) throw CudaError(tooLarge(driver, bytes));  // others took it meanwhile
    cuda::check(driver, status, "cuMemAlloc");
}

DeviceAllocation::~DeviceAllocation() {
    if (m_address != 0 && !cuda::driverAbandoned()) m_driver->memFree(m_address);
}

DeviceAllocation::DeviceAllocation(DeviceAllocation&& other) noexcept
    : m_driver(other.m_driver), m_address(std::exchange(other.m_address, 0)), m_bytes(other.m_bytes) {}

CudaExecutor::CudaExecutor(std::shared_ptr<CudaSession> session, double hangLimit)
    : m_session(std::move(session)), m_hangLimit(hangLimit) {}

CudaExecutor::~CudaExecutor() {
    if (cuda::driverAbandoned()) return;
    for (const auto& [number, stream] : m_streams) m_session->driver().streamDestroy(stream);
}

Result<void> CudaExecutor::allocate(std::span<const Buffer> buffers) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        const auto bytesOf = [](const Buffer& buffer) {
            return buffer.place == Buffer::Place::Host ? std::size_t{0} : buffer.bytes();
        };
        std::size_t needed = 0;
        for (const Buffer& buffer : buffers) needed += bytesOf(buffer);
        if (needed > freeMemory(driver)) throw CudaError(tooLarge(driver, needed));
        m_buffers.clear();
        for (const Buffer& buffer : buffers) m_buffers.emplace_back(driver, bytesOf(buffer));
        m_shapes.assign(buffers.begin(), buffers.end());
    });
}

const DeviceAllocation& CudaExecutor::bufferAt(BufferId buffer, std::size_t bytes) const {
    if (buffer >= m_buffers.size() || m_buffers[buffer].bytes() != bytes)
        throw CudaError(Error(ErrorCode::Internal,
                              {{"reason", inWords(Message("gpu.copy_does_not_fit"_id, {{"buffer", buffer}}))}}));
    return m_buffers[buffer];
}

Result<void> CudaExecutor::upload(BufferId buffer, std::span<const std::byte> bytes) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        if (!m_running.empty()) synchronize(suspects());  // the copy waits for them, and that for ever if one hangs
        cuda::check(driver, driver.copyToDevice(bufferAt(buffer, bytes.size()).address(), bytes.data(), bytes.size()),
                    "cuMemcpyHtoD");
    });
}

Result<void> CudaExecutor::download(BufferId buffer, std::span<std::byte> bytes) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        if (!m_running.empty()) synchronize(suspects());
        cuda::check(driver, driver.copyFromDevice(bytes.data(), bufferAt(buffer, bytes.size()).address(), bytes.size()),
                    "cuMemcpyDtoH");
    });
}

Result<void> CudaExecutor::copy(const CopyStep& step, std::span<std::byte> host) {
    return cuda::guarded([&] {
        using Direction = CopyStep::Direction;
        const auto sideOf = [&](const Part& part, bool onHost) {
            const Part whole = resolved(part, m_shapes.at(part.buffer));
            return Side{whole, m_shapes[part.buffer], onHost ? host.data() : nullptr,
                        onHost ? 0 : m_buffers[part.buffer].address()};
        };
        const cuda::Copy2D what = rectangle(sideOf(step.from, step.direction == Direction::ToDevice),
                                            sideOf(step.to, step.direction == Direction::ToHost));
        const cuda::Driver& driver = m_session->driver();
        const bool hostWaits = step.memory == HostMemory::Pageable && step.direction != Direction::OnDevice;
        if (hostWaits && !m_running.empty()) waitFor(stream(step.stream), suspects(), "cuMemcpy2DAsync");
        cuda::check(driver, driver.copy2DAsync(&what, stream(step.stream)), "cuMemcpy2DAsync");
        if (hostWaits) waitFor(stream(step.stream), suspects(), "cuMemcpy2DAsync");
    });
}

Result<void> CudaExecutor::fill(const FillStep& step) {
    return cuda::guarded([&] {
        const cuda::Driver& driver = m_session->driver();
        const DeviceAllocation& buffer = m_buffers.at(step.buffer);
        cuda::check(driver, driver.memsetAsync(buffer.address(), step.byte, buffer.bytes(), stream(step.stream)),
                    "cuMemsetD8Async");
    });
}

cuda::DeviceMatrix CudaExecutor::matrixOf(const Part& part) const {
    const Buffer& buffer = m_shapes.at(part.buffer);
    const Part p = resolved(part, buffer);
    return {m_buffers[part.buffer].address() + (p.row * buffer.columns + p.column) * sizeOf(buffer.type), p.rows,
            p.columns, buffer.columns};
}

Result<void> CudaExecutor::call(const LibraryStep& step, const JobContext& job) {
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return cuda::guarded([&] {
        const bool usesB = step.call == LibraryStep::Call::Gemm;
        m_session->cublas().call(step, m_shapes.at(step.c.buffer).type, matrixOf(step.a),
                                 usesB ? matrixOf(step.b) : cuda::DeviceMatrix{}, matrixOf(step.c),
                                 stream(step.stream));
    });
}

Result<void> CudaExecutor::wait(std::optional<std::uint32_t> number) {
    return cuda::guarded([&] {
        if (!number) return synchronize(suspects());
        waitFor(stream(*number), suspects(), "cuStreamSynchronize");
    });
}

Result<void> CudaExecutor::pin(std::span<const std::span<std::byte>> arrays) {
    return cuda::guarded([&] { m_pinned = std::make_unique<PinnedMemory>(m_session->driver(), arrays); });
}

void CudaExecutor::unpin() { m_pinned.reset(); }

cuda::Stream CudaExecutor::stream(std::uint32_t number) {
    if (number == 0) return nullptr;
    const auto known = m_streams.find(number);
    if (known != m_streams.end()) return known->second;
    cuda::Stream made = nullptr;
    cuda::check(m_session->driver(), m_session->driver().streamCreate(&made, 0), "cuStreamCreate");
    return m_streams[number] = made;
}

std::string CudaExecutor::suspects() const {
    std::vector<Message> names;
    for (const std::string& name : m_running) names.push_back(Message::plain(name));
    return inWords(Message::joined(Join::Or, std::move(names)));
}

Result<void> CudaExecutor::launch(const Launch& launch, const JobContext& job) {
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return cuda::guarded([&] {
        enqueue(launch);
        if (launch.stream == 0) synchronize(launch.kernel->entry);
    });
}

void CudaExecutor::enqueue(const Launch& launch) {
    const Kernel& kernel = *launch.kernel;
    if (launch.endlessAfter != 0)
        throw CudaError(
            Error(ErrorCode::InvalidLaunch, {{"kernel", kernel.entry}, {"reason", textOf("gpu.endless"_id)}}));
    prepareToWait();
    const program::Entry& entry = kernel.code();
    auto block = parameterBlock(launch, entry, [&](BufferId buffer) {
        const bool there = buffer < m_buffers.size() && m_shapes[buffer].place != Buffer::Place::Host;
        return there ? std::optional<std::uint64_t>(m_buffers[buffer].address()) : std::nullopt;
    });
    if (!block) throw CudaError(block.error());
    std::vector<void*> pointers;
    for (const program::Parameter& parameter : entry.parameters) pointers.push_back(block->data() + parameter.offset);
    const cuda::Function function = m_session->function(kernel, launch.block.count());
    throwIfFailed(cuda::allowDynamicShared(m_session->driver(), function, launch.dynamicSharedBytes), kernel.entry,
                  "cuFuncSetAttribute");
    throwIfFailed(m_session->driver().launchKernel(
                      function, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y,
                      launch.block.z, launch.dynamicSharedBytes, stream(launch.stream), pointers.data(), nullptr),
                  kernel.entry, "cuLaunchKernel");
    if (std::ranges::find(m_running, kernel.entry) == m_running.end()) m_running.push_back(kernel.entry);
}

void CudaExecutor::synchronize(const std::string& kernel) {
    waitFor(nullptr, kernel, "cuCtxSynchronize");
    m_running.clear();
}

void CudaExecutor::prepareToWait() {
    if (!m_waited) m_waited = std::make_unique<cuda::TimerEvent>(m_session->driver());
}

void CudaExecutor::waitUntil(const cuda::TimerEvent& event, const std::string& kernel) {
    poll(event.handle(), kernel, "cuEventQuery");
}

void CudaExecutor::waitFor(cuda::Stream stream, const std::string& kernel, const char* call) {
    if (cuda::driverAbandoned()) throwHung(kernel, secondsText(m_hangLimit));  // asked again while all is taken down
    prepareToWait();
    throwIfFailed(m_session->driver().eventRecord(m_waited->handle(), stream), kernel, call);
    poll(m_waited->handle(), kernel, call);
}

void CudaExecutor::poll(cuda::Event event, const std::string& kernel, const char* call) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kAwake{50};  // sleeping before would be seen in the times of short runs
    const auto begun = Clock::now();
    while (true) {
        const cuda::Status status = m_session->driver().eventQuery(event);
        if (status != cuda::kNotReady) return throwIfFailed(status, kernel, call);
        const auto waited = Clock::now() - begun;
        if (std::chrono::duration<double>(waited).count() > m_hangLimit) throwHung(kernel, secondsText(m_hangLimit));
        if (waited > kAwake)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        else
            std::this_thread::yield();
    }
}

void CudaExecutor::throwHung(const std::string& kernel, const std::string& limit) {
    m_session->markBroken();
    cuda::abandonDriver();
    throw CudaError(Error(ErrorCode::KernelHung,
                          {{"kernel", kernel.empty() ? textOf("gpu.that_ran"_id) : kernel}, {"limit", limit}}));
}

void CudaExecutor::throwIfFailed(cuda::Status status, const std::string& kernel, const char* call) {
    if (status == cuda::kSuccess) return;
    if (status == cuda::kLaunchTimeout) throwHung(kernel, textOf("gpu.display_limit"_id));
    const std::string reason = cuda::reasonOf(m_session->driver(), status);
    if (isKernelFault(status)) {
        m_session->markBroken();
        throw CudaError(Error(
            ErrorCode::KernelFault,
            {{"fault",
              inWords(kernel.empty() ? Message("gpu.fault"_id, {{"reason", reason}})
                                     : Message("gpu.fault_of_kernel"_id, {{"kernel", kernel}, {"reason", reason}}))}}));
    }
    if (isLaunchShape(status))
        throw CudaError(Error(ErrorCode::InvalidLaunch, {{"kernel", kernel}, {"reason", reason}}));
    throw CudaError(Error(ErrorCode::CudaFailure, {{"call", cuda::callOf(call, kernel)}, {"reason", reason}}));
}

}  // namespace lanescope
