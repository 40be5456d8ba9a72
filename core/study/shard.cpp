// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/shard.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <vector>

#include "core/base/words.h"
#include "core/study/recording_set.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostShards = 1'000'000;

std::string keyOf(const RecordingSet::Configuration& configuration) {
    return configurationKey(configuration.algorithm->id(), configuration.parameters);
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits, of the sorted keys: the same on every machine, whatever order they were named
/// in.
std::string fingerprintOf(const std::vector<RecordingSet::Configuration>& configurations) {
    std::vector<std::string> keys;
    std::ranges::transform(configurations, std::back_inserter(keys), keyOf);
    std::ranges::sort(keys);
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::string& key : keys)
        for (const char letter : key + '\n') hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace

Result<Shard> shardFrom(std::string_view text) {
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto index = std::from_chars(text.data(), end, shard.index);
    if (index.ec == std::errc{} && index.ptr != end && *index.ptr == '/') {
        const auto count = std::from_chars(index.ptr + 1, end, shard.count);
        if (count.ec == std::errc{} && count.ptr == end && shard.index >= 1 && shard.index <= shard.count &&
            shard.count <= kMostShards)
            return shard;
    }
    return fail(ErrorCode::IllegalValue,
                {{"parameter", "shard"}, {"value", std::string(text)}, {"legal", textOf("study.shard"_id)}});
}

std::string toString(const Shard& shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

ShardNote takeShard(RecordingSet& set, const Shard& shard) {
    ShardNote note{shard, fingerprintOf(set.configurations), 0, false};
    std::map<std::string, std::size_t> places;  // of series
    std::size_t next = 0;
    std::erase_if(set.configurations, [&](const RecordingSet::Configuration& configuration) {
        std::size_t place = next;
        if (!configuration.series.empty()) place = places.emplace(configuration.series, next).first->second;
        if (place == next) ++next;
        return place % shard.count != shard.index - 1;
    });
    note.configurations = set.configurations.size();
    return note;
}

std::string configurationKey(std::string_view algorithm, const Parameters& parameters) {
    return std::string(algorithm) + " " + toString(parameters.sorted());
}

}  // namespace lanescope
