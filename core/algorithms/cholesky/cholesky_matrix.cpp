// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky_matrix.h"

#include <algorithm>

namespace lanescope::cholesky {
namespace {

constexpr double kDiagonal = 1024;

double u(std::uint64_t i) { return static_cast<double>(1 + i * 7 % 11 % 3); }
double v(std::uint64_t j) { return static_cast<double>(1 + j * 5 % 13 % 3); }

}  // namespace

ExactMatrix::ExactMatrix(std::uint64_t n, std::uint64_t block, Profile profile)
    : m_block(block), m_profile(std::move(profile)), m_squares(n + 1) {
    for (std::uint64_t k = 0; k < n; ++k) m_squares[k + 1] = m_squares[k] + v(k) * v(k);
}

std::uint64_t ExactMatrix::firstColumn(std::uint64_t row) const {
    return m_profile.empty() ? 0 : m_profile[row / m_block] * m_block;
}

double ExactMatrix::factor(std::uint64_t row, std::uint64_t column) const {
    if (row == column) return kDiagonal;
    return column > row || column < firstColumn(row) ? 0 : u(row) * v(column);
}

double ExactMatrix::element(std::uint64_t row, std::uint64_t column) const {
    if (column > row) std::swap(row, column);
    // Σ R(row, k) R(column, k) over k < column, where both are not zero, and the term of k = column.
    const std::uint64_t first = std::min(std::max(firstColumn(row), firstColumn(column)), column);
    const double sum = u(row) * u(column) * (m_squares[column] - m_squares[first]);
    return sum + factor(row, column) * kDiagonal;
}

Buffer bufferOf(const std::shared_ptr<const ExactMatrix>& matrix, std::uint64_t n, Buffer::Place place) {
    InitialContent content{InitialContent::Kind::Formula};
    content.formula = [matrix](std::uint64_t row, std::uint64_t column) { return matrix->element(row, column); };
    return {"A", ElementType::F64, n, n, std::move(content), place};
}

Reference referenceOf(const std::shared_ptr<const ExactMatrix>& matrix, double tolerance) {
    return {.buffer = 0,
            .expected =
                [matrix](const HostBuffers&, std::uint64_t column, std::span<const std::uint64_t> rows) {
                    std::vector<double> elements;
                    elements.reserve(rows.size());
                    for (const std::uint64_t row : rows) elements.push_back(matrix->factor(row, column));
                    return elements;
                },
            .tolerance = tolerance};
}

}  // namespace lanescope::cholesky
