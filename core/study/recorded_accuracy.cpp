// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recorded_accuracy.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/file_reader.h"
#include "core/base/json_reader.h"
#include "core/base/words.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

RecordedAccuracy::Row rowFrom(const JsonReader& json) {
    json.allowOnly({"model", "kernels", "machine_code", "compared", "median_ape", "p95_ape", "shortest", "longest",
                    "command", "bounds"});
    RecordedAccuracy::Row row;
    row.model = json.text("model");
    if (json.has("kernels")) row.kernels = json.text("kernels");
    if (json.has("machine_code")) row.machineCode = json.boolean("machine_code");
    const std::int64_t compared = json.integer("compared");
    if (compared < 1) json.reject(textOf("gpu.above_0"_id), "compared");
    row.compared = static_cast<std::size_t>(std::max<std::int64_t>(0, compared));
    row.medianApe = json.number("median_ape");
    if (!(row.medianApe >= 0)) json.reject(textOf("gpu.negative"_id), "median_ape");
    if (!json.has("p95_ape")) return row;
    row.p95Ape = json.number("p95_ape");
    row.shortest = json.number("shortest");
    row.longest = json.number("longest");
    row.command = json.text("command");
    for (const JsonReader& bound : json.list("bounds")) {
        bound.allowOnly({"bound", "compared", "median_ape", "p95_ape"});
        const std::int64_t of = std::max<std::int64_t>(0, bound.integer("compared"));
        row.bounds.push_back(
            {bound.text("bound"), static_cast<std::size_t>(of), bound.number("median_ape"), bound.number("p95_ape")});
    }
    return row;
}

nlohmann::ordered_json toJson(const RecordedAccuracy::Row& row) {
    nlohmann::ordered_json json{{"model", row.model}};
    if (!row.kernels.empty()) json["kernels"] = row.kernels;
    if (!row.machineCode) json["machine_code"] = false;
    json["compared"] = row.compared;
    json["median_ape"] = row.medianApe;
    if (!row.p95Ape) return json;
    json["p95_ape"] = *row.p95Ape;
    json["shortest"] = row.shortest;
    json["longest"] = row.longest;
    json["command"] = row.command;
    json["bounds"] = nlohmann::ordered_json::array();
    for (const RecordedAccuracy::Row::Bound& bound : row.bounds)
        json["bounds"].push_back({{"bound", bound.bound},
                                  {"compared", bound.compared},
                                  {"median_ape", bound.medianApe},
                                  {"p95_ape", bound.p95Ape}});
    return json;
}

}  // namespace

const RecordedAccuracy::Row* RecordedAccuracy::find(std::string_view model, std::string_view kernels,
                                                    bool machineCode) const {
    const auto found = std::ranges::find_if(rows, [&](const Row& row) {
        return row.model == model && row.kernels == kernels && row.machineCode == machineCode;
    });
    return found == rows.end() ? nullptr : &*found;
}

const RecordedAccuracy* RecordedAccuracies::find(std::string_view gpu) const {
    const auto found = std::ranges::find(all, gpu, &RecordedAccuracy::gpu);
    return found == all.end() ? nullptr : &*found;
}

std::string toJson(const RecordedAccuracy& accuracy) {
    const auto quoted = [](const std::string& text) { return nlohmann::ordered_json(text).dump(); };
    std::string text =
        "{\n  \"gpu\": " + quoted(accuracy.gpu) + ",\n  \"command\": " + quoted(accuracy.command) + ",\n  \"rows\": [";
    for (std::size_t i = 0; i < accuracy.rows.size(); ++i)
        text += std::string(i == 0 ? "\n    " : ",\n    ") + toJson(accuracy.rows[i]).dump();
    return text + "\n  ]\n}\n";
}

Result<RecordedAccuracy> recordedAccuracyFrom(std::string_view json, const std::string& file) {
    const Result<JsonReader> read = JsonReader::parse(json, file);
    if (!read) return fail(read.error());
    read->allowOnly({"gpu", "command", "rows"});
    RecordedAccuracy accuracy;
    accuracy.gpu = read->text("gpu");
    accuracy.command = read->text("command");
    for (const JsonReader& row : read->list("rows")) accuracy.rows.push_back(rowFrom(row));
    if (read->failed()) return fail(read->error());
    return accuracy;
}

RecordedAccuracies loadRecordedAccuracies(const std::string& resources) {
    RecordedAccuracies accuracies;
    const fs::path folder = fs::path(resources) / "accuracy";
    std::error_code error;
    if (!fs::exists(folder, error) && !error) return accuracies;
    std::vector<std::string> paths;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (file->path().extension() == ".json") paths.push_back(file->path().string());
    if (error)
        accuracies.problems.emplace_back(
            ErrorCode::CannotOpen,
            std::map<std::string, std::string>{{"file", folder.string()}, {"reason", error.message()}});
    std::ranges::sort(paths);
    for (const std::string& path : paths) {
        const Result<std::string> json = readFile(path);
        Result<RecordedAccuracy> read = json ? recordedAccuracyFrom(*json, path) : fail(json.error());
        if (read)
            accuracies.all.push_back(std::move(*read));
        else
            accuracies.problems.push_back(read.error());
    }
    return accuracies;
}

}  // namespace lanescope
