// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/scheduler.h"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kInTurn = 0xffffffffU;  ///< behind all blocks
/// So late (latencies of a what-if) cycles cannot be told apart.
constexpr double kFar = 1e15;

}  // namespace

void Scheduler::choose() {
    candidate = kNever;
    double waited = kNever;
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < warps.size(); ++i) {
        const Waiting& warp = warps[i];
        // Nothing issues sooner, and of those that would issue then this one's block came before all that follow.
        if (candidate == m_free && warp.block > first) break;
        if (warp.ready > candidate) continue;
        const double takes = m_units[warp.unit];
        const double at = std::max({warp.ready, m_free, takes});
        if (at > candidate || at == kNever) continue;
        const std::uint32_t block = warp.takesTurns && takes > warp.ready ? kInTurn : warp.block;
        const bool sooner = block < first || (block == first && warp.ready < waited);
        if (at == candidate && !sooner) continue;
        candidate = at;
        chosen = i;
        first = block;
        waited = warp.ready;
    }
}

void Scheduler::occupy(const Op& op, std::uint32_t warp, double now, const Parameters& p) {
    const double issues = std::max<unsigned>(1, op.issues);
    m_free = now + issues * p.issue + holdsUp(op, p);
    hold(now + issues * p.issue, m_free);
    takeWay(resultCycle(op, now, p));
    if (tellsStates) keep(m_issues, now);
    if (tellsStates && op.pipe == Pipe::Memory) keep(m_requests, now);
    read(op, warp, now);
    double& alu = m_units[unitNumber(Pipe::Alu)];
    double& fp32 = m_units[unitNumber(Pipe::Fp32)];
    double& products = m_units[unitNumber(Pipe::Product)];
    const auto multiply = [&] {
        products = std::max(now, products) + issues * p.alu * (op.writeback == Writeback::Wide ? 2 : 1);
        fp32 = std::max(now, fp32) + issues * p.fp32;
    };
    switch (op.pipe) {
        case Pipe::Fp32:
            fp32 = std::max(now, fp32) + issues * p.fp32;
            products = std::max(products, fp32);
            break;
        case Pipe::Integer:
            if (alu > products)
                multiply();
            else
                alu = std::max(now, alu) + issues * p.alu;
            break;
        case Pipe::Product: multiply(); break;
        case Pipe::Alu: alu = std::max(now, alu) + issues * p.alu; break;
        case Pipe::Fp64:
        case Pipe::Sfu:
        case Pipe::Conversion: {
            // Of a long expansion, most instructions are others'.
            double& pipe = m_units[unitNumber(op.pipe)];
            const double each = op.pipe == Pipe::Fp64  ? p.fp64 * issues
                                : op.pipe == Pipe::Sfu ? p.sfu
                                                       : p.conversion * issues;
            pipe = std::max(now, pipe) + each;
            break;
        }
        default: break;
    }
    m_units[unitNumber(Pipe::Integer)] = std::min(alu, products);
}

void Scheduler::keep(std::vector<double>& issues, double now) {
    if (issues.size() == 2 * kKept) issues.erase(issues.begin(), issues.begin() + kKept);
    issues.push_back(now);
}

void Scheduler::hold(double from, double to) {
    if (!tellsStates || !(to > from)) return;
    if (m_holds.size() == 2 * kKept) m_holds.erase(m_holds.begin(), m_holds.begin() + kKept);
    m_holds.push_back({from, to});
}

double Scheduler::heldBetween(double from, double to) const {
    double held = 0;
    const auto first = std::ranges::upper_bound(m_holds, from, {}, &Hold::to);
    for (auto at = first; at != m_holds.end() && at->from < to; ++at)
        held += std::min(at->to, to) - std::max(at->from, from);
    return held;
}

double Scheduler::issued(Pipe pipe, double from, double to) const {
    if (!(to > from)) return 0;
    const std::vector<double>& issues = pipe == Pipe::Memory ? m_requests : m_issues;
    return static_cast<double>(std::ranges::lower_bound(issues, to) - std::ranges::lower_bound(issues, from));
}

/// Cycles behind its issue in which others wait: of a bank a few operands come while it goes its way, others later.
double Scheduler::holdsUp(const Op& op, const Parameters& p) const {
    const double wide = op.writeback == Writeback::Wide ? p.behindWide : 0;
    return wide + std::max(0.0, std::max(m_reads[0], m_reads[1]) - p.operandsInTime);
}

std::int64_t Scheduler::resultCycle(const Op& op, double now, const Parameters& p) {
    if (!(now < kFar)) return kNone;
    const auto at = static_cast<std::int64_t>(now);
    switch (op.writeback) {
        case Writeback::None:
        case Writeback::Wide:
        case Writeback::Brought: return kNone;
        case Writeback::Usual: return at;
        case Writeback::Half: return at + p.resultHalf;
        case Writeback::Fp64: return at + p.resultFp64;
        case Writeback::Special: return at + p.resultSpecial;
    }
    return kNone;
}

void Scheduler::takeWay(std::int64_t cycle) {
    if (cycle != kNone) m_results[static_cast<std::size_t>(cycle) % kResultCycles] = cycle;
}

void Scheduler::brings(double at, double now, const Parameters& p) {
    const double cycle = at - p.fp32Latency;
    // Of what comes so late nobody knows it yet.
    if (cycle >= now && cycle < std::min(kFar, now + kResultCycles)) takeWay(static_cast<std::int64_t>(cycle));
}

double Scheduler::dispatch(const Op& op, std::uint32_t warp, const Parameters& p) {
    const auto taken = [this](std::int64_t cycle) {
        return cycle != kNone && m_results[static_cast<std::size_t>(cycle) % kResultCycles] == cycle;
    };
    m_reads = readsOf(op, warp);
    double at = std::max(candidate, portsFree(p));
    while (taken(resultCycle(op, at, p))) ++at;
    hold(candidate, at);
    return at;
}

Scheduler::Reads Scheduler::readsOf(const Op& op, std::uint32_t warp) const {
    Reads reads{};
    for (std::size_t slot = 0; slot < OpControl::kSlots; ++slot) {
        const std::int16_t reg = op.control.reads[slot];
        if (reg < 0) continue;
        const std::size_t bank = static_cast<std::size_t>(reg) % kBanks;
        const Kept& kept = m_kept[bank][slot];
        if (kept.reg == reg && kept.warp == warp) continue;
        reads[bank] += 1;
        if ((op.control.pairs >> slot & 1U) != 0) reads[1 - bank] += 1;
    }
    return reads;
}

double Scheduler::portsFree(const Parameters& p) const {
    double at = 0;
    for (std::size_t bank = 0; bank < kBanks; ++bank)
        if (m_reads[bank] > 0) at = std::max(at, m_ports[bank] + m_reads[bank] - p.operandCycles);
    return at;
}

void Scheduler::read(const Op& op, std::uint32_t warp, double now) {
    for (std::size_t bank = 0; bank < kBanks; ++bank)
        if (m_reads[bank] > 0) m_ports[bank] = std::max(m_ports[bank], now) + m_reads[bank];
    for (std::size_t slot = 0; slot < OpControl::kSlots; ++slot) {
        const std::int16_t reg = op.control.reads[slot];
        if (reg < 0) continue;
        const bool stays = (op.control.reuse >> slot & 1U) != 0;
        m_kept[static_cast<std::size_t>(reg) % kBanks][slot] = stays ? Kept{warp, reg} : Kept{};
    }
}

}  // namespace lanescope::timing
