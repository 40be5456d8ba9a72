// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcuda.so.1: a GPU whose kernels do nothing but take time, or fail, as $FAKE_CUDA says:
//   (unset)  works; each launch takes 1 ms and leaves memory as it is
//   none     no device: cuInit says so
//   fault    launches end with an illegal address until the context is reset
//   lost     the first launch ends so too, and the driver refuses the process from then on
//   hang     a synchronisation after a launch never returns
//   small    a GPU with 1 MiB of memory
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "gpu/cuda_driver.h"

namespace {

using lanescope::cuda::Copy2D;
using lanescope::cuda::MemoryType;

int g_launches = 0;
bool g_lost = false;
std::map<unsigned long long, std::vector<unsigned char>> g_memory;

std::map<void*, std::size_t> g_pinned;
std::vector<int*> g_streams;

/// A stream that was not made, or no longer is, is a bug that the real driver may punish with a crash.
void onStream(void* stream) {
    if (stream != nullptr && std::find(g_streams.begin(), g_streams.end(), stream) == g_streams.end()) std::abort();
}

bool mode(const char* name) {
    const char* value = std::getenv("FAKE_CUDA");
    return value != nullptr && std::strcmp(value, name) == 0;
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return mode("none") ? 100 : 0; }
int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuGetErrorString(int status, const char** text) {
    *text = status == 700   ? "an illegal memory access was encountered"
            : status == 100 ? "no CUDA-capable device is detected"
                            : "some error";
    return 0;
}
int cuDeviceGetCount(int* count) { return *count = 1, 0; }
int cuDeviceGet(int* device, int) { return *device = 0, 0; }
int cuDeviceGetName(char* name, int length, int) { return std::strncpy(name, "Fake GPU", length), 0; }
int cuDeviceGetAttribute(int* value, int attribute, int) {
    const std::map<int, int> known{{16, 4}, {38, 65536}, {75, 9}, {76, 0}};
    const auto found = known.find(attribute);
    return *value = found == known.end() ? 1024 : found->second, 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) { return *bytes = 1U << 30, 0; }
int cuDeviceGetPCIBusId(char* id, int length, int) { return std::strncpy(id, "0000:00:00.0", length), 0; }
int cuDevicePrimaryCtxRetain(void** context, int) {
    if (g_lost) return 700;
    return *context = &g_launches, 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuDevicePrimaryCtxReset_v2(int) { return g_launches = 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuCtxSynchronize() {
    if (g_launches == 0) return 0;
    if (mode("fault")) return 700;
    if (mode("lost")) return g_lost = true, 700;
    if (mode("hang")) pause();
    usleep(1000);
    return 0;
}
int cuModuleLoadDataEx(void** module, const void* image, unsigned, int*, void**) {
    return *module = const_cast<void*>(image), 0;
}
int cuModuleUnload(void*) { return 0; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
    *function = module;
    return std::strstr(static_cast<const char*>(module), name) == nullptr ? 500 : 0;
}
int cuFuncGetAttribute(int* value, int, void*) { return *value = 1024, 0; }
int cuFuncSetAttribute(void*, int, int) { return 0; }
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    return *free = *total = mode("small") ? std::size_t{1} << 20 : std::size_t{1} << 30, 0;
}
int cuMemAlloc_v2(unsigned long long* address, std::size_t bytes) {
    std::vector<unsigned char> memory(bytes);
    *address = reinterpret_cast<unsigned long long>(memory.data());
    g_memory[*address] = std::move(memory);
    return 0;
}
int cuMemFree_v2(unsigned long long address) { return g_memory.erase(address) == 1 ? 0 : 1; }
int cuMemcpyHtoD_v2(unsigned long long to, const void* from, std::size_t bytes) {
    return std::memcpy(reinterpret_cast<void*>(to), from, bytes), 0;
}
int cuMemcpyDtoH_v2(void* to, unsigned long long from, std::size_t bytes) {
    return std::memcpy(to, reinterpret_cast<const void*>(from), bytes), 0;
}
int cuMemcpyHtoDAsync_v2(unsigned long long to, const void* from, std::size_t bytes, void* stream) {
    return onStream(stream), cuMemcpyHtoD_v2(to, from, bytes);
}
int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, std::size_t bytes, void* stream) {
    return onStream(stream), cuMemcpyDtoH_v2(to, from, bytes);
}
int cuMemcpy2DAsync_v2(const Copy2D* copy, void* stream) {
    const auto* const from = copy->sourceType == MemoryType::OnHost ? static_cast<const char*>(copy->sourceHost)
                                                                    : reinterpret_cast<const char*>(copy->sourceDevice);
    auto* const to = copy->targetType == MemoryType::OnHost ? static_cast<char*>(copy->targetHost)
                                                            : reinterpret_cast<char*>(copy->targetDevice);
    for (std::size_t row = 0; row < copy->height; ++row)
        std::memcpy(to + (copy->targetY + row) * copy->targetPitch + copy->targetX,
                    from + (copy->sourceY + row) * copy->sourcePitch + copy->sourceX, copy->widthInBytes);
    return onStream(stream), 0;
}
int cuMemHostRegister_v2(void* memory, std::size_t bytes, unsigned) {
    g_pinned[memory] = bytes;
    return reinterpret_cast<unsigned long long>(memory) % 4096 == 0 && bytes % 4096 == 0 ? 0 : 1;
}
int cuMemHostUnregister(void* memory) { return g_pinned.erase(memory) == 1 ? 0 : 713; }
int cuStreamCreate(void** stream, unsigned) {
    g_streams.push_back(new int);
    return *stream = g_streams.back(), 0;
}
int cuStreamDestroy_v2(void* stream) {
    const auto found = std::find(g_streams.begin(), g_streams.end(), stream);
    if (found == g_streams.end()) return 400;
    delete *found;
    g_streams.erase(found);
    return 0;
}
int cuStreamSynchronize(void*) { return cuCtxSynchronize(); }
int cuMemsetD8Async(unsigned long long to, unsigned char value, std::size_t bytes, void*) {
    return std::memset(reinterpret_cast<void*>(to), value, bytes), 0;
}
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void* stream, void**,
                   void**) {
    return onStream(stream), ++g_launches, 0;
}
int cuEventCreate(void** event, unsigned) { return *event = &g_launches, 0; }
int cuEventDestroy_v2(void*) { return 0; }
int cuEventRecord(void*, void*) { return 0; }
int cuEventSynchronize(void*) { return 0; }
int cuEventElapsedTime(float* milliseconds, void*, void*) { return *milliseconds = 1, 0; }
}
