// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/gpu_rig.h"

#include "core/base/words.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

constexpr std::size_t kOtherBytes = std::size_t{64} << 20;  // takes a GPU long enough to overwrite

}  // namespace

GpuRig::GpuRig(CudaExecutor& executor, CalibrationKernels kernels, JobContext job)
    : Rig(executor, std::move(kernels), executor.session().gpu().spec, std::move(job)),
      m_executor(executor),
      m_other(executor.session().driver(), kOtherBytes) {
    const cuda::Driver& driver = executor.session().driver();
    cuda::check(driver, driver.eventCreate(&m_begin, 0), "cuEventCreate");
    if (const cuda::Status status = driver.eventCreate(&m_end, 0); status != cuda::kSuccess) {
        driver.eventDestroy(m_begin);
        cuda::check(driver, status, "cuEventCreate");
    }
}

GpuRig::~GpuRig() {
    m_executor.session().driver().eventDestroy(m_begin);
    m_executor.session().driver().eventDestroy(m_end);
}

double GpuRig::seconds(const Launch& launch, unsigned times) {
    if (job().stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
    const cuda::Driver& driver = m_executor.session().driver();
    cuda::check(driver, driver.memsetAsync(m_other.address(), 0, m_other.bytes(), nullptr), "cuMemsetD8Async");
    return timed(launch, times);
}

double GpuRig::secondsBehind(const Launch& busy, const Launch& launch, unsigned times) {
    if (job().stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
    m_executor.enqueue(busy);
    return timed(launch, times);
}

double GpuRig::timed(const Launch& launch, unsigned times) {
    const cuda::Driver& driver = m_executor.session().driver();
    cuda::check(driver, driver.eventRecord(m_begin, nullptr), "cuEventRecord");
    for (unsigned i = 0; i < times; ++i) m_executor.enqueue(launch);
    cuda::check(driver, driver.eventRecord(m_end, nullptr), "cuEventRecord");
    m_executor.synchronize(launch.kernel->entry);
    float milliseconds = 0;
    cuda::check(driver, driver.eventElapsedTime(&milliseconds, m_begin, m_end), "cuEventElapsedTime");
    if (!(milliseconds > 0))
        throw cuda::CudaError(
            Error(ErrorCode::CudaFailure, {{"call", cuda::callOf("cuEventElapsedTime", launch.kernel->entry)},
                                           {"reason", textOf("calibrate.no_time"_id)}}));
    return static_cast<double>(milliseconds) / 1e3;
}

}  // namespace lanescope
