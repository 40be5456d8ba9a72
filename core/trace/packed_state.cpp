// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/packed_state.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kLanes = simt::kWarpSize;

bool isSpaced(const std::uint64_t* lanes) {
    const std::uint64_t distance = lanes[1] - lanes[0];
    bool spaced = true;
    for (std::size_t lane = 2; lane < kLanes; ++lane) spaced &= lanes[lane] - lanes[lane - 1] == distance;
    return spaced;
}

bool isNarrow(const std::uint64_t* lanes) {
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) all |= lanes[lane];
    return all >> 32 == 0;
}

void pushWide(std::vector<std::uint32_t>& words, std::uint64_t value) {
    words.push_back(static_cast<std::uint32_t>(value));
    words.push_back(static_cast<std::uint32_t>(value >> 32));
}

std::uint64_t wideAt(const std::uint32_t* words) { return std::uint64_t{words[1]} << 32 | words[0]; }

}  // namespace

PackedState::PackedState(const simt::BlockState& state) {
    m_rest.warps = state.warps;
    m_rest.shared = state.shared;
    m_rest.sharedInitialised = state.sharedInitialised;
    m_rest.threads = state.threads;
    m_rest.currentWarp = state.currentWarp;
    m_rest.steps = state.steps;
    m_rest.barriers = state.barriers;
    m_rest.turnStart = state.turnStart;
    m_rest.nextCheck = state.nextCheck;
    m_rest.clockReads = state.clockReads;
    const std::size_t groups = state.registers.size() / kLanes;
    m_forms.reserve(groups);
    for (std::size_t group = 0; group < groups; ++group) {
        const std::uint64_t* lanes = state.registers.data() + group * kLanes;
        if (isSpaced(lanes)) {
            m_forms.push_back(Form::Spaced);
            pushWide(m_words, lanes[0]);
            pushWide(m_words, lanes[1] - lanes[0]);
        } else if (isNarrow(lanes)) {
            m_forms.push_back(Form::Narrow);
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                m_words.push_back(static_cast<std::uint32_t>(lanes[lane]));
        } else {
            m_forms.push_back(Form::Wide);
            for (std::size_t lane = 0; lane < kLanes; ++lane) pushWide(m_words, lanes[lane]);
        }
    }
    m_leftover.assign(state.registers.begin() + static_cast<std::ptrdiff_t>(groups * kLanes), state.registers.end());
    m_words.shrink_to_fit();
}

simt::BlockState PackedState::unpack() const {
    simt::BlockState state = m_rest;
    state.registers.resize(m_forms.size() * kLanes + m_leftover.size());
    std::uint64_t* lanes = state.registers.data();
    const std::uint32_t* words = m_words.data();
    for (const Form form : m_forms) {
        if (form == Form::Spaced) {
            const std::uint64_t first = wideAt(words);
            const std::uint64_t distance = wideAt(words + 2);
            for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = first + lane * distance;
            words += 4;
        } else if (form == Form::Narrow) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = words[lane];
            words += kLanes;
        } else {
            for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = wideAt(words + 2 * lane);
            words += 2 * kLanes;
        }
        lanes += kLanes;
    }
    std::copy(m_leftover.begin(), m_leftover.end(), lanes);
    return state;
}

std::uint64_t PackedState::bytes() const {
    std::uint64_t bytes =
        sizeof(*this) + m_forms.size() * sizeof(Form) + m_words.size() * sizeof(m_words[0]) +
        m_leftover.size() * sizeof(m_leftover[0]) + m_rest.shared.size() + m_rest.sharedInitialised.size() +
        m_rest.threads.extras.size() + m_rest.threads.local.size() + m_rest.threads.localInitialised.size() +
        m_rest.threads.copies.size() * sizeof(simt::AsyncCopy) + m_rest.threads.groups.size() * sizeof(std::uint32_t);
    for (const simt::WarpState& warp : m_rest.warps) {
        bytes += sizeof(warp) + warp.stack.size() * sizeof(simt::StackEntry);
        for (const simt::LaneGroup& group : warp.parked)
            bytes += sizeof(group) + group.stack.size() * sizeof(simt::StackEntry);
        for (const std::vector<std::uint64_t>& lane : warp.saved) bytes += sizeof(lane) + lane.size() * sizeof(lane[0]);
    }
    return bytes;
}

}  // namespace lanescope
