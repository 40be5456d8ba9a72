// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/l2_flush.h"

#include "gpu/cuda_error.h"

namespace lanescope {

L2Flush::L2Flush(CudaExecutor& executor, L2State state) : m_executor(executor) {
    const std::size_t bytes = executor.session().l2Bytes();
    if (state == L2State::Warm || bytes == 0) return;
    try {
        m_buffer = std::make_unique<DeviceAllocation>(executor.session().driver(), bytes);
    } catch (const cuda::CudaError& failure) {
        if (failure.error().code != ErrorCode::TooLarge) throw;
        m_failed = true;  // a plan that fills the memory is timed all the same
    }
}

void L2Flush::queue() {
    if (!m_buffer) return;
    const cuda::Driver& driver = m_executor.session().driver();
    cuda::check(driver, driver.memsetAsync(m_buffer->address(), 0, m_buffer->bytes(), nullptr), "cuMemsetD8Async");
}

}  // namespace lanescope
