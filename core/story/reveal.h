// SPDX-License-Identifier: GPL-3.0-or-later
// Predict: the answer to a question, worked out of the run; how far each guess of the room lies from it, and what the
// models would have guessed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/story/numbers.h"
#include "core/story/question.h"

namespace lanescope::story {

/// What somebody, or so many of a room who showed their hands, said.
struct Guess {
    std::string who{};                   ///< empty unless a file has a name
    double number = 0;                   ///< Slider
    std::size_t option = 0;              ///< Choice: from 0
    std::vector<std::uint32_t> drawn{};  ///< Threads, Blocks: numbers, ascending, each once
    std::vector<double> curve{};         ///< Curve: one for each of its values
    std::uint64_t count = 1;             ///< hands
    friend bool operator==(const Guess&, const Guess&) = default;
};

struct Reveal {
    Question::Kind kind = Question::Kind::Choice;
    std::optional<Number> number{};  ///< Slider; Choice by Rule::Nearest: what was asked for
    struct Option {
        std::string text;
        Number number;
        bool right = false;  ///< of several that are equal all are
    };
    std::vector<Option> options{};       ///< Choice
    std::vector<Number> curve{};         ///< Curve: one for each of its values
    std::vector<std::uint32_t> drawn{};  ///< Threads, Blocks: those that are right, ascending
    std::uint64_t of = 0;                ///< Threads, Blocks: of so many
    std::string origin{};                ///< of the answer

    /// What a model says in place of what was measured. Only of questions about a time.
    struct ModelAnswer {
        std::string model;  ///< id
        std::string title{};
        std::optional<Number> number{};       ///< Slider
        std::optional<std::size_t> option{};  ///< Choice
        double distance = 0;
        bool right = false;
    };
    std::vector<ModelAnswer> models{};
};

/// The answer, or why it cannot be told.
[[nodiscard]] tl::expected<Reveal, Message> revealOf(const Question& question, const NumberSource& source);

/// How far a number is from the answer, as of a Slider.
[[nodiscard]] double distanceOfNumber(double guess, double answer, bool doublings);
/// How far a guess is from the answer. Slider: the share by which it is off, |guess − answer| / |answer| (with
/// doublings: how many, |log₂(guess / answer)|); of an answer 0 the guess itself. Choice: 0 or 1. Threads and Blocks:
/// the share that is marked wrongly, or wrongly not, of all. Curve: the median over its values of what a Slider has.
[[nodiscard]] double distanceOf(const Guess& guess, const Question& question, const Reveal& reveal);

/// The guesses of a room together.
struct Room {
    std::uint64_t hands = 0;
    std::uint64_t right = 0;  ///< distance 0; of a Slider: nearest step; of a Curve: lowest where the answer is
    double median = 0;        ///< Slider: of the guesses
    double medianDistance = 0;
    std::vector<std::uint64_t> perOption;  ///< Choice
    std::vector<double> curve;             ///< Curve: medians of the guesses
    std::vector<std::uint64_t> perPlace;   ///< Threads, Blocks: hands that marked each
    std::vector<double> distances;         ///< of each guess, in their order
};
[[nodiscard]] Room roomOf(const std::vector<Guess>& guesses, const Question& question, const Reveal& reveal);

/// What was said, and how far off that is: "16", "off by 50.0 %"; "off by 2.00×" where steps double; "right"; "6 of 32
/// threads".
[[nodiscard]] std::string wordsOf(const Guess& guess, const Question& question, const Reveal& reveal);
[[nodiscard]] std::string distanceInWords(double distance, const Question& question);

/// The answer in words: "4 096", "Padded", "6 of 32 threads: 0–5".
[[nodiscard]] std::string wordsOf(const Reveal& reveal);

}  // namespace lanescope::story
