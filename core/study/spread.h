// SPDX-License-Identifier: GPL-3.0-or-later
// How far an estimate may be off, as far as that has been tried: "usually within 8 %, one in twenty off by more than
// 30 %".
#pragma once

#include <optional>
#include <string>

#include "core/gpus/gpu_spec.h"
#include "core/models/model.h"
#include "core/study/recorded_accuracy.h"

namespace lanescope {

struct Spread {
    double usual = 0;          ///< half of what was compared is as far off at most, a share
    double rare = 0;           ///< one in twenty is off by more
    std::size_t compared = 0;  ///< configurations
    std::string bound;         ///< of those whose time was of the same (Estimate::bound); empty: of all
    bool unseen = false;       ///< of launches of kernels that nobody who made the model had seen
    std::string caution;       ///< a sentence where these figures say little of this one; else empty
};

/// Nothing where nobody has told the model's spread on any GPU. That of another GPU than the estimate's is taken where
/// there is no other, and the caution says so. `unseen`: the estimate is of a kernel that is not the catalogue's.
[[nodiscard]] std::optional<Spread> spreadOf(const Estimate& estimate, const GpuSpec& gpu,
                                             const RecordedAccuracies& accuracies, bool unseen = false);

/// "usually within 8 %, one in twenty off by more than 30 % (151 measured configurations …)", and the caution.
[[nodiscard]] std::string describe(const Spread& spread);

}  // namespace lanescope
