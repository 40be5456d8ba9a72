// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/json_reader.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/story/story_file.h"
#include "core/story/story_json.h"
#include "core/story/story_names.h"

namespace lanescope::story {
namespace {

constexpr std::string_view kFormat = "lanescope-story";
constexpr std::string_view kBookmarks = "bookmarks";
constexpr std::string_view kBaseline = "baseline";
/// Drawn by hand; a line of so many points is finer than any screen.
constexpr std::size_t kMostPoints = 10'000;
constexpr std::size_t kMostSides = 5;
constexpr std::size_t kMostValues = 24;
constexpr std::size_t kMostOptions = 9;
constexpr double kMostSeconds = 3600;

/// No two ids in JSON are the same text (JsonReader), so that nothing is lost here.
Parameters readParameters(const JsonReader& reader, std::string_view key) {
    Parameters parameters;
    if (!reader.has(key)) return parameters;
    for (const auto& [name, value] : reader.object(key).members()) parameters.add(name, value.asWord());
    return parameters;
}

std::string readText(const JsonReader& reader, std::string_view key) {
    return reader.has(key) ? reader.text(key) : std::string();
}

std::uint64_t readWhole(const JsonReader& reader, std::uint64_t most = std::numeric_limits<std::int64_t>::max()) {
    const std::int64_t value = reader.asInteger();
    if (value >= 0 && static_cast<std::uint64_t>(value) <= most) return static_cast<std::uint64_t>(value);
    reader.reject(inWords(Message("story.whole_from_0"_id, {{"most", most}})));
    return 0;
}

/// Whole, from 0; `usual` where there is none.
template <typename Whole>
Whole readWhole(const JsonReader& reader, std::string_view key, Whole usual) {
    constexpr auto kMost =
        std::min<std::uint64_t>(std::numeric_limits<Whole>::max(), std::numeric_limits<std::int64_t>::max());
    return reader.has(key) ? static_cast<Whole>(readWhole(reader.member(key), kMost)) : usual;
}

double readWithin(const JsonReader& reader, double least, double most) {
    const double value = reader.asNumber();
    if (value >= least && value <= most) return value;
    reader.reject(
        inWords(Message("story.within"_id, {{"least", numbers::exact(least)}, {"most", numbers::exact(most)}})));
    return least;
}

double readWithin(const JsonReader& reader, std::string_view key, double usual, double least, double most) {
    return reader.has(key) ? readWithin(reader.member(key), least, most) : usual;
}

template <typename Value, std::size_t N>
Value readNamed(const JsonReader& reader, std::string_view key, const std::array<Named<Value>, N>& names) {
    const std::string given = reader.text(key);
    std::vector<Message> known;
    for (const auto& [name, value] : names) {
        if (name == given) return value;
        known.push_back(Message::plain(name));
    }
    reader.reject(inWords(Message("story.none_of"_id, {{"given", given}, {"known", Join::Or, std::move(known)}})), key);
    return names.front().second;
}

Dim3 readBlock(const JsonReader& reader) {
    const std::vector<JsonReader> parts = reader.asList();
    if (parts.size() != 3) {
        reader.reject(textOf("story.block"_id));
        return {0, 0, 0};
    }
    const auto part = [&](std::size_t i) {
        return static_cast<std::uint32_t>(readWhole(parts[i], std::numeric_limits<std::uint32_t>::max()));
    };
    return {part(0), part(1), part(2)};
}

}  // namespace

Configuration readConfiguration(const JsonReader& reader) {
    Configuration configuration;
    configuration.algorithm = reader.text("algorithm");
    configuration.parameters = readParameters(reader, "parameters");
    configuration.launch = readWhole(reader, "launch", std::size_t{0});
    if (reader.has("block")) configuration.block = readBlock(reader.member("block"));
    if (reader.has("scheduling")) configuration.scheduling = readNamed(reader, "scheduling", kSchedulingNames);
    configuration.gpu = readText(reader, "gpu");
    if (!reader.has("beside")) return configuration;
    const std::vector<JsonReader> sides = reader.list("beside");
    if (sides.size() > kMostSides)
        reader.reject(inWords(Message("story.many_sides"_id, {{"most", kMostSides}, {"given", sides.size()}})),
                      "beside");
    for (const JsonReader& side : sides) {
        side.allowOnly({"algorithm", "parameters"});
        configuration.beside.push_back({side.text("algorithm"), readParameters(side, "parameters")});
    }
    return configuration;
}

Position readPosition(const JsonReader& reader) {
    reader.allowOnly({"phase", "round", "nth", "stop_in_phase", "share", "stop", "event", "clock"});
    Position position;
    if (reader.has("phase")) {
        position.part = Position::Part{readNamed(reader, "phase", kPhaseNames), readWhole(reader, "round", 0U),
                                       std::max(1U, readWhole(reader, "nth", 1U))};
        position.stopInPart = readWhole(reader, "stop_in_phase", std::uint64_t{0});
    }
    if (reader.has("clock")) position.clock = readWhole(reader, "clock", std::uint64_t{0});
    if (!position.part && !position.clock) position.share = readWithin(reader, "share", 0, 0, 1);
    position.stop = readWhole(reader, "stop", std::uint64_t{0});
    position.event = readWhole(reader, "event", std::uint64_t{0});
    return position;
}

Zoom readZoom(const JsonReader& reader) {
    reader.allowOnly({"factor", "x", "y"});
    return {readWithin(reader, "factor", 1, 0.01, 1000), readWithin(reader, "x", 0.5, 0, 1),
            readWithin(reader, "y", 0.5, 0, 1)};
}

Spotlight readSpotlight(const JsonReader& reader) {
    reader.allowOnly({"kind", "warp", "lane", "array", "row", "column", "rows", "columns"});
    Spotlight spotlight;
    spotlight.kind = readNamed(reader, "kind", kSpotlightNames);
    if (spotlight.kind == Spotlight::Kind::Thread || spotlight.kind == Spotlight::Kind::Warp) {
        spotlight.warp = readWhole(reader, "warp", 0U);
        if (spotlight.kind == Spotlight::Kind::Thread && reader.has("lane"))
            spotlight.lane = static_cast<std::uint32_t>(readWhole(reader.member("lane"), 31));
        return spotlight;
    }
    spotlight.array = reader.text("array");
    spotlight.row = readWhole(reader, "row", std::uint64_t{0});
    spotlight.column = readWhole(reader, "column", std::uint64_t{0});
    if (spotlight.kind == Spotlight::Kind::Tile) {
        spotlight.rows = readWhole(reader, "rows", std::uint64_t{1});
        spotlight.columns = readWhole(reader, "columns", std::uint64_t{1});
    }
    return spotlight;
}

Mark readMark(const JsonReader& reader) {
    reader.allowOnly({"kind", "points"});
    Mark mark;
    mark.kind = readNamed(reader, "kind", kMarkNames);
    const std::vector<JsonReader> points = reader.list("points");
    if (points.size() < 2 || points.size() > kMostPoints)
        reader.reject(inWords(Message("story.points"_id, {{"most", kMostPoints}})), "points");
    for (const JsonReader& point : points) {
        const std::vector<JsonReader> parts = point.asList();
        if (parts.size() != 2) point.reject(textOf("story.point"_id));
        if (reader.failed()) break;
        mark.points.push_back({readWithin(parts[0], -1, 2), readWithin(parts[1], -1, 2)});
    }
    return mark;
}

namespace {

WrittenNumber readNumber(const JsonReader& reader) {
    reader.allowOnly({"value", "unit", "origin"});
    return {reader.number("value"), readText(reader, "unit"), readText(reader, "origin")};
}

void readSlider(const JsonReader& reader, Question& question) {
    question.answer = reader.text("answer");
    question.from = reader.number("from");
    question.to = reader.number("to");
    question.step = reader.has("step") ? reader.number("step") : 1;
    question.logarithmic = reader.has("logarithmic") && reader.boolean("logarithmic");
    if (question.from >= question.to) reader.reject(textOf("story.slider_ends"_id), "to");
    if (question.step <= 0) reader.reject(textOf("story.slider_step"_id), "step");
    if (question.logarithmic && question.from <= 0) reader.reject(textOf("story.slider_logarithmic"_id), "from");
}

/// Only what needs no run: a curve is of many configurations, and nobody waits for all of them.
bool needsNoRun(const std::string& reference) {
    return reference.starts_with("measured") || reference.starts_with("published.");
}

void readCurve(const JsonReader& reader, Question& question) {
    readSlider(reader, question);
    question.over = reader.text("over");
    if (!needsNoRun(question.answer)) reader.reject(textOf("story.curve_answer"_id), "answer");
    for (const JsonReader& value : reader.list("values")) question.values.push_back(value.asWord());
    if (question.values.size() < 2 || question.values.size() > kMostValues)
        reader.reject(inWords(Message("story.curve_values"_id, {{"most", kMostValues}})), "values");
}

void readChoice(const JsonReader& reader, Question& question) {
    question.rule = readNamed(reader, "right", kRuleNames);
    if (question.rule == Question::Rule::Nearest) question.answer = reader.text("answer");
    const std::vector<JsonReader> options = reader.list("options");
    if (options.size() < 2 || options.size() > kMostOptions)
        reader.reject(inWords(Message("story.options"_id, {{"most", kMostOptions}})), "options");
    for (const JsonReader& option : options) {
        option.allowOnly({"text", "number"});
        question.options.push_back({option.text("text"), option.member("number").asWord()});
    }
}

Question readQuestion(const JsonReader& reader) {
    reader.allowOnly(
        {"kind", "text", "answer", "from", "to", "step", "logarithmic", "options", "right", "over", "values"});
    Question question;
    question.kind = readNamed(reader, "kind", kQuestionNames);
    question.text = reader.text("text");
    switch (question.kind) {
        case Question::Kind::Slider: readSlider(reader, question); break;
        case Question::Kind::Choice: readChoice(reader, question); break;
        case Question::Kind::Curve: readCurve(reader, question); break;
        case Question::Kind::Threads:
        case Question::Kind::Blocks: question.drawn = readNamed(reader, "right", kDrawnNames); break;
    }
    if (question.kind == Question::Kind::Blocks && question.drawn == Question::Drawn::Active)
        reader.reject(textOf("story.blocks_active"_id), "right");
    return question;
}

Bookmark readBookmark(const JsonReader& reader) {
    reader.allowOnly({"caption", "algorithm", "parameters", "launch", "block", "scheduling", "gpu", "beside", "view",
                      "position", "until", "zoom", "spotlight", "marks", "note", "numbers", "question", "seconds",
                      kBaseline});
    Bookmark bookmark;
    bookmark.caption = reader.text("caption");
    bookmark.configuration = readConfiguration(reader);
    if (reader.has("view")) bookmark.view = reader.text("view");
    if (reader.has("position")) bookmark.position = readPosition(reader.object("position"));
    if (reader.has("until")) bookmark.until = readPosition(reader.object("until"));
    if (reader.has("zoom")) bookmark.zoom = readZoom(reader.object("zoom"));
    if (reader.has("spotlight")) bookmark.spotlight = readSpotlight(reader.object("spotlight"));
    if (reader.has("marks"))
        for (const JsonReader& mark : reader.list("marks")) bookmark.marks.push_back(readMark(mark));
    bookmark.note = readText(reader, "note");
    if (reader.has("numbers"))
        for (const auto& [reference, number] : reader.object("numbers").members())
            bookmark.numbers.emplace(reference, readNumber(number));
    if (reader.has("question")) bookmark.question = readQuestion(reader.object("question"));
    bookmark.seconds = readWithin(reader, "seconds", 0, 0, kMostSeconds);
    if (reader.has(kBaseline)) {
        const JsonReader baseline = reader.object(kBaseline);
        baseline.allowOnly({"algorithm", "parameters", "launch", "block", "scheduling", "gpu"});
        bookmark.baseline = readConfiguration(baseline);
    }
    return bookmark;
}

/// People count bookmarks from 1, and do not read "bookmarks[2].caption".
Error inPlace(Error error) {
    const auto place = error.arguments.find("place");
    if (error.code != ErrorCode::MalformedFile || place == error.arguments.end()) return error;
    const std::string& path = place->second;
    if (!path.starts_with("bookmarks[")) return error;
    const std::size_t close = path.find(']');
    std::size_t index = 0;
    const char* begin = path.data() + kBookmarks.size() + 1;
    if (close == std::string::npos || std::from_chars(begin, path.data() + close, index).ec != std::errc())
        return error;
    const std::string rest = close + 2 < path.size() ? path.substr(close + 2) : std::string();
    const auto number = static_cast<std::uint64_t>(index + 1);
    place->second = rest.empty() ? inWords(Message("story.bookmark"_id, {{"number", number}}))
                                 : inWords(Message("story.bookmark_place"_id, {{"number", number}, {"place", rest}}));
    return error;
}

/// Is it a story, and one that this program can read?
Result<void> checkKind(const JsonReader& reader, const std::string& file) {
    const std::string format = reader.isObject() ? readText(reader, "format") : std::string();
    if (reader.failed()) return fail(reader.error());
    if (format != kFormat) {
        reader.reject(format.empty() ? textOf("story.no_story"_id)
                                     : inWords(Message("story.other_file"_id, {{"format", format}})));
        return fail(reader.error());
    }
    const std::int64_t version = reader.integer("version");
    if (reader.failed()) return fail(reader.error());
    // Before anything else: a newer version may well have other fields.
    if (version < 1 || version > Story::kVersion)
        return fail(
            ErrorCode::UnsupportedVersion,
            {{"file", file}, {"version", std::to_string(version)}, {"supported", std::to_string(Story::kVersion)}});
    return {};
}

Result<Story> readStory(const JsonReader& reader) {
    reader.allowOnly({"format", "version", "title", "about", "author", kBookmarks});
    Story story;
    story.title = reader.text("title");
    story.about = readText(reader, "about");
    story.author = readText(reader, "author");
    const std::vector<JsonReader> bookmarks = reader.list(kBookmarks);
    if (bookmarks.size() > Story::kMostBookmarks)
        reader.reject(
            inWords(Message("story.many_bookmarks"_id, {{"given", bookmarks.size()}, {"most", Story::kMostBookmarks}})),
            kBookmarks);
    for (const JsonReader& bookmark : bookmarks) {
        if (reader.failed()) break;
        story.bookmarks.push_back(readBookmark(bookmark));
    }
    if (reader.failed()) return fail(inPlace(reader.error()));
    return story;
}

}  // namespace

Result<Story> storyFrom(ByteSource& source, const std::string& file) {
    const Result<JsonReader> reader = JsonReader::parse(source, file, {.bytes = std::uint64_t{16} << 20});
    if (!reader) return fail(reader.error());
    if (const Result<void> kind = checkKind(*reader, file); !kind) return fail(kind.error());
    return readStory(*reader);
}

Result<Story> storyFromJson(std::string_view json, const std::string& file) {
    TextSource source(json);
    return storyFrom(source, file);
}

Result<Story> storyInFile(const std::string& path) {
    Result<FileReader> file = FileReader::open(path);
    if (!file) return fail(file.error());
    return storyFrom(*file, path);
}

}  // namespace lanescope::story
