// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul.h"

#include <algorithm>
#include <bit>

#include "core/algorithms/matmul/matmul_kinds.h"
#include "core/algorithms/matmul/matmul_product.h"
#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {
using namespace matmul;

/// The parameters as what they mean.
struct Configuration {
    bool published = false;
    std::uint32_t n = 0;
    std::uint32_t block = 0;
    ElementType type = ElementType::F32;
    std::uint32_t rows = 0;  ///< of threads; 0: as many as columns

    explicit Configuration(const Choice& choice)
        : published(choice.published()),
          n(choice.number("n")),
          block(choice.number("block")),
          type(choice.type()),
          rows(rowsOf(choice)) {}
    [[nodiscard]] std::uint32_t height() const { return rows == 0 ? block : rows; }
};

std::vector<ParameterSpec> parametersOf(const Kind& kind) {
    std::vector<ParameterSpec> parameters{
        orderParameter(kLargestN, 64),
        choiceParameter("block", Role::BlockSide, "parameter.block.tile"_id, {kind.blocks.begin(), kind.blocks.end()},
                        "16"),
        typeParameter({"f32", "f64", "i32"}),
    };
    if (!kind.inRows.empty())
        parameters.push_back(
            rowsParameter("square", kind.anyRows ? "parameter.rows.any"_id : "parameter.rows.tile"_id));
    if (kind.published) parameters.insert(parameters.begin(), variantParameter());
    return parameters;
}

class MatrixMultiplication final : public DescribedAlgorithm {
public:
    MatrixMultiplication(const Kind& kind, SharedKernelFile kernels)
        : DescribedAlgorithm({kind.id, kFamily}, parametersOf(kind)), m_kind(kind), m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        const Configuration c(choice);
        const bool oneTile = c.n == c.block && m_kind.publishedIfOneTile;
        const VerdictText verdict = !c.published ? m_kind.corrected
                                    : oneTile    ? *m_kind.publishedIfOneTile
                                                 : *m_kind.published;
        return {verdict.kind, Message(verdict.id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Configuration c(choice);
        if (auto fits = fitsSharedMemory(choice, c); !fits) return fail(fits.error());
        if (auto whole = dividesIntoTiles(choice, c); !whole) return fail(whole.error());
        if (auto rows = hasRows(choice, c); !rows) return fail(rows.error());
        Result<std::shared_ptr<const Kernel>> kernel = kernelFor(c);
        if (!kernel) return fail(kernel.error());

        Plan plan;
        plan.buffers = matrices(c.type, c.n);
        const Launch launch{.kernel = *kernel,
                            .grid = gridOf(c),
                            .block = {c.block, c.height(), 1},
                            .arguments = {BufferId{kC}, BufferId{kA}, BufferId{kB}, static_cast<std::int32_t>(c.n)}};
        plan.steps = {UploadStep{kA}, UploadStep{kB}, LaunchStep{launch}, DownloadStep{kC}};
        plan.reference = productOf(c.type, c.n);
        return plan;
    }

    [[nodiscard]] std::uint32_t sharedBytes(const Configuration& c) const {
        std::uint32_t tiles = 0;
        for (const matmul::SharedShape& array : m_kind.shared) tiles += array.rows * array.columns;
        return tiles * c.block * c.block * static_cast<std::uint32_t>(sizeOf(c.type));
    }

    [[nodiscard]] Result<void> fitsSharedMemory(const Choice& choice, const Configuration& c) const {
        const std::uint32_t bytes = sharedBytes(c);
        if (bytes <= kSharedWithoutOptIn) return {};
        return illegal(
            choice, "block",
            Message("refused.shared_memory"_id,
                    {{"type", lanescope::nameOf(c.type)}, {"bytes", bytes}, {"available", kSharedWithoutOptIn}}));
    }

    /// The published kernels have no guards.
    [[nodiscard]] Result<void> dividesIntoTiles(const Choice& choice, const Configuration& c) const {
        const std::uint32_t side = c.block * std::max(m_kind.tilesAcross, m_kind.tilesDown);
        if (!c.published || c.n % side == 0) return {};
        return illegal(
            choice, "n",
            Message("refused.no_guards"_id,
                    {{"block", c.block}, {"step", side}, {"nearest", Join::Or, nearestMultiples(c.n, side)}}));
    }

    [[nodiscard]] Dim3 gridOf(const Configuration& c) const {
        if (m_kind.oneBlock) return {1, 1, 1};
        const std::uint32_t down = m_kind.anyRows ? c.height() : m_kind.tilesDown * c.block;
        return {ceilDivide(c.n, m_kind.tilesAcross * c.block), ceilDivide(c.n, down), 1};
    }

    /// Of tiles: half, a quarter and an eighth as many as a tile has, where that is a power of two.
    [[nodiscard]] Result<void> hasRows(const Choice& choice, const Configuration& c) const {
        if (c.rows == 0) return {};
        if (c.published) return illegal(choice, "rows", Message("refused.rows_published"_id));
        if (m_kind.anyRows) return {};
        std::vector<Message> few;
        for (const std::uint32_t rows : {c.block / 8, c.block / 4, c.block / 2})
            if (rows > 0 && std::has_single_bit(c.block)) few.push_back(Message::plain(std::to_string(rows)));
        const bool compiled = std::has_single_bit(c.block) && c.rows < c.block && 8 * c.rows >= c.block;
        if (compiled) return {};
        if (few.empty()) return illegal(choice, "rows", Message("refused.rows_square"_id, {{"block", c.block}}));
        return illegal(choice, "rows",
                       Message("refused.rows"_id, {{"block", c.block}, {"rows", Join::Or, std::move(few)}}));
    }

    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const Configuration& c) const {
        std::vector<SharedArray> shared;
        for (const matmul::SharedShape& array : m_kind.shared)
            shared.push_back({std::string(array.name), c.type, array.rows * c.block, array.columns * c.block});
        return m_kernels->kernel(nameOfKernel(c), std::move(shared));
    }

    [[nodiscard]] std::string nameOfKernel(const Configuration& c) const {
        const std::string block = std::to_string(c.block), rows = std::to_string(c.rows);
        if (c.rows == 0)
            return instanceName(std::string(m_kind.kernel) + (c.published ? "Published" : ""),
                                {block, cudaNameOf(c.type)});
        if (m_kind.anyRows) return instanceName(m_kind.inRows, {cudaNameOf(c.type)});
        return instanceName(m_kind.inRows, {block, rows, cudaNameOf(c.type)});
    }

    const Kind& m_kind;
    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms matrixMultiplications(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    for (const Kind& kind : matmul::kinds())
        algorithms.push_back(std::make_unique<MatrixMultiplication>(kind, kernels));
    return algorithms;
}

}  // namespace lanescope
