// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU of four multiprocessors with room for four blocks each.
#pragma once

#include <initializer_list>
#include <utility>

#include "core/gpus/gpu_spec.h"

namespace lanescope::timing {

inline GpuSpec smallGpu() {
    GpuSpec gpu{"g", "G", "9.0", {}, {}, {}};
    for (const auto& [id, value] :
         std::initializer_list<std::pair<const char*, double>>{{"sm_count", 4},
                                                               {"max_threads_per_block", 1024},
                                                               {"max_threads_per_sm", 2048},
                                                               {"max_warps_per_sm", 64},
                                                               {"max_blocks_per_sm", 4},
                                                               {"registers_per_sm", 65536},
                                                               {"shared_per_sm", 233472},
                                                               {"shared_per_block", 232448}})
        gpu.values[id] = {value, "", "a test"};
    return gpu;
}

}  // namespace lanescope::timing
