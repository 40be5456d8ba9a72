// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "app/cli/journal_reader.h"
#include "core/base/resources.h"
#include "core/gpus/gpu_spec.h"
#include "core/session/session_file.h"
#include "core/session/session_parts.h"
#include "core/story/guesses.h"
#include "core/story/story_file.h"
#include "core/study/recording_set.h"
#include "core/study/study_file.h"
#include "core/worker/codec.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

const std::string kFile = "fuzz.json";

/// Ends the program so that the fuzzer keeps the input.
void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "a reader broke its word: %s\n", what);
    std::abort();
}

/// What comes from outside is no bug of ours, and has its sentence.
void checkError(const Error& error) {
    require(error.code == ErrorCode::MalformedFile || error.code == ErrorCode::UnsupportedVersion,
            "it is the file's error");
    require(!describe(error).empty(), "an error has a sentence");
}

/// A story that asks one question of each kind.
story::Story askingStory() {
    using story::Question;
    story::Story story;
    for (const auto kind : {Question::Kind::Slider, Question::Kind::Choice, Question::Kind::Curve,
                            Question::Kind::Threads, Question::Kind::Blocks}) {
        story::Bookmark bookmark;
        bookmark.question =
            Question{.kind = kind, .text = "?", .options = {{"one"}, {"two"}, {"three"}}, .values = {"8", "16", "32"}};
        story.bookmarks.push_back(std::move(bookmark));
    }
    story.bookmarks.emplace_back();  // and one that asks nothing
    return story;
}

void checkEntry(const StudyEntry& entry) {
    require(entry.measurement.has_value(), "a result has a measurement");
    const std::string text = toJson(*entry.measurement);
    const Result<Measurement> again = measurementFromJson(text, kFile);
    require(again && toJson(*again) == text, "a measurement that was read is written and read alike");
}

}  // namespace

void fuzzStudy(std::string_view text) {
    TextSource source(text);
    const Result<Study> study = studyFrom(source, kFile);
    if (!study) return checkError(study.error());
    const std::string written = toJson(*study);
    const Result<Study> again = studyFromJson(written, kFile);
    require(again && toJson(*again) == written, "a study that was read is written and read alike");
}

void fuzzAnswer(std::string_view text) {
    const Result<worker::Answer> answer = worker::readAnswer(text);
    if (!answer) {
        require(answer.error().code == ErrorCode::WorkerProtocol, "what is no answer is nonsense");
        return;
    }
    const std::string written = worker::write(*answer);
    const Result<worker::Answer> again = worker::readAnswer(written);
    require(again && worker::write(*again) == written, "an answer that was read is written and read alike");
    if (const auto* failure = std::get_if<worker::Failure>(&answer->event)) (void)describe(failure->error);
    if (const auto* progress = std::get_if<worker::Progress>(&answer->event))
        require(progress->fraction >= 0 && progress->fraction <= 1, "a fraction is one");
}

void fuzzRequest(std::string_view text) {
    const auto request = worker::readRequest(text);
    if (!request) {
        require(request.error().error.code == ErrorCode::WorkerProtocol, "what is no request is nonsense");
        return require(!request.error().error.arguments.at("reason").empty(), "a refusal has a reason");
    }
    if (const auto* measure = std::get_if<worker::Measure>(&request->verb))
        require(measure->choice.hangLimit > 0 && measure->choice.timeLimit >= 0, "times are times");
    const std::string written = worker::write(*request);
    const auto again = worker::readRequest(written);
    require(again && worker::write(*again) == written, "a request that was read is written and read alike");
}

void fuzzJournal(std::string_view text) {
    const auto content = cli::readJournal(text, kFile);
    if (!content) return checkError(content.error());
    for (const StudyEntry& entry : content->measured) checkEntry(entry);
}

void fuzzGpu(std::string_view text) {
    const Result<GpuSpec> gpu = parseGpuSpec(text, kFile);
    if (!gpu) return checkError(gpu.error());
    const Result<GpuSpec> again = parseGpuSpec(toJson(*gpu), kFile);
    require(again && toJson(*again) == toJson(*gpu), "a GPU that was read is written and read alike");
}

void fuzzSet(std::string_view text) {
    static const Result<Catalogue> catalogue = resourceFolder().and_then(Catalogue::load);
    require(catalogue.has_value(), "the catalogue is there ($LANESCOPE_RESOURCES)");
    const Result<RecordingSet> set = recordingSetFromJson(text, kFile, *catalogue);
    if (!set) return checkError(set.error());
    for (const RecordingSet::Configuration& one : set->configurations)
        require(one.algorithm != nullptr && !one.parameters.empty(), "a configuration is one of an algorithm");
}

void fuzzStory(std::string_view text) {
    const Result<story::Story> story = story::storyFromJson(text, kFile);
    if (!story) return checkError(story.error());
    const Result<story::Story> again = story::storyFromJson(story::toJson(*story), kFile);
    require(again && *again == *story, "a story that was read is written and read alike");
}

void fuzzGuesses(std::string_view text) {
    static const story::Story story = askingStory();
    const Result<story::GuessFile> read = story::guessesFromJson(text, kFile, story);
    if (!read) return checkError(read.error());
    for (const auto& [bookmark, guess] : read->guesses) {
        require(bookmark < story.bookmarks.size() && story.bookmarks[bookmark].question, "a guess answers a question");
        const story::Question& question = *story.bookmarks[bookmark].question;
        require(guess.option < question.options.size(), "an option is one of those that there are");
        require(std::isfinite(guess.number), "a number is one");
        require(std::ranges::all_of(guess.curve, [](double value) { return std::isfinite(value); }), "so is a curve's");
        require(guess.curve.size() == (question.kind == story::Question::Kind::Curve ? question.values.size() : 0),
                "a curve has a number for each value");
        require(std::ranges::adjacent_find(guess.drawn, std::greater_equal{}) == guess.drawn.end(),
                "places are ascending, each once");
    }
}

void fuzzSession(std::string_view bytes) {
    // Damage to JSON seldom gets past the checksums of an archive: what is none is taken for the part that matters.
    if (!bytes.starts_with("PK")) {
        TextSource text(bytes);
        const Result<session::MainPart> main = session::readMain(text, kFile);
        if (!main) return checkError(main.error());
        const std::string written = session::toBytes(main->session);
        const Result<session::Session> again = session::sessionFrom(written, kFile);
        return require(again && session::toBytes(*again) == written, "a session that was read is written alike");
    }
    const Result<session::Session> session = session::sessionFrom(bytes, kFile);
    if (!session) return checkError(session.error());
    const std::string written = session::toBytes(*session);
    const Result<session::Session> again = session::sessionFrom(written, kFile);
    require(again && session::toBytes(*again) == written, "a session that was read is written and read alike");
}

}  // namespace lanescope
