// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/log/writer.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

namespace lanescope::simt {
namespace {

using Lanes = std::array<std::int64_t, kWarpSize>;

/// A gather's patterns are all different: a site may bring so many, then its distances are written where they are.
constexpr std::uint8_t kPatternsOfASite = 64;
constexpr std::size_t kMostPatterns = 1 << 14;
constexpr std::size_t kIndexSize = kMostPatterns * 4;

std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t times(std::int64_t a, unsigned b) { return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * b); }

Lanes addressesOf(const Op& op, const Machine& m, LaneMask active) {
    Lanes address{};
    eachLane(active, [&](unsigned lane) {
        address[lane] =
            op.wideAddress ? m.at<const std::int64_t>(op.from[0])[lane] : m.at<const std::int32_t>(op.from[0])[lane];
    });
    return address;
}

/// Distances of all lanes, as far as the active ones tell: equally spaced if those are, so that the same access by
/// other lanes has the same pattern; else 0 for inactive lanes. They are from the base that is given back.
std::int64_t distancesOf(const Lanes& address, LaneMask active, Lanes& distance) {
    const unsigned first = firstLane(active);
    const LaneMask others = active & (active - 1);
    const unsigned second = others != 0 ? firstLane(others) : first + 1;
    const std::int64_t apart = others != 0 ? minus(address[second], address[first]) : 0;
    const std::int64_t stride = apart / static_cast<std::int64_t>(second - first);
    bool spaced = true;
    eachLane(others, [&](unsigned lane) {
        spaced = spaced && minus(address[lane], address[first]) == times(stride, lane - first);
    });
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        const bool on = (active >> lane & 1U) != 0;
        distance[lane] = spaced ? times(stride, lane) : on ? minus(address[lane], address[first]) : 0;
    }
    return spaced ? minus(address[first], times(stride, first)) : address[first];
}

std::size_t hashOf(const Lanes& distance) {
    std::uint64_t hash = 0;
    for (const std::int64_t d : distance)
        hash = std::rotl(hash * 0x9E3779B97F4A7C15ULL, 29) ^ static_cast<std::uint64_t>(d);
    return hash * 0x9E3779B97F4A7C15ULL >> 40;
}

/// Fewest bytes, of 1, 2, 4 and 8, that hold the distances of the active lanes from the first.
unsigned widthFor(const Lanes& address, LaneMask active) {
    std::uint64_t bits = 0;
    eachLane(active, [&](unsigned lane) {
        const std::int64_t d = minus(address[lane], address[firstLane(active)]);
        bits |= static_cast<std::uint64_t>(d < 0 ? ~d : d);
    });
    return bits < 1U << 7 ? 1 : bits < 1U << 15 ? 2 : bits < 1ULL << 31 ? 4 : 8;
}

}  // namespace

LogWriter::LogWriter(const Program& program, Dim3 grid, Dim3 block, std::uint64_t mostBytes)
    : m_program(program),
      m_plan(program),
      m_guesses(program, m_plan, static_cast<std::uint32_t>((block.count() + kWarpSize - 1) / kWarpSize)),
      m_follows(program.handlers().follows),
      m_grid(grid),
      m_block(block),
      m_mostBytes(mostBytes),
      m_index(kIndexSize),
      m_made(m_plan.siteCount()) {
    m_part.patterns.emplace_back();  // number 0, all lanes at one address: what is guessed at first
    m_index[hashOf(Lanes{}) % kIndexSize] = 1;
}

bool LogWriter::begin(Dim3 block) {
    m_right = 0;
    m_cut = m_cut || m_part.bytes.size() + m_part.patterns.size() * sizeof(LogPattern) >= m_mostBytes;
    if (m_cut) return false;
    m_held.push_back({m_grid.linear(block), m_part.bytes.size(), 0});
    m_guesses.begin(firstVisitOf(m_block));
    return true;
}

void LogWriter::end(std::uint64_t steps) {
    surprise();  // what came true to the end
    m_held.back().steps = steps;
}

void LogWriter::moveTo(LaunchLog& log) {
    const auto part = static_cast<std::uint32_t>(log.m_parts.size());
    for (const Held& held : m_held) {
        log.m_blocks.push_back({held.index, held.offset, held.steps, part});
        log.m_steps += held.steps;
    }
    std::ranges::sort(log.m_blocks, {}, &LaunchLog::Block::index);
    log.m_cut = log.m_cut || m_cut;
    m_part.bytes.shrink_to_fit();
    log.m_parts.push_back(std::move(m_part));
}

void LogWriter::put(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) m_part.bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
    m_part.bytes.push_back(static_cast<std::uint8_t>(number));
}

void LogWriter::putSigned(std::int64_t number) {
    put(static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
}

void LogWriter::surprise() { put(std::exchange(m_right, 0)); }

void LogWriter::writeVisit(const LogVisit& visit) {
    const LogVisit guess = m_guesses.visit();
    surprise();
    putSigned(std::int64_t{visit.warp} - guess.warp);
    putSigned(std::int64_t{visit.pc} - guess.pc);
    put(visit.mask ^ guess.mask);
}

void LogWriter::writeMask(LaneMask difference) {
    surprise();
    put(difference);
}

void LogWriter::writeAddress(const LogSite& site, const Op& op, const Machine& m, LaneMask active,
                             const LogGuesses::Address& guess) {
    surprise();
    const Lanes address = addressesOf(op, m, active);
    const unsigned first = firstLane(active);
    std::int64_t base = minus(address[first], m_part.patterns[guess.pattern].distance[first]);
    if (m_follows(m, op, active, m_part.patterns[guess.pattern], base)) {
        put(0);
        putSigned(minus(base, guess.base));
        return m_guesses.learn(m_warp, site.slot, base, guess.pattern);
    }
    Lanes distance;
    base = distancesOf(address, active, distance);
    if (const std::uint32_t pattern = patternOf(site.slot, distance); pattern != LogGuesses::kUnknown) {
        put(1);
        put(pattern);
        putSigned(minus(base, guess.base));
        return m_guesses.learn(m_warp, site.slot, base, pattern);
    }
    put(2);
    putSigned(minus(address[first], guess.base));
    const unsigned width = widthFor(address, active);
    put(width);
    eachLane(active & (active - 1), [&](unsigned lane) {
        std::array<std::uint8_t, 8> bytes{};
        const std::int64_t d = minus(address[lane], address[first]);
        std::memcpy(bytes.data(), &d, sizeof(d));
        m_part.bytes.insert(m_part.bytes.end(), bytes.begin(), bytes.begin() + width);
    });
    m_guesses.learn(m_warp, site.slot, address[first], guess.pattern);
}

/// Number of the pattern with these distances; a new one if the site may bring it, else kUnknown.
std::uint32_t LogWriter::patternOf(std::uint32_t slot, const Lanes& distance) {
    std::size_t at = hashOf(distance) % kIndexSize;
    for (; m_index[at] != 0; at = (at + 1) % kIndexSize)
        if (m_part.patterns[m_index[at] - 1].distance == distance) return m_index[at] - 1;
    if (m_made[slot] >= kPatternsOfASite || m_part.patterns.size() >= kMostPatterns) return LogGuesses::kUnknown;
    ++m_made[slot];
    LogPattern pattern;
    pattern.distance = distance;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
        pattern.distance32[lane] = static_cast<std::int32_t>(distance[lane]);
    m_part.patterns.push_back(pattern);
    m_index[at] = static_cast<std::uint32_t>(m_part.patterns.size());
    return m_index[at] - 1;
}

}  // namespace lanescope::simt
