// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/library.h"

#include <mutex>
#include <utility>

#include "core/base/resources.h"

namespace lanescope {
namespace {

template <typename T>
class Shelf {
public:
    /// `read(value, problems)` fills in both, the first time.
    template <typename Read>
    const Shelf& readOnce(Read read) {
        std::call_once(m_once, [&] { read(m_value, m_problems); });
        return *this;
    }
    [[nodiscard]] const T& value() const { return m_value; }
    [[nodiscard]] const std::vector<Error>& problems() const { return m_problems; }

private:
    std::once_flag m_once;
    T m_value;
    std::vector<Error> m_problems;
};

template <typename T>
void keep(Result<T> read, T& value, std::vector<Error>& problems) {
    if (read)
        value = std::move(*read);
    else
        problems.push_back(read.error());
}

}  // namespace

struct Library::Parts {
    explicit Parts(std::string folder) : m_resources(std::move(folder)), m_machineCodes(m_resources) {}

    const Shelf<Catalogue>& catalogue() {
        return m_catalogue.readOnce([this](Catalogue& value, std::vector<Error>& problems) {
            keep(Catalogue::load(m_resources), value, problems);
        });
    }
    const Shelf<GpuPresets>& gpus() {
        return m_gpus.readOnce([this](GpuPresets& value, std::vector<Error>& problems) {
            keep(GpuPresets::load(m_resources), value, problems);
            for (const std::string& folder : userGpuFolders())
                if (const Result<void> added = value.add(folder); !added) problems.push_back(added.error());
        });
    }
    const Shelf<Recordings>& recordings() {
        return m_recordings.readOnce([this](Recordings& value, std::vector<Error>& problems) {
            value = loadRecordings(m_resources);
            problems = value.problems;
        });
    }
    const Shelf<RecordedAccuracies>& accuracies() {
        return m_accuracies.readOnce([this](RecordedAccuracies& value, std::vector<Error>& problems) {
            value = loadRecordedAccuracies(m_resources);
            problems = value.problems;
        });
    }
    const Shelf<Published>& published() {
        return m_published.readOnce([this](Published& value, std::vector<Error>& problems) {
            keep(Published::load(m_resources), value, problems);
        });
    }
    const Shelf<std::vector<AccuracyClaim>>& claims() {
        return m_claims.readOnce([this](std::vector<AccuracyClaim>& value, std::vector<Error>& problems) {
            keep(accuracyClaims(m_resources), value, problems);
        });
    }

    [[nodiscard]] const sass::MachineCodes& machineCodes() const { return m_machineCodes; }
    [[nodiscard]] const sass::MachinePlans& machinePlans() const { return m_machinePlans; }

private:
    std::string m_resources;
    sass::MachineCodes m_machineCodes;
    sass::MachinePlans m_machinePlans{m_machineCodes};
    Shelf<Catalogue> m_catalogue;
    Shelf<GpuPresets> m_gpus;
    Shelf<Recordings> m_recordings;
    Shelf<RecordedAccuracies> m_accuracies;
    Shelf<Published> m_published;
    Shelf<std::vector<AccuracyClaim>> m_claims;
};

Library::Library(std::string resources) : m_parts(std::make_unique<Parts>(std::move(resources))) {}

Library::~Library() = default;

const Catalogue& Library::catalogue() const { return m_parts->catalogue().value(); }

const GpuPresets& Library::gpus() const { return m_parts->gpus().value(); }

const Recordings& Library::recordings() const { return m_parts->recordings().value(); }

const RecordedAccuracies& Library::accuracies() const { return m_parts->accuracies().value(); }

const Published& Library::published() const { return m_parts->published().value(); }

const std::vector<AccuracyClaim>& Library::claims() const { return m_parts->claims().value(); }

const sass::MachineCodes& Library::machineCodes() const { return m_parts->machineCodes(); }

const sass::MachinePlans& Library::machinePlans() const { return m_parts->machinePlans(); }

const std::vector<Error>& Library::problems(LibraryPart part) const {
    switch (part) {
        case LibraryPart::Catalogue: return m_parts->catalogue().problems();
        case LibraryPart::Gpus: return m_parts->gpus().problems();
        case LibraryPart::Recordings: return m_parts->recordings().problems();
        case LibraryPart::Accuracy: return m_parts->accuracies().problems();
        case LibraryPart::Published: return m_parts->published().problems();
        case LibraryPart::Claims: break;
    }
    return m_parts->claims().problems();
}

Result<void> Library::whole(LibraryPart part) const {
    const std::vector<Error>& why = problems(part);
    if (!why.empty()) return fail(why.front());
    return {};
}

Result<std::shared_ptr<const Library>> openLibrary(const std::string& resources,
                                                   std::initializer_list<LibraryPart> whole) {
    auto library = std::make_shared<const Library>(resources);
    for (const LibraryPart part : whole)
        if (const Result<void> read = library->whole(part); !read) return fail(read.error());
    return library;
}

Result<std::shared_ptr<const Library>> openLibrary(std::initializer_list<LibraryPart> whole) {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    return openLibrary(*resources, whole);
}

}  // namespace lanescope
