// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/launch_values.h"

#include <algorithm>
#include <cstring>

namespace lanescope::simt {
namespace {

std::uint32_t component(const Dim3& value, unsigned dimension) {
    return dimension == 0 ? value.x : dimension == 1 ? value.y : value.z;
}

void writeLane(std::byte* lanes, unsigned width, unsigned lane, std::uint64_t value) {
    std::memcpy(lanes + std::size_t{lane} * (width / 8), &value, width / 8);
}

}  // namespace

LaunchValues::LaunchValues(Block& block, std::vector<std::byte> parameters)
    : m_block(block), m_parameters(std::move(parameters)) {
    block.machine.parameters = m_parameters.data();
    block.machine.parameterBytes = m_parameters.size();
    fillThreadIndices();
}

/// Immediates, parameters and most special registers are the same in all blocks.
void LaunchValues::fill() {
    for (const Constant& constant : m_block.program->constants()) {
        const bool ofBlock =
            constant.kind == Constant::Kind::Special && constant.special == program::SpecialRegister::Ctaid;
        if (ofBlock || !m_filled) fillConstant(constant);
    }
    m_filled = true;
}

void LaunchValues::fillConstant(const Constant& constant) {
    std::array<std::byte, laneBytes(64)> lanes{};
    const LaneMask mask = constant.bits != 0 ? kAllLanes : 0;
    if (constant.width == 1) std::memcpy(lanes.data(), &mask, sizeof(mask));
    for (unsigned lane = 0; constant.width != 1 && lane < kWarpSize; ++lane) {
        std::uint64_t value = constant.bits;
        if (constant.kind == Constant::Kind::Parameter) value = parameterValue(constant);
        if (constant.kind == Constant::Kind::Variable)
            value = (value + variableAddress(constant.variable)) >> constant.shift;
        if (constant.kind == Constant::Kind::Special) value = specialValue(constant, lane);
        writeLane(lanes.data(), constant.width, lane, value);
    }
    for (std::size_t w = 0; w < m_block.warps.size(); ++w)
        std::copy_n(lanes.begin(), laneBytes(constant.width), m_block.threads.registersOf(w) + constant.place);
}

std::uint64_t LaunchValues::parameterValue(const Constant& constant) const {
    const unsigned bits = program::bitsOf(constant.type);
    std::uint64_t value = 0;
    std::memcpy(&value, m_parameters.data() + constant.bits, bits / 8);
    if (isSigned(constant.type) && bits < 64)
        value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits));
    return value;
}

std::uint64_t LaunchValues::variableAddress(std::uint32_t variable) const {
    const std::optional<BufferId> allocation = m_block.memory.variable(*m_block.program->kernel().module, variable);
    return allocation ? m_block.memory.allocation(*allocation).base : 0;
}

/// One multiprocessor and one grid: %smid, %nsmid and %gridid are the least that a GPU could answer.
std::uint64_t LaunchValues::specialValue(const Constant& constant, unsigned lane) const {
    using enum program::SpecialRegister;
    const LaneMask bit = LaneMask{1} << lane;
    switch (constant.special) {
        case Ntid: return component(m_block.launch.block, constant.dimension);
        case Ctaid: return component(m_block.index, constant.dimension);
        case Nctaid: return component(m_block.launch.grid, constant.dimension);
        case Laneid: return lane;
        case Nwarpid: return m_block.warps.size();
        case Nsmid: return 1;
        case TotalSmemSize: return m_block.shared.size();
        case DynamicSmemSize: return m_block.launch.dynamicSharedBytes;
        case LocalBytes: return m_block.program->localBytes();
        case LanemaskEq: return bit;
        case LanemaskLt: return bit - 1;
        case LanemaskLe: return bit | (bit - 1);
        case LanemaskGt: return ~(bit | (bit - 1));
        case LanemaskGe: return ~(bit - 1);
        default: return 0;
    }
}

/// %tid and %warpid.
void LaunchValues::fillThreadIndices() {
    for (std::size_t w = 0; w < m_block.warps.size(); ++w) {
        for (const WarpSpecial& special : m_block.program->warpSpecials()) {
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                const Dim3 thread = m_block.launch.block.at(w * kWarpSize + lane);
                const std::uint64_t value =
                    special.special == program::SpecialRegister::Warpid ? w : component(thread, special.dimension);
                writeLane(m_block.threads.registersOf(w) + special.place, special.width, lane, value);
            }
        }
    }
}

}  // namespace lanescope::simt
