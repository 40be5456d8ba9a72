// SPDX-License-Identifier: GPL-3.0-or-later
// What a room said: how far each guess is off, all together, and in words.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/story/reveal.h"

namespace lanescope::story {
namespace {

std::string rangesOf(const std::vector<std::uint32_t>& numbers) {
    std::string words;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        words += (words.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (end - i > 1) words += "–" + std::to_string(numbers[end - 1]);
        i = end;
    }
    return words;
}

std::vector<double> valuesOf(const Reveal& reveal) {
    std::vector<double> values;
    for (const Number& number : reveal.curve) values.push_back(number.value);
    return values;
}

std::size_t lowestOf(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

double distanceOfCurve(const Guess& guess, const Question& question, const Reveal& reveal) {
    std::vector<double> distances;
    for (std::size_t x = 0; x < std::min(guess.curve.size(), reveal.curve.size()); ++x)
        distances.push_back(distanceOfNumber(guess.curve[x], reveal.curve[x].value, question.logarithmic));
    if (distances.empty()) return 0;
    std::ranges::sort(distances);
    const std::size_t middle = distances.size() / 2;
    return distances.size() % 2 == 1 ? distances[middle] : (distances[middle - 1] + distances[middle]) / 2;
}

}  // namespace

double distanceOfNumber(double guess, double answer, bool doublings) {
    if (doublings && guess > 0 && answer > 0) return std::abs(std::log2(guess / answer));
    return answer == 0 ? std::abs(guess) : std::abs(guess - answer) / std::abs(answer);
}

double distanceOf(const Guess& guess, const Question& question, const Reveal& reveal) {
    switch (reveal.kind) {
        case Question::Kind::Slider:
            return reveal.number ? distanceOfNumber(guess.number, reveal.number->value, question.logarithmic) : 0;
        case Question::Kind::Choice:
            return guess.option < reveal.options.size() && reveal.options[guess.option].right ? 0 : 1;
        case Question::Kind::Curve: return distanceOfCurve(guess, question, reveal);
        case Question::Kind::Threads:
        case Question::Kind::Blocks: break;
    }
    std::vector<std::uint32_t> wrong;
    std::ranges::set_symmetric_difference(guess.drawn, reveal.drawn, std::back_inserter(wrong));
    return reveal.of == 0 ? 0 : std::min(1.0, static_cast<double>(wrong.size()) / static_cast<double>(reveal.of));
}

namespace {

/// Of values that count so often each.
double medianOf(std::vector<std::pair<double, std::uint64_t>> values, std::uint64_t hands) {
    std::ranges::sort(values);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        seen += values[i].second;
        if (2 * seen > hands) return values[i].first;
        if (2 * seen == hands && i + 1 < values.size()) return (values[i].first + values[i + 1].first) / 2;
    }
    return values.empty() ? 0 : values.back().first;
}

/// A slider moves in steps, so that nobody can say the answer better than the step next to it.
bool isRight(const Guess& guess, const Question& question, const Reveal& reveal, double distance) {
    if (reveal.kind == Question::Kind::Curve)
        return !guess.curve.empty() && lowestOf(guess.curve) == lowestOf(valuesOf(reveal));
    if (reveal.kind != Question::Kind::Slider || !reveal.number) return distance == 0;
    if (question.logarithmic) return distance < 0.5;
    return std::abs(guess.number - reveal.number->value) <= question.step / 2;
}

}  // namespace

Room roomOf(const std::vector<Guess>& guesses, const Question& question, const Reveal& reveal) {
    Room room;
    room.perOption.resize(reveal.options.size());
    if (reveal.kind == Question::Kind::Threads || reveal.kind == Question::Kind::Blocks)
        room.perPlace.resize(reveal.of);
    std::vector<std::pair<double, std::uint64_t>> numbers;
    std::vector<std::pair<double, std::uint64_t>> distances;
    for (const Guess& guess : guesses) {
        const double distance = distanceOf(guess, question, reveal);
        room.distances.push_back(distance);
        room.hands += guess.count;
        if (isRight(guess, question, reveal, distance)) room.right += guess.count;
        numbers.emplace_back(guess.number, guess.count);
        distances.emplace_back(distance, guess.count);
        if (guess.option < room.perOption.size()) room.perOption[guess.option] += guess.count;
        for (const std::uint32_t place : guess.drawn)
            if (place < room.perPlace.size()) room.perPlace[place] += guess.count;
    }
    for (std::size_t x = 0; x < reveal.curve.size(); ++x) {
        std::vector<std::pair<double, std::uint64_t>> drawn;
        std::uint64_t hands = 0;
        for (const Guess& guess : guesses) {
            if (x >= guess.curve.size()) continue;
            drawn.emplace_back(guess.curve[x], guess.count);
            hands += guess.count;
        }
        if (hands > 0) room.curve.push_back(medianOf(std::move(drawn), hands));
    }
    room.median = medianOf(std::move(numbers), room.hands);
    room.medianDistance = medianOf(std::move(distances), room.hands);
    return room;
}

std::string wordsOf(const Reveal& reveal) {
    switch (reveal.kind) {
        case Question::Kind::Slider: return reveal.number ? wordsOf(*reveal.number) : std::string();
        case Question::Kind::Choice: {
            std::vector<Message> right;
            for (const Reveal::Option& option : reveal.options)
                if (option.right)
                    right.push_back(
                        Message("story.answer.option"_id, {{"text", option.text}, {"number", wordsOf(option.number)}}));
            return inWords(Message::joined(Join::Or, std::move(right)));
        }
        case Question::Kind::Curve: {
            std::string all;
            for (const Number& number : reveal.curve) all += (all.empty() ? "" : ", ") + wordsOf(number);
            return all;
        }
        case Question::Kind::Threads:
        case Question::Kind::Blocks: break;
    }
    return inWords(Message("story.answer.drawn"_id,
                           {{"count", reveal.drawn.size()}, {"of", reveal.of}, {"which", rangesOf(reveal.drawn)}}));
}

std::string wordsOf(const Guess& guess, const Question& question, const Reveal& reveal) {
    const std::string unit = reveal.number          ? reveal.number->unit
                             : reveal.curve.empty() ? std::string()
                                                    : reveal.curve.front().unit;
    switch (reveal.kind) {
        case Question::Kind::Slider: return wordsOf(Number{guess.number, unit, {}});
        case Question::Kind::Choice:
            return guess.option < question.options.size() ? question.options[guess.option].text : std::string();
        case Question::Kind::Curve: {
            std::string all;
            for (const double value : guess.curve) all += (all.empty() ? "" : ", ") + wordsOf(Number{value, unit, {}});
            return all;
        }
        case Question::Kind::Threads:
        case Question::Kind::Blocks: break;
    }
    return inWords(Message("story.answer.drawn"_id,
                           {{"count", guess.drawn.size()}, {"of", reveal.of}, {"which", rangesOf(guess.drawn)}}));
}

std::string distanceInWords(double distance, const Question& question) {
    if (distance == 0) return textOf("story.guess.right"_id);
    if (question.kind == Question::Kind::Choice) return textOf("story.guess.wrong"_id);
    const bool numeric = question.kind == Question::Kind::Slider || question.kind == Question::Kind::Curve;
    if (numeric && question.logarithmic)
        return inWords(Message("story.guess.doublings"_id, {{"factor", numbers::factor(std::exp2(distance))}}));
    const Number share{std::round(distance * 1000) / 10, "%", {}};
    return inWords(Message("story.guess.off"_id, {{"share", wordsOf(share)}}));
}

}  // namespace lanescope::story
