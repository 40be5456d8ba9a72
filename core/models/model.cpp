// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/model.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/gpus/gpu_quantities.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

std::vector<EstimateTerm> summed(const Estimate& estimate, std::string EstimateTerm::*key) {
    std::vector<EstimateTerm> all;
    for (const EstimateTerm& term : estimate.terms) {
        const auto same = std::ranges::find(all, term.*key, &EstimateTerm::name);
        if (same == all.end()) {
            all.push_back(term);
            all.back().name = term.*key;
            continue;
        }
        same->seconds += term.seconds;
        if (same->cycles && term.cycles)
            *same->cycles += *term.cycles;
        else
            same->cycles.reset();
        if (same->formula != term.formula) same->formula.clear();
        if (same->part != term.part) same->part.clear();
    }
    return all;
}

std::string idOf(std::string_view model, const char* part) { return "model." + std::string(model) + "." + part; }

}  // namespace

ModelDescription described(std::string_view id, std::initializer_list<std::string_view> like) {
    const auto text = [&](const char* part) -> std::string_view {
        if (hasText(idOf(id, part))) return textOf(idOf(id, part));
        const auto* const other =
            std::ranges::find_if(like, [&](std::string_view model) { return hasText(idOf(model, part)); });
        return textOf(idOf(other == like.end() ? id : *other, part));
    };
    return {id, textOf(idOf(id, "title")), text("source"), text("needs"), text("assumes"), text("range")};
}

std::string_view nameOf(EstimateInput::From from) {
    switch (from) {
        case EstimateInput::From::Counter: return "counter";
        case EstimateInput::From::Plan: return "plan";
        case EstimateInput::From::Gpu: return "gpu";
        case EstimateInput::From::Assumed: return "assumed";
        case EstimateInput::From::Document: return "document";
        case EstimateInput::From::Derived: return "derived";
    }
    return "";
}

std::string_view nameOf(CountSource source) {
    switch (source) {
        case CountSource::Lockstep: return "lockstep";
        case CountSource::Predicted: return "predicted";
        case CountSource::Document: return "document";
    }
    return "";
}

std::vector<EstimateTerm> termsByName(const Estimate& estimate) { return summed(estimate, &EstimateTerm::name); }
std::vector<EstimateTerm> termsByPart(const Estimate& estimate) { return summed(estimate, &EstimateTerm::part); }

std::uint64_t ModelInput::bytes(CopyProfile::Direction direction) const {
    std::uint64_t sum = 0;
    for (const CopyProfile& copy : copies)
        if (copy.direction == direction) sum += copy.bytes;
    return sum;
}

Result<GpuSpec> withValue(const GpuSpec& gpu, const std::string& id, double value) {
    const auto refuse = [&](const std::string& legal) {
        return fail(ErrorCode::IllegalValue, {{"parameter", id}, {"value", numbers::plain(value)}, {"legal", legal}});
    };
    const GpuQuantity* quantity = findGpuQuantity(id);
    if (quantity == nullptr) {
        std::string known;
        for (const GpuQuantity& one : gpuQuantities()) known += (known.empty() ? "" : ", ") + std::string(one.id);
        return refuse(inWords(Message("given.known"_id, {{"known", known}})));
    }
    if (!std::isfinite(value) || value <= 0) return refuse(textOf("given.above_0"_id));
    if (quantity->whole && std::nearbyint(value) != value) return refuse(textOf("gpu.whole"_id));
    GpuSpec changed = gpu;
    changed.values[id] = {value, std::string(quantity->unit), textOf("given.by_user"_id)};
    return changed;
}

std::string whyNothingIsPriced(const ModelInput& input) {
    std::vector<Message> does;
    for (const LibraryProfile& call : input.library) does.push_back(Message("does.call"_id, {{"name", call.name}}));
    for (const HostProfile& host : input.host) does.push_back(Message("does.host"_id, {{"name", host.name}}));
    if (!input.copies.empty()) does.emplace_back("does.copy"_id);
    if (does.empty()) return textOf("cannot.no_kernel"_id);
    return inWords(Message("cannot.no_kernel_but"_id, {{"does", Join::Comma, std::move(does)}}));
}

std::string whatIsNotPriced(const ModelInput& input) {
    std::vector<Message> left;
    for (const LibraryProfile& call : input.library) left.push_back(Message::plain(call.name));
    for (const HostProfile& host : input.host) left.push_back(Message("not_priced.host"_id, {{"name", host.name}}));
    if (!input.copies.empty()) left.emplace_back("not_priced.copies"_id);
    left.emplace_back("not_priced.launches"_id);
    return inWords(Message("assume.kernels_alone"_id, {{"left", Join::And, std::move(left)}}));
}

}  // namespace lanescope
