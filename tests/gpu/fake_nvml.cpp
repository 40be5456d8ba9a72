// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libnvidia-ml.so.1: a GPU that is well, or not, as $FAKE_NVML says:
//   (unset)   all is well
//   none      the library cannot be used
//   old       it tells clocks only
//   ecc       each reading finds three more corrected errors
//   broken    each reading finds one more that ECC could not correct
//   clocks    somebody sets clocks between two readings
//   throttled heat slows it down
//   mig       it is cut into instances
//   vgpu      a hypervisor hands it out
#include <cstdlib>
#include <cstring>

namespace {

int g_readings = 0;

bool mode(const char* name) {
    const char* value = std::getenv("FAKE_NVML");
    return value != nullptr && std::strcmp(value, name) == 0;
}

constexpr int kNotSupported = 3;

}  // namespace

extern "C" {

int nvmlInit_v2() { return mode("none") ? 9 : 0; }
int nvmlSystemGetDriverVersion(char* version, unsigned length) { return std::strncpy(version, "999.1", length), 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
    ++g_readings;
    return *device = &g_readings, 0;
}
int nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) {
    return *mhz = type == 1 ? 1980 : mode("clocks") && g_readings > 1 ? 1600 : 3201, 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
    return *reasons = mode("throttled") ? 0x40 : 0, 0;
}
int nvmlDeviceGetApplicationsClock(void*, int, unsigned* mhz) {
    return *mhz = mode("clocks") && g_readings > 1 ? 1200 : 1980, mode("old") ? kNotSupported : 0;
}
int nvmlDeviceGetEccMode(void*, int* current, int* pending) {
    return *current = *pending = 1, mode("old") ? kNotSupported : 0;
}
int nvmlDeviceGetTotalEccErrors(void*, int type, int, unsigned long long* count) {
    *count = type == 0 && mode("ecc") ? 3 * g_readings : type == 1 && mode("broken") ? g_readings : 0;
    return mode("old") ? kNotSupported : 0;
}
int nvmlDeviceGetMigMode(void*, unsigned* current, unsigned* pending) {
    return *current = *pending = mode("mig") ? 1 : 0, mode("old") ? kNotSupported : 0;
}
int nvmlDeviceGetVirtualizationMode(void*, int* mode_) {
    return *mode_ = mode("vgpu") ? 2 : 0, mode("old") ? kNotSupported : 0;
}
}
