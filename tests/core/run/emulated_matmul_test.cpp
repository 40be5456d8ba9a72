// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue says of each multiplication, found again by running its PTX: the corrected kernels are right for
// every n, the published ones compute just what their defects make of the product.
#include <gtest/gtest.h>

#include "core/run/emulation.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

CheckResult checkOf(Plan plan) {
    const std::string what = plan.algorithm + " " + toString(plan.parameters);
    Result<Emulation> emulation = emulate(std::move(plan), {}, {});
    if (!emulation) throw std::runtime_error(what + ": " + describe(emulation.error()));
    return emulation->check;
}

Parameters configuration(const std::string& variant, int n, const std::string& block, const std::string& type) {
    return {{"variant", variant}, {"n", std::to_string(n)}, {"block", block}, {"type", type}};
}

/// Emulates the corrected kernel of every type and block side for these n.
void expectRight(std::string_view id, std::initializer_list<int> orders) {
    const Algorithm& algorithm = **shippedCatalogue().find(id);
    for (const std::string type : {"f32", "f64", "i32"})
        for (const int n : orders) {
            const std::vector<std::string> blocks =
                algorithm.legalValues(algorithm.parameters()[2], configuration("corrected", n, "4", type));
            EXPECT_GE(blocks.size(), 3U);
            for (const std::string& block : blocks) {
                const Parameters chosen = configuration("corrected", n, block, type);
                const CheckResult check = checkOf(planFor(algorithm, chosen).value());
                EXPECT_EQ(check.verdict, Verdict::Correct)
                    << id << " " << toString(chosen) << ": " << check.wrong << " wrong " << check.note;
                EXPECT_EQ(check.checked, static_cast<std::uint64_t>(n) * n);
            }
        }
}

TEST(CorrectedKernel, SingleBlockIsRightForEveryN) { expectRight("matmul.single-block", {1, 5, 16, 33, 64}); }
TEST(CorrectedKernel, GlobalIsRightForEveryN) { expectRight("matmul.global", {1, 5, 16, 33, 64}); }
TEST(CorrectedKernel, TiledIsRightForEveryN) { expectRight("matmul.tiled", {1, 5, 16, 33, 64}); }
TEST(CorrectedKernel, Rect2IsRightForEveryN) { expectRight("matmul.rect2", {1, 5, 16, 33, 64}); }
TEST(CorrectedKernel, Rect2PrefetchIsRightForEveryN) { expectRight("matmul.rect2-prefetch", {1, 5, 16, 33, 64}); }
TEST(CorrectedKernel, Rect4PrefetchIsRightForEveryN) { expectRight("matmul.rect4-prefetch", {1, 5, 16, 33, 64}); }

// ---- as published

/// The inputs of a plan as whole numbers, and what a defective kernel makes of them.
class Inputs {
public:
    Inputs(const HostBuffers& buffers, const Buffer& shape) : m_buffers(buffers), m_shape(shape) {}
    [[nodiscard]] double a(std::uint64_t index) const { return at(0, index); }
    [[nodiscard]] double b(std::uint64_t index) const { return at(1, index); }
    /// Product of tile k of the row's tiles and of the column's.
    [[nodiscard]] double tile(std::uint64_t row, std::uint64_t column, std::uint64_t k, std::uint64_t side) const {
        double sum = 0;
        for (std::uint64_t i = k * side; i < (k + 1) * side; ++i)
            sum += a(row * m_shape.columns + i) * b(i * m_shape.columns + column);
        return sum;
    }
    /// The whole product but for the last tile, with the first one twice: a fetch of the tile that is in use.
    [[nodiscard]] double fetchedTooLate(std::uint64_t row, std::uint64_t column, std::uint64_t side) const {
        double sum = tile(row, column, 0, side);
        for (std::uint64_t k = 0; k + 1 < m_shape.columns / side; ++k) sum += tile(row, column, k, side);
        return sum;
    }

private:
    [[nodiscard]] double at(BufferId buffer, std::uint64_t index) const {
        return elementAsDouble(m_shape.type, m_buffers[buffer].data() + index * sizeOf(m_shape.type));
    }
    const HostBuffers& m_buffers;
    const Buffer& m_shape;
};

/// The plan with another idea of what its result must be.
Plan heldAgainst(Plan plan,
                 std::function<double(const Inputs& inputs, std::uint64_t row, std::uint64_t column)> element) {
    plan.reference.expected = [element = std::move(element), shape = plan.buffers[2]](
                                  const HostBuffers& buffers, std::uint64_t column,
                                  std::span<const std::uint64_t> rows) {
        std::vector<double> elements;
        for (const std::uint64_t row : rows) elements.push_back(element(Inputs(buffers, shape), row, column));
        return elements;
    };
    return plan;
}

using Formula =
    std::function<double(const Inputs&, std::uint64_t n, std::uint64_t block, std::uint64_t row, std::uint64_t column)>;

/// The published kernel computes a wrong product, and computes `formula`.
void expectWrongAs(std::string_view id, std::initializer_list<int> blocks, const Formula& formula) {
    for (const int block : blocks)
        for (const int n : {2 * block, 4 * block}) {
            for (const std::string type : {"f32", "f64", "i32"}) {
                const Parameters chosen = configuration("published", n, std::to_string(block), type);
                Result<Plan> plan = planFor(id, chosen);
                if (!plan && plan.error().arguments["parameter"] == "block") continue;  // too much shared memory
                ASSERT_TRUE(plan) << describe(plan.error());
                EXPECT_EQ(checkOf(*plan).verdict, Verdict::Wrong) << id << " " << toString(chosen);
                EXPECT_EQ(shippedCatalogue().find(id).value()->judge(chosen).kind, VerdictKind::Wrong) << id;
                const CheckResult check = checkOf(heldAgainst(*plan, [&](const Inputs& in, auto row, auto column) {
                    return formula(in, static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(block), row, column);
                }));
                EXPECT_EQ(check.verdict, Verdict::Correct)
                    << id << " " << toString(chosen) << ": " << check.wrong << " differ";
            }
        }
}

void expectPublishedRight(std::string_view id, int tiles) {
    for (const int block : {4, 8, 16, 32}) {
        const Parameters chosen = configuration("published", tiles * block, std::to_string(block), "f32");
        EXPECT_EQ(checkOf(planFor(id, chosen).value()).verdict, Verdict::Correct) << id << " " << toString(chosen);
        EXPECT_TRUE(isRight(shippedCatalogue().find(id).value()->judge(chosen).kind)) << id;
    }
}

TEST(PublishedKernel, SingleBlockCopiesItsFirstTile) {
    expectPublishedRight("matmul.single-block", 1);
    expectWrongAs("matmul.single-block", {4, 8, 16}, [](const Inputs& in, auto n, auto block, auto row, auto column) {
        return in.tile(row % block, column % block, 0, n);
    });
}

TEST(PublishedKernel, GlobalTakesTheBlockSideForTheRowLength) {
    expectPublishedRight("matmul.global", 1);
    expectWrongAs("matmul.global", {4, 8, 16}, [](const Inputs& in, auto n, auto block, auto row, auto column) {
        double sum = 0;
        for (std::uint64_t i = 0; i < n / block; ++i)
            for (std::uint64_t k = 0; k < block; ++k)
                sum += in.a((row + i) * block + k) * in.b((k + i) * block + column);
        return sum;
    });
}

TEST(PublishedKernel, TiledIsRightForWholeTiles) {
    expectPublishedRight("matmul.tiled", 1);
    expectPublishedRight("matmul.tiled", 3);
}

TEST(PublishedKernel, Rect2PrefetchFetchesTheTilesInUse) {
    expectWrongAs("matmul.rect2-prefetch", {4, 8, 16, 32},
                  [](const Inputs& in, auto, auto block, auto row, auto column) {
                      return in.fetchedTooLate(row, column, block);
                  });
}

TEST(PublishedKernel, Rect4PrefetchAlsoPutsFourProductsIntoOne) {
    expectWrongAs("matmul.rect4-prefetch", {4, 8, 16, 32},
                  [](const Inputs& in, auto, auto block, auto row, auto column) {
                      if (row / block % 2 != 0 || column / block % 2 != 0) return 0.0;
                      double sum = 0;
                      for (const std::uint64_t r : {row, row + block})
                          for (const std::uint64_t c : {column, column + block}) sum += in.fetchedTooLate(r, c, block);
                      return sum;
                  });
}

// A block of side 4 is half a warp: nothing races, and the late fetch is all that is wrong.
TEST(PublishedKernel, Rect2FetchesTheTilesInUse) {
    expectWrongAs("matmul.rect2", {4}, [](const Inputs& in, auto, auto block, auto row, auto column) {
        return in.fetchedTooLate(row, column, block);
    });
}

// With several warps the missing barrier shows too: a warp that goes on finds rows of B that others have not replaced.
// How much is wrong depends on the order of the warps; the emulator's is always the same.
TEST(PublishedKernel, Rect2RacesBetweenWarps) {
    const Plan plan = planFor("matmul.rect2", configuration("published", 32, "8", "f32")).value();
    const CheckResult check = checkOf(plan);
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    const CheckResult lateFetchOnly = checkOf(
        heldAgainst(plan, [](const Inputs& in, auto row, auto column) { return in.fetchedTooLate(row, column, 8); }));
    EXPECT_GT(lateFetchOnly.wrong, 0U);
    EXPECT_EQ(checkOf(plan).wrong, check.wrong);
}

// What the form refuses would indeed read outside the matrices: the Fault names it.
TEST(PublishedKernel, WithoutGuardsAnOddOrderFaults) {
    Plan plan = planFor("matmul.tiled", configuration("published", 16, "16", "f32")).value();
    for (Buffer& buffer : plan.buffers) buffer.rows = buffer.columns = 15;
    std::get<LaunchStep>(plan.steps[2]).launch.arguments[3] = std::int32_t{15};
    const CheckResult check = checkOf(plan);
    EXPECT_EQ(check.verdict, Verdict::Fault);
    EXPECT_NE(check.note.find("tiledPublished<16, float>"), std::string::npos) << check.note;
    EXPECT_NE(check.note.find("matmul.cu"), std::string::npos) << check.note;
}

}  // namespace
}  // namespace lanescope
