// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/numbers.h"

#include <array>
#include <limits>

#include "core/base/name_list.h"
#include "core/base/number_format.h"
#include "core/base/number_text.h"
#include "core/base/words.h"
#include "core/story/number_lookups.h"

namespace lanescope::story {
namespace {

constexpr std::string_view kRatio = " / ";
constexpr RealRange kAnyNumber{-1e300, 1e300};

/// The first has no prefix; the others are looked at first.
constexpr std::array kKinds{NumberKind{"", findOwn, namesOfOwn},
                            NumberKind{"all.", findOfAll, namesOfMetrics},
                            NumberKind{"hardware.", findHardware, namesOfMetrics},
                            NumberKind{"run.", findOfRun, namesOfRun},
                            NumberKind{"plan.", findOfPlan, namesOfPlan},
                            NumberKind{"step.", findOfStep, namesOfStep},
                            NumberKind{"work.", findOfWork, namesOfWork},
                            NumberKind{"measured", findMeasured, namesOfMeasured},
                            NumberKind{"published.", findPublished, namesOfPublished},
                            NumberKind{"model.", findModelled, namesOfModels}};

FoundNumber ratioOf(const Number& above, const Number& below) {
    if (below.value == 0) return noNumber(Message("story.number.divisor"_id));
    const std::string origin =
        above.origin == below.origin
            ? above.origin
            : inWords(Message("story.origin.ratio"_id, {{"above", above.origin}, {"below", below.origin}}));
    return Number{above.value / below.value, "×", origin};
}

}  // namespace

std::string wordsOf(const Number& number) {
    if (number.unit == "×") return numbers::factor(number.value);
    if (number.unit == "s" || number.unit == "B/s") return numbers::shortValue(number.value, number.unit);
    if (number.unit != "%") return numbers::shortValue(number.value, "");
    std::string words = numbers::shortValue(number.value, "%");
    // "62.50 %" is read slower than "62.5 %".
    const std::size_t end = words.rfind(' ');
    while (words.find('.') < end && words[words.rfind(' ') - 1] == '0') words.erase(words.rfind(' ') - 1, 1);
    return words;
}

FoundNumber NumberSource::find(std::string_view name, std::size_t side) const {
    for (std::size_t kind = 1; kind < kKinds.size(); ++kind)
        if (name.starts_with(kKinds.at(kind).prefix))
            return kKinds.at(kind).find({m_library, m_run, side, name.substr(kKinds.at(kind).prefix.size())});
    return findOwn({m_library, m_run, side, name});
}

FoundNumber NumberSource::find(std::string_view reference) const {
    if (const std::size_t ratio = reference.find(kRatio); ratio != std::string_view::npos) {
        const FoundNumber above = find(reference.substr(0, ratio));
        if (!above) return above;
        const FoundNumber below = find(reference.substr(ratio + kRatio.size()));
        return below ? ratioOf(*above, *below) : below;
    }
    if (const Result<double> plain = realNumber("", std::string(reference), kAnyNumber)) return Number{*plain, "", ""};
    std::size_t side = 0;
    if (reference.size() > 2 && reference[1] == ':') {
        side = static_cast<std::size_t>(reference[0] - 'a');
        if (reference[0] < 'a' || side >= m_run.sides.size())
            return noNumber(Message("story.number.no_side"_id, {{"side", reference.substr(0, 1)}}));
        reference.remove_prefix(2);
    }
    return find(reference, side);
}

std::vector<std::string> NumberSource::names(std::size_t side) const {
    std::vector<std::string> all;
    for (const NumberKind& kind : kKinds)
        for (const std::string& name : kind.names({m_library, m_run, side, {}}))
            all.push_back(std::string(kind.prefix) + name);
    return all;
}

tl::unexpected<Message> unknownNumber(const Asked& asked, const std::vector<std::string>& known) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    return noNumber(Message("story.number.unknown"_id,
                            {{"name", clipped(asked.name, 60)}, {"known", nameList(names, asked.name)}}));
}

}  // namespace lanescope::story
