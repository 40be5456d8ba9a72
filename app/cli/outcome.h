// SPDX-License-Identifier: GPL-3.0-or-later
// What a program that was run came to: the exit code, and the sentence that its output begins and ends with.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/cli/verbs.h"
#include "core/run/emulation.h"

namespace lanescope::cli {

struct Outcome {
    ExitCode code = ExitCode::Ok;
    std::string sentence;  ///< "correct (0 of 4096 checked elements of C wrong)", "fault: Thread (0, 0, 0) of block …"
};

/// Of an emulated run. What the checks found is told in the sentence; it is the exit code's business only if somebody
/// asked for it: `findingsCount`, errors among them make a result wrong.
[[nodiscard]] Outcome outcomeOf(const Emulation& emulation, bool findingsCount = false);
/// Of a run on a GPU.
[[nodiscard]] Outcome outcomeOf(const CheckResult& check);
[[nodiscard]] Outcome outcomeOf(CheckResult::Verdict verdict);

/// {"verdict": "ok", "wrong", "faulted" or "out_of_steps", "exit_code", "sentence"}
[[nodiscard]] nlohmann::ordered_json toJson(const Outcome& outcome);

}  // namespace lanescope::cli
