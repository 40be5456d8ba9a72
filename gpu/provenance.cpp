// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/provenance.h"

#include <array>
#include <ctime>

#include "gpu/host_machine.h"

namespace lanescope {

std::string nowInUtc() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

Provenance hostProvenance() {
    Provenance p;
    p.date = nowInUtc();
    p.lanescope = LANESCOPE_VERSION;
    p.host = cpuName();
    p.mode = "hot";  // the arrays are filled anew just before
    return p;
}

Provenance gpuProvenance(const GpuDevice& gpu, const ClockWatch& clocks, const std::optional<GpuCondition>& condition,
                         L2State l2, bool hostTakesPart) {
    Provenance p;
    p.gpu = gpu.spec.title;
    p.computeCapability = gpu.spec.computeCapability;
    p.driver = gpu.driverVersion;
    p.cuda = gpu.cudaVersion;
    p.date = nowInUtc();
    p.lanescope = LANESCOPE_VERSION;
    p.smClockHz = clocks.median();
    p.smClockHzLowest = clocks.lowest();
    p.smClockHzHighest = clocks.highest();
    p.throttled = clocks.dropped() > 0;
    if (condition) {
        if (p.smClockHz == 0) p.smClockHz = condition->smClockHz;
        p.memoryClockHz = condition->memoryClockHz;
        p.throttled = p.throttled || condition->throttled;
        p.ecc = condition->ecc;
    }
    p.l2 = l2 == L2State::Flushed ? "flushed" : "warm";
    p.mode = l2 == L2State::Flushed ? "cold" : "hot";
    if (hostTakesPart) p.host = cpuName();
    return p;
}

}  // namespace lanescope
