// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU, opened: its context, and the PTX modules that were compiled for it so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/plan/plan.h"
#include "core/ptx/module.h"
#include "gpu/cublas.h"
#include "gpu/cuda_driver.h"
#include "gpu/launch_hold.h"

namespace lanescope {

/// A GPU of this machine.
struct GpuDevice {
    int ordinal = 0;
    std::string driverVersion;  ///< "580.159.04"; empty if it cannot be found out
    std::string cudaVersion;    ///< of the driver's interface: "13.0"
    std::string pciBusId;
    GpuSpec spec;  ///< limits and rates as the driver tells them
};

/// The GPUs of this machine, in the driver's order. Errors: NoDriver, NoDevice.
[[nodiscard]] Result<std::vector<GpuDevice>> gpuDevices();

/// Holds the primary context of a GPU, current on the thread that opened it. Not for several threads at once.
class CudaSession {
public:
    /// Errors: NoDriver, NoDevice, CudaFailure.
    [[nodiscard]] static Result<std::shared_ptr<CudaSession>> open(int ordinal = 0);
    ~CudaSession();
    CudaSession(const CudaSession&) = delete;
    CudaSession& operator=(const CudaSession&) = delete;

    [[nodiscard]] const cuda::Driver& driver() const { return *m_driver; }
    [[nodiscard]] const GpuDevice& gpu() const { return m_gpu; }
    [[nodiscard]] cuda::Device device() const { return m_device; }
    [[nodiscard]] cuda::Context context() const { return m_context; }
    /// Bytes of L2 cache, as the driver tells; 0 if it does not.
    [[nodiscard]] std::size_t l2Bytes() const;

    /// The kernel's function for blocks of so many threads; its whole PTX module is compiled by the driver at first
    /// use. Where the compiler takes more registers than such a block can have, the module is compiled once more with
    /// that limit. Throws CudaError: CudaFailure with the compiler's log.
    [[nodiscard]] cuda::Function function(const Kernel& kernel, std::uint64_t threadsPerBlock);

    /// An entry by its name in the PTX. Throws CudaError.
    [[nodiscard]] cuda::Function function(const std::shared_ptr<const ptx::Module>& module, const std::string& entry);

    /// Holds back what is queued, made at first use; nullptr where that cannot be done here.
    [[nodiscard]] LaunchHold* hold();

    /// cuBLAS in this session's context, opened at first use. Throws CudaError: NoLibrary.
    [[nodiscard]] cuda::Cublas& cublas();

    /// After a kernel fault the context is lost: nothing more can be done with this session.
    void markBroken() { m_broken = true; }
    [[nodiscard]] bool broken() const { return m_broken; }

private:
    CudaSession(const cuda::Driver& driver, GpuDevice gpu, cuda::Device device, cuda::Context context);
    /// An empty kernel: all of them. 0 threads: no limit.
    [[nodiscard]] cuda::Module moduleFor(const std::shared_ptr<const ptx::Module>& module, const std::string& kernel,
                                         unsigned threadsPerBlock);
    [[nodiscard]] cuda::Module load(const ptx::Module& module, const std::string& kernel,
                                    unsigned threadsPerBlock) const;
    [[nodiscard]] cuda::Function find(cuda::Module module, const Kernel& kernel) const;

    const cuda::Driver* m_driver;
    GpuDevice m_gpu;
    cuda::Device m_device;
    cuda::Context m_context;
    std::map<std::tuple<std::shared_ptr<const ptx::Module>, std::string, unsigned>, cuda::Module> m_modules;
    std::unique_ptr<cuda::Cublas> m_cublas;
    std::unique_ptr<LaunchHold> m_hold;
    bool m_holdTried = false;
    bool m_broken = false;
};

}  // namespace lanescope
