// SPDX-License-Identifier: GPL-3.0-or-later
// Asking lanescope-cli in surroundings that are the same on every machine.
#pragma once

#include <map>
#include <string>

namespace lanescope::golden {

/// What lanescope-cli answers to these words, which are parted by blanks, as transcriptOf() has it. "<source>" stands
/// for the source tree's folder, in the words and in the answer. It runs in neutralEnvironment() with a home of its
/// own. What the answer has of that home, of the build's folder, of today and of wall times is masked: "<home>",
/// "<build>",
/// "<today>", "<wall time>".
[[nodiscard]] std::string answerTo(const std::string& words);

/// The environment that hides this machine: a locale and a time zone, `home` for whatever a user may have, and the
/// tests' stand-in (tests/gpu/fake_cuda.cpp) for NVIDIA's driver, be there one or not.
[[nodiscard]] std::map<std::string, std::string> neutralEnvironment(const std::string& home);

}  // namespace lanescope::golden
