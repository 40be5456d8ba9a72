// SPDX-License-Identifier: GPL-3.0-or-later
// What a LibraryStep computes, done by loops of ours on the CPU: for machines without the library, and to check it.
#pragma once

#include <cstddef>
#include <span>

#include "core/plan/plan.h"

namespace lanescope {

/// The bytes of a whole buffer, and what it is.
template <typename Byte>
struct Operand {
    const Buffer* buffer = nullptr;
    std::span<Byte> bytes;
};

/// Does the call; `b` is not looked at where the call does not use it, and operands may be in one buffer. The step is
/// one that checkSteps() passes. Sums are formed in the order of the inner index, in the matrices' own type, without
/// fused operations. Error: Cancelled.
[[nodiscard]] Result<void> callOnHost(const LibraryStep& step, const Operand<const std::byte>& a,
                                      const Operand<const std::byte>& b, const Operand<std::byte>& c,
                                      const JobContext& job);

/// Arithmetic operations of the call: multiplications, additions, divisions.
[[nodiscard]] double operationsOf(const LibraryStep& step, const Plan& plan);

}  // namespace lanescope
