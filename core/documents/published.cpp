// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the tables of the documents (resources/published) to our algorithms, parameters and metric ids.
#include <algorithm>
#include <array>
#include <sstream>

#include "core/algorithms/algorithm.h"
#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/documents/published_002.h"
#include "core/documents/published_004.h"
#include "core/documents/published_table.h"
#include "core/documents/published_times.h"
#include "core/study/study.h"

namespace lanescope {
namespace {
using published::Table;
using published::tableOf;
using Row = Published::Row;

Result<JsonReader> readJson(const std::string& resources, const std::string& name) {
    const std::string path = resources + "/published/" + name;
    Result<std::string> text = readFile(path);
    if (!text) return fail(text.error());
    return JsonReader::parse(*text, path);
}

std::string milliseconds(double value) {
    std::ostringstream text;
    text.precision(4);
    text << value;
    return text.str();
}

// ---- document 003

/// Its names of the methods and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMethods{{
    {"1", "matmul.single-block"},
    {"2", "matmul.global"},
    {"6 (2 elements per thread)", "matmul.rect2-prefetch"},
    {"6 (4 elements per thread)", "matmul.rect4-prefetch"},
}};

struct Column {
    std::string_view name;    ///< in 003.json
    std::string_view metric;  ///< our id
    double unit;              ///< one printed unit in the metric's unit
};
constexpr std::array kColumns{
    Column{"static_shared", "static_shared_bytes", 1},
    Column{"GMLE", "global_load_efficiency", 1},
    Column{"GMSE", "global_store_efficiency", 1},
    Column{"RGLT", "requested_global_load_throughput", 1e9},
    Column{"RGST", "requested_global_store_throughput", 1e9},
    Column{"multiprocessor_activity", "multiprocessor_activity", 1},
    Column{"achieved_occupancy", "achieved_occupancy", 1},
};

/// What is known of a printed number that our own cannot equal. Zero and empty match all.
struct Remark {
    std::string_view algorithm;
    int block;
    int n;
    std::string_view metric;
    std::string_view text;  ///< id
};
constexpr std::array kRemarks{
    Remark{"matmul.single-block", 8, 0, "achieved_occupancy", "published.remark.occupancy_single"_id},
    Remark{"matmul.rect4-prefetch", 8, 64, "achieved_occupancy", "published.remark.occupancy_rect4"_id},
    Remark{"matmul.global", 8, 0, "global_load_efficiency", "published.remark.loads_8"_id},
    Remark{"matmul.global", 32, 64, "global_load_efficiency", "published.remark.loads_32"_id},
    Remark{"", 8, 0, "global_store_efficiency", "published.remark.stores"_id},
};

std::string remarkOn(std::string_view algorithm, int block, int n, std::string_view metric) {
    for (const Remark& remark : kRemarks)
        if ((remark.algorithm.empty() || remark.algorithm == algorithm) && remark.block == block &&
            (remark.n == 0 || remark.n == n) && remark.metric == metric)
            return textOf(remark.text);
    return {};
}

std::string_view algorithmOf(const JsonReader& place, const std::string& method) {
    for (const auto& [name, algorithm] : kMethods)
        if (name == method) return algorithm;
    place.reject(inWords(Message("published.no_method"_id, {{"method", method}})));
    return "";
}

Parameters as003(int block, int n) {
    return {{"variant", "published"}, {"n", std::to_string(n)}, {"block", std::to_string(block)}, {"type", "f32"}};
}

void add003(const JsonReader& document, std::vector<Row>& rows) {
    const std::string gpu = document.object("gpu_parameters").text("gpu");
    const Table table(tableOf(document, "Tabela 1"));
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::string_view algorithm = algorithmOf(document, table.printed(i, "method"));
        const int block = static_cast<int>(table.number(i, "block"));
        const int n = static_cast<int>(table.number(i, "matrix"));
        for (const Column& column : kColumns)
            rows.push_back({std::string(algorithm),
                            as003(block, n),
                            {.metric = std::string(column.metric),
                             .value = table.number(i, column.name) * column.unit,
                             .printed = table.printed(i, column.name),
                             .document = "003 Tabela 1",
                             .gpu = gpu,
                             .note = remarkOn(algorithm, block, n, column.metric)}});
    }
}

/// 003's plots of the times are lost; sectors.json has what the printed throughputs say of them.
void addRecovered003(const JsonReader& recovered, const std::string& gpu, std::vector<Row>& rows) {
    for (const JsonReader& row : recovered.asList()) {
        const std::vector<JsonReader> range = row.list("time_ms_range_RGLT");
        if (range.size() != 2) row.reject(textOf("published.two_numbers"_id), "time_ms_range_RGLT");
        if (row.failed()) return;
        rows.push_back(
            {std::string(algorithmOf(row, row.text("method"))),
             as003(static_cast<int>(row.integer("block")), static_cast<int>(row.integer("matrix"))),
             {.metric = "time",
              .value = row.number("time_ms_from_RGLT") * 1e-3,
              .printed = "",
              .document = "003 Tabela 1",
              .gpu = gpu,
              .note = inWords(Message("published.recovered"_id, {{"least", milliseconds(range[0].asNumber())},
                                                                 {"most", milliseconds(range[1].asNumber())}}))}});
    }
}

// ---- documents 000 and 001: times only

void add000(const JsonReader& document, std::vector<Row>& rows) {
    const Table table(tableOf(document, "Table 1"));
    if (table.size() != 2) return document.reject(textOf("published.two_rows"_id), "tables");
    for (const int n : {1000, 2000}) {
        const std::string column = "Matriz " + std::to_string(n);
        const auto time = [&](std::size_t row, std::string note) {
            return PublishedValue{.metric = "time",
                                  .value = table.number(row, column) * 1e-3,
                                  .printed = table.printed(row, column),
                                  .document = "000 Table 1",
                                  .gpu = textOf("published.unnamed_gpu"_id),
                                  .note = std::move(note)};
        };
        const std::string order = std::to_string(n);
        rows.push_back({"matmul.tiled", {{"n", order}, {"type", "i32"}}, time(0, textOf("published.000_tiled"_id))});
        rows.push_back({"matmul.rect2",
                        {{"variant", "published"}, {"n", order}, {"type", "i32"}},
                        time(1, textOf("published.000"_id))});
    }
}

void add001(const JsonReader& document, std::vector<Row>& rows) {
    const JsonReader times = tableOf(document, "Tabla 1");
    const Table table(times);
    const std::vector<JsonReader> configurations = tableOf(document, "Tabla 2").list("rows_parsed");
    const std::vector<JsonReader> inMilliseconds = times.list("rows_ms");
    if (configurations.size() != table.size() || inMilliseconds.size() != table.size())
        return document.reject(textOf("published.same_rows"_id), "tables");
    for (std::size_t i = 0; i < table.size(); ++i) {
        constexpr std::size_t kPar1InTimes = 2;
        constexpr std::size_t kPar1InConfigurations = 1;
        const std::vector<JsonReader> cells = inMilliseconds[i].asList();
        const std::vector<JsonReader> launched = configurations[i].asList();
        if (cells.size() <= kPar1InTimes || launched.size() <= kPar1InConfigurations)
            return document.reject(textOf("published.short_row"_id), "tables");
        rows.push_back({"matmul.global",
                        {{"variant", "corrected"},
                         {"n", table.printed(i, "Tamaño")},
                         {"block", std::to_string(launched[kPar1InConfigurations].integer("threads_per_dim"))},
                         {"type", "i32"}},
                        {.metric = "time",
                         .value = cells[kPar1InTimes].asNumber() * 1e-3,
                         .printed = table.printed(i, "Par 1"),
                         .document = "001 Tabla 1, Par 1",
                         .gpu = document.object("gpu_parameters").text("gpu"),
                         .note = ""}});
    }
}

std::string noteOnVariant(const Row& row, const Algorithm& algorithm, const Parameters& parameters) {
    const std::string measured = algorithm.valueOf(ParameterRole::Variant, row.parameters);
    const std::string asked = algorithm.valueOf(ParameterRole::Variant, parameters);
    if (measured.empty() || asked.empty() || measured == asked) return row.value.note;
    const std::string& which =
        measured == kPublished ? textOf("published.measured_published"_id) : textOf("published.measured_right"_id);
    if (row.value.note.empty()) return which;
    return inWords(Message::joined(Join::Sentences, {Message::plain(which), Message::plain(row.value.note)}));
}

}  // namespace

Result<Published> Published::load(const std::string& resources) {
    Published published;
    const auto addTo = [&](std::vector<Row>& rows, const std::string& file, auto read) -> Result<void> {
        const Result<JsonReader> document = readJson(resources, file);
        if (!document) return fail(document.error());
        read(*document, rows);
        if (document->failed()) return fail(document->error());
        return {};
    };
    const auto add = [&](const std::string& file, auto read) { return addTo(published.m_rows, file, read); };
    std::string gpu;
    const auto add003AndGpu = [&](const JsonReader& document, std::vector<Row>& rows) {
        gpu = document.object("gpu_parameters").text("gpu");
        add003(document, rows);
    };
    const auto addRecovered = [&](const JsonReader& recovered, std::vector<Row>& rows) {
        addRecovered003(recovered, gpu, rows);
    };
    if (auto done = add("000.json", add000); !done) return fail(done.error());
    if (auto done = add("001.json", add001); !done) return fail(done.error());
    if (auto done = add("002.json", published::add002); !done) return fail(done.error());
    if (auto done = add("003.json", add003AndGpu); !done) return fail(done.error());
    if (auto done = add("sectors.json", addRecovered); !done) return fail(done.error());
    if (auto done = add("004.json", published::add004); !done) return fail(done.error());
    if (auto done = addTo(published.m_elsewhere, "elsewhere.json", published::addElsewhere); !done)
        return fail(done.error());
    return published;
}

std::vector<PublishedValue> Published::find(const Algorithm& algorithm, const Parameters& parameters) const {
    std::vector<PublishedValue> values;
    // What came later than the documents is not theirs.
    for (const ParameterSpec& spec : algorithm.parameters())
        if (spec.unsaid && parameters.find(spec.name) != nullptr) return values;
    const std::string_view variant = algorithm.nameOf(ParameterRole::Variant);
    for (const Row& row : m_rows) {
        if (row.algorithm != algorithm.id() || !row.parameters.isPartOf(parameters, {variant})) continue;
        values.push_back(row.value);
        values.back().note = noteOnVariant(row, algorithm, parameters);
    }
    return values;
}

std::vector<Published::Row> Published::rowsOf(std::string_view algorithm) const {
    std::vector<Row> rows;
    std::ranges::copy_if(m_rows, std::back_inserter(rows), [&](const Row& row) { return row.algorithm == algorithm; });
    return rows;
}

std::vector<Published::Point> Published::times(std::string_view algorithm) const {
    std::vector<Point> points;
    for (const Row& row : m_rows)
        if (row.algorithm == algorithm && row.value.metric == "time") points.push_back({row.parameters, row.value});
    return points;
}

}  // namespace lanescope
