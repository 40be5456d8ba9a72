// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep that several machines share: each takes one shard of it into a file of its own, and merge.h puts them
// together. Who runs which shard when is a scheduler's business (a Slurm job array, GNU parallel), not ours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/plan/parameters.h"

namespace lanescope {

struct RecordingSet;

/// Part `index` (from 1) of `count`.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;
    friend bool operator==(const Shard&, const Shard&) = default;
};
/// "3/8". Error: IllegalValue.
[[nodiscard]] Result<Shard> shardFrom(std::string_view text);
[[nodiscard]] std::string toString(const Shard& shard);

/// What a study says of the shard that it holds.
struct ShardNote {
    Shard shard;
    std::string sweep;               ///< fingerprint of all configurations of the sweep: shards of one have the same
    std::size_t configurations = 0;  ///< that fall to this shard
    bool finished = false;           ///< all had their turn: what is missing was left out or failed, and is not lost
    friend bool operator==(const ShardNote&, const ShardNote&) = default;
};

/// Leaves in the set what falls to the shard, and notes it. A series is never divided, so that shards leave out for
/// their time what the whole sweep would leave out; series are dealt out one by one, in the set's order.
[[nodiscard]] ShardNote takeShard(RecordingSet& set, const Shard& shard);

/// Names a configuration, whatever the order of its parameters.
[[nodiscard]] std::string configurationKey(std::string_view algorithm, const Parameters& parameters);

}  // namespace lanescope
