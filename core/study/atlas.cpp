// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/atlas.h"

#include <algorithm>

#include "core/metrics/occupancy.h"
#include "core/study/launch_blocks.h"

namespace lanescope {
namespace {

const ParameterSpec* specOf(const Algorithm& algorithm, std::string_view name) {
    const auto specs = algorithm.parameters();
    const auto found = std::ranges::find(specs, name, &ParameterSpec::name);
    return found == specs.end() ? nullptr : &*found;
}

/// The chosen values with others along the axes.
class Grid {
public:
    explicit Grid(const AtlasQuestion& question) : m_question(question) {
        const ParameterSpec* const x = specOf(*question.algorithm, question.x);
        if (x == nullptr || x->role != ParameterRole::Size) return;
        for (const ParameterSpec& spec : question.algorithm->parameters())
            if (spec.role == ParameterRole::Size && spec.name != question.x && spec.name != question.y &&
                spec.name != question.z &&
                question.parameters.value(spec.name) == question.parameters.value(question.x))
                m_along.push_back(spec.name);
    }
    [[nodiscard]] Parameters at(const std::string& x, const std::string& y, const std::string& z) const {
        Parameters parameters = m_question.parameters;
        parameters.set(m_question.x, x);
        for (const std::string& name : m_along) parameters.set(name, x);
        if (!m_question.y.empty()) parameters.set(m_question.y, y);
        if (!m_question.z.empty()) parameters.set(m_question.z, z);
        return parameters;
    }
    /// Is it of this atlas, with whatever stands along its axes?
    [[nodiscard]] bool holds(const StudyEntry& entry) const {
        if (entry.algorithm != m_question.algorithm->id() || !entry.measurement ||
            entry.measurement->provenance.gpu != m_question.gpu.title)
            return false;
        const auto of = [&](const std::string& name) {
            const ParameterSpec* const spec = specOf(*m_question.algorithm, name);
            return spec == nullptr ? std::string() : spec->valueIn(entry.parameters);
        };
        const auto complete = m_question.algorithm->complete(at(of(m_question.x), of(m_question.y), of(m_question.z)));
        return complete && complete->sameAs(entry.parameters);
    }

private:
    const AtlasQuestion& m_question;
    std::vector<std::string> m_along;  ///< sizes that go with x
};

/// What was measured, by configuration; what was measured last goes before.
using Times = std::map<std::string, const Measurement*>;

std::string keyOf(const Parameters& parameters) { return toString(parameters.sorted()); }

Times timesOf(const AtlasQuestion& question, const Grid& grid) {
    Times times;
    const auto add = [&](const StudyEntry& entry) {
        if (grid.holds(entry)) times[keyOf(entry.parameters)] = &*entry.measurement;
    };
    if (question.recordings != nullptr)
        for (const Study& study : question.recordings->studies) std::ranges::for_each(study.entries, add);
    std::ranges::for_each(question.measured, add);
    return times;
}

/// Of a range of which nothing was measured.
std::set<std::uint64_t> stepsOf(const ParameterSpec& spec) {
    constexpr std::int64_t kFirst = 32, kLast = 1024;
    std::set<std::uint64_t> values;
    for (std::int64_t value = std::max<std::int64_t>(std::min(kFirst, spec.maximum), 1);
         value <= std::min(kLast, spec.maximum); value *= 2)
        if (value >= spec.minimum) values.insert(static_cast<std::uint64_t>(value));
    return values;
}

AtlasAxis axisOf(const AtlasQuestion& question, const std::string& name, const Grid& grid) {
    const ParameterSpec* const spec = specOf(*question.algorithm, name);
    if (spec == nullptr) return {{}, {std::string()}};
    if (!spec->values.empty()) return {name, spec->values};
    std::set<std::uint64_t> values;
    const auto add = [&](const StudyEntry& entry) {
        if (!grid.holds(entry)) return;
        if (const auto number = entry.parameters.number(name)) values.insert(*number);
    };
    if (question.recordings != nullptr)
        for (const Study& study : question.recordings->studies) std::ranges::for_each(study.entries, add);
    std::ranges::for_each(question.measured, add);
    if (values.size() < 2) values.merge(stepsOf(*spec));
    if (const auto chosen = question.parameters.number(name)) values.insert(*chosen);
    AtlasAxis axis{name, {}};
    for (const std::uint64_t value : values) axis.values.push_back(std::to_string(value));
    return axis;
}

AtlasTime timeOf(const Measurement& measured) {
    AtlasTime time{measured.median, measured.lowerQuartile, measured.upperQuartile, measured.origin, {}};
    if (!measured.counters.empty()) time.counters = measured.counters.front();
    return time;
}

AtlasCell cellOf(const AtlasQuestion& question, const Parameters& wanted, const Times& times) {
    AtlasCell cell;
    cell.parameters = wanted;
    const Result<Parameters> complete = question.algorithm->complete(wanted);
    const Result<Plan> plan = complete ? question.algorithm->plan(*complete) : fail(complete.error());
    if (!plan) {
        cell.impossible = describe(plan.error());
        return cell;
    }
    cell.parameters = *complete;
    const auto known = times.find(keyOf(*complete));
    const Measurement* const measured = known == times.end() ? nullptr : known->second;
    if (measured != nullptr) cell.time = timeOf(*measured);
    const std::vector<LaunchBlock> launches = launchBlocksOf(*plan, measured, question.gpu, question.codes);
    if (launches.empty()) return cell;
    const auto occupancy = theoreticalOccupancy(launches.front().kernel, launches.front().block, question.gpu);
    if (occupancy)
        cell.occupancy = occupancy->percent;
    else if (measured == nullptr)
        cell.impossible = describe(occupancy.error());
    return cell;
}

}  // namespace

std::vector<std::string> atlasParameters(const Algorithm& algorithm) {
    std::vector<std::string> names;
    const ParameterSpec* const size = algorithm.specOf(ParameterRole::Size);
    const ParameterSpec* const block = algorithm.blockSpec();
    for (const ParameterSpec* first : {block, size})
        if (first != nullptr && (first->values.size() > 1 || first->maximum > first->minimum))
            names.push_back(first->name);
    for (const ParameterSpec& spec : algorithm.parameters())
        if (&spec != size && &spec != block && (spec.values.size() > 1 || spec.maximum > spec.minimum))
            names.push_back(spec.name);
    return names;
}

std::vector<std::size_t> Atlas::columnOf(std::size_t cell) const {
    AtlasPlace place = placeOf(cell);
    std::vector<std::size_t> column;
    column.reserve(rows());
    for (place.row = 0; place.row < rows(); ++place.row) column.push_back(cellAt(place));
    return column;
}

Result<Atlas> atlasOf(const AtlasQuestion& question, const JobContext& job) {
    Atlas atlas;
    if (question.algorithm == nullptr || question.x.empty()) return atlas;
    const Grid grid(question);
    atlas.algorithm = question.algorithm->id();
    atlas.gpu = question.gpu.title;
    atlas.x = axisOf(question, question.x, grid);
    atlas.y = axisOf(question, question.y, grid);
    atlas.z = axisOf(question, question.z, grid);
    const Times times = timesOf(question, grid);
    const std::size_t cells = atlas.panels() * atlas.rows() * atlas.columns();
    atlas.cells.reserve(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        const auto [column, row, panel] = atlas.placeOf(cell);
        atlas.cells.push_back(
            cellOf(question, grid.at(atlas.x.values[column], atlas.y.values[row], atlas.z.values[panel]), times));
    }
    return atlas;
}

}  // namespace lanescope
