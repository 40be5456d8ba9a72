// SPDX-License-Identifier: GPL-3.0-or-later
// An algorithm of the catalogue: who it is, what can be chosen, and the Plan for a choice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/fact.h"
#include "core/algorithms/judgement.h"
#include "core/algorithms/parameter_role.h"
#include "core/plan/plan.h"

namespace lanescope {

/// One thing to choose. Either a closed list of values or a range of whole numbers.
struct ParameterSpec {
    std::string name;  ///< "block"
    ParameterRole role = ParameterRole::Other;
    std::string title;                ///< "Block side"
    std::string description;          ///< for people: what it is, in what unit
    std::vector<std::string> values;  ///< closed list; empty for a range
    std::int64_t minimum = 0;         ///< of a range
    std::int64_t maximum = 0;
    std::string defaultValue;
    /// What a picture opens with where the default would not show the point: small enough for values to be read in it,
    /// and with what the algorithm is about in sight. Empty: defaultValue.
    std::string shownValue{};
    /// Left out of complete parameters at its default: configurations were named, and recorded, before it came.
    bool unsaid = false;
    /// Is this value left out of complete parameters?
    [[nodiscard]] bool leavesOut(const std::string& value) const { return unsaid && value == defaultValue; }
    /// "4, 8, 16, 32" or "1 … 16384"
    [[nodiscard]] std::string legal() const;
    /// What is chosen of it; the default where `complete` leaves it out.
    [[nodiscard]] std::string valueIn(const Parameters& complete) const;
};

/// A complete, legal-by-itself choice is made by Algorithm::complete(); values that do not go together are found by
/// plan().
class Algorithm {
public:
    virtual ~Algorithm() = default;

    [[nodiscard]] virtual std::string_view id() const = 0;        ///< "matmul.tiled"
    [[nodiscard]] virtual std::string_view title() const = 0;     ///< "Square tiles in shared memory"
    [[nodiscard]] virtual std::string_view family() const = 0;    ///< "Matrix multiplication"
    [[nodiscard]] virtual std::string_view document() const = 0;  ///< "000 tile normal, 004 listing 8.14"
    [[nodiscard]] virtual std::string_view summary() const = 0;   ///< one to three sentences
    /// For a student who has not met it: two paragraphs, what it does and what to look at, separated by an empty line.
    [[nodiscard]] virtual std::string_view explanation() const = 0;
    /// What is known of a choice: right, right if …, wrong because … (published/kernels.md).
    [[nodiscard]] virtual Judgement judge(const Parameters& complete) const = 0;
    /// The same in words.
    [[nodiscard]] std::string verdict(const Parameters& complete) const;
    [[nodiscard]] virtual std::span<const ParameterSpec> parameters() const = 0;

    /// The parameter of a role, of several sizes the first; nullptr if the algorithm has none.
    [[nodiscard]] const ParameterSpec* specOf(ParameterRole role) const;
    /// What it is called; empty if the algorithm has none.
    [[nodiscard]] std::string_view nameOf(ParameterRole role) const;
    /// What is chosen for it; empty if the algorithm has none, or if `parameters` leave it open.
    [[nodiscard]] std::string valueOf(ParameterRole role, const Parameters& parameters) const;
    /// The parameter that says how large a block of threads is: BlockSide, Threads or Warps; nullptr if none does.
    [[nodiscard]] const ParameterSpec* blockSpec() const;

    /// The plan for a choice. Errors: those of complete(); IllegalValue naming the parameter that must change when
    /// values do not go together; PtxUnknownEntry.
    [[nodiscard]] virtual Result<Plan> plan(const Parameters& choice) const = 0;
    /// What it states of complete parameters that have a plan, computed from them; nothing for many algorithms.
    [[nodiscard]] virtual std::vector<Fact> facts(const Parameters& /*complete*/) const { return {}; }

    /// Fills in defaults, but those that are unsaid, and puts the parameters in the algorithm's order.
    /// Errors: UnknownParameter, IllegalValue (one parameter by itself).
    [[nodiscard]] Result<Parameters> complete(const Parameters& given) const;
    /// What a picture of it opens with: complete, and with a plan.
    [[nodiscard]] Parameters shown() const;
    /// The values of a closed-list parameter that go with the other chosen values; for the configuration form.
    [[nodiscard]] std::vector<std::string> legalValues(const ParameterSpec& spec, const Parameters& others) const;
};

/// All algorithms: a plain list in one place (catalogue.cpp). `resources` is the folder that holds ptx/ and kernels/.
class Catalogue {
public:
    /// Errors: CannotOpen, PtxSyntax.
    [[nodiscard]] static Result<Catalogue> load(const std::string& resources);

    [[nodiscard]] std::span<const std::unique_ptr<Algorithm>> algorithms() const { return m_algorithms; }
    /// Error: UnknownAlgorithm with the nearest ids.
    [[nodiscard]] Result<const Algorithm*> find(std::string_view id) const;

private:
    std::vector<std::unique_ptr<Algorithm>> m_algorithms;
};

}  // namespace lanescope
