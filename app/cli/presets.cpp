// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/presets.h"

#include "core/base/resources.h"

namespace lanescope::cli {

Result<GpuPresets> allPresets() {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    Result<GpuPresets> presets = GpuPresets::load(*resources);
    if (!presets) return presets;
    for (const std::string& folder : userGpuFolders())
        if (const Result<void> added = presets->add(folder); !added) return fail(added.error());
    return presets;
}

Result<GpuSpec> presetNamed(const std::string& name) {
    if (name.ends_with(".json")) return readGpuSpec(name);
    const Result<GpuPresets> presets = allPresets();
    if (!presets) return fail(presets.error());
    const Result<const GpuSpec*> found = presets->find(name);
    if (!found) return fail(found.error());
    return **found;
}

}  // namespace lanescope::cli
