// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/request.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/simt/decode/op.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt {
namespace {

using program::Space;

bool isIn(std::uint64_t address, std::uint64_t window) { return address - window < kWindowSize; }

/// Where a lane's address leads, other than the step's own space: recordAccess() resolves those of the first lane's.
Space spaceOf(const StepRecord& step, unsigned lane) {
    const std::uint64_t address = step.address[lane];
    if (isIn(address, kSharedWindow)) return Space::Shared;
    if (isIn(address, kLocalWindow)) return Space::Local;
    if (isIn(address, kParameterWindow)) return Space::Param;
    return address < kWindowSize ? step.space : Space::Global;
}

std::uint64_t within(Space space, std::uint64_t address) {
    if (space == Space::Shared && isIn(address, kSharedWindow)) return address - kSharedWindow;
    if (space == Space::Local && isIn(address, kLocalWindow)) return address - kLocalWindow;
    return address;
}

/// Lanes that are served together. sharedCostOf() says of how many groups the fewest passes are; how many lanes
/// make one follows, as groups that are not empty become fewer only by being joined.
std::vector<LaneMask> groupsOf(const Request& request) {
    const unsigned fewest = sharedCostOf(request.address, request.lanes, request.bytes).fewest;
    const unsigned narrowest = request.bytes <= kWordBytes ? kWarpSize
                               : request.bytes == 8        ? kWarpSize / 2
                                                           : kWarpSize / 4;
    for (unsigned size = narrowest;; size *= 2) {
        std::vector<LaneMask> groups;
        for (unsigned first = 0; first < kWarpSize; first += size) {
            const LaneMask all = size == kWarpSize ? ~LaneMask{0} : ((LaneMask{1} << size) - 1) << first;
            if ((request.lanes & all) != 0) groups.push_back(request.lanes & all);
        }
        if (groups.size() <= fewest || size == kWarpSize) return groups;
    }
}

}  // namespace

std::vector<Request> requestsOf(const StepRecord& step) {
    const bool known = step.space == Space::Global || step.space == Space::Shared || step.space == Space::Local;
    if (step.access == AccessKind::None || step.active == 0 || !known) return {};
    std::vector<Request> requests;
    eachLane(step.active, [&](unsigned lane) {
        const Space space = spaceOf(step, lane);
        if (space == Space::Param) return;
        auto at = std::ranges::find(requests, space, &Request::space);
        if (at == requests.end()) at = requests.insert(at, Request{step.access, space, 0, step.bytesPerLane, {}});
        at->lanes |= LaneMask{1} << lane;
        at->address[lane] = within(space, step.address[lane]);
    });
    return requests;
}

RequestCost costOf(const Request& request) {
    RequestCost cost;
    const auto& [access, space, lanes, bytes, address] = request;
    cost.bytes = space == Space::Local ? bytes * lanesIn(lanes) : uniqueBytesOf(address, lanes, bytes);
    if (space == Space::Shared) {
        cost.shared = sharedCostOf(address, lanes, bytes);
    } else {
        cost.fewestSectors = (cost.bytes + kSectorBytes - 1) / kSectorBytes;
        cost.sectors = space == Space::Local          ? localSectorsOf(address, lanes, bytes)
                       : access == AccessKind::Atomic ? atomicSectorsOf(address, lanes)
                                                      : sectorsOf(address, lanes, bytes);
    }
    for (const Meeting& meeting : meetingsOf(request)) cost.meeting = std::max(cost.meeting, lanesIn(meeting.lanes));
    return cost;
}

std::vector<Piece> piecesOf(const Request& request) {
    std::vector<Piece> pieces;
    eachLane(request.lanes, [&](unsigned lane) {
        const std::uint64_t address = request.address[lane];
        if (request.space != Space::Local) {
            pieces.push_back({static_cast<std::uint8_t>(lane), address, request.bytes});
            return;
        }
        for (unsigned done = 0; done < request.bytes; done += kWordBytes)
            pieces.push_back({static_cast<std::uint8_t>(lane),
                              ((address + done) / kWordBytes * kWarpSize + lane) * kWordBytes + address % kWordBytes,
                              std::min(request.bytes, kWordBytes)});
    });
    return pieces;
}

std::vector<SectorUse> sectorsUsed(const Request& request) {
    if (request.space == Space::Shared) return {};
    std::map<std::uint64_t, SectorUse> sectors;
    for (const Piece& piece : piecesOf(request))
        for (std::uint64_t byte = piece.address; byte < piece.address + piece.bytes; ++byte) {
            SectorUse& sector = sectors[byte / kSectorBytes];
            sector.address = byte / kSectorBytes * kSectorBytes;
            sector.used |= std::uint32_t{1} << byte % kSectorBytes;
            sector.lanes |= LaneMask{1} << piece.lane;
        }
    std::vector<SectorUse> all;
    all.reserve(sectors.size());
    for (const auto& [number, sector] : sectors) all.push_back(sector);
    return all;
}

std::vector<BankWord> wordsOf(const Request& request) {
    if (request.space != Space::Shared) return {};
    std::vector<BankWord> all;
    unsigned before = 0;  // wavefronts of the groups that came first
    for (const LaneMask group : groupsOf(request)) {
        std::array<unsigned, kSharedBanks> served{};  // words by bank
        const std::size_t first = all.size();
        eachLane(group, [&](unsigned lane) {
            const std::uint64_t end = (request.address[lane] + request.bytes - 1) / kWordBytes;
            for (std::uint64_t word = request.address[lane] / kWordBytes; word <= end; ++word) {
                const auto at = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                             [&](const BankWord& known) { return known.word == word; });
                if (at != all.end())
                    at->lanes |= LaneMask{1} << lane;
                else
                    all.push_back({word, before + served[word % kSharedBanks]++, LaneMask{1} << lane});
            }
        });
        before += *std::ranges::max_element(served);
    }
    std::ranges::sort(all, {},
                      [](const BankWord& word) { return std::pair(word.wavefront, word.word % kSharedBanks); });
    return all;
}

std::vector<Meeting> meetingsOf(const Request& request) {
    if (request.access != AccessKind::Atomic) return {};
    std::map<std::uint64_t, LaneMask> lanes;
    eachLane(request.lanes, [&](unsigned lane) { lanes[request.address[lane]] |= LaneMask{1} << lane; });
    std::vector<Meeting> all;
    for (const auto& [address, mask] : lanes) all.push_back({address, mask});
    return all;
}

}  // namespace lanescope::simt
