// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/study/measure_choice.h"
#include "gpu/cuda_executor.h"

namespace lanescope {

/// Reads a buffer of twice the L2 cache's size, so that nothing of before is in it. NVBench (detail/l2flush.cuh)
/// overwrites one of the cache's size; that leaves the cache full of lines that must be written back while the kernel
/// runs, which costs a kernel of 30 µs that uses the whole memory bandwidth a third of its time.
class L2Flush {
public:
    /// Does nothing for Warm, or where the driver does not tell the cache's size, or has no memory left for it.
    L2Flush(CudaExecutor& executor, L2State state);

    /// Queues it in the default stream. Throws CudaError.
    void queue();
    /// Is there anything to do?
    [[nodiscard]] bool works() const { return m_buffer != nullptr; }
    /// Kernels that are launched for it: none where the buffer is overwritten.
    [[nodiscard]] std::size_t launches() const { return works() && m_read != nullptr ? 1 : 0; }
    /// Flushing was asked for, but there is no memory for it.
    [[nodiscard]] bool failed() const { return m_failed; }

private:
    CudaExecutor& m_executor;
    cuda::Function m_read = nullptr;  ///< nullptr where the stopwatch's kernels are missing: the buffer is overwritten
    std::unique_ptr<DeviceAllocation> m_buffer;
    bool m_failed = false;
};

}  // namespace lanescope
