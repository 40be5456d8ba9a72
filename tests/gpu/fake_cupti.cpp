// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcupti.so.13: all goes well until the profiler is to be switched on. Then it says the status of
// $FAKE_CUPTI, a number of cupti_result.h; without one CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, as where the administrator
// keeps the counters to himself. Of a status that it can know before, it says before that the device is not supported.
#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include <cstdlib>

namespace {

int status() {
    const char* value = std::getenv("FAKE_CUPTI");
    return value == nullptr ? CUPTI_ERROR_INSUFFICIENT_PRIVILEGES : std::atoi(value);
}

/// Clears one answer of cuptiProfilerDeviceSupported if the status is so.
void deny(CUpti_Profiler_DeviceSupported_Params& p, CUpti_Profiler_Support_Level& level, int denied) {
    if (status() == denied) level = p.isSupported = CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED;
}

}  // namespace

extern "C" {

CUptiResult cuptiGetVersion(uint32_t* version) { return *version = 130000, CUPTI_SUCCESS; }
CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
    *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
            : result == CUPTI_ERROR_HARDWARE_BUSY         ? "CUPTI_ERROR_HARDWARE_BUSY"
                                                          : "CUPTI_ERROR_UNKNOWN";
    return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params* p) {
    p->isSupported = p->architecture = p->sli = p->vGpu = p->confidentialCompute = p->cmp = p->wsl =
        CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    deny(*p, p->architecture, CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED);
    deny(*p, p->vGpu, CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED);
    deny(*p, p->confidentialCompute, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED);
    deny(*p, p->sli, CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED);
    deny(*p, p->wsl, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED);
    deny(*p, p->cmp, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* p) { return p->pChipName = "GH100", CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params* p) {
    return p->pDescription = "", CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
    return p->configImageSize = 1, CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params*) {
    return CUPTI_ERROR_UNKNOWN;
}
CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params*) { return static_cast<CUptiResult>(status()); }
CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params*) { return CUPTI_ERROR_UNKNOWN; }
CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params*) {
    return CUPTI_ERROR_UNKNOWN;
}
CUptiResult cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
    return CUPTI_ERROR_UNKNOWN;
}
CUptiResult cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params*) {
    return CUPTI_ERROR_UNKNOWN;
}
}
