// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/counters.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <span>

#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "gpu/counter_places.h"
#include "gpu/counter_problem.h"
#include "gpu/cuda_error.h"
#include "gpu/cupti_library.h"

namespace lanescope {
using cuda::CudaError;
using cupti::Library;
using cupti::params;

namespace {

/// The metrics of a set that this chip has, and why not those that it lacks.
std::vector<MetricGroup> groupsOf(MetricSet set, const cupti::Host& host, const std::string& chip,
                                  std::vector<MissingMetric>& missing) {
    std::vector<MetricGroup> groups;
    for (const Metric& metric : metricDictionary()) {
        if (metric.perfworks.empty() || (set == MetricSet::Default && metric.set != MetricSet::Default)) continue;
        const PerfworksName name = perfworksOn(metric, chip);
        MetricGroup group{std::string(metric.id), {}};
        for (const PerfworksTerm& term : perfworksTerms(name.sum)) group.names.emplace_back(term.name);
        const auto unknown = std::ranges::find_if(
            group.names, [&](const std::string& known) { return host.description(known.c_str()) == nullptr; });
        if (group.names.empty())
            missing.push_back({group.id, std::string(name.missing)});
        else if (unknown != group.names.end())
            missing.push_back(
                {group.id, inWords(Message("counters.unknown"_id, {{"counter", *unknown}, {"chip", chip}}))});
        else
            groups.push_back(std::move(group));
    }
    return groups;
}

/// Valid as long as `names` are: CUPTI keeps no copies, so a temporary vector must not be given.
std::vector<const char*> pointersTo(std::span<const std::string> names) {
    std::vector<const char*> pointers;
    for (const std::string& name : names) pointers.push_back(name.c_str());
    return pointers;
}

/// Why the profiler cannot work on this device; nothing if it can.
std::optional<Error> whyUnsupported(const CUpti_Profiler_DeviceSupported_Params& p) {
    const auto no = [](CUpti_Profiler_Support_Level level) { return level != CUPTI_PROFILER_CONFIGURATION_SUPPORTED; };
    if (!no(p.isSupported)) return std::nullopt;
    const auto problem = [](CuptiStatus status) {
        return counterProblem(static_cast<int>(status), "cuptiProfilerDeviceSupported");
    };
    if (no(p.architecture)) return problem(CuptiStatus::LegacyProfiler);
    if (no(p.vGpu)) return problem(CuptiStatus::VirtualizedDevice);
    if (no(p.confidentialCompute)) return problem(CuptiStatus::ConfidentialComputing);
    if (no(p.sli)) return problem(CuptiStatus::SliDevice);
    if (no(p.wsl)) return problem(CuptiStatus::WslDevice);
    if (no(p.cmp)) return problem(CuptiStatus::CmpDevice);
    return Error(ErrorCode::NoCounters, {{"reason", textOf("counters.unsupported"_id)}});
}

/// Of a launch of a few µs what depends on time differs from run to run, now and then by half (docs/measuring.md).
/// Counters are therefore read several times where that takes no time that anybody waits for.
std::size_t readingsOf(CounterPass& pass, std::size_t passes, const JobContext& job) {
    constexpr std::size_t kMost = 21;
    constexpr double kSeconds = 0.5;
    // One of the passes is of machine code that CUPTI has patched, in which a run takes far longer: 62 ms where it
    // takes 1.5 by itself (matmul.tiled, n = 1024, H200, 2026-11-30).
    constexpr double kPatched = 40;
    const auto begun = std::chrono::steady_clock::now();
    pass.run(job);
    const std::chrono::duration<double> once = std::chrono::steady_clock::now() - begun;
    const double fitting = kSeconds / ((static_cast<double>(passes) + kPatched) * once.count());
    return static_cast<std::size_t>(std::clamp(fitting, 1.0, static_cast<double>(kMost)));
}

}  // namespace

// ---- PerfworksCatalogue

struct PerfworksCatalogue::Impl {
    const Library& library;
    std::string chip;
    cupti::Host host;
    Impl(const Library& l, const std::string& c) : library(l), chip(c), host(l, chip.c_str()) {}
};

PerfworksCatalogue::PerfworksCatalogue(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
PerfworksCatalogue::~PerfworksCatalogue() = default;
PerfworksCatalogue::PerfworksCatalogue(PerfworksCatalogue&&) noexcept = default;

Result<PerfworksCatalogue> PerfworksCatalogue::open(const std::string& chip) {
    const auto library = cupti::library();
    if (!library) return fail(library.error());
    return cuda::guarded([&] { return PerfworksCatalogue(std::make_unique<Impl>(**library, chip)); });
}

bool PerfworksCatalogue::has(std::string_view name) const {
    return m_impl->host.description(std::string(name).c_str()) != nullptr;
}

std::string PerfworksCatalogue::description(std::string_view name) const {
    const char* text = m_impl->host.description(std::string(name).c_str());
    return text == nullptr ? "" : text;
}

Result<std::size_t> PerfworksCatalogue::passes(const std::vector<std::string>& names) const {
    return cuda::guarded([&] {
        const cupti::Host host(m_impl->library, m_impl->chip.c_str());
        auto image = host.configImage(pointersTo(names));
        return host.passes(image);
    });
}

// ---- CounterReader

struct CounterReader::Impl {
    const Library& library;
    std::shared_ptr<CudaSession> session;
    std::unique_ptr<cupti::Host> host;
    std::string chip;
    std::vector<std::string> names;
    std::vector<MissingMetric> missing;
    std::vector<std::uint8_t> config;
    std::size_t passes = 0;
    CUpti_RangeProfiler_Object* profiler = nullptr;

    Impl(const Library& l, std::shared_ptr<CudaSession> s) : library(l), session(std::move(s)) {}
    ~Impl() { disable(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void open(MetricSet set, const std::vector<std::string>& more);
    void schedule(MetricSet set, const std::vector<std::string>& more);
    void disable();
    [[nodiscard]] std::vector<std::uint8_t> counterData(std::size_t launches) const;
    void configure(std::vector<std::uint8_t>& image, std::size_t launches) const;
    /// All passes, each of them so often within it.
    void profile(CounterPlaces& places, std::size_t readings, const JobContext& job) const;
    [[nodiscard]] std::size_t rangesIn(const std::vector<std::uint8_t>& image) const;
    [[nodiscard]] CUptiResult evaluate(const std::vector<std::uint8_t>& image, std::size_t range,
                                       std::span<const std::string> wanted, std::span<double> values) const;
    [[nodiscard]] RawCounters evaluate(const std::vector<std::uint8_t>& image, std::size_t range) const;
};

void CounterReader::Impl::open(MetricSet set, const std::vector<std::string>& more) {
    auto initialize = params<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    check(library, library.profilerInitialize(&initialize), "cuptiProfilerInitialize");

    auto supported = params<CUpti_Profiler_DeviceSupported_Params>(CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
    supported.cuDevice = session->device();
    supported.api = CUPTI_PROFILER_RANGE_PROFILING;
    check(library, library.profilerDeviceSupported(&supported), "cuptiProfilerDeviceSupported");
    if (const auto problem = whyUnsupported(supported)) throw CudaError(*problem);

    auto name = params<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    name.deviceIndex = static_cast<std::size_t>(session->gpu().ordinal);
    check(library, library.deviceGetChipName(&name), "cuptiDeviceGetChipName");
    chip = name.pChipName;
    schedule(set, more);

    auto enable = params<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    enable.ctx = session->context();
    check(library, library.rangeEnable(&enable), "cuptiRangeProfilerEnable");
    profiler = enable.pRangeProfilerObject;
}

void CounterReader::Impl::schedule(MetricSet set, const std::vector<std::string>& more) {
    host = std::make_unique<cupti::Host>(library, chip.c_str());
    std::vector<MetricGroup> groups = groupsOf(set, *host, chip, missing);
    for (const std::string& wanted : more)
        if (host->description(wanted.c_str()) != nullptr) groups.push_back({wanted, {wanted}});
    // A host object schedules once, so each attempt has one of its own.
    const auto attempt = [&](const std::vector<std::string>& wanted) -> std::string {
        try {
            auto fresh = std::make_unique<cupti::Host>(library, chip.c_str());
            config = fresh->configImage(pointersTo(wanted));
            passes = fresh->passes(config);
            host = std::move(fresh);
            return {};
        } catch (const CudaError& error) {
            return describe(error.error());
        }
    };
    ScheduledMetrics scheduled = scheduleMetrics(groups, attempt);
    if (scheduled.names.empty())
        throw CudaError(Error(ErrorCode::NoCounters,
                              {{"reason", inWords(Message("counters.none_scheduled"_id, {{"chip", chip}}))}}));
    names = std::move(scheduled.names);
    missing.insert(missing.end(), scheduled.missing.begin(), scheduled.missing.end());
}

void CounterReader::Impl::disable() {
    if (profiler == nullptr || cuda::driverAbandoned()) return;
    auto p = params<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    p.pRangeProfilerObject = profiler;
    library.rangeDisable(&p);
}

std::vector<std::uint8_t> CounterReader::Impl::counterData(std::size_t launches) const {
    std::vector<const char*> pointers = pointersTo(names);
    auto size = params<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = profiler;
    size.pMetricNames = pointers.data();
    size.numMetrics = pointers.size();
    size.maxNumOfRanges = launches;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(launches);
    check(library, library.rangeGetCounterDataSize(&size), "cuptiRangeProfilerGetCounterDataSize");
    std::vector<std::uint8_t> image(size.counterDataSize);
    auto initialize = params<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    initialize.pRangeProfilerObject = profiler;
    initialize.counterDataSize = image.size();
    initialize.pCounterData = image.data();
    check(library, library.rangeCounterDataImageInitialize(&initialize),
          "cuptiRangeProfilerCounterDataImageInitialize");
    return image;
}

void CounterReader::Impl::configure(std::vector<std::uint8_t>& image, std::size_t launches) const {
    auto p = params<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    p.pRangeProfilerObject = profiler;
    p.configSize = config.size();
    p.pConfig = config.data();
    p.counterDataImageSize = image.size();
    p.pCounterDataImage = image.data();
    p.range = CUPTI_AutoRange;
    p.replayMode = CUPTI_UserReplay;
    // Buffers are made when the first plan is read, and twice as many ranges fit into them: those of later plans are
    // lost without a word (seen of CUPTI 13.0).
    constexpr std::size_t kRoom = 512;
    p.maxRangesPerPass = std::max(launches, kRoom);
    p.numNestingLevels = 1;  // what AutoRange asks for
    p.minNestingLevel = 1;
    check(library, library.rangeSetConfig(&p), "cuptiRangeProfilerSetConfig");
}

void CounterReader::Impl::profile(CounterPlaces& places, std::size_t readings, const JobContext& job) const {
    bool allSubmitted = false;
    for (std::size_t done = 0; done < passes && !allSubmitted; ++done) {
        auto start = params<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
        start.pRangeProfilerObject = profiler;
        check(library, library.rangeStart(&start), "cuptiRangeProfilerStart");
        for (std::size_t reading = 0; reading < readings; ++reading) places.of(reading).run(job);
        auto stop = params<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
        stop.pRangeProfilerObject = profiler;
        check(library, library.rangeStop(&stop), "cuptiRangeProfilerStop");
        allSubmitted = stop.isAllPassSubmitted != 0;
        job.report(static_cast<double>(done + 1) / static_cast<double>(passes));
    }
    if (!allSubmitted) throw CudaError(Error(ErrorCode::NoCounters, {{"reason", textOf("counters.unfinished"_id)}}));
    auto decode = params<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = profiler;
    check(library, library.rangeDecodeData(&decode), "cuptiRangeProfilerDecodeData");
    if (decode.numOfRangeDropped != 0)
        throw CudaError(
            Error(ErrorCode::NoCounters,
                  {{"reason", inWords(Message::counted("counters.dropped"_id, decode.numOfRangeDropped))}}));
}

std::size_t CounterReader::Impl::rangesIn(const std::vector<std::uint8_t>& image) const {
    auto info = params<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = image.data();
    info.counterDataImageSize = image.size();
    check(library, library.rangeGetCounterDataInfo(&info), "cuptiRangeProfilerGetCounterDataInfo");
    return info.numTotalRanges;
}

CUptiResult CounterReader::Impl::evaluate(const std::vector<std::uint8_t>& image, std::size_t range,
                                          std::span<const std::string> wanted, std::span<double> values) const {
    std::vector<const char*> pointers = pointersTo(wanted);
    auto p = params<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    p.pHostObject = host->object();
    p.pCounterDataImage = image.data();
    p.counterDataImageSize = image.size();
    p.rangeIndex = range;
    p.ppMetricNames = pointers.data();
    p.numMetrics = pointers.size();
    p.pMetricValues = values.data();
    return library.hostEvaluateToGpuValues(&p);
}

RawCounters CounterReader::Impl::evaluate(const std::vector<std::uint8_t>& image, std::size_t range) const {
    std::vector<double> values(names.size(), std::numeric_limits<double>::quiet_NaN());
    const CUptiResult all = evaluate(image, range, names, values);
    bool any = all == CUPTI_SUCCESS;
    // One that cannot be had must not lose the others.
    for (std::size_t i = 0; i < names.size() && all != CUPTI_SUCCESS; ++i) {
        values[i] = std::numeric_limits<double>::quiet_NaN();
        if (evaluate(image, range, std::span(names).subspan(i, 1), std::span(values).subspan(i, 1)) == CUPTI_SUCCESS)
            any = true;
        else
            values[i] = std::numeric_limits<double>::quiet_NaN();
    }
    if (!any) check(library, all, "cuptiProfilerHostEvaluateToGpuValues");
    RawCounters byName;
    for (std::size_t i = 0; i < names.size(); ++i) byName[names[i]] = values[i];
    return byName;
}

CounterReader::CounterReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
CounterReader::~CounterReader() = default;
CounterReader::CounterReader(CounterReader&&) noexcept = default;

Result<CounterReader> CounterReader::open(std::shared_ptr<CudaSession> session, MetricSet set,
                                          std::vector<std::string> more) {
    const auto library = cupti::library();
    if (!library) return fail(library.error());
    return cuda::guarded([&] {
        auto impl = std::make_unique<Impl>(**library, std::move(session));
        impl->open(set, more);
        return CounterReader(std::move(impl));
    });
}

Result<CounterReading> CounterReader::read(const Plan& plan, CudaExecutor& executor, L2State l2,
                                           const JobContext& job) {
    return readRaw(plan, executor, l2, job).map([this](CounterReading reading) {
        for (RawCounters& launch : reading.launches) {
            launch = countersFromPerfworks(m_impl->chip, [&](std::string_view name) {
                const auto found = launch.find(std::string(name));
                return found == launch.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
            });
        }
        return reading;
    });
}

Result<CounterReading> CounterReader::readRaw(const Plan& plan, CudaExecutor& executor, L2State l2,
                                              const JobContext& job) {
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    const std::vector<const Launch*> launches = plan.launches();
    return cuda::guarded([&] {
        // Compiling a module is no launch, but better done before the profiler listens.
        for (const Launch* launch : launches)
            static_cast<void>(m_impl->session->function(*launch->kernel, launch->block.count()));
        CounterPlaces places(plan, executor, l2);
        std::size_t readings = readingsOf(places.of(0), m_impl->passes, job);
        places.spread(readings, job);
        const std::size_t before = places.of(0).rangesBefore();
        const std::size_t ofReading = before + launches.size();
        std::vector<std::uint8_t> image;
        for (;;) {
            const std::size_t ranges = readings * ofReading;
            image = m_impl->counterData(ranges);
            m_impl->configure(image, ranges);
            m_impl->profile(places, readings, job);
            const std::size_t seen = m_impl->rangesIn(image);
            if (seen == ranges) break;
            // More than fits into CUPTI's buffers.
            if (seen > ranges || seen < ofReading)
                throw CudaError(
                    Error(ErrorCode::NoCounters,
                          {{"reason", inWords(Message("counters.seen"_id, {{"seen", seen}, {"all", ranges}}))}}));
            readings = std::min(readings - 1, seen / ofReading);
        }
        std::vector<std::vector<RawCounters>> read(readings);
        for (std::size_t range = 0; range < readings * ofReading; ++range)
            if (range % ofReading >= before) read[range / ofReading].push_back(m_impl->evaluate(image, range));
        return CounterReading{middlesOf(read), readings};
    });
}

std::string CounterReader::cuptiVersion() const {
    std::uint32_t version = 0;
    if (m_impl->library.getVersion(&version) != CUPTI_SUCCESS) return {};
    return std::to_string(version);
}

const std::string& CounterReader::chip() const { return m_impl->chip; }
std::size_t CounterReader::passes() const { return m_impl->passes; }
const std::vector<MissingMetric>& CounterReader::missing() const { return m_impl->missing; }

}  // namespace lanescope
