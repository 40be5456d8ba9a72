// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cupti_library.h"

#include <array>

#include "core/base/words.h"
#include "gpu/counter_problem.h"
#include "gpu/cuda_error.h"
#include "gpu/shared_library.h"

namespace lanescope::cupti {
namespace {

constexpr bool same(CuptiStatus ours, CUptiResult theirs) { return static_cast<int>(ours) == static_cast<int>(theirs); }
static_assert(same(CuptiStatus::HardwareBusy, CUPTI_ERROR_HARDWARE_BUSY) &&
              same(CuptiStatus::VirtualizedDevice, CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED) &&
              same(CuptiStatus::InsufficientPrivileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) &&
              same(CuptiStatus::LegacyProfiler, CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED) &&
              same(CuptiStatus::MultipleSubscribers, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) &&
              same(CuptiStatus::VirtualizedDevicePrivileges, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) &&
              same(CuptiStatus::ConfidentialComputing, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED) &&
              same(CuptiStatus::CmpDevice, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED) &&
              same(CuptiStatus::MigDevice, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED) &&
              same(CuptiStatus::SliDevice, CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED) &&
              same(CuptiStatus::WslDevice, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED));

std::string bindAll(const SharedLibrary& library, Library& t) {
    std::string missing;
    const auto bind = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library.symbol(name));
        if (function == nullptr && missing.empty()) missing = name;
    };
    bind(t.getVersion, "cuptiGetVersion");
    bind(t.getResultString, "cuptiGetResultString");
    bind(t.profilerInitialize, "cuptiProfilerInitialize");
    bind(t.profilerDeviceSupported, "cuptiProfilerDeviceSupported");
    bind(t.deviceGetChipName, "cuptiDeviceGetChipName");
    bind(t.hostInitialize, "cuptiProfilerHostInitialize");
    bind(t.hostDeinitialize, "cuptiProfilerHostDeinitialize");
    bind(t.hostGetMetricProperties, "cuptiProfilerHostGetMetricProperties");
    bind(t.hostConfigAddMetrics, "cuptiProfilerHostConfigAddMetrics");
    bind(t.hostGetConfigImageSize, "cuptiProfilerHostGetConfigImageSize");
    bind(t.hostGetConfigImage, "cuptiProfilerHostGetConfigImage");
    bind(t.hostGetNumOfPasses, "cuptiProfilerHostGetNumOfPasses");
    bind(t.hostEvaluateToGpuValues, "cuptiProfilerHostEvaluateToGpuValues");
    bind(t.rangeEnable, "cuptiRangeProfilerEnable");
    bind(t.rangeDisable, "cuptiRangeProfilerDisable");
    bind(t.rangeSetConfig, "cuptiRangeProfilerSetConfig");
    bind(t.rangeStart, "cuptiRangeProfilerStart");
    bind(t.rangeStop, "cuptiRangeProfilerStop");
    bind(t.rangeDecodeData, "cuptiRangeProfilerDecodeData");
    bind(t.rangeGetCounterDataSize, "cuptiRangeProfilerGetCounterDataSize");
    bind(t.rangeCounterDataImageInitialize, "cuptiRangeProfilerCounterDataImageInitialize");
    bind(t.rangeGetCounterDataInfo, "cuptiRangeProfilerGetCounterDataInfo");
    return missing;
}

Result<const Library*> load() {
    static Library table;
    constexpr std::array kNames{"libcupti.so.13", "libcupti.so.12"};
    const SharedLibrary found = SharedLibrary::openFirst(kNames, cudaLibraryFolders());
    if (!found)
        return fail(ErrorCode::NoCounters,
                    {{"reason", inWords(Message("counters.no_cupti"_id, {{"problem", found.problem()}}))}});
    if (const std::string missing = bindAll(found, table); !missing.empty())
        return fail(ErrorCode::NoCounters,
                    {{"reason", inWords(Message("counters.old_cupti"_id, {{"function", missing}}))}});
    return &table;
}

}  // namespace

Result<const Library*> library() {
    static const Result<const Library*> loaded = load();
    return loaded;
}

Error errorOf(const Library& library, CUptiResult status, const std::string& call) {
    const char* text = nullptr;
    if (library.getResultString(status, &text) != CUPTI_SUCCESS || text == nullptr)
        text = textOf("counters.unknown_status"_id).c_str();
    return counterProblem(static_cast<int>(status),
                          inWords(Message("counters.says"_id, {{"call", call}, {"text", text}})));
}

void check(const Library& library, CUptiResult status, const char* call) {
    if (status != CUPTI_SUCCESS) throw cuda::CudaError(errorOf(library, status, call));
}

Host::Host(const Library& library, const char* chip) : m_library(library) {
    auto p = params<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    p.pChipName = chip;
    check(library, library.hostInitialize(&p), "cuptiProfilerHostInitialize");
    m_object = p.pHostObject;
}

Host::~Host() {
    auto p = params<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    p.pHostObject = m_object;
    m_library.hostDeinitialize(&p);
}

const char* Host::description(const char* name) const {
    auto p = params<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    p.pHostObject = m_object;
    p.pMetricName = name;
    if (m_library.hostGetMetricProperties(&p) != CUPTI_SUCCESS) return nullptr;
    return p.pDescription == nullptr ? "" : p.pDescription;
}

std::vector<std::uint8_t> Host::configImage(const std::vector<const char*>& names) const {
    std::vector<const char*> pointers = names;
    auto add =
        params<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    add.pHostObject = m_object;
    add.ppMetricNames = pointers.data();
    add.numMetrics = pointers.size();
    check(m_library, m_library.hostConfigAddMetrics(&add), "cuptiProfilerHostConfigAddMetrics");
    auto size = params<CUpti_Profiler_Host_GetConfigImageSize_Params>(
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = m_object;
    check(m_library, m_library.hostGetConfigImageSize(&size), "cuptiProfilerHostGetConfigImageSize");
    std::vector<std::uint8_t> image(size.configImageSize);
    auto get = params<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    get.pHostObject = m_object;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    check(m_library, m_library.hostGetConfigImage(&get), "cuptiProfilerHostGetConfigImage");
    return image;
}

std::size_t Host::passes(std::vector<std::uint8_t>& configImage) const {
    auto p = params<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
    p.configImageSize = configImage.size();
    p.pConfigImage = configImage.data();
    check(m_library, m_library.hostGetNumOfPasses(&p), "cuptiProfilerHostGetNumOfPasses");
    return p.numOfPasses;
}

}  // namespace lanescope::cupti
