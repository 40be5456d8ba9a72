// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that are written down op by op, on a multiprocessor with round numbers, so that cycles can be reckoned by
// hand.
#pragma once

#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

inline Parameters roundParameters() {
    Parameters p;
    p.clock = 1e9;
    p.multiprocessors = 1;
    p.issue = p.fp32 = 1;
    p.fp64 = p.alu = 2;
    p.sfu = 8;
    p.fp32Latency = 4;
    p.int32Latency = 5;
    p.fp64Latency = 8;
    p.sfuLatency = 17;
    p.predicateLatency = 12;
    p.branch = 10;
    p.barrier = 16;
    p.request = 2;
    p.sharedLatency = 23;
    p.constantLatency = 26;
    p.operandRead = 11;
    p.l1Latency = p.storeExit = 30;
    p.l2Latency = 200;
    p.dramLatency = 600;
    p.l2Bytes = p.dramBytes = 32;  // a sector a cycle
    p.atomicRate = p.atomicSector = p.atomicLane = p.blockRate = 1;
    p.l1Bytes = 1 << 16;
    return p;
}

/// Ops of one region, each waiting for some before it.
class ByHand {
public:
    ByHand& op(Pipe pipe, After after, std::vector<std::uint16_t> waits = {}) {
        Op op;
        op.event = static_cast<std::uint32_t>(m_events.size());
        op.pipe = pipe;
        op.after = after;
        op.firstWait = static_cast<std::uint32_t>(m_region.waits.size());
        op.waits = static_cast<std::uint16_t>(waits.size());
        m_region.waits.insert(m_region.waits.end(), waits.begin(), waits.end());
        m_region.ops.push_back(op);
        m_events.push_back({op.event, kNoAccess});
        return *this;
    }
    ByHand& fp32(std::vector<std::uint16_t> waits = {}) { return op(Pipe::Fp32, After::Fp32, std::move(waits)); }
    /// Whole sectors of global memory.
    ByHand& load(std::vector<std::uint32_t> sectors) { return access(simt::AccessKind::Load, std::move(sectors)); }
    ByHand& store(std::vector<std::uint32_t> sectors) { return access(simt::AccessKind::Store, std::move(sectors)); }
    /// Of their sectors, not all bytes.
    ByHand& part(std::vector<std::uint32_t> sectors) {
        access(simt::AccessKind::Store, std::move(sectors));
        m_sample.accesses.back().whole = false;
        m_sample.accesses.back().partial = (std::uint64_t{1} << m_sample.accesses.back().sectors) - 1;
        m_sample.accesses.back().unfilled = m_sample.accesses.back().partial;
        return *this;
    }
    /// The last access takes so many passes over the banks.
    ByHand& passes(std::uint8_t count) {
        m_sample.accesses.back().wavefronts = count;
        return *this;
    }
    /// The sectors of the last access are of so many lines.
    ByHand& lines(std::uint8_t count) {
        m_sample.accesses.back().lines = count;
        return *this;
    }
    ByHand& local(simt::AccessKind kind, std::vector<std::uint32_t> sectors) {
        access(kind, std::move(sectors));
        m_sample.accesses.back().space = program::Space::Local;
        return *this;
    }
    /// An atomic operation, so many lanes of which are at one address.
    ByHand& atomic(std::uint32_t sector, std::uint8_t lanes) {
        access(simt::AccessKind::Atomic, {sector});
        m_sample.accesses.back().whole = false;
        m_sample.accesses.back().firstPass = static_cast<std::uint32_t>(m_sample.passes.size());
        m_sample.passes.push_back(lanes);
        return *this;
    }
    /// All lanes of the last access are at one address.
    ByHand& atOneAddress() {
        m_sample.accesses.back().atOneAddress = m_sample.accesses.back().lanes;
        return *this;
    }
    /// The last op is an atomic operation that tells what stood there.
    ByHand& givesBack() {
        m_region.ops.back().givesBack = true;
        return *this;
    }
    ByHand& access(simt::AccessKind kind, std::vector<std::uint32_t> sectors) {
        Access access;
        access.space = program::Space::Global;
        access.kind = kind;
        access.firstSector = static_cast<std::uint32_t>(m_sample.sectors.size());
        access.sectors = static_cast<std::uint16_t>(sectors.size());
        access.lanes = 32;
        m_sample.sectors.insert(m_sample.sectors.end(), sectors.begin(), sectors.end());
        op(Pipe::Memory, After::Access);
        m_events.back().access = static_cast<std::uint32_t>(m_sample.accesses.size());
        m_sample.accesses.push_back(access);
        return *this;
    }
    /// Ends the region; it is what one more warp does.
    ByHand& warp(std::size_t copies = 1) {
        const auto region = static_cast<std::uint32_t>(m_stream.regions.size());
        m_stream.regions.push_back(std::move(m_region));
        m_region = {};
        if (m_stream.blocks.empty()) block();
        for (std::size_t i = 0; i < copies; ++i) {
            m_stream.blocks.back().push_back({Visit{region, 0}});
            m_sample.blocks.back().warps.push_back({m_events});
        }
        m_events.clear();
        return *this;
    }
    ByHand& block() {
        m_stream.blocks.emplace_back();
        m_sample.blocks.push_back({m_sample.blocks.size(), {}, false});
        return *this;
    }
    /// Of the first kilobyte blocks read one line alone each.
    ByHand& lone() {
        m_sample.loneLines = {true};
        return *this;
    }
    [[nodiscard]] const LaunchSample& sample() {
        m_sample.sectorCount = 1024;
        m_sample.grid = {static_cast<std::uint32_t>(m_sample.blocks.size()), 1, 1};
        m_sample.block = {static_cast<std::uint32_t>(m_sample.blocks.front().warps.size() * 32), 1, 1};
        return m_sample;
    }
    [[nodiscard]] const MachineStream& stream() const { return m_stream; }
    [[nodiscard]] MultiprocessorRun run(const Parameters& p = roundParameters(), std::uint64_t resident = 1) {
        return timing::run(
            sample(), m_stream, p,
            {.resident = resident, .l1Bytes = p.l1Bytes, .sharing = {}, .warmData = WarmData::None, .intervals = 1000});
    }

private:
    LaunchSample m_sample;
    MachineStream m_stream;
    Region m_region;
    std::vector<Event> m_events;
};

}  // namespace lanescope::timing
