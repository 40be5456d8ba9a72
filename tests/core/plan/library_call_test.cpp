// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that stand for cuBLAS, against the definitions.
#include "core/plan/library_call.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lanescope {
namespace {

using Call = LibraryStep::Call;

/// Three matrices of small numbers; A is one that a triangular solve divides by exactly.
struct Matrices {
    explicit Matrices(ElementType type) {
        const auto content = [](std::uint64_t seed) {
            return InitialContent{InitialContent::Kind::Formula, 0, 0, {}, [seed](std::uint64_t i, std::uint64_t j) {
                                      return i == j ? 2.0 : double((7 * i + 3 * j + seed) % 5) - 2;
                                  }};
        };
        plan.buffers = {{"A", type, 9, 9, content(0)}, {"B", type, 9, 9, content(1)}, {"C", type, 9, 9, content(2)}};
        for (const Buffer& buffer : plan.buffers) bytes.push_back(initialBytes(buffer));
    }
    [[nodiscard]] double at(BufferId buffer, std::uint64_t i, std::uint64_t j) const {
        const ElementType type = plan.buffers[buffer].type;
        return elementAsDouble(type, bytes[buffer].data() + (i * 9 + j) * sizeOf(type));
    }
    [[nodiscard]] Result<void> call(const LibraryStep& step, const JobContext& job = {}) {
        plan.steps = {step};
        EXPECT_TRUE(checkSteps(plan)) << describe(checkSteps(plan).error());
        const auto in = [&](const Part& part) {
            return Operand<const std::byte>{&plan.buffers[part.buffer], bytes[part.buffer]};
        };
        return callOnHost(step, in(step.a), in(step.b), {&plan.buffers[step.c.buffer], bytes[step.c.buffer]}, job);
    }
    Plan plan;
    HostBuffers bytes;
};

class LibraryCall : public testing::TestWithParam<ElementType> {};
INSTANTIATE_TEST_SUITE_P(Types, LibraryCall, testing::Values(ElementType::F32, ElementType::F64),
                         [](const auto& type) { return std::string(nameOf(type.param)); });

TEST_P(LibraryCall, GemmIsAProductOfPartsInAllTranspositions) {
    for (const bool ta : {false, true})
        for (const bool tb : {false, true}) {
            const Matrices before(GetParam());
            Matrices m(GetParam());
            const Part a = ta ? Part{0, 1, 2, 5, 3} : Part{0, 1, 2, 3, 5};
            const Part b = tb ? Part{1, 2, 0, 4, 5} : Part{1, 2, 0, 5, 4};
            ASSERT_TRUE(m.call({Call::Gemm, a, b, {2, 4, 3, 3, 4}, ta, tb, -2, 3, 0}));
            for (std::uint64_t i = 0; i < 9; ++i)
                for (std::uint64_t j = 0; j < 9; ++j) {
                    double expected = before.at(2, i, j);
                    if (i >= 4 && i < 7 && j >= 3 && j < 7) {
                        double sum = 0;
                        for (std::uint64_t k = 0; k < 5; ++k)
                            sum += (ta ? before.at(0, 1 + k, 2 + i - 4) : before.at(0, 1 + i - 4, 2 + k)) *
                                   (tb ? before.at(1, 2 + j - 3, k) : before.at(1, 2 + k, j - 3));
                        expected = 3 * expected - 2 * sum;
                    }
                    EXPECT_EQ(m.at(2, i, j), expected) << ta << tb << ' ' << i << ' ' << j;
                }
        }
}

TEST_P(LibraryCall, WithBetaZeroTheOldResultDoesNotMatter) {
    Matrices m(GetParam());
    std::memset(m.bytes[2].data(), 0xff, m.bytes[2].size());  // NaN
    ASSERT_TRUE(m.call({Call::Gemm, {0}, {1}, {2}}));
    double sum = 0;
    for (std::uint64_t k = 0; k < 9; ++k) sum += m.at(0, 4, k) * m.at(1, k, 5);
    EXPECT_EQ(m.at(2, 4, 5), sum);
}

TEST_P(LibraryCall, SyrkChangesTheLowerTriangleOnly) {
    for (const bool transpose : {false, true}) {
        const Matrices before(GetParam());
        Matrices m(GetParam());
        ASSERT_TRUE(m.call({Call::Syrk,
                            transpose ? Part{2, 0, 0, 2, 4} : Part{2, 0, 0, 4, 2},
                            {},
                            {2, 5, 5, 4, 4},
                            transpose,
                            false,
                            -1,
                            1,
                            0}));
        for (std::uint64_t i = 0; i < 9; ++i)
            for (std::uint64_t j = 0; j < 9; ++j) {
                double expected = before.at(2, i, j);
                if (i >= 5 && j >= 5 && j <= i)
                    for (std::uint64_t k = 0; k < 2; ++k)
                        expected -= transpose ? before.at(2, k, i - 5) * before.at(2, k, j - 5)
                                              : before.at(2, i - 5, k) * before.at(2, j - 5, k);
                EXPECT_EQ(m.at(2, i, j), expected) << transpose << ' ' << i << ' ' << j;
            }
    }
}

TEST_P(LibraryCall, TrsmSolvesAgainstTheLowerTriangle) {
    for (const bool transpose : {false, true}) {
        const Matrices before(GetParam());
        Matrices m(GetParam());
        ASSERT_TRUE(m.call({Call::Trsm, {0, 1, 1, 4, 4}, {}, {1, 2, 3, 5, 4}, transpose, false, 3, 0, 0}));
        for (std::uint64_t i = 0; i < 5; ++i)
            for (std::uint64_t j = 0; j < 4; ++j) {
                double product = 0;  // X op(A), with the lower triangle of A
                for (std::uint64_t k = 0; k < 4; ++k) {
                    const std::uint64_t row = transpose ? j : k;
                    const std::uint64_t column = transpose ? k : j;
                    if (column <= row) product += m.at(1, 2 + i, 3 + k) * m.at(0, 1 + row, 1 + column);
                }
                EXPECT_EQ(product, 3 * before.at(1, 2 + i, 3 + j)) << transpose << ' ' << i << ' ' << j;
            }
    }
}

TEST(LibraryCalls, CanBeStopped) {
    Matrices m(ElementType::F64);
    std::stop_source stop;
    stop.request_stop();
    const Result<void> done = m.call({Call::Gemm, {0}, {1}, {2}}, {stop.get_token(), {}});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Cancelled);
}

TEST(LibraryCalls, CountTheirArithmetic) {
    const Matrices m(ElementType::F64);
    EXPECT_EQ(operationsOf({Call::Gemm, {0, 0, 0, 3, 5}, {1, 0, 0, 5, 4}, {2, 0, 0, 3, 4}}, m.plan), 2 * 3 * 5 * 4);
    EXPECT_EQ(operationsOf({Call::Syrk, {0, 0, 0, 4, 2}, {}, {2, 0, 0, 4, 4}}, m.plan), 2 * 2 * (4 * 5 / 2));
    EXPECT_EQ(operationsOf({Call::Trsm, {0, 0, 0, 4, 4}, {}, {2, 0, 0, 3, 4}}, m.plan), 3 * 4 * 4);
}

}  // namespace
}  // namespace lanescope
