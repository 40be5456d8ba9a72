// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/counter_problem.h"

namespace lanescope {
namespace {

/// What the status means, and what helps; empty if it is none of those that are known.
const char* meaningOf(CuptiStatus status) {
    switch (status) {
        case CuptiStatus::VirtualizedDevice: return "a virtual GPU (vGPU) does not offer them";
        case CuptiStatus::VirtualizedDevicePrivileges:
            return "the hypervisor does not allow them on this virtual GPU (vGPU); its administrator can, with the "
                   "vGPU's option enable_profiling";
        case CuptiStatus::LegacyProfiler: return "this GPU is too old for CUPTI's range profiler";
        case CuptiStatus::ConfidentialComputing: return "the GPU is in confidential-computing mode, which hides them";
        case CuptiStatus::CmpDevice: return "GPUs made for mining (CMP) do not offer them";
        case CuptiStatus::MigDevice:
            return "this is an instance of a GPU that is cut into several (MIG), which does not offer them; on the "
                   "whole GPU they can be read";
        case CuptiStatus::SliDevice: return "GPUs joined by SLI do not offer them; switch SLI off";
        case CuptiStatus::WslDevice:
            return "the Windows Subsystem for Linux does not offer them on this GPU; Windows or Linux itself does";
        default: return nullptr;
    }
}

}  // namespace

Error counterProblem(int status, const std::string& said) {
    switch (static_cast<CuptiStatus>(status)) {
        case CuptiStatus::InsufficientPrivileges: return {ErrorCode::CounterPermission, {{"reason", said}}};
        case CuptiStatus::HardwareBusy:
        case CuptiStatus::MultipleSubscribers: return {ErrorCode::CountersInUse, {{"reason", said}}};
        default: break;
    }
    const char* meaning = meaningOf(static_cast<CuptiStatus>(status));
    if (meaning == nullptr) return {ErrorCode::NoCounters, {{"reason", said}}};
    return {ErrorCode::NoCounters,
            {{"reason", std::string(meaning) + " (" + said + "). The emulator's counts stand in their place"}}};
}

}  // namespace lanescope
