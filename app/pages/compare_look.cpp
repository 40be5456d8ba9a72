// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/compare_look.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/models/model.h"

namespace lanescope {
namespace {

using Quantity = ComparisonView::Quantity;

constexpr std::array<std::pair<Quantity, std::string_view>, 4> kQuantities{
    {{Quantity::Time, "time"}, {Quantity::Rate, "rate"}, {Quantity::Speedup, "speedup"}, {Quantity::Ratio, "ratio"}}};
constexpr std::array kSources{CountSource::Lockstep, CountSource::Predicted, CountSource::Document};
constexpr std::string_view kYes = "yes";
constexpr std::string_view kKept = "kept ";  ///< with a number from 1

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

void append(std::string& list, std::string_view word) {
    if (!list.empty()) list += ' ';
    list += word;
}

/// "matmul.tiled n=64 block=16"
bool keep(Comparison& comparison, const std::string& configuration) {
    const std::vector<std::string> words = wordsOf(configuration);
    if (words.empty()) return false;
    Parameters parameters;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (equals == std::string::npos) return false;
        parameters.add(words[i].substr(0, equals), words[i].substr(equals + 1));
    }
    return comparison.keep(words.front(), parameters).has_value();
}

/// Takes a look's values one after the other; what is left was not known.
class Reader {
public:
    explicit Reader(session::PageLook look) : m_left(std::move(look)) {}

    [[nodiscard]] std::optional<std::string> take(std::string_view name) {
        const auto found = m_left.find(name);
        if (found == m_left.end()) return std::nullopt;
        std::string value = std::move(found->second);
        m_left.erase(found);
        return value;
    }
    void refuse(std::string_view name) { m_left.emplace(name, std::string()); }
    [[nodiscard]] QStringList left() const {
        QStringList names;
        for (const auto& [name, value] : m_left) names += QString::fromStdString(name);
        return names;
    }

private:
    session::PageLook m_left;
};

void takeItems(Comparison& comparison, Reader& reader) {
    while (comparison.count() > 1) comparison.remove(comparison.count() - 1);
    for (const std::string& id : wordsOf(reader.take("beside").value_or(std::string())))
        if (!comparison.add(id)) reader.refuse("beside");
    for (std::size_t number = 1; number <= session::View::kMostLooks; ++number) {
        const std::string name = std::string(kKept) + std::to_string(number);
        if (const auto kept = reader.take(name); kept && !keep(comparison, *kept)) reader.refuse(name);
    }
}

void takeView(Comparison& comparison, Reader& reader) {
    ComparisonView view;
    view.hiddenModels = comparison.view().hiddenModels;
    if (const std::vector<std::string> axes = comparison.axes(); !axes.empty()) view.x = axes.front();
    if (const auto x = reader.take("across")) view.x = *x;
    if (const auto y = reader.take("counted")) {
        const auto found = std::ranges::find(kQuantities, *y, &std::pair<Quantity, std::string_view>::second);
        if (found == kQuantities.end()) reader.refuse("counted");
        if (found != kQuantities.end()) view.y = found->first;
    }
    view.logX = reader.take("linear across") != kYes;
    view.logY = reader.take("linear up") != kYes;
    view.published = reader.take("published") == kYes;
    if (const auto over = reader.take("over")) {
        const auto item = static_cast<std::size_t>(QString::fromStdString(*over).toULongLong());
        if (item < comparison.count()) view.reference = item;
        if (item >= comparison.count()) reader.refuse("over");
    }
    const auto shown = reader.take("models");
    if (shown) {
        const std::vector<std::string> ids = wordsOf(*shown);
        view.hiddenModels.clear();
        for (const auto& model : models())
            if (std::ranges::find(ids, model->id()) == ids.end()) view.hiddenModels.emplace(model->id());
    }
    comparison.setView(view);
    if (!shown) comparison.chooseBestModels();
}

}  // namespace

session::PageLook lookOf(const Comparison& comparison) {
    session::PageLook look;
    const ComparisonView& view = comparison.view();
    const std::vector<std::string> axes = comparison.axes();
    if (!axes.empty() && view.x != axes.front()) look["across"] = view.x;
    if (view.y != Quantity::Time)
        look["counted"] = std::ranges::find(kQuantities, view.y, &std::pair<Quantity, std::string_view>::first)->second;
    if (!view.logX) look["linear across"] = kYes;
    if (!view.logY) look["linear up"] = kYes;
    if (view.published) look["published"] = kYes;
    if (view.reference > 0) look["over"] = std::to_string(view.reference);
    if (comparison.modelsAreChosen()) {
        std::string& shown = look["models"];
        for (const auto& model : models())
            if (!view.hiddenModels.contains(model->id())) append(shown, model->id());
    }
    if (comparison.counts() != CountSource::Lockstep) look["counts"] = nameOf(comparison.counts());
    std::size_t kept = 0;
    for (std::size_t item = 1; item < comparison.count(); ++item)
        if (const Parameters* const own = comparison.keptParameters(item))
            look[std::string(kKept) + std::to_string(++kept)] =
                std::string(comparison.algorithmOf(item)) + ' ' + toString(*own);
        else
            append(look["beside"], comparison.algorithmOf(item));
    return look;
}

QStringList takeLook(Comparison& comparison, const session::PageLook& look) {
    Reader reader(look);
    takeItems(comparison, reader);
    takeView(comparison, reader);
    CountSource source = CountSource::Lockstep;
    if (const auto counts = reader.take("counts")) {
        const auto found = std::ranges::find_if(kSources, [&](CountSource each) { return nameOf(each) == *counts; });
        if (found != kSources.end()) source = *found;
        if (found == kSources.end()) reader.refuse("counts");
    }
    comparison.setCounts(source);
    return reader.left();
}

}  // namespace lanescope
