// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a launch and a block bring along: immediates, parameters, special registers.
#include <algorithm>
#include <cstring>

#include "core/simt/engine/engine.h"

namespace lanescope::simt {
namespace {

std::uint32_t component(const Dim3& value, unsigned dimension) {
    return dimension == 0 ? value.x : dimension == 1 ? value.y : value.z;
}

void writeLane(std::byte* lanes, unsigned width, unsigned lane, std::uint64_t value) {
    std::memcpy(lanes + std::size_t{lane} * (width / 8), &value, width / 8);
}

}  // namespace

/// Immediates, parameters and most special registers are the same in all blocks.
void Engine::fillConstants() {
    for (const Constant& constant : m_program->constants()) {
        const bool ofBlock =
            constant.kind == Constant::Kind::Special && constant.special == ptx::SpecialRegister::Ctaid;
        if (ofBlock || !m_constantsFilled) fillConstant(constant);
    }
    m_constantsFilled = true;
}

void Engine::fillConstant(const Constant& constant) {
    std::array<std::byte, laneBytes(64)> lanes{};
    const LaneMask mask = constant.bits != 0 ? kAllLanes : 0;
    if (constant.width == 1) std::memcpy(lanes.data(), &mask, sizeof(mask));
    for (unsigned lane = 0; constant.width != 1 && lane < kWarpSize; ++lane) {
        std::uint64_t value = constant.bits;
        if (constant.kind == Constant::Kind::Parameter) value = parameterValue(constant);
        if (constant.kind == Constant::Kind::Variable) value += variableAddress(constant.variable);
        if (constant.kind == Constant::Kind::Special) value = specialValue(constant, lane);
        writeLane(lanes.data(), constant.width, lane, value);
    }
    for (std::size_t w = 0; w < m_warps.size(); ++w)
        std::copy_n(lanes.begin(), laneBytes(constant.width), registersOf(w) + constant.place);
}

std::uint64_t Engine::parameterValue(const Constant& constant) const {
    const unsigned bits = ptx::bitsOf(constant.type);
    std::uint64_t value = 0;
    std::memcpy(&value, m_parameters.data() + constant.bits, bits / 8);
    if (isSigned(constant.type) && bits < 64)
        value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits));
    return value;
}

std::uint64_t Engine::variableAddress(std::uint32_t variable) const {
    const std::optional<BufferId> allocation = m_memory.variable(*m_program->kernel().module, variable);
    return allocation ? m_memory.allocation(*allocation).base : 0;
}

/// One multiprocessor and one grid: %smid, %nsmid and %gridid are the least that a GPU could answer.
std::uint64_t Engine::specialValue(const Constant& constant, unsigned lane) const {
    using enum ptx::SpecialRegister;
    const LaneMask bit = LaneMask{1} << lane;
    switch (constant.special) {
        case Ntid: return component(m_launch.block, constant.dimension);
        case Ctaid: return component(m_block, constant.dimension);
        case Nctaid: return component(m_launch.grid, constant.dimension);
        case Laneid: return lane;
        case Nwarpid: return m_warps.size();
        case Nsmid: return 1;
        case TotalSmemSize: return m_sharedBytes;
        case DynamicSmemSize: return m_launch.dynamicSharedBytes;
        case LanemaskEq: return bit;
        case LanemaskLt: return bit - 1;
        case LanemaskLe: return bit | (bit - 1);
        case LanemaskGt: return ~(bit | (bit - 1));
        case LanemaskGe: return ~(bit - 1);
        default: return 0;
    }
}

std::uint64_t Engine::registerValue(std::uint32_t warp, ptx::RegisterId reg, unsigned lane) const {
    const std::byte* const lanes = registersOf(warp) + m_program->registerPlace(reg);
    const unsigned width = m_program->registerWidth(reg);
    std::uint64_t value = 0;
    if (width != 1) {
        std::memcpy(&value, lanes + std::size_t{lane} * (width / 8), width / 8);
        return value;
    }
    LaneMask mask = 0;
    std::memcpy(&mask, lanes, sizeof(mask));
    return mask >> lane & 1U;
}

void Engine::fillWarpSpecials() {
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        for (const WarpSpecial& special : m_program->warpSpecials()) {
            for (unsigned lane = 0; lane < kWarpSize; ++lane) {
                const Dim3 thread = m_launch.block.at(w * kWarpSize + lane);
                const std::uint64_t value =
                    special.special == ptx::SpecialRegister::Warpid ? w : component(thread, special.dimension);
                writeLane(registersOf(w) + special.place, special.width, lane, value);
            }
        }
    }
}

}  // namespace lanescope::simt
