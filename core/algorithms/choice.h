// SPDX-License-Identifier: GPL-3.0-or-later
// A complete choice of parameters, read with their types. Private to this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/parameter_role.h"
#include "core/base/element_type.h"
#include "core/base/message.h"
#include "core/plan/plan.h"

namespace lanescope {

/// What variantParameter() and typeParameter() are called.
inline constexpr std::string_view kVariantName = "variant";
inline constexpr std::string_view kTypeName = "type";

/// Made of what Algorithm::complete() gives, so every parameter of the algorithm is there and legal by itself. Asking
/// for one that the algorithm does not have is our own bug.
class Choice {
public:
    explicit Choice(const Parameters& complete) : m_parameters(complete) {}

    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::uint32_t number(std::string_view name) const;
    [[nodiscard]] ElementType type(std::string_view name = kTypeName) const;
    [[nodiscard]] bool is(std::string_view name, std::string_view value) const { return text(name) == value; }
    /// variant=published? No for algorithms without variants.
    [[nodiscard]] bool published() const { return m_parameters.value(kVariantName) == kPublished; }
    [[nodiscard]] const Parameters& parameters() const { return m_parameters; }

private:
    Parameters m_parameters;
};

/// IllegalValue: `parameter` does not go with the others; `legal` says what does.
[[nodiscard]] tl::unexpected<Error> illegal(const Choice& choice, std::string_view parameter, const Message& legal);

/// The multiples of `step` that are nearest to `value`, the lower one first; 0 is left out.
[[nodiscard]] std::vector<Message> nearestMultiples(std::uint64_t value, std::uint64_t step);

/// ⌈a / b⌉
[[nodiscard]] constexpr std::uint32_t ceilDivide(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0); }

}  // namespace lanescope
