// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/machine_kernels.h"

namespace lanescope::timing {

MachineKernels machineKernelsFor(const GpuSpec& gpu, const sass::MachinePlans& plans) {
    const GpuValue* const registers = gpu.find("registers_per_block");
    return [&plans, architecture = sass::architectureOf(gpu.computeCapability),
            most = registers == nullptr ? 0 : static_cast<std::uint64_t>(registers->value)](
               const Launch& launch) -> std::optional<sass::MachineKernel> {
        if (launch.kernel->code().meetsByCode) return std::nullopt;
        Result<sass::MachineKernel> machine = plans.machineKernelFor(launch.kernel, architecture);
        if (!machine || machine->kernel->code().unsupported) return std::nullopt;
        if (most > 0 && machine->listing->resources.registers * launch.block.count() > most) return std::nullopt;
        return std::move(*machine);
    };
}

}  // namespace lanescope::timing
