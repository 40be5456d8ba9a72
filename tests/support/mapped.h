// SPDX-License-Identifier: GPL-3.0-or-later
// The map on real runs, with who writes what in all of their launches.
#pragma once

#include "tests/support/staged.h"
#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_view.h"

namespace lanescope::test {

inline std::vector<std::shared_ptr<const ThreadWork>> workOf(const Plan& plan, const ThreadWorkOptions& options = {}) {
    auto found = threadWorkOfAll(plan, options, {});
    std::vector<std::shared_ptr<const ThreadWork>> works;
    if (!found)
        ADD_FAILURE() << describe(found.error());
    else
        for (ThreadWork& work : *found) works.push_back(std::make_shared<const ThreadWork>(std::move(work)));
    return works;
}

/// The maps that a triangle opens with.
inline std::vector<Choice> fourTriangles() {
    std::vector<Choice> choices;
    for (const char* map : {"bb", "ltm", "rb", "h"})
        choices.push_back({std::string("triangle.") + map, {{"n", "64"}, {"block", "8"}}, QString::fromLatin1(map)});
    return choices;
}

struct Mapped : Staged {
    explicit Mapped(const std::vector<Choice>& choices) : Staged(choices), view(Staged::view<MapView>()) {
        for (std::size_t i = 0; i < sides.size(); ++i) {
            works.push_back(workOf(sides[i].run->plan));
            if (i < blocks.size())
                view->setRounds(i, roundsIn(*blocks[i], std::make_shared<const Plan>(sides[i].run->plan)));
            view->setWork(i, works.back());
        }
    }
    [[nodiscard]] const MapScene& scene(std::size_t side = 0) const { return *view->scene(side); }

    std::unique_ptr<MapView> view;
    std::vector<std::vector<std::shared_ptr<const ThreadWork>>> works;
};

}  // namespace lanescope::test
