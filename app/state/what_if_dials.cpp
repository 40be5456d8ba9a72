// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/what_if_dials.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/number_format.h"
#include "core/base/number_text.h"
#include "core/sass/listing.h"
#include "core/timing/launch_setting.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::WhatIf)
};

constexpr std::array kFactors{0.125, 0.25, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 2.0, 2.8, 4.0, 8.0};

/// Quantities that go together, by a factor; `inverse` ones by the other way round: cycles of what is quicker.
struct Scaled {
    QString id;
    QString title;
    std::string_view shown;  ///< whose value is told
    std::vector<std::string_view> ids;
    std::vector<std::string_view> inverse;
};

std::string times(std::string_view id, double factor) { return std::string(id) + "=" + numbers::plain(factor) + "x"; }

WhatIfDial scaledDial(const Scaled& what, const GpuSpec& gpu) {
    WhatIfDial dial;
    dial.id = what.id;
    dial.title = what.title;
    const GpuValue* const now = gpu.find(what.shown);
    if (now == nullptr) {
        dial.why = Words::tr("%1 does not have it.").arg(shownName(gpu.title));
        return dial;
    }
    for (const double factor : kFactors) {
        WhatIfDial::Position position;
        const bool inverse = std::ranges::find(what.inverse, what.shown) != what.inverse.end();
        const double value = inverse ? now->value / factor : now->value * factor;
        const QString absolute = shortValueText(value, QString::fromStdString(now->unit));
        if (factor == 1) {
            dial.asIs = static_cast<int>(dial.positions.size());
            position.text = absolute;
        } else {
            position.text = QStringLiteral("%1\u00d7 · %2").arg(factor).arg(absolute);
            for (const std::string_view id : what.ids) {
                // The clock under load is told; what is changed is the clock with all that goes with it.
                if (id == "clock" || gpu.find(id) != nullptr) position.words.push_back(times(id, factor));
            }
            for (const std::string_view id : what.inverse)
                if (gpu.find(id) != nullptr) position.words.push_back(times(id, 1 / factor));
        }
        dial.positions.push_back(std::move(position));
    }
    return dial;
}

/// Whole numbers, among them the one that it is.
WhatIfDial wholeDial(const char* word, std::set<std::uint64_t> values, std::uint64_t now,
                     const std::function<QString(std::uint64_t)>& text) {
    WhatIfDial dial;
    dial.id = QLatin1StringView(word);
    values.insert(now);
    for (const std::uint64_t value : values) {
        if (value == now) dial.asIs = static_cast<int>(dial.positions.size());
        dial.positions.push_back({text(value), value == now
                                                   ? std::vector<std::string>()
                                                   : std::vector{std::string(word) + "=" + std::to_string(value)}});
    }
    return dial;
}

WhatIfDial registersDial(const GpuSpec& gpu, const LaunchProfile& launch) {
    constexpr std::uint64_t kStep = 8;
    const GpuValue* const most = gpu.find("max_registers_per_thread");
    std::set<std::uint64_t> values;
    for (std::uint64_t value = kStep; most != nullptr && value <= static_cast<std::uint64_t>(most->value + 1);
         value += kStep)
        values.insert(std::min(value, static_cast<std::uint64_t>(most->value)));
    const timing::LaunchSample& sample = *launch.sample;
    const std::uint64_t own = launch.registersPerThread.value_or(sample.listing ? sample.listing->resources.registers
                                                                                : timing::kUsualRegisters);
    WhatIfDial dial =
        wholeDial("registers", std::move(values), own, [](std::uint64_t value) { return countText(value); });
    dial.title = Words::tr("Registers of a thread");
    return dial;
}

WhatIfDial sharedDial(const GpuSpec& gpu, const LaunchProfile& launch) {
    constexpr std::uint64_t kKibi = 1024, kStep = 8 * kKibi;
    const GpuValue* most = gpu.find("shared_per_block");
    if (most == nullptr) most = gpu.find("shared_per_sm");
    std::set<std::uint64_t> values{kKibi, 2 * kKibi, 4 * kKibi};
    for (std::uint64_t value = kStep; most != nullptr && value <= static_cast<std::uint64_t>(most->value);
         value += kStep)
        values.insert(value);
    if (most != nullptr) values.insert(static_cast<std::uint64_t>(most->value));
    WhatIfDial dial = wholeDial("shared", std::move(values), launch.sample->sharedBytes, [](std::uint64_t value) {
        return QStringLiteral("%1 KiB").arg(countText(static_cast<double>(value) / kKibi, 1));
    });
    dial.title = Words::tr("Shared memory of a block");
    return dial;
}

WhatIfDial multiprocessorsDial(const GpuSpec& gpu) {
    WhatIfDial dial;
    std::set<std::uint64_t> values;
    const GpuValue* const now = gpu.find("sm_count");
    const auto own = static_cast<std::uint64_t>(now != nullptr ? now->value : 1);
    for (const double factor : kFactors)
        values.insert(
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(factor * static_cast<double>(own)))));
    dial = wholeDial("sm_count", std::move(values), own, [](std::uint64_t value) { return countText(value); });
    dial.title = Words::tr("Multiprocessors");
    return dial;
}

WhatIfDial blockDial(const ScheduleWork::Sampled& launch, const Catalogue& catalogue) {
    WhatIfDial dial;
    dial.id = QStringLiteral("block_size");
    dial.title = Words::tr("Size of a block");
    const Result<const Algorithm*> algorithm = catalogue.find(launch.plan.algorithm);
    const ParameterSpec* const size = algorithm ? (*algorithm)->blockSpec() : nullptr;
    if (size == nullptr) {
        dial.why = algorithm ? Words::tr("No parameter of this algorithm says how large its blocks are.")
                             : Words::tr("This kernel is not of the catalogue: its launch is given.");
        return dial;
    }
    dial.title = QString::fromStdString(size->title);
    std::vector<std::string> values;
    if (!size->values.empty()) {
        values = (*algorithm)->legalValues(*size, launch.plan.parameters);
    } else {
        constexpr std::int64_t kWarp = 32, kLargestBlock = 1024;
        const std::int64_t step = size->maximum <= kWarp ? 1 : kWarp;
        for (std::int64_t value = step; value <= std::min(size->maximum, kLargestBlock); value += step)
            if (value >= size->minimum) values.push_back(std::to_string(value));
    }
    const std::string now = size->valueIn(launch.plan.parameters);
    if (std::ranges::find(values, now) == values.end()) values.push_back(now);
    std::ranges::stable_sort(values, {}, [](const std::string& value) {
        return realNumber("", value, {-1e9, 1e9}).value_or(0);
    });
    for (const std::string& value : values) {
        if (value == now) dial.asIs = static_cast<int>(dial.positions.size());
        dial.positions.push_back(
            {shownName(value), value == now ? std::vector<std::string>() : std::vector{size->name + "=" + value}});
    }
    if (dial.positions.size() < 2) dial.why = Words::tr("No other size goes with the rest of the choice.");
    return dial;
}

}  // namespace

std::vector<WhatIfDial> whatIfDials(const GpuSpec& gpu, const ScheduleWork::Sampled& launch,
                                    const Catalogue& catalogue) {
    const std::array scaled{
        Scaled{QStringLiteral("clock"), Words::tr("Clock"), "clock_under_load", {"clock"}, {}},
        Scaled{QStringLiteral("dram_latency"),
               Words::tr("Latency of device memory"),
               "dram_latency",
               {"dram_latency"},
               {}},
        Scaled{QStringLiteral("dram_bandwidth"),
               Words::tr("Bandwidth of device memory"),
               "dram_bandwidth",
               {"dram_bandwidth"},
               {}},
        Scaled{QStringLiteral("l2_latency"), Words::tr("Latency of L2"), "l2_latency", {"l2_latency"}, {}},
        Scaled{QStringLiteral("l2_bandwidth"), Words::tr("Bandwidth of L2"), "l2_bandwidth", {"l2_bandwidth"}, {}},
        Scaled{QStringLiteral("l1_latency"),
               Words::tr("Latency of L1 and shared memory"),
               "l1_latency",
               {"l1_latency", "shared_latency"},
               {}},
        Scaled{QStringLiteral("load_store"),
               Words::tr("Rate of the load-store unit"),
               "request_cycles",
               {"l1_tag_rate"},
               {"request_cycles", "l1_request_cycles"}}};
    std::vector<WhatIfDial> dials;
    dials.reserve(scaled.size() + 4);
    for (const Scaled& one : scaled) dials.push_back(scaledDial(one, gpu));
    dials.push_back(registersDial(gpu, launch.profile));
    dials.push_back(sharedDial(gpu, launch.profile));
    dials.push_back(blockDial(launch, catalogue));
    dials.push_back(multiprocessorsDial(gpu));
    return dials;
}

}  // namespace lanescope
