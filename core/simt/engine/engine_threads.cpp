// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's side of what threads own: room for it, a warp's part of it, and its place in a block's state.
#include <algorithm>
#include <cstring>

#include "core/simt/engine/engine.h"

namespace lanescope::simt {

void Engine::startThreads() {
    const std::size_t localBytes = m_warps.size() * kWarpSize * m_program->localBytes();
    m_threads.local.assign(localBytes, std::byte{0});
    m_threads.localInitialised.assign(localBytes / 4, 0);
    m_threads.copies.clear();
    m_threads.groups.clear();
    m_threads.slept = 0;
    m_machine.threads = &m_threads;
    m_machine.localBytes = m_program->localBytes();
    m_machine.slotStride = m_program->slotStride();
    m_machine.parameters = m_parameters.data();
    m_machine.parameterBytes = m_parameters.size();
}

void Engine::enterThreads() {
    const std::size_t words = std::size_t{m_current} * kWarpSize * (m_program->localBytes() / 4);
    m_machine.warp = m_current;
    m_machine.local = m_threads.local.data() + words * 4;
    m_machine.localInitialised = m_threads.localInitialised.data() + words;
}

ThreadMemory Engine::threads() const {
    ThreadMemory threads = m_threads;
    const std::size_t bytes = m_program->registerBytes() - m_program->extraPlace();
    threads.extras.resize(m_warps.size() * bytes);
    for (std::size_t w = 0; w < m_warps.size(); ++w)
        std::copy_n(registersOf(w) + m_program->extraPlace(), bytes, threads.extras.data() + w * bytes);
    return threads;
}

void Engine::restoreThreads(const ThreadMemory& threads) {
    m_threads = threads;
    m_threads.extras.clear();
    const std::size_t bytes = m_program->registerBytes() - m_program->extraPlace();
    for (std::size_t w = 0; w < m_warps.size() && (w + 1) * bytes <= threads.extras.size(); ++w)
        std::copy_n(threads.extras.data() + w * bytes, bytes, registersOf(w) + m_program->extraPlace());
}

}  // namespace lanescope::simt
