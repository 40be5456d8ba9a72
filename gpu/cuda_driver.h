// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the CUDA driver's interface that we use, as a table of functions found at run time. Written out here so
// that no CUDA header is needed to build; a test compares it with cuda.h where there is one.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

// The driver's handle types, by the names that cuda.h gives them, so that both can meet in one source file.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUevent_st;
struct CUstream_st;

namespace lanescope::cuda {

using Status = int;  ///< CUresult
using Device = int;
using Address = unsigned long long;  ///< CUdeviceptr
using Context = CUctx_st*;
using Module = CUmod_st*;
using Function = CUfunc_st*;
using Event = CUevent_st*;
using Stream = CUstream_st*;

inline constexpr Status kSuccess = 0;
inline constexpr Status kNoDevice = 100;
inline constexpr Status kOutOfMemory = 2;
inline constexpr Status kNotReady = 600;
inline constexpr Status kLaunchTimeout = 702;

/// What the kernels' PTX (ISA 9.0) needs of the driver's interface, as cuDriverGetVersion tells it: 1000 × major +
/// 10 × minor. CUDA 13.0 comes with driver 580 (CUDA 13.0 release notes, table of driver versions).
inline constexpr int kNeededVersion = 13000;
inline constexpr const char* kNeededDriver = "580";

/// CUdevice_attribute, those that we read.
enum class Attribute : int {
    MaxThreadsPerBlock = 1,
    MaxSharedMemoryPerBlock = 8,
    ClockRate = 13,
    MultiprocessorCount = 16,
    MemoryClockRate = 36,
    GlobalMemoryBusWidth = 37,
    L2CacheSize = 38,
    MaxThreadsPerMultiprocessor = 39,
    ComputeCapabilityMajor = 75,
    ComputeCapabilityMinor = 76,
    MaxSharedMemoryPerMultiprocessor = 81,
    MaxRegistersPerMultiprocessor = 82,
    MaxBlocksPerMultiprocessor = 106,
};

/// CUjit_option, those that we give.
enum class JitOption : int { ThreadsPerBlock = 1, ErrorLogBuffer = 5, ErrorLogBufferSizeBytes = 6 };

/// CUfunction_attribute, those that we read or set.
enum class FunctionAttribute : int {
    MaxThreadsPerBlock = 0,
    SharedSizeBytes = 1,
    LocalSizeBytes = 3,
    Registers = 4,
    MaxDynamicSharedSizeBytes = 8
};

/// CUmemorytype.
enum class MemoryType : int { OnHost = 1, OnDevice = 2 };

/// CUDA_MEMCPY2D: a rectangle of `height` rows of `widthInBytes` bytes.
struct Copy2D {
    std::size_t sourceX = 0;  ///< bytes
    std::size_t sourceY = 0;
    MemoryType sourceType = MemoryType::OnHost;
    const void* sourceHost = nullptr;
    Address sourceDevice = 0;
    void* sourceArray = nullptr;
    std::size_t sourcePitch = 0;  ///< bytes from row to row
    std::size_t targetX = 0;
    std::size_t targetY = 0;
    MemoryType targetType = MemoryType::OnHost;
    void* targetHost = nullptr;
    Address targetDevice = 0;
    void* targetArray = nullptr;
    std::size_t targetPitch = 0;
    std::size_t widthInBytes = 0;
    std::size_t height = 0;
};

/// cuMemHostAlloc's flag for memory that the device sees too.
inline constexpr unsigned kHostAllocDeviceMap = 2;

/// Function table of libcuda.so.1; member names are the driver's without "cu".
struct Driver {
    Status (*init)(unsigned flags);
    Status (*driverGetVersion)(int* version);
    Status (*getErrorString)(Status status, const char** text);
    Status (*deviceGetCount)(int* count);
    Status (*deviceGet)(Device* device, int ordinal);
    Status (*deviceGetName)(char* name, int length, Device device);
    Status (*deviceGetAttribute)(int* value, int attribute, Device device);
    Status (*deviceTotalMem)(std::size_t* bytes, Device device);
    Status (*deviceGetPciBusId)(char* id, int length, Device device);
    Status (*primaryContextRetain)(Context* context, Device device);
    Status (*primaryContextRelease)(Device device);
    Status (*primaryContextReset)(Device device);
    Status (*contextSetCurrent)(Context context);
    Status (*contextSynchronize)();
    Status (*moduleLoadDataEx)(Module* module, const void* image, unsigned optionCount, int* options, void** values);
    Status (*moduleUnload)(Module module);
    Status (*moduleGetFunction)(Function* function, Module module, const char* name);
    Status (*functionGetAttribute)(int* value, int attribute, Function function);
    Status (*functionSetAttribute)(Function function, int attribute, int value);
    Status (*occupancyMaxActiveBlocks)(int* blocks, Function function, int threadsPerBlock, std::size_t dynamicShared);
    Status (*memGetInfo)(std::size_t* free, std::size_t* total);
    Status (*memAlloc)(Address* address, std::size_t bytes);
    Status (*memFree)(Address address);
    Status (*copyToDevice)(Address to, const void* from, std::size_t bytes);
    Status (*copyFromDevice)(void* to, Address from, std::size_t bytes);
    Status (*copy2DAsync)(const Copy2D* copy, Stream stream);
    Status (*copyToDeviceAsync)(Address to, const void* from, std::size_t bytes, Stream stream);
    Status (*copyFromDeviceAsync)(void* to, Address from, std::size_t bytes, Stream stream);
    Status (*hostRegister)(void* memory, std::size_t bytes, unsigned flags);
    Status (*hostUnregister)(void* memory);
    Status (*memHostAlloc)(void** memory, std::size_t bytes, unsigned flags);
    Status (*memFreeHost)(void* memory);
    Status (*hostGetDevicePointer)(Address* address, void* memory, unsigned flags);
    Status (*streamCreate)(Stream* stream, unsigned flags);
    Status (*streamDestroy)(Stream stream);
    Status (*streamSynchronize)(Stream stream);
    Status (*memsetAsync)(Address to, unsigned char value, std::size_t bytes, Stream stream);
    Status (*launchKernel)(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                           unsigned blockY, unsigned blockZ, unsigned sharedBytes, Stream stream, void** parameters,
                           void** extra);
    Status (*eventCreate)(Event* event, unsigned flags);
    Status (*eventDestroy)(Event event);
    Status (*eventRecord)(Event event, Stream stream);
    Status (*eventSynchronize)(Event event);
    Status (*eventQuery)(Event event);
    Status (*eventElapsedTime)(float* milliseconds, Event start, Event end);
};

/// The machine's driver, loaded and initialised once. Errors: NoDriver, NoDevice, DriverTooOld; CudaFailure once it was
/// abandoned.
[[nodiscard]] Result<const Driver*> driver();

/// After a kernel that hangs any call of the driver may wait for ever, even one that frees memory. From then on nobody
/// in this process calls it; destructors ask first. Only the end of the process ends the kernel.
void abandonDriver();
[[nodiscard]] bool driverAbandoned();

/// "13.0" of 13000.
[[nodiscard]] std::string versionText(int version);

/// The driver's sentence for a status: "an illegal memory access was encountered".
[[nodiscard]] std::string reasonOf(const Driver& driver, Status status);

}  // namespace lanescope::cuda
