// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct ProgramResult {
    int exitCode = -1;  ///< 128 + signal number if a signal ended it
    int signal = 0;     ///< that ended it
    bool late = false;  ///< it did not end within its time, and was killed
    std::string out;
    std::string err;
};

/// Runs a program as a child with these environment variables added, and waits for its end. `input` is its stdin.
[[nodiscard]] ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::map<std::string, std::string>& environment = {},
                                       const std::string& input = {});

struct Child {
    std::string input;              ///< its stdin
    std::function<void()> prepare;  ///< called in the child, whose streams are connected, before it is the program
    /// To end in; then it is killed. Such a child leads a group of processes, of which nothing is left behind.
    std::optional<double> seconds = {};
};

/// The same with more to be said of the child.
[[nodiscard]] ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments,
                                       const Child& child);

}  // namespace lanescope
