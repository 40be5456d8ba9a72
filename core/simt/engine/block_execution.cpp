// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/block_execution.h"

#include "core/simt/engine/engine.h"
#include "core/simt/engine/launch_check.h"

namespace lanescope::simt {

struct BlockExecution::Impl {
    Engine engine;

    Impl(std::shared_ptr<const Program> program, const Launch& launch, std::vector<std::byte> parameters,
         DeviceMemory& memory)
        : engine(std::move(program), launch, std::move(parameters), memory) {}
};

BlockExecution::BlockExecution(std::shared_ptr<const Program> program, const Launch& launch, Dim3 block,
                               DeviceMemory& memory) {
    auto parameters = checkLaunch(launch, program->entry(), memory);
    // The emulator has checked the launch; a block of zeros keeps a caller safe who has not.
    if (!parameters) parameters = std::vector<std::byte>(program->entry().parameterBytes);
    m_impl = std::make_unique<Impl>(std::move(program), launch, std::move(*parameters), memory);
    m_impl->engine.start(block);
}

Engine& BlockExecution::engine() { return m_impl->engine; }

BlockExecution::~BlockExecution() = default;
BlockExecution::BlockExecution(BlockExecution&&) noexcept = default;

BlockExecution::Status BlockExecution::step(StepRecord& record) { return m_impl->engine.step(record); }

BlockExecution::Status BlockExecution::advance(std::uint64_t steps) {
    Engine& engine = m_impl->engine;
    const std::uint64_t target = engine.steps() + steps;
    // The fast way goes by whole straight lines: it is left before it could go too far.
    const std::uint64_t longest = engine.longestSegment();
    if (steps > longest) {
        switch (engine.run(target - longest)) {
            case Engine::Status::Paused: break;
            case Engine::Status::Finished: return Status::Finished;
            case Engine::Status::Faulted: return Status::Faulted;
        }
    }
    StepRecord record;
    Status status = Status::Stepped;
    while (engine.steps() < target && status == Status::Stepped) status = engine.step(record);
    return status;
}
void BlockExecution::endTurn() { m_impl->engine.endTurn(); }
const Fault& BlockExecution::fault() const { return m_impl->engine.fault(); }
const LaunchCounts& BlockExecution::counts() const { return m_impl->engine.counts(); }
std::uint64_t BlockExecution::registerValue(std::uint32_t warp, program::RegisterId reg, unsigned lane) const {
    return m_impl->engine.registerValue(warp, reg, lane);
}
LaneMask BlockExecution::reached() const { return m_impl->engine.reached(); }
LaneMask BlockExecution::live(std::uint32_t warp) const { return m_impl->engine.live(warp); }
std::uint32_t BlockExecution::shownInstruction(std::uint32_t warp, std::uint32_t instruction) const {
    return m_impl->engine.shownInstruction(warp, instruction);
}
BlockState BlockExecution::state() const { return m_impl->engine.state(); }
void BlockExecution::restore(const BlockState& state) { m_impl->engine.restore(state); }

}  // namespace lanescope::simt
