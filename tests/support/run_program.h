// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lanescope {

struct ProgramResult {
    int exitCode = -1;  ///< 128 + signal number if a signal ended it
    std::string out;
    std::string err;
};

/// Runs a program as a child with these environment variables added, and waits for its end. `input` is its stdin.
[[nodiscard]] ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::map<std::string, std::string>& environment = {},
                                       const std::string& input = {});

}  // namespace lanescope
