// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky.h"

#include <algorithm>
#include <iterator>

#include "core/algorithms/cholesky/cholesky_host.h"
#include "core/algorithms/cholesky/cholesky_kernels.h"
#include "core/algorithms/cholesky/cholesky_kinds.h"
#include "core/algorithms/parameter_specs.h"

namespace lanescope {
namespace {
using namespace cholesky;

constexpr std::int64_t kLargestN = 4096;
constexpr std::int64_t kLargestOwn = 2560;  // the document's largest: two launches for every column of every block
/// cuBLAS may invert blocks on the diagonal instead of dividing by them, which is not exact.
constexpr double kCublasTolerance = 1e-9;

/// n is to be a multiple of the block side; `id` says why.
tl::unexpected<Error> notWholeBlocks(const Choice& choice, std::string_view id, const Blocks& blocks) {
    return illegal(
        choice, "n",
        Message(id, {{"step", blocks.side}, {"nearest", Join::Or, nearestMultiples(blocks.n, blocks.side)}}));
}

/// With cuBLAS.
class WithCublas final : public DescribedAlgorithm {
public:
    WithCublas(const Identity& identity, Grouping grouping, bool structured)
        : DescribedAlgorithm(identity, parametersOf(structured)), m_grouping(grouping), m_structured(structured) {}

private:
    static std::vector<ParameterSpec> parametersOf(bool structured) {
        std::vector<ParameterSpec> parameters{variantParameter(), listingParameter(), orderParameter(kLargestN, 64),
                                              blockParameter("16")};
        if (structured) parameters.push_back(profileParameter());
        return parameters;
    }
    [[nodiscard]] Profile profile(const Choice& choice) const {
        return m_structured ? profileOf(choice, blocksOf(choice).count()) : Profile();
    }

    Judgement verdictOf(const Choice& choice) const override {
        const std::uint64_t blocks = blocksOf(choice).count();
        if (!choice.published()) {
            if (m_grouping == Grouping::Tiles)
                return {VerdictKind::Right, Message("verdict.cholesky.tiles.corrected"_id)};
            return {VerdictKind::Right, Message("verdict.cholesky.blocks.corrected"_id)};
        }
        if (choice.is("listing", "code")) {
            if (m_grouping == Grouping::Tiles) return {VerdictKind::Right, Message("verdict.every_n"_id)};
            return {VerdictKind::RightHere, Message("verdict.cholesky.blocks.published_code"_id)};
        }
        if (!hasBlocksBelow(profile(choice), blocks))
            return {VerdictKind::RightHere, Message("verdict.cholesky.pseudocode_diagonal"_id)};
        return {VerdictKind::Wrong,
                Message(blocks > 2 ? "verdict.cholesky.pseudocode_products"_id : "verdict.cholesky.pseudocode"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Blocks blocks = blocksOf(choice);
        const bool code = choice.is("listing", "code");
        if (choice.published() && code && m_grouping == Grouping::Blocks && blocks.n % blocks.side != 0)
            return notWholeBlocks(choice, "refused.reaches_outside"_id, blocks);
        const Profile starts = profile(choice);
        const auto matrix = std::make_shared<const ExactMatrix>(blocks.n, blocks.side, starts);
        Plan plan;
        plan.buffers = {bufferOf(matrix, blocks.n, Buffer::Place::Both)};
        plan.reference = referenceOf(matrix, kCublasTolerance);
        factorByColumns(plan, blocks, m_grouping, starts, CublasOperations(choice.published() && !code));
        return plan;
    }

    Grouping m_grouping;
    bool m_structured;
};

class WithOwnKernels final : public DescribedAlgorithm {
public:
    explicit WithOwnKernels(SharedKernelFile kernels)
        : DescribedAlgorithm(
              Identity{"cholesky.structured-own", kFamily},
              {variantParameter(), orderParameter(kLargestOwn, 40), blockParameter("8"),
               choiceParameter("tile", Role::BlockSide, "parameter.tile.cholesky"_id, {"8", "16", "32"}, "8"),
               profileParameter()}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.cholesky.structured-own.corrected"_id)};
        const Blocks blocks = blocksOf(choice);
        if (!hasBlocksBelow(profileOf(choice, blocks.count()), blocks.count()))
            return {VerdictKind::RightHere, Message("verdict.cholesky.structured-own.published_diagonal"_id)};
        if (choice.number("tile") >= blocks.side)
            return {VerdictKind::RightHere, Message("verdict.cholesky.structured-own.published_one_warp"_id)};
        return {VerdictKind::Wrong, Message("verdict.cholesky.structured-own.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Blocks blocks = blocksOf(choice);
        const std::uint32_t tile = choice.number("tile");
        if (choice.published() && blocks.side % tile != 0)
            return illegal(choice, "block", Message("refused.whole_tiles"_id, {{"tile", tile}}));
        if (choice.published() && blocks.n % blocks.side != 0)
            return notWholeBlocks(choice, "refused.whole_blocks"_id, blocks);
        auto operations = KernelOperations::make(*m_kernels, blocks, tile, choice.published());
        if (!operations) return fail(operations.error());
        const Profile starts = profileOf(choice, blocks.count());
        const auto matrix = std::make_shared<const ExactMatrix>(blocks.n, blocks.side, starts);
        Plan plan;
        plan.buffers = {bufferOf(matrix, blocks.n, Buffer::Place::Both)};
        for (Buffer& buffer : KernelOperations::buffers(blocks)) plan.buffers.push_back(std::move(buffer));
        plan.reference = referenceOf(matrix, 0);
        factorByColumns(plan, blocks, Grouping::Blocks, starts, *operations);
        return plan;
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms choleskyFactorisations(const SharedKernelFile& kernels) {
    Algorithms algorithms = hostFactorisations();
    algorithms.push_back(std::make_unique<WithCublas>(Identity{"cholesky.tiles", kFamily}, Grouping::Tiles, false));
    algorithms.push_back(std::make_unique<WithCublas>(Identity{"cholesky.blocks", kFamily}, Grouping::Blocks, false));
    algorithms.push_back(
        std::make_unique<WithCublas>(Identity{"cholesky.structured", kFamily}, Grouping::Blocks, true));
    algorithms.push_back(std::make_unique<WithOwnKernels>(kernels));
    return algorithms;
}

}  // namespace lanescope
