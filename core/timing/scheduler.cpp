// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/scheduler.h"

#include <algorithm>

namespace lanescope::timing {
namespace {

/// Which unit an op of a pipe keeps busy: special functions and conversions have one, the XU (Nsight Compute's
/// documentation, Metrics Decoder, pipelines).
std::size_t unitOf(Pipe pipe) { return static_cast<std::size_t>(pipe == Pipe::Conversion ? Pipe::Sfu : pipe); }

}  // namespace

double Scheduler::freeFor(const Op& op, std::uint32_t warp) const { return std::max(m_free, pipeFree(op, warp)); }

double Scheduler::pipeFree(const Op& op, std::uint32_t warp) const {
    const auto free = [this](Pipe pipe) { return m_pipes[unitOf(pipe)]; };
    switch (op.pipe) {
        case Pipe::None:
        case Pipe::Branch:
        case Pipe::Barrier:
        case Pipe::Constant:
        case Pipe::Memory: return 0;
        case Pipe::Integer: return std::min(free(Pipe::Alu), m_products);
        case Pipe::Product: return std::max(m_products, portsFree(op, warp));
        default: return std::max(free(op.pipe), portsFree(op, warp));
    }
}

void Scheduler::occupy(const Op& op, std::uint32_t warp, double now, const Parameters& p) {
    const double issues = std::max<unsigned>(1, op.issues);
    m_free = now + issues * p.issue;
    keep(m_issues, now);
    if (op.pipe == Pipe::Memory) keep(m_requests, now);
    read(op, warp, now);
    double& alu = m_pipes[static_cast<std::size_t>(Pipe::Alu)];
    double& fp32 = m_pipes[static_cast<std::size_t>(Pipe::Fp32)];
    const auto multiply = [&] {
        m_products = std::max(now, m_products) + issues * p.alu;
        fp32 = std::max(now, fp32) + issues * p.fp32;
    };
    switch (op.pipe) {
        case Pipe::Fp32:
            fp32 = std::max(now, fp32) + issues * p.fp32;
            m_products = std::max(m_products, fp32);
            break;
        case Pipe::Integer:
            if (alu > m_products)
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
            double& pipe = m_pipes[unitOf(op.pipe)];
            const double each = op.pipe == Pipe::Fp64  ? p.fp64 * issues
                                : op.pipe == Pipe::Sfu ? p.sfu
                                                       : p.conversion * issues;
            pipe = std::max(now, pipe) + each;
            break;
        }
        default: break;
    }
}

void Scheduler::keep(std::vector<double>& issues, double now) {
    if (issues.size() == 2 * kKept) issues.erase(issues.begin(), issues.begin() + kKept);
    issues.push_back(now);
}

double Scheduler::issued(Pipe pipe, double from, double to) const {
    if (!(to > from)) return 0;
    const std::vector<double>& issues = pipe == Pipe::Memory ? m_requests : m_issues;
    return static_cast<double>(std::ranges::lower_bound(issues, to) - std::ranges::lower_bound(issues, from));
}

std::array<double, Scheduler::kBanks> Scheduler::readsOf(const Op& op, std::uint32_t warp) const {
    std::array<double, kBanks> reads{};
    for (std::size_t slot = 0; slot < OpControl::kSlots; ++slot) {
        const std::int16_t reg = op.control.reads[slot];
        if (reg < 0) continue;
        const std::size_t bank = static_cast<std::size_t>(reg) % kBanks;
        const Kept& kept = m_kept[bank][slot];
        if (kept.reg != reg || kept.warp != warp) reads[bank] += 1;
    }
    return reads;
}

double Scheduler::portsFree(const Op& op, std::uint32_t warp) const {
    const std::array<double, kBanks> reads = readsOf(op, warp);
    double at = 0;
    for (std::size_t bank = 0; bank < kBanks; ++bank)
        if (reads[bank] > 0) at = std::max(at, m_ports[bank] + reads[bank] - kReadCycles);
    return at;
}

void Scheduler::read(const Op& op, std::uint32_t warp, double now) {
    const std::array<double, kBanks> reads = readsOf(op, warp);
    for (std::size_t bank = 0; bank < kBanks; ++bank)
        if (reads[bank] > 0) m_ports[bank] = std::max(m_ports[bank], now) + reads[bank];
    for (std::size_t slot = 0; slot < OpControl::kSlots; ++slot) {
        const std::int16_t reg = op.control.reads[slot];
        if (reg < 0) continue;
        const bool stays = (op.control.reuse >> slot & 1U) != 0;
        m_kept[static_cast<std::size_t>(reg) % kBanks][slot] = stays ? Kept{warp, reg} : Kept{};
    }
}

}  // namespace lanescope::timing
