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
        const std::string name = std::string("transposeTiled") + (choice.published() ? "Published" : "");
        auto kernel =
            m_kernels->kernel(instanceName(name, {choice.text("tile"), std::to_string(padding), cudaNameOf(type)}),
                              {{"tile", type, tile, tile + padding}});
        if (!kernel) return fail(kernel.error());
        return oneLaunch({{.name = "A",
                           .type = type,
                           .rows = height,
                           .columns = width,
                           .initial = {.kind = InitialContent::Kind::Ramp}},
                          {.name = "B", .type = type, .rows = width, .columns = height, .initial = {}}},
                         {.kernel = *kernel,
                          .grid = {ceilDivide(width, tile), ceilDivide(height, tile), 1},
                          .block = {tile, tile / kStepsOfATile, 1},
                          .arguments = {BufferId{kB}, BufferId{kA}, static_cast<std::int32_t>(width),
                                        static_cast<std::int32_t>(height)}},
                         elementwise(kB, [=](const HostBuffers& inputs, std::uint64_t row, std::uint64_t column) {
                             return HostNumbers(type, inputs[kA])[column * width + row];
                         }));
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
