// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/class_folder.h"

#include <algorithm>
#include <map>

#include "core/base/folder_files.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/study/study_file.h"

namespace lanescope {
namespace {

/// The same samples of the same second are one measurement, whoever hands it in.
std::string fingerprintOf(const StudyEntry& entry) {
    const Measurement& measured = *entry.measurement;
    std::string print = configurationKey(entry.algorithm, entry.parameters) + '\n' + measured.provenance.gpu + '\n' +
                        measured.provenance.host + '\n' + measured.provenance.date;
    for (const double seconds : measured.seconds) print += '\n' + numbers::exact(seconds);
    return print;
}

class Reader {
public:
    explicit Reader(ClassFolder& all) : m_all(all) {}

    void read(const FolderFile& file) {
        if (!isJsonName(file.name)) return leaveOut(file, textOf("study.class.no_json"_id));
        Result<FileReader> source = FileReader::open(file.path);
        if (!source) return leaveOut(file, describe(source.error()));
        if (source->size() > ClassFolder::kLargestFile)
            return leaveOut(
                file, inWords(Message("study.class.huge"_id,
                                      {{"size", numbers::memory(static_cast<double>(source->size()))},
                                       {"most", numbers::memory(static_cast<double>(ClassFolder::kLargestFile))}})));
        const Result<Study> study = studyFrom(*source, file.name);
        if (!study) return leaveOut(file, describe(study.error()));
        take(file, *study);
    }

    void leaveOut(const FolderFile& file, std::string why) { m_all.leftOut.push_back({file.name, std::move(why)}); }

private:
    void take(const FolderFile& file, const Study& study) {
        ClassFile taken{.name = file.name, .title = study.title};
        for (const StudyEntry& entry : study.entries) {
            if (!entry.emulated.empty()) ++taken.counted;
            if (!entry.measurement || entry.measurement->samplesTaken == 0) continue;
            ++taken.timed;
            add(entry);
            const ClassResult& added = m_all.results.back();
            if (std::ranges::find(taken.where, added.where) == taken.where.end()) taken.where.push_back(added.where);
            taken.date = std::max(taken.date, added.date);
        }
        if (taken.timed == 0 && taken.counted == 0) return leaveOut(file, textOf("study.class.empty"_id));
        m_all.files.push_back(std::move(taken));
    }

    void add(const StudyEntry& entry) {
        const Measurement& measured = *entry.measurement;
        const Provenance& from = measured.provenance;
        ClassResult result{
            .file = m_all.files.size(),
            .algorithm = entry.algorithm,
            .parameters = entry.parameters.sorted(),
            .where = from.gpu.empty() ? from.host : from.gpu,
            .origin = measured.origin,
            .median = measured.median,
            .lower = measured.lowerQuartile,
            .upper = measured.upperQuartile,
            .samples = measured.samplesTaken,
            .date = from.date,
            .wrong = measured.verdict == CheckResult::Verdict::Wrong || measured.verdict == CheckResult::Verdict::Fault,
            .throttled = from.throttled};
        const auto [first, isNew] = m_known.emplace(fingerprintOf(entry), m_all.results.size());
        if (!isNew) result.copyOf = first->second;
        m_all.results.push_back(std::move(result));
    }

    ClassFolder& m_all;
    std::map<std::string, std::size_t> m_known;  ///< results by what was measured
};

}  // namespace

Result<ClassFolder> readClass(const std::string& folder, const JobContext& job) {
    const Result<FolderFiles> found = filesIn(folder);
    if (!found) return fail(found.error());
    ClassFolder all{.folder = folder};
    Reader reader(all);
    for (std::size_t i = 0; i < found->files.size(); ++i) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        reader.read(found->files[i]);
        job.report(static_cast<double>(i + 1) / static_cast<double>(found->files.size()));
    }
    if (found->more > 0)
        all.leftOut.push_back({"…", inWords(Message("study.class.more"_id, {{"count", found->more}}))});
    return all;
}

}  // namespace lanescope
