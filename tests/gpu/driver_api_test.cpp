// SPDX-License-Identifier: GPL-3.0-or-later
// Our own declarations of the driver's interface against NVIDIA's header, where that is installed.
#include <gtest/gtest.h>

#include "gpu/cuda_driver.h"

#ifdef LANESCOPE_HAS_CUDA_H
#include <cuda.h>

#include <type_traits>

namespace lanescope::cuda {
namespace {

static_assert(std::is_same_v<Device, CUdevice> && std::is_same_v<Address, CUdeviceptr>);
static_assert(std::is_same_v<Context, CUcontext> && std::is_same_v<Module, CUmodule>);
static_assert(std::is_same_v<Function, CUfunction> && std::is_same_v<Event, CUevent> &&
              std::is_same_v<Stream, CUstream>);
static_assert(sizeof(Status) == sizeof(CUresult));

/// Same parameters, but for enumerations that we pass as int.
template <typename Ours, typename Theirs>
constexpr bool sameShape = sizeof(Ours) == sizeof(Theirs) && (std::is_same_v<Ours, Theirs> || std::is_enum_v<Theirs> ||
                                                              (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>));
template <typename... Ours, typename... Theirs>
constexpr bool compatible(Status (*)(Ours...), CUresult (*)(Theirs...)) {
    if constexpr (sizeof...(Ours) == sizeof...(Theirs))
        return (sameShape<Ours, Theirs> && ...);
    else
        return false;
}

TEST(DriverApi, AgreesWithCudaH) {
    EXPECT_EQ(kSuccess, CUDA_SUCCESS);
    EXPECT_EQ(kNoDevice, CUDA_ERROR_NO_DEVICE);
    EXPECT_EQ(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(kNotReady, CUDA_ERROR_NOT_READY);
    EXPECT_EQ(kLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
    EXPECT_EQ(kHostAllocDeviceMap, unsigned{CU_MEMHOSTALLOC_DEVICEMAP});
    const auto same = [](auto ours, auto theirs) { EXPECT_EQ(static_cast<int>(ours), static_cast<int>(theirs)); };
    same(Attribute::MaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    same(Attribute::MaxSharedMemoryPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    same(Attribute::ClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    same(Attribute::MultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    same(Attribute::MemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    same(Attribute::GlobalMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    same(Attribute::L2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    same(Attribute::MaxThreadsPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    same(Attribute::ComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    same(Attribute::ComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    same(Attribute::MaxSharedMemoryPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    same(Attribute::MaxRegistersPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    same(Attribute::MaxBlocksPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    same(JitOption::ThreadsPerBlock, CU_JIT_THREADS_PER_BLOCK);
    same(JitOption::ErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
    same(JitOption::ErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    same(FunctionAttribute::MaxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    same(FunctionAttribute::SharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    same(FunctionAttribute::LocalSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    same(FunctionAttribute::Registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
    same(FunctionAttribute::MaxDynamicSharedSizeBytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
}

TEST(DriverApi, ACopyIsLaidOutAsInCudaH) {
    static_assert(sizeof(Copy2D) == sizeof(CUDA_MEMCPY2D));
    static_assert(offsetof(Copy2D, sourceType) == offsetof(CUDA_MEMCPY2D, srcMemoryType));
    static_assert(offsetof(Copy2D, sourceHost) == offsetof(CUDA_MEMCPY2D, srcHost));
    static_assert(offsetof(Copy2D, sourceDevice) == offsetof(CUDA_MEMCPY2D, srcDevice));
    static_assert(offsetof(Copy2D, sourcePitch) == offsetof(CUDA_MEMCPY2D, srcPitch));
    static_assert(offsetof(Copy2D, targetX) == offsetof(CUDA_MEMCPY2D, dstXInBytes));
    static_assert(offsetof(Copy2D, targetType) == offsetof(CUDA_MEMCPY2D, dstMemoryType));
    static_assert(offsetof(Copy2D, targetHost) == offsetof(CUDA_MEMCPY2D, dstHost));
    static_assert(offsetof(Copy2D, targetDevice) == offsetof(CUDA_MEMCPY2D, dstDevice));
    static_assert(offsetof(Copy2D, targetPitch) == offsetof(CUDA_MEMCPY2D, dstPitch));
    static_assert(offsetof(Copy2D, widthInBytes) == offsetof(CUDA_MEMCPY2D, WidthInBytes));
    static_assert(offsetof(Copy2D, height) == offsetof(CUDA_MEMCPY2D, Height));
    EXPECT_EQ(static_cast<int>(MemoryType::OnHost), CU_MEMORYTYPE_HOST);
    EXPECT_EQ(static_cast<int>(MemoryType::OnDevice), CU_MEMORYTYPE_DEVICE);
}

TEST(DriverApi, FunctionsHaveTheSameParameters) {
    using D = Driver;
    static_assert(compatible(decltype(D::init){}, decltype(&cuInit){}));
    static_assert(compatible(decltype(D::getErrorString){}, decltype(&cuGetErrorString){}));
    static_assert(compatible(decltype(D::deviceGetAttribute){}, decltype(&cuDeviceGetAttribute){}));
    static_assert(compatible(decltype(D::deviceTotalMem){}, decltype(&cuDeviceTotalMem_v2){}));
    static_assert(compatible(decltype(D::deviceGetPciBusId){}, decltype(&cuDeviceGetPCIBusId){}));
    static_assert(compatible(decltype(D::primaryContextRetain){}, decltype(&cuDevicePrimaryCtxRetain){}));
    static_assert(compatible(decltype(D::primaryContextReset){}, decltype(&cuDevicePrimaryCtxReset_v2){}));
    static_assert(compatible(decltype(D::moduleLoadDataEx){}, decltype(&cuModuleLoadDataEx){}));
    static_assert(compatible(decltype(D::moduleGetFunction){}, decltype(&cuModuleGetFunction){}));
    static_assert(compatible(decltype(D::functionGetAttribute){}, decltype(&cuFuncGetAttribute){}));
    static_assert(compatible(decltype(D::functionSetAttribute){}, decltype(&cuFuncSetAttribute){}));
    static_assert(
        compatible(decltype(D::occupancyMaxActiveBlocks){}, decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor){}));
    static_assert(compatible(decltype(D::memGetInfo){}, decltype(&cuMemGetInfo_v2){}));
    static_assert(compatible(decltype(D::memAlloc){}, decltype(&cuMemAlloc_v2){}));
    static_assert(compatible(decltype(D::copyToDevice){}, decltype(&cuMemcpyHtoD_v2){}));
    static_assert(compatible(decltype(D::copyFromDevice){}, decltype(&cuMemcpyDtoH_v2){}));
    static_assert(compatible(decltype(D::copy2DAsync){}, decltype(&cuMemcpy2DAsync_v2){}));
    static_assert(compatible(decltype(D::copyToDeviceAsync){}, decltype(&cuMemcpyHtoDAsync_v2){}));
    static_assert(compatible(decltype(D::copyFromDeviceAsync){}, decltype(&cuMemcpyDtoHAsync_v2){}));
    static_assert(compatible(decltype(D::hostRegister){}, decltype(&cuMemHostRegister_v2){}));
    static_assert(compatible(decltype(D::hostUnregister){}, decltype(&cuMemHostUnregister){}));
    static_assert(compatible(decltype(D::memHostAlloc){}, decltype(&cuMemHostAlloc){}));
    static_assert(compatible(decltype(D::memFreeHost){}, decltype(&cuMemFreeHost){}));
    static_assert(compatible(decltype(D::hostGetDevicePointer){}, decltype(&cuMemHostGetDevicePointer_v2){}));
    static_assert(compatible(decltype(D::streamCreate){}, decltype(&cuStreamCreate){}));
    static_assert(compatible(decltype(D::streamDestroy){}, decltype(&cuStreamDestroy_v2){}));
    static_assert(compatible(decltype(D::streamSynchronize){}, decltype(&cuStreamSynchronize){}));
    static_assert(compatible(decltype(D::memsetAsync){}, decltype(&cuMemsetD8Async){}));
    static_assert(compatible(decltype(D::launchKernel){}, decltype(&cuLaunchKernel){}));
    static_assert(compatible(decltype(D::eventCreate){}, decltype(&cuEventCreate){}));
    static_assert(compatible(decltype(D::eventQuery){}, decltype(&cuEventQuery){}));
    static_assert(compatible(decltype(D::eventElapsedTime){}, decltype(&cuEventElapsedTime){}));
    SUCCEED() << "checked while compiling";
}

}  // namespace
}  // namespace lanescope::cuda
#else
TEST(DriverApi, AgreesWithCudaH) { GTEST_SKIP() << "cuda.h is not installed here"; }
#endif
