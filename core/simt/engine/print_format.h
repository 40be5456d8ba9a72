// SPDX-License-Identifier: GPL-3.0-or-later
// printf of device code (CUDA C++ programming guide, "formatted output"): the format of C, with the arguments lying in
// a buffer as va_list would have them. Internal to core/simt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lanescope::simt {

/// What the text is made from. Both give nothing where the program may not read.
struct PrintSource {
    /// `bytes` bytes at `offset` in the argument buffer.
    std::function<std::optional<std::uint64_t>(std::uint64_t offset, unsigned bytes)> argument;
    /// The zero-terminated text at a generic address.
    std::function<std::optional<std::string>(std::uint64_t address)> text;
};

struct Printed {
    std::string text;
    std::int32_t arguments = 0;  ///< used by the format
};

/// Nothing if an argument cannot be read. Conversions that CUDA does not have come out as they stand.
[[nodiscard]] std::optional<Printed> print(const std::string& format, const PrintSource& source);

}  // namespace lanescope::simt
