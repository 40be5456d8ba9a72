// SPDX-License-Identifier: GPL-3.0-or-later
// Every Mukherjee and thesis column of document 004's appendix B, to the last printed digit, with the reading of the
// formula that the table follows. What differs from the text is said at the column.
#include <cmath>
#include <cstdint>
#include <ostream>

#include "core/models/model.h"
#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

constexpr double kBinaryGigabyte = 1073741824;
constexpr double kColumns = 2000;  ///< of the matrix of every matrix–vector table

struct TableColumn {
    const char* table;
    const char* column;
    const char* model;
    ModelOptions options;
    ModelInput (*input)(double key);
    double skippedKey = 0;  ///< a row that the table takes from another model
    bool cutOff = false;    ///< one number of the column was cut, not rounded
};

std::uint64_t up(double value) { return static_cast<std::uint64_t>(std::ceil(value)); }

LaunchProfile profile(ElementType type, double threads, std::uint64_t blocks, double compute, double loads,
                      double stores) {
    LaunchProfile p;
    p.type = type;
    p.threadsPerBlock = static_cast<std::uint64_t>(threads);
    p.blocks = blocks;
    p.computeInstructions = compute;
    p.globalLoads = loads;
    p.globalStores = stores;
    return p;
}

ModelInput one(const LaunchProfile& p, double bytesUp = 0, double bytesDown = 0) {
    return {{p}, copies(bytesUp, bytesDown)};
}

LaunchProfile allCacheable(LaunchProfile p) {
    p.cacheable = p.globalLoads + p.globalStores;
    return p;
}

// B.1: vector addition, doubles, 128 threads a block; the cache serves the store too.
LaunchProfile vectorSum(double n) { return profile(ElementType::F64, 128, up(n / 128), 1, 2, 1); }

// B.3, B.5: 4000 × 2000, by block size. A row a thread; or four rows a thread.
LaunchProfile rows(double threads, std::uint64_t blocks) {
    return profile(ElementType::F64, threads, blocks, kColumns, 2 * kColumns, 1);
}
LaunchProfile fourRows(ElementType type, double threads, std::uint64_t blocks) {
    return profile(type, threads, blocks, 4 * kColumns, 8 * kColumns, 4);
}
std::uint64_t nearest(double value) { return static_cast<std::uint64_t>(std::lround(value)); }

// B.11, B.12 with copies: the result goes both ways, although it is only computed.
double matrixAndVectors(double n) { return kColumns * n + kColumns + n; }

// B.16: one block of 512 threads adds up its share, then halves the number of threads nine times. The final part of
// the shared variant is 2124 cycles in the table; this split of it is the one that needs no other reading.
// B.17 adds the copies: all elements to the device, one back.
ModelInput reduction(double n, bool shared, bool copies) {
    LaunchProfile first = profile(ElementType::F64, 512, 1, std::ceil(n / 512) + 1, shared ? n / 512 : 3 * n / 512, 0);
    if (shared) first.sharedAccesses = 2 * n / 512;
    LaunchProfile last = profile(ElementType::F64, 512, 1, 9, 27, 0);
    if (shared) {
        last = profile(ElementType::F64, 512, 1, 17, 2, 0);
        last.sharedAccesses = 27;
    }
    last.cacheable = 0;
    ModelInput input = copies ? one(first, 8 * n, 8) : one(first);
    input.launches.push_back(last);
    return input;
}

/// How all tables of the thesis' own model read it: one access of 16 goes to DRAM, float or double, and what the cache
/// serves costs nothing. The text has the mean of two transactions (10 and 20) and 4 cycles.
ModelOptions thesisTables(bool wholeCycles = false) {
    ModelOptions options;
    options.given = {{"latency_gmem", 600}, {"cache_factor", 16}, {"latency_cache", 0}, {"launch_overhead", 0}};
    options.wholeCycles = wholeCycles;
    options.gigabyte = kBinaryGigabyte;
    return options;
}

ModelOptions withClock(double clock) {
    ModelOptions options;
    options.given = {{"R", clock}};
    return options;
}
ModelOptions withDivisor(double divisor) {
    ModelOptions options;
    options.given = {{"cache_factor", divisor}};
    return options;
}

const TableColumn kTableColumns[] = {
    {"Cuadro B.1", "Mukherjee (SUM)", "mukherjee-sum", {}, [](double n) { return one(vectorSum(n)); }},
    {"Cuadro B.1",
     "Mukherjee (caché)",
     "mukherjee-sum-cache",
     {},
     [](double n) { return one(allCacheable(vectorSum(n))); }},
    // The clock of a GT 520M, and blocks rounded to the nearest number.
    {"Cuadro B.3", "Mukherjee (SUM)", "mukherjee-sum", withClock(1.48e9),
     [](double threads) { return one(rows(threads, nearest(4000 / threads))); }},
    {"Cuadro B.3",
     "Mukherjee (caché)",
     "mukherjee-sum-cache",
     {},
     [](double threads) { return one(rows(threads, nearest(4000 / threads))); }},
    {"Cuadro B.5",
     "Mukherjee (SUM)",
     "mukherjee-sum",
     {},
     [](double threads) { return one(fourRows(ElementType::F64, threads, up(1000 / threads))); }},
    // Only one block is priced, double instructions with the cache of floats.
    {"Cuadro B.5", "Mukherjee (caché)", "mukherjee-sum-cache", withDivisor(32),
     [](double threads) { return one(fourRows(ElementType::F64, threads, 1)); }},
    {"Cuadro B.7", "Mukherjee (SUM)", "mukherjee-sum", {}, [](double n) { return one(rows(192, up(n / 192))); }},
    {"Cuadro B.7",
     "Mukherjee (caché)",
     "mukherjee-sum-cache",
     {},
     [](double n) { return one(rows(192, up(n / 192))); }},
    {"Cuadro B.9",
     "Mukherjee (SUM)",
     "mukherjee-sum",
     {},
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    // Float instructions with the cache of doubles.
    {"Cuadro B.9", "Mukherjee (caché)", "mukherjee-sum-cache", withDivisor(16),
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    // The row of 100 is the old model's (B.7).
    {"Cuadro B.11", "Modelo (nocopy)", "thesis", thesisTables(), [](double n) { return one(rows(192, up(n / 192))); },
     100},
    {"Cuadro B.11", "Modelo (copy)", "thesis", thesisTables(),
     [](double n) { return one(rows(192, up(n / 192)), 8 * matrixAndVectors(n), 8 * n); }, 100, true},
    // The cache serves the stores too.
    {"Cuadro B.12", "Modelo (nocopy)", "thesis", thesisTables(),
     [](double n) { return one(allCacheable(fourRows(ElementType::F32, 192, up(n / 4 / 192)))); }},
    {"Cuadro B.12", "Modelo (copy)", "thesis", thesisTables(),
     [](double n) {
         const double resultUp = n == 100 ? 0 : n;  // the first row alone does not send the result to the device
         return one(allCacheable(fourRows(ElementType::F32, 192, up(n / 4 / 192))),
                    4 * (kColumns * n + kColumns + resultUp), 4 * n);
     }},
    {"Cuadro B.16", "Modelo mem. global", "thesis", thesisTables(true),
     [](double n) { return reduction(n, false, false); }},
    {"Cuadro B.16", "Modelo mem. shared", "thesis", thesisTables(true),
     [](double n) { return reduction(n, true, false); }},
    {"Cuadro B.17", "Modelo mem. global", "thesis", thesisTables(true),
     [](double n) { return reduction(n, false, true); }},
    {"Cuadro B.17", "Modelo mem. shared", "thesis", thesisTables(true),
     [](double n) { return reduction(n, true, true); }},
};

void PrintTo(const TableColumn& column, std::ostream* out) { *out << column.table << ", " << column.column; }

class Tables : public ::testing::TestWithParam<TableColumn> {};

TEST_P(Tables, AreReachedToTheLastPrintedDigit) {
    const TableColumn& column = GetParam();
    const GpuSpec gpu = preset("c2070");
    const auto model = makeModel(column.model, column.options);
    ASSERT_TRUE(model);
    const auto cells = printedColumn(column.table, column.column);
    ASSERT_GE(cells.size(), 7U);
    for (const PrintedCell& cell : cells) {
        if (cell.key == column.skippedKey) continue;
        const auto estimate = (*model)->estimate(column.input(cell.key), gpu);
        ASSERT_TRUE(estimate) << describe(estimate.error());
        EXPECT_TRUE(isPrinted(estimate->seconds * 1e3, cell.printed, column.cutOff)) << "row " << cell.key;
    }
}

std::string nameOf(const ::testing::TestParamInfo<TableColumn>& info) {
    std::string name = std::string(info.param.table).substr(7) + "_" + info.param.column;
    std::string plain;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) plain += c;
    return plain;
}

INSTANTIATE_TEST_SUITE_P(Document004, Tables, ::testing::ValuesIn(kTableColumns), nameOf);

// The text's reading differs from the tables': 351 000 against 246 600 cycles a thread (section 9.2, table B.11).
TEST(TextAndTables, DoNotAgree) {
    const GpuSpec gpu = preset("c2070");
    const ModelInput input = one(rows(192, 6));
    ModelOptions text;
    text.given = {{"launch_overhead", 0}};
    const double byText = (*makeModel("thesis", text))->estimate(input, gpu)->seconds;
    const double byTable = (*makeModel("thesis", thesisTables()))->estimate(input, gpu)->seconds;
    EXPECT_NEAR(byText / byTable, 351000.0 / 246600.0, 1e-12);
}

}  // namespace
}  // namespace lanescope
