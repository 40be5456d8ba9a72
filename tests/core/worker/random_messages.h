// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of every kind with anything in them that they may hold: nothing at all, the least and the greatest number,
// words that are empty, long or steer a terminal.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "core/worker/messages.h"

namespace lanescope::worker {

class RandomMessages {
public:
    explicit RandomMessages(std::uint64_t seed) : m_random(seed) {}

    Request request() {
        switch (below(5)) {
            case 0: return {id(), Hello{}};
            case 1: return {id(), Cancel{}};
            case 2: return {id(), Assemble{text(), text(), {text(), text()}}};
            default: return {id(), Measure{text(), sortedParameters(), choice()}};
        }
    }

    Answer answer() {
        Answer answer;
        if (!rarely()) answer.id = id();
        switch (below(5)) {
            case 3: answer.event = Assembled{text()}; break;
            case 0: answer.event = machine(); break;
            case 1: answer.event = progress(); break;
            case 2: answer.event = measured(); break;
            default: answer.event = Failure{error(), often()};
        }
        return answer;
    }

private:
    std::size_t below(std::size_t end) { return m_random() % end; }
    bool often() { return below(2) == 0; }
    bool rarely() { return below(8) == 0; }

    std::int64_t id() {
        constexpr std::array<std::int64_t, 5> kOdd{0, 1, -1, std::numeric_limits<std::int64_t>::min(),
                                                   std::numeric_limits<std::int64_t>::max()};
        return often() ? kOdd[below(kOdd.size())] : static_cast<std::int64_t>(m_random());
    }

    std::string text() {
        static const std::vector<std::string> kPieces{"a",
                                                      "block",
                                                      " ",
                                                      "\"",
                                                      "\\",
                                                      "/",
                                                      "\n",
                                                      "\r\t\b\f",
                                                      "\x01\x1b[2J\x7f",
                                                      "\xc2\x85",
                                                      "ü",
                                                      "…",
                                                      "\xe2\x80\xae",
                                                      "\xef\xbf\xbd",
                                                      "\xef\xbf\xbf",
                                                      "🔬",
                                                      "\xf4\x8f\xbf\xbf",
                                                      "{\"v\":9}",
                                                      "%1",
                                                      "<b>",
                                                      "null",
                                                      std::string(1, '\0')};
        if (rarely()) return {};
        if (below(50) == 0) return std::string(5000, 'x');
        std::string all;
        for (std::size_t i = 1 + below(6); i > 0; --i) all += kPieces[below(kPieces.size())];
        return all;
    }

    /// Finite and not negative.
    double number() {
        using Limits = std::numeric_limits<double>;
        constexpr std::array kOdd{
            0.0, Limits::denorm_min(), Limits::min(), Limits::max(), Limits::epsilon(), 0.1, 1.0, 1e22, 0x1p53};
        if (often()) return kOdd[below(kOdd.size())];
        for (;;) {
            const double any = std::abs(std::bit_cast<double>(m_random()));
            if (std::isfinite(any)) return any;
        }
    }
    double signedNumber() { return often() ? number() : -number(); }
    double fraction() {
        return often() ? static_cast<double>(below(2)) : std::generate_canonical<double, 53>(m_random);
    }
    std::uint64_t count() {
        return often() ? below(3) : m_random() & static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    }

    Parameters sortedParameters() {
        Parameters all;
        for (std::size_t i = below(6); i > 0; --i) all.set(text(), text());
        return all.sorted();
    }
    Parameters shuffled(const Parameters& parameters) {
        std::vector<Parameters::value_type> all(parameters.begin(), parameters.end());
        std::shuffle(all.begin(), all.end(), m_random);
        Parameters inAnyOrder;
        for (const auto& [name, value] : all) inAnyOrder.add(name, value);
        return inAnyOrder;
    }

    MeasureChoice choice() {
        constexpr double kDay = 86400;
        MeasureChoice choice;
        if (often()) choice.counters = false;
        if (often()) choice.counterSet = MetricSet::Whole;
        if (often()) choice.samples = often() ? kMostSamples : below(kMostSamples);
        if (often()) choice.timeLimit = kDay * fraction();
        if (often()) choice.l2 = L2State::Warm;
        if (often()) choice.hangLimit = std::max(kDay * fraction(), std::numeric_limits<double>::denorm_min());
        return choice;
    }

    Machine machine() {
        Machine machine{text(), {}, text(), text()};
        if (often()) machine.gpu = Machine::Gpu{text(), text(), text(), text()};
        return machine;
    }

    Measured measured() { return {text(), shuffled(sortedParameters()), measurement()}; }

    Progress progress() {
        Progress progress{text(), fraction(), {}, {}};
        if (often()) progress.secondsLeft = number();
        if (often()) progress.timed = measured();
        return progress;
    }

    Error error() {
        Error error(static_cast<ErrorCode>(below(static_cast<std::size_t>(ErrorCode::Internal) + 1)));
        for (std::size_t i = below(4); i > 0; --i) error.arguments[text()] = text();
        return error;
    }

    /// In their order.
    std::array<double, 3> quartiles() {
        std::array<double, 3> all{number(), number(), number()};
        std::sort(all.begin(), all.end());
        return all;
    }

    Provenance provenance() {
        Provenance p;
        for (std::string* each : {&p.gpu, &p.computeCapability, &p.driver, &p.cuda, &p.cupti, &p.date, &p.lanescope,
                                  &p.l2, &p.host, &p.mode, &p.counted})
            *each = text();
        for (double* each : {&p.smClockHz, &p.memoryClockHz, &p.smClockHzLowest, &p.smClockHzHighest}) *each = number();
        p.throttled = often();
        if (often()) p.ecc = often();
        return p;
    }

    Measurement measurement() {
        using Verdict = CheckResult::Verdict;
        Measurement m;
        for (std::size_t i = below(5); i > 0; --i) m.seconds.push_back(number());
        std::tie(m.lowerQuartile, m.median, m.upperQuartile) = std::tuple_cat(quartiles());
        for (std::size_t i = below(3); i > 0; --i) {
            Counters& launch = m.counters.emplace_back();
            for (std::size_t n = below(4); n > 0; --n) launch[text()] = signedNumber();
        }
        m.countersMissing = text();
        m.verdict = std::array{Verdict::Correct, Verdict::Wrong, Verdict::Fault, Verdict::NotChecked}[below(4)];
        m.provenance = provenance();
        if (rarely()) m.origin = Origin::Replayed;
        m.samplesTaken = std::max<std::uint64_t>(count(), m.seconds.size());
        m.throttledSamples = count();
        m.batch = std::max<std::uint64_t>(count(), 1);
        if (often()) {
            const auto [from, middle, to] = quartiles();
            m.histogram = Histogram{from, to, {0, 7, std::numeric_limits<std::uint32_t>::max()}};
        }
        for (std::size_t i = below(3); i > 0; --i) {
            const auto [lower, median, upper] = quartiles();
            m.parts.push_back({text(), count(), median, lower, upper, count()});
        }
        for (std::size_t i = below(3); i > 0; --i) m.notes.push_back(text());
        m.counterPasses = count();
        m.counterReadings = count();
        return m;
    }

    std::mt19937_64 m_random;
};

}  // namespace lanescope::worker
