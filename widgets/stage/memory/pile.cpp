// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/pile.h"

#include <algorithm>
#include <array>

namespace lanescope {

std::vector<PileCell> Pile::highest() const {
    std::array<unsigned, kColumns> count{};
    for (const PileCell& cell : cells) ++count[cell.column];
    const auto column = static_cast<unsigned>(std::ranges::max_element(count) - count.begin());
    std::vector<PileCell> found;
    std::ranges::copy_if(cells, std::back_inserter(found), [&](const PileCell& cell) { return cell.column == column; });
    return found;
}

unsigned Pile::heightOf(unsigned first, unsigned end) const {
    unsigned height = 0;
    for (const PileCell& cell : cells)
        if (cell.column >= first && cell.column < end) height = std::max(height, cell.level + 1);
    return height;
}

Pile pileOf(const RequestScene& scene) {
    Pile pile;
    pile.byBank = !scene.isAtomic();
    if (pile.byBank) {
        for (const simt::BankWord& word : scene.words)
            pile.cells.push_back({static_cast<unsigned>(word.word % simt::kSharedBanks), word.wavefront, word.lanes});
    } else {
        pile.firstColumn = (Pile::kColumns - static_cast<unsigned>(scene.meetings.size())) / 2;
        for (unsigned at = 0; at < scene.meetings.size(); ++at) {
            unsigned level = 0;
            simt::eachLane(scene.meetings[at].lanes, [&](unsigned lane) {
                pile.cells.push_back({pile.firstColumn + at, level++, simt::LaneMask{1} << lane});
            });
        }
    }
    pile.levels = pile.heightOf(0, Pile::kColumns);
    return pile;
}

QRectF PilePlaces::cell(unsigned at, unsigned level) const {
    return {field.left() + at * column, field.bottom() - (level + 1) * row, column, row};
}

}  // namespace lanescope
