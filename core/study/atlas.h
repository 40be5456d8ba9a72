// SPDX-License-Identifier: GPL-3.0-or-later
// The atlas of an algorithm: one configuration a cell, over one, two or three of its parameters, with what was
// measured, replayed or modelled of each, or why it is not possible. Data alone; widgets/explore/atlas_chart.h draws
// it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/job_context.h"
#include "core/gpus/gpu_spec.h"
#include "core/sass/machine_codes.h"
#include "core/study/study.h"

namespace lanescope {

struct AtlasAxis {
    std::string parameter;            ///< empty: there is one row, or panel, alone
    std::vector<std::string> values;  ///< numbers ascending, others as the algorithm lists them
};

/// What was measured of a cell.
struct AtlasTime {
    double median = 0, lowerQuartile = 0, upperQuartile = 0;  ///< seconds
    Origin origin = Origin::Measured;
    Counters counters;  ///< of the first launch; may be empty
};

struct AtlasCell {
    Parameters parameters;   ///< complete as far as they are possible
    std::string impossible;  ///< why there is no such configuration; empty if there is
    std::optional<AtlasTime> time;
    std::map<std::string, double, std::less<>> modelled;  ///< seconds by model
    std::string notModelled;                              ///< why no model has answered, once it was asked
    bool asked = false;
    std::optional<double> occupancy;  ///< %, theoretical, of the first launch
};

/// Where a cell is.
struct AtlasPlace {
    std::size_t column = 0, row = 0, panel = 0;
    friend bool operator==(const AtlasPlace&, const AtlasPlace&) = default;
};

/// Panels, one per value of z, of rows and columns: small multiples of the same map.
struct Atlas {
    std::string algorithm;
    std::string gpu;  ///< title
    AtlasAxis x, y, z;
    std::vector<AtlasCell> cells;  ///< panel by panel, each row by row
    [[nodiscard]] std::size_t columns() const { return x.values.size(); }
    [[nodiscard]] std::size_t rows() const { return y.values.size(); }
    [[nodiscard]] std::size_t panels() const { return z.values.size(); }
    [[nodiscard]] bool empty() const { return cells.empty(); }
    [[nodiscard]] AtlasPlace placeOf(std::size_t cell) const {
        return {cell % columns(), cell / columns() % rows(), cell / columns() / rows()};
    }
    [[nodiscard]] std::size_t cellAt(const AtlasPlace& place) const {
        return (place.panel * rows() + place.row) * columns() + place.column;
    }
    [[nodiscard]] const AtlasCell& at(const AtlasPlace& place) const { return cells.at(cellAt(place)); }
    /// Cells that differ in y alone from this one, and itself: a column of its panel, from top to bottom.
    [[nodiscard]] std::vector<std::size_t> columnOf(std::size_t cell) const;
};

/// Names of the parameters that an atlas can be over: those with more than one value, the block's and the main size
/// first.
[[nodiscard]] std::vector<std::string> atlasParameters(const Algorithm& algorithm);

struct AtlasQuestion {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;  ///< of the chosen configuration, complete
    std::string x;          ///< of atlasParameters()
    std::string y{}, z{};   ///< others of them; empty: one row, one panel
    GpuSpec gpu;
    const Recordings* recordings = nullptr;
    std::vector<StudyEntry> measured;  ///< in this session; goes before what was recorded
    const sass::MachineCodes* codes = nullptr;
};

/// Values of a closed list are all of them; of a range those that were measured on this GPU, else steps of it; and the
/// one that is chosen. Sizes that are equal to that along x go along with it. Error: Cancelled.
[[nodiscard]] Result<Atlas> atlasOf(const AtlasQuestion& question, const JobContext& job);

// ---- what is shown of it

struct AtlasQuantity {
    enum class Kind { Time, Rate, SpeedUp, Counter, ModelError };
    Kind kind = Kind::Time;
    std::string metric{};  ///< of Counter
    std::string model{};   ///< that stands where nothing was measured, and of ModelError
    friend bool operator==(const AtlasQuantity&, const AtlasQuantity&) = default;
};

struct AtlasValue {
    std::optional<double> value;
    Origin origin = Origin::Estimated;   ///< Estimated: modelled
    bool best = false;                   ///< of its column in its panel, of what was measured
    bool asGood = false;                 ///< its quartiles overlap the best's
    std::vector<std::string> optimumOf;  ///< models by which it is the best of its column, in their order
    /// Of the scale's length in [0, 1]; 1 = best of the column over all panels, or the largest of all.
    double share = 0;
};

struct AtlasValues {
    AtlasQuantity quantity;
    std::vector<AtlasValue> cells;  ///< as Atlas::cells
    std::size_t known = 0;          ///< measured or replayed
    std::size_t possible = 0;
    Message sentence;  ///< which is best in the column that is looked at, and how sure that is
    /// What a share of 0 and of 1 stands for; of times, which have a scale in each column, both are 0. Of errors their
    /// amount, whatever its sign.
    double palest = 0, darkest = 0;
};

/// `baseline`: the cell that speed-ups are over. `told`: the cell of whose column the sentence tells. `models`: whose
/// optima are marked; none: that of the quantity. Cheap: for the window's thread.
[[nodiscard]] AtlasValues atlasValues(const Atlas& atlas, const AtlasQuantity& quantity, std::size_t told,
                                      std::optional<std::size_t> baseline = {}, std::vector<std::string> models = {});

/// The same rectangle of cells in one panel or several neighbours; both ends belong to it.
struct AtlasRange {
    AtlasPlace first, last;
    /// From one cell to another, whichever is first.
    [[nodiscard]] static AtlasRange between(const Atlas& atlas, std::size_t cell, std::size_t other);
    [[nodiscard]] static AtlasRange all(const Atlas& atlas);
    /// "64 256 8 16 f32 f32": the values of its first and last column, row and panel; "-" where an axis has none.
    [[nodiscard]] std::string named(const Atlas& atlas) const;
    /// Nothing if the atlas does not have all of the values.
    [[nodiscard]] static std::optional<AtlasRange> fromName(const Atlas& atlas, const std::string& name);
    friend bool operator==(const AtlasRange&, const AtlasRange&) = default;
};
/// Its possible configurations, by column first: small sizes before large ones.
[[nodiscard]] std::vector<std::size_t> placesIn(const Atlas& atlas, const AtlasRange& range);

}  // namespace lanescope
