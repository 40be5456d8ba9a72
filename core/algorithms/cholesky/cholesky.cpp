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

std::string sizesOf(const Blocks& blocks, std::uint64_t step) {
    return std::to_string(step) + ", such as " + nearestMultiples(blocks.n, step);
}

/// With cuBLAS.
class WithCublas final : public DescribedAlgorithm {
public:
    WithCublas(Identity identity, Grouping grouping, bool structured)
        : DescribedAlgorithm(std::move(identity), parametersOf(structured)),
          m_grouping(grouping),
          m_structured(structured) {}

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

    std::string verdictOf(const Choice& choice) const override {
        const std::uint64_t blocks = blocksOf(choice).count();
        if (!choice.published()) {
            if (m_grouping == Grouping::Tiles) return "Right for every n. It is the document's code.";
            return "Right for every n. Changed: the last block is as large as what is left of the matrix.";
        }
        if (choice.is("listing", "code")) {
            if (m_grouping == Grouping::Tiles) return "Right for every n.";
            return "Right, because the block side divides n; for other n it would reach outside the matrix.";
        }
        if (!hasBlocksBelow(profile(choice), blocks))
            return "Right here, because no block below the diagonal is other than zero.";
        return std::string("Wrong: the pseudocode divides by the factored block where its transpose is meant") +
               (blocks > 2 ? ", and it assigns the product of the blocks to the left where it must subtract it." : ".");
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Blocks blocks = blocksOf(choice);
        const bool code = choice.is("listing", "code");
        if (choice.published() && code && m_grouping == Grouping::Blocks && blocks.n % blocks.side != 0)
            return illegal(
                choice, "n",
                "the published loops take every block for a whole one and would reach outside the matrix, so "
                "it must be a multiple of " +
                    sizesOf(blocks, blocks.side));
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
        : DescribedAlgorithm(ownIdentity(),
                             {variantParameter(), orderParameter(kLargestOwn, 40), blockParameter("8"),
                              choiceParameter("tile", "Tile side",
                                              "Threads along each side of a block of threads; the document has 32.",
                                              {"8", "16", "32"}, "8"),
                              profileParameter()}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return "Right for every n, block and tile. Changed: a column is divided in one kernel and taken out of the "
                   "others in the next, and all kernels have guards.";
        const Blocks blocks = blocksOf(choice);
        if (!hasBlocksBelow(profileOf(choice, blocks.count()), blocks.count()))
            return "Right here, because no block below the diagonal is other than zero, so nothing is divided.";
        if (choice.number("tile") >= blocks.side)
            return "Right here, because a row of a block belongs to a single warp, whose lanes read before they write.";
        return "Wrong: a row of a block belongs to several blocks of threads, and each divides the column anew that "
               "another has divided already. What comes out on a GPU depends on how they happen to run.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Blocks blocks = blocksOf(choice);
        const std::uint32_t tile = choice.number("tile");
        if (choice.published() && blocks.side % tile != 0)
            return illegal(choice, "block",
                           "the published kernels have no guards, so it must be a multiple of the tile side " +
                               std::to_string(tile));
        if (choice.published() && blocks.n % blocks.side != 0)
            return illegal(choice, "n",
                           "the published loops take every block for a whole one, so it must be a multiple of " +
                               sizesOf(blocks, blocks.side));
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
    algorithms.push_back(std::make_unique<WithCublas>(tilesIdentity(), Grouping::Tiles, false));
    algorithms.push_back(std::make_unique<WithCublas>(blocksIdentity(), Grouping::Blocks, false));
    algorithms.push_back(std::make_unique<WithCublas>(structuredIdentity(), Grouping::Blocks, true));
    algorithms.push_back(std::make_unique<WithOwnKernels>(kernels));
    return algorithms;
}

}  // namespace lanescope
