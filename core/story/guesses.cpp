// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/guesses.h"

#include <algorithm>
#include <filesystem>

#include "core/base/folder_files.h"
#include "core/base/json_reader.h"
#include "core/base/name_list.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/base/words.h"

namespace lanescope::story {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostOfName = 60;         // bytes
constexpr std::size_t kMostPlaces = 65'536;     // threads or blocks that one guess marks
constexpr std::uint64_t kMostOfFile = 1 << 16;  // bytes; a guess is a few words
constexpr WholeRange kPlaces{0, 1'000'000};

/// "0-5, 12" in numbers; nothing if it is something else.
std::optional<std::vector<std::uint32_t>> placesOf(const std::string& words) {
    std::vector<std::uint32_t> places;
    for (std::size_t from = 0; from <= words.size();) {
        const std::size_t end = std::min(words.find(',', from), words.size());
        std::string part = words.substr(from, end - from);
        std::erase(part, ' ');
        from = end + 1;
        if (part.empty()) continue;
        const std::size_t dash = part.find('-', 1);
        const auto first = wholeNumberFromText(part.substr(0, dash), kPlaces);
        const auto last = dash == std::string::npos ? first : wholeNumberFromText(part.substr(dash + 1), kPlaces);
        if (!first || !last || *last < *first ||
            places.size() + static_cast<std::size_t>(*last - *first) >= kMostPlaces)
            return std::nullopt;
        for (std::int64_t place = *first; place <= *last; ++place) places.push_back(static_cast<std::uint32_t>(place));
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

/// "B", "b" or "2".
std::optional<std::size_t> optionOf(const std::string& word, std::size_t options) {
    if (word.size() == 1 && word[0] >= '1' && word[0] <= '9') return static_cast<std::size_t>(word[0] - '1');
    if (word.size() != 1) return std::nullopt;
    const char letter = static_cast<char>(word[0] | 0x20);  // in lower case
    const auto option = static_cast<std::size_t>(letter - 'a');
    return letter >= 'a' && option < options ? std::optional(option) : std::nullopt;
}

Guess readGuess(const JsonReader& reader, const Question& question) {
    Guess guess;
    switch (question.kind) {
        case Question::Kind::Slider: guess.number = reader.asNumber(); break;
        case Question::Kind::Choice: {
            const auto option = optionOf(reader.asWord(), question.options.size());
            if (!option || *option >= question.options.size()) reader.reject(textOf("story.guess.no_option"_id));
            guess.option = option.value_or(0);
            break;
        }
        case Question::Kind::Curve:
            for (const JsonReader& value : reader.asList()) guess.curve.push_back(value.asNumber());
            if (guess.curve.size() != question.values.size())
                reader.reject(inWords(Message("story.guess.no_curve"_id, {{"count", question.values.size()}})));
            break;
        case Question::Kind::Threads:
        case Question::Kind::Blocks: {
            const auto places = placesOf(reader.asWord());
            if (!places) reader.reject(textOf("story.guess.no_places"_id));
            guess.drawn = places.value_or(std::vector<std::uint32_t>());
            break;
        }
    }
    return guess;
}

}  // namespace

std::vector<Guess> GuessesOfRoom::at(std::size_t bookmark) const {
    std::vector<Guess> all;
    for (const GuessFile& file : files)
        if (const auto guess = file.guesses.find(bookmark); guess != file.guesses.end()) all.push_back(guess->second);
    return all;
}

Result<GuessFile> guessesFromJson(std::string_view json, const std::string& file, const Story& story) {
    const Result<JsonReader> reader = JsonReader::parse(json, file, kSmallFile);
    if (!reader) return fail(reader.error());
    if (reader->text("format") != "lanescope-guesses") reader->reject(textOf("story.guess.no_guesses"_id), "format");
    const std::int64_t version = reader->integer("version");
    if (reader->failed()) return fail(reader->error());
    if (version != kVersion)
        return fail(ErrorCode::UnsupportedVersion,
                    {{"file", file}, {"version", std::to_string(version)}, {"supported", std::to_string(kVersion)}});
    reader->allowOnly({"format", "version", "who", "guesses"});
    GuessFile read{.name = file, .guesses = {}};
    const std::string who = reader->has("who") ? clipped(printable(reader->text("who")), kMostOfName) : file;
    for (const auto& [name, value] : reader->object("guesses").members()) {
        const auto number = wholeNumberFromText(name, {1, static_cast<std::int64_t>(story.bookmarks.size())});
        const Question* question = nullptr;
        if (number)
            if (const Bookmark& bookmark = story.bookmarks[static_cast<std::size_t>(*number - 1)]; bookmark.question)
                question = &*bookmark.question;
        if (question == nullptr) {
            value.reject(inWords(Message("story.guess.not_asked"_id, {{"bookmark", name}})));
            break;
        }
        Guess guess = readGuess(value, *question);
        guess.who = who;
        read.guesses.emplace(static_cast<std::size_t>(*number - 1), std::move(guess));
    }
    if (reader->failed()) return fail(reader->error());
    return read;
}

Result<GuessesOfRoom> readGuesses(const std::string& path, const Story& story, const JobContext& job) {
    GuessesOfRoom room;
    std::error_code unknown;
    const auto read = [&](const FolderFile& file) -> Result<void> {
        const Result<std::string> text = readFile(file.path, kMostOfFile);
        if (!text) return fail(text.error());
        Result<GuessFile> guesses = guessesFromJson(*text, file.name, story);
        if (!guesses) return fail(guesses.error());
        room.files.push_back(std::move(*guesses));
        return {};
    };
    if (!std::filesystem::is_directory(path, unknown)) {
        const Result<void> done = read({path, printable(std::filesystem::path(path).filename().string())});
        if (!done) return fail(done.error());
        return room;
    }
    const Result<FolderFiles> found = filesIn(path);
    if (!found) return fail(found.error());
    for (const FolderFile& file : found->files) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        if (const Result<void> done = read(file); !done) room.leftOut.push_back({file.name, describe(done.error())});
    }
    return room;
}

}  // namespace lanescope::story
