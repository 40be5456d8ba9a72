// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded block with all that this room knows of it: what views, tracks and steps are drawn from.
#pragma once

#include <memory>

#include "core/flow/activity.h"
#include "core/flow/events.h"
#include "core/flow/families.h"
#include "core/flow/moves.h"
#include "core/flow/owned.h"
#include "core/flow/phases.h"
#include "core/flow/tracks.h"
#include "core/flow/worst.h"

namespace lanescope::flow {

class BlockFlow {
public:
    /// Goes through the trace a few times (flow_bench says how long), so that it is to be made where the trace is.
    explicit BlockFlow(std::shared_ptr<const BlockTrace> trace);

    [[nodiscard]] const BlockTrace& trace() const { return *m_trace; }
    [[nodiscard]] const std::shared_ptr<const BlockTrace>& sharedTrace() const { return m_trace; }
    [[nodiscard]] const program::Entry& entry() const { return m_trace->entry(); }
    [[nodiscard]] const Roles& roles() const { return m_moves.roles(); }
    /// Remembers where it was asked last: for one thread at a time.
    [[nodiscard]] const Moves& moves() const { return m_moves; }
    [[nodiscard]] const Owned& owned() const { return m_owned; }
    [[nodiscard]] const Activities& activities() const { return m_activities; }
    [[nodiscard]] const Phases& phases() const { return m_phases; }
    [[nodiscard]] const Tracks& tracks() const { return m_tracks; }
    [[nodiscard]] const EventStops& stops() const { return m_stops; }
    /// By whole operations.
    [[nodiscard]] const EventStops& operations() const { return m_operations; }
    [[nodiscard]] const Families& families() const { return m_families; }
    /// What its accesses cost, and where they cost more than they need.
    [[nodiscard]] const RequestCosts& requests() const { return m_requests; }

private:
    std::shared_ptr<const BlockTrace> m_trace;
    Moves m_moves;
    Owned m_owned;
    Activities m_activities;
    Phases m_phases;
    Tracks m_tracks;
    EventStops m_stops;
    EventStops m_operations;
    Families m_families;
    RequestCosts m_requests;
};

}  // namespace lanescope::flow
