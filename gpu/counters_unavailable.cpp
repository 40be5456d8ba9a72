// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for counters.cpp in a build that found no CUPTI headers: everything says so.
#include "core/base/words.h"
#include "gpu/counters.h"

namespace lanescope {
namespace {

Error withoutHeaders() { return Error(ErrorCode::NoCounters, {{"reason", textOf("counters.no_headers"_id)}}); }

}  // namespace

struct PerfworksCatalogue::Impl {};
PerfworksCatalogue::PerfworksCatalogue(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
PerfworksCatalogue::~PerfworksCatalogue() = default;
PerfworksCatalogue::PerfworksCatalogue(PerfworksCatalogue&&) noexcept = default;
Result<PerfworksCatalogue> PerfworksCatalogue::open(const std::string&) { return fail(withoutHeaders()); }
bool PerfworksCatalogue::has(std::string_view) const { return false; }
std::string PerfworksCatalogue::description(std::string_view) const { return {}; }
Result<std::size_t> PerfworksCatalogue::passes(const std::vector<std::string>&) const { return fail(withoutHeaders()); }

struct CounterReader::Impl {
    std::string chip;
    std::vector<MissingMetric> missing;
};
CounterReader::CounterReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
CounterReader::~CounterReader() = default;
CounterReader::CounterReader(CounterReader&&) noexcept = default;
Result<CounterReader> CounterReader::open(std::shared_ptr<CudaSession>, MetricSet, std::vector<std::string>) {
    return fail(withoutHeaders());
}
Result<CounterReading> CounterReader::read(const Plan&, CudaExecutor&, L2State, const JobContext&) {
    return fail(withoutHeaders());
}
Result<CounterReading> CounterReader::readRaw(const Plan&, CudaExecutor&, L2State, const JobContext&) {
    return fail(withoutHeaders());
}
std::string CounterReader::cuptiVersion() const { return {}; }
const std::string& CounterReader::chip() const { return m_impl->chip; }
std::size_t CounterReader::passes() const { return 0; }
const std::vector<MissingMetric>& CounterReader::missing() const { return m_impl->missing; }

}  // namespace lanescope
