// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say which kernel of a PTX file is launched, and how.
#pragma once

#include "app/cli/ptx_request.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace lanescope::cli {

/// --ptx, --entry, --grid, --block, --shared and --arg, instead of the option `algorithm`. `what` is done with the
/// kernel: "Run". Answers with --ptx, which further options may need.
CLI::Option* addPtxOptions(CLI::App& verb, PtxRequest& ptx, CLI::Option* algorithm, const char* what);

inline constexpr const char* kPtxGroup = "A kernel of a PTX file";

}  // namespace lanescope::cli
