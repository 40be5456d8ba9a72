// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/merge.h"

#include <map>
#include <nlohmann/json.hpp>

#include "core/study/json_parts.h"

namespace lanescope {
namespace {

/// Of all shards of the sweep that the studies are of; none if none of them is a shard. Error: DifferentSweeps.
Result<std::vector<LostShard>> lostShards(std::span<const NamedStudy> studies) {
    const NamedStudy* first = nullptr;
    std::map<std::size_t, LostShard> whole, parts;  // shards by number
    for (const NamedStudy& one : studies) {
        if (!one.study.shard) continue;
        const ShardNote& note = *one.study.shard;
        if (first == nullptr) first = &one;
        const ShardNote& other = *first->study.shard;
        if (note.sweep != other.sweep || note.shard.count != other.shard.count)
            return fail(ErrorCode::DifferentSweeps, {{"file", one.file},
                                                     {"shard", toString(note.shard)},
                                                     {"other", first->file},
                                                     {"otherShard", toString(other.shard)}});
        (note.finished ? whole : parts)[note.shard.index] = {note.shard, one.file, one.study.entries.size(),
                                                             note.configurations};
    }
    std::vector<LostShard> lost;
    const std::size_t count = first != nullptr ? first->study.shard->shard.count : 0;
    for (std::size_t index = 1; index <= count; ++index) {
        if (whole.contains(index)) continue;
        const auto part = parts.find(index);
        lost.push_back(part != parts.end() ? part->second : LostShard{{index, count}, {}, 0, 0});
    }
    return lost;
}

enum class Choice { Known, Told, Neither };
Choice choose(bool isKnown, bool isTold, bool same, Keep keep) {
    if (!isTold || (isKnown && (same || keep == Keep::First))) return Choice::Known;
    return !isKnown || keep == Keep::Last ? Choice::Told : Choice::Neither;
}

bool sameMeasurement(const StudyEntry& known, const StudyEntry& told) {
    return known.measurement && told.measurement &&
           measurementToJson(*known.measurement) == measurementToJson(*told.measurement);
}

/// What one more file tells of a configuration, into what is known of it. False: they differ, and none is to be kept.
bool putTogether(StudyEntry& known, const StudyEntry& told, Keep keep) {
    const Choice measurement =
        choose(known.measurement.has_value(), told.measurement.has_value(), sameMeasurement(known, told), keep);
    const bool sameCounts = known.emulated == told.emulated && known.emulatedSampled == told.emulatedSampled;
    const Choice counts = choose(!known.emulated.empty(), !told.emulated.empty(), sameCounts, keep);
    if (measurement == Choice::Neither || counts == Choice::Neither) return false;
    if (measurement == Choice::Told) known.measurement = told.measurement;
    if (counts == Choice::Told) {
        known.emulated = told.emulated;
        known.emulatedSampled = told.emulatedSampled;
    }
    if (known.estimates.empty()) known.estimates = told.estimates;  // they follow from the others
    return true;
}

}  // namespace

Result<MergedStudy> merged(std::span<const NamedStudy> studies, Keep keep) {
    Result<std::vector<LostShard>> lost = lostShards(studies);
    if (!lost) return fail(lost.error());
    MergedStudy all{{}, std::move(*lost)};
    struct Place {
        std::size_t entry;
        const std::string* file;
    };
    std::map<std::string, Place> places;
    for (const NamedStudy& one : studies) {
        if (all.study.title.empty()) all.study.title = one.study.title;
        for (const StudyEntry& entry : one.study.entries) {
            const std::string key = configurationKey(entry.algorithm, entry.parameters);
            const auto [place, isNew] = places.emplace(key, Place{all.study.entries.size(), &one.file});
            if (isNew)
                all.study.entries.push_back(entry);
            else if (!putTogether(all.study.entries[place->second.entry], entry, keep))
                return fail(ErrorCode::ToldTwice,
                            {{"configuration", key}, {"file", one.file}, {"other", *place->second.file}});
        }
    }
    return all;
}

}  // namespace lanescope
