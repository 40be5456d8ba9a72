// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky_kinds.h"

#include "core/algorithms/parameter_specs.h"

namespace lanescope::cholesky {
ParameterSpec orderParameter(std::int64_t largest, std::int64_t defaultValue) {
    return numberParameter("n", Role::Size, "parameter.n.matrix"_id, 1, largest, defaultValue);
}

ParameterSpec blockParameter(std::string defaultValue) {
    return choiceParameter("block", Role::MatrixBlock, "parameter.block.matrix"_id, {"2", "4", "8", "16", "32", "64"},
                           std::move(defaultValue));
}

ParameterSpec listingParameter() {
    return choiceParameter("listing", Role::Other, "parameter.listing"_id, {"pseudocode", "code"}, "pseudocode");
}

ParameterSpec profileParameter() {
    return choiceParameter("profile", Role::Other, "parameter.profile"_id, {"thesis", "banded", "full"}, "thesis");
}

Blocks blocksOf(const Choice& choice) { return {choice.number("n"), choice.number("block")}; }

Profile profileOf(const Choice& choice, std::uint64_t blocks) {
    if (choice.is("profile", "full")) return {};
    const bool banded = choice.is("profile", "banded");
    Profile profile(blocks);
    for (std::uint32_t i = 1; i < blocks; ++i) profile[i] = banded ? (i < 2 ? 0 : i - 2) : i % 3 == 0 ? i - 1 : 1;
    return profile;
}

bool hasBlocksBelow(const Profile& profile, std::uint64_t blocks) {
    if (profile.empty()) return blocks > 1;
    for (std::uint64_t i = 0; i < blocks; ++i)
        if (profile[i] < i) return true;
    return false;
}

}  // namespace lanescope::cholesky
