// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matvec/matvec.h"

#include <algorithm>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::int64_t kLargestSide = 20'000;  // document 004's largest matrix has 20000 × 2000 elements

enum : BufferId { kA = 0, kV = 1, kY = 2 };

std::vector<ParameterSpec> parametersOfProducts() {
    return {variantParameter(),
            shownAs(numberParameter("n", Role::Size, "parameter.n.rows"_id, 1, kLargestSide, 96), "64"),
            shownAs(numberParameter("m", Role::Size, "parameter.m"_id, 1, kLargestSide, 64), "32"),
            numberParameter("block", Role::Threads, "parameter.block.threads"_id, 1, 1024, 32),
            typeParameter({"f32", "f64", "i32"})};
}

std::vector<ParameterSpec> parametersOfRowBlocks() {
    std::vector<ParameterSpec> specs = parametersOfProducts();
    std::ranges::find(specs, "n", &ParameterSpec::name)->shownValue = "128";  // 32 threads with four rows each
    specs.insert(specs.end() - 1, choiceParameter("rows-per-thread", Role::Other, "parameter.rows-per-thread"_id,
                                                  {"1", "2", "4", "8"}, "4"));
    return specs;
}

/// Buffers, the launch and the reference of all three; who computes what is in `kernel` and in the number of threads.
Plan productPlan(const Choice& choice, std::shared_ptr<const Kernel> kernel, std::uint32_t threads) {
    const ElementType type = choice.type();
    const std::uint32_t n = choice.number("n");
    const std::uint32_t m = choice.number("m");
    const std::uint32_t block = choice.number("block");
    return oneLaunch(
        {{.name = "A", .type = type, .rows = n, .columns = m, .initial = {InitialContent::Kind::SmallIntegers, 1}},
         {.name = "v", .type = type, .rows = 1, .columns = m, .initial = {InitialContent::Kind::SmallIntegers, 2}},
         {.name = "y", .type = type, .rows = n, .columns = 1, .initial = {}}},
        {.kernel = std::move(kernel),
         .grid = {ceilDivide(threads, block), 1, 1},
         .block = {block, 1, 1},
         .arguments = {BufferId{kY}, BufferId{kA}, BufferId{kV}, static_cast<std::int32_t>(n),
                       static_cast<std::int32_t>(m)}},
        elementwise(
            kY,
            [type, m](const HostBuffers& inputs, std::uint64_t row, std::uint64_t) {
                const HostNumbers a(type, inputs[kA]);
                const HostNumbers v(type, inputs[kV]);
                double sum = 0;
                for (std::uint64_t j = 0; j < m; ++j) sum += a[row * m + j] * v[j];
                return sum;
            },
            m));
}

class Rows final : public DescribedAlgorithm {
public:
    explicit Rows(SharedKernelFile kernels)
        : DescribedAlgorithm({"matvec.rows", "family.vectors"_id}, parametersOfProducts()),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.matvec.rows"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel(instanceName("matvecRows", {cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        return productPlan(choice, *kernel, choice.number("n"));
    }

    SharedKernelFile m_kernels;
};

class RowBlocks final : public DescribedAlgorithm {
public:
    explicit RowBlocks(SharedKernelFile kernels)
        : DescribedAlgorithm({"matvec.row-blocks", "family.vectors"_id}, parametersOfRowBlocks()),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.matvec.row-blocks.corrected"_id)};
        if (choice.is("rows-per-thread", "1"))
            return {VerdictKind::RightHere, Message("verdict.matvec.row-blocks.published_one_row"_id)};
        if (choice.number("n") <= choice.number("rows-per-thread"))
            return {VerdictKind::RightHere, Message("verdict.matvec.row-blocks.published_one_thread"_id)};
        return {VerdictKind::Wrong, Message("verdict.matvec.row-blocks.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::string name = std::string("matvecRowBlocks") + (choice.published() ? "Published" : "");
        auto kernel =
            m_kernels->kernel(instanceName(name, {choice.text("rows-per-thread"), cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        return productPlan(choice, *kernel, ceilDivide(choice.number("n"), choice.number("rows-per-thread")));
    }

    SharedKernelFile m_kernels;
};

/// Bits of 5 in a type, for InitialContent::Constant.
std::uint64_t fiveAs(ElementType type) {
    if (type == ElementType::F32) return Scalar(5.0F).bits;
    if (type == ElementType::F64) return Scalar(5.0).bits;
    return 5;
}

class Columns final : public DescribedAlgorithm {
public:
    explicit Columns(SharedKernelFile kernels)
        : DescribedAlgorithm({"matvec.columns", "family.vectors"_id}, parametersOfProducts()),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.matvec.columns.corrected"_id)};
        return {VerdictKind::Wrong, Message("verdict.matvec.columns.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel(instanceName("matvecColumns", {cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        Plan plan = productPlan(choice, *kernel, choice.number("m"));
        if (choice.published()) {
            plan.buffers[kY].initial = {.kind = InitialContent::Kind::Constant, .constant = fiveAs(choice.type())};
            plan.steps.insert(plan.steps.begin(), UploadStep{kY});
        } else {
            plan.steps.insert(plan.steps.begin(), FillStep{.buffer = kY, .byte = 0});
        }
        return plan;
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms matrixVectorProducts(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<Rows>(kernels));
    algorithms.push_back(std::make_unique<RowBlocks>(kernels));
    algorithms.push_back(std::make_unique<Columns>(kernels));
    return algorithms;
}

}  // namespace lanescope
