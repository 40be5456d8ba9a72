// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/parts.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/plan/part_name.h"

namespace lanescope {
namespace {

bool isTimedWork(const Step& step) {
    return std::holds_alternative<LaunchStep>(step) || std::holds_alternative<LibraryStep>(step);
}

bool isWorkPart(const MeasuredPart& part) {
    return part.name.starts_with("kernel ") || part.name.starts_with("library ");
}

std::uint64_t workSteps(const Plan& plan) {
    return static_cast<std::uint64_t>(std::ranges::count_if(plan.steps, isTimedWork));
}

void addTo(std::optional<double>& sum, const std::optional<double>& seconds) {
    if (sum && seconds)
        *sum += *seconds;
    else
        sum.reset();
}

void scale(MeasuredPart& part, double factor) {
    part.lowerQuartile *= factor;
    part.median *= factor;
    part.upperQuartile *= factor;
}

/// Behind the last launch or call.
void insertGaps(std::vector<MeasuredPart>& parts, MeasuredPart gaps) {
    const auto last = std::ranges::find_if(parts.rbegin(), parts.rend(), isWorkPart);
    parts.insert(last.base(), std::move(gaps));
}

MeasuredPart gapsOf(const Plan& plan, const Measurement& m, double rest) {
    // What the whole varied is nearly all that can be said of how the rest did.
    const double lower = std::max(0.0, rest - (m.median - m.lowerQuartile));
    return {kLaunchGaps, workSteps(plan) - 1, rest, lower, rest + (m.upperQuartile - m.median)};
}

void fitToLaunches(const Plan& plan, Measurement& m) {
    double sum = 0;
    for (const MeasuredPart& part : m.parts)
        if (isWorkPart(part)) sum += part.median;
    const std::uint64_t steps = workSteps(plan);
    if (steps == 0 || sum <= 0) return;
    for (MeasuredPart& part : m.parts) {
        if (!isWorkPart(part)) continue;
        if (steps == 1) {
            part.lowerQuartile = m.lowerQuartile;
            part.median = m.median;
            part.upperQuartile = m.upperQuartile;
            part.runs = m.samplesTaken;
        } else if (sum > m.median) {
            scale(part, m.median / sum);
        }
    }
    if (steps > 1) insertGaps(m.parts, gapsOf(plan, m, std::max(0.0, m.median - sum)));
}

void fitToSteps(const Plan& plan, Measurement& m) {
    double sum = 0;
    for (const MeasuredPart& part : m.parts) sum += part.median;
    const bool anyOnGpu = std::ranges::any_of(plan.steps, [](const Step& step) { return streamOf(step).has_value(); });
    if (!anyOnGpu) {
        for (MeasuredPart& part : m.parts) {
            const double share = sum > 0 ? part.median / sum : 0;
            part.lowerQuartile = share * m.lowerQuartile;
            part.median = share * m.median;
            part.upperQuartile = share * m.upperQuartile;
        }
        return;
    }
    constexpr double kNoise = 1.02;
    if (sum > kNoise * m.median && !m.parts.empty()) m.notes.emplace_back(textOf("measure.parts_overlap"_id));
    if (workSteps(plan) > 0 && !m.parts.empty()) insertGaps(m.parts, gapsOf(plan, m, std::max(0.0, m.median - sum)));
}

}  // namespace

std::vector<MeasuredPart> sumParts(const Plan& plan, const std::vector<StepSeconds>& runs) {
    std::vector<MeasuredPart> parts;
    std::vector<StepSeconds> sums;  // part, run
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const std::string name = partNameOf(plan.steps[i], plan);
        if (name.empty()) continue;
        const auto known = std::ranges::find(parts, name, &MeasuredPart::name);
        const auto index = static_cast<std::size_t>(known - parts.begin());
        if (known == parts.end()) {
            parts.push_back({.name = name});
            sums.emplace_back(runs.size(), 0.0);
        }
        ++parts[index].steps;
        for (std::size_t run = 0; run < runs.size(); ++run) addTo(sums[index][run], runs[run][i]);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<double> whole;
        for (const std::optional<double>& sum : sums[i])
            if (sum) whole.push_back(*sum);
        parts[i].runs = whole.size();
        const Quartiles quartiles = quartilesOf(whole);
        parts[i].lowerQuartile = quartiles.lower;
        parts[i].median = quartiles.median;
        parts[i].upperQuartile = quartiles.upper;
    }
    return parts;
}

void fitParts(const Plan& plan, Measurement& measurement) {
    if (plan.timed == Timed::Launches)
        fitToLaunches(plan, measurement);
    else
        fitToSteps(plan, measurement);
}

}  // namespace lanescope
