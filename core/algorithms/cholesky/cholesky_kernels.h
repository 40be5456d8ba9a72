// SPDX-License-Identifier: GPL-3.0-or-later
// The updates of blocks by kernels of cholesky.cu. Private to this room.
#pragma once

#include "core/algorithms/cholesky/cholesky_steps.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope::cholesky {

/// Each operation copies its blocks out of the matrix, works on the copies, and copies the result back.
class KernelOperations final : public BlockOperations {
public:
    /// `tile`: side of a block of threads. Error: PtxUnknownEntry.
    [[nodiscard]] static Result<KernelOperations> make(const KernelFile& kernels, const Blocks& blocks,
                                                       std::uint32_t tile, bool published);
    /// The buffers of the copies, which follow the matrix in the plan.
    [[nodiscard]] static std::vector<Buffer> buffers(const Blocks& blocks);

    void syrk(Plan& plan, Part a, Part c) const override;
    void gemm(Plan& plan, Part a, Part b, Part c) const override;
    void trsm(Plan& plan, Part a, Part c) const override;

private:
    using SharedKernel = std::shared_ptr<const Kernel>;
    void update(Plan& plan, Part left, const Part& a, const Part& b, const Part& c) const;
    void launch(Plan& plan, const SharedKernel& kernel, Dim3 grid, Dim3 block, std::vector<Argument> arguments) const;

    std::uint32_t m_side = 0;
    std::uint32_t m_tile = 0;
    bool m_published = false;
    SharedKernel m_transpose;
    SharedKernel m_multiply;
    SharedKernel m_subtract;
    SharedKernel m_divide;  ///< the published one divides and updates
    SharedKernel m_updateColumns;
};

}  // namespace lanescope::cholesky
