// SPDX-License-Identifier: GPL-3.0-or-later
// Every column of document 004's appendix B that a model made, to the last printed digit, with the reading of the model
// that the column follows (readings.cpp); and the tables of ratios.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ostream>

#include "tests/core/models/document_tables.h"
#include "tests/core/models/readings.h"

namespace lanescope {

void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.table << ", " << reading.column; }

namespace {

class Tables : public ::testing::TestWithParam<Reading> {};

TEST_P(Tables, AreReachedToTheLastPrintedDigit) {
    const Reading& reading = GetParam();
    const auto cells = printedColumn(reading.table, reading.column);
    ASSERT_GE(cells.size(), 7U);
    for (const PrintedCell& cell : cells) {
        if (cell.key == reading.skippedKey || cell.printed == "N/A") continue;
        EXPECT_TRUE(isPrinted(estimated(reading, cell.key).seconds * 1e3, cell.printed, reading.cutOff))
            << "row " << cell.key;
    }
}

std::string nameOf(const ::testing::TestParamInfo<Reading>& info) {
    std::string plain;
    for (const char c : std::string(info.param.table).substr(7) + "_" + info.param.column)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) plain += c;
    return plain;
}

INSTANTIATE_TEST_SUITE_P(Document004, Tables, ::testing::ValuesIn(readings().begin(), readings().end()), nameOf);

// B.11's first row is from B.7, with the copies of B.11 but for the result's way to the device.
TEST(TableB11, BeginsWithARowOfAnotherModel) {
    const Reading& other = *findReading("Cuadro B.7", "Mukherjee (caché)");
    const double kernel = estimated(other, 100).seconds;
    EXPECT_TRUE(isPrinted(kernel * 1e3, printedColumn("Cuadro B.11", "Modelo (nocopy)").at(0).printed));
    const double copied =
        kernel + 8 * (2000.0 * 100 + 2000) / (4 * kBinaryGigabyte) + 8 * 100 / (3.6 * kBinaryGigabyte);
    EXPECT_TRUE(isPrinted(copied * 1e3, printedColumn("Cuadro B.11", "Modelo (copy)").at(0).printed));
}

struct Ratios {
    const char* table;
    const char* of;                                            ///< the table whose columns are divided
    std::vector<std::pair<const char*, const char*>> columns;  ///< of the table; the model's
};

// All are model over measured time, although their captions say the opposite. The models' columns are computed here;
// the document divided the numbers that it had, with more digits than it printed, so that the last digit may differ.
TEST(TablesOfRatios, AreModelOverMeasurement) {
    const std::pair<const char*, const char*> hongKim{"Hong y Kim/Exp.", "Hong y Kim"};
    const std::pair<const char*, const char*> cache{"Mukherjee (caché)/Exp.", "Mukherjee (caché)"};
    const std::pair<const char*, const char*> nugteren{"Nugteren/Exp.", "Nugteren"};
    std::size_t compared = 0;
    for (const Ratios& ratios :
         {Ratios{"Cuadro B.2", "Cuadro B.1", {hongKim, {"Mukherjee/Exp.", "Mukherjee (caché)"}, nugteren}},
          Ratios{"Cuadro B.4", "Cuadro B.3", {hongKim, cache, nugteren}},
          Ratios{"Cuadro B.6", "Cuadro B.5", {hongKim, cache, nugteren}},
          Ratios{"Cuadro B.8", "Cuadro B.7", {hongKim, cache, nugteren}},
          Ratios{"Cuadro B.10", "Cuadro B.9", {hongKim, cache, nugteren}}}) {
        const auto measured = printedColumn(ratios.of, "Experimental");
        for (const auto& [column, model] : ratios.columns) {
            const auto cells = printedColumn(ratios.table, column);
            ASSERT_EQ(cells.size(), measured.size()) << ratios.table;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                const double computed = estimated(*findReading(ratios.of, model), cells[i].key).seconds * 1e3;
                const double time = asNumber(measured[i].printed);
                const double ratio = asNumber(cells[i].printed);
                const double time1 = lastDigit(measured[i].printed);
                const double ratio1 =
                    std::max(lastDigit(cells[i].printed), 1e-6);  // one has seven decimals, of which six hold
                EXPECT_TRUE(computed >= (ratio - ratio1) * (time - time1) &&
                            computed <= (ratio + ratio1) * (time + time1))
                    << ratios.table << ", " << column << ", row " << cells[i].key << ": " << computed / time
                    << " is not the printed " << cells[i].printed;
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 123U);
}

// The text's reading differs from the tables': 351 000 against 246 600 cycles a thread (section 9.2, table B.11).
TEST(TextAndTables, DoNotAgree) {
    const GpuSpec gpu = preset("c2070");
    const ModelInput input{{rowsLaunch(192, 6)}};
    const ModelOptions text{.given = {{"launch_overhead", 0}}};
    const double byText = (*makeModel("thesis", text))->estimate(input, gpu)->seconds;
    const double byTable = (*makeModel("thesis", thesisTables()))->estimate(input, gpu)->seconds;
    EXPECT_NEAR(byText / byTable, 351000.0 / 246600.0, 1e-12);
}

}  // namespace
}  // namespace lanescope
