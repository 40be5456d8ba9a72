// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of lanescope-cli --json came to, and whether that is within the contract (app/cli/verbs.h).
#pragma once

#include <string>

#include "tests/support/run_program.h"

namespace lanescope {

struct Verdict {
    /// Within the contract: "ok", "wrong", "faulted", "out of steps", "refused"; else "crash", "hang", "bug", …
    std::string kind;
    std::string words;  ///< the outcome's sentence, or the error's
    std::string where;  ///< of a fault its kind, of a refusal the error's code
    bool bad = false;   ///< beyond the contract
    int findings = 0;   ///< errors among what the checks found
};

/// Runs it with these limits; JSON is asked for.
[[nodiscard]] ProgramResult runLimited(const std::string& program, std::vector<std::string> arguments, unsigned seconds,
                                       unsigned mebibytes);

[[nodiscard]] Verdict judge(const ProgramResult& result);

}  // namespace lanescope
