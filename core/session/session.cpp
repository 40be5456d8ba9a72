// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <algorithm>

namespace lanescope::session {
namespace {

std::string withoutFolders(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

void addKernels(std::vector<KernelText>& kernels, const Plan& plan) {
    for (const Launch* const launch : plan.launches()) {
        if (!launch->kernel || !launch->kernel->module || kernels.size() >= Session::kMostKernels) continue;
        const Kernel& kernel = *launch->kernel;
        const std::string module = withoutFolders(kernel.module->name);
        if (std::ranges::any_of(kernels, [&](const KernelText& known) { return known.module == module; })) continue;
        kernels.push_back({module, withoutFolders(kernel.sourceName), kernel.module->text,
                           kernel.source ? *kernel.source : std::string()});
    }
}

std::vector<std::string> changedKernels(const std::vector<KernelText>& then, const std::vector<KernelText>& now) {
    std::vector<std::string> changed;
    for (const KernelText& kernel : then) {
        const auto same = std::ranges::find(now, kernel.module, &KernelText::module);
        if (same != now.end() && same->ptx != kernel.ptx) changed.push_back(kernel.module);
    }
    return changed;
}

}  // namespace lanescope::session
