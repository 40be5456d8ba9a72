// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/cholesky_steps.h"

#include <algorithm>

#include "core/algorithms/cholesky/lapack.h"

namespace lanescope::cholesky {
namespace {

using Direction = CopyStep::Direction;

LibraryStep call(LibraryStep::Call what, Part a, Part b, Part c) {
    LibraryStep step;
    step.call = what;
    step.a = a;
    step.b = b;
    step.c = c;
    step.stream = kWorkStream;
    return step;
}

/// One column of blocks.
class Column {
public:
    Column(Plan& plan, const Blocks& blocks, const Profile& profile, const BlockOperations& operations, std::uint64_t k)
        : m_plan(plan), m_blocks(blocks), m_profile(profile), m_operations(operations), m_k(k) {}

    /// The column from the diagonal down; nothing has changed it before.
    void bring() const {
        const Part panel{kMatrix, m_blocks.first(m_k), m_blocks.first(m_k), m_blocks.n - m_blocks.first(m_k),
                         m_blocks.size(m_k)};
        m_plan.steps.emplace_back(CopyStep{Direction::ToDevice, panel, panel});
    }
    void fetchRow() const {
        const Part row{kMatrix, m_blocks.first(m_k), 0, m_blocks.size(m_k), m_blocks.first(m_k) + m_blocks.size(m_k)};
        m_plan.steps.emplace_back(WaitStep{kWorkStream});
        m_plan.steps.emplace_back(CopyStep{Direction::ToHost, row, row, HostMemory::Pinned, kCopyStream});
    }
    void factorDiagonal() const {
        const Part diagonal = m_blocks.part(m_k, m_k);
        m_plan.steps.emplace_back(WaitStep{kCopyStream});
        m_plan.steps.emplace_back(factorBlock(m_blocks, m_k));
        m_plan.steps.emplace_back(CopyStep{Direction::ToDevice, diagonal, diagonal, HostMemory::Pinned, kWorkStream});
    }

    void syrkByTiles() const {
        if (m_k > 0) m_operations.syrk(m_plan, rowBefore(), m_blocks.part(m_k, m_k));
    }
    void gemmByTiles() const {
        if (m_k == 0 || rowsBelow() == 0) return;
        m_operations.gemm(m_plan, {kMatrix, firstBelow(), 0, rowsBelow(), m_blocks.first(m_k)}, rowBefore(), below());
    }
    void trsmByTiles() const {
        if (rowsBelow() > 0) m_operations.trsm(m_plan, m_blocks.part(m_k, m_k), below());
    }

    void syrkByBlocks() const {
        for (std::uint64_t i = first(m_k); i < m_k; ++i)
            m_operations.syrk(m_plan, m_blocks.part(m_k, i), m_blocks.part(m_k, m_k));
    }
    void gemmByBlocks() const {
        for (std::uint64_t row = m_k + 1; row < m_blocks.count(); ++row)
            for (std::uint64_t i = std::max(first(m_k), first(row)); i < m_k; ++i)
                m_operations.gemm(m_plan, m_blocks.part(row, i), m_blocks.part(m_k, i), m_blocks.part(row, m_k));
    }
    void trsmByBlocks() const {
        for (std::uint64_t row = m_k + 1; row < m_blocks.count(); ++row)
            if (m_k >= first(row)) m_operations.trsm(m_plan, m_blocks.part(m_k, m_k), m_blocks.part(row, m_k));
    }

private:
    [[nodiscard]] std::uint64_t first(std::uint64_t row) const { return m_profile.empty() ? 0 : m_profile[row]; }
    [[nodiscard]] std::uint64_t firstBelow() const { return m_blocks.first(m_k) + m_blocks.size(m_k); }
    [[nodiscard]] std::uint64_t rowsBelow() const { return m_blocks.n - firstBelow(); }
    [[nodiscard]] Part rowBefore() const {
        return {kMatrix, m_blocks.first(m_k), 0, m_blocks.size(m_k), m_blocks.first(m_k)};
    }
    [[nodiscard]] Part below() const {
        return {kMatrix, firstBelow(), m_blocks.first(m_k), rowsBelow(), m_blocks.size(m_k)};
    }

    Plan& m_plan;
    const Blocks& m_blocks;
    const Profile& m_profile;
    const BlockOperations& m_operations;
    std::uint64_t m_k;
};

}  // namespace

HostStep factorBlock(const Blocks& blocks, std::uint64_t k) {
    const auto size = static_cast<double>(blocks.size(k));
    HostStep step{std::string(dpotrfName()) + ", block " + std::to_string(k), true, {kMatrix}, {kMatrix}, {}, 0};
    step.operations = size * size * size / 3;
    step.task = [=](HostBuffers& host, const JobContext&) -> Result<void> {
        auto* const elements = reinterpret_cast<double*>(host[kMatrix].data());
        dpotrf(elements + blocks.first(k) * (blocks.n + 1), blocks.size(k), blocks.n);
        return {};
    };
    return step;
}

HostStep clearAbove(std::uint64_t n) {
    HostStep step{"zeros above the diagonal", false, {}, {kMatrix}, {}, 0};
    step.task = [n](HostBuffers& host, const JobContext&) -> Result<void> {
        auto* const elements = reinterpret_cast<double*>(host[kMatrix].data());
        for (std::uint64_t row = 0; row < n; ++row)
            std::fill(elements + row * n + row + 1, elements + (row + 1) * n, 0.0);
        return {};
    };
    return step;
}

void CublasOperations::syrk(Plan& plan, Part a, Part c) const {
    LibraryStep step = call(LibraryStep::Call::Syrk, a, {}, c);
    step.alpha = -1;
    step.beta = 1;
    plan.steps.emplace_back(step);
}

void CublasOperations::gemm(Plan& plan, Part a, Part b, Part c) const {
    LibraryStep step = call(LibraryStep::Call::Gemm, a, b, c);
    step.transposeB = true;
    step.alpha = m_asPrinted ? 1 : -1;
    step.beta = m_asPrinted ? 0 : 1;
    plan.steps.emplace_back(step);
}

void CublasOperations::trsm(Plan& plan, Part a, Part c) const {
    LibraryStep step = call(LibraryStep::Call::Trsm, a, {}, c);
    step.transposeA = !m_asPrinted;
    plan.steps.emplace_back(step);
}

void factorByColumns(Plan& plan, const Blocks& blocks, Grouping grouping, const Profile& profile,
                     const BlockOperations& operations) {
    const bool tiles = grouping == Grouping::Tiles;
    for (std::uint64_t k = 0; k < blocks.count(); ++k) {
        const Column column(plan, blocks, profile, operations, k);
        column.bring();
        tiles ? column.syrkByTiles() : column.syrkByBlocks();
        column.fetchRow();
        tiles ? column.gemmByTiles() : column.gemmByBlocks();
        column.factorDiagonal();
        tiles ? column.trsmByTiles() : column.trsmByBlocks();
    }
    plan.steps.emplace_back(WaitStep{});
    plan.steps.emplace_back(clearAbove(blocks.n));
    plan.timed = Timed::Steps;
}

}  // namespace lanescope::cholesky
