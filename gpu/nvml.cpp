// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/nvml.h"

#include <array>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "gpu/shared_library.h"

namespace lanescope {
namespace {

struct NvmlDeviceHandle;
/// The few functions of nvml.h that we call; all return 0 on success. Those after `ready` are missing in old libraries.
struct Table {
    int (*init)();
    int (*systemGetDriverVersion)(char* version, unsigned length);
    int (*handleByPciBusId)(const char* id, NvmlDeviceHandle** device);
    int (*clockInfo)(NvmlDeviceHandle* device, int type, unsigned* mhz);
    int (*throttleReasons)(NvmlDeviceHandle* device, unsigned long long* reasons);
    bool ready = false;
    int (*applicationsClock)(NvmlDeviceHandle* device, int type, unsigned* mhz);
    int (*eccMode)(NvmlDeviceHandle* device, int* current, int* pending);
    int (*totalEccErrors)(NvmlDeviceHandle* device, int type, int counter, unsigned long long* count);
    int (*migMode)(NvmlDeviceHandle* device, unsigned* current, unsigned* pending);
    int (*virtualizationMode)(NvmlDeviceHandle* device, int* mode);
};
constexpr int kSmClock = 1;          // NVML_CLOCK_SM
constexpr int kMemoryClock = 2;      // NVML_CLOCK_MEM
constexpr int kCorrectedErrors = 0;  // NVML_MEMORY_ERROR_TYPE_CORRECTED
constexpr int kUncorrected = 1;      // NVML_MEMORY_ERROR_TYPE_UNCORRECTED
constexpr int kVolatile = 0;         // NVML_VOLATILE_ECC: since the driver was loaded
constexpr int kVirtualGpu = 2;       // NVML_GPU_VIRTUALIZATION_MODE_VGPU
// Software power cap, hardware slowdown, software and hardware thermal slowdown, power brake.
constexpr unsigned long long kSlowedDown = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

const Table& table() {
    static const Table loaded = [] {
        Table t{};
        constexpr std::array kNames{"libnvidia-ml.so.1"};
        const SharedLibrary library = SharedLibrary::openFirst(kNames, {"/usr/local/nvidia/lib64", "/usr/lib/wsl/lib"});
        t.ready = library && library.bind(t.init, "nvmlInit_v2") &&
                  library.bind(t.systemGetDriverVersion, "nvmlSystemGetDriverVersion") &&
                  library.bind(t.handleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2") &&
                  library.bind(t.clockInfo, "nvmlDeviceGetClockInfo") &&
                  library.bind(t.throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons") && t.init() == 0;
        library.bind(t.applicationsClock, "nvmlDeviceGetApplicationsClock");
        library.bind(t.eccMode, "nvmlDeviceGetEccMode");
        library.bind(t.totalEccErrors, "nvmlDeviceGetTotalEccErrors");
        library.bind(t.migMode, "nvmlDeviceGetMigMode");
        library.bind(t.virtualizationMode, "nvmlDeviceGetVirtualizationMode");
        return t;
    }();
    return loaded;
}

void readMore(NvmlDeviceHandle* device, GpuCondition& condition) {
    const Table& t = table();
    unsigned mhz = 0;
    if (t.applicationsClock != nullptr && t.applicationsClock(device, kSmClock, &mhz) == 0)
        condition.smClockSetHz = 1e6 * mhz;
    int on = 0;
    int later = 0;
    if (t.eccMode != nullptr && t.eccMode(device, &on, &later) == 0) condition.ecc = on != 0;
    unsigned long long errors = 0;
    if (t.totalEccErrors != nullptr && t.totalEccErrors(device, kCorrectedErrors, kVolatile, &errors) == 0)
        condition.correctedErrors = errors;
    if (t.totalEccErrors != nullptr && t.totalEccErrors(device, kUncorrected, kVolatile, &errors) == 0)
        condition.uncorrectedErrors = errors;
    unsigned current = 0;
    unsigned pending = 0;
    if (t.migMode != nullptr && t.migMode(device, &current, &pending) == 0) condition.mig = current == 1;
    int mode = 0;
    if (t.virtualizationMode != nullptr && t.virtualizationMode(device, &mode) == 0)
        condition.virtualGpu = mode == kVirtualGpu;
}

std::uint64_t increase(const std::optional<std::uint64_t>& before, const std::optional<std::uint64_t>& after) {
    return before && after && *after > *before ? *after - *before : 0;
}

}  // namespace

std::string Nvml::driverVersion() {
    std::array<char, 96> text{};
    if (!table().ready || table().systemGetDriverVersion(text.data(), text.size()) != 0) return {};
    return text.data();
}

std::optional<GpuCondition> Nvml::read(const std::string& pciBusId) {
    NvmlDeviceHandle* device = nullptr;
    if (!table().ready || table().handleByPciBusId(pciBusId.c_str(), &device) != 0) return std::nullopt;
    GpuCondition condition;
    unsigned mhz = 0;
    if (table().clockInfo(device, kSmClock, &mhz) == 0) condition.smClockHz = 1e6 * mhz;
    if (table().clockInfo(device, kMemoryClock, &mhz) == 0) condition.memoryClockHz = 1e6 * mhz;
    unsigned long long reasons = 0;
    if (table().throttleReasons(device, &reasons) == 0) condition.throttled = (reasons & kSlowedDown) != 0;
    readMore(device, condition);
    return condition;
}

std::vector<std::string> notesBetween(const GpuCondition& before, const GpuCondition& after) {
    std::vector<std::string> notes;
    if (const auto errors = increase(before.uncorrectedErrors, after.uncorrectedErrors); errors > 0)
        notes.push_back(inWords(Message::counted("condition.uncorrected"_id, errors)));
    if (const auto errors = increase(before.correctedErrors, after.correctedErrors); errors > 0)
        notes.push_back(inWords(Message::counted("condition.corrected"_id, errors)));
    if (before.ecc && after.ecc && *before.ecc != *after.ecc) notes.emplace_back(textOf("condition.ecc"_id));
    if (before.smClockSetHz != after.smClockSetHz)
        notes.push_back(inWords(Message("condition.clock_set"_id, {{"from", numbers::megahertz(before.smClockSetHz)},
                                                                   {"to", numbers::megahertz(after.smClockSetHz)}})));
    if (before.memoryClockHz != after.memoryClockHz)
        notes.push_back(
            inWords(Message("condition.memory_clock"_id, {{"from", numbers::megahertz(before.memoryClockHz)},
                                                          {"to", numbers::megahertz(after.memoryClockHz)}})));
    if (before.throttled || after.throttled) notes.emplace_back(textOf("condition.slowed"_id));
    if (after.mig) notes.emplace_back(textOf("condition.mig"_id));
    if (after.virtualGpu) notes.emplace_back(textOf("condition.vgpu"_id));
    return notes;
}

}  // namespace lanescope
