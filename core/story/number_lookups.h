// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of numbers that a side of a bookmark has, a table or a rule for each. Private to this room.
#pragma once

#include "core/story/numbers.h"

namespace lanescope::story {

/// A number by its name, of one of the sides.
struct Asked {
    const Library& library;
    const BookmarkRun& run;
    std::size_t side = 0;
    std::string_view name;  ///< without the prefix of its kind

    [[nodiscard]] const RunSide& of() const { return run.sides[side]; }
};

/// "run." and what is called so; `names` are all of them, without the prefix.
struct NumberKind {
    std::string_view prefix;
    FoundNumber (*find)(const Asked& asked);
    std::vector<std::string> (*names)(const Asked& asked);
};

[[nodiscard]] FoundNumber findOwn(const Asked& asked);  ///< metrics, facts, parameters
[[nodiscard]] std::vector<std::string> namesOfOwn(const Asked& asked);
[[nodiscard]] FoundNumber findOfAll(const Asked& asked);
[[nodiscard]] FoundNumber findHardware(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfMetrics(const Asked& asked);
[[nodiscard]] FoundNumber findOfRun(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfRun(const Asked& asked);
[[nodiscard]] FoundNumber findOfPlan(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfPlan(const Asked& asked);
[[nodiscard]] FoundNumber findOfStep(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfStep(const Asked& asked);
[[nodiscard]] FoundNumber findOfWork(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfWork(const Asked& asked);
[[nodiscard]] FoundNumber findMeasured(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfMeasured(const Asked& asked);
[[nodiscard]] FoundNumber findPublished(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfPublished(const Asked& asked);
[[nodiscard]] FoundNumber findModelled(const Asked& asked);
[[nodiscard]] std::vector<std::string> namesOfModels(const Asked& asked);

/// "nothing is called so here", with what is near.
[[nodiscard]] tl::unexpected<Message> unknownNumber(const Asked& asked, const std::vector<std::string>& known);
[[nodiscard]] inline tl::unexpected<Message> noNumber(Message why) { return tl::unexpected<Message>(std::move(why)); }

}  // namespace lanescope::story
