// SPDX-License-Identifier: GPL-3.0-or-later
// Loads and stores by the pattern of their addresses: what requests take of the load-store unit, and what L2 gives of
// parts of lines.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/patterns.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace patterns;

constexpr int kFew = 4;  ///< rounds
constexpr int kMany = 36;
constexpr std::uint32_t kLine = 128;
constexpr std::uint32_t kSector = 32;
constexpr std::uint64_t kRequests = kSteps * kWarps;             ///< of a block, in a round
constexpr std::uint64_t kWindow = kSteps * kApart + 32 * kLine;  ///< that a block reads in a round at most
constexpr std::uint32_t kFresh = 1U << 22;                       ///< bytes: not in an L1, but in an L2

/// Cycles of a round of one block. `advance`: bytes from what is fresh to what is in the next round.
double loads(Rig& rig, const std::string& kernel, std::uint32_t advance) {
    return roundCycles(rig, kFew, kMany, [&](int rounds) {
        return rig.prepare(kernel, 1, kThreads,
                           {kCells, kMoving, kOffsets, Scalar(ElementType::U32, advance),
                            Scalar(ElementType::U32, kFresh - 1), Scalar(rounds), kBegin, kEnd, kSink});
    });
}

/// Cycles of a request of one warp whose lanes begin there; L1 has all of it.
double hit(Rig& rig, int bytes, const std::function<std::uint32_t(std::uint32_t lane)>& offset) {
    place(rig, 1, [&](std::uint32_t, std::uint32_t thread) { return offset(thread % 32); });
    return loads(rig, "loads<1, " + std::to_string(bytes) + ", 16>", 0) / static_cast<double>(kRequests);
}

void measureLines(Rig& rig, Findings& findings) {
    constexpr std::array kLines{1U, 2U, 4U, 8U, 16U, 32U};
    constexpr std::uint32_t kSeveral = 4;
    allocate(rig, kWindow + kLine, 1, kFresh + kWindow);
    std::vector<double> request;
    std::vector<double> rate;
    std::vector<double> besides;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        std::vector<std::pair<double, double>> points;
        for (const std::uint32_t lines : kLines) {
            // Each lane in a bank of its own.
            const double cycles = hit(rig, 4, [&](std::uint32_t lane) { return lane % lines * kLine + lane * 4; });
            findings.point("l1_lines", lines, cycles);
            if (lines == 1) request.push_back(cycles);
            if (lines >= kSeveral) points.emplace_back(lines, cycles);
        }
        const double slope = slopeOf(points);
        rate.push_back(1 / slope);
        double rest = 0;
        for (const auto& [lines, cycles] : points)
            rest += (cycles - slope * lines) / static_cast<double>(points.size());
        besides.push_back(rest);
    }
    findings.found("l1_request_cycles", request);
    findings.found("l1_tag_rate", rate);
    findings.found("l1_tag_cycles", besides);
    for (const std::uint32_t lines : kLines)
        findings.point("l1_lines/all_lanes_in_as_few_banks", lines,
                       hit(rig, 4, [&](std::uint32_t lane) { return lane % lines * kLine + lane / lines * 4; }));
    for (const auto& [id, bytes] : {std::pair{"l1_request8_cycles", 8U}, {"l1_request16_cycles", 16U}}) {
        const auto widths = samplesOf(rig.samples(kSamples), [&, &width = bytes] {
            return hit(rig, static_cast<int>(width), [&](std::uint32_t lane) { return lane * width; });
        });
        for (const double cycles : widths) findings.point("l1_bytes_a_lane", bytes, cycles);
        findings.found(id, widths);
    }
    for (const std::uint32_t words : {1U, 2U, 4U, 8U, 16U, 32U})
        findings.point("l1_words_from_lane_to_lane", words,
                       hit(rig, 4, [&](std::uint32_t lane) { return lane * words * 4; }));
    for (const std::uint32_t shift : {0U, 4U, 16U, 32U, 64U, 96U})
        findings.point("l1_a_row_that_begins_so_many_bytes_behind_a_line's_begin", shift,
                       hit(rig, 4, [&](std::uint32_t lane) { return lane * 4 + shift; }));
    for (const std::uint32_t lanes : {1U, 2U, 4U, 8U, 16U, 32U})
        findings.point("l1_lanes_at_one_word", lanes,
                       hit(rig, 4, [&](std::uint32_t lane) { return lane / lanes * 4; }));
}

void measureMisses(Rig& rig, Findings& findings) {
    allocate(rig, kWindow + kLine, 1, kFresh + kWindow);
    std::vector<double> fill;
    std::vector<double> replay;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        // A line of its own for each warp: 1, 2 or 4 of 16 loads find a line that L1 does not have.
        place(rig, 1, [](std::uint32_t, std::uint32_t thread) { return thread * 4; });
        std::vector<std::pair<double, double>> points;
        for (const std::uint32_t fresh : {1U, 2U, 4U}) {
            const std::string kernel = "loads<1, 4, " + std::to_string(fresh) + ">";
            const double misses = loads(rig, kernel, fresh * static_cast<std::uint32_t>(kApart));
            const double more = misses - loads(rig, kernel, 0);
            findings.point("l1_misses_of_16_loads/cycles_a_miss", fresh, more / (fresh * kWarps));
            points.emplace_back(fresh * kWarps, more);
        }
        fill.push_back(slopeOf(points));
        // The same line for all warps: the first one misses it, the others find it under way.
        place(rig, 1, [](std::uint32_t, std::uint32_t thread) { return thread % 32 * 4; });
        const std::string kernel = "loads<1, 4, 16>";
        double delay = 0;  // that any miss adds to a round, because all warps wait for it at its end
        for (const auto& [misses, more] : points)
            delay += (more - fill.back() * misses) / static_cast<double>(points.size());
        const double shared = loads(rig, kernel, static_cast<std::uint32_t>(kSteps * kApart)) - loads(rig, kernel, 0);
        findings.point("l1_requests_to_lines_under_way/cycles_more", static_cast<double>(kRequests), shared);
        replay.push_back((shared - delay - kSteps * fill.back()) / static_cast<double>(kRequests - kSteps));
    }
    findings.found("l1_fill_cycles", fill);
    findings.found("l1_replay_cycles", replay);
}

constexpr std::uint32_t kOfBlock = 1U << 17;  ///< bytes, so that blocks read what is theirs

/// Sectors a cycle of all multiprocessors, each of whose requests has so many.
double sectorRate(Rig& rig, double sectors, const std::function<std::uint32_t(std::uint32_t thread)>& offset,
                  bool write) {
    constexpr int kFewRounds = 4;
    constexpr int kManyRounds = 20;
    const std::uint64_t blocks = rig.multiprocessors();
    place(rig, blocks, [&](std::uint32_t block, std::uint32_t thread) { return block * kOfBlock + offset(thread); });
    const double round = roundCycles(rig, kFewRounds, kManyRounds, [&](int rounds) {
        return write ? rig.prepare("stores", blocks, kThreads, {kCells, kOffsets, Scalar(rounds), kBegin, kEnd})
                     : rig.prepare("loads<2, 4, 16>", blocks, kThreads,
                                   {kCells, kCells, kOffsets, Scalar(ElementType::U32, 0), Scalar(ElementType::U32, 0),
                                    Scalar(rounds), kBegin, kEnd, kSink});
    });
    return static_cast<double>(blocks * kRequests) * sectors / round;
}

void measureSectors(Rig& rig, Findings& findings) {
    constexpr std::uint32_t kLines = 8;  ///< of a request
    allocate(rig, rig.multiprocessors() * kOfBlock, rig.multiprocessors());
    std::array<std::vector<double>, 5> rates;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample)
        for (const std::uint32_t sectors : {1U, 2U, 3U, 4U}) {
            const auto offset = [&](std::uint32_t thread) {
                const std::uint32_t lane = thread % 32;
                return thread / 32 * kLines * kLine + lane / 4 * kLine + lane % 4 % sectors * kSector;
            };
            rates.at(sectors).push_back(sectorRate(rig, kLines * sectors, offset, false));
            findings.point("l2_sectors_of_a_line/sectors_a_cycle", sectors, rates.at(sectors).back());
        }
    findings.found("l2_lone_sector_rate", rates[1]);
    findings.found("l2_pair_rate", rates[2]);
    findings.found("l2_line_rate", rates[4]);
}

void measureWrites(Rig& rig, Findings& findings) {
    allocate(rig, rig.multiprocessors() * kOfBlock, rig.multiprocessors());
    std::vector<double> whole;
    std::vector<double> partial;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample)
        for (const std::uint32_t words : {1U, 2U, 4U, 8U}) {  // of each sector of 8
            const std::uint32_t sectors = 32 / words;
            const auto offset = [&](std::uint32_t thread) {
                const std::uint32_t lane = thread % 32;
                return (thread / 32 * sectors + lane / words) * kSector + lane % words * 4;
            };
            const double rate = sectorRate(rig, sectors, offset, true);
            findings.point("l2_words_written_of_a_sector/sectors_a_cycle", words, rate);
            if (words == 8) whole.push_back(rate);
            if (words == 4) partial.push_back(rate);
        }
    findings.found("l2_write_rate", whole);
    findings.found("l2_partial_write_rate", partial);
}

}  // namespace

std::vector<MicroBenchmark> loadBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.strides"_id);
    return {
        {textOf("benchmark.l1_lines.name"_id),
         textOf("benchmark.l1_lines.how"_id),
         kAfter,
         {"l1_request_cycles", "l1_tag_rate", "l1_tag_cycles", "l1_request8_cycles", "l1_request16_cycles"},
         measureLines},
        {textOf("benchmark.l1_misses.name"_id),
         textOf("benchmark.l1_misses.how"_id),
         "",
         {"l1_fill_cycles", "l1_replay_cycles"},
         measureMisses},
        {textOf("benchmark.l2_sectors.name"_id),
         textOf("benchmark.l2_sectors.how"_id),
         "",
         {"l2_lone_sector_rate", "l2_pair_rate", "l2_line_rate"},
         measureSectors},
        {textOf("benchmark.l2_writes.name"_id),
         textOf("benchmark.l2_writes.how"_id),
         "",
         {"l2_write_rate", "l2_partial_write_rate"},
         measureWrites},
    };
}

}  // namespace lanescope
