// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/atomic_units.h"

#include <algorithm>
#include <cmath>

namespace lanescope::timing {
namespace {

std::size_t unitsOf(const Parameters& parameters) {
    constexpr double kMost = 4096;
    return static_cast<std::size_t>(std::clamp(std::round(parameters.atomicUnits()), 1.0, kMost));
}

bool isServed(const Access& access) {
    return access.kind == simt::AccessKind::Atomic && access.space != program::Space::Shared;
}

}  // namespace

AtomicUnits::AtomicUnits(const LaunchSample& sample, const Parameters& parameters, double active, double shared)
    : m_sample(sample),
      m_p(parameters),
      m_beside((active - 1) * shared),
      m_apart((active - 1) * (1 - shared)),
      m_units(unitsOf(parameters)) {
    for (const Access& access : sample.accesses)
        if (isServed(access))
            eachSector(access, [this](std::uint32_t sector, double lanes) {
                unitOf(sector).lanes += lanes;
                m_ofSector[sector] += lanes;
                m_lanes += lanes;
            });
}

template <class Visit>
void AtomicUnits::eachSector(const Access& access, const Visit& visit) const {
    for (std::uint32_t i = 0; i < access.sectors; ++i)
        visit(m_sample.sectors[access.firstSector + i], m_sample.passes[access.firstPass + i]);
}

/// Kilobytes follow each other through the units, folded so that powers of two meet all of them.
AtomicUnits::Unit& AtomicUnits::unitOf(std::uint32_t sector) {
    constexpr unsigned kFold = 7;
    const std::uint64_t number = m_p.unitOf(sector);
    const std::uint64_t kilobyte = number / 2;
    const std::uint64_t folded = kilobyte ^ kilobyte >> kFold ^ kilobyte >> 2 * kFold;
    return m_units[(2 * folded + number % 2) % m_units.size()];
}

double AtomicUnits::meets(std::uint32_t sector, const Unit& unit) const {
    const double here = 1 + m_beside;
    const double elsewhere = m_apart * m_lanes / static_cast<double>(m_units.size());
    return m_ofSector.at(sector) * here / (unit.lanes * here + elsewhere);
}

double AtomicUnits::serve(const Access& access, bool floats, double now) {
    const double pass = access.whole ? m_p.atomicSector : m_p.atomicLane;
    double done = now;
    eachSector(access, [&](std::uint32_t sector, double lanes) {
        Unit& unit = unitOf(sector);
        const double again = floats ? std::max(0.0, m_p.atomicFloatLane - pass) * meets(sector, unit) : 0;
        const double takes = lanes * (pass + again);
        m_others += takes * m_beside;
        const double before = unit.free + (m_others - unit.others) * shareOf(unit);
        unit.others = m_others;
        unit.free = std::max({now, before, m_elsewhereFree}) + takes;
        unit.busy += takes;
        const double elsewhere = takes * m_apart / static_cast<double>(m_units.size());
        m_elsewhereFree = std::max(m_elsewhereFree, now) + elsewhere;
        m_elsewhere += elsewhere;
        done = std::max({done, unit.free, m_elsewhereFree});
    });
    return done;
}

double AtomicUnits::meanCycles(const Access& access) const {
    double lanesOfAll = 0;
    eachSector(access, [&lanesOfAll](std::uint32_t /*sector*/, double lanes) { lanesOfAll += lanes; });
    return lanesOfAll * (access.whole ? m_p.atomicSector : m_p.atomicLane) / static_cast<double>(m_units.size());
}

double AtomicUnits::busiest() const {
    double most = 0;
    if (m_lanes > 0)
        for (const Unit& unit : m_units) most = std::max(most, unit.busy + m_others * shareOf(unit));
    return most + m_elsewhere;
}

}  // namespace lanescope::timing
