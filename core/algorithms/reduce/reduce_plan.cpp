// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/reduce/reduce_plan.h"

#include <cmath>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope::reduce {
namespace {

constexpr std::int64_t kMostValues = 100'000'000;  // the most that document 004 adds; nines add up to less than 2^31

bool isSum(const Choice& choice) { return choice.is("operation", "sum"); }

double combined(bool sum, const HostNumbers& values) {
    double result = sum ? 0 : -INFINITY;
    for (std::uint64_t i = 0; i < values.size(); ++i) result = sum ? result + values[i] : std::max(result, values[i]);
    return result;
}

/// -1000 … -1, in no order.
double belowZero(std::uint64_t column) {
    constexpr std::uint64_t kStep = 7919;  // a prime, so that 1000 in a row are all different
    return -1.0 - static_cast<double>((column * kStep + 500) % 1000);
}

}  // namespace

ParameterSpec operationParameter() {
    return choiceParameter("operation", Role::Operation, "parameter.operation.reduce"_id, {"sum", "max"}, "sum");
}

ParameterSpec sizeParameter(std::int64_t defaultN, std::int64_t shownN) {
    return shownAs(numberParameter("n", Role::Size, "parameter.n.values"_id, 1, kMostValues, defaultN),
                   std::to_string(shownN));
}

ParameterSpec typeOfValues() { return shownAs(typeParameter({"f64", "f32", "i32"}), "f32"); }

std::string operationName(const Choice& choice) { return isSum(choice) ? "Sum" : "Max"; }

Result<void> publishedOnlyAdds(const Choice& choice) {
    if (!choice.published() || isSum(choice)) return {};
    return illegal(choice, "operation", Message("refused.only_adds"_id));
}

Buffer valuesOf(const Choice& choice) {
    Buffer values = numbers("values", choice, choice.number("n"));
    values.initial =
        isSum(choice)
            ? InitialContent{.kind = InitialContent::Kind::SmallIntegers, .seed = 1}
            : InitialContent{.kind = InitialContent::Kind::Formula,
                             .formula = [](std::uint64_t, std::uint64_t column) { return belowZero(column); }};
    return values;
}

Buffer numbers(std::string name, const Choice& choice, std::uint64_t count) {
    return {.name = std::move(name), .type = choice.type(), .rows = 1, .columns = count, .initial = {}};
}

Reference referenceFor(const Choice& choice, BufferId result, double additions) {
    const std::uint64_t n = choice.number("n");
    const bool sum = isSum(choice);
    const ElementType type = choice.type();
    Reference reference = elementwise(
        result,
        [=](const HostBuffers& inputs, std::uint64_t, std::uint64_t) {
            return combined(sum, HostNumbers(type, inputs[0]));
        },
        n);
    constexpr std::uint64_t kLargestValue = 9;
    if (sum && type == ElementType::F32 && n * kLargestValue >= 1ULL << 24)
        reference.tolerance = additions * std::ldexp(1.0, -24);
    return reference;
}

}  // namespace lanescope::reduce
