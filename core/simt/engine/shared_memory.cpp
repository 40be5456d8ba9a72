// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/shared_memory.h"

#include <algorithm>

namespace lanescope::simt {

void SharedMemory::clear(Machine& machine) {
    std::fill_n(m_bytes.data(), m_size, std::byte{0});
    m_initialised.assign((m_size + 3) / 4, 0);
    show(machine, m_initialised.size());
}

SharedMemory::Content SharedMemory::content() const { return {{data(), data() + m_size}, m_initialised}; }

bool SharedMemory::holds(const Content& content) const {
    return std::equal(content.bytes.begin(), content.bytes.end(), data()) && content.initialised == m_initialised;
}

void SharedMemory::put(std::span<const std::byte> bytes, const std::vector<std::uint8_t>& initialised,
                       Machine& machine) {
    std::copy(bytes.begin(), bytes.end(), m_bytes.data());
    m_initialised = initialised;
    show(machine, static_cast<std::uint64_t>(std::count(m_initialised.begin(), m_initialised.end(), 0)));
}

void SharedMemory::show(Machine& machine, std::uint64_t uninitialisedWords) {
    machine.shared = m_bytes.data();
    machine.sharedBytes = m_size;
    machine.sharedInitialised = m_initialised.data();
    machine.sharedUninitialisedWords = uninitialisedWords;
}

}  // namespace lanescope::simt
