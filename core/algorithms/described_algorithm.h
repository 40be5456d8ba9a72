// SPDX-License-Identifier: GPL-3.0-or-later
// What all algorithms of the catalogue have in common: a family says who each one is and makes plans. Private to this
// room.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/algorithms/choice.h"

namespace lanescope {

/// Who an algorithm is. Its words are the texts algorithm.ID.title, .document, .summary and .explanation.
struct Identity {
    std::string_view id;
    std::string_view family;  ///< id of a text
};

class DescribedAlgorithm : public Algorithm {
public:
    DescribedAlgorithm(const Identity& identity, std::vector<ParameterSpec> parameters);

    std::string_view id() const final { return m_id; }
    std::string_view title() const final { return m_title; }
    std::string_view family() const final { return m_family; }
    std::string_view document() const final { return m_document; }
    std::string_view summary() const final { return m_summary; }
    std::string_view explanation() const final { return m_explanation; }
    std::span<const ParameterSpec> parameters() const final { return m_parameters; }

    Judgement judge(const Parameters& complete) const final { return verdictOf(Choice(complete)); }
    Result<Plan> plan(const Parameters& choice) const final;

private:
    [[nodiscard]] virtual Judgement verdictOf(const Choice& choice) const = 0;
    /// Buffers, steps and reference; plan() adds the name and the parameters. Errors as plan()'s.
    [[nodiscard]] virtual Result<Plan> planOf(const Choice& choice) const = 0;

    std::string_view m_id;
    std::string_view m_title;
    std::string_view m_family;
    std::string_view m_document;
    std::string_view m_summary;
    std::string_view m_explanation;
    std::vector<ParameterSpec> m_parameters;
};

using Algorithms = std::vector<std::unique_ptr<Algorithm>>;

}  // namespace lanescope
