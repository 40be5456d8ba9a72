// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies by the place of what is read: in the nearer or the farther half of L2, and in how many pages.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace chase;

constexpr std::uint32_t kPlaces = 64;
constexpr std::uint32_t kApart = 4096 + 128;  ///< bytes from one place to the next

/// Means of what lies below the middle between the least and the most, and of what lies above.
std::pair<double, double> halves(const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double middle = (*least + *most) / 2;
    const auto meanOf = [&](auto&& belongs) {
        double sum = 0;
        double count = 0;
        for (const double value : values)
            if (belongs(value)) {
                sum += value;
                count += 1;
            }
        return sum / count;
    };
    return {meanOf([&](double value) { return value <= middle; }),
            meanOf([&](double value) { return value >= middle; })};
}

/// `latency(place)` of each place, as the quantities PREFIX_near_latency and PREFIX_far_latency.
void nearAndFar(Rig& rig, Findings& findings, const std::string& prefix,
                const std::function<double(std::uint32_t place)>& latency) {
    std::vector<double> nearer;
    std::vector<double> farther;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        std::vector<double> all;
        for (std::uint32_t place = 0; place < kPlaces; ++place) {
            all.push_back(latency(place));
            findings.point(prefix + "_latency_by_place", place * static_cast<double>(kApart), all.back());
        }
        const auto [below, above] = halves(all);
        nearer.push_back(below);
        farther.push_back(above);
    }
    findings.found(prefix + "_near_latency", nearer);
    findings.found(prefix + "_far_latency", farther);
}

void measureLoads(Rig& rig, Findings& findings) {
    constexpr int kFew = 4;
    constexpr int kMany = 20;
    allocate(rig, std::uint64_t{kPlaces} * kApart, 0, 1, false);
    rig.run(rig.prepare("linkToThemselves", 1, kPlaces,
                        {kCells, Scalar(ElementType::U32, kApart), Scalar(ElementType::U32, kPlaces)}));
    nearAndFar(rig, findings, "l2", [&](std::uint32_t place) {
        const auto cycles = [&](int rounds) {
            return rig.cycles(rig.prepare("chase<2>", 1, 1,
                                          {kCells, Scalar(ElementType::U32, place * (kApart / 8)), Scalar(1),
                                           Scalar(rounds), kBegin, kEnd, kSink}),
                              kBegin, kEnd);
        };
        const double longer = cycles(kMany);
        return (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
    });
}

void measureAtomics(Rig& rig, Findings& findings) {
    constexpr int kFew = 64;
    constexpr int kMany = 320;
    allocate(rig, std::uint64_t{1} << 19, 1, 1, false);
    rig.fill(kCells, 0);
    nearAndFar(rig, findings, "atomic", [&](std::uint32_t place) {
        rig.upload(kOrder, std::vector<std::uint32_t>{place * (kApart / 4)});
        const auto cycles = [&](int rounds) {
            return rig.cycles(
                rig.prepare("atomicAdds", 1, 1,
                            {kCells, kOrder, Scalar(ElementType::U32, 0), Scalar(ElementType::U32, (1U << 17) - 1),
                             Scalar(rounds), kBegin, kEnd, kSink}),
                kBegin, kEnd);
        };
        const double longer = cycles(kMany);
        return (longer - cycles(kFew)) / (kMany - kFew);
    });
}

constexpr std::uint64_t kPage = std::uint64_t{1} << 21;
constexpr std::uint64_t kStride = kPage + 256;  ///< not all in the same sets of L2

/// A ring with a pointer in each of so many pages.
void linkPages(Rig& rig, std::uint64_t pages, std::uint64_t most) {
    std::vector<std::uint32_t> order = shuffled(pages);
    order.resize(most);
    rig.upload(kOrder, order);
    rig.run(rig.prepare("link", (pages + 255) / 256, 256,
                        {kCells, kOrder, Scalar(ElementType::U32, pages), Scalar(ElementType::U32, kStride / 8)}));
}

/// As many pages as are wanted, or as fit into a quarter of the memory, but 16 at least: 16, 64, 256 …
std::uint64_t pagesOf(const Rig& rig, std::uint64_t wanted) {
    std::uint64_t pages = 16;
    while (pages < wanted && pages * 4 * kStride < rig.limit("memory_size") / 4) pages *= 4;
    return pages;
}

void measurePages(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kLeast = 16;
    constexpr int kFew = 4;
    constexpr int kMany = 68;
    const std::uint64_t most = pagesOf(rig, 16384);
    allocate(rig, most * kStride, most, 1, false);
    std::vector<double> misses;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        double hit = 0;
        double latency = 0;
        for (std::uint64_t pages = kLeast; pages <= most; pages *= 4) {
            linkPages(rig, pages, most);
            const auto cycles = [&](int rounds) {
                return rig.cycles(
                    rig.prepare("chase<2>", 1, 1,
                                {kCells, Scalar(ElementType::U32, 0), Scalar(static_cast<int>(pages / kSteps)),
                                 Scalar(rounds), kBegin, kEnd, kSink}),
                    kBegin, kEnd);
            };
            const double longer = cycles(kMany);
            latency = (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
            findings.point("latency_by_pages_of_2_MiB", static_cast<double>(pages), latency);
            if (pages == kLeast) hit = latency;
        }
        misses.push_back(latency - hit);
    }
    findings.found("tlb_miss_cycles", misses);
}

/// The first that a launch asks of each of many pages, less the first of each of as many lines of a few pages.
void measureFirstTouches(Rig& rig, Findings& findings) {
    constexpr int kFew = 1;  // rounds
    constexpr int kMany = 33;
    constexpr std::uint32_t kPointers = 32;  // from a cell to the next in the same pages
    const std::uint64_t pages = pagesOf(rig, 4096);
    allocate(rig, pages * kStride, pages, 1, true);
    const auto latency = [&] {
        const auto cycles = [&](int rounds) {
            rig.flushL2(kFlush, kFlushSink);
            return rig.cycles(
                rig.prepare("chase<2>", 1, 1,
                            {kCells, Scalar(ElementType::U32, 0), Scalar(0), Scalar(rounds), kBegin, kEnd, kSink}),
                kBegin, kEnd);
        };
        const double longer = cycles(kMany);
        return (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
    };
    std::vector<double> misses;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        linkPages(rig, pages, pages);
        const double far = latency();
        rig.run(rig.prepare("link", (pages + 255) / 256, 256,
                            {kCells, kOrder, Scalar(ElementType::U32, pages), Scalar(ElementType::U32, kPointers)}));
        const double near = latency();
        findings.point("first_touch/each_in_a_page_of_its_own", sample, far);
        findings.point("first_touch/256_bytes_apart", sample, near);
        misses.push_back(far - near);
    }
    findings.found("page_miss_cycles", misses);
}

}  // namespace

std::vector<MicroBenchmark> placeBenchmarks() {
    return {
        {textOf("benchmark.l2_places.name"_id),
         textOf("benchmark.l2_places.how"_id),
         "",
         {"l2_near_latency", "l2_far_latency"},
         measureLoads},
        {textOf("benchmark.atomic_places.name"_id),
         textOf("benchmark.atomic_places.how"_id),
         "",
         {"atomic_near_latency", "atomic_far_latency"},
         measureAtomics},
        {textOf("benchmark.pages.name"_id),
         textOf("benchmark.pages.how"_id),
         textOf("benchmark.after.jia"_id),
         {"tlb_miss_cycles"},
         measurePages},
        {textOf("benchmark.first_touches.name"_id),
         textOf("benchmark.first_touches.how"_id),
         "",
         {"page_miss_cycles"},
         measureFirstTouches},
    };
}

}  // namespace lanescope
