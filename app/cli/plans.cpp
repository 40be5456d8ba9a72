// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plans.h"

#include "core/base/resources.h"

namespace lanescope::cli {

Result<Catalogue> loadCatalogue() {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    return Catalogue::load(*resources);
}

Result<Plan> planFor(const Catalogue& catalogue, const std::string& algorithm, const Parameters& given) {
    const auto found = catalogue.find(algorithm);
    if (!found) return fail(found.error());
    const Result<Parameters> complete = (*found)->complete(given);
    if (!complete) return fail(complete.error());
    return (*found)->plan(*complete);
}

}  // namespace lanescope::cli
