// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recording_set.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/json_reader.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostCombinations = 100'000;  // of a rule, for each of its algorithms

std::vector<std::string> splitAt(const std::string& list, char separator) {
    std::vector<std::string> words;
    std::stringstream stream(list);
    for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
    return words;
}

/// Parameters that change together: their names, and their values combination by combination.
struct Axis {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> values;
};

/// Reads one set; the reader keeps the first thing that is wrong.
class SetReader {
public:
    SetReader(const JsonReader& reader, const Catalogue& catalogue) : m_reader(reader), m_catalogue(catalogue) {}

    RecordingSet read() {
        m_reader.allowOnly({"format", "version", "title", "about", "limits", "rules", "left_out"});
        m_set.title = m_reader.text("title");
        RecordingLimits limits;
        if (m_reader.has("limits")) readLimits(m_reader.object("limits"), limits);
        for (const JsonReader& rule : m_reader.list("rules")) readRule(rule, limits);
        if (m_reader.has("left_out"))
            for (const JsonReader& left : m_reader.list("left_out")) readLeftOut(left);
        return std::move(m_set);
    }

private:
    static void readLimits(const JsonReader& reader, RecordingLimits& limits) {
        reader.allowOnly({"largest_time", "largest_counted", "counted_launches", "samples", "time_limit"});
        const auto positive = [&](const char* key, double& value) {
            if (!reader.has(key)) return;
            value = reader.number(key);
            if (value < 0) reader.reject(textOf("study.negative"_id), key);
        };
        const auto count = [&](const char* key, std::size_t& value, std::int64_t least) {
            if (!reader.has(key)) return;
            const std::int64_t given = reader.integer(key);
            if (given < least) reader.reject(inWords(Message("study.at_least"_id, {{"least", least}})), key);
            value = static_cast<std::size_t>(std::max(given, least));
        };
        positive("largest_time", limits.largestTime);
        positive("largest_counted", limits.largestCounted);
        positive("time_limit", limits.timeLimit);
        count("counted_launches", limits.countedLaunches, 0);
        count("samples", limits.samples, 3);
    }

    void readRule(const JsonReader& rule, RecordingLimits limits) {
        rule.allowOnly({"algorithms", "parameters", "size", "known_wrong", "limits"});
        if (rule.has("limits")) readLimits(rule.object("limits"), limits);
        m_size.reset();
        if (rule.has("size")) m_size = splitAt(rule.text("size"), ',');
        m_wrongToo = rule.has("known_wrong") && rule.boolean("known_wrong");
        std::vector<Axis> axes;
        for (const auto& [name, values] : rule.object("parameters").members()) axes.push_back(axisOf(name, values));
        for (const JsonReader& id : rule.list("algorithms")) {
            const auto found = m_catalogue.find(id.asText());
            if (!found)
                id.reject(describe(found.error()));
            else
                combine(rule, **found, axes, limits);
        }
    }

    static Axis axisOf(const std::string& names, const JsonReader& values) {
        Axis axis{splitAt(names, ','), {}};
        for (const JsonReader& value : values.asList()) {
            axis.values.push_back(splitAt(value.asWord(), ','));
            if (axis.values.back().size() != axis.names.size())
                value.reject(inWords(Message("study.values_and_names"_id, {{"names", names}})));
        }
        if (axis.values.empty()) values.reject(textOf("study.no_value"_id));
        return axis;
    }

    /// All combinations; the last axis changes fastest.
    void combine(const JsonReader& rule, const Algorithm& algorithm, const std::vector<Axis>& axes,
                 const RecordingLimits& limits) {
        for (std::size_t combinations = 1; const Axis& axis : axes) {
            if (axis.values.empty()) return;  // which was rejected
            combinations *= axis.values.size();
            if (combinations > kMostCombinations)
                return rule.reject(inWords(Message("study.many_combinations"_id, {{"most", kMostCombinations}})),
                                   "parameters");
        }
        std::vector<std::size_t> choice(axes.size(), 0);
        while (!rule.failed()) {
            Parameters given;
            for (std::size_t i = 0; i < axes.size(); ++i)
                for (std::size_t k = 0; k < axes[i].names.size(); ++k)
                    given.add(axes[i].names[k], axes[i].values[choice[i]][k]);
            add(rule, algorithm, given, limits);
            std::size_t i = axes.size();
            while (i > 0 && ++choice[i - 1] == axes[i - 1].values.size()) choice[--i] = 0;
            if (i == 0) return;
        }
    }

    void add(const JsonReader& rule, const Algorithm& algorithm, const Parameters& given,
             const RecordingLimits& limits) {
        Result<Parameters> complete = algorithm.complete(given);
        if (!complete) return rule.reject(describe(complete.error()), "parameters");
        const std::string name(algorithm.id());
        if (const auto plan = algorithm.plan(*complete); !plan) {
            if (plan.error().code != ErrorCode::IllegalValue) return rule.reject(describe(plan.error()));
            ++m_set.notTogether;
            return;
        }
        if (!m_seen.insert(name + " " + toString(*complete)).second) return;
        if (!m_wrongToo && !isRight(algorithm.judge(*complete).kind)) {
            ++m_set.knownWrong;
            return;
        }
        Parameters others = *complete;
        const std::vector<std::string> mainSize{std::string(algorithm.nameOf(ParameterRole::Size))};
        for (const std::string& size : m_size.value_or(mainSize)) others = others.without(size);
        m_set.configurations.push_back({&algorithm, std::move(*complete), name + " " + toString(others), limits});
    }

    void readLeftOut(const JsonReader& reader) {
        reader.allowOnly({"algorithm", "parameters", "why"});
        RecordingSet::LeftOut left{reader.text("algorithm"), {}, reader.text("why")};
        const auto found = m_catalogue.find(left.algorithm);
        if (!found) return reader.reject(describe(found.error()), "algorithm");
        for (const auto& [name, value] : reader.object("parameters").members())
            left.parameters.add(name, value.asWord());
        if (const auto complete = (*found)->complete(left.parameters); !complete)
            reader.reject(describe(complete.error()), "parameters");
        m_set.leftOut.push_back(std::move(left));
    }

    const JsonReader& m_reader;
    const Catalogue& m_catalogue;
    RecordingSet m_set;
    std::set<std::string> m_seen;
    /// Of the present rule: parameters that make its configurations larger; nothing = each algorithm's main size.
    std::optional<std::vector<std::string>> m_size;
    bool m_wrongToo = false;  ///< of the present rule
};

}  // namespace

Result<RecordingSet> recordingSetFromJson(std::string_view json, const std::string& file, const Catalogue& catalogue) {
    const Result<JsonReader> reader = JsonReader::parse(json, file, kSmallFile);
    if (!reader) return fail(reader.error());
    if (reader->text("format") != "lanescope-recording-set")
        reader->reject(textOf("study.no_recording_set"_id), "format");
    const std::int64_t version = reader->integer("version");
    if (reader->failed()) return fail(reader->error());
    if (version != RecordingSet::kVersion)
        return fail(ErrorCode::UnsupportedVersion, {{"file", file},
                                                    {"version", std::to_string(version)},
                                                    {"supported", std::to_string(RecordingSet::kVersion)}});
    RecordingSet set = SetReader(*reader, catalogue).read();
    if (reader->failed()) return fail(reader->error());
    return set;
}

}  // namespace lanescope
