// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of the catalogue, bit for bit against the CPU in the same order of operations.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope::simt {
namespace {

/// Fractions of both signs, so that every product and sum is rounded.
template <typename T>
std::vector<T> fractions(std::size_t count, std::uint32_t seed) {
    std::vector<T> values(count);
    std::uint32_t state = seed;
    for (T& value : values) {
        state = state * 1664525U + 1013904223U;
        const auto whole = static_cast<std::int32_t>(state);
        value = std::is_integral_v<T> ? static_cast<T>(whole) : static_cast<T>(whole) / static_cast<T>(987654321);
    }
    return values;
}

template <typename T>
T multiplyAdd(T a, T b, T c) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b) +
                              static_cast<std::uint32_t>(c));
    else
        return std::fma(a, b, c);
}

template <typename T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::size_t n) {
    std::vector<T> c(n * n);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t column = 0; column < n; ++column)
                c[row * n + column] = multiplyAdd(a[row * n + k], b[k * n + column], c[row * n + column]);
    return c;
}

template <typename T>
void expectProduct(const std::string& id, std::size_t n, const std::string& block, const std::string& type) {
    SCOPED_TRACE(id + " n=" + std::to_string(n) + " block=" + block + " type=" + type);
    const Plan plan = planFor(id, {{"n", std::to_string(n)}, {"block", block}, {"type", type}}).value();
    Emulator emulator;
    ASSERT_TRUE(emulator.allocate(plan.buffers));
    const std::vector<T> a = fractions<T>(n * n, 1);
    const std::vector<T> b = fractions<T>(n * n, 2);
    ASSERT_TRUE(emulator.upload(0, std::as_bytes(std::span(a))));
    ASSERT_TRUE(emulator.upload(1, std::as_bytes(std::span(b))));
    for (const Step& step : plan.steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step)) {
            const Result<void> done = emulator.launch(launch->launch, {});
            ASSERT_TRUE(done) << describe(done.error());
        }
    std::vector<T> c(n * n);
    ASSERT_TRUE(emulator.download(2, std::as_writable_bytes(std::span(c))));
    const std::vector<T> expected = product(a, b, n);
    ASSERT_EQ(std::memcmp(c.data(), expected.data(), n * n * sizeof(T)), 0);
}

class EveryMultiply : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMultiply, EqualsTheCpuBitForBit) {
    for (const std::string block : {"4", "8", "16"}) {
        for (const std::size_t n : {1, 16, 33, 64}) {
            expectProduct<float>(GetParam(), n, block, "f32");
            expectProduct<double>(GetParam(), n, block, "f64");
            expectProduct<std::int32_t>(GetParam(), n, block, "i32");
        }
    }
    expectProduct<float>(GetParam(), 100, "32", "f32");
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMultiply,
                         ::testing::Values("matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                                           "matmul.rect2-prefetch", "matmul.rect4-prefetch"),
                         [](const auto& instance) {
                             std::string name = instance.param;
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

}  // namespace
}  // namespace lanescope::simt
