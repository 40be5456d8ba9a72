// SPDX-License-Identifier: GPL-3.0-or-later
// What the window and its measuring process (lanescope-cli worker) say to each other; also from one machine to another,
// by ssh. Lines of JSON on the worker's stdin and stdout, UTF-8. Every line carries "v", the version that it is written
// in. When stdin ends the worker finishes what was asked and ends with exit code 0; when nobody reads its answers any
// more, it dies of that.
//
// Requests, at most kRequestLimit bytes a line. `id` is a number that the sender chooses (whole, of 64 bits with a
// sign); answers carry it. Several measurements may be asked for: they wait, and run one after the other. Where
// kMostWaiting wait already, or kMostWaitingBytes of lines, another one is answered by an error.
//   {"v":2,"id":1,"verb":"hello","versions":[2]}
//       has this shape in every version: `versions` are those that the sender speaks
//   {"v":2,"id":7,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"64","block":"16"},
//    "options":{"counters":true,"all_counters":false,"samples":20,"time_limit":1.0,"l2":"flushed","hang_limit":10.0}}
//       all options may be left out; limits in seconds. An option that the worker does not know is an error, so
//       senders leave out what is as it would be anyway: "all_counters" (every metric that the GPU has, in more
//       passes) came later than the rest
//   {"v":2,"id":8,"verb":"machine_code","module":"mine.ptx","ptx":text,"architectures":["sm_75","sm_90"]}
//       ptxas and nvdisasm of the worker's machine are asked; workers older than this verb answer with an error
//   {"v":2,"id":7,"verb":"cancel"}       stops or takes back request 7, which then ends with error "cancelled"
//
// Answers, at most kAnswerLimit bytes a line; what would be longer is answered by an error.
//   {"v":2,"id":1,"event":"hello","versions":[2],"lanescope":"0.1.0",
//    "gpu":{"name":…,"compute_capability":…,"driver":…,"cuda":…} or null, "gpu_missing":sentence or "",
//    "counters":true or false, "counters_missing":sentence or ""}
//   {"v":2,"id":7,"event":"progress","phase":"time","fraction":0.3,"seconds_left":1.2}
//       when a measurement begins, then at least once a second (that much is certain of a worker that lives) and at
//       most ten times; phase is "time" or "counters", fraction is in [0, 1] and of the phase; seconds_left is of the
//       whole measurement, an estimate, null while there is none. The one behind the last sample has the members of a
//       result besides: times, not yet checked, without counters; who does not know them reads over them
//   {"v":2,"id":7,"event":"result","algorithm":…,"parameters":{all of them},"measurement":{as in a study file}}
//   {"v":2,"id":8,"event":"machine_code","packed":"4c616e65…"}
//       a file as of resources/machine, two hexadecimal digits a byte
//   {"v":2,"id":7,"event":"error","code":"illegal_value","message":sentence,"arguments":{…},"ends":false}
//       with "ends":true the worker ends right after it, with kExitNoGpuLeft or kExitHung, and a new one can measure:
//       so after a fault where the driver refuses the process, and after code "kernel_hung", when a kernel takes
//       longer than hang_limit, or the driver has not returned for kPatience besides
// hello, result, machine_code and error end a request. A line that is no request, and one in a version that the worker
// does not speak, is answered by an error with code "worker_protocol" (id null where none could be read), and the
// worker goes on. The messages are those of messages.h; codec.h writes and reads them.
#pragma once

#include <array>
#include <cstddef>

#include "core/base/json_limits.h"

namespace lanescope::worker {

inline constexpr int kProtocol = 2;
/// 1: without phases, time left, hang_limit and ends.
inline constexpr std::array kSpoken{kProtocol};
inline constexpr std::size_t kRequestLimit = std::size_t{1} << 20;
inline constexpr std::size_t kAnswerLimit = std::size_t{16} << 20;
inline constexpr JsonLimits kRequestJson{.bytes = kRequestLimit, .values = 10'000, .depth = 8};
inline constexpr JsonLimits kAnswerJson{.bytes = kAnswerLimit};
inline constexpr std::size_t kMostWaiting = 1000;
inline constexpr std::size_t kMostWaitingBytes = std::size_t{16} << 20;

/// Exit codes of a worker that ends by itself: the driver refuses the process after a kernel's fault; a kernel did not
/// end within the time that the user allows.
inline constexpr int kExitNoGpuLeft = 1;
inline constexpr int kExitHung = 70;

/// Seconds that a measurement may make no step at all, besides what a kernel may take: compiling and checking on the
/// CPU take some.
inline constexpr double kPatience = 120;

}  // namespace lanescope::worker
