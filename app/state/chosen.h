// SPDX-License-Identifier: GPL-3.0-or-later
// All that is chosen at a moment, as a value that can be kept and gone back to.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/dim3.h"
#include "core/simt/step.h"

namespace lanescope {

/// What stands beside the watched run: an algorithm, and the values in which it is unlike the first. In all others it
/// follows the first as far as it has them, so that what is compared stays comparable.
struct BesideChoice {
    const Algorithm* algorithm = nullptr;
    Parameters own{};
    friend bool operator==(const BesideChoice&, const BesideChoice&) = default;
};

/// A configuration that others are held against: a choice without what stands beside it.
struct PinnedChoice {
    const Algorithm* algorithm = nullptr;
    Parameters parameters{};  ///< complete
    std::size_t launch = 0;   ///< whose counters are compared, from 0
    Dim3 block{0, 0, 0};
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::string gpu{};                       ///< that its estimates are of; likewise what was changed of it
    std::map<std::string, double> whatIf{};  ///< value by id
    std::string machine{};
    friend bool operator==(const PinnedChoice&, const PinnedChoice&) = default;
};

struct Chosen {
    const Algorithm* algorithm = nullptr;  ///< nullptr: nothing is chosen yet
    Parameters parameters{};               ///< complete, and with a plan
    std::size_t launch = 0;                ///< that is watched, from 0
    Dim3 block{0, 0, 0};
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::string gpu{};  ///< id of the models' GPU; empty: none
    std::vector<BesideChoice> beside{};
    std::map<std::string, double> whatIf{};  ///< what was changed of that GPU: value by id
    std::string machine{};                   ///< architecture whose machine code runs and is watched; empty: PTX
    std::optional<PinnedChoice> baseline{};  ///< that all numbers are held against
    friend bool operator==(const Chosen&, const Chosen&) = default;
};

/// A choice to be pinned; it has an algorithm.
[[nodiscard]] PinnedChoice pinned(const Chosen& chosen);
/// What a pinned choice was, with what stands beside `now` and what `now` is held against.
[[nodiscard]] Chosen withPinned(const PinnedChoice& choice, const Chosen& now);

}  // namespace lanescope
