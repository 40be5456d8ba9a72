// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/reveal.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/words.h"
#include "core/models/model.h"
#include "core/story/number_lookups.h"
#include "core/trace/thread_work.h"

namespace lanescope::story {
namespace {

constexpr std::string_view kMeasured = "measured";
constexpr double kSame = 1e-12;  // relative; below it two numbers are one

/// "b:measured" with the model in its place; nothing if nothing measured is asked for, or something else besides.
std::optional<std::string> asModelled(const std::string& reference, std::string_view model) {
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = reference.find(kMeasured, from)) != std::string::npos;) {
        const std::size_t end = at + kMeasured.size();
        if (end < reference.size() && reference[end] == '.') return std::nullopt;
        result += reference.substr(from, at - from) + "model." + std::string(model);
        from = end;
    }
    if (from == 0) return std::nullopt;
    return result + reference.substr(from);
}

bool isSame(double a, double b) { return std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b)); }

/// Which of these numbers the rule picks: their best one.
double bestOf(const std::vector<double>& numbers, Question::Rule rule, double answer) {
    const auto badness = [&](double number) {
        switch (rule) {
            case Question::Rule::Largest: return -number;
            case Question::Rule::Smallest: return number;
            case Question::Rule::Nearest: break;
        }
        return std::abs(number - answer);
    };
    return *std::ranges::min_element(numbers, {}, badness);
}

/// Of each option the number; nothing if one is missing.
tl::expected<std::vector<Number>, Message> numbersOf(const std::vector<std::string>& references,
                                                     const NumberSource& source) {
    std::vector<Number> numbers;
    for (const std::string& reference : references) {
        const FoundNumber number = source.find(reference);
        if (!number) return noNumber(number.error());
        numbers.push_back(*number);
    }
    return numbers;
}

std::vector<double> valuesOf(const std::vector<Number>& numbers) {
    std::vector<double> values;
    for (const Number& number : numbers) values.push_back(number.value);
    return values;
}

/// What each option has to do with the rule: equal distances to the answer are equally right.
std::vector<bool> rightOf(const std::vector<Number>& numbers, Question::Rule rule, double answer) {
    const double best = bestOf(valuesOf(numbers), rule, answer);
    std::vector<bool> right;
    for (const Number& number : numbers)
        right.push_back(rule == Question::Rule::Nearest
                            ? isSame(std::abs(number.value - answer), std::abs(best - answer))
                            : isSame(number.value, best));
    return right;
}

tl::expected<Reveal, Message> revealSlider(const Question& question, const NumberSource& source) {
    const FoundNumber number = source.find(question.answer);
    if (!number) return noNumber(number.error());
    Reveal reveal{.kind = question.kind, .number = *number};
    reveal.origin = number->origin;
    for (const auto& model : models()) {
        const auto reference = asModelled(question.answer, model->id());
        const FoundNumber said = reference ? source.find(*reference) : noNumber({});
        if (!said) continue;
        const double distance = distanceOfNumber(said->value, number->value, question.logarithmic);
        reveal.models.push_back({.model = std::string(model->id()),
                                 .title = std::string(model->title()),
                                 .number = *said,
                                 .distance = distance,
                                 .right = distance == 0});
    }
    return reveal;
}

std::vector<std::string> referencesOf(const Question& question) {
    std::vector<std::string> references;
    for (const Question::Option& option : question.options) references.push_back(option.number);
    return references;
}

void addModelChoices(Reveal& reveal, const Question& question, const NumberSource& source, double answer) {
    for (const auto& model : models()) {
        std::vector<std::string> references;
        for (const std::string& reference : referencesOf(question))
            if (const auto modelled = asModelled(reference, model->id())) references.push_back(*modelled);
        if (references.size() != question.options.size()) continue;
        const auto numbers = numbersOf(references, source);
        if (!numbers) continue;
        const std::vector<bool> chosen = rightOf(*numbers, question.rule, answer);
        const auto option = static_cast<std::size_t>(std::ranges::find(chosen, true) - chosen.begin());
        const bool right = reveal.options[option].right;
        reveal.models.push_back({.model = std::string(model->id()),
                                 .title = std::string(model->title()),
                                 .option = option,
                                 .distance = right ? 0.0 : 1.0,
                                 .right = right});
    }
}

tl::expected<Reveal, Message> revealChoice(const Question& question, const NumberSource& source) {
    Reveal reveal{.kind = question.kind};
    if (question.rule == Question::Rule::Nearest) {
        const FoundNumber asked = source.find(question.answer);
        if (!asked) return noNumber(asked.error());
        reveal.number = *asked;
    }
    const auto numbers = numbersOf(referencesOf(question), source);
    if (!numbers) return noNumber(numbers.error());
    const double answer = reveal.number ? reveal.number->value : 0;
    const std::vector<bool> right = rightOf(*numbers, question.rule, answer);
    for (std::size_t i = 0; i < numbers->size(); ++i)
        reveal.options.push_back({question.options[i].text, (*numbers)[i], right[i]});
    reveal.origin = reveal.number ? reveal.number->origin : numbers->front().origin;
    addModelChoices(reveal, question, source, answer);
    return reveal;
}

/// Threads of the watched block by the step before the position.
tl::expected<Reveal, Message> revealThreadsOfStep(const Question& question, const NumberSource& source) {
    const RunSide& side = source.run().sides.front();
    if (!side.flow) return noNumber(Message("story.number.no_block"_id));
    const std::uint64_t position = source.run().position;
    if (position == 0) return noNumber(Message("story.number.no_step"_id));
    const BlockTrace& trace = side.flow->trace();
    const std::uint32_t warp = trace.warp(position - 1);
    const simt::LaneMask active = trace.active(position - 1);
    const auto threads = static_cast<std::uint32_t>(trace.launch().block.count());
    Reveal reveal{.kind = question.kind};
    reveal.of = threads;
    for (std::uint32_t lane = 0; lane < simt::kWarpSize; ++lane) {
        const std::uint32_t thread = warp * simt::kWarpSize + lane;
        const bool isActive = (active >> lane & 1U) != 0;
        if (thread < threads && isActive == (question.drawn == Question::Drawn::Active)) reveal.drawn.push_back(thread);
    }
    return reveal;
}

/// Threads of the watched block, or blocks of the grid, by what they write.
tl::expected<Reveal, Message> revealByWork(const Question& question, const NumberSource& source) {
    const RunSide& side = source.run().sides.front();
    if (side.run->launches.empty()) return noNumber(Message("story.number.no_block"_id));
    const Result<ThreadWork> work = threadWorkOf(side.run->plan, side.launch, {.scheduling = side.scheduling}, {});
    if (!work) return noNumber(Message::plain(describe(work.error())));
    Reveal reveal{.kind = question.kind};
    const std::uint64_t perBlock = work->block().count();
    if (question.kind == Question::Kind::Threads) {
        const std::uint64_t first = side.flow ? work->grid().linear(side.flow->trace().block()) * perBlock : 0;
        reveal.of = perBlock;
        for (std::uint64_t i = 0; i < perBlock; ++i)
            if (work->state(first + i) == ThreadWork::State::Writes)
                reveal.drawn.push_back(static_cast<std::uint32_t>(i));
        return reveal;
    }
    reveal.of = work->totals().blocksKnown;
    for (std::uint64_t block = 0; block < reveal.of; ++block)
        if (work->isWasted(block) == (question.drawn == Question::Drawn::Idle))
            reveal.drawn.push_back(static_cast<std::uint32_t>(block));
    return reveal;
}

/// Of the bookmark's configuration with the values of the axis, one by one.
tl::expected<Reveal, Message> revealCurve(const Question& question, const NumberSource& source) {
    Reveal reveal{.kind = question.kind};
    BookmarkRun run = source.run();
    RunSide& side = run.sides.front();
    if (side.parameters.find(question.over) == nullptr)
        return noNumber(
            Message("story.curve_over"_id, {{"algorithm", side.algorithm->id()}, {"parameter", question.over}}));
    for (const std::string& value : question.values) {
        side.parameters.set(question.over, value);
        const FoundNumber number = NumberSource(source.library(), run).find(question.answer);
        if (!number) return noNumber(number.error());
        reveal.curve.push_back(*number);
    }
    if (!reveal.curve.empty()) reveal.origin = reveal.curve.front().origin;
    return reveal;
}

}  // namespace

tl::expected<Reveal, Message> revealOf(const Question& question, const NumberSource& source) {
    switch (question.kind) {
        case Question::Kind::Slider: return revealSlider(question, source);
        case Question::Kind::Choice: return revealChoice(question, source);
        case Question::Kind::Curve: return revealCurve(question, source);
        case Question::Kind::Threads:
        case Question::Kind::Blocks: break;
    }
    const bool ofStep = question.kind == Question::Kind::Threads && question.drawn != Question::Drawn::Writing;
    auto reveal = ofStep ? revealThreadsOfStep(question, source) : revealByWork(question, source);
    if (reveal) reveal->origin = textOf("story.origin.emulated"_id);
    return reveal;
}

}  // namespace lanescope::story
