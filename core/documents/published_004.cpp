// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/published_004.h"

#include <array>

#include "core/base/words.h"
#include "core/documents/published_table.h"

namespace lanescope::published {
namespace {

using Rows = std::vector<Published::Row>;

constexpr std::string_view kC2070 = "NVIDIA Tesla C2070";
constexpr std::string_view kC1060 = "NVIDIA Tesla C1060";

/// One column of a table whose rows are a parameter's values: times, in milliseconds.
struct TimeColumn {
    std::string_view table;
    std::string_view key;        ///< column of the parameter's values
    std::string_view parameter;  ///< and which one it is
    std::string_view column;
    std::string_view algorithm;
    Parameters others;  ///< that the table fixes
    std::string_view gpu = kC2070;
    bool withCopies = false;
    std::string_view note = {};  ///< id of a text
};

constexpr std::string_view kWhichRows = "published.which_rows"_id;
constexpr std::string_view kMustHaveEnded = "published.must_have_ended"_id;

std::vector<TimeColumn> timeColumns() {
    const Parameters by4{{"m", "2000"}, {"block", "192"}, {"rows-per-thread", "4"}, {"type", "f32"}};
    const Parameters byRow{{"m", "2000"}, {"block", "192"}, {"type", "f64"}};
    const Parameters byColumn{{"m", "2000"}, {"block", "192"}, {"type", "i32"}};
    const Parameters columnsOf4000{{"n", "4000"}, {"m", "2000"}, {"type", "i32"}};
    const Parameters global{{"memory", "global"}, {"block", "512"}, {"type", "f64"}, {"operation", "sum"}};
    const Parameters shared{{"memory", "shared"}, {"block", "512"}, {"type", "f64"}, {"operation", "sum"}};
    const auto adding = [](std::string method) {
        return Parameters{{"operation", "add"}, {"method", std::move(method)}};
    };
    return {
        {"Cuadro B.1", "Tamaño", "n", "Experimental", "vector.add", {{"block", "128"}, {"type", "f64"}}},
        {"Cuadro B.3", "Hilos", "block", "Experimental", "matvec.rows", {{"n", "4000"}, {"m", "2000"}}},
        {"Cuadro B.5",
         "Hilos",
         "block",
         "Experimental",
         "matvec.row-blocks",
         {{"n", "4000"}, {"m", "2000"}, {"rows-per-thread", "4"}},
         kC2070,
         false,
         kWhichRows},
        {"Cuadro B.7", "Tamaño", "n", "Experimental", "matvec.rows", byRow},
        {"Cuadro B.9", "Tamaño", "n", "Experimental", "matvec.row-blocks", by4, kC2070, false, kWhichRows},
        {"Cuadro B.11", "Tamaño", "n", "Experimental (copy)", "matvec.rows", byRow, kC2070, true},
        {"Cuadro B.12", "Tamaño", "n", "Experimental (copy)", "matvec.row-blocks", by4, kC2070, true, kWhichRows},
        {"Cuadro B.13", "Tamaño", "block", "Experimental (CC2.0)", "matvec.columns", columnsOf4000},
        {"Cuadro B.13", "Tamaño", "block", "Experimental (CC1.3)", "matvec.columns", columnsOf4000, kC1060},
        {"Cuadro B.14", "Tamaño", "n", "Experimental (CC2.0)", "matvec.columns", byColumn},
        {"Cuadro B.14", "Tamaño", "n", "Experimental (CC1.3)", "matvec.columns", byColumn, kC1060},
        {"Cuadro B.15", "Tamaño", "n", "Experimental (CC2.0)", "matvec.columns", byColumn, kC2070, true},
        {"Cuadro B.15", "Tamaño", "n", "Experimental (CC1.3)", "matvec.columns", byColumn, kC1060, true},
        {"Cuadro B.16", "Tamaño", "n", "Memoria global", "reduce.two-phase", global, kC2070, false, kMustHaveEnded},
        {"Cuadro B.16", "Tamaño", "n", "Memoria shared", "reduce.two-phase", shared, kC2070, false, kMustHaveEnded},
        {"Cuadro B.17", "Tamaño", "n", "Memoria global", "reduce.two-phase", global, kC2070, true, kMustHaveEnded},
        {"Cuadro B.17", "Tamaño", "n", "Memoria shared", "reduce.two-phase", shared, kC2070, true, kMustHaveEnded},
        {"Cuadro B.19", "N", "n", "Secuencial (registro)", "micro.atomics", adding("register")},
        {"Cuadro B.19", "N", "n", "Secuencial (global)", "micro.atomics", adding("global")},
        {"Cuadro B.19", "N", "n", "Atomics (C2070)", "micro.atomics", adding("atomic")},
        {"Cuadro B.19", "N", "n", "Atomics (C1060)", "micro.atomics", adding("atomic"), kC1060},
    };
}

/// What is known of single cells.
std::string noteOn(const TimeColumn& column, const std::string& key) {
    if (column.table == "Cuadro B.14" && column.gpu == kC2070 && key == "20000")
        return textOf("published.misprint_64_ms"_id);
    if (column.table == "Cuadro B.19" && key == "610") return textOf("published.640_operations"_id);
    return column.note.empty() ? std::string() : textOf(column.note);
}

PublishedValue valueOf(std::string metric, double value, std::string printed, std::string_view table,
                       std::string_view gpu, std::string note = "") {
    return {.metric = std::move(metric),
            .value = value,
            .printed = std::move(printed),
            .document = "004 " + std::string(table),
            .gpu = std::string(gpu),
            .note = std::move(note)};
}

constexpr double kMillisecond = 1e-3;

void addTimes(const JsonReader& document, const TimeColumn& column, Rows& rows) {
    const Table table(tableOf(document, column.table));
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::string printed = table.printed(i, column.column);
        if (printed == "N/A") continue;
        const std::string key = table.printed(i, column.key);
        Parameters parameters = column.others;
        parameters.add(std::string(column.parameter), key);
        const double time = table.number(i, column.column);
        rows.push_back({std::string(column.algorithm), std::move(parameters),
                        valueOf(column.withCopies ? "milliseconds_with_copies" : "time",
                                column.withCopies ? time : time * kMillisecond, printed, column.table, column.gpu,
                                noteOn(column, key))});
    }
}

/// Tables 5.1 and 5.2, in MB/s.
void addBandwidths(const JsonReader& document, std::string_view name, const std::string& memory, Rows& rows) {
    const Table table(tableOf(document, name));
    constexpr std::array kMetrics{"megabytes_per_second_to_device", "megabytes_per_second_to_host",
                                  "megabytes_per_second_on_device"};
    if (table.size() != kMetrics.size()) return document.reject(textOf("published.three_directions"_id), "tables");
    for (std::size_t i = 0; i < table.size(); ++i)
        for (const std::string_view gpu : {kC2070, kC1060}) {
            const std::string column(gpu.substr(gpu.find(' ') + 1));
            rows.push_back({"micro.copy",
                            {{"memory", memory}},
                            valueOf(kMetrics[i], table.number(i, column), table.printed(i, column), name, gpu)});
        }
}

/// Table 5.5: rows are numbers of arguments.
void addLaunchCosts(const JsonReader& document, Rows& rows) {
    const Table table(tableOf(document, "Cuadro 5.5"));
    for (std::size_t i = 0; i < table.size(); ++i)
        for (const std::string_view gpu : {kC2070, kC1060})
            for (const std::string blocks : {"1", "16", "64"}) {
                const std::string column =
                    std::string(gpu.substr(gpu.rfind(' ') + 1)) + " " + blocks + (blocks == "1" ? " block" : " blocks");
                rows.push_back({"micro.launch",
                                {{"arguments", table.printed(i, "Argumentos").substr(0, 1)}, {"blocks", blocks}},
                                valueOf("time", table.number(i, column) * kMillisecond, table.printed(i, column),
                                        "Cuadro 5.5", gpu)});
            }
}

/// The two tables of section 5.2.3, which have no number.
void addDivergence(const JsonReader& document, Rows& rows) {
    const Parameters launch{{"n", "8192"}, {"block", "128"}};
    const Table times(tableOf(document, "divergence times (5.2.3, unnumbered)"));
    for (std::size_t i = 0; i < std::min<std::size_t>(times.size(), 2); ++i)
        for (const std::string_view gpu : {kC2070, kC1060}) {
            const std::string column(gpu.substr(gpu.find(' ') + 1));
            Parameters parameters = launch;
            if (i == 1) parameters.add("variant", "published");
            rows.push_back({i == 0 ? "micro.divergence" : "micro.merged", std::move(parameters),
                            valueOf("time", times.number(i, column) * kMillisecond, times.printed(i, column),
                                    inWords(Message("published.section"_id, {{"section", "5.2.3"}})), gpu)});
        }
    const Table ways(tableOf(document, "divergence estimate (5.2.3, unnumbered)"));
    for (std::size_t i = 0; i < ways.size(); ++i)
        rows.push_back(
            {"micro.divergence-ways",
             {{"ways", ways.printed(i, "Divergencias")}, {"warps", ways.printed(i, "Warps")}},
             valueOf("cycles", ways.number(i, "Experimental"), ways.printed(i, "Experimental"),
                     inWords(Message("published.section"_id, {{"section", "5.2.3"}})), kC2070,
                     inWords(Message("published.estimate"_id, {{"cycles", ways.printed(i, "Estimación")}})))});
}

}  // namespace

void add004(const JsonReader& document, std::vector<Published::Row>& rows) {
    for (const TimeColumn& column : timeColumns()) addTimes(document, column, rows);
    addBandwidths(document, "Cuadro 5.1", "pageable", rows);
    addBandwidths(document, "Cuadro 5.2", "pinned", rows);
    addLaunchCosts(document, rows);
    addDivergence(document, rows);
}

}  // namespace lanescope::published
