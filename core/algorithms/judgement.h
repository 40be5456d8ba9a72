// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a choice of an algorithm: whether it is right, and in words why.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/message.h"

namespace lanescope {

enum class VerdictKind : std::uint8_t {
    Right,        ///< whatever is chosen of this variant
    RightHere,    ///< for this choice; not for others of the variant
    RightByLuck,  ///< what comes out is right, but nothing that CUDA promises makes it so
    Wrong,        ///< for this choice
};

/// Does the right result come out?
[[nodiscard]] constexpr bool isRight(VerdictKind kind) { return kind != VerdictKind::Wrong; }

struct Judgement {
    VerdictKind kind = VerdictKind::Right;
    Message words;
};

/// A verdict in a table: its words are a text without placeholders.
struct VerdictText {
    VerdictKind kind = VerdictKind::Right;
    std::string_view id;
};

}  // namespace lanescope
