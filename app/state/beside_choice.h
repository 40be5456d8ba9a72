// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand beside a run, with which values, and what tells the runs apart.
#pragma once

#include <QString>
#include <vector>

#include "app/state/chosen.h"

namespace lanescope {

/// Configurations beside the first one.
inline constexpr std::size_t kMostBeside = 5;

/// All values of what stands beside a run of `first` with `parameters`: its own, then those of the first that have the
/// same name and role and are legal for it, then what pictures of it open with. Whether they have a plan, plan() says.
[[nodiscard]] Parameters valuesBeside(const BesideChoice& beside, const Algorithm& first, const Parameters& parameters);

/// What to put beside a run of `first` with `ofFirst`, so that its values are these.
[[nodiscard]] BesideChoice besideWith(const Algorithm& algorithm, const Parameters& parameters, const Algorithm& first,
                                      const Parameters& ofFirst);

/// What is natural to put beside it, by rule: its other variant; the algorithms of its family that compute the same
/// result, the nearest of the catalogue first; the other value of each parameter that has two. Only what has a plan.
[[nodiscard]] std::vector<BesideChoice> partnersOf(const Catalogue& catalogue, const Algorithm& algorithm,
                                                   const Parameters& parameters);

/// A configuration, for its name.
struct NamedConfiguration {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;
};
/// What tells each of them from the others: "reduce.1", "padded yes", "published", "reduce.0, n 128". Of a single one
/// its algorithm. Algorithms are named where there are several, values where configurations of one algorithm differ.
[[nodiscard]] std::vector<QString> namesOf(const std::vector<NamedConfiguration>& configurations);

/// "n 64"; of a variant or a type, which say what they are, the value alone.
[[nodiscard]] QString valueName(const ParameterSpec& spec, const std::string& value);

}  // namespace lanescope
