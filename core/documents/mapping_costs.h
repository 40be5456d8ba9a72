// SPDX-License-Identifier: GPL-3.0-or-later
// Document 002's costs of maps (P4, P7): what finding a tile of a triangle takes in operations, on paper and in our
// PTX, and in time, and the bound I = 2 β/τ beside the improvement over the bounding box that was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/study/study.h"

namespace lanescope {

/// Operations of one evaluation of a map, by the classes of 002 P7.
struct MapOperations {
    double roots = 0;
    double multiplications = 0;
    double divisions = 0;  ///< shifts too
    double additions = 0;  ///< subtractions too
    double floors = 0;     ///< roundings to whole numbers
    double comparisons = 0;
    /// P7's "CostoAritmética": multiplications, divisions, additions and floors.
    [[nodiscard]] double arithmetic() const { return multiplications + divisions + additions + floors; }
};

/// A kind of work that was measured with a map and with the bounding box.
struct MapImprovement {
    std::string workload;   ///< "dummy", "edm", "collision"
    double boxSeconds = 0;  ///< median
    double mapSeconds = 0;
    double improvement = 0;  ///< boxSeconds / mapSeconds
};

/// One map at one size. With r rows of tiles the bounding box launches r² blocks at β each, and a map that wastes none
/// T(r) = r (r + 1) / 2 at τ each (P4): I = β r² / (τ T(r)) = 2 (β/τ) r/(r + 1), and 2 β/τ for large r. Both are taken
/// from the dummy, which does nothing but write a cell: β = time of the bounding box / r², τ = time of the map / T(r),
/// in which the blocks that a map wastes and the launches that it needs beyond one are included. So the bound is the
/// dummy's own improvement but for r/(r + 1), and says something of the other kinds of work.
struct MappingCost {
    std::string gpu;  ///< that the times were recorded on
    std::string algorithm;
    Parameters parameters;  ///< of the dummy
    std::string map;        ///< "LTM sqrt square"
    std::uint64_t n = 0;
    std::uint64_t block = 0;
    std::uint64_t rows = 0;                    ///< r
    MapOperations operations;                  ///< in the PTX of our kernel: Algorithm::facts()
    std::optional<MapOperations> onPaper;      ///< document 002 P7
    double beta = 0;                           ///< seconds a block of the bounding box
    double tau = 0;                            ///< seconds a tile of the map
    double bound = 0;                          ///< 2 β/τ
    std::vector<MapImprovement> improvements;  ///< the dummy first
    std::string note;                          ///< what is to be said of it; may be empty
};

/// What needs no recording: the map's name, its size and its operations; the rest is 0 or empty. `complete` are the
/// parameters of an algorithm of the family "triangle".
[[nodiscard]] MappingCost mapOperations(const Algorithm& algorithm, const Parameters& complete,
                                        const Published& published);

/// 2 β/τ · r/(r + 1).
[[nodiscard]] double improvementBound(double beta, double tau, double rows);

/// Of all maps of the recorded entries whose dummy was measured together with the bounding box's at the same size, in
/// the recording's order. Without recorded triangles the list is empty. Entries that are not of the catalogue are left
/// out.
[[nodiscard]] std::vector<MappingCost> mappingCosts(const std::vector<Study>& recordings, const Catalogue& catalogue,
                                                    const Published& published);

}  // namespace lanescope
