// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/machine_models.h"

#include <array>

namespace lanescope {

std::span<const MachineModel> machineModels() {
    static constexpr std::array kModels{
        MachineModel{{"pram", "PRAM", "004 section 3.1.1", "every access of the emulated run",
                      "A thread is a processor; all warps of the grid keep step; a barrier is one of the whole grid; "
                      "memory costs nothing.",
                      "Any program; within limits on what is watched."},
                     "steps, processors, and for EREW, CREW, ERCW and CRCW (common, arbitrary, priority, sum) whether "
                     "the program is legal, with the first access that is not"},
        MachineModel{{"qrqw", "QRQW PRAM", "004 section 3.1.2; Gibbons, Matias and Ramachandran 1994, 1996",
                      "every access of the emulated run",
                      "As PRAM, but a cell serves one access a step, and the others queue up.",
                      "Any program; within limits on what is watched."},
                     "steps in lockstep, synchronous and asynchronous, and the longest queue of each"},
        MachineModel{{"bsp", "BSP", "004 section 3.1.3; Valiant 1990",
                      "every access of the emulated run; for cycles of a GPU sm_count, cores_per_sm, clock and "
                      "dram_bandwidth or memory_bandwidth, for L barrier_cycles and launch_overhead",
                      "A superstep lies between two barriers or launches, and all blocks wait for each other there.",
                      "Any program; within limits on what is watched."},
                     "supersteps S, work w and messages h: w + h g + S L; with a GPU, cycles"},
        MachineModel{
            {"logp", "LogP", "004 section 3.1.4; Culler et al. 1993",
             "the plan; for cycles of a GPU clock, launch_overhead, copy_to_device and copy_from_device, for L "
             "copy_latency",
             "Every copy and every launch is a message; a copy is packets of 256 bytes.",
             "Messages between host and device; nothing of what kernels do."},
            "messages between host and device; with a GPU, cycles"},
    };
    return kModels;
}

}  // namespace lanescope
