// SPDX-License-Identifier: GPL-3.0-or-later
// The atlas of an algorithm: one configuration a cell, over two of its parameters, with what was measured, replayed or
// modelled of each, or why it is not possible. Data alone; widgets/charts/atlas_chart.h draws it.
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
    std::string parameter;            ///< empty: there is one row alone
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

struct Atlas {
    std::string algorithm;
    std::string gpu;  ///< title
    AtlasAxis x, y;
    std::vector<AtlasCell> cells;  ///< row by row
    [[nodiscard]] std::size_t columns() const { return x.values.size(); }
    [[nodiscard]] std::size_t rows() const { return y.values.size(); }
    [[nodiscard]] const AtlasCell& at(std::size_t column, std::size_t row) const {
        return cells.at(row * columns() + column);
    }
    [[nodiscard]] bool empty() const { return cells.empty(); }
};

/// Names of the parameters that an atlas can be over: those with more than one value, the block's and the main size
/// first.
[[nodiscard]] std::vector<std::string> atlasParameters(const Algorithm& algorithm);

struct AtlasQuestion {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;  ///< of the chosen configuration, complete
    std::string x, y;       ///< of atlasParameters(); an empty y: one row
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
    bool best = false;                   ///< of its column, of what was measured
    bool asGood = false;                 ///< its quartiles overlap the best's
    std::vector<std::string> optimumOf;  ///< models by which it is the best of its column, in their order
    double share = 0;                    ///< of the scale's length in [0, 1]; 1 = best of the column, or the largest
};

struct AtlasValues {
    AtlasQuantity quantity;
    std::vector<AtlasValue> cells;  ///< as Atlas::cells
    std::size_t known = 0;          ///< measured or replayed
    std::size_t possible = 0;
    Message sentence;  ///< which is best in the column that is looked at, and how sure that is
};

/// `baseline`: the cell that speed-ups are over. `column`: that the sentence tells of. `models`: whose optima are
/// marked; none: that of the quantity. Cheap: for the window's thread.
[[nodiscard]] AtlasValues atlasValues(const Atlas& atlas, const AtlasQuantity& quantity, std::size_t column,
                                      std::optional<std::size_t> baseline = {}, std::vector<std::string> models = {});

/// A rectangle of cells; both ends belong to it.
struct AtlasRange {
    std::size_t firstColumn = 0, firstRow = 0, lastColumn = 0, lastRow = 0;
    /// From one cell to another, whichever is first.
    [[nodiscard]] static AtlasRange between(std::size_t place, std::size_t other, std::size_t columns);
    friend bool operator==(const AtlasRange&, const AtlasRange&) = default;
};
/// Its possible configurations, column by column: small sizes first.
[[nodiscard]] std::vector<std::size_t> placesIn(const Atlas& atlas, const AtlasRange& range);

}  // namespace lanescope
