// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include <set>
#include <utility>

#include "core/base/words.h"
#include "core/session/archive.h"
#include "core/session/session_parts.h"
#include "core/story/story_file.h"
#include "core/study/study_file.h"

namespace lanescope::session {
namespace {

/// PTX of the largest file of the catalogue is below 1 MB.
constexpr std::uint64_t kLongestKernel = std::uint64_t{16} << 20;
constexpr std::uint64_t kLongestGpu = std::uint64_t{1} << 20;

std::string partOf(const std::string& file, std::string_view part) {
    return inWords(Message("session.part"_id, {{"file", file}, {"part", part}}));
}

/// What an archive of this session may hold, and nothing else.
Result<void> checkNames(const Archive& archive, const MainPart& main, const std::string& file) {
    std::set<std::string, std::less<>> known{std::string(kMimePart), std::string(kMainPart)};
    if (main.measured) known.emplace(kMeasuredPart);
    if (main.story) known.emplace(kStoryPart);
    if (main.gpu) known.emplace(kGpuPart);
    for (std::size_t i = 0; i < main.session.kernels.size(); ++i) {
        known.insert(ptxPart(i));
        known.insert(sourcePart(i));
    }
    for (const std::string& name : archive.names())
        if (!known.contains(name)) return malformed(file, name, textOf("session.unknown_part"_id));
    return {};
}

Result<void> checkMime(const Archive& archive, const std::string& file) {
    if (!archive.has(kMimePart) || !archive.has(kMainPart))
        return malformed(file, textOf("session.whole"_id), textOf("session.no_session"_id));
    const Result<std::string> mime = archive.text(kMimePart, 2 * kMimeType.size());
    if (!mime) return fail(mime.error());
    if (*mime != kMimeType) return malformed(file, std::string(kMimePart), textOf("session.no_session"_id));
    return {};
}

Result<void> readMeasured(const Archive& archive, const std::string& file, Session& session) {
    const auto source = archive.source(kMeasuredPart);
    if (!source) return fail(source.error());
    Result<Study> study = studyFrom(**source, partOf(file, kMeasuredPart));
    if (!study) return fail(study.error());
    session.measured = std::move(*study);
    return {};
}

Result<void> readStory(const Archive& archive, const std::string& file, Session& session) {
    const auto source = archive.source(kStoryPart);
    if (!source) return fail(source.error());
    Result<story::Story> story = story::storyFrom(**source, partOf(file, kStoryPart));
    if (!story) return fail(story.error());
    session.story = std::move(*story);
    return {};
}

Result<void> readGpu(const Archive& archive, const std::string& file, Session& session) {
    const Result<std::string> text = archive.text(kGpuPart, kLongestGpu);
    if (!text) return fail(text.error());
    Result<GpuSpec> gpu = parseGpuSpec(*text, partOf(file, kGpuPart));
    if (!gpu) return fail(gpu.error());
    gpu->file.clear();  // it is from none of this machine
    session.gpu = std::move(*gpu);
    return {};
}

Result<void> readKernels(const Archive& archive, Session& session) {
    for (std::size_t i = 0; i < session.kernels.size(); ++i) {
        Result<std::string> ptx = archive.text(ptxPart(i), kLongestKernel);
        if (!ptx) return fail(ptx.error());
        Result<std::string> source = archive.text(sourcePart(i), kLongestKernel);
        if (!source) return fail(source.error());
        session.kernels[i].ptx = std::move(*ptx);
        session.kernels[i].source = std::move(*source);
    }
    return {};
}

}  // namespace

std::string ptxPart(std::size_t kernel) { return "kernels/" + std::to_string(kernel) + ".ptx"; }
std::string sourcePart(std::size_t kernel) { return "kernels/" + std::to_string(kernel) + ".cu"; }

std::string toBytes(const Session& session) {
    std::vector<ArchivePart> parts{{std::string(kMimePart), std::string(kMimeType), false},
                                   {std::string(kMainPart), mainJson(session)}};
    if (!session.measured.entries.empty()) parts.push_back({std::string(kMeasuredPart), toJson(session.measured)});
    if (session.story) parts.push_back({std::string(kStoryPart), story::toJson(*session.story)});
    if (session.gpu) parts.push_back({std::string(kGpuPart), toJson(*session.gpu)});
    for (std::size_t i = 0; i < session.kernels.size(); ++i) {
        parts.push_back({ptxPart(i), session.kernels[i].ptx});
        parts.push_back({sourcePart(i), session.kernels[i].source});
    }
    return zipped(parts);
}

Result<Session> sessionFrom(std::string_view bytes, const std::string& file) {
    const Result<Archive> archive = Archive::open(bytes, file);
    if (!archive) return fail(archive.error());
    if (const Result<void> ours = checkMime(*archive, file); !ours) return fail(ours.error());
    const auto source = archive->source(kMainPart);
    if (!source) return fail(source.error());
    Result<MainPart> main = readMain(**source, partOf(file, kMainPart));
    if (!main) return fail(main.error());
    if (const Result<void> names = checkNames(*archive, *main, file); !names) return fail(names.error());
    Session& session = main->session;
    if (main->measured)
        if (const Result<void> read = readMeasured(*archive, file, session); !read) return fail(read.error());
    if (main->story)
        if (const Result<void> read = readStory(*archive, file, session); !read) return fail(read.error());
    if (main->gpu)
        if (const Result<void> read = readGpu(*archive, file, session); !read) return fail(read.error());
    if (const Result<void> read = readKernels(*archive, session); !read) return fail(read.error());
    return std::move(session);
}

Result<Session> sessionInFile(const std::string& path) {
    const Result<std::string> bytes = readFile(path, kLargestFile);
    if (!bytes) return fail(bytes.error());
    return sessionFrom(*bytes, path);
}

}  // namespace lanescope::session
