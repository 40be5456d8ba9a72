// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/json_reader.h"
#include "core/base/words.h"
#include "core/session/archive.h"
#include "core/session/session_parts.h"
#include "core/story/story_json.h"

namespace lanescope::session {
namespace {

/// Two hundred choices of five sides each are some 100 KB.
constexpr JsonLimits kMainLimits{.bytes = std::uint64_t{16} << 20, .values = 500'000, .depth = 16};
constexpr std::size_t kMostMarks = 1000;
constexpr std::size_t kMostWhatIf = 100;
constexpr std::size_t kLongestName = 200;
constexpr std::string_view kBaseline = "baseline";

std::string textIn(const JsonReader& reader, std::string_view key) {
    return reader.has(key) ? reader.text(key) : std::string();
}

bool flagIn(const JsonReader& reader, std::string_view key) { return reader.has(key) && reader.boolean(key); }

/// A number from 0 below `end`.
std::size_t indexIn(const JsonReader& reader, std::string_view key, std::size_t end) {
    const std::int64_t value = reader.integer(key);
    if (value >= 0 && static_cast<std::uint64_t>(value) < end) return static_cast<std::size_t>(value);
    reader.reject(inWords(Message("session.index"_id, {{"end", end}})), key);
    return 0;
}

std::vector<JsonReader> listIn(const JsonReader& reader, std::string_view key, std::size_t most) {
    if (!reader.has(key)) return {};
    std::vector<JsonReader> all = reader.list(key);
    if (all.size() <= most) return all;
    reader.reject(inWords(Message("session.many"_id, {{"given", all.size()}, {"most", most}})), key);
    return {};
}

std::vector<std::pair<std::string, JsonReader>> membersIn(const JsonReader& reader, std::string_view key,
                                                          std::size_t most) {
    std::vector<std::pair<std::string, JsonReader>> all = reader.object(key).members();
    if (all.size() <= most) return all;
    reader.reject(inWords(Message("session.many"_id, {{"given", all.size()}, {"most", most}})), key);
    return {};
}

/// A baseline has none of its own: of what is nested deeper nothing is read.
Choice readChoice(const JsonReader& reader, bool ofBaseline = false) {
    reader.allowOnly(
        {"algorithm", "parameters", "launch", "block", "scheduling", "gpu", "beside", "what_if", "machine", kBaseline});
    Choice choice;
    choice.configuration = story::readConfiguration(reader);
    choice.machine = textIn(reader, "machine");
    if (reader.has(kBaseline) && ofBaseline)
        reader.reject(textOf("session.nested"_id), kBaseline);
    else if (reader.has(kBaseline))
        choice.baseline.push_back(readChoice(reader.object(kBaseline), true));
    if (!reader.has("what_if")) return choice;
    for (const auto& [id, value] : membersIn(reader, "what_if", kMostWhatIf))
        choice.whatIf.emplace(id, value.asNumber());
    return choice;
}

View readView(const JsonReader& reader) {
    reader.allowOnly({"page", "position", "until", "zoom", "spotlight", "marks", "looks"});
    View view;
    view.page = reader.text("page");
    if (reader.has("position")) view.position = story::readPosition(reader.object("position"));
    if (reader.has("until")) view.until = story::readPosition(reader.object("until"));
    if (reader.has("zoom")) view.zoom = story::readZoom(reader.object("zoom"));
    if (reader.has("spotlight")) view.spotlight = story::readSpotlight(reader.object("spotlight"));
    for (const JsonReader& mark : listIn(reader, "marks", kMostMarks)) view.marks.push_back(story::readMark(mark));
    if (!reader.has("looks")) return view;
    for (const auto& [page, look] : membersIn(reader, "looks", View::kMostLooks))
        for (const auto& [name, value] : membersIn(reader.object("looks"), page, View::kMostLooks))
            view.looks[page][name] = value.asText();
    return view;
}

/// A name alone, which leads nowhere.
std::string nameIn(const JsonReader& reader, std::string_view key) {
    std::string name = reader.text(key);
    const bool leads = name.find('/') != std::string::npos || name.find('\\') != std::string::npos;
    if (leads || name.size() > kLongestName) reader.reject(textOf("session.path"_id), key);
    return name;
}

/// Digits and dots, as versions of this program are; nothing else of a newer file is repeated.
std::string neededProgram(const JsonReader& reader) {
    constexpr std::size_t kLongest = 16;
    if (!reader.has("needs")) return {};
    const std::string needs = reader.text("needs");
    const bool sane = !reader.failed() && needs.size() <= kLongest &&
                      std::ranges::all_of(needs, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
    return sane ? needs : std::string();
}

/// Is it a session, and one that this program can read?
Result<void> checkKind(const JsonReader& reader, const std::string& file) {
    const std::string format = reader.isObject() ? textIn(reader, "format") : std::string();
    if (reader.failed()) return fail(reader.error());
    if (format != kFormat) {
        reader.reject(textOf("session.no_session"_id));
        return fail(reader.error());
    }
    const std::int64_t version = reader.integer("version");
    if (reader.failed()) return fail(reader.error());
    if (version >= 1 && version <= Session::kVersion) return {};
    // Before anything else: a newer version may well have other fields.
    const std::string needs = neededProgram(reader);
    const std::string said = needs.empty()
                                 ? std::to_string(version)
                                 : inWords(Message("session.needs"_id, {{"version", version}, {"needs", needs}}));
    return fail(ErrorCode::UnsupportedVersion,
                {{"file", file}, {"version", said}, {"supported", std::to_string(Session::kVersion)}});
}

}  // namespace

Result<MainPart> readMain(ByteSource& source, const std::string& file) {
    const Result<JsonReader> parsed = JsonReader::parse(source, file, kMainLimits);
    if (!parsed) return fail(parsed.error());
    const JsonReader& reader = *parsed;
    if (const Result<void> kind = checkKind(reader, file); !kind) return fail(kind.error());
    reader.allowOnly({"format", "version", "needs", "program", "saved", "choices", "at", "view", kBaseline, "bookmark",
                      "measured", "story", "gpu", "kernels"});
    MainPart main;
    Session& session = main.session;
    session.program = textIn(reader, "program");
    session.saved = textIn(reader, "saved");
    for (const JsonReader& choice : listIn(reader, "choices", Session::kMostChoices)) {
        if (reader.failed()) break;
        session.choices.push_back(readChoice(choice));
    }
    session.at = indexIn(reader, "at", std::max<std::size_t>(1, session.choices.size()));
    session.view = readView(reader.object("view"));
    if (reader.has(kBaseline)) session.baseline = readChoice(reader.object(kBaseline), true);
    if (reader.has("bookmark")) session.bookmark = indexIn(reader, "bookmark", story::Story::kMostBookmarks);
    main.measured = flagIn(reader, "measured");
    main.story = flagIn(reader, "story");
    main.gpu = flagIn(reader, "gpu");
    for (const JsonReader& kernel : listIn(reader, "kernels", Session::kMostKernels)) {
        kernel.allowOnly({"module", "source"});
        KernelText& text = session.kernels.emplace_back();
        text.module = nameIn(kernel, "module");
        text.sourceName = nameIn(kernel, "source");
    }
    if (reader.failed()) return fail(reader.error());
    return main;
}

}  // namespace lanescope::session
