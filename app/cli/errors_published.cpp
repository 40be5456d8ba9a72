// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/errors_published.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <set>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/models/errors.h"

namespace lanescope::cli {
namespace {

std::string listOf(const std::set<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list.empty() ? "no GPU" : list;
}

/// Titles of the GPUs that times were published of.
std::set<std::string> publishedGpus(const Library& library) {
    std::set<std::string> titles;
    for (const GpuSpec& gpu : library.gpus().all())
        if (!library.published().timesOn(gpu).entries.empty()) titles.insert(gpu.title);
    return titles;
}

std::string signedPercent(double share) {
    const double percent = std::round(share * 1000) / 10;
    return (percent > 0 ? "+" : "") + numbers::plain(percent) + " %";
}

}  // namespace

Result<KnownTimes> knownTimesOf(const GpuSpec& gpu, const Library& library) {
    for (const LibraryPart part : {LibraryPart::Recordings, LibraryPart::Published})
        if (const auto whole = library.whole(part); !whole) return fail(whole.error());
    KnownTimes known;
    std::set<std::string> recorded;
    for (const Study& study : library.recordings().studies)
        for (const StudyEntry& entry : study.entries) {
            const std::string on = entry.measurement ? entry.measurement->provenance.gpu : std::string();
            if (!on.empty()) recorded.insert(on);
        }
    if (recorded.contains(gpu.title))
        for (const Study& study : library.recordings().studies)
            std::ranges::copy(study.entries, std::back_inserter(known.recorded.entries));
    known.published = library.published().timesOn(gpu);
    if (known.recorded.entries.empty() && known.published.entries.empty())
        return fail(
            ErrorCode::NoTimes,
            {{"gpu", gpu.title}, {"recorded", listOf(recorded)}, {"published", listOf(publishedGpus(library))}});
    return known;
}

void printPublishedPoints(const ErrorTable& table) {
    for (const ErrorPoint& point : table.points) {
        std::cout << '\n' << point.algorithm << ' ' << toString(point.parameters) << ": ";
        if (!point.skipped.empty()) {
            std::cout << point.skipped << '\n';
            continue;
        }
        std::cout << numbers::plainTime(point.measured) << " published\n";
        for (const std::string& note : point.notes) std::cout << "  " << note << '\n';
        TextTable models({"model", "time", "error", ""});
        for (const ErrorPoint::Answer& answer : point.answers)
            if (answer.estimated)
                models.add({answer.model, numbers::plainTime(*answer.estimated),
                            signedPercent(signedError(*answer.estimated, point.measured)),
                            answer.outOfRange.empty() ? "" : "out of range"});
        std::cout << models.text(2);
    }
}

}  // namespace lanescope::cli
