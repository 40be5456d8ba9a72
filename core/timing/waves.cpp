// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/waves.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace lanescope::timing {
namespace {

/// A block, and how far its multiprocessor must have come for it to be done: steps that each of its blocks has made.
struct Due {
    double steps = 0;
    std::uint64_t block = 0;
    friend bool operator>(const Due& one, const Due& other) {
        return one.steps != other.steps ? one.steps > other.steps : one.block > other.block;
    }
};

template <typename T>
using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

struct Place {
    Soonest<Due> due;
    double made = 0;  ///< steps that a block has made that was there all the time
    double at = 0;    ///< cycle of that
    std::uint64_t version = 0;
};

struct Happening {
    double at = 0;
    std::uint64_t number = 0;  ///< those of the same cycle come as they were made
    std::uint64_t multiprocessor = 0;
    std::optional<std::uint64_t> begins;  ///< a block; nothing: the soonest of the multiprocessor ends
    std::uint64_t version = 0;            ///< of its Place, when this was foreseen
    friend bool operator>(const Happening& one, const Happening& other) {
        return one.at != other.at ? one.at > other.at : one.number > other.number;
    }
};

class Dealer {
public:
    Dealer(std::span<const std::uint32_t> steps, const Dealing& dealing)
        : m_steps(steps), m_dealing(dealing), m_places(dealing.multiprocessors), m_blocks(steps.size()) {}

    std::vector<DealtBlock> deal() {
        const std::uint64_t places = m_dealing.multiprocessors * m_dealing.resident;
        while (m_next < std::min<std::uint64_t>(places, m_steps.size())) {
            const std::uint64_t round = m_next / m_dealing.multiprocessors;
            launch(m_next % m_dealing.multiprocessors, m_dealing.first + static_cast<double>(round) * m_dealing.fill);
        }
        while (!m_happenings.empty()) {
            const Happening now = m_happenings.top();
            m_happenings.pop();
            Place& place = m_places[now.multiprocessor];
            if (now.begins)
                begin(place, now);
            else if (now.version == place.version)
                end(place, now);
        }
        return std::move(m_blocks);
    }

private:
    /// The next block goes there at `at`.
    void launch(std::uint64_t multiprocessor, double at) {
        if (m_next < m_steps.size()) m_happenings.push({at, m_number++, multiprocessor, m_next++, 0});
    }

    [[nodiscard]] double pace(const Place& place) const {
        return std::max(m_dealing.alone, m_dealing.together * static_cast<double>(place.due.size()));
    }

    void goOn(Place& place, double now) const {
        if (!place.due.empty()) place.made += (now - place.at) / pace(place);
        place.at = now;
    }

    void begin(Place& place, const Happening& now) {
        goOn(place, now.at);
        place.due.push({place.made + m_steps[*now.begins], *now.begins});
        m_blocks[*now.begins] = {static_cast<std::uint32_t>(now.multiprocessor), now.at, now.at};
        foresee(place, now.multiprocessor);
    }

    void end(Place& place, const Happening& now) {
        const Due done = place.due.top();
        goOn(place, now.at);
        place.made = done.steps;
        place.due.pop();
        m_blocks[done.block].end = now.at;
        const double heard = std::max(now.at, m_hears);
        m_hears = heard + m_dealing.every;
        launch(now.multiprocessor, heard + m_dealing.turn);
        foresee(place, now.multiprocessor);
    }

    void foresee(Place& place, std::uint64_t multiprocessor) {
        ++place.version;
        if (place.due.empty()) return;
        const double left = std::max(0.0, place.due.top().steps - place.made);
        m_happenings.push({place.at + left * pace(place), m_number++, multiprocessor, std::nullopt, place.version});
    }

    std::span<const std::uint32_t> m_steps;
    const Dealing& m_dealing;
    std::vector<Place> m_places;
    std::vector<DealtBlock> m_blocks;
    Soonest<Happening> m_happenings;
    std::uint64_t m_next = 0;    ///< block to be dealt
    std::uint64_t m_number = 0;  ///< of happenings
    double m_hears = 0;          ///< the GPU hears of the next end no sooner
};

double endOf(std::span<const DealtBlock> blocks) {
    double end = 0;
    for (const DealtBlock& block : blocks) end = std::max(end, block.end);
    return end;
}

/// When the GPU has heard of the last one.
double heardOf(std::vector<DealtBlock> blocks, double every) {
    std::ranges::sort(blocks, {}, &DealtBlock::end);
    double heard = -every;
    for (const DealtBlock& block : blocks) heard = std::max(block.end, heard + every);
    return heard;
}

std::uint32_t stepsOf(const SampledBlock& block) {
    std::size_t steps = 0;
    for (const SampledWarp& warp : block.warps) steps += warp.events.size();
    return static_cast<std::uint32_t>(std::max<std::size_t>(1, steps));
}

/// Cycles a step of the sampled block that does most, by itself; its code is there.
double aloneOf(const LaunchSample& sample, const Simulated& simulated, const Parameters& parameters,
               const std::stop_token& stop) {
    LaunchSample one = sample;
    one.blocks = {*std::ranges::max_element(sample.blocks, {}, stepsOf)};
    one.codeIsWarm = true;
    const LaunchSetting& setting = simulated.setting;
    const MultiprocessorRun alone = run(one, machineStreamOf(one, setting.registersPerThread, parameters), parameters,
                                        {.resident = 1,
                                         .l1Bytes = setting.l1Bytes,
                                         .sharing = setting.sharing,
                                         .warmData = WarmData::Touched,
                                         .warm = setting.warm,
                                         .stop = stop});
    return (alone.blocks.front().end - alone.blocks.front().begin) / stepsOf(one.blocks.front());
}

/// The blocks of the multiprocessor that was simulated.
std::vector<std::uint32_t> simulatedSteps(const LaunchSample& sample, const LaunchSetting& setting) {
    std::vector<std::uint32_t> steps;
    if (setting.sampledShare >= 1 && setting.work == 1) {
        steps.reserve(sample.blocks.size());
        for (const SampledBlock& block : sample.blocks) steps.push_back(stepsOf(block));
    } else {
        steps.assign(static_cast<std::size_t>(setting.blocks),
                     static_cast<std::uint32_t>(std::max(1.0, std::round(sample.stepsPerBlock))));
    }
    return steps;
}

double meanSteps(const LaunchSample& sample) {
    double steps = 0;
    for (const SampledBlock& block : sample.blocks) steps += stepsOf(block);
    return steps / static_cast<double>(sample.blocks.size());
}

/// What a step of a full multiprocessor takes: what one block more does, if that is known, else such that the
/// multiprocessor that was simulated takes as long as it did there.
void tune(Dealing& dealing, const LaunchSample& sample, const Simulated& simulated, const Parameters& parameters) {
    if (simulated.eachBlock > 0) {
        const double each = simulated.eachAtOnce > 0 ? simulated.eachAtOnce : simulated.eachBlock;
        dealing.together = std::min(dealing.alone, each / meanSteps(sample));
        return;
    }
    const std::vector<std::uint32_t> steps = simulatedSteps(sample, simulated.setting);
    Dealing one = dealing;
    one.multiprocessors = 1;
    one.every = simulated.setting.sharing.active / parameters.blockRate;
    const auto takes = [&] { return heardOf(dealOut(steps, one), one.every); };
    constexpr int kHalvings = 30;
    const double wanted = simulated.even;
    for (int i = 0; i < 3 && takes() > wanted; ++i) one.alone *= wanted / takes();
    double least = 0, most = wanted / std::accumulate(steps.begin(), steps.end(), 0.0);
    for (int i = 0; i < kHalvings; ++i) {
        one.together = (least + most) / 2;
        (takes() > wanted ? most : least) = one.together;
    }
    dealing.alone = one.alone;
    dealing.together = std::min(one.alone, one.together);
}

}  // namespace

std::vector<DealtBlock> dealOut(std::span<const std::uint32_t> steps, const Dealing& dealing) {
    return Dealer(steps, dealing).deal();
}

Waves wavesFrom(std::vector<std::uint32_t> steps, const Dealing& dealing) {
    Waves waves;
    waves.dealing = dealing;
    waves.blocks = dealOut(steps, dealing);
    waves.blocksRun = steps.size();
    waves.end = endOf(waves.blocks);
    waves.steps = std::move(steps);
    const auto all = static_cast<double>(dealing.multiprocessors);
    waves.count = static_cast<double>(waves.blocks.size()) / (all * static_cast<double>(dealing.resident));
    std::vector<double> ends(dealing.multiprocessors, 0);
    for (const DealtBlock& block : waves.blocks) {
        waves.filled +=
            (block.end - block.begin) / std::max(1e-9, waves.end * all * static_cast<double>(dealing.resident));
        ends[block.multiprocessor] = std::max(ends[block.multiprocessor], block.end);
    }
    waves.tailFrom = waves.end;
    double idle = 0;
    for (const double end : ends) {
        waves.even += end / all;
        if (end > 0) {
            waves.tailFrom = std::min(waves.tailFrom, end);
            idle += waves.end - end;
        } else {
            ++waves.never;
        }
    }
    const double tail = waves.end - waves.tailFrom;
    waves.idleInTail = static_cast<double>(waves.never) + (tail > 0 ? idle / tail : 0);
    return waves;
}

namespace {

Dealing dealingOf(const LaunchSample& sample, const Simulated& simulated, const Parameters& parameters,
                  const std::stop_token& stop) {
    Dealing dealing;
    dealing.multiprocessors = static_cast<std::uint64_t>(std::max(1.0, parameters.multiprocessors));
    dealing.resident = simulated.setting.resident;
    dealing.first = sample.codeIsWarm ? 0 : parameters.coldStart;
    dealing.fill = parameters.fillOf(sample.warpsPerBlock());
    dealing.every = 1 / parameters.blockRate;
    dealing.turn = parameters.blockTurn;
    dealing.alone = aloneOf(sample, simulated, parameters, stop);
    tune(dealing, sample, simulated, parameters);
    return dealing;
}

/// The block that does most of those that were simulated, by whose pace others are taken to go. In one that does more
/// more of its warps are as long as its longest one.
class HeaviestBlock {
public:
    HeaviestBlock(const LaunchSample& sample, const Dealing& dealing) {
        const SampledBlock& block = *std::ranges::max_element(sample.blocks, {}, stepsOf);
        std::size_t longest = 1;
        for (const SampledWarp& warp : block.warps) longest = std::max(longest, warp.events.size());
        m_steps = stepsOf(block);
        const double filled = m_steps / static_cast<double>(longest * std::max<std::size_t>(1, block.warps.size()));
        m_pace = std::clamp(std::max(filled, dealing.together / dealing.alone), 0.0, 1.0);
    }
    /// Steps of a block of its kind that takes as long as one that does so many.
    [[nodiscard]] std::uint32_t asLongAs(std::uint32_t steps) const {
        return steps <= m_steps ? steps : static_cast<std::uint32_t>(m_steps + (steps - m_steps) * m_pace);
    }

private:
    double m_steps = 1;
    double m_pace = 1;  ///< of what it does more
};

}  // namespace

double lengthenedByBlocks(const LaunchSample& sample, const Simulated& simulated, const Parameters& parameters,
                          const std::stop_token& stop) {
    // Of more blocks than that the last ones are nothing beside the others, whatever they do.
    constexpr std::size_t kMost = 1 << 16;
    if (sample.unevenSteps.empty() || sample.unevenSteps.size() > kMost || sample.blocks.empty()) return 1;
    // The multiprocessor that ends last is the one that was simulated.
    const LaunchSetting& setting = simulated.setting;
    if (sample.isFullest && setting.sampledShare >= 1) return 1;
    const Dealing dealing = dealingOf(sample, simulated, parameters, stop);
    if (!(simulated.even > 0 && simulated.run.end > 0)) return 1;
    const HeaviestBlock heaviest(sample, dealing);
    const auto takes = [&](std::vector<std::uint32_t> steps) {
        for (std::uint32_t& block : steps) block = heaviest.asLongAs(block);
        return heardOf(dealOut(steps, dealing), dealing.every);
    };
    const std::vector<std::uint32_t> alike(sample.unevenSteps.size(),
                                           static_cast<std::uint32_t>(std::max(1.0, std::round(sample.stepsPerBlock))));
    double end = takes(sample.unevenSteps);
    // Round upon round what the paces lack adds up.
    const bool atOnce = sample.unevenSteps.size() <= dealing.multiprocessors * dealing.resident;
    if (!atOnce) end *= std::min(1.0, simulated.even / takes(alike));
    const double longer = std::max(0.0, end - simulated.even);
    const double shared = std::min(
        1.0, std::max({simulated.run.l2Busy, simulated.run.dramBusy, simulated.run.atomicBusy}) / simulated.run.end);
    return 1 + longer / simulated.even * (1 - shared);
}

std::optional<Waves> wavesOf(const LaunchSample& sample, const Simulated& simulated, const Parameters& parameters,
                             const std::stop_token& stop) {
    if (sample.blockSteps.empty() || sample.blocks.empty()) return std::nullopt;
    Waves waves = wavesFrom(sample.blockSteps, dealingOf(sample, simulated, parameters, stop));
    waves.blocksRun = sample.blocksRun;
    return waves;
}

}  // namespace lanescope::timing
