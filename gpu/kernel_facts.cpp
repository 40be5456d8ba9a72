// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernel_facts.h"

#include "gpu/cuda_error.h"
#include "gpu/dynamic_shared.h"

namespace lanescope {

Counters kernelFacts(CudaSession& session, const Launch& launch) {
    using cuda::FunctionAttribute;
    const cuda::Driver& driver = session.driver();
    const std::uint64_t threads = launch.block.count();
    const cuda::Function function = session.function(*launch.kernel, threads);
    const auto attribute = [&](FunctionAttribute which) {
        int value = 0;
        cuda::check(driver, driver.functionGetAttribute(&value, static_cast<int>(which), function),
                    "cuFuncGetAttribute");
        return static_cast<double>(value);
    };
    // As the executor does before it launches such a kernel; without it the driver says that no block fits.
    cuda::check(driver, cuda::allowDynamicShared(driver, function, launch.dynamicSharedBytes), "cuFuncSetAttribute");
    int blocks = 0;
    cuda::check(
        driver,
        driver.occupancyMaxActiveBlocks(&blocks, function, static_cast<int>(threads), launch.dynamicSharedBytes),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return {{"registers_per_thread", attribute(FunctionAttribute::Registers)},
            {"local_bytes_per_thread", attribute(FunctionAttribute::LocalSizeBytes)},
            {"static_shared_bytes", attribute(FunctionAttribute::SharedSizeBytes)},
            {"dynamic_shared_bytes", launch.dynamicSharedBytes},
            {"resident_blocks", blocks}};
}

}  // namespace lanescope
