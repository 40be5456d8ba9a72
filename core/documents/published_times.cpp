// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/published_times.h"

#include <map>

#include "core/base/words.h"
#include "core/gpus/gpu_spec.h"

namespace lanescope {
namespace {

using Row = Published::Row;

constexpr std::string_view kTime = "time";

/// "Charles Zhao 2026: … CUDA 13.0; the mean of 100 launches …"
std::string sourceOf(const JsonReader& source) {
    source.allowOnly({"author", "title", "year", "interface", "measured"});
    return inWords(Message("published.elsewhere"_id, {{"author", source.text("author")},
                                                      {"year", source.text("year")},
                                                      {"title", source.text("title")},
                                                      {"interface", source.text("interface")},
                                                      {"measured", source.text("measured")}}));
}

/// The documents' names of GPUs, where they are others than ours.
std::string_view titleOf(std::string_view gpu) { return gpu == "NVIDIA GeForce 540M" ? "NVIDIA GeForce GT 540M" : gpu; }

StudyEntry entryOf(const Row& row, const std::string& gpu) {
    StudyEntry entry;
    entry.algorithm = row.algorithm;
    entry.parameters = row.parameters;
    Measurement& measurement = entry.measurement.emplace();
    measurement.median = measurement.lowerQuartile = measurement.upperQuartile = row.value.value;
    measurement.origin = Origin::Published;
    measurement.provenance.gpu = gpu;
    measurement.notes.push_back(row.value.document);
    if (!row.value.note.empty()) measurement.notes.push_back(row.value.note);
    return entry;
}

}  // namespace

void published::addElsewhere(const JsonReader& document, std::vector<Row>& rows) {
    document.allowOnly({"sources", "times"});
    std::map<std::string, std::string> sources;
    for (const auto& [id, source] : document.object("sources").members()) sources[id] = sourceOf(source);
    constexpr double kMillisecond = 1e-3;
    for (const JsonReader& time : document.list("times")) {
        time.allowOnly({"gpu", "algorithm", "parameters", "milliseconds", "printed", "source", "kernel"});
        const auto source = sources.find(time.text("source"));
        if (source == sources.end()) time.reject(textOf("published.no_source"_id), "source");
        if (!(time.number("milliseconds") > 0)) time.reject(textOf("published.no_time"_id), "milliseconds");
        Parameters parameters;
        for (const auto& [name, value] : time.object("parameters").members()) parameters.add(name, value.asText());
        if (time.failed()) return;
        rows.push_back({time.text("algorithm"),
                        std::move(parameters),
                        {.metric = std::string(kTime),
                         .value = time.number("milliseconds") * kMillisecond,
                         .printed = time.text("printed"),
                         .document = source->second,
                         .gpu = time.text("gpu"),
                         .note = time.text("kernel")}});
    }
}

Study Published::timesOn(const GpuSpec& gpu) const {
    Study study;
    for (const Row& row : m_rows)
        if (row.value.metric == kTime && titleOf(row.value.gpu) == gpu.title)
            study.entries.push_back(entryOf(row, gpu.title));
    for (const Row& row : m_elsewhere)
        if (row.value.gpu == gpu.id) study.entries.push_back(entryOf(row, gpu.title));
    return study;
}

}  // namespace lanescope
