// SPDX-License-Identifier: GPL-3.0-or-later
// The steps that all factorisations of 004, chapter 8, are made of. Private to this room.
#pragma once

#include "core/algorithms/choice.h"
#include "core/algorithms/cholesky/cholesky_matrix.h"
#include "core/plan/plan.h"

namespace lanescope::cholesky {

/// The matrix is buffer 0 of every plan.
inline constexpr BufferId kMatrix = 0;
/// Streams: calls and launches in the first, copies to the host in the second, so that the two overlap.
inline constexpr std::uint32_t kWorkStream = 1;
inline constexpr std::uint32_t kCopyStream = 2;

/// How n rows are cut into blocks; the last block may be smaller.
struct Blocks {
    std::uint64_t n = 0;
    std::uint64_t side = 0;
    [[nodiscard]] std::uint64_t count() const { return (n + side - 1) / side; }
    [[nodiscard]] std::uint64_t first(std::uint64_t block) const { return block * side; }
    [[nodiscard]] std::uint64_t size(std::uint64_t block) const { return std::min(side, n - first(block)); }
    /// Block (i, j) of the matrix.
    [[nodiscard]] Part part(std::uint64_t i, std::uint64_t j) const {
        return {kMatrix, first(i), first(j), size(i), size(j)};
    }
};

/// LAPACK's dpotrf of block (k, k) on the host. A pivot that is not positive (which only wrong variants meet) ends the
/// factorisation of this block.
[[nodiscard]] HostStep factorBlock(const Blocks& blocks, std::uint64_t k);

/// R is zero above the diagonal, where A still stands.
[[nodiscard]] HostStep clearAbove(std::uint64_t n);

/// What updates blocks on the device: calls of cuBLAS, or kernels of ours.
class BlockOperations {
public:
    virtual ~BlockOperations() = default;
    /// c = c - a aᵀ
    virtual void syrk(Plan& plan, Part a, Part c) const = 0;
    /// c = c - a bᵀ
    virtual void gemm(Plan& plan, Part a, Part b, Part c) const = 0;
    /// c = c a⁻ᵀ, where a is lower triangular
    virtual void trsm(Plan& plan, Part a, Part c) const = 0;
};

/// cuBLAS. `asPrinted`: as the pseudocode 8.3, 8.5 and 8.9 says, whose product is assigned instead of subtracted and
/// whose division lacks the transposition.
class CublasOperations final : public BlockOperations {
public:
    explicit CublasOperations(bool asPrinted) : m_asPrinted(asPrinted) {}
    void syrk(Plan& plan, Part a, Part c) const override;
    void gemm(Plan& plan, Part a, Part b, Part c) const override;
    void trsm(Plan& plan, Part a, Part c) const override;

private:
    bool m_asPrinted;
};

/// How the part of the matrix beside and below a diagonal block is updated.
enum class Grouping {
    Tiles,  ///< all blocks of one kind by one call (8.4)
    Blocks  ///< block by block, those that the profile says are zero left out (8.5 … 8.12)
};

/// The left-looking factorisation, one column of blocks after the other: copy it to the device, update and divide it
/// there; factor the block on the diagonal on the host meanwhile. An empty profile leaves nothing out.
void factorByColumns(Plan& plan, const Blocks& blocks, Grouping grouping, const Profile& profile,
                     const BlockOperations& operations);

}  // namespace lanescope::cholesky
