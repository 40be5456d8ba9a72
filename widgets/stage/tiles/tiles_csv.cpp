// SPDX-License-Identifier: GPL-3.0-or-later
// The values that the present step moves, a row each.
#include "widgets/export/csv_rows.h"
#include "widgets/stage/tiles/tiles_side.h"
#include "widgets/stage/tiles/tiles_words.h"

namespace lanescope {
namespace {

std::string nameOf(flow::Move::How how) {
    switch (how) {
        case flow::Move::How::Copy: return "copy";
        case flow::Move::How::Input: return "input";
        case flow::Move::How::Combine: return "combine";
    }
    return {};
}

/// "As[10][9]", "register %f3", "sum [3][4]"
std::string nameOf(const tiles::Block& block, const flow::Place& place, const tiles::Spot& spot) {
    using Kind = tiles::Spot::Kind;
    if (spot.kind == Kind::Cell) return tiles::elementName(block.arrays()[spot.index], spot.number).toStdString();
    const std::uint32_t columns = block.flow().owned().columns();
    if (spot.kind == Kind::Sum && columns > 0)
        return "sum [" + std::to_string(spot.number / columns) + "][" + std::to_string(spot.number % columns) + "]";
    if (place.kind == flow::Place::Kind::Register) return "register";
    return place.isMemory() ? std::to_string(place.address) : std::string("number");
}

}  // namespace

std::string TilesStage::csv() const {
    CsvRows rows({"side", "step", "warp", "lane", "how", "from", "to", "value"});
    load();
    freshen();
    for (std::size_t side = 0; side < m_all.size(); ++side) {
        const std::string name = side < sides().size() ? sides()[side].name.toStdString() : std::string();
        const Side& of = *m_all[side];
        for (const tiles::Stream& stream : of.scene.streams)
            for (const tiles::Flight& flight : stream.flights) {
                rows << name << stream.event + 1 << stream.warp << unsigned{flight.move.lane} << nameOf(flight.move.how)
                     << nameOf(of.block, flight.move.from, flight.from) << nameOf(of.block, flight.move.to, flight.to)
                     << flight.text.toStdString();
                rows.end();
            }
    }
    return rows.take();
}

}  // namespace lanescope
