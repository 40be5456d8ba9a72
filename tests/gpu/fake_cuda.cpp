// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcuda.so.1: a GPU whose kernels do nothing but take time, or fail, as $FAKE_CUDA says:
//   (unset)  works; each launch takes 1 ms and leaves memory as it is
//   none     no device: cuInit says so
//   old      a driver of CUDA 12.8
//   fault    launches end with an illegal address until the context is reset
//   lost     the first launch ends so too, and the driver refuses the process from then on
//   hang     a launch never ends
//   stuck    the driver does not return from a launch
//   timeout  a launch is ended by the system, as on a GPU that draws the screen
//   small    a GPU with 1 MiB of memory
//   taken    memory that is said to be free cannot be had
//   blocking a launch returns when the kernel has ended (CUDA_LAUNCH_BLOCKING)
//   slow     the SM clock is half of what it should be
//   dips     it is so during every third sample
// A launch takes $FAKE_KERNEL_US microseconds. What the host queues takes it 5 microseconds of the same, pretended
// time.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gpu/cuda_driver.h"

namespace {

using lanescope::cuda::Copy2D;
using lanescope::cuda::FunctionAttribute;
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

// ---- time: what is queued runs in order, never before it was queued

struct Event {
    double at = 0;
    bool pending = false;
};
struct Operation {
    enum Kind { Work, Mark, Hold, Stamp } kind;
    double queued;
    double seconds = 0;
    Event* event = nullptr;
    // of the stopwatch's kernels (gpu/kernels/stopwatch.cu)
    volatile unsigned* released = nullptr;
    volatile unsigned* timedOut = nullptr;
    volatile long long* stamp = nullptr;
    unsigned ticket = 0;
};
constexpr double kSmClock = 1.98e9;
double g_host = 0;
double g_device = 0;
double g_cycles = 0;
double g_stamped = 0;
double g_furthest = 0;
int g_holds = 0;
std::deque<Operation> g_queue;

double smClock() {
    const bool slow = mode("slow") || (mode("dips") && g_holds % 3 == 0);
    return slow ? kSmClock / 2 : kSmClock;
}

void stampTo(volatile long long* stamp) {
    g_cycles += (g_device - g_stamped) * smClock();
    g_stamped = g_device;
    stamp[0] = static_cast<long long>(g_cycles);
    stamp[1] = static_cast<long long>(g_device * 1e9);
    stamp[2] = 0;
}

/// False if it cannot go on: the host must let go first.
bool run(const Operation& operation) {
    g_device = std::max(g_device, operation.queued);
    switch (operation.kind) {
        case Operation::Work: g_device += operation.seconds; break;
        case Operation::Mark:
            operation.event->at = g_device;
            operation.event->pending = false;
            break;
        case Operation::Hold:
            if (*operation.released < operation.ticket) {
                if (!mode("blocking")) return false;
                *operation.timedOut = operation.ticket;
                g_device += 0.5;
            }
            g_device = std::max(g_device, g_host);
            ++g_holds;
            [[fallthrough]];
        case Operation::Stamp: stampTo(operation.stamp); break;
    }
    return true;
}

void runQueue() {
    while (!g_queue.empty() && run(g_queue.front())) g_queue.pop_front();
}

void enqueue(Operation operation) {
    g_host += 5e-6;
    operation.queued = g_host;
    g_queue.push_back(operation);
    runQueue();
    g_furthest = std::max(g_furthest, g_device - g_host);
    if (mode("blocking")) g_host = std::max(g_host, g_device);
}

double kernelSeconds() {
    const char* value = std::getenv("FAKE_KERNEL_US");
    return value == nullptr ? 1e-3 : 1e-6 * std::atof(value);
}

/// What blocks of an H100 have without being asked for, and at most.
constexpr int kSharedMemory = 48 << 10;
constexpr int kMostSharedMemory = 227 << 10;

struct FakeFunction {
    std::string name;
    int staticShared = 0;   ///< bytes, of all arrays of the module
    int dynamicShared = 0;  ///< bytes that a launch may have
};
std::map<std::pair<void*, std::string>, FakeFunction> g_functions;

/// The bytes of a module's arrays in shared memory, as in ".shared .align 4 .b8 tile[1024];".
int staticSharedOf(const char* ptx) {
    int bytes = 0;
    for (const char* at = std::strstr(ptx, ".shared .align"); at != nullptr; at = std::strstr(at + 1, ".shared .align"))
        bytes += std::atoi(std::strchr(at, '[') + 1);
    return bytes;
}

/// How a wait for launches ends.
int statusOfLaunches() {
    if (g_launches == 0) return 0;
    if (mode("fault")) return 700;
    if (mode("lost")) return g_lost = true, 700;
    if (mode("timeout")) return 702;
    if (mode("hang")) return 600;
    return 0;
}

}  // namespace

extern "C" {

/// For tests: seconds of work that were queued at most, since this was last asked.
double fakeFurthestAhead() { return std::exchange(g_furthest, 0); }
/// Kernels that were launched so far, but for those that hold the GPU and read its clock.
int fakeLaunches() { return g_launches; }
/// Pieces of memory of so many bytes that are allocated now.
int fakeAllocations(std::size_t bytes) {
    return static_cast<int>(
        std::ranges::count_if(g_memory, [bytes](const auto& piece) { return piece.second.size() == bytes; }));
}

int cuInit(unsigned) { return mode("none") ? 100 : 0; }
int cuDriverGetVersion(int* version) { return *version = mode("old") ? 12080 : 13000, 0; }
int cuGetErrorString(int status, const char** text) {
    *text = status == 700   ? "an illegal memory access was encountered"
            : status == 2   ? "out of memory"
            : status == 100 ? "no CUDA-capable device is detected"
                            : "some error";
    return 0;
}
int cuDeviceGetCount(int* count) { return *count = 1, 0; }
int cuDeviceGet(int* device, int) { return *device = 0, 0; }
int cuDeviceGetName(char* name, int length, int) { return std::strncpy(name, "Fake GPU", length), 0; }
int cuDeviceGetAttribute(int* value, int attribute, int) {
    const std::map<int, int> known{{13, 1980000}, {16, 4}, {38, 65536}, {75, 9}, {76, 0}};
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
    if (mode("hang") && g_launches > 0) pause();
    runQueue();
    if (g_launches > 0) usleep(1000);
    return statusOfLaunches();
}
int cuModuleLoadDataEx(void** module, const void* image, unsigned, int*, void**) {
    // Whoever loads it may forget it.
    static std::deque<std::string> images;
    return *module = images.emplace_back(static_cast<const char*>(image)).data(), 0;
}
int cuModuleUnload(void*) { return 0; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
    if (std::strstr(static_cast<const char*>(module), name) == nullptr) return 500;
    const auto [known, isNew] = g_functions.try_emplace({module, name});
    if (isNew) {
        const int bytes = staticSharedOf(static_cast<const char*>(module));
        known->second = {name, bytes, kSharedMemory - bytes};
    }
    return *function = &known->second, 0;
}
int cuFuncGetAttribute(int* value, int attribute, void* function) {
    const auto& asked = *static_cast<const FakeFunction*>(function);
    switch (static_cast<FunctionAttribute>(attribute)) {
        case FunctionAttribute::SharedSizeBytes: return *value = asked.staticShared, 0;
        case FunctionAttribute::MaxDynamicSharedSizeBytes: return *value = asked.dynamicShared, 0;
        default: return *value = 1024, 0;
    }
}
int cuFuncSetAttribute(void* function, int attribute, int value) {
    auto& changed = *static_cast<FakeFunction*>(function);
    if (static_cast<FunctionAttribute>(attribute) != FunctionAttribute::MaxDynamicSharedSizeBytes) return 1;
    if (value > kMostSharedMemory - changed.staticShared) return 1;
    return changed.dynamicShared = value, 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads, std::size_t dynamic) {
    const auto allowed = static_cast<std::size_t>(static_cast<const FakeFunction*>(function)->dynamicShared);
    return *blocks = dynamic > allowed ? 0 : 2048 / threads, 0;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    return *free = *total = mode("small") ? std::size_t{1} << 20 : std::size_t{1} << 30, 0;
}
int cuMemAlloc_v2(unsigned long long* address, std::size_t bytes) {
    if (mode("taken")) return 2;
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
int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) { return *memory = std::calloc(1, bytes), 0; }
int cuMemFreeHost(void* memory) { return std::free(memory), 0; }
int cuMemHostGetDevicePointer_v2(unsigned long long* address, void* memory, unsigned) {
    return *address = reinterpret_cast<unsigned long long>(memory), 0;
}
int cuMemsetD8Async(unsigned long long to, unsigned char value, std::size_t bytes, void*) {
    enqueue({.kind = Operation::Work, .queued = 0, .seconds = 1e-6});
    return std::memset(reinterpret_cast<void*>(to), value, bytes), 0;
}
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned dynamic,
                   void* stream, void** parameters, void**) {
    onStream(stream);
    const std::string& name = static_cast<const FakeFunction*>(function)->name;
    if (dynamic > static_cast<unsigned>(static_cast<const FakeFunction*>(function)->dynamicShared)) return 1;
    if (mode("stuck")) pause();
    const auto pointer = [&](int index) { return *static_cast<unsigned long long*>(parameters[index]); };
    if (name == "holdUntilReleased")
        enqueue({.kind = Operation::Hold,
                 .queued = 0,
                 .released = reinterpret_cast<volatile unsigned*>(pointer(0)),
                 .timedOut = reinterpret_cast<volatile unsigned*>(pointer(1)),
                 .stamp = reinterpret_cast<volatile long long*>(pointer(2)),
                 .ticket = *static_cast<unsigned*>(parameters[3])});
    else if (name == "stampClock")
        enqueue({.kind = Operation::Stamp, .queued = 0, .stamp = reinterpret_cast<volatile long long*>(pointer(0))});
    else
        ++g_launches, enqueue({.kind = Operation::Work, .queued = 0, .seconds = kernelSeconds()});
    return 0;
}
int cuEventCreate(void** event, unsigned) {
    if (g_launches > 0 && mode("fault")) return 700;  // nothing can be made any more
    return *event = new Event, 0;
}
int cuEventDestroy_v2(void* event) {
    runQueue();
    std::erase_if(g_queue, [&](const Operation& operation) { return operation.event == event; });
    return delete static_cast<Event*>(event), 0;
}
int cuEventRecord(void* event, void* stream) {
    onStream(stream);
    static_cast<Event*>(event)->pending = true;
    enqueue({.kind = Operation::Mark, .queued = 0, .event = static_cast<Event*>(event)});
    return 0;
}
int cuEventSynchronize(void*) { return cuCtxSynchronize(); }
int cuEventQuery(void* event) {
    if (const int status = statusOfLaunches(); status != 0) return status;
    runQueue();
    if (static_cast<Event*>(event)->pending) return 600;
    g_host = std::max(g_host, static_cast<Event*>(event)->at);
    if (g_launches > 0) usleep(1000);
    return 0;
}
int cuEventElapsedTime(float* milliseconds, void* start, void* end) {
    *milliseconds = static_cast<float>(1e3 * (static_cast<Event*>(end)->at - static_cast<Event*>(start)->at));
    return 0;
}
}
