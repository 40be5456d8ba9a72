// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/nvml.h"

#include <array>

#include "gpu/shared_library.h"

namespace lanescope {
namespace {

struct NvmlDeviceHandle;
/// The few functions of nvml.h that we call; all return 0 on success.
struct Table {
    int (*init)();
    int (*systemGetDriverVersion)(char* version, unsigned length);
    int (*handleByPciBusId)(const char* id, NvmlDeviceHandle** device);
    int (*clockInfo)(NvmlDeviceHandle* device, int type, unsigned* mhz);
    int (*throttleReasons)(NvmlDeviceHandle* device, unsigned long long* reasons);
    bool ready = false;
};
constexpr int kSmClock = 1;      // NVML_CLOCK_SM
constexpr int kMemoryClock = 2;  // NVML_CLOCK_MEM
// Software power cap, hardware slowdown, software and hardware thermal slowdown, power brake.
constexpr unsigned long long kSlowedDown = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

const Table& table() {
    static const Table loaded = [] {
        Table t{};
        constexpr std::array kNames{"libnvidia-ml.so.1"};
        const SharedLibrary library = SharedLibrary::openFirst(kNames, {"/usr/local/nvidia/lib64"});
        t.ready = library && library.bind(t.init, "nvmlInit_v2") &&
                  library.bind(t.systemGetDriverVersion, "nvmlSystemGetDriverVersion") &&
                  library.bind(t.handleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2") &&
                  library.bind(t.clockInfo, "nvmlDeviceGetClockInfo") &&
                  library.bind(t.throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons") && t.init() == 0;
        return t;
    }();
    return loaded;
}

}  // namespace

std::string Nvml::driverVersion() {
    std::array<char, 96> text{};
    if (!table().ready || table().systemGetDriverVersion(text.data(), text.size()) != 0) return {};
    return text.data();
}

std::optional<ClockReading> Nvml::read(const std::string& pciBusId) {
    NvmlDeviceHandle* device = nullptr;
    if (!table().ready || table().handleByPciBusId(pciBusId.c_str(), &device) != 0) return std::nullopt;
    ClockReading reading;
    unsigned mhz = 0;
    if (table().clockInfo(device, kSmClock, &mhz) == 0) reading.smClockHz = 1e6 * mhz;
    if (table().clockInfo(device, kMemoryClock, &mhz) == 0) reading.memoryClockHz = 1e6 * mhz;
    unsigned long long reasons = 0;
    if (table().throttleReasons(device, &reasons) == 0) reading.throttled = (reasons & kSlowedDown) != 0;
    return reading;
}

}  // namespace lanescope
