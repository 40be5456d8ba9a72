// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/l2_flush.h"

#include <array>

#include "core/base/words.h"
#include "gpu/cuda_error.h"
#include "gpu/stopwatch_kernels.h"

namespace lanescope {
namespace {

constexpr unsigned kBlocks = 1024;
constexpr unsigned kThreads = 256;
constexpr std::size_t kPiece = 16;  ///< bytes that readThrough reads at once

}  // namespace

L2Flush::L2Flush(CudaExecutor& executor, L2State state) : m_executor(executor) {
    const std::size_t bytes = 2 * executor.session().l2Bytes();
    if (state == L2State::Warm || bytes == 0) return;
    try {
        m_buffer = std::make_unique<DeviceAllocation>(executor.session().driver(), bytes);
    } catch (const cuda::CudaError& failure) {
        if (failure.error().code != ErrorCode::TooLarge) throw;
        m_failed = true;  // a plan that fills the memory is timed all the same
        return;
    }
    const cuda::Driver& driver = executor.session().driver();
    cuda::check(driver, driver.memsetAsync(m_buffer->address(), 0, bytes, nullptr), "cuMemsetD8Async");
    if (const auto& module = stopwatchModule()) m_read = executor.session().function(*module, "readThrough");
}

void L2Flush::queue() {
    if (!m_buffer) return;
    const cuda::Driver& driver = m_executor.session().driver();
    cuda::Address buffer = m_buffer->address();
    if (m_read == nullptr) {
        cuda::check(driver, driver.memsetAsync(buffer, 0, m_buffer->bytes(), nullptr), "cuMemsetD8Async");
        return;
    }
    std::uint64_t pieces = m_buffer->bytes() / kPiece;
    std::array<void*, 3> arguments{&buffer, &pieces, &buffer};
    cuda::check(driver,
                driver.launchKernel(m_read, kBlocks, 1, 1, kThreads, 1, 1, 0, nullptr, arguments.data(), nullptr),
                "cuLaunchKernel", textOf("gpu.stopwatch"_id));
}

}  // namespace lanescope
