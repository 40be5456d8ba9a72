// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep.h"

#include <algorithm>
#include <sstream>

#include "app/cli/verbs.h"

namespace lanescope::cli {
namespace {

using ValueLists = std::vector<std::pair<std::string, std::vector<std::string>>>;

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> values;
    std::stringstream stream(list);
    for (std::string value; std::getline(stream, value, ',');) values.push_back(value);
    return values;
}

/// Every parameter of the algorithm with the values it is to take. Error: UnknownParameter.
Result<ValueLists> valueLists(const Algorithm& algorithm, const Parameters& given) {
    Parameters first;  // checks the names
    for (const auto& [name, list] : given) first.add(name, split(list).empty() ? "" : split(list).front());
    if (const auto complete = algorithm.complete(first); !complete) return fail(complete.error());
    ValueLists lists;
    for (const ParameterSpec& spec : algorithm.parameters()) {
        const std::string* const named = given.find(spec.name);
        // Sets that were written before it came mean its default.
        std::vector<std::string> values = spec.unsaid ? std::vector{spec.defaultValue} : spec.values;
        if (named != nullptr) values = split(*named);
        if (values.empty()) values = {spec.defaultValue};
        lists.emplace_back(spec.name, std::move(values));
    }
    return lists;
}

/// Adds all combinations; the last parameter changes fastest.
Result<void> addCombinations(const Algorithm& algorithm, const ValueLists& lists, RecordingSet& set) {
    std::vector<std::size_t> choice(lists.size(), 0);
    while (true) {
        Parameters parameters;
        for (std::size_t i = 0; i < lists.size(); ++i) parameters.add(lists[i].first, lists[i].second[choice[i]]);
        const auto complete = algorithm.complete(parameters);
        if (!complete) return fail(complete.error());
        const auto plan = algorithm.plan(*complete);
        if (plan)  // nothing is too long for what was asked for by name: each is a series of its own
            set.configurations.push_back({&algorithm, *complete, "", {}});
        else if (plan.error().code == ErrorCode::IllegalValue)
            ++set.notTogether;
        else
            return fail(plan.error());
        std::size_t i = lists.size();
        while (i > 0 && ++choice[i - 1] == lists[i - 1].second.size()) choice[--i] = 0;
        if (i == 0) return {};
    }
}

}  // namespace

Result<RecordingSet> sweepOf(const Catalogue& catalogue, const std::vector<std::string>& words) {
    std::vector<const Algorithm*> algorithms;
    std::vector<std::string> lists;
    for (const std::string& word : words) {
        if (word.find('=') != std::string::npos) {
            lists.push_back(word);
            continue;
        }
        const auto found = catalogue.find(word);
        if (!found) return fail(found.error());
        algorithms.push_back(*found);
    }
    if (algorithms.empty())
        for (const auto& algorithm : catalogue.algorithms()) algorithms.push_back(algorithm.get());
    const auto given = parametersFromWords(lists);
    if (!given) return fail(given.error());

    RecordingSet set;
    for (const Algorithm* algorithm : algorithms) {
        const auto values = valueLists(*algorithm, *given);
        if (!values) return fail(values.error());
        if (const auto added = addCombinations(*algorithm, *values, set); !added) return fail(added.error());
    }
    if (set.configurations.empty())
        return fail(
            ErrorCode::IllegalValue,
            {{"parameter", "what"}, {"value", toString(*given)}, {"legal", "none of its combinations goes together"}});
    return set;
}

}  // namespace lanescope::cli
