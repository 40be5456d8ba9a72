// SPDX-License-Identifier: GPL-3.0-or-later
// Measures launches of any kernels on a GPU: the time of each, cold, and then what the hardware counts of each.
//   usage: record_launches OUTPUT.json SECONDS MANIFEST.json...      (launch_manifest.h says what is in those)
// All times come first, since the profiler spoils them. OUTPUT is written after every launch; it ends cleanly after
// SECONDS, and the same command goes on with what is not there yet. A launch that fails is told, and the next one
// comes.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/study/measurement.h"
#include "gpu/counters.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"
#include "gpu/kernel_facts.h"
#include "gpu/launch_sampler.h"
#include "gpu/provenance.h"
#include "gpu/stopwatch.h"
#include "tests/core/metrics/hardware/explaining_names.h"
#include "tests/gpu/rounds/launch_manifest.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

/// A fixed number of samples, so that it is known how long the whole list takes: more of what is quickly uploaded.
MeasureOptions optionsFor(const Plan& plan) {
    constexpr std::uint64_t kSmall = 4 << 20;
    std::uint64_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
    MeasureOptions options;
    options.samples = bytes <= kSmall ? 41 : 15;
    options.timeLimit = 1;
    options.shortest = 0.01;
    options.hangLimit = 5;
    return options;
}

/// Uploads before each sample, since a kernel may work in place and find other data the second time. Never told what a
/// sample takes, the sampler below takes one at a time.
class FreshSampler final : public Sampler {
public:
    FreshSampler(const Plan& plan, CudaExecutor& executor, PlanRun& run)
        : m_plan(plan), m_run(run), m_sampler(plan, executor, L2State::Flushed) {}
    std::vector<Sample> take() override {
        for (const Step& step : m_plan.steps)
            if (std::holds_alternative<UploadStep>(step)) cuda::orThrow(m_run.step(step, {}));
        return m_sampler.take();
    }
    [[nodiscard]] double resolution() const override { return m_sampler.resolution(); }
    [[nodiscard]] L2State l2() const override { return m_sampler.l2(); }
    [[nodiscard]] std::vector<std::string> notes() const override { return m_sampler.notes(); }

private:
    const Plan& m_plan;
    PlanRun& m_run;
    LaunchSampler m_sampler;
};

class Recorder {
public:
    Recorder(std::string output, double seconds) : m_output(std::move(output)), m_seconds(seconds) {
        if (const Result<std::string> text = readFile(m_output)) m_record = Json::parse(*text, nullptr, false);
        if (!m_record.is_object()) m_record = {{"about", Json::object()}, {"launches", Json::object()}};
    }

    /// Exit status: 0 = all is there, 1 = it cannot be had, 3 = the time is over.
    int record(const std::vector<LaunchManifest>& manifests) {
        for (const LaunchManifest& manifest : manifests)
            for (const auto& [name, reason] : manifest.refused) m_record["launches"][name]["failed"] = reason;
        if (!opened()) return 1;
        // In turns, so that every list has its share when the time is over.
        for (std::size_t i = 0, left = 1; left > 0; ++i) {
            left = 0;
            for (const LaunchManifest& manifest : manifests)
                if (i < manifest.launches.size()) ++left, m_launches.push_back(&manifest.launches[i]);
        }
        const bool timed = forEach("time", [this](const ListedLaunch& launch, Json& row) { time(launch, row); });
        const bool counted = timed && attached() &&
                             forEach("counters", [this](const ListedLaunch& launch, Json& row) { count(launch, row); });
        std::cerr << "after " << elapsed() << " s\n";
        return counted ? 0 : 3;
    }

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - m_begun).count(); }

    bool opened() {
        m_reader.reset();
        m_session.reset();
        auto session = CudaSession::open();
        if (!session) return std::cerr << describe(session.error()) << '\n', false;
        m_session = std::move(*session);
        m_record["about"]["gpu"] = m_session->gpu().spec.title;
        m_record["about"]["driver"] = m_session->gpu().driverVersion;
        m_record["about"]["cuda"] = m_session->gpu().cudaVersion;
        return true;
    }

    bool attached() {
        auto reader = CounterReader::open(m_session, MetricSet::Whole, namesThatExplain());
        if (!reader) {
            m_record["about"]["no_counters"] = describe(reader.error());
            write();
            return std::cerr << describe(reader.error()) << '\n', false;
        }
        m_reader.emplace(std::move(*reader));
        m_record["about"].erase("no_counters");
        m_record["about"]["cupti"] = m_reader->cuptiVersion();
        m_record["about"]["passes"] = m_reader->passes();
        return true;
    }

    void write() {
        const Result<void> written = writeFile(m_output, m_record.dump(1) + '\n');
        if (!written) std::cerr << describe(written.error()) << '\n';
    }

    /// Did the time suffice for all?
    template <typename Work>
    bool forEach(const char* key, Work work) {
        for (const ListedLaunch* launch : m_launches) {
            Json& row = m_record["launches"][launch->name];
            if (row.contains(key)) continue;
            if (elapsed() > m_seconds) return false;
            if (row.contains("failed")) row.erase("failed");
            const auto begun = elapsed();
            const Result<void> done = cuda::guarded([&] { work(*launch, row); });
            if (!done) row["failed"] = std::string(key) + ": " + describe(done.error());
            std::cerr << launch->name << ' ' << key << ' ' << (done ? "" : describe(done.error())) << " ("
                      << elapsed() - begun << " s)\n";
            write();
            const bool counts = m_reader.has_value();
            if (m_session->broken() && (!opened() || (counts && !attached()))) return false;
        }
        return true;
    }

    void time(const ListedLaunch& launch, Json& row) {
        const Plan& plan = launch.plan;
        const MeasureOptions options = optionsFor(plan);
        CudaExecutor executor(m_session, options.hangLimit);
        PlanRun run(plan, executor);
        cuda::orThrow(run.begin());
        for (const Step& step : plan.steps) cuda::orThrow(run.step(step, {}));
        cuda::orThrow(run.end());
        FreshSampler sampler(plan, executor, run);
        const auto& values = m_session->gpu().spec.values;
        const auto clock = values.find("clock");
        ClockWatch clocks(clock == values.end() ? 0 : clock->second.value);
        Measurement m;
        setSamples(m, takeSamples(sampler, clocks, options, {}), 50);
        m.throttledSamples = clocks.dropped();
        m.notes = sampler.notes();
        std::ranges::move(clocks.notes(), std::back_inserter(m.notes));
        m.provenance = gpuProvenance(m_session->gpu(), clocks, std::nullopt, sampler.l2(), false);
        m.countersMissing = "counted in a pass of their own";
        row["time"] = Json::parse(toJson(m));
    }

    void count(const ListedLaunch& launch, Json& row) {
        CudaExecutor executor(m_session, optionsFor(launch.plan).hangLimit);
        const auto raw = m_reader->readRaw(launch.plan, executor, L2State::Flushed, {});
        if (!raw) throw cuda::CudaError(raw.error());
        const RawCounters& values = raw->launches.at(0);
        Counters counters = countersFromPerfworks(m_reader->chip(), [&](std::string_view name) {
            const auto found = values.find(std::string(name));
            return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
        });
        counters.merge(kernelFacts(*m_session, *launch.plan.launches().at(0)));
        row["counters"] = counters;
        for (const auto& [name, value] : values)
            if (std::isfinite(value)) row["perfworks"][name] = value;
    }

    std::string m_output;
    double m_seconds;
    Clock::time_point m_begun = Clock::now();
    Json m_record;
    std::vector<const ListedLaunch*> m_launches;
    std::shared_ptr<CudaSession> m_session;
    std::optional<CounterReader> m_reader;
};

}  // namespace
}  // namespace lanescope

int main(int count, char** arguments) {
    if (count < 4) return std::cerr << "usage: record_launches OUTPUT.json SECONDS MANIFEST.json...\n", 2;
    lanescope::Recorder recorder(std::filesystem::absolute(arguments[1]).string(), std::atof(arguments[2]));
    std::vector<std::filesystem::path> files;
    for (int i = 3; i < count; ++i) files.push_back(std::filesystem::absolute(arguments[i]));
    std::vector<lanescope::LaunchManifest> manifests;
    for (const std::filesystem::path& file : files) {
        auto manifest = lanescope::readLaunchManifest(file);
        if (!manifest) return std::cerr << describe(manifest.error()) << '\n', 2;
        manifests.push_back(std::move(*manifest));
    }
    return recorder.record(manifests);
}
