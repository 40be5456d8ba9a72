// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/launch_pace.h"

#include <algorithm>

namespace lanescope {

LaunchPace::LaunchPace(CudaExecutor& executor) : m_executor(executor) {
    for (auto& mark : m_marks) mark = std::make_unique<cuda::TimerEvent>(executor.session().driver());
}

void LaunchPace::adaptTo(double seconds) {
    const bool isShort = seconds * LaunchHold::kQueueDepth < kAhead;
    m_stride = isShort ? 0 : std::max<std::size_t>(1, static_cast<std::size_t>(kAhead / seconds / 2));
}

void LaunchPace::begin() { m_launches = 0; }

void LaunchPace::queued(LaunchHold::Held& held, const std::string& kernel) {
    ++m_launches;
    if (m_stride == 0 || m_launches % m_stride != 0) return;
    const std::size_t mark = m_launches / m_stride;
    m_marks[mark % 2]->record(nullptr);
    if (mark < 2) return;
    held.release();
    m_executor.waitUntil(*m_marks[(mark + 1) % 2], kernel);
}

}  // namespace lanescope
