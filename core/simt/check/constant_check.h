// SPDX-License-Identifier: GPL-3.0-or-later
// Which __constant__ variables are read though nothing has set them. PTX does not tell whether the declaration gives
// zeros or nothing at all. Internal to core/simt.
#pragma once

#include <string>
#include <vector>

#include "core/simt/check/finding_list.h"

namespace lanescope::simt {

class ConstantCheck {
public:
    /// `memory` holds the variables of `module`.
    void startLaunch(const program::Module& module, const DeviceMemory& memory);
    /// A step that loads: each variable is told once a launch.
    void read(const StepRecord& record, const BlockExecution& execution, FindingList& findings);

private:
    struct Variable {
        std::uint64_t base = 0;
        std::uint64_t end = 0;
        std::string name;
    };
    std::vector<Variable> m_unset;  ///< that nobody has read yet
};

}  // namespace lanescope::simt
