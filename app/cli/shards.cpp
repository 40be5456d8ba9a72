// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shards.h"

#include <filesystem>

#include "core/base/words.h"
#include "core/study/study_file.h"

namespace lanescope::cli {
namespace {

bool isSameShard(const std::optional<ShardNote>& held, const std::optional<ShardNote>& wanted) {
    if (!held || !wanted) return !held && !wanted;
    return held->shard == wanted->shard && held->sweep == wanted->sweep;
}

}  // namespace

Result<std::optional<ShardNote>> takeShardNamed(const std::string& text, RecordingSet& set) {
    if (text.empty()) return std::optional<ShardNote>();
    const Result<Shard> shard = shardFrom(text);
    if (!shard) return fail(shard.error());
    return std::optional(takeShard(set, *shard));
}

Result<Study> studyToGoOnWith(const std::string& file, const std::optional<ShardNote>& shard) {
    Study study;
    std::error_code error;
    if (std::filesystem::exists(file, error)) {
        Result<Study> there = studyInFile(file);
        if (!there) return there;
        study = std::move(*there);
        if (!isSameShard(study.shard, shard)) {
            const Message held = study.shard ? Message("study.held_shard"_id, {{"shard", toString(study.shard->shard)}})
                                             : Message("study.held_study"_id);
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "shard"},
                         {"value", shard ? toString(shard->shard) : ""},
                         {"legal", inWords(Message("study.other_shard"_id, {{"file", file}, {"held", held}}))}});
        }
    }
    study.shard = shard;
    return study;
}

}  // namespace lanescope::cli
