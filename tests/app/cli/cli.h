// SPDX-License-Identifier: GPL-3.0-or-later
// Running the built lanescope-cli and looking at what it says.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_program.h"

namespace lanescope {

inline ProgramResult cli(const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment = {}) {
    return runProgram(LANESCOPE_CLI, arguments, environment);
}

/// What a program printed, as JSON; `null` and a failed test if it is not JSON.
inline nlohmann::ordered_json jsonOf(const ProgramResult& result) {
    auto json = nlohmann::ordered_json::parse(result.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << result.out << result.err;
    return json.is_discarded() ? nlohmann::ordered_json() : json;
}

/// Runs with --json, expects this exit code and an error object, and gives that object.
inline nlohmann::ordered_json errorOf(std::vector<std::string> arguments, int exitCode,
                                      const std::map<std::string, std::string>& environment = {}) {
    arguments.emplace_back("--json");
    const ProgramResult result = cli(arguments, environment);
    EXPECT_EQ(result.exitCode, exitCode) << result.out << result.err;
    EXPECT_EQ(result.err, "");
    const auto json = jsonOf(result);
    if (!json.is_object() || !json.contains("error")) {
        ADD_FAILURE() << "no error object: " << result.out;
        return {};
    }
    EXPECT_TRUE(json["error"].contains("code") && json["error"].contains("message") &&
                json["error"].contains("arguments"));
    return json["error"];
}

}  // namespace lanescope
