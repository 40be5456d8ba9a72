// SPDX-License-Identifier: GPL-3.0-or-later
// Our occupancy against NVIDIA's own calculator, for every compute capability that both know.
#include <gtest/gtest.h>

#include "core/gpus/multiprocessor.h"
#include "core/metrics/occupancy.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>

#include <cstdlib>
#endif

namespace lanescope {
namespace {

#ifdef __cuda_occupancy_h__

cudaOccDeviceProp propertiesOf(const Multiprocessor& m) {
    cudaOccDeviceProp p;
    p.computeMajor = std::atoi(std::string(m.computeCapability).c_str());
    p.computeMinor = std::atoi(std::string(m.computeCapability.substr(m.computeCapability.find('.') + 1)).c_str());
    p.maxThreadsPerBlock = static_cast<int>(m.threadsPerBlock);
    p.maxThreadsPerMultiprocessor = static_cast<int>(m.threads);
    p.regsPerBlock = static_cast<int>(m.registers);
    p.regsPerMultiprocessor = static_cast<int>(m.registers);
    p.warpSize = 32;
    p.sharedMemPerBlock = m.sharedPerBlock;
    p.sharedMemPerMultiprocessor = m.shared;
    p.numSms = 1;
    p.sharedMemPerBlockOptin = m.sharedAsked;
    p.reservedSharedMemPerBlock = m.sharedReserved;
    return p;
}

/// Blocks on a multiprocessor; 0 where such a block cannot run.
int theirs(const cudaOccDeviceProp& properties, const BlockResources& block) {
    cudaOccFuncAttributes function;
    function.maxThreadsPerBlock = properties.maxThreadsPerBlock;
    function.numRegs = static_cast<int>(*block.registersPerThread);
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.maxDynamicSharedSizeBytes = block.sharedBytes;
    function.numBlockBarriers = static_cast<int>(block.barriers);
    const cudaOccDeviceState state;
    cudaOccResult result{};
    EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &function, &state,
                                                      static_cast<int>(block.threads), block.sharedBytes),
              CUDA_OCC_SUCCESS);
    return result.activeBlocksPerMultiprocessor;
}

TEST(NvidiaOccupancy, IsEqualForEveryBlock) {
    std::size_t compared = 0, different = 0;
    for (const Multiprocessor& m : multiprocessors()) {
        const cudaOccDeviceProp properties = propertiesOf(m);
        if (properties.computeMajor < 3) continue;  // the calculator no longer knows them
        const GpuSpec gpu{"gpu", "a GPU", std::string(m.computeCapability), {}, {}};
        for (std::uint64_t threads : {1,   31,  32,  33,  48,  64,  96,  128, 160, 192, 224,  256,  288,
                                      320, 384, 416, 512, 544, 640, 768, 800, 896, 992, 1023, 1024, 1025})
            for (std::uint64_t registers = 1; registers <= 255; registers += 3)
                for (std::uint64_t shared :
                     {0,     1,     127,   128,   129,   1000,   4096,   6144,   8191,   16384,  24576, 33000,
                      49151, 49152, 49153, 65536, 65537, 101376, 101377, 166912, 166913, 232448, 232449})
                    for (std::uint64_t barriers : {1, 16}) {
                        const BlockResources block{threads, shared, registers, barriers};
                        const auto ours = theoreticalOccupancy("k", block, gpu);
                        const int blocks = ours ? static_cast<int>(ours->blocksPerSm) : 0;
                        ++compared;
                        if (blocks == theirs(properties, block)) continue;
                        if (++different < 10)
                            ADD_FAILURE() << m.computeCapability << ": " << threads << " threads, " << registers
                                          << " registers, " << shared << " bytes, " << barriers
                                          << " barriers: " << blocks << ", not " << theirs(properties, block);
                    }
    }
    EXPECT_EQ(different, 0U) << "of " << compared;
    EXPECT_GT(compared, 1000000U);
}

#else

TEST(NvidiaOccupancy, IsEqualForEveryBlock) { GTEST_SKIP() << "cuda_occupancy.h is not installed"; }

#endif

}  // namespace
}  // namespace lanescope
