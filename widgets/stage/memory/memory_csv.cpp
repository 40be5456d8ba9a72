// SPDX-License-Identifier: GPL-3.0-or-later
// The request that is shown of each side, a row for each lane and piece of it that lies together.
#include "widgets/export/csv_rows.h"
#include "widgets/stage/memory/memory_view.h"

namespace lanescope {
namespace {

constexpr unsigned kSector = simt::kSectorBytes;

/// Of the pass that serves a lane's word; nothing where there are none.
std::string wavefrontOf(const RequestScene& scene, const simt::Piece& piece) {
    for (const simt::BankWord& word : scene.words)
        if (word.word == piece.address / simt::kWordBytes && (word.lanes >> piece.lane & 1) != 0)
            return std::to_string(word.wavefront);
    return {};
}

}  // namespace

std::string MemoryView::csv() const {
    CsvRows rows({"side", "step", "warp", "line", "access", "space", "array", "lane", "address", "bytes", "element",
                  "sector", "bank", "wavefront"});
    for (std::size_t side = 0; side < m_scene.sides.size(); ++side) {
        const auto& request = m_scene.sides[side].request;
        if (!request) continue;
        const std::string name = side < sides().size() ? sides()[side].name.toStdString() : std::string();
        for (const simt::Piece& piece : simt::piecesOf(request->request)) {
            rows << name << request->event + 1 << request->warp << request->line << nameOf(request->request.access)
                 << nameOf(request->request.space) << request->array << unsigned{piece.lane} << piece.address
                 << piece.bytes << request->elementAt(piece.address);
            if (request->isShared())
                rows << std::string_view() << piece.address / simt::kWordBytes % simt::kSharedBanks
                     << wavefrontOf(*request, piece);
            else
                rows << piece.address / kSector << std::string_view() << std::string_view();
            rows.end();
        }
    }
    return rows.take();
}

}  // namespace lanescope
