// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/end_labels.h"

#include <algorithm>
#include <numeric>

namespace lanescope {
namespace {

/// As many as there is room for: those that matter first, else in their order.
std::vector<std::size_t> thoseWithRoom(const std::vector<LabelWish>& wishes, double room) {
    std::vector<std::size_t> order(wishes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_partition(order, [&](std::size_t i) { return wishes[i].matters; });
    std::vector<std::size_t> kept;
    for (const std::size_t i : order) {
        if (wishes[i].height > room) break;
        room -= wishes[i].height;
        kept.push_back(i);
    }
    return kept;
}

/// Labels that touch, and stand as one.
struct Cluster {
    double top = 0;
    double height = 0;
    double wished = 0;  ///< sum of the tops that its labels wish this one to have
    std::size_t labels = 0;
};

}  // namespace

LabelPlaces placedLabels(const std::vector<LabelWish>& wishes, double from, double to) {
    LabelPlaces places;
    places.top.assign(wishes.size(), -1);
    std::vector<std::size_t> kept = thoseWithRoom(wishes, to - from);
    places.left = wishes.size() - kept.size();
    std::ranges::stable_sort(kept, {}, [&](std::size_t i) { return wishes[i].y; });
    std::vector<Cluster> clusters;
    for (const std::size_t i : kept) {
        const double wish = wishes[i].y - wishes[i].height / 2;
        Cluster one{std::clamp(wish, from, to - wishes[i].height), wishes[i].height, wish, 1};
        // What overlaps becomes one that stands where its labels wish it to be on average.
        while (!clusters.empty() && clusters.back().top + clusters.back().height > one.top) {
            Cluster& before = clusters.back();
            before.wished += one.wished - static_cast<double>(one.labels) * before.height;
            before.height += one.height;
            before.labels += one.labels;
            before.top = std::clamp(before.wished / static_cast<double>(before.labels), from, to - before.height);
            one = before;
            clusters.pop_back();
        }
        clusters.push_back(one);
    }
    std::size_t next = 0;
    for (const Cluster& cluster : clusters) {
        double top = cluster.top;
        for (std::size_t n = 0; n < cluster.labels; ++n) {
            places.top[kept[next]] = top;
            top += wishes[kept[next++]].height;
        }
    }
    return places;
}

FreeStretch freeStretch(const std::vector<LabelWish>& wishes, const LabelPlaces& places, double from, double to) {
    std::vector<FreeStretch> taken;
    for (std::size_t i = 0; i < wishes.size(); ++i)
        if (places.top[i] >= 0) taken.push_back({places.top[i], places.top[i] + wishes[i].height});
    std::ranges::sort(taken, {}, &FreeStretch::from);
    taken.push_back({to, to});
    FreeStretch largest{from, from};
    double end = from;
    for (const FreeStretch& one : taken) {
        if (one.from - end > largest.to - largest.from) largest = {end, one.from};
        end = std::max(end, one.to);
    }
    return largest;
}

}  // namespace lanescope
