// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/shared_cells.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/base/words.h"
#include "core/simt/memory/place_name.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostBytes = 64;  // of one lane's access

bool usesShared(const program::Instruction& what) {
    using enum program::Opcode;
    const bool memory = what.opcode == Ld || what.opcode == St || what.opcode == Atom || what.opcode == Red;
    return memory && (what.space == program::Space::Shared || what.space == program::Space::Generic);
}

/// The bytes that a lane stores.
void stored(const simt::StepRecord& record, const program::Instruction& what, const simt::BlockExecution& execution,
            unsigned lane, std::byte* bytes) {
    const unsigned elements = std::max<unsigned>(what.vectorSize, 1);
    const std::size_t elementBytes = record.bytesPerLane / elements;
    for (unsigned k = 0; k < elements; ++k) {
        const bool isRegister = what.sources[1].kind == program::Operand::Kind::Register;
        const program::RegisterId reg = elements > 1 ? what.vector[k]
                                        : isRegister ? what.sources[1].reg
                                                     : program::kNoRegister;
        std::uint64_t value = elements == 1 ? what.sources[1].bits : 0;
        if (reg != program::kNoRegister) value = execution.registerValue(record.warp, reg, lane);
        std::memcpy(bytes + k * elementBytes, &value, std::min(elementBytes, sizeof(value)));
    }
}

/// FNV-1a of the bytes of one cell.
std::uint32_t digestOf(const std::byte* bytes, std::size_t count) {
    std::uint32_t digest = 2166136261U;
    for (std::size_t i = 0; i < count; ++i) digest = (digest ^ static_cast<std::uint32_t>(bytes[i])) * 16777619U;
    return digest;
}

}  // namespace

SharedCells::SharedCells(std::shared_ptr<const simt::Program> program, const simt::DeviceMemory& memory,
                         std::uint64_t sharedBytes)
    : m_program(std::move(program)), m_sharedBytes(sharedBytes) {
    std::uint64_t cells = 0;
    for (BufferId id = 0; id < memory.size(); ++id) {
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(id);
        const std::uint64_t size = sizeOf(allocation.buffer.type);
        const Buffer& buffer = allocation.buffer;
        m_regions.push_back({allocation.base, allocation.end(), size, cells, buffer.name, buffer.rows, buffer.columns});
        cells += (allocation.data.size() + size - 1) / size;
    }
    std::ranges::sort(m_regions, {}, &Region::base);
    for (const program::Instruction& what : m_program->entry().instructions)
        if (usesShared(what))
            m_sharedCellBytes =
                std::min<std::uint64_t>(m_sharedCellBytes, std::max(1U, program::bitsOf(what.type) / 8));
    m_sharedCells = (sharedBytes + m_sharedCellBytes - 1) / m_sharedCellBytes;
    m_firstShared = cells;
}

const SharedCells::Region* SharedCells::regionAt(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(m_regions, address, {}, &Region::base);
    if (after == m_regions.begin()) return nullptr;
    const Region& region = *(after - 1);
    return address < region.end ? &region : nullptr;
}

void SharedCells::find(const simt::StepRecord& record, const program::Instruction& what,
                       const simt::BlockExecution& execution, std::uint32_t block,
                       std::vector<Touched>& touched) const {
    touched.clear();
    const bool inShared = record.space == program::Space::Shared;
    if ((!inShared && record.space != program::Space::Global) || record.bytesPerLane > kMostBytes) return;
    const bool stores = record.access == simt::AccessKind::Store && what.opcode == program::Opcode::St;
    std::array<std::byte, kMostBytes> bytes{};
    for (simt::LaneMask rest = record.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t address = record.address[lane];
        const Region* const region = inShared ? nullptr : regionAt(address);
        if (inShared ? address >= m_sharedBytes : region == nullptr) continue;
        if (stores) stored(record, what, execution, lane, bytes.data());
        const std::uint64_t size = inShared ? m_sharedCellBytes : region->elementBytes;
        const std::uint64_t offset = inShared ? address : address - region->base;
        const std::uint64_t end = offset + record.bytesPerLane;
        const std::uint64_t first = inShared ? m_firstShared + block * m_sharedCells : region->firstCell;
        for (std::uint64_t cell = offset / size; cell * size < end; ++cell) {
            const std::uint64_t from = std::max(cell * size, offset);
            const std::uint64_t to = std::min((cell + 1) * size, end);
            const std::uint32_t digest = stores ? digestOf(bytes.data() + (from - offset), to - from) : 0;
            touched.push_back({first + cell, digest, static_cast<std::uint8_t>(to - from),
                               static_cast<std::uint8_t>(lane), inShared});
        }
    }
}

std::string SharedCells::nameOf(std::uint64_t cell, const std::vector<Dim3>& blocks) const {
    if (cell >= m_firstShared) {
        const std::uint64_t block = m_sharedCells == 0 ? 0 : (cell - m_firstShared) / m_sharedCells;
        const std::uint64_t offset = (cell - m_firstShared - block * m_sharedCells) * m_sharedCellBytes;
        const simt::PlaceName place =
            simt::placeOfShared(m_program->kernel(), m_program->entry(), m_sharedBytes,
                                static_cast<std::int64_t>(offset), static_cast<unsigned>(m_sharedCellBytes));
        const Dim3 at = block < blocks.size() ? blocks[block] : Dim3{0, 0, 0};
        const Message what =
            place.element.empty() ? Message("run.shared_byte"_id, {{"offset", offset}}) : Message::plain(place.element);
        return inWords(Message("run.of_block"_id, {{"place", what}, {"x", at.x}, {"y", at.y}, {"z", at.z}}));
    }
    const auto after = std::ranges::upper_bound(m_regions, cell, {}, &Region::firstCell);
    const Region& region = *(after - 1);
    const std::uint64_t element = cell - region.firstCell;
    if (region.rows <= 1 || region.columns == 0) return region.name + "[" + std::to_string(element) + "]";
    return region.name + "[" + std::to_string(element / region.columns) + "][" +
           std::to_string(element % region.columns) + "]";
}

}  // namespace lanescope
