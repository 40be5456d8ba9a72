// SPDX-License-Identifier: GPL-3.0-or-later
// worker: the window's measuring process. It reads requests on stdin and writes answers on stdout, one JSON object a
// line (protocol version 1, UTF-8, at most 1 MiB a line). When stdin ends it finishes what was asked and ends with exit
// code 0; when nobody reads its answers any more, it dies of that.
//
// Requests. `id` is a number that the sender chooses; answers carry it. Measurements run one after the other.
//   {"v":1,"id":1,"verb":"hello"}
//   {"v":1,"id":7,"verb":"measure","algorithm":"matmul.tiled","parameters":{"n":"64","block":"16"},
//    "options":{"counters":true,"samples":20,"time_limit":1.0,"l2":"flushed"}}     all options may be left out
//   {"v":1,"id":7,"verb":"cancel"}       stops or takes back request 7, which then ends with error "cancelled"
//
// Answers.
//   {"v":1,"id":1,"event":"hello","lanescope":"0.1.0",
//    "gpu":{"name":…,"compute_capability":…,"driver":…,"cuda":…} or null, "gpu_missing":sentence or "",
//    "counters":true or false, "counters_missing":sentence or ""}
//   {"v":1,"id":7,"event":"progress","fraction":0.3}                    in [0, 1], at most ten a second
//   {"v":1,"id":7,"event":"result","algorithm":…,"parameters":{all of them},"measurement":{as in a study file}}
//   {"v":1,"id":7,"event":"error","code":"illegal_value","message":sentence,"arguments":{…}}
// hello, result and error end a request. A line that is no request is answered by an error with code "worker_protocol"
// (id null where none could be read), and the worker goes on. Where a kernel fault costs the process its GPU, the
// worker answers that request and ends with exit code 1; a new one can measure again.
#pragma once

#include <cstddef>
#include <iosfwd>

namespace lanescope::cli {

inline constexpr int kWorkerProtocol = 1;
inline constexpr std::size_t kWorkerLineLimit = std::size_t{1} << 20;

/// Serves requests until `in` ends and all are answered.
void serveWorker(std::istream& in, std::ostream& out);

}  // namespace lanescope::cli
