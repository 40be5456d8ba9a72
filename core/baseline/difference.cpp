// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baseline/difference.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope::baseline {
namespace {

/// Where a ratio is easier to grasp than a percentage.
constexpr double kManyTimes = 10;
constexpr double kPassedThroughText = 1e-9;

bool ofHardware(Origin origin) { return origin == Origin::Measured || origin == Origin::Replayed; }

Message named(Origin origin) { return Message::plain(nameOf(origin)); }

const rules::Fact* find(const Facts* facts, std::string_view id) {
    if (facts == nullptr) return nullptr;
    const auto found = facts->find(id);
    return found == facts->end() ? nullptr : &found->second;
}

}  // namespace

Way Difference::way() const {
    const double apart = after.value - before.value;
    if (std::abs(apart) <= kPassedThroughText * std::max(std::abs(before.value), std::abs(after.value)))
        return Way::Same;
    return apart < 0 ? Way::Less : Way::More;
}

std::optional<double> Difference::ratio() const {
    if (before.value == 0) return std::nullopt;
    return after.value / before.value;
}

std::optional<double> Difference::percent() const {
    if (inPoints) return after.value - before.value;
    const std::optional<double> times = ratio();
    return times ? std::optional(100 * (*times - 1)) : std::nullopt;
}

Origin Difference::origin() const { return std::max(before.origin, after.origin); }

bool comparable(Origin before, Origin after) { return before == after || (ofHardware(before) && ofHardware(after)); }

std::string inShort(const Difference& difference) {
    const Way way = difference.way();
    if (way == Way::Same) return "=";
    const std::string arrow = way == Way::Less ? "▼ " : "▲ ";
    const double before = difference.before.value, after = difference.after.value;
    if (difference.inPoints) {
        const std::string points = numbers::count(std::abs(after - before), 1);
        return inWords(Message("baseline.points"_id,
                               {{"arrow", arrow}, {"sign", way == Way::Less ? "−" : "+"}, {"points", points}}));
    }
    if (before == 0) return inWords(Message("baseline.from_none"_id, {{"arrow", arrow}}));
    if (after / before >= kManyTimes) return arrow + numbers::factor(after / before);
    return arrow + numbers::difference(after, before);
}

Held held(const std::optional<rules::Fact>& before, const std::optional<rules::Fact>& after, std::string_view unit) {
    if (!before) return {std::nullopt, Message("baseline.not_of_it"_id)};
    if (!after) return {std::nullopt, Message("baseline.not_here"_id)};
    const Message was = named(before->origin), is = named(after->origin);
    if (!comparable(before->origin, after->origin))
        return {std::nullopt, Message("baseline.unlike"_id, {{"after", is}, {"before", was}})};
    const Difference difference{*before, *after, unit == "%"};
    if (before->origin == after->origin) return {difference, Message()};
    return {difference, Message("baseline.against"_id, {{"after", is}, {"before", was}})};
}

std::optional<Pair> pairOf(std::string_view id, const Counted& before, const Counted& after) {
    for (const auto source : {&Counted::hard, &Counted::soft}) {
        const rules::Fact *const old = find(before.*source, id), *const now = find(after.*source, id);
        if (old != nullptr && now != nullptr) return Pair{*old, *now, before.*source, after.*source};
    }
    return std::nullopt;
}

Held heldTimes(const Times& before, const Times& after) {
    constexpr std::string_view kSeconds = "s";
    if (before.hardware && after.hardware) return held(before.hardware, after.hardware, kSeconds);
    if (before.estimate && after.estimate) return held(before.estimate, after.estimate, kSeconds);
    const auto any = [](const Times& times) { return times.hardware ? times.hardware : times.estimate; };
    return held(any(before), any(after), kSeconds);
}

}  // namespace lanescope::baseline
