// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/counter_problem.h"

#include "core/base/words.h"

namespace lanescope {
namespace {

/// The text of what the status means, and what helps; empty if it is none of those that are known.
std::string_view meaningOf(CuptiStatus status) {
    switch (status) {
        case CuptiStatus::VirtualizedDevice: return "counters.vgpu"_id;
        case CuptiStatus::VirtualizedDevicePrivileges: return "counters.hypervisor"_id;
        case CuptiStatus::LegacyProfiler: return "counters.old_gpu"_id;
        case CuptiStatus::ConfidentialComputing: return "counters.confidential"_id;
        case CuptiStatus::CmpDevice: return "counters.mining"_id;
        case CuptiStatus::MigDevice: return "counters.mig"_id;
        case CuptiStatus::SliDevice: return "counters.sli"_id;
        case CuptiStatus::WslDevice: return "counters.wsl"_id;
        default: return {};
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
    const std::string_view meaning = meaningOf(static_cast<CuptiStatus>(status));
    if (meaning.empty()) return {ErrorCode::NoCounters, {{"reason", said}}};
    return {ErrorCode::NoCounters,
            {{"reason", inWords(Message("counters.not_here"_id, {{"meaning", Message(meaning)}, {"said", said}}))}}};
}

}  // namespace lanescope
