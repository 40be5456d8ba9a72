// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/corrected_kernel.h"

namespace lanescope {

std::shared_ptr<const Kernel> correctedKernelOf(const Algorithm& algorithm, const Parameters& parameters,
                                                std::size_t launch) {
    if (algorithm.valueOf(ParameterRole::Variant, parameters) != kPublished) return nullptr;
    Parameters corrected = parameters;
    corrected.set(algorithm.nameOf(ParameterRole::Variant), std::string(kCorrected));
    const Result<Plan> plan = algorithm.plan(corrected);
    const auto launches = plan ? plan->launches() : std::vector<const Launch*>();
    return launch < launches.size() ? launches[launch]->kernel : nullptr;
}

}  // namespace lanescope
