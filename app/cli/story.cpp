// SPDX-License-Identifier: GPL-3.0-or-later
// story: runs the bookmarks of a story, and says where each stands, what its caption reads now and what has changed.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/base/file_writer.h"
#include "core/base/words.h"
#include "core/story/caption.h"
#include "core/story/guesses.h"
#include "core/story/position.h"
#include "core/story/reveal.h"
#include "core/story/story_file.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct StoryOptions {
    std::string file;
    std::string write;
    std::string guesses;
    bool names = false;
};

/// What became of one bookmark.
struct Told {
    std::string problem;  ///< it does not run; nothing else is there then
    story::ResolvedCaption caption;
    story::ResolvedCaption note;
    std::uint64_t position = 0;
    std::uint64_t size = 0;
    std::string phase;
    bool moved = false;
    std::vector<std::string> names;
    std::optional<story::Reveal> reveal;
    std::string noReveal;
    /// What the room said, if it was asked and files of guesses were given.
    struct Said {
        std::string who;
        std::string guess;
        double distance = 0;
        std::string off;
    };
    std::vector<Said> said;
    std::vector<Said> models;
    std::optional<story::Room> room;
};

std::vector<Told::Said> saidBy(const std::vector<story::Guess>& guesses, const story::Question& question,
                               const story::Reveal& reveal) {
    std::vector<Told::Said> said;
    for (const story::Guess& guess : guesses) {
        const double distance = story::distanceOf(guess, question, reveal);
        said.push_back(
            {guess.who, story::wordsOf(guess, question, reveal), distance, story::distanceInWords(distance, question)});
    }
    return said;
}

std::vector<Told::Said> saidByModels(const story::Question& question, const story::Reveal& reveal) {
    std::vector<Told::Said> said;
    for (const story::Reveal::ModelAnswer& model : reveal.models) {
        std::string words;
        if (model.number) words = story::wordsOf(*model.number);
        if (model.option) words = question.options[*model.option].text;
        said.push_back({model.title, words, model.distance, story::distanceInWords(model.distance, question)});
    }
    return said;
}

Told tell(story::Story& story, std::size_t number, const StoryOptions& options, const story::GuessesOfRoom& guesses,
          story::Runner& runner, const JobContext& job) {
    Told told;
    story::Bookmark& bookmark = story.bookmarks[number];
    const Result<story::BookmarkRun> run = runner.run(bookmark, job);
    if (!run) {
        told.problem = story::sentenceOf(run.error(), story, number, options.file);
        return told;
    }
    const story::NumberSource source(runner.library(), *run);
    told.caption = story::resolved(bookmark.caption, bookmark.numbers, source);
    told.note = story::resolved(bookmark.note, bookmark.numbers, source);
    told.position = run->position;
    told.moved = run->moved;
    if (const auto& flow = run->sides.front().flow) {
        told.size = flow->trace().size();
        if (run->position > 0) told.phase = inWords(flow::nameOf(flow->phases().partAt(run->position - 1)));
    }
    if (options.names)
        for (std::size_t side = 0; side < run->sides.size(); ++side)
            for (const std::string& name : source.names(side))
                told.names.push_back((side == 0 ? "" : std::string(1, story::letterOf(side)) + ':') + name);
    if (bookmark.question) {
        const auto reveal = story::revealOf(*bookmark.question, source);
        if (reveal) {
            told.reveal = *reveal;
            told.models = saidByModels(*bookmark.question, *reveal);
            if (const std::vector<story::Guess> room = guesses.at(number); !room.empty()) {
                told.said = saidBy(room, *bookmark.question, *reveal);
                told.room = story::roomOf(room, *bookmark.question, *reveal);
            }
        } else {
            told.noReveal = inWords(reveal.error());
        }
    }
    if (!options.write.empty()) bookmark = story::asWritten(bookmark, source);
    return told;
}

Json jsonOf(const story::ResolvedCaption& caption) {
    Json numbers = Json::array();
    for (const story::CaptionNumber& number : caption.numbers) {
        Json one{{"reference", number.reference}, {"changed", number.changed}};
        if (number.now)
            one.update({{"value", number.now->value}, {"unit", number.now->unit}, {"origin", number.now->origin}});
        else
            one["missing"] = number.missing;
        if (number.written) one["written"] = number.written->value;
        numbers.push_back(std::move(one));
    }
    return {{"text", caption.text}, {"numbers", std::move(numbers)}};
}

Json jsonOf(const std::vector<Told::Said>& all) {
    Json json = Json::array();
    for (const Told::Said& said : all)
        json.push_back({{"who", said.who}, {"guess", said.guess}, {"distance", said.distance}, {"words", said.off}});
    return json;
}

Json jsonOf(const Told& told) {
    if (!told.problem.empty()) return {{"problem", told.problem}};
    Json json{{"caption", jsonOf(told.caption)},
              {"note", jsonOf(told.note)},
              {"position", told.position},
              {"size", told.size},
              {"phase", told.phase},
              {"moved", told.moved}};
    if (!told.names.empty()) json["names"] = told.names;
    if (told.reveal) json["answer"] = story::wordsOf(*told.reveal);
    if (!told.noReveal.empty()) json["no_answer"] = told.noReveal;
    if (told.room)
        json["room"] = {{"hands", told.room->hands},
                        {"right", told.room->right},
                        {"median_distance", told.room->medianDistance},
                        {"guesses", jsonOf(told.said)},
                        {"models", jsonOf(told.models)}};
    return json;
}

void print(const story::ResolvedCaption& caption) {
    for (const story::CaptionNumber& number : caption.numbers) {
        std::cout << "     {" << number.reference << "} ";
        if (number.now)
            std::cout << story::wordsOf(*number.now) << ", " << number.now->origin << '\n';
        else
            std::cout << "? " << number.missing << '\n';
        if (number.changed)
            std::cout << "     changed: it was "
                      << story::wordsOf(story::Number{number.written->value, number.written->unit, {}}) << '\n';
    }
}

void printRoom(const Told& told) {
    std::cout << "     the room: " << told.room->hands << " guesses, " << told.room->right << " right\n";
    TextTable table({"who", "guess", "off"});
    for (const Told::Said& said : told.said) table.add({said.who, said.guess, said.off});
    for (const Told::Said& said : told.models) table.add({"model: " + said.who, said.guess, said.off});
    std::cout << table.text(7);
}

void print(const Told& told, std::size_t number) {
    std::cout << number << ". ";
    if (!told.problem.empty()) {
        std::cout << told.problem << '\n';
        return;
    }
    std::cout << told.caption.text << '\n';
    if (told.size > 0)
        std::cout << "     at " << told.position << " of " << told.size << (told.phase.empty() ? "" : ", ")
                  << told.phase << (told.moved ? "; not where it was written" : "") << '\n';
    print(told.caption);
    print(told.note);
    if (told.reveal) std::cout << "     answer: " << story::wordsOf(*told.reveal) << '\n';
    if (told.room) printRoom(told);
    if (!told.noReveal.empty()) std::cout << "     no answer: " << told.noReveal << '\n';
    for (const std::string& name : told.names) std::cout << "     " << name << '\n';
}

bool isSound(const Told& told) {
    return told.problem.empty() && !told.moved && told.noReveal.empty() && told.caption.isWhole() &&
           told.note.isWhole() && !told.caption.isChanged() && !told.note.isChanged();
}

Result<void> runStory(const StoryOptions& options, Session& session) {
    Result<story::Story> story = story::storyInFile(options.file);
    if (!story) return fail(story.error());
    if (!options.write.empty())
        if (const Result<void> writable = checkWritable(options.write); !writable) return fail(writable.error());
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    story::GuessesOfRoom guesses;
    if (!options.guesses.empty()) {
        Result<story::GuessesOfRoom> read = story::readGuesses(options.guesses, *story, {});
        if (!read) return fail(read.error());
        guesses = std::move(*read);
    }
    story::Runner runner(**library);
    const Progress progress("running");
    std::vector<Told> all;
    for (std::size_t i = 0; i < story->bookmarks.size(); ++i)
        all.push_back(tell(*story, i, options, guesses, runner, progress.job()));
    progress.clear();
    if (session.json) {
        Json json{{"title", story->title}, {"bookmarks", Json::array()}};
        for (const Told& told : all) json["bookmarks"].push_back(jsonOf(told));
        for (const auto& left : guesses.leftOut) json["left_out"].push_back({{"file", left.name}, {"why", left.why}});
        std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    } else {
        std::cout << story->title << '\n';
        for (std::size_t i = 0; i < all.size(); ++i) print(all[i], i + 1);
        for (const auto& left : guesses.leftOut) std::cout << "left out: " << left.why << '\n';
    }
    for (const Told& told : all)
        if (!isSound(told)) session.outcome = ExitCode::Failed;
    if (options.write.empty()) return {};
    session.outcome = ExitCode::Ok;
    return writeFile(options.write, story::toJson(*story));
}

}  // namespace

void addStory(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("story", "Run a story's bookmarks and hold its numbers against the runs");
    auto options = std::make_shared<StoryOptions>();
    verb->add_option("file", options->file, "The story")->required();
    verb->add_option("--write", options->write,
                     "Write it here with the numbers and positions as they are now (may be the same file)");
    verb->add_option(
        "--guesses", options->guesses,
        "Guesses that students hand in: a file, or a folder of such; each with its distance from the answer");
    verb->add_flag("--names", options->names, "Say which numbers each bookmark's caption could hold");
    verb->footer("Exit codes: 0 all is as written, 1 something is missing or has changed.");
    verb->callback(
        [&session, options] { session.action = [&session, options] { return runStory(*options, session); }; });
}

}  // namespace lanescope::cli
