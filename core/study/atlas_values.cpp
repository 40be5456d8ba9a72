// SPDX-License-Identifier: GPL-3.0-or-later
// What an atlas shows: values of one quantity, which of them is best, and how sure that is.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/number_format.h"
#include "core/study/atlas.h"

namespace lanescope {
namespace {

using Kind = AtlasQuantity::Kind;

std::optional<double> secondsOf(const AtlasCell& cell, const std::string& model, Origin& origin) {
    if (cell.time) {
        origin = cell.time->origin;
        return cell.time->median;
    }
    origin = Origin::Estimated;
    const auto found = cell.modelled.find(model);
    return found == cell.modelled.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> counterOf(const AtlasCell& cell, std::string_view id) {
    if (!cell.time) return std::nullopt;
    const auto found = cell.time->counters.find(std::string(id));
    return found == cell.time->counters.end() ? std::nullopt : std::optional(found->second);
}

AtlasValue valueOf(const Atlas& atlas, std::size_t place, const AtlasQuantity& quantity,
                   std::optional<std::size_t> baseline) {
    const AtlasCell& cell = atlas.cells[place];
    AtlasValue value;
    const std::optional<double> seconds = secondsOf(cell, quantity.model, value.origin);
    switch (quantity.kind) {
        case Kind::Time: value.value = seconds; break;
        case Kind::Rate:
            if (const auto work = counterOf(cell, "fp_operations"); work && seconds && *work > 0)
                value.value = *work / *seconds;
            break;
        case Kind::SpeedUp: {
            Origin origin = Origin::Estimated;
            if (!baseline || !seconds) break;
            const std::size_t base = *baseline / atlas.columns() * atlas.columns() + place % atlas.columns();
            if (const auto other = secondsOf(atlas.cells[base], quantity.model, origin))
                value.value = *other / *seconds;
            if (origin == Origin::Estimated) value.origin = origin;
            break;
        }
        case Kind::Counter: value.value = counterOf(cell, quantity.metric); break;
        case Kind::ModelError:
            if (const auto found = cell.modelled.find(quantity.model); found != cell.modelled.end() && cell.time)
                value.value = 100 * (found->second / cell.time->median - 1);
            break;
    }
    return value;
}

/// Where a column is fastest by a model. What it says of one cell alone is compared with nothing.
void markOptimum(const Atlas& atlas, AtlasValues& values, const std::vector<std::size_t>& column,
                 const std::string& model) {
    std::optional<std::size_t> best;
    double least = 0;
    std::size_t answers = 0;
    for (const std::size_t cell : column) {
        const auto found = atlas.cells[cell].modelled.find(model);
        if (found == atlas.cells[cell].modelled.end()) continue;
        ++answers;
        if (best && found->second >= least) continue;
        best = cell;
        least = found->second;
    }
    if (answers > 1) values.cells[*best].optimumOf.push_back(model);
}

/// The fastest of what was measured of a column, but for one.
std::optional<std::size_t> fastestOf(const Atlas& atlas, const std::vector<std::size_t>& column,
                                     std::optional<std::size_t> but = {}) {
    std::optional<std::size_t> best;
    for (const std::size_t cell : column)
        if (cell != but && atlas.cells[cell].time &&
            (!best || atlas.cells[cell].time->median < atlas.cells[*best].time->median))
            best = cell;
    return best;
}

/// The best of a column in what was measured, and those whose quartiles overlap its.
void markColumn(const Atlas& atlas, AtlasValues& values, const std::vector<std::size_t>& column) {
    const std::optional<std::size_t> best = fastestOf(atlas, column);
    if (!best) return;
    values.cells[*best].best = true;
    const double limit = atlas.cells[*best].time->upperQuartile;
    for (const std::size_t cell : column)
        if (cell != *best && atlas.cells[cell].time && atlas.cells[cell].time->lowerQuartile <= limit)
            values.cells[cell].asGood = true;
}

/// How far from the best of the same column in all panels, on a logarithmic scale of a factor of 10.
void scaleTimes(const Atlas& atlas, AtlasValues& values) {
    for (std::size_t column = 0; column < atlas.columns(); ++column) {
        std::optional<double> least;
        const auto each = [&](auto&& use) {
            for (std::size_t cell = column; cell < values.cells.size(); cell += atlas.columns())
                if (AtlasValue& value = values.cells[cell]; value.value && value.origin != Origin::Estimated)
                    use(value);
        };
        each([&](const AtlasValue& value) { least = std::min(least.value_or(*value.value), *value.value); });
        each([&](AtlasValue& value) { value.share = std::clamp(1 - std::log10(*value.value / *least), 0.0, 1.0); });
    }
}

/// How far from 0, on either side: an error that is below is no better than one above.
void scaleErrors(AtlasValues& values) {
    double most = 0;
    for (const AtlasValue& value : values.cells)
        if (value.value) most = std::max(most, std::abs(*value.value));
    for (AtlasValue& value : values.cells)
        if (value.value) value.share = most > 0 ? 1 - std::abs(*value.value) / most : 1;
    values.palest = most;
    values.darkest = 0;
}

/// Times along their column, others along what there is.
void scale(const Atlas& atlas, AtlasValues& values) {
    if (values.quantity.kind == Kind::Time) return scaleTimes(atlas, values);
    if (values.quantity.kind == Kind::ModelError) return scaleErrors(values);
    double least = 0, most = 0;
    for (const AtlasValue& value : values.cells)
        if (value.value) least = std::min(least, *value.value), most = std::max(most, *value.value);
    for (AtlasValue& value : values.cells)
        if (value.value && most > least) value.share = (*value.value - least) / (most - least);
    values.palest = least;
    values.darkest = most;
}

std::string nameOn(const AtlasAxis& axis, std::size_t value) { return axis.parameter + ' ' + axis.values[value]; }

/// Which is best in a cell's column, and whether the next one is worse for certain.
Message sentenceOf(const Atlas& atlas, std::size_t told) {
    const std::vector<std::size_t> column = atlas.columnOf(told);
    const AtlasPlace at = atlas.placeOf(told);
    std::string which = nameOn(atlas.x, at.column);
    if (!atlas.z.parameter.empty()) which += ", " + nameOn(atlas.z, at.panel);
    const Message where = Message::plain(which);
    const auto nameOfCell = [&](std::size_t cell) { return Message::plain(nameOn(atlas.y, atlas.placeOf(cell).row)); };
    const std::optional<std::size_t> best = fastestOf(atlas, column);
    if (!best) return Message("study.atlas.nothing"_id, {{"where", where}, {"gpu", atlas.gpu}});
    const std::optional<std::size_t> next = fastestOf(atlas, column, best);
    const AtlasTime& first = *atlas.cells[*best].time;
    const std::string time = numbers::time(first.median);
    if (!next) return Message("study.atlas.alone"_id, {{"where", where}, {"name", nameOfCell(*best)}, {"time", time}});
    const AtlasTime& second = *atlas.cells[*next].time;
    const bool sure = second.lowerQuartile > first.upperQuartile;
    return Message(sure ? "study.atlas.best"_id : "study.atlas.as_good"_id,
                   {{"where", where},
                    {"name", nameOfCell(*best)},
                    {"time", time},
                    {"next", nameOfCell(*next)},
                    {"slower", numbers::plain(second.median / first.median, 3)}});
}

}  // namespace

AtlasValues atlasValues(const Atlas& atlas, const AtlasQuantity& quantity, std::size_t told,
                        std::optional<std::size_t> baseline, std::vector<std::string> models) {
    if (models.empty()) models.push_back(quantity.model);
    AtlasValues values;
    values.quantity = quantity;
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        values.cells.push_back(valueOf(atlas, place, quantity, baseline));
        if (atlas.cells[place].impossible.empty()) ++values.possible;
        if (atlas.cells[place].time) ++values.known;
    }
    for (std::size_t cell = 0; cell < atlas.cells.size(); ++cell) {
        if (atlas.placeOf(cell).row != 0) continue;
        const std::vector<std::size_t> column = atlas.columnOf(cell);
        markColumn(atlas, values, column);
        for (const std::string& model : models) markOptimum(atlas, values, column, model);
    }
    if (told < atlas.cells.size()) values.sentence = sentenceOf(atlas, told);
    scale(atlas, values);
    return values;
}

AtlasRange AtlasRange::between(const Atlas& atlas, std::size_t cell, std::size_t other) {
    const AtlasPlace a = atlas.placeOf(cell), b = atlas.placeOf(other);
    return {{std::min(a.column, b.column), std::min(a.row, b.row), std::min(a.panel, b.panel)},
            {std::max(a.column, b.column), std::max(a.row, b.row), std::max(a.panel, b.panel)}};
}

AtlasRange AtlasRange::all(const Atlas& atlas) {
    return atlas.empty() ? AtlasRange() : between(atlas, 0, atlas.cells.size() - 1);
}

std::string AtlasRange::named(const Atlas& atlas) const {
    std::string name;
    const auto add = [&](const AtlasAxis& axis, std::size_t from, std::size_t to) {
        for (const std::size_t at : {from, to})
            name += (name.empty() ? "" : " ") + (axis.values.at(at).empty() ? std::string("-") : axis.values[at]);
    };
    add(atlas.x, first.column, last.column);
    add(atlas.y, first.row, last.row);
    add(atlas.z, first.panel, last.panel);
    return name;
}

std::optional<AtlasRange> AtlasRange::fromName(const Atlas& atlas, const std::string& name) {
    std::istringstream words(name);
    const auto next = [&](const AtlasAxis& axis, std::size_t& at) {
        std::string word;
        words >> word;
        const auto found = std::ranges::find(axis.values, word == "-" ? std::string() : word);
        at = static_cast<std::size_t>(found - axis.values.begin());
        return found != axis.values.end();
    };
    AtlasRange range;
    const bool known = next(atlas.x, range.first.column) && next(atlas.x, range.last.column) &&
                       next(atlas.y, range.first.row) && next(atlas.y, range.last.row) &&
                       next(atlas.z, range.first.panel) && next(atlas.z, range.last.panel);
    if (!known || atlas.empty()) return std::nullopt;
    return between(atlas, atlas.cellAt(range.first), atlas.cellAt(range.last));
}

std::vector<std::size_t> placesIn(const Atlas& atlas, const AtlasRange& range) {
    std::vector<std::size_t> cells;
    AtlasPlace at;
    for (at.column = range.first.column; at.column <= range.last.column && at.column < atlas.columns(); ++at.column)
        for (at.panel = range.first.panel; at.panel <= range.last.panel && at.panel < atlas.panels(); ++at.panel)
            for (at.row = range.first.row; at.row <= range.last.row && at.row < atlas.rows(); ++at.row)
                if (const std::size_t cell = atlas.cellAt(at); atlas.cells[cell].impossible.empty())
                    cells.push_back(cell);
    return cells;
}

}  // namespace lanescope
