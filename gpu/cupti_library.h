// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI's range-profiler functions, found at run time. Only for sources that are built where CUPTI's headers are.
#pragma once

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope::cupti {

/// Function table; member names are CUPTI's without "cupti".
struct Library {
    decltype(&cuptiGetVersion) getVersion;
    decltype(&cuptiGetResultString) getResultString;
    decltype(&cuptiProfilerInitialize) profilerInitialize;
    decltype(&cuptiProfilerDeviceSupported) profilerDeviceSupported;
    decltype(&cuptiDeviceGetChipName) deviceGetChipName;
    decltype(&cuptiProfilerHostInitialize) hostInitialize;
    decltype(&cuptiProfilerHostDeinitialize) hostDeinitialize;
    decltype(&cuptiProfilerHostGetMetricProperties) hostGetMetricProperties;
    decltype(&cuptiProfilerHostConfigAddMetrics) hostConfigAddMetrics;
    decltype(&cuptiProfilerHostGetConfigImageSize) hostGetConfigImageSize;
    decltype(&cuptiProfilerHostGetConfigImage) hostGetConfigImage;
    decltype(&cuptiProfilerHostGetNumOfPasses) hostGetNumOfPasses;
    decltype(&cuptiProfilerHostEvaluateToGpuValues) hostEvaluateToGpuValues;
    decltype(&cuptiRangeProfilerEnable) rangeEnable;
    decltype(&cuptiRangeProfilerDisable) rangeDisable;
    decltype(&cuptiRangeProfilerSetConfig) rangeSetConfig;
    decltype(&cuptiRangeProfilerStart) rangeStart;
    decltype(&cuptiRangeProfilerStop) rangeStop;
    decltype(&cuptiRangeProfilerDecodeData) rangeDecodeData;
    decltype(&cuptiRangeProfilerGetCounterDataSize) rangeGetCounterDataSize;
    decltype(&cuptiRangeProfilerCounterDataImageInitialize) rangeCounterDataImageInitialize;
    decltype(&cuptiRangeProfilerGetCounterDataInfo) rangeGetCounterDataInfo;
};

/// Loaded once. Error: NoCounters.
[[nodiscard]] Result<const Library*> library();

/// What the status means (counter_problem.h), naming call and status.
[[nodiscard]] Error errorOf(const Library& library, CUptiResult status, const std::string& call);

/// Throws cuda::CudaError unless `status` is success.
void check(const Library& library, CUptiResult status, const char* call);

/// A parameter struct with its size filled in: `auto p = params<X_Params>(X_Params_STRUCT_SIZE);`
template <typename Params>
[[nodiscard]] Params params(std::size_t structSize) {
    Params p{};
    p.structSize = structSize;
    return p;
}

/// A profiler host object for one chip: metric names and their scheduling. Throws cuda::CudaError.
class Host {
public:
    Host(const Library& library, const char* chip);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    [[nodiscard]] CUpti_Profiler_Host_Object* object() const { return m_object; }
    /// nullptr if the chip has no metric of this name.
    [[nodiscard]] const char* description(const char* name) const;
    /// Schedules all `names` together; a host object can do this once.
    [[nodiscard]] std::vector<std::uint8_t> configImage(const std::vector<const char*>& names) const;
    [[nodiscard]] std::size_t passes(std::vector<std::uint8_t>& configImage) const;

private:
    const Library& m_library;
    CUpti_Profiler_Host_Object* m_object = nullptr;
};

}  // namespace lanescope::cupti
