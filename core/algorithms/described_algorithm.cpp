// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/described_algorithm.h"

namespace lanescope {

Result<Plan> DescribedAlgorithm::plan(const Parameters& choice) const {
    Result<Parameters> chosen = complete(choice);
    if (!chosen) return fail(chosen.error());
    Result<Plan> plan = planOf(Choice(*chosen));
    if (!plan) return plan;
    plan->algorithm = m_identity.id;
    plan->parameters = std::move(*chosen);
    return plan;
}

}  // namespace lanescope
