// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/transpose/transpose.h"

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::int64_t kLargestSide = 16384;
constexpr std::uint32_t kStepsOfATile = 4;  // rows of a tile / rows of threads

enum : BufferId { kA = 0, kB = 1 };

class TiledTranspose final : public DescribedAlgorithm {
public:
    explicit TiledTranspose(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"transpose.tiled", "family.vectors"_id},
              {variantParameter(),
               // Without padding the conflicts show that padding is against.
               shownAs(choiceParameter("padded", Role::Other, "parameter.padded"_id, {"yes", "no"}, "yes"), "no"),
               numberParameter("width", Role::Size, "parameter.width"_id, 1, kLargestSide, 96),
               shownAs(numberParameter("height", Role::Size, "parameter.height"_id, 1, kLargestSide, 64), "96"),
               choiceParameter("tile", Role::BlockSide, "parameter.tile.transpose"_id, {"4", "8", "16", "32"}, "32"),
               rowsParameter("quarter", "parameter.rows.transpose"_id),
               shownAs(typeParameter({"f64", "f32", "i32"}), "f32")}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.transpose.tiled.corrected"_id)};
        const std::uint32_t tile = choice.number("tile");
        if (choice.number("width") % tile == 0 && choice.number("height") % tile == 0)
            return {VerdictKind::RightHere, Message("verdict.transpose.tiled.published_whole"_id)};
        return {VerdictKind::Wrong, Message("verdict.transpose.tiled.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const ElementType type = choice.type();
        const std::uint32_t width = choice.number("width");
        const std::uint32_t height = choice.number("height");
        const std::uint32_t tile = choice.number("tile");
        const std::uint32_t padding = choice.is("padded", "yes") ? 1 : 0;
        if (auto rows = hasRows(choice, tile); !rows) return fail(rows.error());
        auto kernel = m_kernels->kernel(nameOfKernel(choice), {{"tile", type, tile, tile + padding}});
        if (!kernel) return fail(kernel.error());
        const std::uint32_t rows = rowsOf(choice) == 0 ? tile / kStepsOfATile : rowsOf(choice);
        return oneLaunch({{.name = "A",
                           .type = type,
                           .rows = height,
                           .columns = width,
                           .initial = {.kind = InitialContent::Kind::Ramp}},
                          {.name = "B", .type = type, .rows = width, .columns = height, .initial = {}}},
                         {.kernel = *kernel,
                          .grid = {ceilDivide(width, tile), ceilDivide(height, tile), 1},
                          .block = {tile, rows, 1},
                          .arguments = {BufferId{kB}, BufferId{kA}, static_cast<std::int32_t>(width),
                                        static_cast<std::int32_t>(height)}},
                         elementwise(kB, [=](const HostBuffers& inputs, std::uint64_t row, std::uint64_t column) {
                             return HostNumbers(type, inputs[kA])[column * width + row];
                         }));
    }

    /// From an eighth of the tile's to all of them.
    static Result<void> hasRows(const Choice& choice, std::uint32_t tile) {
        const std::uint32_t rows = rowsOf(choice);
        if (rows == 0) return {};
        if (choice.published()) return illegal(choice, "rows", Message("refused.rows_published"_id));
        if (rows <= tile && 8 * rows >= tile) return {};
        std::vector<Message> few;
        for (const std::uint32_t part : {8U, 4U, 2U, 1U})
            if (tile / part > 0) few.push_back(Message::plain(std::to_string(tile / part)));
        return illegal(choice, "rows",
                       Message("refused.rows"_id, {{"block", tile}, {"rows", Join::Or, std::move(few)}}));
    }

    static std::string nameOfKernel(const Choice& choice) {
        const std::string tile = choice.text("tile"), padding = choice.is("padded", "yes") ? "1" : "0";
        const std::uint32_t rows = rowsOf(choice);
        if (rows == 0 || rows * kStepsOfATile == choice.number("tile"))
            return instanceName(std::string("transposeTiled") + (choice.published() ? "Published" : ""),
                                {tile, padding, cudaNameOf(choice.type())});
        return instanceName("transposeTiledRows", {tile, std::to_string(rows), padding, cudaNameOf(choice.type())});
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms transpositions(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<TiledTranspose>(kernels));
    return algorithms;
}

}  // namespace lanescope
