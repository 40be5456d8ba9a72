// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/emulator.h"

#include <chrono>
#include <map>

#include "core/base/words.h"
#include "core/simt/decode/program.h"
#include "core/simt/engine/launch_run.h"
#include "core/simt/memory/part_copy.h"

namespace lanescope::simt {
namespace {

Error internal(const Message& reason) { return Error(ErrorCode::Internal, {{"reason", inWords(reason)}}); }

/// After a sample nobody knows any more what should have been written.
void takeAsInitialised(DeviceMemory& memory, bool countsOnly) {
    constexpr std::uint64_t kLarge = 1 << 20;
    for (BufferId id = 0; id < memory.size(); ++id) {
        const DeviceMemory::Allocation& allocation = memory.allocation(id);
        if (allocation.uninitialisedWords == 0 || allocation.content) continue;
        if (countsOnly && allocation.data.size() >= kLarge)
            memory.takeAsContent(id);
        else
            memory.writable(id).markInitialised(0, allocation.data.size());
    }
}

}  // namespace

struct Emulator::Impl {
    explicit Impl(EmulatorOptions o) : options(std::move(o)) {}

    EmulatorOptions options;
    DeviceMemory memory;
    std::vector<LaunchReport> reports;
    std::map<const Kernel*, std::shared_ptr<const Program>> programs;

    Result<std::shared_ptr<const Program>> programOf(const std::shared_ptr<const Kernel>& kernel) {
        const auto known = programs.find(kernel.get());
        if (known != programs.end()) return known->second;
        auto decoded = Program::decode(kernel, options.scheduling, options.stackBytes);
        if (decoded) programs.emplace(kernel.get(), *decoded);
        return decoded;
    }
};

Emulator::Emulator(EmulatorOptions options) : m_impl(std::make_unique<Impl>(std::move(options))) {}
Emulator::~Emulator() = default;

Result<void> Emulator::allocate(std::span<const Buffer> buffers) {
    if (auto allocated = m_impl->memory.allocate(buffers); !allocated) return allocated;
    for (const BufferId buffer : m_impl->options.heldFromStart) m_impl->memory.holdContent(buffer);
    return {};
}

Result<void> Emulator::upload(BufferId buffer, std::span<const std::byte> bytes) {
    if (buffer >= m_impl->memory.size() || bytes.size() > m_impl->memory.allocation(buffer).data.size())
        return fail(internal(Message("simt.upload"_id, {{"buffer", buffer}})));
    m_impl->memory.completeContent(buffer);
    m_impl->memory.upload(buffer, bytes);
    return {};
}

Result<void> Emulator::download(BufferId buffer, std::span<std::byte> bytes) {
    if (buffer >= m_impl->memory.size() || bytes.size() > m_impl->memory.allocation(buffer).data.size())
        return fail(internal(Message("simt.download"_id, {{"buffer", buffer}})));
    m_impl->memory.completeContent(buffer);
    m_impl->memory.download(buffer, bytes);
    return {};
}

Result<void> Emulator::copy(const CopyStep& step, std::span<std::byte> host) {
    for (const BufferId buffer : {step.from.buffer, step.to.buffer}) m_impl->memory.completeContent(buffer);
    copyParts(m_impl->memory, step, host);
    return {};
}

Result<void> Emulator::fill(const FillStep& step) {
    m_impl->memory.completeContent(step.buffer);
    fillBuffer(m_impl->memory, step);
    return {};
}

Result<void> Emulator::call(const LibraryStep& step, const JobContext& job) {
    m_impl->memory.completeContent();
    return callLibrary(m_impl->memory, step, job);
}

Result<void> Emulator::wait(std::optional<std::uint32_t>) { return {}; }
Result<void> Emulator::pin(std::span<const std::span<std::byte>>) { return {}; }

Result<void> Emulator::launch(const Launch& launch, const JobContext& job) {
    if (!launch.kernel || !launch.kernel->module) return fail(internal(Message("simt.no_kernel"_id)));
    const auto program = m_impl->programOf(launch.kernel);
    if (!program) return fail(program.error());
    if (auto loaded = m_impl->memory.loadVariables(launch.kernel->module); !loaded) return loaded;
    auto parameters = checkLaunch(launch, (*program)->entry(), m_impl->memory);
    if (!parameters) return fail(parameters.error());

    const auto begin = std::chrono::steady_clock::now();
    BlockObserver* const observer = m_impl->options.observer;
    if (observer != nullptr) observer->beginLaunch(m_impl->reports.size(), launch, *program, m_impl->memory);
    LaunchRun run(*program, launch, std::move(*parameters), m_impl->memory, m_impl->options, m_impl->reports.size());
    const Result<void> outcome = run.run(job);
    if (!outcome && outcome.error().code == ErrorCode::Cancelled) return outcome;
    LaunchReport report = run.report();
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (report.sampled()) takeAsInitialised(m_impl->memory, m_impl->options.countsOnly);
    m_impl->reports.push_back(std::move(report));
    if (observer != nullptr) observer->endLaunch(m_impl->reports.back(), m_impl->memory);
    return outcome;
}

const std::vector<LaunchReport>& Emulator::reports() const { return m_impl->reports; }
const DeviceMemory& Emulator::memory() const { return m_impl->memory; }

}  // namespace lanescope::simt
