// SPDX-License-Identifier: GPL-3.0-or-later
// Records what a GPU counts for every launch of launches.h.      usage: record_counters SOURCE_ROOT OUTPUT.json
// If OUTPUT.json exists, only the launches that it lacks are recorded, and what it has stays as it is.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/base/resources.h"
#include "gpu/counters.h"
#include "gpu/cuda_executor.h"
#include "tests/core/metrics/hardware/counter_record.h"
#include "tests/core/metrics/hardware/explaining_names.h"
#include "tests/core/metrics/hardware/launches.h"

namespace lanescope {
namespace {

struct Failed {
    Error error;
};
template <typename T>
T orFail(Result<T> result) {
    if (!result) throw Failed{result.error()};
    return std::move(*result);
}
void orFail(const Result<void>& result) {
    if (!result) throw Failed{result.error()};
}

bool isTimed(const std::string& name) {
    return name.find("per_second") != std::string::npos || name.find("cycle") != std::string::npos ||
           name.find(".pct") != std::string::npos || name.ends_with(".ratio") || name.starts_with("dram") ||
           name.starts_with("gpu__");
}

RawCounters countersOf(const HardwareCase& launch, const std::shared_ptr<CudaSession>& session, CounterReader& reader) {
    CudaExecutor executor(session);
    return orFail(reader.readRaw(launch.plan, executor, L2State::Flushed, {})).launches.at(0);
}

std::string today() {
    const std::chrono::year_month_day date = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text.data();
}

/// Rows of two machines are not mixed.
void mustBeOf(const CounterRecord& record, const std::vector<std::pair<std::string, std::string>>& here,
              const std::string& file) {
    for (const auto& [what, value] : here)
        for (const auto& [name, recorded] : record.about)
            if (name == what && recorded != value)
                throw Failed{Error(ErrorCode::NoCounters, {{"reason", file + " has " + what + " " + recorded +
                                                                          ", but this machine has " + value}})};
}

/// The row of one launch, in the order of `metrics`, which the first launch fills: the counts are kept, not what
/// depends on time or on who else uses the chip.
std::vector<std::uint64_t> rowOf(const std::string& launch, const RawCounters& counters,
                                 std::vector<std::string>& metrics) {
    if (metrics.empty())
        for (const auto& [name, value] : counters)
            if (!isTimed(name) && std::isfinite(value)) metrics.push_back(name);
    std::vector<std::uint64_t> row;
    for (const std::string& name : metrics) {
        const auto found = counters.find(name);
        if (found == counters.end() || !std::isfinite(found->second))
            throw Failed{Error(ErrorCode::NoCounters, {{"reason", launch + " has no " + name}})};
        row.push_back(static_cast<std::uint64_t>(std::llround(found->second)));
    }
    return row;
}

void record(const std::string& source, const std::string& output) {
    const auto cases = orFail(hardwareCases(source));
    CounterRecord record;
    if (std::filesystem::exists(output)) record = orFail(counterRecordFromJson(orFail(readFile(output)), output));
    const auto session = orFail(CudaSession::open());
    std::vector<std::string> wanted = namesThatExplain();
    for (const std::string& name : record.metrics)
        if (std::ranges::find(wanted, name) == wanted.end()) wanted.push_back(name);
    CounterReader reader = orFail(CounterReader::open(session, MetricSet::Default, wanted));
    const GpuDevice& gpu = session->gpu();
    const std::vector<std::pair<std::string, std::string>> here{{"gpu", gpu.spec.title},
                                                                {"driver", gpu.driverVersion},
                                                                {"cuda", gpu.cudaVersion},
                                                                {"cupti", reader.cuptiVersion()}};
    mustBeOf(record, here, output);
    if (record.about.empty()) {
        record.about = here;
        record.about.emplace_back("origin",
                                  "record_counters, CUPTI range profiler, one launch per range, a run for each pass");
        record.about.emplace_back("recorded", today());
    } else if (std::string& recorded = record.about.back().second; !recorded.ends_with(today())) {
        recorded += " and " + today();
    }
    for (const HardwareCase& launch : cases) {
        // The catalogue's multiplications are in resources/recordings.
        if (launch.kernel.starts_with("matmul.") || record.launches.contains(launch.name)) continue;
        std::cerr << launch.name << '\n';
        record.launches[launch.name] = rowOf(launch.name, countersOf(launch, session, reader), record.metrics);
        orFail(writeFile(output, toJson(record)));
    }
}

}  // namespace
}  // namespace lanescope

int main(int count, char** arguments) {
    if (count != 3) return std::cerr << "usage: record_counters SOURCE_ROOT OUTPUT.json\n", 2;
    try {
        lanescope::record(arguments[1], arguments[2]);
    } catch (const lanescope::Failed& failed) {
        return std::cerr << describe(failed.error) << '\n', 1;
    }
    return 0;
}
