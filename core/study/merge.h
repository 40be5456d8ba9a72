// SPDX-License-Identifier: GPL-3.0-or-later
// Puts studies together: shards of one sweep, or whatever was recorded apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/study/study.h"

namespace lanescope {

struct NamedStudy {
    std::string file;
    Study study;
};

/// A shard that no file has, or one that did not come to its end.
struct LostShard {
    Shard shard;
    std::string file;                ///< empty: none has it
    std::size_t held = 0;            ///< configurations that the file holds
    std::size_t configurations = 0;  ///< that fell to the shard; 0 if unknown
};

struct MergedStudy {
    Study study;  ///< says of no shard any more
    std::vector<LostShard> lost;
};

/// Which of two measurements of one configuration is kept where they differ.
enum class Keep { Neither, First, Last };

/// Entries in the order of the files. What files tell of one configuration is put together: counts of one, the
/// measurement of another. Errors: DifferentSweeps (shards that do not belong together), ToldTwice (measurements or
/// counts of one configuration differ, unless `keep` says which is kept).
[[nodiscard]] Result<MergedStudy> merged(std::span<const NamedStudy> studies, Keep keep = Keep::Neither);

}  // namespace lanescope
