// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of names in messages, which stay short however many there are and however long each is.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanescope {

/// At most `bytes` bytes of a text and " …", if something was left away; characters of UTF-8 stay whole.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t bytes);

/// "a, b, c". Of more than twelve only so many and "and 19,988 more": those that are most like `wanted`, the most like
/// it first, then the others in their order; the first ones if nothing is wanted or nothing is like it.
[[nodiscard]] std::string nameList(std::span<const std::string_view> names, std::string_view wanted = {});

}  // namespace lanescope
