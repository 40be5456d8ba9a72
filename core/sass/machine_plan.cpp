// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/machine_plan.h"

#include <algorithm>

#include "core/sass/lower/lower.h"

namespace lanescope::sass {

Result<MachineKernel> MachinePlans::machineKernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                     const std::string& architecture, const JobContext& job) const {
    const std::lock_guard lock(m_mutex);
    MachineKernel& known = m_kernels[{kernel, architecture}];
    if (known.kernel) return known;
    const program::Module& ptx = *kernel->module;
    const program::Entry& entry = kernel->code();
    Result<MachineCode> code = m_codes.code({ptx.name, ptx.text, entry.name, architecture}, job);
    if (!code) return fail(code.error());
    Kernel machine = *kernel;
    machine.module = lower(code->listing, ptx, entry);
    known = {std::make_shared<const Kernel>(std::move(machine)),
             std::make_shared<const Listing>(std::move(code->listing)), code->kept};
    return known;
}

Result<std::shared_ptr<const Kernel>> MachinePlans::kernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                              const std::string& architecture,
                                                              const JobContext& job) const {
    const Result<MachineKernel> machine = machineKernelFor(kernel, architecture, job);
    if (!machine) return fail(machine.error());
    return machine->kernel;
}

Result<Plan> MachinePlans::planFor(Plan plan, const std::string& architecture, const JobContext& job) const {
    if (architecture.empty()) return plan;
    for (Step& step : plan.steps) {
        auto* const launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr) continue;
        auto kernel = kernelFor(launch->launch.kernel, architecture, job);
        if (!kernel) return fail(kernel.error());
        launch->launch.kernel = std::move(*kernel);
    }
    return plan;
}

Plan MachinePlans::ptxPlanOf(Plan plan) const {
    const std::lock_guard lock(m_mutex);
    for (Step& step : plan.steps) {
        auto* const launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr) continue;
        const auto made = std::ranges::find_if(
            m_kernels, [&](const auto& known) { return known.second.kernel == launch->launch.kernel; });
        if (made != m_kernels.end()) launch->launch.kernel = made->first.first;
    }
    return plan;
}

}  // namespace lanescope::sass
