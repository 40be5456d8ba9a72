// SPDX-License-Identifier: GPL-3.0-or-later
// Plans whose kernels run as the machine code of an architecture.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/job_context.h"
#include "core/plan/plan.h"
#include "core/sass/machine_codes.h"

namespace lanescope::sass {

/// A kernel as it runs on an architecture, and what it was lowered from: instruction i of its entry is that of the
/// listing, with its control codes.
struct MachineKernel {
    std::shared_ptr<const Kernel> kernel;
    std::shared_ptr<const Listing> listing;
    bool kept = true;  ///< MachineCode::kept
};

/// Lowers each kernel once. Threads may share it.
class MachinePlans {
public:
    /// `codes` must outlive this.
    explicit MachinePlans(const MachineCodes& codes) : m_codes(codes) {}

    /// The plan with each kernel's machine code for an architecture ("sm_90") in place of its PTX. A kernel that has
    /// instructions which cannot be run is in it, too; its launch fails (MachineCodeUnsupported). Errors: those of
    /// MachineCodes::code. Without an architecture the plan stays as it is.
    [[nodiscard]] Result<Plan> planFor(Plan plan, const std::string& architecture, const JobContext& job = {}) const;
    /// The way back: the plan with the PTX of each kernel that planFor() has made; others stay as they are.
    [[nodiscard]] Plan ptxPlanOf(Plan plan) const;
    /// planFor() of one kernel.
    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                                  const std::string& architecture,
                                                                  const JobContext& job = {}) const;
    /// And with the listing.
    [[nodiscard]] Result<MachineKernel> machineKernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                         const std::string& architecture,
                                                         const JobContext& job = {}) const;

private:
    const MachineCodes& m_codes;
    mutable std::mutex m_mutex;
    /// With the kernel that it was made of, so that its address stays its own.
    mutable std::map<std::pair<std::shared_ptr<const Kernel>, std::string>, MachineKernel> m_kernels;
};

}  // namespace lanescope::sass
