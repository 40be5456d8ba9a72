// SPDX-License-Identifier: GPL-3.0-or-later
// Everything one block did, in order: columns of events plus keyframes from which any state can be re-executed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/simt/emulator.h"
#include "core/trace/access_columns.h"
#include "core/trace/packed_state.h"

namespace lanescope {

/// Immutable once recorded. Event k is the (k+1)-th warp instruction that the block executed.
class BlockTrace {
public:
    [[nodiscard]] std::uint64_t size() const { return m_warp.size(); }
    [[nodiscard]] std::size_t launchNumber() const { return m_launchNumber; }
    [[nodiscard]] const Launch& launch() const { return m_launch; }
    [[nodiscard]] Dim3 block() const { return m_block; }
    [[nodiscard]] const program::Entry& entry() const { return *m_entry; }

    [[nodiscard]] std::uint32_t warp(std::uint64_t event) const { return m_warp[event]; }
    [[nodiscard]] std::uint32_t instruction(std::uint64_t event) const { return m_instruction[event]; }
    [[nodiscard]] simt::LaneMask active(std::uint64_t event) const { return m_active[event]; }
    /// The whole event, memory addresses included.
    [[nodiscard]] simt::StepRecord record(std::uint64_t event) const;
    /// What the event accesses, as far as one lane says it.
    [[nodiscard]] AccessHead access(std::uint64_t event) const { return m_accesses.head(event); }
    /// Barrier phase of an event: how many block barriers had opened before it.
    [[nodiscard]] std::uint32_t phase(std::uint64_t event) const;
    [[nodiscard]] std::uint32_t phaseCount() const { return static_cast<std::uint32_t>(m_phaseStart.size()); }
    /// First event of a phase.
    [[nodiscard]] std::uint64_t phaseStart(std::uint32_t phase) const { return m_phaseStart[phase]; }

    /// All writes to global memory, in order.
    [[nodiscard]] std::span<const simt::MemoryWrite> writes() const { return m_journal; }
    [[nodiscard]] const simt::DeviceMemory& memoryBefore() const { return m_initialMemory; }

    /// The block went on after a limit (TraceRecorder::Options) was reached; what came then is not in here.
    [[nodiscard]] bool truncated() const { return m_truncated; }
    [[nodiscard]] const std::optional<simt::Fault>& fault() const { return m_fault; }
    /// Memory taken, in bytes.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    friend class TraceRecorder;
    friend class Timeline;
    struct Keyframe {
        std::uint64_t event = 0;  ///< state before this event
        PackedState state;
        std::size_t journal = 0;  ///< global writes made before it
        [[nodiscard]] std::uint64_t bytes() const { return sizeof(Keyframe) - sizeof(PackedState) + state.bytes(); }
    };
    /// bytes() without the keyframes.
    [[nodiscard]] std::uint64_t eventBytes() const;

    Launch m_launch;
    const program::Entry* m_entry = nullptr;  ///< of m_launch's kernel, which looks it up by name
    std::size_t m_launchNumber = 0;
    Dim3 m_block;
    std::shared_ptr<const simt::Program> m_program;
    simt::DeviceMemory m_initialMemory;  ///< global memory as the block found it
    std::vector<simt::MemoryWrite> m_journal;
    std::vector<std::uint16_t> m_warp;
    std::vector<std::uint32_t> m_instruction;
    std::vector<simt::LaneMask> m_active;
    AccessColumns m_accesses;
    std::vector<std::uint64_t> m_phaseStart{0};
    std::vector<Keyframe> m_keyframes;
    bool m_truncated = false;
    std::optional<simt::Fault> m_fault;
};

/// Records blocks while the emulator runs.
class TraceRecorder final : public simt::BlockObserver {
public:
    struct Options {
        std::vector<Dim3> blocks{{0, 0, 0}};        ///< which blocks of every launch
        std::uint64_t maxEvents = 10'000'000;       ///< per block
        std::uint64_t maxBytes = 1ULL << 30;        ///< per block: events, addresses and global writes together
        std::uint64_t keyframeBytes = 64ULL << 20;  ///< all keyframes of a block together; two are kept in any case
        std::uint64_t keyframeSpacing = 0;          ///< events between two at first; 0 = by the size of the state
    };
    explicit TraceRecorder(Options options);
    ~TraceRecorder() override;

    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override;
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const simt::Program> program,
               const simt::BlockExecution& execution, simt::DeviceMemory& memory) override;
    bool step(const simt::StepRecord& record, const simt::BlockExecution& execution) override;
    void end(const simt::BlockExecution& execution) override;

    /// Finished traces, in the order the blocks ran.
    [[nodiscard]] const std::vector<std::shared_ptr<const BlockTrace>>& traces() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope
