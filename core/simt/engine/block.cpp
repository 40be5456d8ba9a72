// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/block.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/simt/engine/launch_check.h"

namespace lanescope::simt {
namespace {

/// Mask of the first `count` lanes.
LaneMask firstLanes(std::uint64_t count) { return count >= kWarpSize ? kAllLanes : (LaneMask{1} << count) - 1; }

std::uint64_t warpsOf(const Launch& launch) { return (launch.block.count() + kWarpSize - 1) / kWarpSize; }

}  // namespace

Block::Block(std::shared_ptr<const Program> what, const Launch& how, DeviceMemory& where)
    : program(std::move(what)),
      handlers(program->handlers()),
      launch(how),
      memory(where),
      independent(program->scheduling() == Scheduling::IndependentThreads),
      kernelEnd(program->endOf(0)),
      patterns(program->patternCount()),
      loadGroups(program->groupCount() + 1),
      threads(*program, warpsOf(how)),
      shared(sharedBytesOf(program->entry(), how)),
      warps(warpsOf(how)),
      rounds(warpsOf(how)) {
    machine.patterns = patterns.data();
    machine.groups = loadGroups.data();
    machine.memory = &memory;
    machine.clock = &steps;
}

void Block::start(Dim3 which) {
    index = which;
    current = 0;
    steps = 0;
    wrong.reset();
    machine.fault = {};
    std::fill(rounds.begin(), rounds.end(), LoopRounds{});
    const std::uint64_t count = launch.block.count();
    for (std::size_t w = 0; w < warps.size(); ++w) {
        warps[w] = {};
        if (kernelEnd != 0) warps[w].stack.push_back({0, kernelEnd, 0, firstLanes(count - w * kWarpSize)});
    }
    shared.clear(machine);
    threads.clear();
}

void Block::saveTo(BlockState& state) const {
    state.warps = warps;
    state.currentWarp = current;
    state.steps = steps;
    SharedMemory::Content content = shared.content();
    state.shared = std::move(content.bytes);
    state.sharedInitialised = std::move(content.initialised);
    threads.saveTo(state);
}

void Block::restoreFrom(const BlockState& state) {
    warps = state.warps;
    current = state.currentWarp;
    steps = state.steps;
    wrong.reset();
    machine.fault = {};
    shared.put(state.shared, state.sharedInitialised, machine);
    threads.restoreFrom(state);
}

void Block::refreshViews() {
    // Allocations may have been replaced or shared since (a copy of the memory was taken): nothing is writable yet.
    views.resize(std::max<std::size_t>(memory.size(), 1));
    for (std::size_t v = 0; v < memory.size(); ++v) {
        const DeviceMemory::Allocation& allocation = memory.allocation(v);
        const bool read = views[v].read;
        views[v] = {allocation.base, allocation.end(), allocation.data.data(), nullptr, &allocation};
        views[v].read = read;
    }
    machine.views = views.data();
    machine.viewCount = memory.size();
}

bool Block::raiseMisuse(std::uint32_t pc, unsigned lane, const Message& what) {
    return raise({Fault::Kind::Misuse, pc, current, lane, LaneMask{1} << lane, inWords(what)});
}

void Block::raisePending() {
    const PendingFault& pending = machine.fault;
    const auto instruction = static_cast<std::uint32_t>(pending.op - program->ops().data());
    warp().stack.back().pc = instruction;
    raise({pending.kind, instruction, current, pending.lane, 0, {}, true});
}

}  // namespace lanescope::simt
