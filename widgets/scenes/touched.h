// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of which arrays the step that was executed last touches, lane by lane.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/executor.h"
#include "core/trace/timeline.h"
#include "widgets/playback/selection.h"

namespace lanescope {

/// One element that one active lane touches.
struct LaneTouch {
    std::uint32_t lane = 0;
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    friend bool operator==(const LaneTouch&, const LaneTouch&) = default;
};

/// Name and shape of a buffer or a kernel's shared array.
struct ArrayShape {
    ArrayRef array;
    std::string name;
    ElementType type = ElementType::F32;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    friend bool operator==(const ArrayShape&, const ArrayShape&) = default;
};

/// Buffers in the plan's order, then the kernel's shared arrays.
[[nodiscard]] std::vector<ArrayShape> arraysOf(const Timeline& timeline);

/// The last executed event; nothing at position 0.
[[nodiscard]] std::optional<simt::StepRecord> currentStep(const Timeline& timeline);

/// Elements of the array that the active lanes of `step` touch.
[[nodiscard]] std::vector<LaneTouch> touchesOf(const simt::StepRecord& step, const Timeline& timeline,
                                               const ArrayShape& shape);

}  // namespace lanescope
