// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/presets.h"

#include "core/library/library.h"

namespace lanescope::cli {

Result<GpuSpec> presetNamed(const std::string& name) {
    if (name.ends_with(".json")) return readGpuSpec(name);
    const auto library = openLibrary({LibraryPart::Gpus});
    if (!library) return fail(library.error());
    const Result<const GpuSpec*> found = (*library)->gpus().find(name);
    if (!found) return fail(found.error());
    return **found;
}

}  // namespace lanescope::cli
