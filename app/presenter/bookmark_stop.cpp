// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/bookmark_stop.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 11> kPages{"tiles",   "warps",   "memory", "map",    "code",    "occupancy",
                                                  "compare", "explore", "limits", "ladder", "schedule"};

/// They have the same kinds by the same names.
template <typename To, typename From>
To kindOf(From kind) {
    switch (kind) {
        case From::Thread: return To::Thread;
        case From::Warp: return To::Warp;
        case From::Tile: return To::Tile;
        case From::Element: break;
    }
    return To::Element;
}

/// What the arrays of a bookmark's launch are called.
std::vector<std::pair<std::string, ArrayRef>> arraysOf(const Plan& plan, std::size_t launch) {
    std::vector<std::pair<std::string, ArrayRef>> arrays;
    const auto launches = plan.launches();
    if (launch < launches.size() && launches[launch]->kernel)
        for (std::size_t i = 0; i < launches[launch]->kernel->shared.size(); ++i)
            arrays.emplace_back(launches[launch]->kernel->shared[i].name, ArrayRef{ArrayRef::Kind::Shared, i});
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
        arrays.emplace_back(plan.buffers[i].name, ArrayRef{ArrayRef::Kind::Buffer, i});
    return arrays;
}

/// Nothing if the plan has no such array.
std::optional<Spotlight> spotlightOf(const story::Spotlight& from, const Plan& plan, std::size_t launch) {
    Spotlight spotlight;
    spotlight.kind = kindOf<Spotlight::Kind>(from.kind);
    spotlight.thread = {from.warp, from.lane};
    if (from.kind == story::Spotlight::Kind::Thread || from.kind == story::Spotlight::Kind::Warp) return spotlight;
    for (const auto& [name, array] : arraysOf(plan, launch)) {
        if (name != from.array) continue;
        spotlight.thread = {};
        spotlight.element = {array, from.row, from.column};
        spotlight.rows = from.rows;
        spotlight.columns = from.columns;
        return spotlight;
    }
    return std::nullopt;
}

std::optional<story::Spotlight> spotlightOf(const Spotlight& from, const Chosen& chosen) {
    story::Spotlight spotlight;
    spotlight.kind = kindOf<story::Spotlight::Kind>(from.kind);
    spotlight.warp = from.thread.warp;
    spotlight.lane = from.thread.lane;
    if (from.kind == Spotlight::Kind::Thread || from.kind == Spotlight::Kind::Warp) return spotlight;
    const Result<Plan> plan = chosen.algorithm->plan(chosen.parameters);
    if (!plan) return std::nullopt;
    for (const auto& [name, array] : arraysOf(*plan, chosen.launch)) {
        if (array != from.element.array) continue;
        spotlight.array = name;
        spotlight.row = from.element.row;
        spotlight.column = from.element.column;
        spotlight.rows = from.rows;
        spotlight.columns = from.columns;
        return spotlight;
    }
    return std::nullopt;
}

Result<std::vector<BesideChoice>> besideOf(const story::Bookmark& bookmark, const Catalogue& catalogue) {
    std::vector<BesideChoice> beside;
    for (const story::Side& side : bookmark.configuration.beside) {
        const Result<const Algorithm*> found = catalogue.find(side.algorithm);
        if (!found) return fail(found.error());
        beside.push_back({*found, side.own});
    }
    return beside;
}

}  // namespace

Result<PinnedChoice> pinnedOf(const story::Configuration& of, const Catalogue& catalogue) {
    const Result<const Algorithm*> algorithm = catalogue.find(of.algorithm);
    if (!algorithm) return fail(algorithm.error());
    Parameters wanted = of.parameters;
    for (const auto& [name, value] : (*algorithm)->shown())
        if (wanted.find(name) == nullptr) wanted.add(name, value);
    Result<Parameters> complete = (*algorithm)->complete(wanted);
    if (!complete) return fail(complete.error());
    return PinnedChoice{.algorithm = *algorithm,
                        .parameters = std::move(*complete),
                        .launch = of.launch,
                        .block = of.block,
                        .scheduling = of.scheduling,
                        .gpu = of.gpu};
}

Result<Stop> stopOf(const story::Bookmark& bookmark, const Catalogue& catalogue, const std::string& gpu) {
    const Result<PinnedChoice> itself = pinnedOf(bookmark.configuration, catalogue);
    if (!itself) return fail(itself.error());
    const Result<Plan> plan = itself->algorithm->plan(itself->parameters);
    if (!plan) return fail(plan.error());
    Result<std::vector<BesideChoice>> beside = besideOf(bookmark, catalogue);
    if (!beside) return fail(beside.error());
    if (std::ranges::find(kPages, bookmark.view) == kPages.end())
        return fail(ErrorCode::IllegalValue, {{"parameter", "view"},
                                              {"value", bookmark.view},
                                              {"legal", "tiles, warps, memory, map, code, occupancy, compare"}});
    Stop stop;
    stop.chosen = withPinned(*itself, {});
    if (stop.chosen.gpu.empty()) stop.chosen.gpu = gpu;
    stop.chosen.beside = std::move(*beside);
    if (bookmark.baseline) {
        Result<PinnedChoice> baseline = pinnedOf(*bookmark.baseline, catalogue);
        if (!baseline) return fail(baseline.error());
        if (baseline->gpu.empty()) baseline->gpu = gpu;
        stop.chosen.baseline = std::move(*baseline);
    }
    stop.page = QString::fromStdString(bookmark.view);
    stop.position = bookmark.position;
    stop.until = bookmark.until;
    stop.zoom = bookmark.zoom.factor;
    stop.centre = {bookmark.zoom.x, bookmark.zoom.y};
    if (bookmark.spotlight) stop.spotlight = spotlightOf(*bookmark.spotlight, *plan, itself->launch);
    for (const story::Mark& mark : bookmark.marks) {
        HandMark made{mark.kind == story::Mark::Kind::Box ? HandMark::Kind::Box : HandMark::Kind::Stroke, {}};
        for (const story::Point& point : mark.points) made.points.emplace_back(point.x, point.y);
        stop.marks.push_back(std::move(made));
    }
    return stop;
}

void leadTo(story::Bookmark& bookmark, const Stop& stop) {
    const Chosen& chosen = stop.chosen;
    story::Configuration& to = bookmark.configuration;
    to = {.algorithm = std::string(chosen.algorithm->id()),
          .parameters = chosen.parameters,
          .launch = chosen.launch,
          .block = chosen.block,
          .scheduling = chosen.scheduling};
    bookmark.baseline.reset();
    if (const auto& pinned = chosen.baseline)
        bookmark.baseline = {.algorithm = std::string(pinned->algorithm->id()),
                             .parameters = pinned->parameters,
                             .launch = pinned->launch,
                             .block = pinned->block,
                             .scheduling = pinned->scheduling,
                             .gpu = pinned->gpu};
    for (const BesideChoice& choice : chosen.beside)
        to.beside.push_back({std::string(choice.algorithm->id()), choice.own});
    bookmark.view = stop.page.toStdString();
    bookmark.position = stop.position;
    bookmark.until = stop.until;
    bookmark.zoom = {stop.zoom, stop.centre.x(), stop.centre.y()};
    bookmark.spotlight.reset();
    if (stop.spotlight) bookmark.spotlight = spotlightOf(*stop.spotlight, chosen);
    bookmark.marks.clear();
    for (const HandMark& mark : stop.marks) {
        story::Mark made{mark.kind == HandMark::Kind::Box ? story::Mark::Kind::Box : story::Mark::Kind::Pen, {}};
        for (const QPointF& point : mark.points) made.points.push_back({point.x(), point.y()});
        // A touch is a line of two points.
        if (made.points.size() == 1) made.points.push_back(made.points.front());
        bookmark.marks.push_back(std::move(made));
    }
}

}  // namespace lanescope
