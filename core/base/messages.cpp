// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the error codes; their sentences are resources/i18n/*/errors.json.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/error.h"
#include "core/base/name_list.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

/// Faults have many lines; nothing else comes near.
constexpr std::size_t kLongestArgument = 8000;

struct Code {
    ErrorCode code;
    std::string_view name;  ///< its sentence is error.`name`
};

constexpr std::array kCodes{
    Code{ErrorCode::UnknownAlgorithm, "unknown_algorithm"},
    Code{ErrorCode::UnknownParameter, "unknown_parameter"},
    Code{ErrorCode::IllegalValue, "illegal_value"},
    Code{ErrorCode::TooLarge, "too_large"},
    Code{ErrorCode::UnknownGpu, "unknown_gpu"},
    Code{ErrorCode::UnknownModel, "unknown_model"},
    Code{ErrorCode::ModelOutOfRange, "model_out_of_range"},
    Code{ErrorCode::CannotOpen, "cannot_open"},
    Code{ErrorCode::CannotWrite, "cannot_write"},
    Code{ErrorCode::MalformedFile, "malformed_file"},
    Code{ErrorCode::UnsupportedVersion, "unsupported_version"},
    Code{ErrorCode::NoRecording, "no_recording"},
    Code{ErrorCode::NoTimes, "no_times"},
    Code{ErrorCode::FileInUse, "file_in_use"},
    Code{ErrorCode::NotRecorded, "not_recorded"},
    Code{ErrorCode::DifferentSweeps, "different_sweeps"},
    Code{ErrorCode::ToldTwice, "told_twice"},
    Code{ErrorCode::OutputFailed, "output_failed"},
    Code{ErrorCode::OutOfMemory, "out_of_memory"},
    Code{ErrorCode::PtxSyntax, "ptx_syntax"},
    Code{ErrorCode::PtxUnsupported, "ptx_unsupported"},
    Code{ErrorCode::MachineCodeUnsupported, "machine_code_unsupported"},
    Code{ErrorCode::PtxUnknownEntry, "ptx_unknown_entry"},
    Code{ErrorCode::InvalidLaunch, "invalid_launch"},
    Code{ErrorCode::KernelFault, "kernel_fault"},
    Code{ErrorCode::Cancelled, "cancelled"},
    Code{ErrorCode::NoDriver, "no_driver"},
    Code{ErrorCode::NoDevice, "no_device"},
    Code{ErrorCode::DriverTooOld, "driver_too_old"},
    Code{ErrorCode::KernelHung, "kernel_hung"},
    Code{ErrorCode::CudaFailure, "cuda_failure"},
    Code{ErrorCode::NoLibrary, "no_library"},
    Code{ErrorCode::NoCounters, "no_counters"},
    Code{ErrorCode::CounterPermission, "counter_permission"},
    Code{ErrorCode::CountersInUse, "counters_in_use"},
    Code{ErrorCode::WorkerDied, "worker_died"},
    Code{ErrorCode::WorkerProtocol, "worker_protocol"},
    Code{ErrorCode::Internal, "internal"},
};

std::string_view nameOf(ErrorCode code) {
    const auto* const found = std::ranges::find(kCodes, code, &Code::code);
    return found == kCodes.end() ? kCodes.back().name : found->name;
}

}  // namespace

std::string codeName(ErrorCode code) { return std::string(nameOf(code)); }

std::string describe(const Error& error) {
    Message message("error." + std::string(nameOf(error.code)));
    for (const auto& [name, value] : error.arguments)
        message.arguments.emplace_back(name, clipped(value, kLongestArgument));
    return inWords(message);
}

}  // namespace lanescope
