// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/library.h"

namespace lanescope {

Result<std::shared_ptr<const Library>> loadLibrary(const std::string& resources) {
    Result<Catalogue> catalogue = Catalogue::load(resources);
    if (!catalogue) return fail(catalogue.error());
    auto library = std::make_shared<Library>();
    library->catalogue = std::move(*catalogue);
    library->recordings = loadRecordings(resources);
    if (auto gpus = GpuPresets::load(resources))
        library->gpus = std::move(*gpus);
    else
        library->recordings.problems.push_back(gpus.error());
    for (const std::string& folder : userGpuFolders())
        if (const auto added = library->gpus.add(folder); !added) library->recordings.problems.push_back(added.error());
    if (auto published = Published::load(resources))
        library->published = std::move(*published);
    else
        library->recordings.problems.push_back(published.error());
    if (auto claims = accuracyClaims(resources))
        library->claims = std::move(*claims);
    else
        library->recordings.problems.push_back(claims.error());
    return library;
}

}  // namespace lanescope
