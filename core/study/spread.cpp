// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spread.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/gpus/assumed_values.h"
#include "core/timing/parameters.h"

namespace lanescope {
namespace {

/// Of fewer, one in twenty is nobody.
constexpr std::size_t kEnough = 20;

std::string percent(double share) { return numbers::plain(std::round(share * 100)); }

bool isCalibrated(const GpuSpec& gpu) {
    return std::ranges::any_of(gpu.values, [](const auto& value) { return !value.second.benchmark.empty(); });
}

/// With a spread, of runs of that kind.
const RecordedAccuracy::Row* rowOf(const RecordedAccuracy& of, const ToldTime& time, bool unseen, bool machineCode) {
    const RecordedAccuracy::Row* const row =
        of.find(time.model, unseen ? RecordedAccuracy::kUnseen : std::string_view(), machineCode);
    return row != nullptr && row->p95Ape ? row : nullptr;
}

/// What it is one of comes first; what code ran tells more apart than whose kernel it is.
const RecordedAccuracy::Row* nearestRow(const RecordedAccuracy& of, const ToldTime& time) {
    for (const bool machineCode : {time.machineCode, true})
        for (const bool unseen : {time.unseen, false})
            if (const RecordedAccuracy::Row* const row = rowOf(of, time, unseen, machineCode)) return row;
    return nullptr;
}

std::string cautionOf(const ToldTime& time, const GpuSpec& gpu, const RecordedAccuracy::Row& row) {
    std::vector<Message> said;
    // Whose spread has been told are the models that simulate.
    if (time.outOfRange || !timing::whyNotToBeBelieved(gpu).empty()) said.emplace_back("spread.out_of_range"_id);
    if (time.changed) said.emplace_back("spread.changed"_id);
    if (row.machineCode && !time.machineCode) said.emplace_back("spread.of_machine_code"_id);
    if (time.seconds < row.shortest || time.seconds > row.longest)
        said.emplace_back("spread.other_times"_id,
                          std::initializer_list<Message::Argument>{{"shortest", numbers::plainTime(row.shortest)},
                                                                   {"longest", numbers::plainTime(row.longest)}});
    return inWords(Message::joined(Join::Sentences, std::move(said)));
}

/// That nobody has compared times of the GPU, and what its numbers are.
std::string elsewhere(const GpuSpec& gpu, bool calibrated) {
    if (!calibrated) return inWords(Message("spread.not_calibrated"_id, {{"gpu", gpu.title}}));
    std::vector<Message> said{Message("spread.not_compared"_id, {{"gpu", gpu.title}})};
    if (const std::size_t assumed = assumedOf(gpu); assumed > 0)
        said.emplace_back("spread.assumed"_id,
                          std::initializer_list<Message::Argument>{{"assumed", assumed}, {"all", gpu.values.size()}});
    return inWords(Message::joined(Join::Sentences, std::move(said)));
}

Message figuresOf(const Spread& spread) {
    Message of = spread.bound.empty()
                     ? Message(spread.unseen ? "spread.unseen"_id : "spread.of_all"_id, {{"compared", spread.compared}})
                     : Message(spread.unseen ? "spread.unseen_of_bound"_id : "spread.of_bound"_id,
                               {{"compared", spread.compared}, {"bound", textOf("term." + spread.bound)}});
    if (!spread.machineCode) of = Message("spread.as_ptx"_id, {{"of", of}});
    return Message("spread.figures"_id, {{"usual", percent(spread.usual)}, {"rare", percent(spread.rare)}, {"of", of}});
}

}  // namespace

ToldTime toldTime(const Estimate& estimate, const RunCode& code, bool unseen) {
    return {.model = estimate.model,
            .bound = estimate.bound,
            .seconds = estimate.kernelSeconds,
            .outOfRange = !estimate.outOfRange.empty(),
            .unseen = unseen,
            .machineCode = code.isMachineCode()};
}

ToldTime simulatedTime(double seconds, std::string_view bound, const RunCode& code, bool unseen) {
    return {.model = "simulation",
            .bound = std::string(bound),
            .seconds = seconds,
            .unseen = unseen,
            .machineCode = code.isMachineCode()};
}

ToldTime planTime(double seconds, const RunCode& code, bool unseen) {
    return {.model = "plan", .bound = {}, .seconds = seconds, .unseen = unseen, .machineCode = code.isMachineCode()};
}

std::optional<Spread> spreadOf(const ToldTime& time, const GpuSpec& gpu, const RecordedAccuracies& accuracies) {
    const auto told = [&](const RecordedAccuracy& one) { return nearestRow(one, time) != nullptr; };
    const RecordedAccuracy* of = accuracies.find(gpu.id);
    if (of == nullptr || !told(*of)) {
        const auto other = std::ranges::find_if(accuracies.all, told);
        if (other == accuracies.all.end()) return std::nullopt;
        of = &*other;
    }
    const RecordedAccuracy::Row& row = *nearestRow(*of, time);
    Spread spread;
    spread.usual = row.medianApe;
    spread.rare = *row.p95Ape;
    spread.compared = row.compared;
    spread.unseen = row.kernels == RecordedAccuracy::kUnseen;
    spread.machineCode = row.machineCode;
    spread.gpu = of->gpu;
    spread.calibrated = isCalibrated(gpu) || of->gpu == gpu.id;
    if (of->gpu != gpu.id) spread.elsewhere = elsewhere(gpu, spread.calibrated);
    spread.caution = cautionOf(time, gpu, row);
    const auto bound = std::ranges::find(row.bounds, time.bound, &RecordedAccuracy::Row::Bound::bound);
    if (bound != row.bounds.end() && bound->compared >= kEnough) {
        spread.usual = bound->medianApe;
        spread.rare = bound->p95Ape;
        spread.compared = bound->compared;
        spread.bound = bound->bound;
    }
    return spread;
}

std::string describe(const Spread& spread) {
    const Message figures = figuresOf(spread);
    const std::string said =
        spread.elsewhere.empty()
            ? inWords(figures)
            : spread.elsewhere + ' ' +
                  inWords(Message("spread.other_gpu"_id, {{"other", spread.gpu}, {"figures", figures}}));
    return said + (spread.caution.empty() ? "" : ". " + spread.caution);
}

}  // namespace lanescope
