// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ladder/ladder_words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/metrics/dictionary.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownOpcodes = 4;

/// "shared_load" of "shared_load_wavefronts": requests of one kind have several counters. All instructions are one
/// family, and so are all operations.
std::string familyOf(const Moved& counter) {
    const std::string unit = unitOf(counter), &metric = counter.metric;
    if (unit == "instructions" || unit == "operations") return unit;
    const std::size_t first = metric.find('_');
    return metric.substr(0, first == std::string::npos ? first : metric.find('_', first + 1));
}

std::string timesText(double ratio) { return numbers::plain(ratio, 3); }

std::string timeOf(const LadderStep& step, bool hardware) {
    return numbers::time(hardware ? step.time->seconds : step.estimate->seconds);
}

Message fromOf(const StepTime& time) {
    return Message("ladder.from"_id, {{"origin", nameOf(time.origin)}, {"from", time.from}});
}

const rules::RooflinePoint* pointAt(const rules::Roofline& roofline, rules::Resource level) {
    const auto found = std::ranges::find(roofline.points, level, &rules::RooflinePoint::level);
    return found == roofline.points.end() ? nullptr : &*found;
}

std::string percentOf(double share) { return numbers::plain(100 * share, 2) + " %"; }

}  // namespace

Message nameOf(const Moved& moved) {
    if (const Metric* const metric = findMetric(moved.metric)) return Message::plain(metric->title);
    if (moved.metric == ladder_cost::kShared) return Message("ladder.cost.shared"_id);
    if (moved.metric == ladder_cost::kThreads) return Message("ladder.cost.threads"_id);
    return Message("ladder.cost.occupancy"_id);
}

std::string unitOf(const Moved& moved) {
    if (const Metric* const metric = findMetric(moved.metric)) return std::string(metric->unit);
    if (moved.metric == ladder_cost::kShared) return "B";
    return moved.metric == ladder_cost::kOccupancy ? "%" : "";
}

Message inShort(const Moved& moved) {
    // What is counted is in the name.
    const std::string of = unitOf(moved), unit = of == "%" || of == "B" ? of : std::string();
    const std::string before = numbers::shortValue(moved.before, unit), after = numbers::shortValue(moved.after, unit);
    if (unit == "%" || moved.before <= 0 || moved.after <= 0)
        return Message("ladder.moved"_id, {{"before", before}, {"after", after}});
    const bool more = moved.after > moved.before;
    const double times = more ? moved.ratio() : 1 / moved.ratio();
    return Message(more ? "ladder.moved_up"_id : "ladder.moved_down"_id,
                   {{"before", before}, {"after", after}, {"times", timesText(times)}});
}

std::vector<Moved> told(const Rise& rise) {
    std::vector<Moved> all;
    std::set<std::string> families;
    for (const Moved& counter : rise.counters)
        if (families.insert(familyOf(counter)).second) all.push_back(counter);
    all.insert(all.end(), rise.costs.begin(), rise.costs.end());
    std::ranges::stable_sort(all, std::greater<>(), &Moved::weight);
    return all;
}

Message riseSentence(const Ladder& ladder, std::size_t number) {
    const LadderStep& step = ladder.steps.at(number);
    const std::optional<Rise>& rise = ladder.rises.at(number);
    if (!rise) return startSentence(ladder, number);
    const LadderStep& from = ladder.steps[rise->from];
    if (!rise->speedUp) {
        if (!step.time) return startSentence(ladder, number);
        return Message("ladder.no_speed_up"_id, {{"step", step.rung.name},
                                                 {"before", from.rung.name},
                                                 {"time", numbers::time(step.time->seconds)},
                                                 {"from", fromOf(*step.time)}});
    }
    const bool hardware = rise->origin != Origin::Estimated;
    const bool faster = *rise->speedUp >= 1;
    const std::string times = timesText(faster ? *rise->speedUp : 1 / *rise->speedUp);
    if (times == timesText(1))
        return Message("ladder.as_fast"_id, {{"step", step.rung.name},
                                             {"before", from.rung.name},
                                             {"old", timeOf(from, hardware)},
                                             {"new", timeOf(step, hardware)},
                                             {"from", fromOf(hardware ? *step.time : *step.estimate)}});
    return Message(faster ? "ladder.faster"_id : "ladder.slower"_id,
                   {{"step", step.rung.name},
                    {"before", from.rung.name},
                    {"times", times},
                    {"old", timeOf(from, hardware)},
                    {"new", timeOf(step, hardware)},
                    {"from", fromOf(hardware ? *step.time : *step.estimate)}});
}

Message startSentence(const Ladder& ladder, std::size_t number) {
    const LadderStep& step = ladder.steps.at(number);
    if (!step.possible()) return Message("ladder.impossible"_id, {{"step", step.rung.name}, {"why", step.impossible}});
    if (!step.time && !step.notEstimated.empty())
        return Message("ladder.no_estimate"_id,
                       {{"step", step.rung.name}, {"gpu", ladder.gpu.title}, {"why", step.notEstimated}});
    if (!step.time) return Message("ladder.no_time"_id, {{"step", step.rung.name}, {"gpu", ladder.gpu.title}});
    return Message(
        "ladder.takes"_id,
        {{"step", step.rung.name}, {"time", numbers::time(step.time->seconds)}, {"from", fromOf(*step.time)}});
}

Message sourceSentence(const Rise& rise) {
    if (!rise.source.known) return Message("ladder.source.unknown"_id);
    if (rise.source.gone.empty() && rise.source.come.empty()) return Message("ladder.source.same"_id);
    return Message("ladder.source.changed"_id,
                   {{"gone", Message::counted("ladder.lines_gone"_id, rise.source.gone.size())},
                    {"come", Message::counted("ladder.lines_come"_id, rise.source.come.size())}});
}

Message machineSentence(const Rise& rise) {
    const MachineChange& machine = rise.machine;
    if (!machine.known) return Message("ladder.machine.unknown"_id);
    std::vector<Message> opcodes;
    for (const OpcodeChange& opcode : machine.opcodes) {
        if (opcodes.size() == kShownOpcodes) break;
        opcodes.push_back(Message("ladder.machine.opcode"_id,
                                  {{"opcode", opcode.opcode}, {"before", opcode.before}, {"after", opcode.after}}));
    }
    if (opcodes.empty()) return Message("ladder.machine.same"_id, {{"count", machine.after}});
    return Message(
        "ladder.machine.changed"_id,
        {{"before", machine.before}, {"after", machine.after}, {"opcodes", Join::Comma, std::move(opcodes)}});
}

Message rooflineSentence(const LadderStep& before, const LadderStep& after) {
    if (!before.roofline || !after.roofline || before.roofline->work != after.roofline->work) return {};
    const rules::RooflinePoint* const now = rules::nearestRoof(*after.roofline);
    const rules::RooflinePoint* const old = now == nullptr ? nullptr : pointAt(*before.roofline, now->level);
    if (old == nullptr) return {};
    const bool operations = after.roofline->work == rules::Roofline::Work::Operations;
    const Message moved(operations ? "ladder.roofline.operations"_id : "ladder.roofline.instructions"_id,
                        {{"memory", rules::nameOf(now->level)},
                         {"before", numbers::plain(old->intensity, 3)},
                         {"after", numbers::plain(now->intensity, 3)}});
    if (!old->share || !now->share) return Message("ladder.roofline.only"_id, {{"moved", moved}});
    return Message("ladder.roofline.reached"_id,
                   {{"moved", moved}, {"old", percentOf(*old->share)}, {"new", percentOf(*now->share)}});
}

}  // namespace lanescope
