// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a family: of each file gpu/kernels/NAME.cu, and the PTX that nvcc made of it. Private to this room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

class KernelFile {
public:
    /// Reads kernels/NAME.cu and ptx/NAME.ptx under `resources`. Errors: CannotOpen, PtxSyntax.
    [[nodiscard]] static Result<KernelFile> load(const std::string& resources, const std::string& name);

    /// Kernels that are not in this file are looked for in that one.
    void goOnWith(KernelFile file);

    /// The kernel of a demangled name, "tiled<16, float>", with the shapes of its shared arrays.
    /// Error: PtxUnknownEntry.
    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernel(std::string entry,
                                                               std::vector<SharedArray> shared = {}) const;

private:
    std::string m_name;
    std::shared_ptr<const program::Module> m_module;
    std::shared_ptr<const std::string> m_source;
    std::shared_ptr<const KernelFile> m_next;
};

/// Algorithms of one family share it.
using SharedKernelFile = std::shared_ptr<const KernelFile>;

}  // namespace lanescope
