// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix that is factored exactly, and what its factor is. Private to this room.
//
// R is 1024 on the diagonal and u(i) v(j) below it, with u and v of 1, 2, 3; A = R Rᵀ has whole elements in closed
// form. Every quotient is by 1024 and every root is of 1024², so that all orders of all sums give the same bits.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope::cholesky {

/// Of each row of blocks the first block that is not zero, at most the one on the diagonal: 004's vector blocks[].
using Profile = std::vector<std::uint32_t>;

class ExactMatrix {
public:
    /// The profile's blocks are `block` rows high. An empty profile: no zeros below the diagonal.
    ExactMatrix(std::uint64_t n, std::uint64_t block, Profile profile);

    /// Element of A; symmetric.
    [[nodiscard]] double element(std::uint64_t row, std::uint64_t column) const;
    /// Element of R; zero above the diagonal.
    [[nodiscard]] double factor(std::uint64_t row, std::uint64_t column) const;

private:
    [[nodiscard]] std::uint64_t firstColumn(std::uint64_t row) const;

    std::uint64_t m_block;
    Profile m_profile;
    std::vector<double> m_squares;  ///< [i] = sum of v(k)² for k < i
};

/// The buffer "A", n × n doubles, with A in it.
[[nodiscard]] Buffer bufferOf(const std::shared_ptr<const ExactMatrix>& matrix, std::uint64_t n, Buffer::Place place);

/// Buffer 0 must be R in the end. What a library sums in an order of its own may be off by `tolerance`.
[[nodiscard]] Reference referenceOf(const std::shared_ptr<const ExactMatrix>& matrix, double tolerance);

}  // namespace lanescope::cholesky
