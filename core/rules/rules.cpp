// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rules.h"

#include <algorithm>
#include <array>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/rules/rule_list.h"

namespace lanescope::rules {
namespace {

constexpr std::array<Rule, 15> kRules{busiestPart,  unusedLoads, unusedStores,   bankConflicts, loadedAgain,
                                      spills,       divergence,  meetingAtomics, partialWarps,  barrierWaits,
                                      lowOccupancy, fewBlocks,   lastWave,       idleSlots,     launchCost};
/// What costs less is not worth a line, unless it is a fault of the code, which costs more in larger launches.
constexpr double kLeastShare = 0.02;

}  // namespace

double Case::busy(Resource resource) const {
    const auto found = std::ranges::find(bounds, resource, [](const Bound& bound) { return bound.ceiling.resource; });
    return found == bounds.end() || whole <= 0 ? 0 : std::min(1.0, found->seconds / whole);
}

const Bound* Case::longest() const {
    const auto found = std::ranges::max_element(bounds, {}, &Bound::seconds);
    return found == bounds.end() ? nullptr : &*found;
}

double Case::waiting() const {
    const Bound* const most = longest();
    return most == nullptr || whole <= 0 ? 1 : std::clamp(1 - most->seconds / whole, 0.0, 1.0);
}

std::string percent(double share) { return numbers::plain(100 * share, 100 * share < 10 ? 2 : 3) + " %"; }

std::string shareInWords(const Advice& advice) {
    return advice.share ? percent(*advice.share) : textOf("rules.share_unknown"_id);
}

std::string times(double factor) { return numbers::plain(factor, factor < 10 ? 2 : 3); }

Advices advicesOf(const LaunchFacts& facts) {
    Advices advices;
    advices.bounds = boundsOf(facts);
    advices.ofTime = facts.seconds.has_value() && facts.seconds->value > 0;
    for (const Bound& bound : advices.bounds) advices.whole = std::max(advices.whole, bound.seconds);
    if (advices.ofTime) advices.whole = facts.seconds->value;
    const Case launch{facts, advices.bounds, advices.whole, advices.ofTime};
    for (const Rule rule : kRules)
        if (auto advice = rule(launch)) {
            if (advice->share) advice->share = std::clamp(*advice->share, 0.0, 1.0);
            if (!advice->share || *advice->share >= kLeastShare || (advice->ofCode && *advice->share > 0))
                advices.list.push_back(std::move(*advice));
        }
    std::ranges::stable_sort(advices.list, std::greater<>(), &Advice::share);
    advices.sentence = advices.list.empty() ? Message("rules.none"_id) : advices.list.front().title;
    return advices;
}

}  // namespace lanescope::rules
