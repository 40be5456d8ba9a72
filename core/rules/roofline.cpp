// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/roofline.h"

#include <algorithm>

#include "core/rules/memory_chart.h"

namespace lanescope::rules {
namespace {

constexpr double kLanes = 32;

/// Peaks of the precisions that the launch computes in.
void addPeaks(Roofline& roofline, const LaunchFacts& facts) {
    if (roofline.work == Roofline::Work::ThreadInstructions) {
        if (auto issue = ceilingOf(Resource::Issue, facts.gpu)) {
            issue->rate *= kLanes;
            roofline.peaks.push_back(*issue);
        }
        return;
    }
    for (const Resource precision : {Resource::Fp32, Resource::Fp64})
        if (facts.value(metricOf(precision)) > 0)
            if (const auto peak = ceilingOf(precision, facts.gpu)) roofline.peaks.push_back(*peak);
}

}  // namespace

Roofline rooflineOf(const LaunchFacts& facts) {
    Roofline roofline;
    const Fact* work = facts.find("fp_operations");
    if (work == nullptr || work->value <= 0) {
        roofline.work = Roofline::Work::ThreadInstructions;
        work = facts.find("thread_instructions");
    }
    if (work != nullptr) roofline.amount = *work;
    addPeaks(roofline, facts);
    if (facts.seconds && facts.seconds->value > 0)
        roofline.rate = Fact{roofline.amount.value / facts.seconds->value, facts.seconds->origin};
    else
        roofline.rateMissing = facts.secondsMissing;
    double peak = 0;
    for (const Ceiling& each : roofline.peaks) peak = std::max(peak, each.rate);
    for (const LevelTraffic& level : memoryChart(facts)) {
        const auto bandwidth = ceilingOf(level.level, facts.gpu);
        if (bandwidth) roofline.bandwidths.push_back(*bandwidth);
        if (!bandwidth || !level.total.fact || level.total.fact->value <= 0 || roofline.amount.value <= 0) continue;
        RooflinePoint point{level.level, roofline.amount.value / level.total.fact->value, level.total.fact->origin, 0,
                            std::nullopt};
        point.attainable = point.intensity * bandwidth->rate;
        if (peak > 0) point.attainable = std::min(point.attainable, peak);
        if (roofline.rate) point.share = roofline.rate->value / point.attainable;
        roofline.points.push_back(point);
    }
    return roofline;
}

const RooflinePoint* nearestRoof(const Roofline& roofline) {
    const auto key = [](const RooflinePoint& point) { return point.share.value_or(1 / point.attainable); };
    const auto found = std::ranges::max_element(roofline.points, {}, key);
    return found == roofline.points.end() ? nullptr : &*found;
}

}  // namespace lanescope::rules
