// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong that a user or a machine can cause. Our own bugs are assertions, not Errors.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace lanescope {

/// A closed list: each code has a name (messages.cpp) and a sentence (error.NAME) with placeholders for arguments.
enum class ErrorCode {
    // what the user asked for
    UnknownAlgorithm,  ///< {algorithm} {known}
    UnknownParameter,  ///< {algorithm} {parameter} {known}
    IllegalValue,      ///< {parameter} {value} {legal}
    TooLarge,          ///< {what} {needed} {available}
    UnknownGpu,        ///< {gpu} {known}
    UnknownModel,      ///< {model} {known}
    ModelOutOfRange,   ///< {model} {reason}
    // files
    CannotOpen,          ///< {file} {reason}
    CannotWrite,         ///< {file} {reason}
    MalformedFile,       ///< {file} {place} {reason}
    UnsupportedVersion,  ///< {file} {version} {supported}
    NoRecording,         ///< {algorithm} {parameters}
    NoTimes,             ///< {gpu} {recorded} {published}: titles of GPUs
    FileInUse,           ///< {file} {reason}; another program writes it
    NotRecorded,         ///< {file} {reason} {safe}: a recording that stopped, and what of it is safe
    DifferentSweeps,     ///< {file} {shard} {other} {otherShard}
    ToldTwice,           ///< {configuration} {file} {other}
    OutputFailed,        ///< {where} {reason}; standard output, of which a part may be missing
    OutOfMemory,         ///< {reason}
    // PTX
    PtxSyntax,               ///< {file} {line} {reason}
    PtxUnsupported,          ///< {file} {line} {instruction} {hint}
    MachineCodeUnsupported,  ///< {kernel} {architecture} {address} {instruction}
    PtxUnknownEntry,         ///< {file} {entry} {known}
    // running
    InvalidLaunch,  ///< {kernel} {reason}
    KernelFault,    ///< {fault}
    Cancelled,      ///< no arguments
    // GPU
    NoDriver,           ///< {reason}
    NoDevice,           ///< {reason}
    DriverTooOld,       ///< {driver} {cuda} {needed} {neededDriver}
    KernelHung,         ///< {kernel} {limit}; the process that launched it cannot go on
    CudaFailure,        ///< {call} {reason}
    NoLibrary,          ///< {library} {reason}
    NoCounters,         ///< {reason}
    CounterPermission,  ///< {reason}
    CountersInUse,      ///< {reason}
    // worker process
    WorkerDied,      ///< {reason}
    WorkerProtocol,  ///< {reason}
    Internal,        ///< {reason}
};

/// An error as data; the sentence is made by describe(). Argument names are those listed at the code.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::map<std::string, std::string> arguments;

    Error() = default;
    Error(ErrorCode c, std::map<std::string, std::string> a = {}) : code(c), arguments(std::move(a)) {}

    friend bool operator==(const Error&, const Error&) = default;
};

/// Stable lower-case name of the code for JSON, for example "unknown_algorithm".
[[nodiscard]] std::string codeName(ErrorCode code);

/// The sentence for people: what went wrong, with what, and what to do.
[[nodiscard]] std::string describe(const Error& error);

}  // namespace lanescope
