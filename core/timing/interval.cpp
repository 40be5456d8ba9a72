// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/timing/atomic_units.h"
#include "core/timing/cursors.h"

namespace lanescope::timing {
namespace {

/// Sums what the sampled blocks take of each resource.
class Sums {
public:
    Sums(const LaunchSample& sample, const MachineStream& stream, const LaunchSetting& setting, const Parameters& p)
        : m_sample(sample),
          m_stream(stream),
          m_setting(setting),
          m_p(p),
          m_atomics(sample, p, setting.active, setting.sharing.atomics),
          m_read(mostlyWarm(sample, setting)),
          m_written(sample.sectorCount, false) {}

    IntervalTerms run() {
        for (std::size_t b = 0; b < m_sample.blocks.size(); ++b)
            for (std::size_t w = 0; w < m_sample.blocks[b].warps.size(); ++w) {
                if (m_stream.code.empty())
                    walk(RegionCursor(m_stream, m_sample, b, w));
                else
                    walk(CodeCursor(m_stream, m_sample, b, w));
            }
        return finish();
    }

private:
    static constexpr double kMostly = 0.5;
    [[nodiscard]] bool isWarm() const { return m_setting.warm.last > kMostly; }

    /// By sector: L2 has it since an earlier launch, more likely than not.
    static std::vector<bool> mostlyWarm(const LaunchSample& sample, const LaunchSetting& setting) {
        std::vector<bool> warm(sample.sectorCount, false);
        for (std::uint32_t sector = 0; sector < warm.size(); ++sector)
            warm[sector] = setting.warm.at(sample, sector) > kMostly;
        for (const std::uint32_t sector : sample.partlyBefore) warm[sector] = false;
        return warm;
    }

    /// A warp alone: one op after the other as they can be issued. Barriers part its way into phases.
    template <typename Cursor>
    void walk(Cursor cursor) {
        double now = 0;
        double begin = 0;
        std::size_t phase = 0;
        while (!cursor.done()) {
            const Op& op = cursor.op();
            const std::uint32_t access = cursor.event().access;
            now = std::max(now, cursor.operands().at);
            count(op, access);
            if (op.pipe == Pipe::Memory && access != kNoAccess)
                addAccess(m_sample.accesses[access], op.wide, op.floats);
            const double result = now + after(op, access);
            const double next = now + pace(op, cursor.jumps());
            cursor.issued({{result, Reason::Result}, {now + m_p.operandRead, Reason::Requests}});
            now = next;
            if (op.pipe != Pipe::Barrier) continue;
            now += m_p.barrier + m_p.barrierWarp * static_cast<double>(m_sample.warpsPerBlock());
            inPhase(phase++, now - begin);
            begin = now;
        }
        inPhase(phase, now - begin);
        closeWarp();
    }

    /// Until the warp may issue its next op.
    [[nodiscard]] double pace(const Op& op, bool jumps) const {
        if (m_stream.code.empty()) return std::max<unsigned>(1, op.issues) * m_p.issue + (jumps ? m_p.branch : 0);
        return std::max<double>(op.control.stall, jumps ? m_p.branch : m_p.issue);
    }

    void inPhase(std::size_t phase, double cycles) {
        if (m_phases.size() <= phase) m_phases.resize(phase + 1, 0);
        m_phases[phase] = std::max(m_phases[phase], cycles);
    }
    void closeWarp() {
        if (++m_warps < m_sample.warpsPerBlock()) return;
        m_warps = 0;
        for (const double cycles : m_phases) m_chains += cycles;
        m_phases.clear();
    }

    [[nodiscard]] double after(const Op& op, std::uint32_t number) {
        switch (op.after) {
            case After::Nothing: return 0;
            case After::Fp32: return m_p.fp32Latency;
            case After::Integer: return m_p.int32Latency;
            case After::Predicate: return m_p.predicateLatency;
            case After::Fp64: return m_p.fp64Latency;
            case After::Sfu: return m_p.sfuLatency;
            case After::Constant: return constant(number);
            case After::UniformRegister: return m_p.constantLatency + m_p.uniformRegister;
            case After::WarpSum: return m_p.constantLatency + m_p.warpSum;
            case After::LaneRegister: return m_p.sharedLatency;
            case After::Shared: return m_p.sharedLatency;
            case After::Fence: return m_p.l2Latency;
            case After::Access: break;
        }
        // No lane takes part: machine code has nothing to wait for.
        if (number == kNoAccess) return m_sample.listing ? 0 : m_p.sharedLatency;
        const Access& access = m_sample.accesses[number];
        if (access.space == program::Space::Shared) return m_p.sharedLatency + m_p.atOnce * (access.wavefronts - 1.0);
        if (access.kind == simt::AccessKind::Atomic) return m_p.atomicLatency;
        if (access.kind == simt::AccessKind::Store) return 0;
        if (access.space == program::Space::Local) return m_p.l1Latency;
        bool known = true;
        for (std::uint32_t i = 0; i < access.sectors; ++i) {
            const std::uint32_t sector = m_sample.sectors[access.firstSector + i];
            known = known && m_read[sector];
            m_read[sector] = true;
        }
        if (known) return op.pastL1 ? m_p.l2Latency : m_p.l1Latency;
        const double fromDram = m_setting.sharing.newToGpu;
        return fromDram * m_p.dramLatency + (1 - fromDram) * m_p.l2Latency;
    }

    [[nodiscard]] double constant(std::uint32_t number) const {
        const double addresses = number == kNoAccess ? 1 : m_sample.accesses[number].wavefronts;
        return m_p.constantLatency + (addresses - 1) * m_p.constantWordLatency;
    }

    void count(const Op& op, std::uint32_t access) {
        const double issues = std::max<unsigned>(1, op.issues);
        m_terms.issue += issues * m_p.issue;
        switch (op.pipe) {
            case Pipe::Fp32: m_terms.fp32 += issues * m_p.fp32; break;
            case Pipe::Integer: m_either += issues; break;
            case Pipe::Product: m_terms.fp32 += issues * m_p.fp32; break;
            case Pipe::Alu: m_terms.alu += issues * m_p.alu; break;
            case Pipe::Fp64: m_terms.fp64 += issues * m_p.fp64; break;
            case Pipe::Sfu: m_terms.sfu += m_p.sfu; break;
            case Pipe::Conversion: m_terms.sfu += issues * m_p.conversion; break;
            case Pipe::Memory:
                if (op.after == After::Shared && access == kNoAccess) m_terms.requests += m_p.request;
                if (op.after == After::LaneRegister) m_terms.requests += m_p.laneRegister;
                break;
            default: break;
        }
    }

    void addAccess(const Access& access, bool wide, bool floats) {
        using simt::AccessKind;
        const bool isShared = access.space == program::Space::Shared;
        const double lanes = access.kind == AccessKind::Atomic ? access.atOneAddress : 1;
        m_terms.requests += std::max({m_p.request, m_p.unitCycles(access, wide), lanes});
        if (isShared) return;
        if (access.kind == AccessKind::Atomic) {
            m_atomics.serve(access, floats, 0);
            return;
        }
        if (access.space == program::Space::Local) return;  // L1 is taken to have it
        const bool store = access.kind == AccessKind::Store;
        for (std::uint32_t i = 0; i < access.sectors; ++i) {
            const std::uint32_t sector = m_sample.sectors[access.firstSector + i];
            const bool first = store ? !m_written[sector] : !asked(sector);
            if (store || first) m_l2 += 1;
            if (first) m_dram += store ? m_setting.sharing.writtenBack * m_p.dramWrite : m_setting.sharing.newToGpu;
            if (store) m_written[sector] = true;
        }
    }
    bool asked(std::uint32_t sector) {
        if (m_asked.empty()) m_asked.assign(m_sample.sectorCount, false);
        const bool before = m_asked[sector];
        m_asked[sector] = true;
        return before;
    }

    IntervalTerms finish() {
        const auto sampled = static_cast<double>(std::max<std::size_t>(1, m_sample.blocks.size()));
        const double scale = m_setting.blocks * m_setting.work / sampled;
        constexpr double kSchedulers = Parameters::kSchedulers;
        // Integers go where there is room: to the ALU, or to the half of the FP32 pipe that can.
        const double alu = m_terms.alu / m_p.alu;
        const double onAlu = std::clamp((m_either - alu) / 2, 0.0, m_either);
        m_terms.alu += onAlu * m_p.alu;
        m_terms.fp32 += (m_either - onAlu) * m_p.fp32;
        for (double* term : {&m_terms.issue, &m_terms.fp32, &m_terms.alu, &m_terms.fp64, &m_terms.sfu})
            *term *= scale / kSchedulers;
        m_terms.requests *= scale;
        m_terms.atomics = m_atomics.busiest() * scale;
        m_terms.l2 = m_l2 * scale * Parameters::kSector * m_setting.active / m_p.l2Bytes;
        m_terms.dram = m_dram * scale * Parameters::kSector * m_setting.active / m_p.dramBytes;
        const double rounds = m_setting.blocks / static_cast<double>(m_setting.resident);
        const double turns = (rounds + std::ceil(rounds)) / 2;
        m_terms.latency = (m_chains / sampled * m_setting.work) * turns + std::max(0.0, turns - 1) * m_p.blockTurn;
        m_terms.blocks = static_cast<double>(m_sample.grid.count()) / m_p.blockRate;
        m_terms.cold = m_sample.codeIsWarm
                           ? 0
                           : m_p.coldStart + m_p.coldCode * std::floor(m_stream.codeBytes / Parameters::kCodePiece);
        // The first request of all looks its page up, and the launch ends when its last store has arrived.
        if (!isWarm() && m_l2 > 0) m_terms.cold += m_p.pageMiss;
        if (!isWarm() && std::ranges::find(m_read, true) != m_read.end())
            m_terms.cold += m_p.memoryStart + m_p.memoryStartShare * m_setting.active;
        if (std::ranges::find(m_written, true) != m_written.end()) m_terms.cold += m_p.l2Latency;
        return m_terms;
    }

    const LaunchSample& m_sample;
    const MachineStream& m_stream;
    const LaunchSetting& m_setting;
    const Parameters& m_p;
    AtomicUnits m_atomics;
    std::vector<bool> m_read, m_written, m_asked;
    std::vector<double> m_phases;
    std::uint64_t m_warps = 0;
    double m_chains = 0;
    double m_either = 0;
    double m_l2 = 0, m_dram = 0;
    IntervalTerms m_terms;
};

}  // namespace

std::array<double, 11> IntervalTerms::bounds() const {
    return {latency, issue, fp32, alu, fp64, sfu, requests, l2, dram, atomics, blocks};
}

double IntervalTerms::together() const {
    double sum = 0;
    for (const double bound : bounds()) sum += bound * bound * bound * bound;
    return std::sqrt(std::sqrt(sum));
}

IntervalTerms intervalOf(const LaunchSample& sample, const MachineStream& stream, const LaunchSetting& setting,
                         const Parameters& parameters) {
    return Sums(sample, stream, setting, parameters).run();
}

Result<IntervalTerms> intervalOf(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                                 const Parameters& parameters) {
    const Result<LaunchSetting> setting = settingOf(sample, registers, gpu, parameters);
    if (!setting) return fail(setting.error());
    return intervalOf(sample, machineStreamOf(sample, setting->registersPerThread, parameters), *setting, parameters);
}

}  // namespace lanescope::timing
