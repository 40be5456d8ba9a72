// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky_kernels.h"

namespace lanescope::cholesky {
namespace {

/// Copies of blocks: the factors, the result, the transposed factor and the product.
enum : BufferId { kLeft = 1, kRight = 2, kResult = 3, kTransposed = 4, kProduct = 5 };

constexpr std::uint32_t kSubtractThreads = 192;  // as in the document
constexpr std::uint32_t kColumnThreads = 128;
constexpr std::uint32_t kRowsOfThreads = 8;  // a transposing thread does tile / 8 elements

Argument number(std::uint64_t value) { return static_cast<std::int32_t>(value); }

/// The upper left corner of a copy, in the size of a block of the matrix.
Part cornerOf(BufferId buffer, const Part& block) { return {buffer, 0, 0, block.rows, block.columns}; }

void copy(Plan& plan, const Part& from, const Part& to) {
    plan.steps.emplace_back(CopyStep{CopyStep::Direction::OnDevice, from, to, HostMemory::Pageable, kWorkStream});
}

std::uint32_t tilesIn(std::uint64_t size, std::uint32_t tile) {
    return ceilDivide(static_cast<std::uint32_t>(size), tile);
}

}  // namespace

Result<KernelOperations> KernelOperations::make(const KernelFile& kernels, const Blocks& blocks, std::uint32_t tile,
                                                bool published) {
    KernelOperations made;
    made.m_side = static_cast<std::uint32_t>(blocks.side);
    made.m_tile = tile;
    made.m_published = published;
    const std::string ofTile = (published ? "Published<" : "<") + std::to_string(tile) + ">";
    const auto f64 = ElementType::F64;
    const std::vector<SharedArray> none;
    const std::vector<SharedArray> padded{{"tile", f64, tile, tile + 1}};
    const std::vector<SharedArray> factors{{"As", f64, tile, tile}, {"Bs", f64, tile, tile}};
    const auto find = [&](SharedKernel& kernel, const std::string& entry,
                          const std::vector<SharedArray>& shared) -> Result<void> {
        auto found = kernels.kernel(entry, shared);
        if (!found) return fail(found.error());
        kernel = std::move(*found);
        return {};
    };
    Result<void> done = find(made.m_transpose, "transpose" + ofTile, padded);
    if (done) done = find(made.m_multiply, "multiply" + ofTile, factors);
    if (done) done = find(made.m_subtract, "subtract", none);
    if (done) done = find(made.m_divide, published ? "solvePublished" : "divideColumn", none);
    if (done) done = find(made.m_updateColumns, "updateColumns", none);
    if (!done) return fail(done.error());
    return made;
}

std::vector<Buffer> KernelOperations::buffers(const Blocks& blocks) {
    std::vector<Buffer> copies;
    for (const char* name : {"left", "right", "result", "transposed", "product"})
        copies.push_back({name, ElementType::F64, blocks.side, blocks.side, {}, Buffer::Place::Device});
    return copies;
}

void KernelOperations::launch(Plan& plan, const SharedKernel& kernel, Dim3 grid, Dim3 block,
                              std::vector<Argument> arguments) const {
    plan.steps.emplace_back(LaunchStep{Launch{kernel, grid, block, 0, std::move(arguments), kWorkStream}});
}

void KernelOperations::update(Plan& plan, Part left, const Part& a, const Part& b, const Part& c) const {
    const Part right = cornerOf(kRight, b);
    const Part result = cornerOf(kResult, c);
    copy(plan, b, right);
    if (left.buffer == kLeft) copy(plan, a, left);
    copy(plan, c, result);
    const std::uint32_t tile = m_tile;
    std::vector<Argument> transpose{BufferId{kTransposed}, BufferId{kRight}, number(b.columns), number(b.rows)};
    std::vector<Argument> multiply{BufferId{kProduct}, left.buffer, BufferId{kTransposed}};
    if (m_published) {
        multiply.insert(multiply.end(), {number(a.columns), number(b.rows)});
    } else {
        transpose.push_back(number(m_side));
        multiply.insert(multiply.end(), {number(a.rows), number(a.columns), number(b.rows), number(m_side)});
    }
    launch(plan, m_transpose, {tilesIn(b.columns, tile), tilesIn(b.rows, tile), 1},
           {tile, std::min(tile, kRowsOfThreads), 1}, std::move(transpose));
    launch(plan, m_multiply, {tilesIn(c.columns, tile), tilesIn(c.rows, tile), 1}, {tile, tile, 1},
           std::move(multiply));
    launch(plan, m_subtract, {tilesIn(c.rows * c.columns, kSubtractThreads), 1, 1}, {kSubtractThreads, 1, 1},
           {BufferId{kResult}, BufferId{kProduct}, number(c.columns), number(c.rows), number(m_side)});
    copy(plan, result, c);
}

void KernelOperations::syrk(Plan& plan, Part a, Part c) const { update(plan, cornerOf(kRight, a), a, a, c); }

void KernelOperations::gemm(Plan& plan, Part a, Part b, Part c) const { update(plan, cornerOf(kLeft, a), a, b, c); }

void KernelOperations::trsm(Plan& plan, Part a, Part c) const {
    const Part result = cornerOf(kResult, c);
    copy(plan, a, cornerOf(kLeft, a));
    copy(plan, c, result);
    const Dim3 threads{m_tile, m_tile, 1};
    const Dim3 grid{tilesIn(c.columns, m_tile), tilesIn(c.rows, m_tile), 1};
    const Argument width = number(c.columns);
    const Argument height = number(c.rows);
    const Argument pitch = number(m_side);
    for (std::uint64_t k = 0; k < c.columns; ++k) {
        if (m_published) {
            launch(plan, m_divide, grid, threads, {BufferId{kLeft}, BufferId{kResult}, width, height, number(k)});
            continue;
        }
        launch(plan, m_divide, {tilesIn(c.rows, kColumnThreads), 1, 1}, {kColumnThreads, 1, 1},
               {BufferId{kResult}, BufferId{kLeft}, height, number(k), pitch});
        launch(plan, m_updateColumns, grid, threads,
               {BufferId{kResult}, BufferId{kLeft}, width, height, number(k), pitch});
    }
    copy(plan, result, c);
}

}  // namespace lanescope::cholesky
