// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/word_groups.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "core/simt/decode/op.h"

namespace lanescope::simt {
namespace {

constexpr std::size_t kMostBytes = 64;  // of one lane's access

/// The bytes that a lane stores.
void stored(const StepRecord& record, const program::Instruction& what, const BlockExecution& execution, unsigned lane,
            std::byte* bytes) {
    if (what.opcode != program::Opcode::St) return;
    const unsigned elements = std::max<unsigned>(what.vectorSize, 1);
    const unsigned elementBytes = record.bytesPerLane / elements;
    for (unsigned k = 0; k < elements; ++k) {
        const bool isRegister = what.sources[1].kind == program::Operand::Kind::Register;
        const program::RegisterId reg = elements > 1 ? what.vector[k]
                                        : isRegister ? what.sources[1].reg
                                                     : program::kNoRegister;
        std::uint64_t value = elements == 1 ? what.sources[1].bits : 0;
        if (reg != program::kNoRegister) value = execution.registerValue(record.warp, reg, lane);
        std::memcpy(bytes + std::size_t{k} * elementBytes, &value, std::min<std::size_t>(elementBytes, sizeof(value)));
    }
}

}  // namespace

void WordGroups::add(WordGroup group, unsigned lane) {
    const auto key = [](const WordGroup& g) { return std::tie(g.word, g.value, g.bytes, g.inShared); };
    group.lanes = LaneMask{1} << lane;
    std::size_t at = (group.word * 0x9e3779b97f4a7c15ULL ^ group.value * 0xc2b2ae3d27d4eb4fULL) >> 40;
    for (;; ++at) {
        Place& place = m_places[at % kPlaces];
        if (place.step != m_step) {
            place = {m_step, static_cast<std::uint32_t>(m_groups.size())};
            return m_groups.push_back(group);
        }
        WordGroup& met = m_groups[place.group];
        if (key(met) != key(group)) continue;
        met.lanes |= group.lanes;
        return;
    }
}

const std::vector<WordGroup>& WordGroups::of(const StepRecord& record, const program::Instruction& instruction,
                                             const BlockExecution& execution, const DeviceMemory& memory,
                                             std::uint64_t sharedBytes) {
    m_groups.clear();
    ++m_step;
    if (record.bytesPerLane > kMostBytes) return m_groups;
    for (LaneMask rest = record.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        std::uint64_t address = record.address[lane];
        bool inShared = record.space == program::Space::Shared && address < sharedBytes;
        if (address - kSharedWindow < kWindowSize) {
            address -= kSharedWindow;
            inShared = true;
        }
        if (!inShared && !memory.find(address, 1)) continue;
        std::array<std::byte, kMostBytes> bytes{};
        stored(record, instruction, execution, lane, bytes.data());
        for (unsigned done = 0; done < record.bytesPerLane;) {
            const std::uint64_t at = address + done;
            const auto within = static_cast<unsigned>(at % 4);
            const unsigned part = std::min<unsigned>(4 - within, record.bytesPerLane - done);
            std::uint32_t value = 0;
            std::memcpy(reinterpret_cast<std::byte*>(&value) + within, bytes.data() + done, part);
            add({at / 4, value, 0, static_cast<std::uint8_t>(((1U << part) - 1) << within), inShared}, lane);
            done += part;
        }
    }
    return m_groups;
}

}  // namespace lanescope::simt
