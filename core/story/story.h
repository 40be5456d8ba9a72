// SPDX-License-Identifier: GPL-3.0-or-later
// A story: bookmarks of true runs, with captions, from which a lecture is given. It is data: nothing in it runs
// anything, and its texts are plain texts, whatever they look like. Positions of Timeline: events executed so far.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/flow/phases.h"
#include "core/plan/parameters.h"
#include "core/simt/step.h"
#include "core/story/question.h"

namespace lanescope::story {

/// What stands beside the first configuration, and the values in which it is unlike the first.
struct Side {
    std::string algorithm{};
    Parameters own{};
    friend bool operator==(const Side&, const Side&) = default;
};

/// Sides have letters: a is the first, b to f are those beside it.
struct Configuration {
    std::string algorithm{};
    Parameters parameters{};  ///< what is not given is as pictures open with it
    std::size_t launch = 0;   ///< that is watched, from 0
    Dim3 block{0, 0, 0};      ///< of its grid
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::string gpu{};  ///< id of the models' GPU; empty: none
    std::vector<Side> beside{};
    friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// A place in the watched block, said in several ways, so that it is found again when a kernel has changed: the part of
/// the work first, then the stop in it. Of a view with a clock of its own, such as the map, a count of that clock.
struct Position {
    struct Part {
        flow::PhaseKind kind = flow::PhaseKind::Setup;
        std::uint32_t round = 0;  ///< Phase::round
        std::uint32_t nth = 1;    ///< of several parts of that kind and round, the how maniest
        friend bool operator==(const Part&, const Part&) = default;
    };
    std::optional<Part> part{};  ///< of Phases::parts()
    std::uint64_t stopInPart =
        0;                    ///< stops of EventStops passed in it, so that it stands behind that one; 0: behind all
    std::uint64_t stop = 0;   ///< stops passed since the start, when it was written; 0: not said
    std::uint64_t event = 0;  ///< position when it was written; 0: not said
    double share = 0;         ///< without a part: of the whole, 0 (start) to 1 (end)
    std::optional<std::uint64_t> clock{};  ///< of the view's own clock
    friend bool operator==(const Position&, const Position&) = default;
};

struct Zoom {
    double factor = 1;  ///< 1 = the view as a whole
    double x = 0.5;     ///< what stands in the middle, as a share of the view's width and height
    double y = 0.5;
    friend bool operator==(const Zoom&, const Zoom&) = default;
};

/// What the light is on while time goes on.
struct Spotlight {
    enum class Kind : std::uint8_t { Thread, Warp, Tile, Element };
    Kind kind = Kind::Thread;
    std::uint32_t warp = 0;  ///< Thread, Warp: of the watched block
    std::uint32_t lane = 0;  ///< Thread
    std::string array{};     ///< Tile, Element: name of a buffer or of a shared array
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t rows = 1;  ///< Tile
    std::uint64_t columns = 1;
    friend bool operator==(const Spotlight&, const Spotlight&) = default;
};

/// A point of the view's picture, as shares of its width and height.
struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

/// Something drawn over the stage by hand.
struct Mark {
    enum class Kind : std::uint8_t {
        Pen,   ///< a line through all points
        Box,   ///< between two opposite corners
        Arrow  ///< from the first point to the last
    };
    Kind kind = Kind::Pen;
    std::vector<Point> points{};  ///< two at least
    friend bool operator==(const Mark&, const Mark&) = default;
};

/// A number of the caption as it was when somebody last looked at the words around it.
struct WrittenNumber {
    double value = 0;
    std::string unit{};    ///< "%"; empty for a plain number
    std::string origin{};  ///< "emulated", "estimated by thesis on h200", …
    friend bool operator==(const WrittenNumber&, const WrittenNumber&) = default;
};

struct Bookmark {
    Configuration configuration;
    std::string view = "tiles";     ///< id of a page: "tiles", "warps", "memory", "map", "code", …
    Position position;              ///< where it stands, or where its range begins
    std::optional<Position> until;  ///< the end of the range that is played
    Zoom zoom;
    std::optional<Spotlight> spotlight;
    std::vector<Mark> marks;
    std::string caption;  ///< with numbers in braces (caption.h)
    std::string note;     ///< for who speaks; numbers, too
    /// By what stands between the braces. A number of the caption that is not here was never looked at.
    std::map<std::string, WrittenNumber, std::less<>> numbers;
    std::optional<Question> question;
    double seconds = 0;  ///< that it stays when the story plays by itself; 0: as long as its caption takes to read
    std::optional<Configuration> baseline{};  ///< that its numbers are held against; it has nothing beside it
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

struct Story {
    static constexpr int kVersion = 1;
    /// An hour of lecture has some dozens; what has more is several stories.
    static constexpr std::size_t kMostBookmarks = 250;
    std::string title{};
    std::string about{};   ///< a sentence for the list: what one will have seen
    std::string author{};  ///< empty: nobody says
    std::vector<Bookmark> bookmarks{};
    friend bool operator==(const Story&, const Story&) = default;
};

/// How long a bookmark stays when the story plays by itself: what it says, or the time to read its caption.
[[nodiscard]] double secondsOf(const Bookmark& bookmark);

}  // namespace lanescope::story
