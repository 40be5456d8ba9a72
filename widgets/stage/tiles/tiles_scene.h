// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of a block shows at one position, as data without pixels: which values the present step moves and
// between which cells, what the active warp holds in registers, how far the sums are, and one thread's arithmetic.
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "widgets/playback/playback.h"
#include "widgets/stage/tiles/tiles_block.h"

namespace lanescope::tiles {

/// A cell of the picture.
struct Spot {
    enum class Kind : std::uint8_t {
        None,  ///< a number of the code, or a register that is not shown
        Cell,  ///< index = array, number = element
        Slot,  ///< index = row of values, number = lane; of Block::kLeft the plane's row, of kAbove its column
        Sum    ///< number = place in the plane, row-major
    };
    Kind kind = Kind::None;
    std::uint32_t index = 0;
    std::uint64_t number = 0;
    friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// One lane's value on its way.
struct Flight {
    flow::Move move;
    Spot from;
    Spot to;
    std::uint64_t bits = 0;  ///< of `from`, before the event
    QString text;
};

/// What one event moves.
struct Stream {
    std::uint64_t event = 0;
    std::uint32_t warp = 0;
    flow::InstructionKind kind = flow::InstructionKind::Index;
    flow::Family family;
    std::uint64_t bytes = 0;  ///< active lanes × what each moves; of arithmetic 0
    std::vector<Flight> flights;
};

/// A row of values that the active warp holds.
struct SlotState {
    struct Lane {
        bool has = false;
        std::uint64_t bits = 0;
        QString text;
        std::uint64_t place = 0;  ///< Spot::number
        Spot source;              ///< that it was loaded from
    };
    std::optional<std::uint64_t> event;  ///< that brought them; nothing: the row is empty
    flow::Family family;
    std::optional<std::size_t> from;  ///< array
    std::array<Lane, simt::kWarpSize> lanes{};
};

/// A number or a sign of a written-out calculation.
struct Term {
    QString text;
    QString label;  ///< below a number: "As[10][9]"; empty for signs
    std::optional<flow::Family> family;
    bool isNumber = false;
};

struct Equation {
    ThreadRef thread;
    std::uint64_t event = 0;
    std::vector<Term> terms;
    std::optional<std::uint64_t> sum;  ///< place in the plane
};

/// Where what was loaded goes with the event that reads it next.
struct Next {
    std::uint64_t event = 0;
    std::vector<Spot> from;
    std::vector<Spot> to;
};

struct Scene {
    std::uint64_t position = 0;
    EventRange step;
    std::optional<std::uint64_t> telling;  ///< the event of the step that the picture is about
    flow::InstructionKind kind = flow::InstructionKind::Index;
    std::uint32_t warp = 0;
    simt::LaneMask active = 0;
    std::vector<Stream> streams;  ///< in order of events
    std::array<SlotState, Block::kPlaces> slots;
    std::vector<SumProgress> sums;         ///< by place in the plane
    std::vector<std::uint8_t> owned;       ///< likewise: is there a value?
    std::vector<std::uint64_t> summedNow;  ///< places whose value the step changes
    SumProgress least, most, ofWarp;       ///< of all sums; of the active warp's first
    std::optional<Equation> equation;
    std::optional<Next> next;
    std::optional<Box> leftPart;  ///< of a product whose threads own one sum after the other: what feeds the plane now
    std::optional<Box> abovePart;
};

/// `timeline` stands at the end of `step`; `before` is another of the same block, which is moved. `thread` is whose
/// arithmetic is written out; nothing: the active warp's first lane.
[[nodiscard]] Scene makeScene(const Block& block, const Timeline& timeline, EventRange step, Timeline& before,
                              std::optional<ThreadRef> thread);

/// The cell that a value comes from: of a register, the row or the plane where it shows.
[[nodiscard]] Spot spotOf(const Block& block, const flow::Place& place, unsigned bytes, std::uint64_t event);
/// Where a value of the plane lies; none before the first arithmetic.
[[nodiscard]] std::optional<QString> sumText(const Block& block, const flow::Owned::Cell& cell,
                                             const Timeline& timeline);

[[nodiscard]] QString valueText(program::Type type, std::uint64_t bits);
[[nodiscard]] QString valueText(ElementType type, std::uint64_t bits);
/// "As[10][9]", "a[5]"
[[nodiscard]] QString elementName(const Array& array, std::uint64_t number);

}  // namespace lanescope::tiles
