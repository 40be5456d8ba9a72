// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_product.h"

#include <array>
#include <cstring>
#include <numeric>

#include "core/algorithms/parameter_specs.h"

namespace lanescope::matmul {
namespace {

template <typename T>
T elementAt(const std::vector<std::byte>& matrix, std::uint64_t index) {
    T value;
    std::memcpy(&value, matrix.data() + index * sizeof(T), sizeof(T));
    return value;
}

/// Inner product of a row of A and `column`. Several sums at once, because one would wait for itself at every step.
template <typename T>
double innerProduct(const std::vector<std::byte>& a, std::uint64_t row, const std::vector<double>& column) {
    constexpr std::uint64_t kSums = 8;
    const std::uint64_t n = column.size();
    std::array<double, kSums> sums{};
    std::uint64_t k = 0;
    for (; k + kSums <= n; k += kSums)
        for (std::uint64_t i = 0; i < kSums; ++i) sums[i] += elementAt<T>(a, row * n + k + i) * column[k + i];
    for (; k < n; ++k) sums[0] += elementAt<T>(a, row * n + k) * column[k];
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

template <typename T>
std::vector<double> columnOfProduct(const HostBuffers& inputs, std::uint64_t n, std::uint64_t column,
                                    std::span<const std::uint64_t> rows) {
    std::vector<double> columnOfB(n);
    for (std::uint64_t k = 0; k < n; ++k) columnOfB[k] = elementAt<T>(inputs[kB], k * n + column);
    std::vector<double> elements;
    elements.reserve(rows.size());
    for (const std::uint64_t row : rows) elements.push_back(innerProduct<T>(inputs[kA], row, columnOfB));
    return elements;
}

}  // namespace

std::vector<Buffer> matrices(ElementType type, std::uint64_t n, InitialContent c) {
    return {{"A", type, n, n, {InitialContent::Kind::SmallIntegers, 1}},
            {"B", type, n, n, {InitialContent::Kind::SmallIntegers, 2}},
            {"C", type, n, n, std::move(c)}};
}

Reference productOf(ElementType type, std::uint64_t n) {
    const auto columnOfType = type == ElementType::F32   ? columnOfProduct<float>
                              : type == ElementType::F64 ? columnOfProduct<double>
                                                         : columnOfProduct<std::int32_t>;
    return {.buffer = kC,
            .expected = [=](const HostBuffers& inputs, std::uint64_t column,
                            std::span<const std::uint64_t> rows) { return columnOfType(inputs, n, column, rows); },
            .operations = n};
}

ParameterSpec orderParameter(std::int64_t largest, std::int64_t defaultValue) {
    return numberParameter("n", Role::Size, "parameter.n.matrices"_id, 1, largest, defaultValue);
}

}  // namespace lanescope::matmul
