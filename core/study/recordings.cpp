// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/folder_files.h"
#include "core/study/study_file.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

Result<Study> readRecording(const std::string& path) {
    Result<Study> study = studyInFile(path);
    if (study)
        for (StudyEntry& entry : study->entries)
            if (entry.measurement) entry.measurement->origin = Origin::Replayed;
    return study;
}

}  // namespace

Recordings loadRecordings(const std::string& resources) {
    // A folder that is not there holds no recordings; one that cannot be read is a problem.
    const fs::path folder = fs::path(resources) / "recordings";
    Recordings recordings;
    std::error_code error;
    if (!fs::exists(folder, error) && !error) return recordings;

    std::vector<std::string> paths;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (isJsonName(file->path().string())) paths.push_back(file->path().string());
    if (error) {
        recordings.problems.emplace_back(
            ErrorCode::CannotOpen,
            std::map<std::string, std::string>{{"file", folder.string()}, {"reason", error.message()}});
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
        Result<Study> study = readRecording(path);
        if (study)
            recordings.studies.push_back(std::move(*study));
        else
            recordings.problems.push_back(study.error());
    }
    return recordings;
}

const Measurement* Recordings::find(std::string_view algorithm, const Parameters& parameters) const {
    for (const Study& study : studies) {
        const StudyEntry* entry = study.find(algorithm, parameters);
        if (entry != nullptr && entry->measurement) return &*entry->measurement;
    }
    return nullptr;
}

}  // namespace lanescope
