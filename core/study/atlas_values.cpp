// SPDX-License-Identifier: GPL-3.0-or-later
// What an atlas shows: values of one quantity, which of them is best, and how sure that is.
#include <algorithm>
#include <cmath>

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
void markOptimum(const Atlas& atlas, AtlasValues& values, std::size_t column, const std::string& model) {
    std::optional<std::size_t> best;
    double least = 0;
    std::size_t answers = 0;
    for (std::size_t row = 0; row < atlas.rows(); ++row) {
        const std::size_t place = row * atlas.columns() + column;
        const auto found = atlas.cells[place].modelled.find(model);
        if (found == atlas.cells[place].modelled.end()) continue;
        ++answers;
        if (best && found->second >= least) continue;
        best = place;
        least = found->second;
    }
    if (answers > 1) values.cells[*best].optimumOf.push_back(model);
}

/// The best of a column in what was measured, and those whose quartiles overlap its.
std::optional<std::size_t> markColumn(const Atlas& atlas, AtlasValues& values, std::size_t column) {
    std::optional<std::size_t> best;
    for (std::size_t row = 0; row < atlas.rows(); ++row) {
        const std::size_t place = row * atlas.columns() + column;
        const AtlasCell& cell = atlas.cells[place];
        if (cell.time && (!best || cell.time->median < atlas.cells[*best].time->median)) best = place;
    }
    if (!best) return best;
    values.cells[*best].best = true;
    const double limit = atlas.cells[*best].time->upperQuartile;
    for (std::size_t row = 0; row < atlas.rows(); ++row) {
        const std::size_t place = row * atlas.columns() + column;
        if (place != *best && atlas.cells[place].time && atlas.cells[place].time->lowerQuartile <= limit)
            values.cells[place].asGood = true;
    }
    return best;
}

/// Times: how far from the best of the column, on a logarithmic scale of a factor of 10. Others: along what there is.
void scale(const Atlas& atlas, AtlasValues& values) {
    if (values.quantity.kind == Kind::Time) {
        for (std::size_t column = 0; column < atlas.columns(); ++column) {
            std::optional<double> least;
            const auto each = [&](auto&& use) {
                for (std::size_t row = 0; row < atlas.rows(); ++row)
                    if (AtlasValue& value = values.cells[row * atlas.columns() + column];
                        value.value && value.origin != Origin::Estimated)
                        use(value);
            };
            each([&](const AtlasValue& value) { least = std::min(least.value_or(*value.value), *value.value); });
            each([&](AtlasValue& value) { value.share = std::clamp(1 - std::log10(*value.value / *least), 0.0, 1.0); });
        }
        return;
    }
    double least = 0, most = 0;
    for (const AtlasValue& value : values.cells)
        if (value.value) least = std::min(least, *value.value), most = std::max(most, *value.value);
    for (AtlasValue& value : values.cells)
        if (value.value && most > least) value.share = (*value.value - least) / (most - least);
}

Message nameOfCell(const Atlas& atlas, std::size_t place) {
    return Message::plain(atlas.y.parameter + ' ' + atlas.y.values[place / atlas.columns()]);
}

/// Which is best at the column's value, and whether the next one is worse for certain.
Message sentenceOf(const Atlas& atlas, std::optional<std::size_t> best, std::size_t column) {
    const Message where = Message::plain(atlas.x.parameter + ' ' + atlas.x.values[column]);
    if (!best) return Message("study.atlas.nothing"_id, {{"where", where}, {"gpu", atlas.gpu}});
    std::optional<std::size_t> next;
    for (std::size_t row = 0; row < atlas.rows(); ++row) {
        const std::size_t place = row * atlas.columns() + column;
        if (place == *best || !atlas.cells[place].time) continue;
        if (!next || atlas.cells[place].time->median < atlas.cells[*next].time->median) next = place;
    }
    const AtlasTime& first = *atlas.cells[*best].time;
    const std::string time = numbers::time(first.median);
    if (!next)
        return Message("study.atlas.alone"_id, {{"where", where}, {"name", nameOfCell(atlas, *best)}, {"time", time}});
    const AtlasTime& second = *atlas.cells[*next].time;
    const bool sure = second.lowerQuartile > first.upperQuartile;
    return Message(sure ? "study.atlas.best"_id : "study.atlas.as_good"_id,
                   {{"where", where},
                    {"name", nameOfCell(atlas, *best)},
                    {"time", time},
                    {"next", nameOfCell(atlas, *next)},
                    {"slower", numbers::plain(second.median / first.median, 3)}});
}

}  // namespace

AtlasValues atlasValues(const Atlas& atlas, const AtlasQuantity& quantity, std::size_t column,
                        std::optional<std::size_t> baseline, std::vector<std::string> models) {
    if (models.empty()) models.push_back(quantity.model);
    AtlasValues values;
    values.quantity = quantity;
    for (std::size_t place = 0; place < atlas.cells.size(); ++place) {
        values.cells.push_back(valueOf(atlas, place, quantity, baseline));
        if (atlas.cells[place].impossible.empty()) ++values.possible;
        if (atlas.cells[place].time) ++values.known;
    }
    for (std::size_t each = 0; each < atlas.columns(); ++each) {
        const auto best = markColumn(atlas, values, each);
        for (const std::string& model : models) markOptimum(atlas, values, each, model);
        if (each == column) values.sentence = sentenceOf(atlas, best, column);
    }
    scale(atlas, values);
    return values;
}

AtlasRange AtlasRange::between(std::size_t place, std::size_t other, std::size_t columns) {
    const std::size_t column = place % columns, otherColumn = other % columns;
    const std::size_t row = place / columns, otherRow = other / columns;
    return {std::min(column, otherColumn), std::min(row, otherRow), std::max(column, otherColumn),
            std::max(row, otherRow)};
}

std::vector<std::size_t> placesIn(const Atlas& atlas, const AtlasRange& range) {
    std::vector<std::size_t> places;
    for (std::size_t column = range.firstColumn; column <= range.lastColumn && column < atlas.columns(); ++column)
        for (std::size_t row = range.firstRow; row <= range.lastRow && row < atlas.rows(); ++row)
            if (const std::size_t place = row * atlas.columns() + column; atlas.cells[place].impossible.empty())
                places.push_back(place);
    return places;
}

}  // namespace lanescope
