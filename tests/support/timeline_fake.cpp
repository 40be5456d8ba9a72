// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for core/trace in programs that show no trace, until that room has its sources. Never linked beside it.
#include "core/trace/timeline.h"

namespace lanescope {

struct Timeline::Impl {
    std::shared_ptr<const BlockTrace> trace;
    std::uint64_t position = 0;
};
Timeline::Timeline(std::shared_ptr<const BlockTrace> trace) : m_impl(new Impl{std::move(trace), 0}) {}
Timeline::~Timeline() = default;
const BlockTrace& Timeline::trace() const { return *m_impl->trace; }
std::uint64_t Timeline::position() const { return m_impl->position; }
void Timeline::seek(std::uint64_t position) { m_impl->position = position; }
std::uint64_t Timeline::next(std::uint64_t position, StepUnit) const { return position; }
std::uint64_t Timeline::previous(std::uint64_t position, StepUnit) const { return position; }

}  // namespace lanescope
