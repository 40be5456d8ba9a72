// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/reduce/reduce.h"

#include <bit>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"
#include "core/algorithms/reduce/reduce_kinds.h"
#include "core/algorithms/reduce/reduce_plan.h"

namespace lanescope {
namespace {
using reduce::Kind;

/// Pictures open with two warps, so that the tree of one is seen beside that of the other.
constexpr std::int64_t kShownBlock = 64;

ParameterSpec blocksParameter() {
    return shownAs(numberParameter("blocks", Role::Blocks, "parameter.blocks.partial"_id, 1, 65535, 4), "2");
}

ParameterSpec blockParameter(std::string_view words, std::vector<std::string> sizes, std::string defaultSize,
                             std::int64_t shownSize = kShownBlock) {
    return shownAs(choiceParameter("block", Role::Threads, words, std::move(sizes), std::move(defaultSize)),
                   std::to_string(shownSize));
}

double roundsOf(std::uint32_t block) { return std::bit_width(block); }

/// Launches that go on with what the one before has left, until one number is left.
class LaunchChain {
public:
    explicit LaunchChain(const Choice& choice) : m_choice(choice), m_left(choice.number("n")) {
        m_plan.buffers.push_back(reduce::valuesOf(choice));
        m_plan.steps.emplace_back(UploadStep{0});
    }

    [[nodiscard]] std::uint32_t left() const { return m_left; }

    /// `blocks` blocks combine what is left to as many numbers; a thread combines about `perThread` of them first.
    void add(std::shared_ptr<const Kernel> kernel, std::uint32_t blocks, std::uint32_t sharedBytes,
             std::uint64_t endlessAfter = 0) {
        const std::uint32_t block = m_choice.number("block");
        m_plan.buffers.push_back(reduce::numbers(blocks == 1 ? "result" : nameOfPartial(), m_choice, blocks));
        const BufferId to = m_plan.buffers.size() - 1;
        m_plan.steps.emplace_back(LaunchStep{{.kernel = std::move(kernel),
                                              .grid = {blocks, 1, 1},
                                              .block = {block, 1, 1},
                                              .dynamicSharedBytes = sharedBytes,
                                              .arguments = {to, to - 1, static_cast<std::int32_t>(m_left)},
                                              .endlessAfter = endlessAfter}});
        m_additions += m_left / (static_cast<double>(blocks) * block) + 1 + roundsOf(block);
        m_left = blocks;
    }

    Plan finish() && {
        const BufferId result = m_plan.buffers.size() - 1;
        m_plan.steps.emplace_back(DownloadStep{result});
        m_plan.reference = reduce::referenceFor(m_choice, result, m_additions);
        return std::move(m_plan);
    }

private:
    [[nodiscard]] std::string nameOfPartial() const {
        const std::size_t number = m_plan.buffers.size();
        return number == 1 ? "partial" : "partial" + std::to_string(number);
    }

    const Choice& m_choice;
    std::uint32_t m_left;
    double m_additions = 0;  ///< that follow each other
    Plan m_plan;
};

// ---- reduce.0 … reduce.6

std::vector<ParameterSpec> parametersOf(const Kind& kind) {
    // One warp adds the last 64 numbers by itself: twice as many, so that something is added before. Where a thread
    // takes as many values as it comes to, two blocks with four each.
    const std::int64_t shownBlock = kind.unrolledTail && !kind.anyGrid ? 2 * kShownBlock : kShownBlock;
    const std::int64_t shownN = kind.anyGrid ? 2 * 4 * shownBlock : kind.valuesPerThread * shownBlock;
    std::vector<ParameterSpec> parameters{variantParameter(), reduce::operationParameter(),
                                          reduce::sizeParameter(1024, shownN)};
    if (kind.unrolledTail)
        parameters.push_back(
            blockParameter("parameter.block.unrolled"_id, {"64", "128", "256", "512", "1024"}, "128", shownBlock));
    else
        parameters.push_back(blockParameter("parameter.block.maybe_odd"_id,
                                            {"2", "4", "8", "16", "32", "64", "96", "128", "256", "512", "1024"},
                                            "128"));
    if (kind.anyGrid) parameters.push_back(blocksParameter());
    parameters.push_back(reduce::typeOfValues());
    return parameters;
}

class TreeReduction final : public DescribedAlgorithm {
public:
    TreeReduction(const Kind& kind, SharedKernelFile kernels)
        : DescribedAlgorithm({kind.id, reduce::kFamily}, parametersOf(kind)),
          m_kind(kind),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        const std::uint32_t block = choice.number("block");
        VerdictText verdict = choice.published() ? m_kind.published : m_kind.corrected;
        if (!choice.published()) return {verdict.kind, Message(verdict.id)};
        if (!std::has_single_bit(block)) verdict = *m_kind.publishedIfOddBlock;
        if (m_kind.kernel == "reduce2" && choice.number("n") <= 2)
            verdict = {VerdictKind::RightHere, "verdict.reduce.nothing_lost"_id};
        if (m_kind.publishedIfRest && choice.number("n") % (m_kind.valuesPerThread * block) != 0)
            verdict = *m_kind.publishedIfRest;
        return {verdict.kind,
                Message::joined(Join::Sentences, {Message(verdict.id), Message("verdict.reduce.partial_numbers"_id)})};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        if (auto adds = reduce::publishedOnlyAdds(choice); !adds) return fail(adds.error());
        const std::uint32_t block = choice.number("block");
        const auto sharedBytes = static_cast<std::uint32_t>(block * sizeOf(choice.type()));
        LaunchChain chain(choice);
        for (bool first = true; first || chain.left() > 1; first = false) {
            Result<std::shared_ptr<const Kernel>> kernel = kernelFor(choice, first && choice.published());
            if (!kernel) return fail(kernel.error());
            chain.add(*kernel, blocksOf(choice, chain.left(), first), sharedBytes);
        }
        return std::move(chain).finish();
    }

    [[nodiscard]] std::uint32_t blocksOf(const Choice& choice, std::uint32_t left, bool first) const {
        if (m_kind.anyGrid) return first ? choice.number("blocks") : 1;
        return ceilDivide(left, m_kind.valuesPerThread * choice.number("block"));
    }

    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const Choice& choice, bool published) const {
        const std::string name = std::string(m_kind.kernel) + (published ? "Published" : "");
        const std::string operation = reduce::operationName(choice);
        const std::string block = choice.text("block");
        const std::string_view type = cudaNameOf(choice.type());
        const std::string entry = m_kind.anyGrid ? published ? instanceName(name, {block, type})
                                                             : instanceName(name, {block, operation, type})
                                  : published ? instanceName(name, {type})
                                                 : instanceName(name, {operation, type});
        return m_kernels->kernel(entry, {{"shared", choice.type(), 1, choice.number("block")}});
    }

    const Kind& m_kind;
    SharedKernelFile m_kernels;
};

// ---- reduce.two-phase

class TwoPhaseReduction final : public DescribedAlgorithm {
public:
    explicit TwoPhaseReduction(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"reduce.two-phase", reduce::kFamily},
              {variantParameter(), reduce::operationParameter(), reduce::sizeParameter(1024, 4 * kShownBlock),
               blockParameter("parameter.block.power_of_two"_id,
                              {"2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"}, "128"),
               choiceParameter("memory", Role::Memory, "parameter.memory.sums"_id, {"global", "shared"}, "shared"),
               reduce::typeOfValues()}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.reduce.two-phase.corrected"_id)};
        std::vector<Message> words{Message("verdict.reduce.two-phase.published"_id)};
        constexpr std::uint32_t kWarp = 32;
        if (choice.is("memory", "shared") && choice.number("block") > kWarp)
            words.emplace_back("verdict.reduce.two-phase.read_too_early"_id);
        if (choice.number("n") < choice.number("block")) words.emplace_back("verdict.reduce.two-phase.too_few"_id);
        return {VerdictKind::Wrong, Message::joined(Join::Sentences, std::move(words))};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        if (auto adds = reduce::publishedOnlyAdds(choice); !adds) return fail(adds.error());
        const bool inShared = choice.is("memory", "shared");
        const std::string name =
            std::string(inShared ? "twoPhaseShared" : "twoPhaseGlobal") + (choice.published() ? "Published" : "");
        const std::string_view type = cudaNameOf(choice.type());
        std::vector<SharedArray> shared;
        if (inShared) shared.push_back({"shared", choice.type(), 1, choice.number("block")});
        const auto sharedBytes =
            static_cast<std::uint32_t>(inShared ? choice.number("block") * sizeOf(choice.type()) : 0);
        Result<std::shared_ptr<const Kernel>> kernel = m_kernels->kernel(
            choice.published() ? instanceName(name, {type}) : instanceName(name, {reduce::operationName(choice), type}),
            std::move(shared));
        if (!kernel) return fail(kernel.error());
        LaunchChain chain(choice);
        chain.add(*kernel, 1, sharedBytes, choice.published() ? stepsOfFirstPhase(choice) + kStepsOfTheEndless : 0);
        return std::move(chain).finish();
    }

    /// Warp instructions, at the most.
    static std::uint64_t stepsOfFirstPhase(const Choice& choice) {
        constexpr std::uint64_t kInstructionsOfAnAddition = 10;
        constexpr std::uint32_t kWarp = 32;
        const std::uint32_t block = choice.number("block");
        return kInstructionsOfAnAddition * (ceilDivide(choice.number("n"), block) + 1) * ceilDivide(block, kWarp);
    }
    static constexpr std::uint64_t kStepsOfTheEndless = 2'000'000;  // a tenth of a second

    SharedKernelFile m_kernels;
};

// ---- reduce.cub

class CubReduction final : public DescribedAlgorithm {
public:
    explicit CubReduction(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"reduce.cub", reduce::kFamily},
              {reduce::operationParameter(), reduce::sizeParameter(1024, 4 * kShownBlock),
               blockParameter("parameter.block.threads"_id, {"32", "64", "128", "256", "512", "1024"}, "128"),
               blocksParameter(), reduce::typeOfValues()}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override { return {VerdictKind::Right, Message("verdict.reduce.cub"_id)}; }

    Result<Plan> planOf(const Choice& choice) const override {
        Result<std::shared_ptr<const Kernel>> kernel = m_kernels->kernel(instanceName(
            "cubReduce", {choice.text("block"), reduce::operationName(choice), cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        LaunchChain chain(choice);
        chain.add(*kernel, choice.number("blocks"), 0);
        if (chain.left() > 1) chain.add(*kernel, 1, 0);
        return std::move(chain).finish();
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms reductions(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    for (const Kind& kind : reduce::kinds()) algorithms.push_back(std::make_unique<TreeReduction>(kind, kernels));
    algorithms.push_back(std::make_unique<TwoPhaseReduction>(kernels));
    return algorithms;
}

Algorithms cubReductions(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<CubReduction>(kernels));
    return algorithms;
}

}  // namespace lanescope
