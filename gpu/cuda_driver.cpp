// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda_driver.h"

#include <array>
#include <atomic>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "gpu/shared_library.h"

namespace lanescope::cuda {
namespace {

/// Name of the first function that the library lacks; empty if all were found.
std::string bindAll(const SharedLibrary& library, Driver& table) {
    std::string missing;
    const auto bind = [&](auto& function, const char* name) {
        if (!library.bind(function, name) && missing.empty()) missing = name;
    };
    bind(table.init, "cuInit");
    bind(table.driverGetVersion, "cuDriverGetVersion");
    bind(table.getErrorString, "cuGetErrorString");
    bind(table.deviceGetCount, "cuDeviceGetCount");
    bind(table.deviceGet, "cuDeviceGet");
    bind(table.deviceGetName, "cuDeviceGetName");
    bind(table.deviceGetAttribute, "cuDeviceGetAttribute");
    bind(table.deviceTotalMem, "cuDeviceTotalMem_v2");
    bind(table.deviceGetPciBusId, "cuDeviceGetPCIBusId");
    bind(table.primaryContextRetain, "cuDevicePrimaryCtxRetain");
    bind(table.primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
    bind(table.primaryContextReset, "cuDevicePrimaryCtxReset_v2");
    bind(table.contextSetCurrent, "cuCtxSetCurrent");
    bind(table.contextSynchronize, "cuCtxSynchronize");
    bind(table.moduleLoadDataEx, "cuModuleLoadDataEx");
    bind(table.moduleUnload, "cuModuleUnload");
    bind(table.moduleGetFunction, "cuModuleGetFunction");
    bind(table.functionGetAttribute, "cuFuncGetAttribute");
    bind(table.functionSetAttribute, "cuFuncSetAttribute");
    bind(table.occupancyMaxActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    bind(table.memGetInfo, "cuMemGetInfo_v2");
    bind(table.memAlloc, "cuMemAlloc_v2");
    bind(table.memFree, "cuMemFree_v2");
    bind(table.copyToDevice, "cuMemcpyHtoD_v2");
    bind(table.copyFromDevice, "cuMemcpyDtoH_v2");
    bind(table.copy2DAsync, "cuMemcpy2DAsync_v2");
    bind(table.copyToDeviceAsync, "cuMemcpyHtoDAsync_v2");
    bind(table.copyFromDeviceAsync, "cuMemcpyDtoHAsync_v2");
    bind(table.hostRegister, "cuMemHostRegister_v2");
    bind(table.hostUnregister, "cuMemHostUnregister");
    bind(table.memHostAlloc, "cuMemHostAlloc");
    bind(table.memFreeHost, "cuMemFreeHost");
    bind(table.hostGetDevicePointer, "cuMemHostGetDevicePointer_v2");
    bind(table.streamCreate, "cuStreamCreate");
    bind(table.streamDestroy, "cuStreamDestroy_v2");
    bind(table.streamSynchronize, "cuStreamSynchronize");
    bind(table.memsetAsync, "cuMemsetD8Async");
    bind(table.launchKernel, "cuLaunchKernel");
    bind(table.eventCreate, "cuEventCreate");
    bind(table.eventDestroy, "cuEventDestroy_v2");
    bind(table.eventRecord, "cuEventRecord");
    bind(table.eventSynchronize, "cuEventSynchronize");
    bind(table.eventQuery, "cuEventQuery");
    bind(table.eventElapsedTime, "cuEventElapsedTime");
    return missing;
}

std::atomic<bool> g_abandoned = false;

/// Version of the kernel module, whose name people know a driver by.
std::string kernelModuleVersion() {
    const Result<std::string> text = readFile("/sys/module/nvidia/version");
    return text ? text->substr(0, text->find('\n')) : textOf("gpu.unknown_version"_id);
}

Error tooOld(int version) {
    return {ErrorCode::DriverTooOld,
            {{"driver", kernelModuleVersion()},
             {"cuda", versionText(version)},
             {"needed", versionText(kNeededVersion)},
             {"neededDriver", inWords(Message("gpu.needed_driver"_id, {{"version", kNeededDriver}}))}}};
}

Result<const Driver*> loadDriver() {
    static Driver table;
    constexpr std::array kNames{"libcuda.so.1"};
    const SharedLibrary library = SharedLibrary::openFirst(kNames, {"/usr/local/nvidia/lib64", "/usr/lib/wsl/lib"});
    if (!library) return fail(ErrorCode::NoDriver, {{"reason", library.problem()}});
    const std::string missing = bindAll(library, table);
    int version = 0;
    if (table.driverGetVersion != nullptr && table.driverGetVersion(&version) == kSuccess && version < kNeededVersion)
        return fail(tooOld(version));
    if (!missing.empty())
        return fail(ErrorCode::NoDriver,
                    {{"reason",
                      inWords(Message("gpu.driver_lacks"_id, {{"library", "libcuda.so.1"}, {"function", missing}}))}});
    if (const Status status = table.init(0); status != kSuccess)
        return fail(
            ErrorCode::NoDevice,
            {{"reason", inWords(Message("gpu.says"_id, {{"call", "cuInit"}, {"reason", reasonOf(table, status)}}))}});
    int count = 0;
    if (table.deviceGetCount(&count) != kSuccess || count == 0)
        return fail(ErrorCode::NoDevice, {{"reason", textOf("gpu.none_listed"_id)}});
    return &table;
}

}  // namespace

Result<const Driver*> driver() {
    static const Result<const Driver*> loaded = loadDriver();
    if (g_abandoned)
        return fail(ErrorCode::CudaFailure,
                    {{"call", textOf("gpu.this_process"_id)}, {"reason", textOf("gpu.hangs"_id)}});
    return loaded;
}

void abandonDriver() { g_abandoned = true; }
bool driverAbandoned() { return g_abandoned; }

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string reasonOf(const Driver& driver, Status status) {
    const char* text = nullptr;
    if (driver.getErrorString(status, &text) == kSuccess && text != nullptr) return text;
    return inWords(Message("gpu.status"_id, {{"status", status}}));
}

}  // namespace lanescope::cuda
