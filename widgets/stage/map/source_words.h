// SPDX-License-Identifier: GPL-3.0-or-later
// What a walk through CUDA source says for people: formulas as the source has them, and with values for names. Private
// to the map view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "widgets/stage/map/source_tokens.h"
#include "widgets/stage/map/source_values.h"

namespace lanescope {

/// What a function knows while it runs.
struct SourceFrame {
    std::map<std::string, SourceValue> values;
    std::map<std::string, std::string> aliases;  ///< template's names: what they stand for
    std::set<std::string> unknown;               ///< pointers, and what was made of what is not known
};

/// CUDA's own numbers by name: "blockIdx.x" → 3.
using SourceBuiltins = std::map<std::string, std::uint32_t>;

/// The tokens from `begin` to before `end`: "n − i".
[[nodiscard]] std::string sourceText(const SourceFile& file, std::size_t begin, std::size_t end);
/// The same with values for names: "8 − 3"; casts and template's names of functions are left out.
[[nodiscard]] std::string insertedText(const SourceFile& file, std::size_t begin, std::size_t end,
                                       const SourceFrame& frame, const SourceBuiltins& builtins);

}  // namespace lanescope
