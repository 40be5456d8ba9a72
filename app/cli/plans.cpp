// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plans.h"

namespace lanescope::cli {

Result<Plan> planFor(const Catalogue& catalogue, const std::string& algorithm, const Parameters& given) {
    const auto found = catalogue.find(algorithm);
    if (!found) return fail(found.error());
    const Result<Parameters> complete = (*found)->complete(given);
    if (!complete) return fail(complete.error());
    return (*found)->plan(*complete);
}

}  // namespace lanescope::cli
