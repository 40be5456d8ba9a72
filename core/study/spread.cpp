// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spread.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

/// Of fewer, one in twenty is nobody.
constexpr std::size_t kEnough = 20;

std::string percent(double share) { return numbers::plain(std::round(share * 100)); }

/// Of the numbers of the GPU that went in, so many are assumed; empty if none.
std::string whatIsAssumed(const Estimate& estimate, const GpuSpec& gpu) {
    std::size_t all = 0;
    std::size_t assumed = 0;
    for (const EstimateInput& input : estimate.inputs) {
        const GpuValue* const value = gpu.find(input.name);
        if (value == nullptr) continue;
        ++all;
        if (value->assumed) ++assumed;
    }
    if (assumed == 0) return {};
    return inWords(Message("spread.assumed"_id, {{"assumed", assumed}, {"all", all}}));
}

std::string cautionOf(const Estimate& estimate, const GpuSpec& gpu, const RecordedAccuracy& of,
                      const RecordedAccuracy::Row& row) {
    if (of.gpu != gpu.id) {
        std::string caution = inWords(Message("spread.other_gpu"_id, {{"gpu", gpu.title}, {"other", of.gpu}}));
        const std::string assumed = whatIsAssumed(estimate, gpu);
        return assumed.empty() ? caution : std::move(caution) + " " + assumed;
    }
    if (!estimate.outOfRange.empty()) return textOf("spread.out_of_range"_id);
    const double seconds = estimate.kernelSeconds;
    if (seconds >= row.shortest && seconds <= row.longest) return {};
    return inWords(Message("spread.other_times"_id, {{"shortest", numbers::plainTime(row.shortest)},
                                                     {"longest", numbers::plainTime(row.longest)}}));
}

}  // namespace

std::optional<Spread> spreadOf(const Estimate& estimate, const GpuSpec& gpu, const RecordedAccuracies& accuracies,
                               bool unseen) {
    const auto told = [&](const RecordedAccuracy& one) {
        const RecordedAccuracy::Row* const row = one.find(estimate.model);
        return row != nullptr && row->p95Ape.has_value();
    };
    const RecordedAccuracy* of = accuracies.find(gpu.id);
    if (of == nullptr || !told(*of)) {
        const auto other = std::ranges::find_if(accuracies.all, told);
        if (other == accuracies.all.end()) return std::nullopt;
        of = &*other;
    }
    const RecordedAccuracy::Row* ofUnseen = unseen ? of->find(estimate.model, RecordedAccuracy::kUnseen) : nullptr;
    if (ofUnseen != nullptr && !ofUnseen->p95Ape) ofUnseen = nullptr;
    const RecordedAccuracy::Row& row = ofUnseen != nullptr ? *ofUnseen : *of->find(estimate.model);
    Spread spread{
        row.medianApe, *row.p95Ape, row.compared, {}, ofUnseen != nullptr, cautionOf(estimate, gpu, *of, row)};
    const auto bound = std::ranges::find(row.bounds, estimate.bound, &RecordedAccuracy::Row::Bound::bound);
    if (bound != row.bounds.end() && bound->compared >= kEnough) {
        spread.usual = bound->medianApe;
        spread.rare = bound->p95Ape;
        spread.compared = bound->compared;
        spread.bound = bound->bound;
    }
    return spread;
}

std::string describe(const Spread& spread) {
    const Message message =
        spread.bound.empty()
            ? Message(spread.unseen ? "spread.unseen"_id : "spread.of_all"_id,
                      {{"usual", percent(spread.usual)}, {"rare", percent(spread.rare)}, {"compared", spread.compared}})
            : Message(spread.unseen ? "spread.unseen_of_bound"_id : "spread.of_bound"_id,
                      {{"usual", percent(spread.usual)},
                       {"rare", percent(spread.rare)},
                       {"compared", spread.compared},
                       {"bound", textOf("term." + spread.bound)}});
    return inWords(message) + (spread.caution.empty() ? "" : ". " + spread.caution);
}

}  // namespace lanescope
