// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/thread_store.h"

#include <algorithm>
#include <cstring>

namespace lanescope::simt {

ThreadStore::ThreadStore(const Program& program, std::size_t warps)
    : m_program(program), m_warps(warps), m_warpBytes(program.warpBytes()), m_registers(warps * program.warpBytes()) {}

std::size_t ThreadStore::localWords() const { return std::size_t{kWarpSize} * (m_program.localBytes() / 4); }

void ThreadStore::clear() {
    for (std::size_t w = 0; w < m_warps; ++w)
        std::fill_n(registersOf(w), m_program.registerBytes(), std::byte{0});  // there may be none, at nullptr
    m_memory.local.assign(m_warps * localWords() * 4, std::byte{0});
    m_memory.localInitialised.assign(m_warps * localWords(), 0);
    m_memory.copies.clear();
    m_memory.groups.clear();
    m_memory.slept = 0;
}

void ThreadStore::enter(std::uint32_t warp, Machine& machine) {
    machine.base = registersOf(warp);
    machine.warp = warp;
    machine.threads = &m_memory;
    machine.local = m_memory.local.data() + warp * localWords() * 4;
    machine.localInitialised = m_memory.localInitialised.data() + warp * localWords();
    machine.localBytes = m_program.localBytes();
    machine.slotStride = m_program.slotStride();
}

std::uint64_t ThreadStore::value(std::size_t warp, program::RegisterId reg, unsigned lane) const {
    const std::byte* const lanes = registersOf(warp) + m_program.registerPlace(reg);
    const unsigned width = m_program.registerWidth(reg);
    std::uint64_t value = 0;
    if (width != 1) {
        std::memcpy(&value, lanes + std::size_t{lane} * (width / 8), width / 8);
        return value;
    }
    LaneMask mask = 0;
    std::memcpy(&mask, lanes, sizeof(mask));
    return mask >> lane & 1U;
}

void ThreadStore::setValue(std::size_t warp, program::RegisterId reg, unsigned lane, std::uint64_t value) {
    std::byte* const lanes = registersOf(warp) + m_program.registerPlace(reg);
    const unsigned width = m_program.registerWidth(reg);
    if (width != 1) {
        std::memcpy(lanes + std::size_t{lane} * (width / 8), &value, width / 8);
        return;
    }
    LaneMask mask = 0;
    std::memcpy(&mask, lanes, sizeof(mask));
    mask = value != 0 ? mask | LaneMask{1} << lane : mask & ~(LaneMask{1} << lane);
    std::memcpy(lanes, &mask, sizeof(mask));
}

std::byte* ThreadStore::slot(std::size_t warp, std::uint32_t slot, unsigned lane) {
    return registersOf(warp) + m_program.slotPlace() + std::size_t{lane} * m_program.slotStride() +
           m_program.entry().slots[slot].offset;
}

ThreadStore::Local ThreadStore::local(std::size_t warp) const {
    const std::size_t words = localWords();
    const std::byte* const bytes = m_memory.local.data() + warp * words * 4;
    const std::uint8_t* const initialised = m_memory.localInitialised.data() + warp * words;
    return {{bytes, bytes + words * 4}, {initialised, initialised + words}};
}

bool ThreadStore::holds(std::size_t warp, const Local& local) const {
    const std::size_t words = localWords();
    return std::equal(local.initialised.begin(), local.initialised.end(),
                      m_memory.localInitialised.data() + warp * words) &&
           std::equal(local.bytes.begin(), local.bytes.end(), m_memory.local.data() + warp * words * 4);
}

void ThreadStore::put(std::size_t warp, const Local& local) {
    const std::size_t words = localWords();
    std::copy(local.bytes.begin(), local.bytes.end(), m_memory.local.data() + warp * words * 4);
    std::copy(local.initialised.begin(), local.initialised.end(), m_memory.localInitialised.data() + warp * words);
}

void ThreadStore::saveTo(BlockState& state) const {
    state.threads = m_memory;
    const std::size_t bytes = m_program.registerBytes() - m_program.extraPlace();
    state.threads.extras.resize(m_warps * bytes);
    for (std::size_t w = 0; w < m_warps; ++w)
        std::copy_n(registersOf(w) + m_program.extraPlace(), bytes, state.threads.extras.data() + w * bytes);
    const std::vector<program::Register>& registers = m_program.entry().registers;
    state.registers.resize(m_warps * registers.size() * kWarpSize);
    std::uint64_t* out = state.registers.data();
    for (std::size_t w = 0; w < m_warps; ++w) {
        for (program::RegisterId r = 0; r < registers.size(); ++r, out += kWarpSize) {
            const std::byte* const from = registersOf(w) + m_program.registerPlace(r);
            const unsigned width = m_program.registerWidth(r);
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                if (width == 1) {
                    LaneMask mask = 0;
                    std::memcpy(&mask, from, sizeof(mask));
                    out[lane] = mask >> lane & 1U;
                } else {
                    std::memcpy(&out[lane], from + std::size_t{lane} * (width / 8), width / 8);
                }
            }
        }
    }
}

void ThreadStore::restoreFrom(const BlockState& state) {
    m_memory = state.threads;
    m_memory.extras.clear();
    const std::size_t bytes = m_program.registerBytes() - m_program.extraPlace();
    for (std::size_t w = 0; w < m_warps && (w + 1) * bytes <= state.threads.extras.size(); ++w)
        std::copy_n(state.threads.extras.data() + w * bytes, bytes, registersOf(w) + m_program.extraPlace());
    const std::vector<program::Register>& registers = m_program.entry().registers;
    const std::uint64_t* in = state.registers.data();
    for (std::size_t w = 0; w < m_warps; ++w) {
        for (program::RegisterId r = 0; r < registers.size(); ++r, in += kWarpSize) {
            std::byte* const to = registersOf(w) + m_program.registerPlace(r);
            const unsigned width = m_program.registerWidth(r);
            LaneMask mask = 0;
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                if (width == 1)
                    mask |= in[lane] != 0 ? LaneMask{1} << lane : 0;
                else
                    std::memcpy(to + std::size_t{lane} * (width / 8), &in[lane], width / 8);
            }
            if (width == 1) std::memcpy(to, &mask, sizeof(mask));
        }
    }
}

}  // namespace lanescope::simt
