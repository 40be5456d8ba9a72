// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/launch_footprint.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/simt/decode/program.h"
#include "core/simt/emulator.h"
#include "core/simt/memory/access_pattern.h"

namespace lanescope::timing {

using simt::BlockExecution;

namespace {

/// Of what is looked at of a launch.
constexpr std::uint64_t kStepsForStores = 2;
/// Of a buffer, if the blocks that were looked at come to so much of what all would of all of it, all is taken.
constexpr double kMostly = 0.5;

std::size_t warpsOf(const Launch& launch) {
    constexpr std::uint64_t kWarp = 32;
    return (launch.block.count() + kWarp - 1) / kWarp;
}

}  // namespace

std::vector<std::uint64_t> LaunchFootprint::chosen() const {
    constexpr std::uint64_t kNeighbours = 32;
    constexpr std::uint64_t kWindows = 4;
    const std::uint64_t count = m_launch.grid.count();
    std::vector<std::uint64_t> blocks;
    if (count <= kAllOfGrid) {
        blocks.resize(count);
        std::iota(blocks.begin(), blocks.end(), 0);
        return blocks;
    }
    for (std::uint64_t window = 0; window < kWindows; ++window)
        for (std::uint64_t i = 0; i < kNeighbours; ++i)
            blocks.push_back(window * (count - kNeighbours) / (kWindows - 1) + i);
    return blocks;
}

void LaunchFootprint::run(std::uint64_t atOnce, std::uint64_t steps) {
    m_blocks.ofGrid = m_launch.grid.count();
    m_blocks.steps.assign(m_blocks.ofGrid <= kAllOfGrid ? m_blocks.ofGrid : 0, 0);
    m_touched.assign(m_numbers.count(), false);
    m_seen.assign(m_numbers.count(), false);
    m_whole.assign(m_numbers.count(), false);
    m_stored.assign(m_numbers.count(), false);
    m_distinct.assign(m_numbers.buffers(), 0);
    atOnce = std::min(atOnce, m_blocks.ofGrid);
    double made = 0, followed = 0, first = 0;
    std::vector<double> byFollowers(m_numbers.buffers(), 0);
    std::uint64_t left = steps;
    std::uint64_t last = m_blocks.ofGrid;
    for (const std::uint64_t index : chosen()) {
        const std::uint64_t most = std::max<std::uint64_t>(1, left / 4);
        const std::vector<double> before = m_distinct;
        if (index < atOnce) first += 1;
        const std::uint64_t did = runBlock(index, most, index < atOnce);
        m_blocks.run += 1;
        if (index == last + 1) {
            followed += static_cast<double>(did);
            for (std::size_t buffer = 0; buffer < before.size(); ++buffer)
                byFollowers[buffer] += m_distinct[buffer] - before[buffer];
        }
        last = index;
        made += static_cast<double>(did);
        if (did > m_blocks.most) {
            m_blocks.most = did;
            m_blocks.heaviest = index;
        }
        if (index < m_blocks.steps.size()) m_blocks.steps[index] = did;
        left -= std::min(left, did);
        const bool ended = left > 0 && did < most;
        m_blocks.ended = m_blocks.ended && ended;
        if (ended) m_blocks.shortest = std::min(m_blocks.shortest, did);
        if (left == 0) break;
    }
    if (m_storing == 0 && !m_blocks.ended) findStores(kStepsForStores * steps);
    const auto ofGrid = static_cast<double>(m_blocks.ofGrid);
    const double blocks = std::max(1.0, static_cast<double>(m_blocks.run));
    m_blocks.mean = m_read.stepsPerBlock = made / blocks;
    m_allAtOnce = static_cast<double>(atOnce) / std::max(1.0, first);
    for (std::size_t buffer = 0; buffer < m_distinct.size(); ++buffer)
        m_read.buffers.push_back({m_distinct[buffer] * ofGrid / blocks, static_cast<double>(m_numbers.sizeOf(buffer)),
                                  byFollowers[buffer] / std::max(1.0, followed) * ofGrid});
}

std::uint64_t LaunchFootprint::runBlock(std::uint64_t index, std::uint64_t most, bool isFirst) {
    if (isFirst) m_firstReads.beginBlock();
    BlockExecution execution(m_program, m_launch, m_launch.grid.at(index), m_memory);
    simt::StepRecord step;
    std::vector<std::uint32_t> ofWarp(warpsOf(m_launch));
    std::vector<std::uint32_t> firstStore(ofWarp.size());
    std::uint64_t steps = 0;
    while (steps < most && execution.step(step) == BlockExecution::Status::Stepped) {
        ++steps;
        ++ofWarp[step.warp];
        if (step.access == simt::AccessKind::None || step.space != program::Space::Global) continue;
        const bool loads = step.access == simt::AccessKind::Load;
        const bool atomic = step.access == simt::AccessKind::Atomic;
        if (step.access == simt::AccessKind::Store) {
            lookAtStore(step, index);
            if (firstStore[step.warp] == 0) firstStore[step.warp] = ofWarp[step.warp];
        }
        std::uint32_t before = SectorNumbers::kNone;
        simt::eachLane(step.active, [&](unsigned lane) {
            const std::uint32_t sector = m_numbers.of(step.address[lane]);
            if (sector == SectorNumbers::kNone) return;
            if (loads && isFirst && sector != before) m_firstReads.read(sector, ofWarp[step.warp]);
            before = sector;
            m_touched[sector] = true;
            if (loads || atomic) m_whole[sector] = true;
            if (atomic) m_atomics.add(sector);
            if (!loads || m_seen[sector]) return;
            m_seen[sector] = true;
            m_distinct[m_numbers.bufferOf(sector)] += 1;
        });
    }
    noteFirstStores(firstStore, ofWarp, steps < most);
    return steps;
}

/// A block's warps were run one after the other: each is asked for itself.
void LaunchFootprint::noteFirstStores(std::span<const std::uint32_t> first, std::span<const std::uint32_t> steps,
                                      bool ended) {
    double share = 0, warps = 0;
    for (std::size_t warp = 0; warp < first.size(); ++warp) {
        if (first[warp] == 0) continue;
        warps += 1;
        share += static_cast<double>(steps[warp] - first[warp]) / static_cast<double>(steps[warp]);
    }
    if (warps == 0) return;
    m_storing += 1;
    if (!ended) return;
    m_storingEnded += 1;
    m_fromFirstStore += share / warps;
}

void LaunchFootprint::findStores(std::uint64_t most) {
    BlockExecution execution(m_program, m_launch, m_launch.grid.at(m_blocks.heaviest), m_memory);
    simt::StepRecord step;
    std::vector<std::uint32_t> ofWarp(warpsOf(m_launch));
    std::vector<std::uint32_t> firstStore(ofWarp.size());
    std::uint64_t steps = 0;
    double bytes = 0;
    while (steps < most && execution.step(step) == BlockExecution::Status::Stepped) {
        ++steps;
        ++ofWarp[step.warp];
        if (step.access != simt::AccessKind::Store || step.space != program::Space::Global) continue;
        for (const std::uint32_t sector : sectorsOf(step, m_numbers)) m_stored[sector] = true;
        bytes += static_cast<double>(simt::uniqueBytesOf(step.address, step.active, step.bytesPerLane));
        if (firstStore[step.warp] == 0) firstStore[step.warp] = ofWarp[step.warp];
    }
    noteFirstStores(firstStore, ofWarp, steps < most);
    if (steps < most) m_foundBytes = bytes;
}

void LaunchFootprint::lookAtStore(const simt::StepRecord& step, std::uint64_t block) {
    constexpr std::size_t kBits = 64;  // that partialOf() has
    const std::vector<std::uint32_t> sectors = sectorsOf(step, m_numbers);
    std::uint64_t partial = 0;
    if (simt::uniqueBytesOf(step.address, step.active, step.bytesPerLane) < sectors.size() * simt::kSectorBytes)
        partial = partialOf(sectors, m_numbers, step);
    if (partial != 0) m_filled.add(step, m_numbers);
    for (const std::uint32_t sector : sectors) m_stored[sector] = true;
    for (std::size_t i = 0; i < sectors.size(); ++i)
        if (i < kBits && (partial >> i & 1U) != 0)
            m_sharedWrites.add(sectors[i], block);
        else
            m_whole[sectors[i]] = true;
}

std::vector<std::uint32_t> LaunchFootprint::hotSectors() const { return m_sharedWrites.writtenByMany(m_blocks.run); }

std::vector<bool> LaunchFootprint::extended(const std::vector<bool>& sectors, double share) const {
    std::vector<bool> all(m_numbers.count(), false);
    std::vector<double> here(m_numbers.buffers(), 0);
    for (std::uint32_t sector = 0; sector < sectors.size(); ++sector)
        if (sectors[sector]) here[m_numbers.bufferOf(sector)] += 1;
    std::uint32_t sector = 0;
    for (std::size_t buffer = 0; buffer < here.size(); ++buffer) {
        const std::uint32_t size = m_numbers.sizeOf(buffer);
        const bool whole = here[buffer] > 0 && here[buffer] >= share * size;
        for (std::uint32_t i = 0; i < size; ++i, ++sector) all[sector] = whole || sectors[sector];
    }
    return all;
}

std::vector<bool> LaunchFootprint::touched() const {
    constexpr double kAll = 1;
    const bool some = m_blocks.run < m_blocks.ofGrid;
    const double seen = static_cast<double>(m_blocks.run) / static_cast<double>(m_blocks.ofGrid);
    std::vector<bool> all = extended(m_touched, some ? kMostly * seen : kAll);
    const std::vector<bool> written = stored();
    for (std::size_t sector = 0; sector < all.size(); ++sector)
        if (written[sector]) all[sector] = true;
    return all;
}

std::vector<bool> LaunchFootprint::stored() const {
    constexpr double kAll = 1;
    const double storing = static_cast<double>(m_storing) / static_cast<double>(m_blocks.ofGrid);
    return extended(m_stored, m_blocks.isAll() ? kAll : kMostly * storing);
}

double LaunchFootprint::fromFirstStore() const {
    return m_storingEnded > 0 ? m_fromFirstStore / static_cast<double>(m_storingEnded) : 1;
}

double LaunchFootprint::newStored(std::vector<bool>& stored) const {
    stored.resize(m_numbers.count(), false);
    double all = 0, known = 0;
    for (std::uint32_t sector = 0; sector < m_stored.size(); ++sector) {
        if (!m_stored[sector]) continue;
        all += 1;
        if (stored[sector]) known += 1;
        stored[sector] = true;
    }
    return all > 0 ? 1 - known / all : 1;
}

std::vector<std::uint32_t> LaunchFootprint::partly() const {
    std::vector<std::uint32_t> sectors;
    // All blocks together do not fill one.
    const bool few = m_foundBytes > 0 && m_foundBytes * static_cast<double>(m_blocks.ofGrid) < simt::kSectorBytes;
    for (std::uint32_t sector = 0; few && sector < m_stored.size(); ++sector)
        if (m_stored[sector] && !m_whole[sector]) sectors.push_back(sector);
    if (m_blocks.isAll())
        std::ranges::copy_if(m_filled.partial(), std::back_inserter(sectors),
                             [this](std::uint32_t sector) { return !m_whole[sector]; });
    return sectors;
}

}  // namespace lanescope::timing
