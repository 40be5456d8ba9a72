// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/described_algorithm.h"

#include <string>

#include "core/base/words.h"

namespace lanescope {
namespace {

std::string_view textOfAlgorithm(std::string_view id, std::string_view which) {
    return textOf("algorithm." + std::string(id) + "." + std::string(which));
}

}  // namespace

DescribedAlgorithm::DescribedAlgorithm(const Identity& identity, std::vector<ParameterSpec> parameters)
    : m_id(identity.id),
      m_title(textOfAlgorithm(identity.id, "title")),
      m_family(textOf(identity.family)),
      m_document(textOfAlgorithm(identity.id, "document")),
      m_summary(textOfAlgorithm(identity.id, "summary")),
      m_explanation(textOfAlgorithm(identity.id, "explanation")),
      m_parameters(std::move(parameters)) {}

Result<Plan> DescribedAlgorithm::plan(const Parameters& choice) const {
    Result<Parameters> chosen = complete(choice);
    if (!chosen) return fail(chosen.error());
    Result<Plan> plan = planOf(Choice(*chosen));
    if (!plan) return plan;
    plan->algorithm = m_id;
    plan->parameters = std::move(*chosen);
    return plan;
}

}  // namespace lanescope
