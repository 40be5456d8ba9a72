// SPDX-License-Identifier: GPL-3.0-or-later
// Running a program where things are missing: room, memory, somebody who reads, a home.
#pragma once

#include <sys/resource.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/run_program.h"

namespace lanescope {

struct Surroundings {
    enum class Stream { Read, Full, Closed, Unread };  ///< Unread: a pipe whose reader has gone
    Stream out = Stream::Read;
    Stream err = Stream::Read;
    bool inputClosed = false;
    std::string input = {};
    std::optional<rlim_t> memory = {};    ///< bytes of address space
    std::optional<rlim_t> fileSize = {};  ///< bytes of each file that is written
    std::string fullDisk = {};            ///< a folder; a full disk of its own is mounted there
    /// Added to the test's; nothing = not set.
    std::map<std::string, std::optional<std::string>> environment = {};
};

/// Runs the program, which gets `seconds` to end. What it cannot be given ends the child with kCannotBeHad.
[[nodiscard]] ProgramResult runIn(const Surroundings& surroundings, const std::string& program,
                                  const std::vector<std::string>& arguments, double seconds);
constexpr int kCannotBeHad = 99;

}  // namespace lanescope
