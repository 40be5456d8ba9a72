// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/atlas.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "core/library/library.h"

namespace lanescope {
namespace {

const Library& library() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

AtlasQuestion questionOf(const std::string& id, const Parameters& given, std::string x, std::string y,
                         const char* gpu = "h200") {
    AtlasQuestion question;
    question.algorithm = library().catalogue().find(id).value();
    question.parameters = question.algorithm->complete(given).value();
    question.x = std::move(x);
    question.y = std::move(y);
    question.gpu = *library().gpus().find(gpu).value();
    question.recordings = &library().recordings();
    question.codes = &library().machineCodes();
    return question;
}

std::size_t columnOf(const Atlas& atlas, const std::string& value) {
    return static_cast<std::size_t>(std::ranges::find(atlas.x.values, value) - atlas.x.values.begin());
}

TEST(Atlas, HasEveryBlockOverEverySizeThatWasRecorded) {
    const Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), {}).value();
    EXPECT_THAT(atlas.y.values, testing::ElementsAre("4", "8", "16", "20", "25", "32"));
    EXPECT_THAT(atlas.x.values, testing::IsSupersetOf({"64", "256", "1024", "4096"}));
    std::size_t known = 0;
    for (std::size_t row = 0; row < atlas.rows(); ++row)
        for (std::size_t column = 0; column < atlas.columns(); ++column) {
            const AtlasCell& cell = atlas.at({column, row});
            EXPECT_EQ(cell.parameters.value("n"), atlas.x.values[column]);
            EXPECT_EQ(cell.parameters.value("block"), atlas.y.values[row]);
            EXPECT_TRUE(cell.impossible.empty());
            ASSERT_TRUE(cell.occupancy);
            const Measurement* const recorded = library().recordings().find(atlas.algorithm, cell.parameters);
            ASSERT_EQ(cell.time.has_value(), recorded != nullptr);
            if (recorded == nullptr) continue;
            ++known;
            EXPECT_EQ(cell.time->median, recorded->median);
            EXPECT_EQ(cell.time->origin, Origin::Replayed);
        }
    EXPECT_GT(known, 25U);
    EXPECT_EQ(atlas.at({0, 0}).occupancy, 50) << "16 threads a block, 32 blocks";
}

TEST(Atlas, WhatIsNotPossibleSaysWhy) {
    // As published it takes multiples of the block side alone.
    const Atlas atlas = atlasOf(questionOf("matmul.tiled", {{"variant", "published"}}, "n", "block"), {}).value();
    const auto impossible =
        std::ranges::find_if(atlas.cells, [](const AtlasCell& cell) { return !cell.impossible.empty(); });
    ASSERT_NE(impossible, atlas.cells.end());
    EXPECT_FALSE(impossible->time);
    const AtlasValues values = atlasValues(atlas, {}, 0);
    EXPECT_LT(values.possible, atlas.cells.size());
    EXPECT_FALSE(values.cells[static_cast<std::size_t>(impossible - atlas.cells.begin())].value);
}

TEST(Atlas, TheBestOfAColumnAndWhatIsAsGood) {
    const Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), {}).value();
    for (std::size_t column = 0; column < atlas.columns(); ++column) {
        const AtlasValues values = atlasValues(atlas, {}, column);
        std::size_t best = 0;
        for (std::size_t row = 0; row < atlas.rows(); ++row) {
            const AtlasValue& value = values.cells[row * atlas.columns() + column];
            if (!value.best) continue;
            ++best;
            EXPECT_EQ(value.share, 1);
            for (std::size_t other = 0; other < atlas.rows(); ++other)
                if (const AtlasCell& cell = atlas.at({column, other}); cell.time) {
                    EXPECT_GE(cell.time->median, *value.value);
                    EXPECT_EQ(values.cells[other * atlas.columns() + column].asGood,
                              other != row && cell.time->lowerQuartile <= atlas.at({column, row}).time->upperQuartile);
                }
        }
        EXPECT_LE(best, 1U);
    }
    const AtlasValues large = atlasValues(atlas, {}, columnOf(atlas, "1024"));
    EXPECT_EQ(inWords(large.sentence).substr(0, 35), "At n 1024 block 32 is best with 251");
    EXPECT_THAT(inWords(atlasValues(atlas, {}, columnOf(atlas, "64")).sentence),
                testing::HasSubstr("lies within its spread"));
}

// A model that is 20 % too low is no better than one that is 20 % too high.
TEST(Atlas, ErrorsArePalerOnEitherSideOfNone) {
    Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), {}).value();
    const std::size_t column = columnOf(atlas, "1024");
    const std::array errors{-0.2, 0.0, 0.2, 0.1};
    for (std::size_t row = 0; row < errors.size(); ++row) {
        AtlasCell& cell = atlas.cells[row * atlas.columns() + column];
        ASSERT_TRUE(cell.time);
        cell.modelled["volkov"] = cell.time->median * (1 + errors[row]);
    }
    const AtlasValues values = atlasValues(atlas, {AtlasQuantity::Kind::ModelError, {}, "volkov"}, column);
    const auto share = [&](std::size_t row) { return values.cells[row * atlas.columns() + column].share; };
    EXPECT_NEAR(share(0), 0, 1e-9);
    EXPECT_NEAR(share(1), 1, 1e-9);
    EXPECT_NEAR(share(2), 0, 1e-9);
    EXPECT_NEAR(share(3), 0.5, 1e-9);
    EXPECT_NEAR(values.palest, 20, 1e-9);
}

TEST(Atlas, OtherQuantities) {
    Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), {}).value();
    const std::size_t column = columnOf(atlas, "1024"), place = 5 * atlas.columns() + column;
    using Kind = AtlasQuantity::Kind;
    const AtlasValues rates = atlasValues(atlas, {Kind::Rate}, column);
    EXPECT_NEAR(*rates.cells[place].value, 2.0 * 1024 * 1024 * 1024 / atlas.cells[place].time->median, 1);
    const AtlasValues counters = atlasValues(atlas, {Kind::Counter, "l1_hit_rate"}, column);
    EXPECT_EQ(*counters.cells[place].value, atlas.cells[place].time->counters.at("l1_hit_rate"));
    const AtlasValues over = atlasValues(atlas, {Kind::SpeedUp}, column, 2 * atlas.columns());
    EXPECT_DOUBLE_EQ(*over.cells[place].value, atlas.at({column, 2}).time->median / atlas.cells[place].time->median);
    EXPECT_FALSE(atlasValues(atlas, {Kind::SpeedUp}, column).cells[place].value) << "over nothing";
    EXPECT_FALSE(atlasValues(atlas, {Kind::ModelError, {}, "volkov"}, column).cells[place].value);
    atlas.cells[place].modelled["volkov"] = 2 * atlas.cells[place].time->median;
    const AtlasValues errors = atlasValues(atlas, {Kind::ModelError, {}, "volkov"}, column);
    EXPECT_DOUBLE_EQ(*errors.cells[place].value, 100);
    EXPECT_THAT(errors.cells[place].optimumOf, testing::IsEmpty()) << "the only one that it knows is no optimum";
}

TEST(Atlas, EachModelHasItsOptimum) {
    Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), {}).value();
    const std::size_t column = columnOf(atlas, "1024");
    for (std::size_t row = 0; row < atlas.rows(); ++row) {
        auto& modelled = atlas.cells[row * atlas.columns() + column].modelled;
        modelled["volkov"] = 1 + std::abs(static_cast<double>(row) - 3);
        modelled["roofline"] = 1 + std::abs(static_cast<double>(row) - 3);
        modelled["hong-kim"] = 10 - static_cast<double>(row);
    }
    const AtlasValues values = atlasValues(atlas, {}, column, {}, {"roofline", "hong-kim", "volkov", "nobody"});
    EXPECT_THAT(values.cells[3 * atlas.columns() + column].optimumOf, testing::ElementsAre("roofline", "volkov"));
    EXPECT_THAT(values.cells[5 * atlas.columns() + column].optimumOf, testing::ElementsAre("hong-kim"));
    std::size_t marks = 0;
    for (const AtlasValue& value : values.cells) marks += value.optimumOf.size();
    EXPECT_EQ(marks, 3U) << "a model that says nothing of a column has no optimum there";
}

TEST(Atlas, ARangeIsWhatIsPossibleInIt) {
    const Atlas atlas = atlasOf(questionOf("matmul.tiled", {{"variant", "published"}}, "n", "block"), {}).value();
    const std::size_t columns = atlas.columns();
    const AtlasRange range = AtlasRange::between(atlas, 5 * columns + 2, columns + 1);
    EXPECT_EQ(range, (AtlasRange{{1, 1, 0}, {2, 5, 0}}));
    std::size_t possible = 0;
    for (std::size_t row = 1; row <= 5; ++row)
        for (std::size_t column = 1; column <= 2; ++column)
            possible += atlas.at({column, row}).impossible.empty() ? 1 : 0;
    const std::vector<std::size_t> places = placesIn(atlas, range);
    EXPECT_EQ(places.size(), possible);
    EXPECT_LT(possible, 10U) << "20 and 25 go into few sizes";
    EXPECT_TRUE(std::ranges::is_sorted(places, {}, [&](std::size_t place) { return place % columns; }));
    EXPECT_TRUE(placesIn({}, range).empty());
}

TEST(Atlas, AThirdParameterMakesPanels) {
    AtlasQuestion question = questionOf("matmul.tiled", {}, "n", "block");
    const Atlas flat = atlasOf(question, {}).value();
    question.z = "type";
    const Atlas atlas = atlasOf(question, {}).value();
    ASSERT_EQ(atlas.z.values, (std::vector<std::string>{"f32", "f64", "i32"}));
    ASSERT_EQ(atlas.cells.size(), atlas.columns() * atlas.rows() * 3);
    for (std::size_t cell = 0; cell < atlas.cells.size(); ++cell) {
        const AtlasPlace at = atlas.placeOf(cell);
        EXPECT_EQ(atlas.cellAt(at), cell);
        EXPECT_EQ(atlas.cells[cell].parameters.value("type"), atlas.z.values[at.panel]);
        EXPECT_EQ(atlas.cells[cell].parameters.value("block"), atlas.y.values[at.row]);
    }
    // Each panel has its own best; how pale a cell is can be compared over all of them.
    const std::size_t column = columnOf(atlas, "1024");
    const std::size_t single = atlas.cellAt({column, 0, 0}), twice = atlas.cellAt({column, 0, 1});
    const AtlasValues values = atlasValues(atlas, {}, twice);
    double palest = 1;
    for (const std::size_t first : {single, twice}) {
        std::size_t best = 0;
        double share = 0;
        for (const std::size_t cell : atlas.columnOf(first)) {
            best += values.cells[cell].best ? 1 : 0;
            share = std::max(share, values.cells[cell].share);
        }
        EXPECT_EQ(best, 1U);
        palest = std::min(palest, share);
    }
    EXPECT_LT(palest, 1) << "doubles take longer than floats";
    EXPECT_THAT(inWords(values.sentence), testing::StartsWith("At n 1024, type f64 block"));
    // What the first panel shows is what the atlas without panels does.
    const AtlasValues alone = atlasValues(flat, {}, columnOf(flat, "1024"));
    for (std::size_t row = 0; row < atlas.rows(); ++row)
        EXPECT_EQ(alone.cells[flat.cellAt({columnOf(flat, "1024"), row, 0})].best,
                  values.cells[atlas.cellAt({column, row, 0})].best);
}

TEST(Atlas, ARangeGoesOverPanels) {
    AtlasQuestion question = questionOf("matmul.tiled", {}, "n", "block");
    question.z = "type";
    const Atlas atlas = atlasOf(question, {}).value();
    const AtlasRange range = AtlasRange::between(atlas, atlas.cellAt({1, 4, 0}), atlas.cellAt({0, 2, 1}));
    EXPECT_EQ(range, (AtlasRange{{0, 2, 0}, {1, 4, 1}}));
    EXPECT_EQ(placesIn(atlas, range).size(), 12U) << "two columns and three rows of two panels";
    EXPECT_EQ(range.named(atlas), "64 100 16 25 f32 f64");
    EXPECT_EQ(AtlasRange::fromName(atlas, range.named(atlas)), range);
    for (const char* bad : {"", "64", "64 100 16 25 f32 f16", "64 100 16 7 f32 f64"})
        EXPECT_FALSE(AtlasRange::fromName(atlas, bad)) << bad;
    question.y = question.z = "";
    const Atlas line = atlasOf(question, {}).value();
    EXPECT_EQ(AtlasRange::all(line).named(line), line.x.values.front() + ' ' + line.x.values.back() + " - - - -");
    EXPECT_EQ(AtlasRange::fromName(line, AtlasRange::all(line).named(line)), AtlasRange::all(line));
    EXPECT_EQ(placesIn(atlas, AtlasRange::all(atlas)).size(), atlas.cells.size());
}

TEST(Atlas, OnAGpuThatNobodyMeasuredNothingIsReplayed) {
    const Atlas atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block", "t4"), {}).value();
    for (const AtlasCell& cell : atlas.cells) EXPECT_FALSE(cell.time);
    EXPECT_THAT(inWords(atlasValues(atlas, {}, 0).sentence), testing::HasSubstr("Nothing was measured"));
}

TEST(Atlas, WhatWasMeasuredHereGoesBeforeWhatWasRecorded) {
    AtlasQuestion question = questionOf("matmul.tiled", {}, "n", "block");
    StudyEntry entry;
    entry.algorithm = "matmul.tiled";
    entry.parameters = question.parameters;
    entry.measurement = Measurement{};
    entry.measurement->provenance.gpu = question.gpu.title;
    entry.measurement->median = 1;
    question.measured.push_back(entry);
    const Atlas atlas = atlasOf(question, {}).value();
    const AtlasCell& cell = atlas.at({columnOf(atlas, "64"), 2});
    EXPECT_EQ(cell.time->median, 1);
    EXPECT_EQ(cell.time->origin, Origin::Measured);
}

TEST(Atlas, SizesThatAreEqualGoTogether) {
    const AtlasQuestion question = questionOf("transpose.tiled", {{"width", "64"}, {"height", "64"}}, "width", "tile");
    const Atlas atlas = atlasOf(question, {}).value();
    for (const AtlasCell& cell : atlas.cells)
        EXPECT_EQ(cell.parameters.value("width"), cell.parameters.value("height"));
}

TEST(Atlas, OfTheWholeCatalogue) {
    for (const auto& algorithm : library().catalogue().algorithms()) {
        const std::vector<std::string> names = atlasParameters(*algorithm);
        if (names.empty()) continue;
        const std::string y = names.size() > 1 ? names[0] : std::string();
        const auto atlas =
            atlasOf(questionOf(std::string(algorithm->id()), {}, names.size() > 1 ? names[1] : names[0], y), {});
        ASSERT_TRUE(atlas) << algorithm->id();
        EXPECT_EQ(atlas->cells.size(), atlas->columns() * atlas->rows());
        EXPECT_EQ(atlasValues(*atlas, {}, 0).cells.size(), atlas->cells.size());
    }
}

TEST(Atlas, IsStoppedByWhoWantsAnother) {
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const auto atlas = atlasOf(questionOf("matmul.tiled", {}, "n", "block"), job);
    ASSERT_FALSE(atlas);
    EXPECT_EQ(atlas.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
