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

ParameterSpec blocksParameter() {
    return numberParameter("blocks", "Blocks", "Blocks of the first launch; each leaves one partial number.", 1, 65535,
                           4);
}

ParameterSpec blockParameter(const std::string& why, std::vector<std::string> sizes, std::string defaultSize) {
    return choiceParameter("block", "Block size", "Threads of a block." + why, std::move(sizes),
                           std::move(defaultSize));
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
    std::vector<ParameterSpec> parameters{variantParameter(), reduce::operationParameter(),
                                          reduce::sizeParameter(1024)};
    if (kind.unrolledTail)
        parameters.push_back(blockParameter(" The unrolled rounds begin with 64 numbers, so 64 is the least.",
                                            {"64", "128", "256", "512", "1024"}, "128"));
    else
        parameters.push_back(blockParameter(" The published kernels need a power of two, which 96 is not.",
                                            {"2", "4", "8", "16", "32", "64", "96", "128", "256", "512", "1024"},
                                            "128"));
    if (kind.anyGrid) parameters.push_back(blocksParameter());
    parameters.push_back(reduce::typeOfValues());
    return parameters;
}

Identity identityOf(const Kind& kind) {
    return {.id = std::string(kind.id),
            .title = std::string(kind.title),
            .family = std::string(reduce::kFamily),
            .document = std::string(kind.document),
            .summary = std::string(kind.summary),
            .explanation = std::string(kind.explanation)};
}

class TreeReduction final : public DescribedAlgorithm {
public:
    TreeReduction(const Kind& kind, SharedKernelFile kernels)
        : DescribedAlgorithm(identityOf(kind), parametersOf(kind)), m_kind(kind), m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published()) return std::string(m_kind.corrected);
        const std::uint32_t block = choice.number("block");
        std::string_view verdict = m_kind.published;
        if (!std::has_single_bit(block)) verdict = m_kind.publishedIfOddBlock;
        if (m_kind.kernel == "reduce2" && choice.number("n") <= 2) verdict = "Right here: what is lost is zero.";
        if (!m_kind.publishedIfRest.empty() && choice.number("n") % (m_kind.valuesPerThread * block) != 0)
            verdict = m_kind.publishedIfRest;
        return std::string(verdict) + " The partial numbers are added by the corrected kernel in both variants.";
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
              {.id = "reduce.two-phase",
               .title = "Reduction in two phases, by one block",
               .family = std::string(reduce::kFamily),
               .document = "004 listing 6.10, p. 63",
               .summary =
                   "One block does it all: first each thread adds every block-th value, then a tree adds what the "
                   "threads have. Their sums lie in global memory, where the first values were, or in shared "
                   "memory.",
               .explanation =
                   "This is how the Thrust library of that time reduced, and what document 004 measures and models. "
                   "One "
                   "block goes over all values in strides of its size. That is the first phase, and nearly all of the "
                   "work; each thread has one sum in the end. In the second phase a tree adds these, with half as many "
                   "threads in every round.\n\n"
                   "Where the threads keep their sums is the only choice. In global memory every addition reads two "
                   "values and writes one; in shared memory it reads one value from global memory. Compare the global "
                   "requests of both. And note that one block keeps one multiprocessor busy, while all others idle. "
                   "The "
                   "printed pseudocode never halves the number of active threads, so that it would run for ever, and "
                   "it "
                   "has no barriers at all."},
              {variantParameter(), reduce::operationParameter(), reduce::sizeParameter(1024),
               blockParameter(" A power of two.", {"2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"},
                              "128"),
               choiceParameter("memory", "Memory of the sums", "Where each thread keeps its sum.", {"global", "shared"},
                               "shared"),
               reduce::typeOfValues()}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return "Right for every n and every block size that can be chosen. Changed: the number of active threads "
                   "is "
                   "halved in every round, barriers part the phases and the rounds, and threads without a value are "
                   "left out.";
        std::string verdict =
            "Wrong: it never ends, because the number of active threads is never halved. The emulator stops it after a "
            "while; a GPU must not run it. And no barrier parts the phases and the rounds, so that a warp reads sums "
            "that "
            "another has not finished.";
        constexpr std::uint32_t kWarp = 32;
        if (choice.is("memory", "shared") && choice.number("block") > kWarp)
            verdict += " Here this shows first: the first warp reads what no other has written yet.";
        if (choice.number("n") < choice.number("block"))
            verdict += " And here there are fewer values than threads, so that it reads beyond the last one.";
        return verdict;
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
              {.id = "reduce.cub",
               .title = "Reduction by the library CUB",
               .family = std::string(reduce::kFamily),
               .document = "004 listing 6.1, p. 56, calls the library of its time",
               .summary =
                   "NVIDIA's library does the work within each block: the line to beat for all other reductions.",
               .explanation =
                   "Nobody has to write a reduction. CUDA comes with the library CUB, whose block-wide reduction is "
                   "compiled into this kernel: each thread adds every value of its stride in a register, and "
                   "cub::BlockReduce does what is left. The document used Thrust for the same purpose, which is built "
                   "on such parts today.\n\n"
                   "Step into it and see how far the idea has come since reduction 6. Lanes of a warp exchange "
                   "registers "
                   "with shuffle instructions instead of going through shared memory, so a warp needs no barrier and "
                   "only one number of each warp is written to shared memory. Compare barriers and shared requests "
                   "with "
                   "reduction 6 for the same grid."},
              {reduce::operationParameter(), reduce::sizeParameter(1024),
               blockParameter("", {"32", "64", "128", "256", "512", "1024"}, "128"), blocksParameter(),
               reduce::typeOfValues()}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right for every n, every block size that can be chosen and every grid.";
    }

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
