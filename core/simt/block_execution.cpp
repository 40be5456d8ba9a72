// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/block_execution.h"

#include "core/simt/engine.h"
#include "core/simt/launch_check.h"

namespace lanescope::simt {
namespace {

/// FNV-1a over the bytes of values.
class Hash {
public:
    void add(const void* data, std::size_t bytes) {
        const auto* const begin = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < bytes; ++i) m_value = (m_value ^ begin[i]) * 0x100000001b3ULL;
    }
    void add(std::uint64_t value) { add(&value, sizeof(value)); }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325ULL;
};

}  // namespace

std::uint64_t BlockState::hash() const {
    Hash hash;
    hash.add(warps.size());
    for (const WarpState& warp : warps) {
        hash.add(warp.atBarrier ? 1 : 0);
        hash.add(warp.stack.size());
        for (const StackEntry& entry : warp.stack) {
            hash.add(entry.pc);
            hash.add(entry.reconvergence);
            hash.add(entry.mask);
        }
    }
    hash.add(registers.data(), registers.size() * sizeof(registers[0]));
    hash.add(shared.data(), shared.size());
    hash.add(sharedInitialised.data(), sharedInitialised.size());
    hash.add(currentWarp);
    hash.add(steps);
    return hash.value();
}

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
const Fault& BlockExecution::fault() const { return m_impl->engine.fault(); }
const LaunchCounts& BlockExecution::counts() const { return m_impl->engine.counts(); }
BlockState BlockExecution::state() const { return m_impl->engine.state(); }
void BlockExecution::restore(const BlockState& state) { m_impl->engine.restore(state); }

}  // namespace lanescope::simt
