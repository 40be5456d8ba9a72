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
              {.id = "transpose.tiled",
               .title = "Transpose of a matrix by tiles",
               .family = "Vectors and matrices",
               .document = "004 listing 8.13, section 8.4 from p. 78",
               .summary = "A block copies a tile into shared memory row by row, and writes it to the other side of the "
                          "diagonal column by column.",
               .explanation =
                   "Rows become columns: nothing is computed, everything is moved. If each thread moved one element "
                   "from "
                   "its place to the new one, the lanes of a warp would read neighbours but write to 32 different "
                   "rows, "
                   "or the other way round. So a block brings a square tile into shared memory, and takes the turn "
                   "there: both global memory's reads and its writes then go along rows.\n\n"
                   "The turn has a catch of its own. The lanes of a warp read a column of the tile, and if its rows "
                   "are "
                   "as long as there are banks, all of them fall into the same bank and wait for each other. One "
                   "unused "
                   "column of padding makes each row start one bank further on. Switch it off, with tiles of 32, and "
                   "watch the wavefronts of the shared loads: 32 where one would do."},
              {variantParameter(),
               choiceParameter("padded", "Padding column",
                               "Whether the tile's rows are one element longer than they need be.", {"yes", "no"},
                               "yes"),
               numberParameter("width", "Width", "Columns of A; rows of the result.", 1, kLargestSide, 96),
               numberParameter("height", "Height", "Rows of A; columns of the result.", 1, kLargestSide, 64),
               choiceParameter("tile", "Tile side",
                               "Elements along each side of a tile; a block has a quarter as many rows of threads.",
                               {"4", "8", "16", "32"}, "32"),
               typeParameter({"f64", "f32", "i32"})}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return "Right for every width and height. Changed: what lies outside the matrices is neither read nor "
                   "written.";
        const std::uint32_t tile = choice.number("tile");
        if (choice.number("width") % tile == 0 && choice.number("height") % tile == 0)
            return "Right, because width and height are multiples of the tile side.";
        return "Wrong here: it has no guards, and width and height are not both multiples of the tile side. It reads "
               "and "
               "writes outside the matrices, and writes over the elements of other rows. The emulator stops at the "
               "first access that is outside.";
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
