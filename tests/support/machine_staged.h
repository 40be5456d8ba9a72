// SPDX-License-Identifier: GPL-3.0-or-later
// A run of machine code as the window would show it.
#pragma once

#include "core/sass/machine_plan.h"
#include "tests/support/staged.h"

namespace lanescope::test {

inline const sass::MachineCodes& machineCodes() {
    static const sass::MachineCodes kept(LANESCOPE_SOURCE_DIR "/resources");
    return kept;
}

/// The same choice, run as machine code. The kernel of its PTX is `ptx`.
struct MachineStaged : Staged {
    explicit MachineStaged(const Choice& choice, const std::string& architecture = "sm_90") : Staged({choice}) {
        ptx = blocks[0]->trace().launch().kernel;
        const sass::MachinePlans plans(machineCodes());
        Result<Plan> plan = plans.planFor(sides[0].run->plan, architecture);
        EmulationOptions options;
        options.tracedBlocks = {choice.block};
        Result<Emulation> run = plan ? emulate(std::move(*plan), options, {}) : fail(plan.error());
        if (!run) {
            ADD_FAILURE() << describe(run.error());
            return;
        }
        sides[0].run = std::make_shared<const Emulation>(std::move(*run));
        blocks[0] = std::make_shared<const flow::BlockFlow>(sides[0].run->traces.front());
        playback.setBlocks(blocks);
    }
    std::shared_ptr<const Kernel> ptx;
};

}  // namespace lanescope::test
