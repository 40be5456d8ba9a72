// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/calibrate/rig.h"
#include "gpu/cuda_executor.h"

namespace lanescope {

/// A rig on a GPU, with its time.
class GpuRig final : public Rig {
public:
    GpuRig(CudaExecutor& executor, CalibrationKernels kernels, JobContext job);
    ~GpuRig() override;
    GpuRig(const GpuRig&) = delete;
    GpuRig& operator=(const GpuRig&) = delete;

    [[nodiscard]] double seconds(const Launch& launch, unsigned times) override;
    [[nodiscard]] double secondsBehind(const Launch& busy, const Launch& launch, unsigned times) override;

private:
    /// Behind what is queued already.
    double timed(const Launch& launch, unsigned times);

    CudaExecutor& m_executor;
    cuda::Event m_begin = nullptr;
    cuda::Event m_end = nullptr;
    DeviceAllocation m_other;  ///< what the GPU is busy with while launches are queued
};

}  // namespace lanescope
