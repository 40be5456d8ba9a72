// SPDX-License-Identifier: GPL-3.0-or-later
// What the verb machine-code prints: a listing, or two side by side. Shared by its text and its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/sass/machine_codes.h"

namespace lanescope::cli {

/// A kernel's machine code, and what it is called when it is printed.
struct ShownCode {
    std::string name;    ///< demangled: "tiled<16, float>"
    std::string choice;  ///< what it stands for beside another: "sm_90", "sm_90 block=32"
    sass::MachineCode code;
};

/// "12 registers a thread, 0 bytes of shared memory, …; from the kept files (ptxas 13.0.88)".
[[nodiscard]] std::string resourcesText(const ShownCode& shown);
/// All instructions as a table, without what fills the kernel up.
[[nodiscard]] std::string listingText(const ShownCode& shown);
/// Both as a table, row by row, with a sign where they differ.
[[nodiscard]] std::string comparisonText(const ShownCode& left, const ShownCode& right);

[[nodiscard]] nlohmann::ordered_json toJson(const ShownCode& shown);
[[nodiscard]] nlohmann::ordered_json toJson(const ShownCode& left, const ShownCode& right);

}  // namespace lanescope::cli
