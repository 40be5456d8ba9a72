// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/convoy.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "core/timing/atomic_units.h"

namespace lanescope::timing {
namespace {

/// Nearly all of what the other multiprocessors do.
constexpr double kSame = 0.9;
/// Of what is kept of a warp.
constexpr std::size_t kFewest = 16;

/// The atomic operations of a warp on global memory, in their order.
std::vector<const Access*> atomicsOf(const LaunchSample& sample, const SampledWarp& warp) {
    std::vector<const Access*> found;
    for (const Event& event : warp.events) {
        if (event.access == kNoAccess) continue;
        const Access& access = sample.accesses[event.access];
        if (access.kind == simt::AccessKind::Atomic && access.space != program::Space::Shared) found.push_back(&access);
    }
    return found;
}

bool addsFloats(const MachineStream& stream) {
    const auto does = [](const Op& op) { return op.floats && op.pipe == Pipe::Memory; };
    return std::ranges::any_of(stream.code, does) ||
           std::ranges::any_of(stream.regions, [&](const Region& of) { return std::ranges::any_of(of.ops, does); });
}

/// All warps, one operation after the other.
class AllWarps {
public:
    AllWarps(const Convoy& convoy, double alone, const Parameters& parameters)
        : m_convoy(convoy),
          m_p(parameters),
          m_alone(alone),
          m_way(parameters.atomicLatency / 2),
          m_atOnce(static_cast<std::size_t>(std::max(1.0, std::floor(parameters.atomicQueue / convoy.lanes)))),
          m_multiprocessors((convoy.warps + convoy.beside - 1) / convoy.beside),
          m_done(convoy.warps, 0) {}

    /// When warps have sent so many operations.
    struct Sent {
        double some = 0, all = 0;  ///< the last of them
        double mean = 0;           ///< all, the last of each multiprocessor
    };
    Sent run(std::size_t some, std::size_t all, const std::stop_token& stop) {
        Sent sent;
        for (std::uint32_t warp = 0; warp < m_convoy.warps; ++warp)
            await(static_cast<double>(warp) * m_p.warpSpacing, warp, false);
        while (!m_events.empty() && !stop.stop_requested()) {
            const Happening next = m_events.top();
            m_events.pop();
            Multiprocessor& here = m_multiprocessors[next.who / (next.frees ? 1 : m_convoy.beside)];
            if (next.frees)
                here.isAwaited = false;
            else
                here.waiting.push_back(next.who);
            while (!here.underWay.empty() && here.underWay.top() <= next.at) here.underWay.pop();
            while (!here.waiting.empty() && here.underWay.size() < m_atOnce) {
                const std::uint32_t warp = here.waiting.front();
                here.waiting.pop_front();
                here.underWay.push(send(warp, next.at));
                const std::size_t done = ++m_done[warp];
                if (done == some) sent.some = std::max(sent.some, next.at);
                if (done == all) here.end = next.at;
                if (done < all) await(next.at + m_alone, warp, false);
            }
            if (here.waiting.empty() || here.isAwaited) continue;
            here.isAwaited = true;
            await(here.underWay.top(), static_cast<std::uint32_t>(&here - m_multiprocessors.data()), true);
        }
        for (const Multiprocessor& one : m_multiprocessors) {
            sent.all = std::max(sent.all, one.end);
            sent.mean += one.end / static_cast<double>(m_multiprocessors.size());
        }
        return sent;
    }

private:
    /// A warp comes to its next operation, or a multiprocessor may send again.
    struct Happening {
        double at = 0;
        std::uint64_t order = 0;
        std::uint32_t who = 0;
        bool frees = false;
        bool operator<(const Happening& other) const {
            return at != other.at ? at > other.at : order > other.order;  // the first is the next
        }
    };
    struct Multiprocessor {
        std::priority_queue<double, std::vector<double>, std::greater<>> underWay;  ///< when each is done
        std::deque<std::uint32_t> waiting;                                          ///< warps
        bool isAwaited = false;                                                     ///< until one of these is done
        double end = 0;
    };
    struct Unit {
        double free = 0;
        std::uint64_t sector = ~std::uint64_t{0};
    };

    void await(double at, std::uint32_t who, bool frees) { m_events.push({at, m_order++, who, frees}); }

    /// When it is done.
    double send(std::uint32_t warp, double now) {
        const auto sector = static_cast<std::uint64_t>(static_cast<double>(m_done[warp]) * m_convoy.sectors);
        Unit& unit = m_units[m_p.unitOf(sector)];
        const bool again = m_convoy.floats && unit.sector == sector;
        unit.free = std::max(unit.free, now + m_way) +
                    m_convoy.lanes * (again ? std::max(m_p.atomicFloatLane, m_p.atomicLane) : m_p.atomicLane);
        unit.sector = sector;
        return unit.free + m_way;
    }

    const Convoy& m_convoy;
    const Parameters& m_p;
    double m_alone;
    double m_way;  ///< to a unit, and back
    std::size_t m_atOnce;
    std::vector<Multiprocessor> m_multiprocessors;
    std::vector<std::size_t> m_done;  ///< operations of each warp
    std::unordered_map<std::uint64_t, Unit> m_units;
    std::priority_queue<Happening> m_events;
    std::uint64_t m_order = 0;
};

}  // namespace

std::optional<Convoy> convoyOf(const LaunchSample& sample, const LaunchSetting& setting, const MachineStream& stream) {
    if (setting.active < 2 || sample.atomicsShared < kSame || sample.blocks.empty()) return std::nullopt;
    std::vector<const Access*> first;
    double kept = 0, lanes = 0;
    for (const SampledBlock& block : sample.blocks)
        for (const SampledWarp& warp : block.warps) {
            const std::vector<const Access*> these = atomicsOf(sample, warp);
            if (these.size() < kFewest) return std::nullopt;
            if (first.empty()) first = these;
            for (std::size_t i = 0; i < these.size(); ++i) {
                const Access& access = *these[i];
                if (access.sectors != 1 || access.atOneAddress != access.lanes) return std::nullopt;
                const std::uint32_t sector = sample.sectors[access.firstSector];
                if (i > 0 && sector < sample.sectors[these[i - 1]->firstSector]) return std::nullopt;
                if (i < first.size() && sector != sample.sectors[first[i]->firstSector]) return std::nullopt;
                lanes += access.lanes;
            }
            kept += static_cast<double>(these.size());
        }
    Convoy convoy;
    const std::uint32_t passed = sample.sectors[first.back()->firstSector] - sample.sectors[first.front()->firstSector];
    convoy.sectors = static_cast<double>(passed) / static_cast<double>(first.size() - 1);
    const double warps = static_cast<double>(sample.blocks.size() * sample.warpsPerBlock());
    convoy.operations = kept / warps * setting.work;
    constexpr double kFewestSectors = 16;  // of two units
    if (convoy.operations < kFewest || convoy.sectors * convoy.operations < kFewestSectors) return std::nullopt;
    const double resident = std::min<double>(static_cast<double>(setting.resident), setting.blocks);
    convoy.beside = static_cast<std::uint32_t>(resident) * sample.warpsPerBlock();
    convoy.warps = static_cast<std::uint32_t>(
        std::min(setting.active * convoy.beside, static_cast<double>(sample.grid.count() * sample.warpsPerBlock())));
    convoy.rounds = std::ceil(setting.blocks / resident);
    convoy.lanes = lanes / kept;
    convoy.floats = addsFloats(stream);
    return convoy;
}

ConvoyPace paceOf(const Convoy& convoy, double alone, const Parameters& parameters, const std::stop_token& stop) {
    constexpr double kMost = 65'536;
    constexpr double kMostOfAll = 2.2e6;  // half a second, and the largest matrix of the catalogue to its end
    const double simulated = std::floor(std::clamp(std::min(kMost, kMostOfAll / convoy.warps), 2.0, convoy.operations));
    const auto all = static_cast<std::size_t>(simulated);
    const std::size_t behind = (all + 7) / 8;
    const AllWarps::Sent sent = AllWarps(convoy, alone, parameters).run(all - behind, all, stop);
    const double further =
        (convoy.operations - simulated) * std::max(alone, (sent.all - sent.some) / static_cast<double>(behind));
    return {std::max(alone, (sent.all + further) / convoy.operations),
            std::max(alone, (sent.mean + further) / convoy.operations)};
}

}  // namespace lanescope::timing
