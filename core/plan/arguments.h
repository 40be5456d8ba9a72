// SPDX-License-Identifier: GPL-3.0-or-later
// A launch's arguments as the bytes that the kernel reads: the same for the emulator and for the CUDA driver.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

/// Is it an array of bytes, which is how a struct is passed?
[[nodiscard]] bool isStruct(const program::Parameter& parameter);

/// The entry's parameter block: argument i at parameter i's offset. `addressOf` gives a buffer's device address, or
/// nothing if there is no such buffer. A number goes where a parameter of its kind (whole or float) and size is, and
/// into any struct of its size; a struct's bytes go where the size is theirs.
/// Error: InvalidLaunch, naming the first argument (counted from 0) that does not fit, and what would; or all
/// parameters where their number is another.
[[nodiscard]] Result<std::vector<std::byte>> parameterBlock(
    const Launch& launch, const program::Entry& entry,
    const std::function<std::optional<std::uint64_t>(BufferId)>& addressOf);

}  // namespace lanescope
