// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_one_block.h"

#include "core/algorithms/matmul/matmul_product.h"
#include "core/algorithms/parameter_specs.h"

namespace lanescope {
namespace {
using namespace matmul;

constexpr std::uint32_t kThreadsOfABlock = 1024;  // CUDA C++ programming guide, "maximum number of threads per block"
constexpr std::uint32_t kLargestSide = 32;        // 32 × 32 = 1024

/// "oneBlock<float>", "wholeSharedPublished<31, float>"
std::string entryOf(const Choice& choice, const std::string& kernel, const std::string& size = {}) {
    return kernel + (choice.published() ? "Published<" : "<") + size + std::string(cudaNameOf(choice.type())) + ">";
}

/// Copies A and B, launches one block, copies C. Where C begins as zeros, elements that nobody writes remain zero.
Plan planOfOneBlock(std::shared_ptr<const Kernel> kernel, const Choice& choice, std::uint32_t side,
                    std::vector<Argument> arguments) {
    const std::uint32_t n = choice.number("n");
    Plan plan;
    plan.buffers = matrices(choice.type(), n, {InitialContent::Kind::Zeros});
    plan.steps = {UploadStep{kA}, UploadStep{kB}, UploadStep{kC},
                  LaunchStep{{.kernel = std::move(kernel),
                              .grid = {1, 1, 1},
                              .block = {side, side, 1},
                              .arguments = std::move(arguments)}},
                  DownloadStep{kC}};
    plan.reference = productOf(choice.type(), n);
    return plan;
}

class OneBlock final : public DescribedAlgorithm {
public:
    explicit OneBlock(SharedKernelFile kernels)
        : DescribedAlgorithm({"matmul.one-block-grid-stride", kFamily},
                             {variantParameter(), orderParameter(kLargestN, 40),
                              numberParameter("block", Role::BlockSide, "parameter.block.only"_id, 1, kLargestN, 16),
                              typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return {VerdictKind::Right, Message("verdict.matmul.one-block-grid-stride.corrected"_id)};
        const std::uint32_t n = choice.number("n");
        const std::uint32_t block = choice.number("block");
        if (n <= block)
            return {VerdictKind::RightHere, Message("verdict.matmul.one-block-grid-stride.published_small"_id)};
        return {VerdictKind::Wrong,
                Message("verdict.matmul.one-block-grid-stride.published"_id, {{"block", block}, {"n", n}})};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t side = choice.number("block");
        if (side > kLargestSide)
            return illegal(
                choice, "block",
                Message("refused.too_many_threads"_id,
                        {{"side", side}, {"threads", std::uint64_t{side} * side}, {"most", kThreadsOfABlock}}));
        auto kernel = m_kernels->kernel(entryOf(choice, "oneBlock"));
        if (!kernel) return fail(kernel.error());
        return planOfOneBlock(
            std::move(*kernel), choice, side,
            {BufferId{kC}, BufferId{kA}, BufferId{kB}, static_cast<std::int32_t>(choice.number("n"))});
    }

    SharedKernelFile m_kernels;
};

class WholeShared final : public DescribedAlgorithm {
public:
    explicit WholeShared(SharedKernelFile kernels)
        : DescribedAlgorithm({"matmul.whole-shared", kFamily},
                             {variantParameter(),
                              shownAs(choiceParameter("n", Role::Size, "parameter.n.compiled"_id,
                                                      {"4", "8", "15", "16", "24", "31", "32"}, "31"),
                                      "16"),
                              typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.matmul.whole-shared.corrected"_id)};
        const std::uint32_t n = choice.number("n");
        if (n * n <= 32) return {VerdictKind::RightHere, Message("verdict.matmul.whole-shared.published_one_warp"_id)};
        return {VerdictKind::Wrong, Message("verdict.matmul.whole-shared.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t n = choice.number("n");
        auto kernel = m_kernels->kernel(entryOf(choice, "wholeShared", std::to_string(n) + ", "),
                                        {{"As", choice.type(), n, n}, {"Bs", choice.type(), n, n}});
        if (!kernel) return fail(kernel.error());
        return planOfOneBlock(std::move(*kernel), choice, n, {BufferId{kC}, BufferId{kA}, BufferId{kB}});
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms oneBlockMultiplications(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<OneBlock>(kernels));
    algorithms.push_back(std::make_unique<WholeShared>(kernels));
    return algorithms;
}

}  // namespace lanescope
