// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/chosen.h"

namespace lanescope {

PinnedChoice pinned(const Chosen& chosen) {
    return {chosen.algorithm,  chosen.parameters, chosen.launch, chosen.block,
            chosen.scheduling, chosen.gpu,        chosen.whatIf, chosen.machine};
}

Chosen withPinned(const PinnedChoice& choice, const Chosen& now) {
    Chosen chosen = now;
    chosen.algorithm = choice.algorithm;
    chosen.parameters = choice.parameters;
    chosen.launch = choice.launch;
    chosen.block = choice.block;
    chosen.scheduling = choice.scheduling;
    chosen.gpu = choice.gpu;
    chosen.whatIf = choice.whatIf;
    chosen.machine = choice.machine;
    return chosen;
}

}  // namespace lanescope
