// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/block_flow.h"

#include <utility>

namespace lanescope::flow {

BlockFlow::BlockFlow(std::shared_ptr<const BlockTrace> trace)
    : m_trace(std::move(trace)),
      m_moves(m_trace),
      m_owned(m_moves),
      m_activities(*m_trace, m_moves.roles()),
      m_phases(m_activities),
      m_tracks(m_activities),
      m_stops(m_activities),
      m_operations(m_activities, Grain::Operation),
      m_families(m_moves, m_activities),
      m_requests(*m_trace) {}

}  // namespace lanescope::flow
