// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope {

/// What a JSON text from outside may be. The defaults are those of a study: the shipped recording of the whole
/// catalogue is 6 MB of 0.3 million values. A text at these limits takes less than half a GiB while it is read.
struct JsonLimits {
    std::uint64_t bytes = std::uint64_t{128} << 20;  ///< of the text, unpacked; below 4 GiB
    std::size_t values = 2'000'000;                  ///< lists and objects count, too
    std::size_t depth = 64;                          ///< of lists and objects in each other
};

/// Of files that people write: a GPU, a set of configurations.
inline constexpr JsonLimits kSmallFile{.bytes = std::uint64_t{1} << 20, .values = 100'000};

}  // namespace lanescope
