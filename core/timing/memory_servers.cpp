// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/memory_servers.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kOfLine = 4;   ///< sectors
constexpr std::uint32_t kOfPage = 32;  ///< of DRAM

/// Where a sector lies among the others of its request.
struct Place {
    bool alone = false;      ///< in its 64 bytes, which L2 gives, and gets from DRAM, as a whole
    bool scattered = false;  ///< in its kilobyte, a page of DRAM
};

Place placeOf(std::span<const std::uint32_t> sectors, std::size_t i) {
    const auto shares = [&](std::uint32_t piece) {
        return (i > 0 && sectors[i - 1] / piece == sectors[i] / piece) ||
               (i + 1 < sectors.size() && sectors[i + 1] / piece == sectors[i] / piece);
    };
    return {!shares(2), !shares(kOfPage)};
}

/// As in SplitMix64 (Steele et al. 2014): the same each time, so that a simulation is too.
std::uint64_t mixed(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15ULL;
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebULL;
    return number ^ (number >> 31U);
}

double toOne(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }

/// A debt that has become a whole one.
bool due(double& debt, double share) {
    debt += share;
    if (debt < 1) return false;
    debt -= 1;
    return true;
}

}  // namespace

MemoryServers::MemoryServers(const LaunchSample& sample, const Parameters& parameters, const Sharing& sharing,
                             std::uint32_t sectors, const std::vector<bool>& inL2)
    : m_parameters(parameters),
      m_sharing(sharing),
      m_sample(sample),
      m_partialShared(sharing.active > 1 ? sample.partialShared : 0),
      m_l2Sector(Parameters::kSector * sharing.active / parameters.l2Bytes),
      m_dramSector(Parameters::kSector * sharing.active / parameters.dramBytes),
      m_atomics(sample, parameters, sharing.active, sharing.atomics),
      m_read(inL2.empty() ? std::vector<bool>(sectors, false) : inL2),
      m_warm(inL2),
      m_askedFor(inL2.size(), false),
      m_written(sectors, false),
      m_sectorsOfTurn(std::max(1U, sample.sectorCount)),
      m_hotSectors(sample.hotSectors) {
    for (std::uint32_t sector = 0; sector < inL2.size(); ++sector)
        if (inL2[sector]) pageOf(sector) = 0;
    for (const std::uint32_t sector : sample.partlyBefore)
        if (sector < inL2.size()) m_read[sector] = false;
}

double& MemoryServers::pageOf(std::uint32_t sector) {
    constexpr auto kSectorsOfPage = static_cast<std::uint32_t>(Parameters::kPage / Parameters::kSector);
    const std::uint32_t page = sector / kSectorsOfPage;
    if (page >= m_pages.size()) m_pages.resize(page + 1, -1);
    return m_pages[page];
}

void MemoryServers::watch(Activity& l2, Activity& dram) {
    m_l2Activity = &l2;
    m_dramActivity = &dram;
}

double MemoryServers::leaves(double now, double cycles) {
    const double sent = std::max(now, m_outFree);
    m_outFree = sent + cycles;
    return sent;
}

double MemoryServers::passL2(double now, double sectors) {
    const double start = std::max(now, m_l2Free);
    m_l2Free = start + sectors * m_l2Sector;
    m_l2Busy += sectors * m_l2Sector;
    if (m_l2Activity != nullptr) m_l2Activity->add(start, sectors * m_l2Sector);
    m_traffic.l2Sectors += sectors;
    return start;
}

/// Of so many sectors, which take the time of `busy`.
double MemoryServers::passDram(double now, double busy, double sectors) {
    const double start = std::max(now, m_dramFree);
    m_dramFree = start + busy * m_dramSector;
    m_dramBusy += busy * m_dramSector;
    m_windowBusy += busy * m_dramSector;
    if (m_dramActivity != nullptr) m_dramActivity->add(start, busy * m_dramSector);
    m_traffic.dramSectors += sectors;
    return start;
}

/// Where the latency of a line that is asked for lies about the mean, in parameters of the Rayleigh distribution. The
/// first takes the mean. Of each sixteen that follow one lies in each sixteenth of the distribution, in an order that
/// is mixed anew: so few lines tell what many do, and who asks for every eighth is no luckier than others.
double MemoryServers::spreadOf(std::uint32_t line) {
    if (line != m_lastLine) {
        m_lastLine = line;
        const std::size_t place = m_lines % kStrata;
        if (place == 0) mixStrata();
        const double within = toOne(mixed(2 * m_lines + 1));
        m_share = m_lines == 0 ? kShareOfMean : (m_strata[place] + within) / kStrata;
        ++m_lines;
    }
    const double mean = std::sqrt(std::numbers::pi / 2);
    return std::sqrt(-2 * std::log1p(-m_share)) - mean;
}

void MemoryServers::mixStrata() {
    std::iota(m_strata.begin(), m_strata.end(), std::uint8_t{0});
    // The mean is in the stratum that comes first.
    if (m_lines == 0) std::swap(m_strata.front(), m_strata[static_cast<std::size_t>(kShareOfMean * kStrata)]);
    const std::size_t first = m_lines == 0 ? 1 : 0;
    for (std::size_t left = kStrata - 1; left > first; --left) {
        const std::uint64_t other = first + mixed(2 * (m_lines + left)) % (left - first + 1);
        std::swap(m_strata[left], m_strata[other]);
    }
}

double MemoryServers::loadedLatency(double now) {
    if (now - m_windowBegin >= m_parameters.dramWindow) {
        m_load = std::min(1.0, m_windowBusy / (now - m_windowBegin));
        m_windowBegin = now;
        m_windowBusy = 0;
    }
    const double room = m_parameters.dramQueueRoom - m_load;
    const double queue = std::min(m_parameters.dramQueueLimit, m_load * m_load / room);
    return m_parameters.dramLatency + m_parameters.dramQueue * queue;
}

/// When the address of a sector is known: each page is looked up once. Later blocks come to pages that their neighbours
/// have asked for before.
double MemoryServers::translated(std::uint32_t sector, double now, bool firstRound) {
    double& known = pageOf(sector);
    if (known < 0) known = now + (firstRound ? m_parameters.pageMiss : 0);
    return std::max(now, known);
}

/// The first that a multiprocessor reads of a launch comes later, the more of them ask at once; the others wait for it.
/// Launches that find in L2 what earlier ones of their plan have touched wait less for it.
double MemoryServers::begun(double now, bool reads) {
    if (m_begun < 0 && reads)
        m_begun = now + (m_warm.empty() ? m_parameters.memoryStart + m_parameters.memoryStartShare * m_sharing.active
                                        : m_parameters.warmStart);
    return std::max(now, m_begun);
}

void MemoryServers::read(std::span<const std::uint32_t> sectors, double now, bool firstRound,
                         std::vector<double>& arrival) {
    arrival.clear();
    m_traffic.l2Lookups += static_cast<double>(sectors.size());
    now = begun(now, !sectors.empty());
    double later = 0;      // of each further line
    double dramLater = 0;  // and of those that DRAM has
    double sent = now;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        const std::uint32_t sector = sectors[i];
        const Place place = placeOf(sectors, i);
        const bool opens = i == 0 || sectors[i - 1] / kOfLine != sector / kOfLine;
        if (opens) sent = leaves(now, m_parameters.loadLine);
        if (opens && i > 0) later += m_parameters.line;
        const double fill = std::max(now, m_fillFree);
        m_fillFree = fill + m_parameters.fill;
        double start = passL2(translated(sector, sent, firstRound), place.alone ? 2 : 1);
        double latency = m_parameters.l2Latency;
        if (sector < m_read.size() && !m_read[sector] && !m_written[sector]) {
            m_read[sector] = true;
            const bool brings = place.alone && bringsNeighbour(sector);
            if (brings) m_traffic.l2Lookups += m_sharing.newToGpu;
            const double passes = m_sharing.newToGpu * (brings ? 2 : 1);
            const double written = (1 - m_parameters.dramLater) * m_sharing.newToGpu * m_sharing.besideReads *
                                   m_sharing.writtenBack * m_parameters.dramWrite;
            const double served = passDram(start, passes * timesOf(sector, place.scattered) + written, passes);
            const bool isNew = due(m_newDebt, m_sharing.newToGpu);
            m_firstReads += 1;
            const bool waits = firstRound
                                   ? m_firstReads <= m_sharing.firstReads && due(m_firstDebt, m_sharing.firstRoundShare)
                                   : due(m_togetherDebt, m_together);
            if (isNew || waits) {
                start = served + dramLater;
                latency = loadedLatency(now);
                // What several ask for at once comes as soon as it does for the one that is nearest to it. Nothing
                // comes sooner than from L2.
                if (isNew) latency += m_parameters.dramSpread * spreadOf(sector / kOfLine);
                if (!isNew && firstRound) latency -= m_parameters.joinedRead;
                latency = std::max(latency, m_parameters.l2Latency);
                if (place.scattered) dramLater += m_parameters.dramLine;
                if (brings) m_brought[sector ^ 1U] = start + latency;
            }
        } else if (isWarm(sector) && !m_askedFor[sector]) {
            m_askedFor[sector] = true;
            // One that is there without the other of its 64 bytes comes as soon from either part of L2 (measured).
            if (isWarm(sector ^ 1U)) latency += m_parameters.warmFirst;
        } else if (const auto coming = m_brought.find(sector); coming != m_brought.end()) {
            start = std::max(start, coming->second - latency);
            m_brought.erase(coming);
        }
        arrival.push_back(std::max(start, fill) + latency + later);
    }
}

void MemoryServers::setPace(double cycles) {
    m_together = m_sample.comeTogether * std::min(1.0, m_parameters.dramLatency / std::max(1.0, cycles));
}

double MemoryServers::timesOf(std::uint32_t sector, bool scattered) const {
    if (scattered) return m_parameters.dramScattered;
    const std::uint32_t page = sector % m_sectorsOfTurn / kOfPage;
    return page < m_sample.loneLines.size() && m_sample.loneLines[page] ? m_parameters.dramLoneLine : 1;
}

/// The other sector of its 64 bytes comes along, if nobody has it.
bool MemoryServers::bringsNeighbour(std::uint32_t sector) {
    const std::uint32_t neighbour = sector ^ 1U;
    if (neighbour >= m_read.size() || m_read[neighbour] || m_written[neighbour]) return false;
    m_read[neighbour] = true;
    return true;
}

double MemoryServers::write(std::span<const std::uint32_t> sectors, const Written& stores, double now,
                            bool firstRound) {
    constexpr std::size_t kBits = 64;
    const auto has = [](std::uint64_t mask, std::size_t i) { return i < kBits && (mask >> i & 1U) != 0; };
    double start = now;
    m_traffic.l2Lookups += static_cast<double>(sectors.size());
    const auto ofLine = [this](double count) {  // cycles that so many sectors of a line take
        return count > 0 ? std::max(m_parameters.storeLine, count * m_parameters.storeSector) : 0;
    };
    double count = 0;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        if (i > 0 && sectors[i - 1] / kOfLine != sectors[i] / kOfLine) count = 0;
        const double sent = leaves(now, ofLine(count + 1) - ofLine(count));
        count += 1;
        const double written = !has(stores.partial, i)     ? m_parameters.l2Write
                               : placeOf(sectors, i).alone ? m_parameters.l2LoneWrite
                                                           : m_parameters.l2PartialWrite;
        start = passL2(translated(sectors[i], sent, firstRound), written);
        if (!m_hotSectors.empty()) start = afterOthers(sectors[i], start);
        if (sectors[i] >= m_written.size() || m_written[sectors[i]]) continue;
        m_written[sectors[i]] = true;
        if (has(stores.unfilled, i) && !isWarm(sectors[i])) fillPartial(sectors, i, start);
        m_traffic.dramWrites += 1;
        const double alone = 1 - (1 - m_parameters.dramLater) * m_sharing.storedBeside;
        passDram(start, alone * m_sharing.writtenBack * m_parameters.dramWrite, m_sharing.writtenBack);
    }
    m_drained = std::max(m_drained, start + m_parameters.l2Latency);
    return start;
}

/// What all multiprocessors write to a few sectors the units of L2 that have these do one after the other; such a
/// sector is one in all turns. They are as for atomic operations.
double MemoryServers::afterOthers(std::uint32_t sector, double now) {
    if (sector >= kLocalSectors) return now;
    const std::uint32_t base = sector % m_sectorsOfTurn;
    if (!std::ranges::binary_search(m_hotSectors, base)) return now;
    double& free = m_hot[m_parameters.unitOf(base)];
    const double start = std::max(now, free);
    free = start + m_sharing.active * m_parameters.hotStore;
    return start;
}

bool MemoryServers::isWarm(std::uint32_t sector) const { return sector < m_warm.size() && m_warm[sector]; }

/// What a store leaves of a sector that L2 does not have DRAM has to bring, with the other one of its 64 bytes. A
/// sector that has been read is there; but where another multiprocessor writes the rest of it, it passes DRAM twice
/// more: measured (docs/timing.md), and not understood.
void MemoryServers::fillPartial(std::span<const std::uint32_t> sectors, std::size_t i, double now) {
    double times = 1;
    if (m_read[sectors[i]]) times = due(m_partialDebt, m_partialShared) ? m_parameters.refilled : 0;
    const double passes = times * (placeOf(sectors, i).alone ? 2 : 1);
    if (passes > 0) passDram(now, passes, passes);
}

double MemoryServers::atomic(const Access& access, bool floats, double now) {
    const double count = access.sectors;
    const double busy = m_atomics.meanCycles(access) * m_sharing.active;
    const double start = passL2(now, busy / m_l2Sector);
    const double served = m_atomics.serve(access, floats, start);
    // A unit that adds floats looks for a sector for each of its lanes.
    m_traffic.l2Lookups += floats ? access.lanes : count;
    const double done = served + m_parameters.atomicLatency;
    m_drained = std::max(m_drained, done);
    return done;
}

}  // namespace lanescope::timing
