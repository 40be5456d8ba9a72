// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/phases.h"

namespace lanescope::flow {
namespace {

Message inRound(PhaseKind kind, std::uint32_t round) {
    switch (kind) {
        case PhaseKind::Setup: return Message("flow.phase.setup_of_round"_id, {{"round", round}});
        case PhaseKind::Load: return Message("flow.phase.load_of_round"_id, {{"round", round}});
        case PhaseKind::Multiply: return Message("flow.phase.multiply_of_round"_id, {{"round", round}});
        case PhaseKind::Add: return Message("flow.phase.add_of_round"_id, {{"round", round}});
        case PhaseKind::Compute: return Message("flow.phase.compute_of_round"_id, {{"round", round}});
        case PhaseKind::Exchange: return Message("flow.phase.exchange_of_round"_id, {{"round", round}});
        case PhaseKind::Store: return Message("flow.phase.store_of_round"_id, {{"round", round}});
        case PhaseKind::Round: break;
    }
    return Message("flow.phase.round"_id, {{"round", round}});
}

Message initialOf(PhaseKind kind) {
    switch (kind) {
        case PhaseKind::Setup: return Message("flow.phase.setup.initial"_id);
        case PhaseKind::Load: return Message("flow.phase.load.initial"_id);
        case PhaseKind::Multiply: return Message("flow.phase.multiply.initial"_id);
        case PhaseKind::Add: return Message("flow.phase.add.initial"_id);
        case PhaseKind::Compute: return Message("flow.phase.compute.initial"_id);
        case PhaseKind::Exchange: return Message("flow.phase.exchange.initial"_id);
        case PhaseKind::Store: return Message("flow.phase.store.initial"_id);
        case PhaseKind::Round: break;
    }
    return Message("flow.phase.round.initial"_id);
}

}  // namespace

Message nameOf(const Phase& phase) {
    if (phase.round != 0) return inRound(phase.kind, phase.round);
    switch (phase.kind) {
        case PhaseKind::Setup: return Message("flow.phase.setup"_id);
        case PhaseKind::Load: return Message("flow.phase.load"_id);
        case PhaseKind::Multiply: return Message("flow.phase.multiply"_id);
        case PhaseKind::Add: return Message("flow.phase.add"_id);
        case PhaseKind::Compute: return Message("flow.phase.compute"_id);
        case PhaseKind::Exchange: return Message("flow.phase.exchange"_id);
        case PhaseKind::Store:
        case PhaseKind::Round: break;
    }
    return Message("flow.phase.store"_id);
}

Message shortNameOf(const Phase& phase) {
    if (phase.round == 0) return initialOf(phase.kind);
    return Message({}, {{"", initialOf(phase.kind)}, {"", phase.round}});
}

}  // namespace lanescope::flow
