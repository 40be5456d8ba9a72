// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/simulation.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/words.h"
#include "core/timing/convoy.h"
#include "core/timing/mean_multiprocessor.h"
#include "core/timing/sampled_sectors.h"
#include "core/timing/waves.h"

namespace lanescope::timing {
namespace {

/// Blocks that begin together end together, and those that come when they have ended begin later than others will:
/// cycles are counted from the end of so many rounds.
constexpr std::size_t kBeginning = 2;
/// Blocks that come one as soon as another one may are held up by the distributor, or nearly so.
constexpr double kNearly = 1.1;
/// Of a block that was cut, less than this of what comes later that finds new memory makes no difference.
constexpr double kLittle = 0.02;

/// When blocks have ended, in that order.
std::vector<BlockTime> endsOf(const MultiprocessorRun& run) {
    std::vector<BlockTime> ended;
    for (const BlockTime& block : run.blocks)
        if (block.issued > 0) ended.push_back(block);
    std::ranges::stable_sort(ended, {}, &BlockTime::end);
    return ended;
}

/// Cycles of a block, over whole rounds of them up to the end of the `last` block.
double overRounds(const std::vector<BlockTime>& ended, std::size_t resident, std::size_t last) {
    const std::size_t first = kBeginning * resident;
    if (ended.size() < last) return 0;  // it was stopped
    return (ended[last - 1].end - ended[first - 1].end) / static_cast<double>(last - first);
}

/// Cycles of one block more, where that many rounds were sampled that their ends tell it. The last round has ever fewer
/// beside it.
std::optional<double> cyclesPerBlock(const MultiprocessorRun& run, const MultiprocessorOptions& options) {
    const std::size_t rounds = run.blocks.size() / options.resident;
    if (rounds <= kBeginning + 1) return std::nullopt;
    return overRounds(endsOf(run), options.resident, (rounds - 1) * options.resident);
}

/// The same by a run for it. Where few rounds were sampled, others come as these end, so that as many as fit are always
/// there; of less than three, what is issued is counted, from the end of the first block on.
double cyclesOfOneMore(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                       MultiprocessorOptions options) {
    constexpr std::size_t kFewest = 4;
    const std::size_t resident = options.resident;
    const std::size_t sampled = std::min(options.blocks, sample.blocks.size());
    const std::size_t rounds = sampled / resident;
    options.intervals = 0;
    options.tellsStates = false;
    if (rounds > kBeginning + 1)
        return cyclesPerBlock(timing::run(sample, stream, parameters, options), options).value_or(0);
    options.until = std::max(sampled, std::min(2 * resident, kFewest));
    options.further = options.until + 2 * resident - sampled;
    const MultiprocessorRun run = timing::run(sample, stream, parameters, options);
    const std::vector<BlockTime> ended = endsOf(run);
    if (rounds > kBeginning && ended.size() >= sampled) return overRounds(ended, resident, sampled);
    if (ended.size() < 2 || ended.back().issued <= ended.front().issued) return run.end / static_cast<double>(sampled);
    const double blocks = static_cast<double>(ended.back().issued - ended.front().issued) *
                          static_cast<double>(sampled) / static_cast<double>(run.ops);
    return (ended.back().end - ended.front().end) / blocks;
}

/// What the sampled blocks take.
double cyclesOfSample(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                      MultiprocessorOptions options) {
    options.intervals = 0;
    options.tellsStates = false;
    return timing::run(sample, stream, parameters, options).end;
}

/// Cycles of one block more if the GPU's distributor held none of them up.
double eachAtOnce(const LaunchSample& sample, const MachineStream& stream, Parameters parameters,
                  const MultiprocessorOptions& options) {
    parameters.blockRate = std::numeric_limits<double>::infinity();
    return cyclesOfOneMore(sample, stream, parameters, options);
}

/// Of so many rounds at most the blocks of the last one, which have fewer beside them, are simulated by themselves.
constexpr double kFewRounds = 2;

/// More blocks than were sampled, which do all the same, and those of the last round have fewer beside them.
bool lastRoundIsPart(const LaunchSample& sample, const LaunchSetting& setting, std::size_t sampled) {
    const auto resident = static_cast<double>(setting.resident);
    return sample.unevenSteps.empty() && setting.blocks > static_cast<double>(sampled) &&
           setting.blocks <= kFewRounds * resident && std::fmod(setting.blocks, resident) != 0;
}

/// The sampled blocks to their ends, and `further` behind them.
MultiprocessorRun wholeRun(const LaunchSample& sample, const MachineStream& stream, const Parameters& parameters,
                           MultiprocessorOptions options, std::size_t further) {
    options.further = further;
    options.intervals = 0;
    options.tellsStates = false;
    return timing::run(sample, stream, parameters, options);
}

MultiprocessorOptions allWarm(MultiprocessorOptions options) {
    options.warmData = WarmData::All;
    options.warm.before = 1;
    return options;
}

/// Blocks that are simulated of those that were sampled: whole rounds, or the last ones would run with fewer beside
/// them than the others have.
std::size_t wholeRounds(std::size_t sampled, const LaunchSetting& setting) {
    const std::size_t resident = setting.resident;
    if (setting.sampledShare >= 1 || sampled <= resident) return sampled;
    return sampled - sampled % resident;
}

/// Bytes that a profiler leaves in L2 from one time to the next.
double keptBetweenReplays(const GpuSpec& gpu, const Parameters& parameters) {
    const double kept = countedQuantity(gpu, "l2_replay_kept");
    return kept > 0 ? kept : parameters.l2Kept;
}

/// Of what a launch reads and stores, the share that L2 still has when it is run the next time: as of what is gone
/// through again and again where lines make way for others at random, of which one stays with the probability
/// e^-(what misses / what L2 keeps).
double keptFromBefore(const LaunchSample& sample, const LaunchSetting& setting, double keeps) {
    const double passed = (sample.mostRead + setting.written) * Parameters::kSector;
    if (passed <= keeps) return 1;
    double share = 0;
    constexpr int kRounds = 200;
    for (int i = 0; i < kRounds; ++i) share = std::exp(-(1 - share) * passed / keeps);
    constexpr double kHardlyAny = 0.01;
    return share < kHardlyAny ? 0 : share;
}

/// Of a block that was cut, what comes later does not find as much new memory as its beginning: the share of it that
/// goes on as it began, if all memory is read once.
double goesOnCold(const LaunchSample& sample, double more) {
    const auto distinct = static_cast<double>(std::ranges::count(sampledSectors(sample), true));
    const double left = static_cast<double>(sample.sectorCount) - distinct;
    const double wouldCome = distinct * more / static_cast<double>(sample.blocks.size());
    return wouldCome > 0 ? std::clamp(left / wouldCome, 0.0, 1.0) : 1;
}

/// Cycles of what has the most to do for the sampled blocks: others of their kind take no less. Operations that nobody
/// waits for go on when their blocks have ended, and of few blocks that differ it may be the light ones that end.
double busiestOf(const MultiprocessorRun& run) {
    return std::max(
        {run.instructions / Parameters::kSchedulers, run.requestBusy, run.l2Busy, run.dramBusy, run.atomicBusy});
}

/// Warps that go the same way with their atomic operations take longer than one multiprocessor by itself tells.
void lengthenByConvoy(const Convoy& convoy, const Parameters& parameters, const std::stop_token& stop,
                      Simulated& simulated) {
    const double alone = simulated.cycles / (convoy.rounds * convoy.operations);
    const ConvoyPace pace = paceOf(convoy, alone, parameters, stop);
    simulated.byConvoy = pace.mean / alone;
    simulated.even = simulated.cycles * simulated.byConvoy;
    simulated.cycles *= pace.last / alone;
}

}  // namespace

const std::string& whyNotByItself(ByItself how) {
    return textOf(how == ByItself::Waits ? "cannot.blocks_wait"_id : "cannot.blocks_share"_id);
}

Result<Simulated> simulate(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                           const Parameters& parameters, const SimulationOptions& how) {
    if (sample.byItself != ByItself::AsInLaunch)
        return fail(ErrorCode::ModelOutOfRange, {{"model", "simulation"}, {"reason", whyNotByItself(sample.byItself)}});
    const Result<LaunchSetting> setting = settingOf(sample, registers, gpu, parameters);
    if (!setting) return fail(setting.error());
    Simulated simulated;
    simulated.setting = *setting;
    const MachineStream stream = machineStreamOf(sample, setting->registersPerThread, parameters);
    const double kept = how.replayed ? keptFromBefore(sample, *setting, keptBetweenReplays(gpu, parameters)) : 0;
    MultiprocessorOptions options{.resident = setting->resident,
                                  .blocks = wholeRounds(sample.blocks.size(), *setting),
                                  .l1Bytes = setting->l1Bytes,
                                  .sharing = setting->sharing,
                                  .warmData = how.replayed ? WarmData::All : WarmData::Touched,
                                  .warm = setting->warm,
                                  .warmCode = sample.codeIsWarm || how.counted ? 1 : kept,
                                  .intervals = how.intervals,
                                  .stop = how.stop};
    if (how.replayed) options.warm.before = kept;
    // Who goes the same way as all others waits for them, which this multiprocessor by itself does not tell.
    const std::optional<Convoy> convoy = convoyOf(sample, *setting, stream);
    if (convoy) options.sharing.atomics = 0;
    const std::size_t blocks = std::min(options.blocks, sample.blocks.size());
    const auto sampled = static_cast<double>(blocks);
    const double more = setting->blocks * setting->work - sampled;
    const bool goesOn = setting->sampledShare < 1 || setting->work != 1;
    const bool cut = std::ranges::any_of(sample.blocks, &SampledBlock::cut);
    const double cold = goesOn && cut ? goesOnCold(sample, more) : 1;
    // A block that was cut and is the only one goes on as it did.
    const bool alone = cut && blocks == 1 && setting->blocks <= 1;
    // Simulations that do not need each other go on beside each other, if the system has threads for them.
    const auto beside = [&](const MultiprocessorOptions& these, const Parameters& with) {
        const auto cycles = alone ? cyclesOfSample : cyclesOfOneMore;
        return std::async([&, these, cycles] { return cycles(sample, stream, with, these); });
    };
    // What this launch has read itself, no profiler has come between.
    Parameters sinceBegun = parameters;
    sinceBegun.warmFirst = sinceBegun.warmStart = 0;
    std::future<double> asBegun, allInL2;
    if (goesOn && !alone && cold > kLittle && blocks / options.resident <= kBeginning + 1)
        asBegun = beside(options, parameters);
    if (cold < 1) allInL2 = beside(allWarm(options), sinceBegun);
    // With a last round that is not full, as what comes later finds its memory; and, to compare, the first round so,
    // where simulated.run is not of that.
    const bool inL2 = cold <= kLittle;
    std::future<MultiprocessorRun> all, first;
    if (goesOn && !alone && lastRoundIsPart(sample, *setting, blocks)) {
        const auto whole = [&](std::size_t further) {
            const MultiprocessorOptions these = inL2 ? allWarm(options) : options;
            const Parameters& with = inL2 ? sinceBegun : parameters;
            return std::async([&, these, further] { return wholeRun(sample, stream, with, these, further); });
        };
        all = whole(static_cast<std::size_t>(setting->blocks) - blocks);
        if (inL2) first = whole(0);
    }
    simulated.run = run(sample, stream, parameters, options);
    simulated.cycles = simulated.run.end;
    if (goesOn) {
        double each = 0;
        if (alone)
            each = simulated.run.end;
        else if (cold > kLittle)
            each = asBegun.valid() ? asBegun.get() : cyclesPerBlock(simulated.run, options).value_or(0);
        double eachInRounds = each;
        if (allInL2.valid()) each = cold > kLittle ? cold * each + (1 - cold) * allInL2.get() : allInL2.get();
        if (inL2) eachInRounds = each;
        if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
        const double atLeast = busiestOf(simulated.run) / sampled;
        each = std::max(each, atLeast);
        simulated.eachBlock = each;
        if (!sample.unevenSteps.empty() && each < kNearly * setting->active / parameters.blockRate)
            simulated.eachAtOnce = eachAtOnce(sample, stream, parameters, options);
        // What is dealt out as quickly as it can be takes that long for each block, whatever it does.
        const double further = simulated.eachAtOnce > 0
                                   ? std::max((setting->blocks - sampled) * each, more * simulated.eachAtOnce)
                                   : more * each;
        simulated.cycles = std::max(0.0, simulated.run.end + further);
        if (all.valid()) {
            simulated.all = all.get();
            const double round = lastEndOf(first.valid() ? first.get().blocks : simulated.run.blocks);
            const double full = round + (setting->blocks - sampled) * std::max(eachInRounds, atLeast);
            simulated.cycles *= lastEndOf(simulated.all.blocks) / full;
        }
    }
    simulated.even = simulated.cycles;
    if (convoy) lengthenByConvoy(*convoy, parameters, how.stop, simulated);
    simulated.cycles *= lengthenedByBlocks(sample, simulated, parameters, how.stop);
    if (how.stop.stop_requested()) return fail(ErrorCode::Cancelled);
    if (how.counted && sample.lightest != nullptr) {
        const LaunchSample light = lightestOf(sample, blocks);
        MultiprocessorOptions these = options;
        these.intervals = 0;
        these.tellsStates = false;
        simulated.lightest =
            run(light, machineStreamOf(light, setting->registersPerThread, parameters), parameters, these).blocks;
    }
    simulated.instructions = simulated.run.instructions / std::max(1e-9, sampled) * setting->blocks * setting->work;
    return simulated;
}

}  // namespace lanescope::timing
