// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/algorithms/algorithm.h"
#include "core/documents/accuracy_claims.h"
#include "core/gpus/gpu_spec.h"
#include "core/study/study.h"

namespace lanescope {

/// All that the program knows before anything is run. Immutable; jobs share it.
struct Library {
    Catalogue catalogue;
    GpuPresets gpus;
    Recordings recordings;
    Published published;
    std::vector<AccuracyClaim> claims;  ///< of document 004
};

/// Reads the data files. Without the catalogue there is no program (an error); what else cannot be read is noted in
/// recordings.problems, and the rest works.
[[nodiscard]] Result<std::shared_ptr<const Library>> loadLibrary(const std::string& resources);

}  // namespace lanescope
