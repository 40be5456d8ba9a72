// SPDX-License-Identifier: GPL-3.0-or-later
// Plans whose kernels run as the machine code of an architecture: from what ships, or by a toolkit that is here.
#pragma once

#include <memory>
#include <string>

#include "core/base/job_context.h"
#include "core/plan/plan.h"

namespace lanescope {

/// Reads each file once and lowers each kernel once. Threads may share it.
class MachineCode {
public:
    /// `resources`: the folder in which `machine` lies.
    explicit MachineCode(std::string resources);
    ~MachineCode();

    /// The plan with each kernel's machine code for an architecture ("sm_90") in place of its PTX. A kernel that has
    /// instructions which cannot be run is in it, too; its launch fails (MachineCodeUnsupported). Errors: those of
    /// sass::MachineFile::read, and where no file has the PTX those of sass::findToolkit and sass::assemble.
    [[nodiscard]] Result<Plan> planFor(Plan plan, const std::string& architecture, const JobContext& job = {}) const;
    /// The same of one kernel.
    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                                  const std::string& architecture,
                                                                  const JobContext& job = {}) const;

private:
    struct Files;
    std::unique_ptr<Files> m_files;
};

}  // namespace lanescope
