// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of sentences for error codes. The window translates these templates; the command line prints them.
#include <array>
#include <string_view>

#include "core/base/error.h"
#include "core/base/name_list.h"

namespace lanescope {
namespace {

/// Faults have many lines; nothing else comes near.
constexpr std::size_t kLongestArgument = 8000;

struct Message {
    ErrorCode code;
    std::string_view name;
    std::string_view text;  ///< {argument} is replaced by the error's argument of that name
};

constexpr std::array kMessages{
    Message{ErrorCode::UnknownAlgorithm, "unknown_algorithm", "There is no algorithm \"{algorithm}\". Known: {known}."},
    Message{ErrorCode::UnknownParameter, "unknown_parameter",
            "{algorithm} has no parameter \"{parameter}\". It has: {known}."},
    Message{ErrorCode::IllegalValue, "illegal_value", "{parameter} = \"{value}\" is not possible: {legal}."},
    Message{ErrorCode::TooLarge, "too_large", "{what} needs {needed}, but only {available} can be had."},
    Message{ErrorCode::UnknownGpu, "unknown_gpu", "There is no GPU \"{gpu}\" among the presets. Known: {known}."},
    Message{ErrorCode::UnknownModel, "unknown_model", "There is no model \"{model}\". Known: {known}."},
    Message{ErrorCode::ModelOutOfRange, "model_out_of_range", "The model {model} cannot say anything here: {reason}."},
    Message{ErrorCode::CannotOpen, "cannot_open", "Cannot open {file}: {reason}."},
    Message{ErrorCode::CannotWrite, "cannot_write", "Cannot write {file}: {reason}. Nothing that was there is lost."},
    Message{ErrorCode::MalformedFile, "malformed_file", "{file} is not what it should be, at {place}: {reason}."},
    Message{ErrorCode::UnsupportedVersion, "unsupported_version",
            "{file} has version {version}; this program reads up to version {supported}."},
    Message{ErrorCode::NoRecording, "no_recording", "No recording holds {algorithm} with {parameters}."},
    Message{ErrorCode::FileInUse, "file_in_use", "{file} is being written by another program: {reason}."},
    Message{ErrorCode::NotRecorded, "not_recorded",
            "The recording stopped, {file} cannot be written: {reason}. {safe}."},
    Message{ErrorCode::OutputFailed, "output_failed",
            "Not all of the output could be written to {where}: {reason}. What is there is not complete."},
    Message{ErrorCode::OutOfMemory, "out_of_memory", "There is not enough memory: {reason}."},
    Message{ErrorCode::PtxSyntax, "ptx_syntax", "{file}, line {line}: {reason}."},
    Message{ErrorCode::PtxUnsupported, "ptx_unsupported",
            "{file}, line {line}: the emulator does not know \"{instruction}\"{hint}."},
    Message{ErrorCode::PtxUnknownEntry, "ptx_unknown_entry", "{file} has no kernel \"{entry}\". It has: {known}."},
    Message{ErrorCode::InvalidLaunch, "invalid_launch", "{kernel} cannot be launched so: {reason}."},
    Message{ErrorCode::KernelFault, "kernel_fault", "{fault}"},
    Message{ErrorCode::Cancelled, "cancelled", "Stopped."},
    Message{ErrorCode::NoDriver, "no_driver",
            "No NVIDIA driver is here: {reason}. Recordings are replayed, models estimate and the emulator counts "
            "without one."},
    Message{ErrorCode::NoDevice, "no_device",
            "No CUDA GPU can be used: {reason}. Recordings are replayed, models estimate and the emulator counts "
            "without one."},
    Message{
        ErrorCode::DriverTooOld, "driver_too_old",
        "The NVIDIA driver is too old: version {driver} offers CUDA {cuda}, and the kernels need CUDA {needed}, which "
        "comes with driver {neededDriver}. Until it is updated recordings are replayed, models estimate and the "
        "emulator counts."},
    Message{
        ErrorCode::KernelHung, "kernel_hung",
        "The kernel {kernel} did not end within {limit}, the time that was allowed for it. Nothing can stop a kernel "
        "but the end of the process that launched it, so that process ends and another takes its place. The emulator "
        "can say whether it waits for something that never comes."},
    Message{ErrorCode::CudaFailure, "cuda_failure", "The CUDA driver failed in {call}: {reason}."},
    Message{ErrorCode::NoLibrary, "no_library",
            "{library} cannot be used here: {reason}. It comes with the CUDA toolkit."},
    Message{ErrorCode::NoCounters, "no_counters", "Hardware counters cannot be read: {reason}."},
    Message{
        ErrorCode::CounterPermission, "counter_permission",
        "This account may not read hardware counters (ERR_NVGPUCTRPERM: {reason}). An administrator can allow it with "
        "this line and a restart: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "
        "/etc/modprobe.d/nvidia-counters.conf (a container needs --cap-add=SYS_ADMIN instead). Until then the "
        "emulator's counts stand in their place."},
    Message{ErrorCode::CountersInUse, "counters_in_use",
            "Another program is using the hardware counters ({reason}): Nsight Compute, Nsight Systems, cuda-gdb or a "
            "monitor such as DCGM. End it and measure again; until then the emulator's counts stand in their place."},
    Message{ErrorCode::WorkerDied, "worker_died", "The measuring process ended early: {reason}."},
    Message{ErrorCode::WorkerProtocol, "worker_protocol",
            "The window and its measuring process did not understand each other: {reason}."},
    Message{ErrorCode::Internal, "internal", "This is a bug in Lanescope: {reason}."},
};

const Message& messageOf(ErrorCode code) {
    for (const Message& message : kMessages)
        if (message.code == code) return message;
    return kMessages.back();
}

}  // namespace

std::string codeName(ErrorCode code) { return std::string(messageOf(code).name); }

std::string describe(const Error& error) {
    const std::string_view text = messageOf(error.code).text;
    std::string sentence;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t open = text.find('{', i);
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) {
            sentence += text.substr(i);
            break;
        }
        sentence += text.substr(i, open - i);
        const auto argument = error.arguments.find(std::string(text.substr(open + 1, close - open - 1)));
        sentence += argument == error.arguments.end() ? "?" : clipped(argument->second, kLongestArgument);
        i = close + 1;
    }
    return sentence;
}

}  // namespace lanescope
