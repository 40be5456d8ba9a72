// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/sample_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <unordered_set>
#include <utility>

#include "core/simt/decode/program.h"
#include "core/simt/engine/sampling.h"
#include "core/simt/memory/memory_snapshot.h"
#include "core/timing/access_shape.h"
#include "core/timing/block_writes.h"
#include "core/timing/come_together.h"
#include "core/timing/launch_footprint.h"
#include "core/timing/lone_lines.h"

namespace lanescope::timing {
namespace {

using simt::BlockExecution;

/// Steps that are made for each that is kept, before a block is left as it is.
constexpr std::uint64_t kStepsForOne = 64;
/// At once, while a warp does what is not kept.
constexpr std::uint64_t kSkipped = 256;
constexpr std::uint64_t kMostWarps = 64;
constexpr std::uint64_t kMostBlocks = 32;
constexpr std::uint64_t kMostRounds = 5;
/// Of blocks that differ, which take longer to come to a mean.
constexpr std::uint64_t kMostUnevenRounds = 12;
constexpr std::uint64_t kSharedBytes = 227 << 10;
constexpr std::uint64_t kOwnShared = 1 << 10;
/// Blocks behind which no other comes may take so much more than the steps that were asked for: how they go on is
/// known of them alone.
constexpr std::uint64_t kLastInBudget = 2;
constexpr std::uint64_t kFewestOfWarp = 64;
/// Where blocks differ, so many more steps are made for each that is kept, to find the block that does most: of all
/// blocks of a small grid, of some from all over a great one.
constexpr std::uint64_t kStepsOfHeaviest = 20;
/// To know how much each block does, so many steps are made, and never more than so many times that.
constexpr std::uint64_t kStepsOfBlocks = 20'000'000;
constexpr std::uint64_t kOverBudget = 4;
/// Blocks differ of which one does so much more than the mean of them, and few do most, one of which does so much.
constexpr double kUneven = 1.05;
constexpr double kFewDoMost = 4;

class Recording {
public:
    Recording(const SampleOptions& options, const Launch& launch, std::shared_ptr<const simt::Program> program,
              simt::DeviceMemory& memory)
        : m_options(options),
          m_launch(launch),
          m_program(std::move(program)),
          m_memory(memory),
          m_numbers(memory),
          m_footprint(launch, m_program, memory, m_numbers) {
        m_memory.setJournal(nullptr);
        m_memory.setMarks(nullptr);
        m_memory.setSnapshot(&m_found);
        m_sample->program = m_program;
        m_sample->grid = launch.grid;
        m_sample->block = launch.block;
        m_sample->sharedBytes = m_program->entry().staticSharedBytes + launch.dynamicSharedBytes;
        m_sample->sectorCount = m_numbers.count();
        m_sample->multiprocessors = std::max(1U, options.multiprocessors);
    }

    /// Leaves memory as it was.
    ~Recording() {
        m_found.restore(m_memory);
        m_memory.setSnapshot(nullptr);
        m_memory.setJournal(m_journalBefore);
        m_memory.setMarks(m_marksBefore);
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    std::shared_ptr<LaunchSample> make() {
        lookAtBlocks();
        // Blocks that work in place would find other data the second time.
        m_found.restore(m_memory);
        findHeaviest();
        const std::uint64_t count = m_launch.grid.count();
        const std::uint64_t stride = m_sample->multiprocessors;
        const std::uint64_t first = fullest();
        const std::uint64_t here = (count - first + stride - 1) / stride;
        m_sample->blocksOfMultiprocessor = (count + stride - 1) / stride;
        m_sample->isFullest = m_allAreKnown;
        // As many as stand beside each other at least, for a block alone waits otherwise than one among others.
        const std::uint64_t resident = residentBlocks();
        m_together = std::min(resident, here);
        // The first tells how long one is.
        const bool heaviest = m_fewDoMost && count > LaunchFootprint::kAllOfGrid;
        record(heaviest ? m_heaviest : inRound(0, first));
        const std::uint64_t steps = std::max<std::uint64_t>(1, m_lastSteps);
        std::uint64_t wanted = std::clamp<std::uint64_t>(m_options.steps / steps, 1, m_options.blocks);
        wanted = std::max(wanted, m_together);
        wanted = std::min({wanted, here, std::max<std::uint64_t>(mostRounds() * resident, 8)});
        const std::uint64_t runs = wanted == here ? 1 : std::max<std::uint64_t>(1, wanted / resident);
        const std::uint64_t length = (wanted + runs - 1) / runs;
        for (std::uint64_t run = 0; run < runs; ++run) {
            const std::uint64_t begin = runs == 1 ? 0 : run * (here - length) / (runs - 1);
            for (std::uint64_t k = begin; k < std::min(here, begin + length); ++k)
                if (k != 0 && m_sample->blocks.size() < wanted) {
                    const std::uint64_t block = inRound(k, first);
                    // That one has been; the first of all gave it its place.
                    record(heaviest && block == m_heaviest ? inRound(0, first) : block);
                }
        }
        m_sample->atomicsShared = shareOfAtomics();
        m_sample->loneLines = m_loneLines.pages();
        std::uint64_t left = m_options.steps / 4;
        m_sample->comeTogether =
            shareThatComesTogether(*m_sample, resident, [&](std::uint64_t block) { return readBy(block, left); });
        if (m_differ && m_stepsOf.size() == count && m_sample->blocksOfMultiprocessor <= resident)
            m_sample->lightest =
                sampleOf(static_cast<std::uint64_t>(std::ranges::min_element(m_stepsOf) - m_stepsOf.begin()));
        return m_sample;
    }

    [[nodiscard]] const LaunchFootprint& footprint() const { return m_footprint; }
    /// All its blocks stand beside each other.
    [[nodiscard]] bool standsTogether() const {
        return m_launch.grid.count() <= residentBlocks() * m_sample->multiprocessors;
    }
    /// Warp steps of the longest block that was run by itself.
    [[nodiscard]] std::uint64_t longest() const { return m_longest; }

    /// How much each block does. Where that would take too long, the grid is parted into squares of blocks, and the one
    /// in the middle stands for the others of its square.
    void countBlocks() {
        const Dim3 grid = m_launch.grid;
        if (grid.count() > SampleOptions::kMostDealt) return;
        const double all = static_cast<double>(grid.count()) * m_recordedSteps /
                           static_cast<double>(std::max<std::size_t>(1, m_sample->blocks.size()));
        const double over = std::max(1.0, all / static_cast<double>(kStepsOfBlocks));
        const auto side = static_cast<std::uint32_t>(std::ceil(grid.y > 1 ? std::sqrt(over) : over));
        const std::uint32_t sideY = grid.y > 1 ? side : 1;
        m_sample->blockSteps.resize(grid.count());
        std::uint64_t left = kOverBudget * kStepsOfBlocks;
        double sum = 0;
        for (std::uint32_t z = 0; z < grid.z; ++z)
            for (std::uint32_t y = 0; y < grid.y; y += sideY)
                for (std::uint32_t x = 0; x < grid.x; x += side) {
                    const std::uint32_t endX = std::min(grid.x, x + side), endY = std::min(grid.y, y + sideY);
                    std::uint64_t steps = 0;
                    if (left > 0) {
                        steps = stepsOf({(x + endX - 1) / 2, (y + endY - 1) / 2, z}, left);
                        left -= std::min(left, steps);
                        sum += static_cast<double>(steps);
                        ++m_sample->blocksRun;
                    } else {
                        steps = static_cast<std::uint64_t>(sum / static_cast<double>(m_sample->blocksRun));
                    }
                    for (std::uint32_t inY = y; inY < endY; ++inY)
                        for (std::uint32_t inX = x; inX < endX; ++inX)
                            m_sample->blockSteps[grid.linear({inX, inY, z})] = static_cast<std::uint32_t>(
                                std::min<std::uint64_t>(steps, std::numeric_limits<std::uint32_t>::max()));
                }
    }

private:
    std::uint64_t stepsOf(Dim3 block, std::uint64_t most) {
        BlockExecution execution(m_program, m_launch, block, m_memory);
        const std::uint64_t steps = goOn(execution, most);
        m_found.restore(m_memory);
        m_longest = std::max(m_longest, steps);
        return steps;
    }

    void lookAtBlocks() {
        m_footprint.run(residentBlocks() * m_sample->multiprocessors, m_options.steps);
        const LaunchFootprint::Blocks& blocks = m_footprint.blocks();
        m_sample->partialShared = m_footprint.partialShared();
        m_sample->hotSectors = m_footprint.hotSectors();
        m_sample->foundInL2 = m_footprint.foundInL2();
        m_heaviest = blocks.heaviest;
        m_stepsOf = blocks.steps;
        m_allAreKnown = blocks.isAll();
        const auto most = static_cast<double>(blocks.most);
        m_seenToDiffer = most > kUneven * static_cast<double>(blocks.shortest);
        m_differ = !blocks.ended || most > kUneven * blocks.mean;
        m_fewDoMost = most > kFewDoMost * blocks.mean;
    }

    /// Where blocks were seen to differ, or were not run to their ends: which does most, and how much each of a small
    /// grid does. Some long ones that all do the same stand for the others.
    void findHeaviest() {
        const std::uint64_t count = m_launch.grid.count();
        if (count == 1) m_allAreKnown = true;
        if (!m_differ || count == 1) return;
        const std::uint64_t blocks = std::min(count, LaunchFootprint::kAllOfGrid);
        std::vector<std::uint64_t> steps(blocks);
        const std::uint64_t budget = kStepsOfHeaviest * m_options.steps;
        std::uint64_t left = budget;
        std::uint64_t probes = 0;
        bool alike = !m_seenToDiffer;
        for (const std::size_t place : simt::probeOrder(blocks)) {
            steps[place] = stepsOf(m_launch.grid.at(place * count / blocks), left);
            left -= std::min(left, steps[place]);
            // What was looked at last was perhaps not run to its end.
            if (left == 0) return;
            ++probes;
            alike = alike && steps[place] == steps.front();
            if (alike && probes >= simt::kFewestProbes && budget - left >= simt::kStepsOfProbes) break;
        }
        if (alike) std::ranges::fill(steps, steps.front());
        const auto most = std::ranges::max_element(steps);
        m_heaviest = static_cast<std::uint64_t>(most - steps.begin()) * count / blocks;
        const double mean =
            std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(std::max<std::uint64_t>(1, blocks));
        m_fewDoMost = static_cast<double>(*most) > kFewDoMost * mean;
        if (count > LaunchFootprint::kAllOfGrid) return;
        m_stepsOf = std::move(steps);
        m_allAreKnown = true;
    }

    /// The first block of the multiprocessor that is looked at: of small grids the one with the most to do, else one in
    /// the middle, unless few blocks do most of the work: it gets the heaviest of those that were looked at.
    [[nodiscard]] std::uint64_t fullest() const {
        const std::uint64_t stride = m_sample->multiprocessors;
        const std::uint64_t count = m_launch.grid.count();
        const std::uint64_t full = count % stride == 0 ? std::min(stride, count) : count % stride;
        if (count > LaunchFootprint::kAllOfGrid && m_fewDoMost) return withHeaviest();
        std::uint64_t best = full / 2;
        std::uint64_t most = workOf(best);
        for (std::uint64_t s = 0; s < std::min(stride, count); ++s) {
            const std::uint64_t work = workOf(s);
            if (work <= most) continue;
            most = work;
            best = s;
        }
        return best;
    }
    /// The block that the multiprocessor gets of each further round of so many as there are multiprocessors. On a GPU
    /// it is the next one wherever a place becomes free, so that none keeps to one column of the grid: each round's
    /// lies elsewhere in it.
    [[nodiscard]] std::uint64_t inRound(std::uint64_t round, std::uint64_t first) const {
        const std::uint64_t stride = m_sample->multiprocessors;
        const std::uint64_t count = m_launch.grid.count();
        if (count <= LaunchFootprint::kAllOfGrid) return first + round * stride;
        const std::uint64_t length = std::min(stride, count - round * stride);
        return round * stride + (first + round * apart()) % stride % length;
    }
    /// Blocks from one round's to the next: neighbours of all rounds so far stay far from each other.
    [[nodiscard]] std::uint64_t apart() const {
        constexpr double kGolden = 0.618;
        const std::uint64_t stride = m_sample->multiprocessors;
        auto step = static_cast<std::uint64_t>(kGolden * static_cast<double>(stride)) | 1U;
        while (std::gcd(step, stride) != 1) step += 2;
        return step;
    }
    /// The multiprocessor to whom inRound() gives the heaviest block.
    [[nodiscard]] std::uint64_t withHeaviest() const {
        const std::uint64_t stride = m_sample->multiprocessors;
        const std::uint64_t before = m_heaviest / stride * apart() % stride;
        return (m_heaviest % stride + stride - before) % stride;
    }
    [[nodiscard]] std::uint64_t workOf(std::uint64_t multiprocessor) const {
        std::uint64_t work = 0;
        for (std::uint64_t block = multiprocessor; block < m_stepsOf.size(); block += m_sample->multiprocessors)
            work += m_stepsOf[block];
        return work;
    }

    [[nodiscard]] double shareOfAtomics() const {
        std::vector<std::uint32_t> sectors;
        for (const Access& access : m_sample->accesses)
            if (access.kind == simt::AccessKind::Atomic)
                sectors.insert(sectors.end(), m_sample->sectors.begin() + access.firstSector,
                               m_sample->sectors.begin() + access.firstSector + access.sectors);
        const std::uint64_t active = std::min<std::uint64_t>(m_sample->multiprocessors, m_launch.grid.count());
        return m_footprint.atomics().on(sectors, static_cast<double>(active));
    }

    /// In the steps that are left.
    std::unordered_set<std::uint32_t> readBy(std::uint64_t index, std::uint64_t& left) {
        BlockExecution execution(m_program, m_launch, m_launch.grid.at(index), m_memory);
        simt::StepRecord step;
        std::unordered_set<std::uint32_t> sectors;
        for (; left > 0 && execution.step(step) == BlockExecution::Status::Stepped; --left)
            if (step.access == simt::AccessKind::Load && step.space == program::Space::Global)
                for (const std::uint32_t sector : sectorsOf(step, m_numbers)) sectors.insert(sector);
        return sectors;
    }

    /// As far as the PTX tells; registers are not known here.
    [[nodiscard]] std::uint64_t residentBlocks() const {
        const std::uint64_t byWarps = std::clamp<std::uint64_t>(kMostWarps / m_sample->warpsPerBlock(), 1, kMostBlocks);
        const std::uint64_t byShared = std::max<std::uint64_t>(1, kSharedBytes / (m_sample->sharedBytes + kOwnShared));
        return std::min(byWarps, byShared);
    }

    [[nodiscard]] std::uint64_t mostRounds() const { return m_differ ? kMostUnevenRounds : kMostRounds; }

    /// Of all blocks that stand beside each other.
    [[nodiscard]] std::uint64_t stepsTogether() const {
        const bool othersCome = m_launch.grid.count() > m_together * m_sample->multiprocessors;
        return m_options.steps * (othersCome ? 1 : kLastInBudget);
    }

    /// The steps that it makes until it ends, and no more than those.
    static std::uint64_t goOn(BlockExecution& execution, std::uint64_t most) {
        const std::uint64_t before = execution.counts().warpInstructions;
        execution.advance(most);
        return execution.counts().warpInstructions - before;
    }

    /// A block as long as each of its warps may have more: the emulator runs one warp until its barrier, so that a
    /// limit of the whole block would keep the first alone.
    void record(std::uint64_t index) {
        BlockExecution execution(m_program, m_launch, m_launch.grid.at(index), m_memory);
        SampledBlock block;
        block.index = index;
        block.warps.resize(m_sample->warpsPerBlock());
        BlockWrites writes;
        const std::uint64_t place = m_sample->blocks.size() % residentBlocks();
        const std::uint64_t most =
            std::max<std::uint64_t>(kFewestOfWarp, stepsTogether() / (block.warps.size() * m_together));
        std::size_t open = block.warps.size();
        simt::StepRecord step;
        std::uint64_t steps = 0;
        std::size_t passedOver = 0;  // warps in a row of which no more is wanted
        while (open > 0 && execution.step(step) == BlockExecution::Status::Stepped) {
            if (++steps > kStepsForOne * m_options.steps) break;
            std::vector<Event>& events = block.warps[step.warp].events;
            if (events.size() >= most) {
                // Of this warp no more is wanted: the others come first, unless they wait for it. Then a little of the
                // next one's beginning may go with it.
                if (++passedOver <= block.warps.size()) {
                    execution.endTurn();
                    continue;
                }
                if (execution.advance(kSkipped) != BlockExecution::Status::Stepped) break;
                steps += kSkipped;
                continue;
            }
            passedOver = 0;
            const auto slot = static_cast<std::uint32_t>(place * block.warps.size() + step.warp);
            const std::uint32_t access =
                addAccess(*m_sample, m_numbers, step, kLocalSectors + slot * m_program->localBytes());
            events.push_back({step.instruction, access});
            if (access != kNoAccess) lookAt(m_sample->accesses[access]);
            if (access != kNoAccess && m_sample->accesses[access].partial != 0) writes.add(step, m_numbers, access);
            if (events.size() == most) --open;
        }
        const auto full = [most](const SampledWarp& warp) { return warp.events.size() >= most; };
        block.cut = std::ranges::any_of(block.warps, full) &&
                    (open == 0 || execution.step(step) == BlockExecution::Status::Stepped);
        // One that had ended before goes on because nobody writes what it waits for.
        if (block.cut && m_footprint.blocks().ended) steps += goOn(execution, kStepsForOne * m_options.steps);
        writes.finish(*m_sample);
        m_lastSteps = steps;
        m_longest = std::max(m_longest, steps);
        m_recordedSteps += static_cast<double>(steps);
        m_sample->blocks.push_back(std::move(block));
    }

    /// Of that block alone.
    std::shared_ptr<const LaunchSample> sampleOf(std::uint64_t index) {
        const std::shared_ptr<LaunchSample> whole = std::exchange(m_sample, std::make_shared<LaunchSample>());
        m_sample->program = whole->program;
        m_sample->grid = whole->grid;
        m_sample->block = whole->block;
        m_sample->sharedBytes = whole->sharedBytes;
        m_sample->sectorCount = whole->sectorCount;
        m_sample->multiprocessors = whole->multiprocessors;
        const double before = m_recordedSteps;
        record(index);
        m_recordedSteps = before;
        return std::exchange(m_sample, whole);
    }

    void lookAt(const Access& access) {
        if (access.kind != simt::AccessKind::Load || access.space != program::Space::Global) return;
        m_loneLines.read(std::span(m_sample->sectors).subspan(access.firstSector, access.sectors),
                         static_cast<std::uint32_t>(m_sample->blocks.size()));
    }

    const SampleOptions& m_options;
    const Launch& m_launch;
    std::shared_ptr<const simt::Program> m_program;
    simt::DeviceMemory& m_memory;
    std::vector<simt::MemoryWrite>* m_journalBefore = m_memory.journal();
    simt::WriteMarks* m_marksBefore = m_memory.marks();
    simt::MemorySnapshot m_found;  ///< memory as the launch finds it
    SectorNumbers m_numbers;
    std::shared_ptr<LaunchSample> m_sample = std::make_shared<LaunchSample>();
    LaunchFootprint m_footprint;
    LoneLines m_loneLines{m_numbers.count()};
    std::uint64_t m_heaviest = 0;  ///< block, of those
    bool m_differ = false;
    bool m_seenToDiffer = false;  ///< for sure: some that ended did less than others
    bool m_fewDoMost = false;
    bool m_allAreKnown = false;            ///< how much each block of the grid does
    std::vector<std::uint64_t> m_stepsOf;  ///< of each block of a small grid
    std::uint64_t m_lastSteps = 0;
    std::uint64_t m_longest = 0;
    double m_recordedSteps = 0;    ///< of all blocks that are kept
    std::uint64_t m_together = 1;  ///< blocks that are resident at once
};

}  // namespace

namespace {

/// ByItself::Waits, of a launch one of whose blocks took so many steps by itself. A few more it may take where others
/// have not done their part (a search that they narrow).
bool waits(const simt::LaunchReport& report, std::uint64_t longest) {
    constexpr std::uint64_t kFarMore = 16;
    std::uint64_t most = 0;
    for (const simt::BlockSteps& block : report.steps) most = std::max(most, block.steps);
    // Where not all were run, the one that was run by itself may be one of few that do more.
    return !report.sampled() && most > 0 && longest / kFarMore > most;
}

/// ByItself::TakesAll: the blocks of the launch were run one after the other, too, and the first has done more than all
/// others together, of a kernel that uses what atomic operations found.
bool takesAll(const simt::LaunchReport& report, const simt::Program& program) {
    constexpr std::size_t kFewest = 8;
    if (report.steps.size() < kFewest) return false;
    std::uint64_t others = 0;
    for (const simt::BlockSteps& block : report.steps | std::views::drop(1)) others += block.steps;
    return report.steps.front().steps > others &&
           std::ranges::any_of(program.entry().instructions,
                               [](const program::Instruction& one) { return one.opcode == program::Opcode::Atom; });
}

/// LaunchSample::unevenSteps.
std::vector<std::uint32_t> unevenSteps(const simt::LaunchReport& report) {
    std::uint64_t most = 0;
    for (const simt::BlockSteps& block : report.steps) most = std::max(most, block.steps);
    const double mean = static_cast<double>(report.counts.warpInstructions) / static_cast<double>(report.grid.count());
    if (report.steps.empty() || report.grid.count() > simt::LaunchReport::kMostBlocksTold ||
        static_cast<double>(most) <= kUneven * mean)
        return {};
    std::vector<std::uint32_t> steps;
    for (const simt::BlockSteps& block : report.steps)
        steps.insert(steps.end(), block.weight,
                     static_cast<std::uint32_t>(
                         std::min<std::uint64_t>(block.steps, std::numeric_limits<std::uint32_t>::max())));
    return steps;
}

}  // namespace

SampleOptions SampleOptions::forLaunches(std::size_t launches) {
    constexpr std::uint64_t kAll = 4'000'000;
    constexpr std::uint64_t kFewest = 10'000;
    SampleOptions options;
    options.steps = std::clamp(kAll / std::max<std::uint64_t>(1, launches), kFewest, options.steps);
    return options;
}

void SampleRecorder::beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                                 simt::DeviceMemory& memory) {
    std::vector<bool> before = m_touched;
    std::vector<bool> last = std::move(m_touchedLast);
    std::vector<bool> stored = std::move(m_storedLast);
    const double sinceStored = m_sinceFirstStore;
    Recording recording(m_options, launch, std::move(program), memory);
    m_samples.push_back(recording.make());
    LaunchSample& sample = *m_samples.back();
    m_touchedLast = recording.footprint().touched();
    m_storedLast = recording.footprint().stored();
    m_sinceFirstStore = recording.standsTogether() ? recording.footprint().fromFirstStore() : 1;
    sample.partlyBefore.assign(m_partly.begin(), m_partly.end());
    m_touched.resize(m_touchedLast.size(), false);
    const LaunchFootprint& footprint = recording.footprint();
    std::erase_if(m_partly, [&](std::uint32_t sector) { return footprint.hasWhole(sector); });
    for (const std::uint32_t sector : footprint.partly())
        if (!m_touched[sector]) m_partly.insert(sector);
    for (std::size_t sector = 0; sector < m_touched.size(); ++sector)
        if (m_touchedLast[sector]) m_touched[sector] = true;
    m_footprint = footprint.read();
    sample.storedNew = footprint.newStored(m_storedTo);
    m_longest = recording.longest();
    if (m_options.dealtLaunch == number) recording.countBlocks();
    sample.touchedCount = static_cast<double>(std::ranges::count(before, true));
    before.resize(sample.touchedCount > 0 ? sample.sectorCount : 0, false);
    sample.touchedBefore = std::move(before);
    sample.touchedLastCount = static_cast<double>(std::ranges::count(last, true));
    last.resize(sample.touchedLastCount > 0 ? sample.sectorCount : 0, false);
    sample.touchedLast = std::move(last);
    stored.resize(sample.touchedLastCount > 0 ? sample.sectorCount : 0, false);
    sample.storedLast = std::move(stored);
    sample.storedLastSince = std::max(sinceStored * sample.touchedLastCount,
                                      static_cast<double>(std::ranges::count(sample.storedLast, true)));
    sample.codeIsWarm = !m_kernels.insert(launch.kernel->entry).second;
    if (number < m_listings.size()) sample.listing = m_listings[number];
}

void SampleRecorder::endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& /*memory*/) {
    LaunchSample& sample = *m_samples.back();
    sample.stepsPerBlock =
        static_cast<double>(report.counts.warpInstructions) / static_cast<double>(report.grid.count());
    sample.unevenSteps = unevenSteps(report);
    if (waits(report, m_longest))
        sample.byItself = ByItself::Waits;
    else if (takesAll(report, *sample.program))
        sample.byItself = ByItself::TakesAll;
    sample.distinctRead = m_footprint.distinct(sample.stepsPerBlock);
    sample.read = m_footprint.read(sample.stepsPerBlock);
    sample.stored = static_cast<double>(report.counts.globalStore.bytes);
    sample.storedBefore = m_stored;
    m_stored += sample.stored * sample.storedNew;
    m_mostRead = std::max(m_mostRead, sample.distinctRead);
    sample.mostRead = m_mostRead;
}

}  // namespace lanescope::timing
