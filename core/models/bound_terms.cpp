// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/bound_terms.h"

#include <array>
#include <cmath>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

/// In the order of timing::Reason.
constexpr std::array<std::string_view, timing::kReasons> kTerms{
    "term.issuing"_id,        "term.wait_result"_id,  "term.wait_global"_id,   "term.wait_shared"_id,
    "term.wait_barrier"_id,   "term.wait_pipe"_id,    "term.wait_requests"_id, "term.wait_fetch"_id,
    "term.wait_constants"_id, "term.not_selected"_id, "term.drain"_id};

/// In the order of timing::BusyUnit.
constexpr std::array<std::string_view, 4> kUnits{"term.issue"_id, "term.requests"_id, "term.l2"_id, "term.dram"_id};

}  // namespace

std::string_view termOf(timing::Reason reason) { return kTerms[static_cast<std::size_t>(reason)]; }

std::string_view termOf(const timing::Bound& bound) {
    return bound.unit ? kUnits[static_cast<std::size_t>(*bound.unit)] : termOf(bound.reason);
}

std::string_view boundId(const timing::Bound& bound) {
    const std::string_view term = termOf(bound);
    return term.substr(term.find('.') + 1);
}

std::string caseOf(const timing::Bound& bound) {
    const std::string term = textOf(termOf(bound));
    if (!bound.unit) return inWords(Message("case.latency_bound"_id, {{"reason", term}}));
    return inWords(
        Message("case.busy"_id, {{"resource", term}, {"share", numbers::plain(std::round(bound.share * 100))}}));
}

}  // namespace lanescope
