// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/presets.h"

#include "core/base/resources.h"

namespace lanescope::cli {

Result<GpuSpec> presetNamed(const std::string& name) {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    const Result<GpuPresets> presets = GpuPresets::load(*resources);
    if (!presets) return fail(presets.error());
    const Result<const GpuSpec*> found = presets->find(name);
    if (!found) return fail(found.error());
    return **found;
}

}  // namespace lanescope::cli
