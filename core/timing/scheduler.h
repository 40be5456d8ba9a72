// SPDX-License-Identifier: GPL-3.0-or-later
// One of a multiprocessor's schedulers: its pipes and the ports of its registers, and when each is free again. Private
// to this room.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/timing/machine_stream.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// What an op may have to wait for: its pipe, special functions and conversions having one (the XU; Nsight Compute's
/// documentation, Metrics Decoder, pipelines). Requests to global and local memory wait in a row of their own.
using UnitNumber = std::uint8_t;
inline constexpr UnitNumber kGlobalRequests = kPipes;
inline constexpr std::size_t kUnits = kPipes + 1;
[[nodiscard]] constexpr UnitNumber unitNumber(Pipe pipe) {
    return static_cast<UnitNumber>(pipe == Pipe::Conversion ? Pipe::Sfu : pipe);
}

/// A warp's next op, as far as a scheduler looks at it to choose one.
struct Waiting {
    double ready = 0;         ///< cycles; kNever: it waits at a barrier
    std::uint32_t warp = 0;   ///< any number that no other warp has
    std::uint32_t block = 0;  ///< in the order in which they came
    UnitNumber unit = 0;
    bool takesTurns = false;  ///< in_turn_warps, once it waits for the unit
};

class Scheduler {
public:
    std::vector<Waiting> warps;  ///< that it has: those of blocks that came first come first
    double candidate = kNever;   ///< when its next op can issue
    std::size_t chosen = 0;      ///< whose that is, of `warps`
    bool tellsStates = true;     ///< issued() and heldBetween() will be asked

    /// Of those that can issue soonest one of the block that came first, and of its warps the one that has waited
    /// longest. Warps that wait for a place of the load-store unit get it in turn, whatever block they are of, unless
    /// that is a large one, or what they have waited for was in L1 (docs/timing.md, "Dispatch").
    void choose();
    /// From when on a unit behind a queue, which is not the scheduler's own, takes one more.
    void setTakes(UnitNumber unit, double from) { m_units[unit] = from; }
    /// When its pipe is free, or the unit takes one more.
    [[nodiscard]] double pipeFree(UnitNumber unit) const { return m_units[unit]; }
    /// When what has been chosen at `candidate` goes its way: registers that it reads have a port each cycle, and its
    /// result must find its way into them free. Until then nothing else issues.
    [[nodiscard]] double dispatch(const Op& op, std::uint32_t warp, const Parameters& p);
    /// What was dispatched issues at `now`.
    void occupy(const Op& op, std::uint32_t warp, double now, const Parameters& p);
    /// Writeback::Brought, of what issues at `now` and is there at that cycle.
    void brings(double at, double now, const Parameters& p);
    /// How often it has issued what a warp that waits for this pipe competes with, in a span that ends now: requests
    /// for the load-store unit with requests, others with all. Of long spans as far as it is kept.
    [[nodiscard]] double issued(Pipe pipe, double from, double to) const;

    /// Cycles of a span that ends now in which its dispatch was held up, whoever waited to issue. As far as it is kept.
    [[nodiscard]] double heldBetween(double from, double to) const;

private:
    /// Registers of even and of odd numbers are read through a port each (Huerta et al. 2025).
    static constexpr std::size_t kBanks = 2;
    struct Kept {
        std::uint32_t warp = 0;
        std::int16_t reg = -1;
    };
    using Reads = std::array<double, kBanks>;
    [[nodiscard]] Reads readsOf(const Op& op, std::uint32_t warp) const;
    static constexpr std::int64_t kNone = -1;
    /// Longer than any result of arithmetic takes.
    static constexpr std::size_t kResultCycles = 128;
    /// In which the result of an op that issues at `now` takes its way into the registers, as of a usual one's issue.
    [[nodiscard]] static std::int64_t resultCycle(const Op& op, double now, const Parameters& p);
    void takeWay(std::int64_t cycle);
    [[nodiscard]] double holdsUp(const Op& op, const Parameters& p) const;
    [[nodiscard]] double portsFree(const Parameters& p) const;
    void read(const Op& op, std::uint32_t warp, double now);
    static void keep(std::vector<double>& issues, double now);

    /// So many of its last issues are known, and up to twice as many.
    static constexpr std::size_t kKept = 4096;

    double m_free = 0;
    struct Hold {
        double from = 0, to = 0;
    };
    void hold(double from, double to);

    std::vector<Hold> m_holds;
    std::vector<double> m_issues;    ///< when
    std::vector<double> m_requests;  ///< those to the load-store unit
    /// When each is free. Of Integer, the sooner one of the ALU and of Product, the half of the FP32 pipe that
    /// multiplies integers.
    std::array<double, kUnits> m_units{};
    std::array<double, kBanks> m_ports{};
    Reads m_reads{};  ///< registers that what was dispatched last reads from each
    std::array<std::int64_t, kResultCycles> m_results = [] {
        std::array<std::int64_t, kResultCycles> none{};
        none.fill(kNone);
        return none;
    }();
    std::array<std::array<Kept, OpControl::kSlots>, kBanks> m_kept{};
};

}  // namespace lanescope::timing
