// SPDX-License-Identifier: GPL-3.0-or-later
// What all algorithms of the catalogue have in common: a family says who each one is and makes plans. Private to this
// room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/algorithms/choice.h"

namespace lanescope {

/// Who an algorithm is; Algorithm's getters say what each means.
struct Identity {
    std::string id;
    std::string title;
    std::string family;
    std::string document;
    std::string summary;
    std::string explanation;
};

class DescribedAlgorithm : public Algorithm {
public:
    DescribedAlgorithm(Identity identity, std::vector<ParameterSpec> parameters)
        : m_identity(std::move(identity)), m_parameters(std::move(parameters)) {}

    std::string_view id() const final { return m_identity.id; }
    std::string_view title() const final { return m_identity.title; }
    std::string_view family() const final { return m_identity.family; }
    std::string_view document() const final { return m_identity.document; }
    std::string_view summary() const final { return m_identity.summary; }
    std::string_view explanation() const final { return m_identity.explanation; }
    std::span<const ParameterSpec> parameters() const final { return m_parameters; }

    std::string verdict(const Parameters& complete) const final { return verdictOf(Choice(complete)); }
    Result<Plan> plan(const Parameters& choice) const final;

private:
    [[nodiscard]] virtual std::string verdictOf(const Choice& choice) const = 0;
    /// Buffers, steps and reference; plan() adds the name and the parameters. Errors as plan()'s.
    [[nodiscard]] virtual Result<Plan> planOf(const Choice& choice) const = 0;

    Identity m_identity;
    std::vector<ParameterSpec> m_parameters;
};

using Algorithms = std::vector<std::unique_ptr<Algorithm>>;

}  // namespace lanescope
