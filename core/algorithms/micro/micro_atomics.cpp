// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>

#include "core/algorithms/micro/micro.h"
#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

// As in micro.cu.
constexpr std::uint32_t kLimit = 100;
constexpr std::uint32_t kFirst = 0;
constexpr std::uint32_t kValue = 7;

/// An operation on one place: what it holds before, and after thread t (from 0) has done the operation once.
struct Operation {
    std::string_view name;  ///< "add"; the kernels call it "Add"
    std::uint32_t before;
    std::uint32_t (*once)(std::uint32_t old, std::uint32_t t);
};

using U = std::uint32_t;
constexpr std::array kOperations{
    Operation{"add", 0, [](U old, U t) { return old + (t + 1); }},
    Operation{"sub", 1'000'000, [](U old, U t) { return old - (t + 1); }},
    Operation{"min", 1'000'000, [](U old, U t) { return std::min(old, t + 1); }},
    Operation{"max", 0, [](U old, U t) { return std::max(old, t + 1); }},
    Operation{"inc", 0, [](U old, U) { return old >= kLimit ? 0 : old + 1; }},
    Operation{"dec", 0, [](U old, U) { return old == 0 || old > kLimit ? kLimit : old - 1; }},
    Operation{"and", 0xffffffff, [](U old, U t) { return old & (t + 1); }},
    Operation{"or", 0, [](U old, U t) { return old | (t + 1); }},
    Operation{"xor", 0, [](U old, U t) { return old ^ (t + 1); }},
    Operation{"exch", 0, [](U, U) { return kValue; }},
    Operation{"cas", kFirst, [](U old, U) { return old == kFirst ? kValue : old; }},
};

std::vector<std::string> operationNames() {
    std::vector<std::string> names;
    names.reserve(kOperations.size());
    for (const Operation& operation : kOperations) names.emplace_back(operation.name);
    return names;
}

/// In every order of the threads the result is the same.
std::uint32_t afterAll(const Operation& operation, std::uint32_t n) {
    std::uint32_t value = operation.before;
    for (std::uint32_t t = 0; t < n; ++t) value = operation.once(value, t);
    return value;
}

std::string capitalised(std::string word) {
    word[0] = static_cast<char>(std::toupper(word[0]));
    return word;
}

class Atomics final : public DescribedAlgorithm {
public:
    explicit Atomics(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"micro.atomics", "family.micro"_id},
              {choiceParameter("operation", Role::Operation, "parameter.operation.atomic"_id, operationNames(), "add"),
               choiceParameter("method", Role::Other, "parameter.method"_id, {"atomic", "register", "global"},
                               "atomic"),
               shownAs(numberParameter("n", Role::Size, "parameter.n.operations"_id, 1, 1024, 256), "64")}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.micro.atomics"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t n = choice.number("n");
        const bool atomic = choice.is("method", "atomic");
        const std::string_view name = atomic                          ? "atomics"
                                      : choice.is("method", "global") ? "inGlobalMemory"
                                                                      : "inRegister";
        auto kernel = m_kernels->kernel(instanceName(name, {capitalised(choice.text("operation"))}));
        if (!kernel) return fail(kernel.error());
        const Operation& operation = *std::ranges::find(kOperations, choice.text("operation"),
                                                        [](const Operation& o) { return std::string(o.name); });
        return oneLaunch({{.name = "place",
                           .type = ElementType::U32,
                           .rows = 1,
                           .columns = 1,
                           .initial = {.kind = InitialContent::Kind::Constant, .constant = operation.before}}},
                         {.kernel = *kernel,
                          .grid = {1, 1, 1},
                          .block = {atomic ? n : 1, 1, 1},
                          .arguments = {BufferId{0}, Scalar(ElementType::U32, n)}},
                         elementwise(
                             0,
                             [&operation, n](const HostBuffers&, std::uint64_t, std::uint64_t) {
                                 return static_cast<double>(afterAll(operation, n));
                             },
                             n));
    }

    SharedKernelFile m_kernels;
};

}  // namespace

std::unique_ptr<Algorithm> atomicsBenchmark(SharedKernelFile kernels) {
    return std::make_unique<Atomics>(std::move(kernels));
}

}  // namespace lanescope
