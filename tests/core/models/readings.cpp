// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/models/readings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

constexpr double kColumns = 2000;  ///< of the matrix of every matrix–vector table
constexpr double kSms = 14;        ///< of a C2070
constexpr double kMostBlocks = 8;  ///< of a C2070's multiprocessor
constexpr double kMostWarps = 48;

double up(double value) { return std::ceil(value); }
double nearest(double value) { return std::round(value); }

// ---- what is launched

LaunchProfile profile(ElementType type, double threads, double blocks, double compute, double loads, double stores) {
    LaunchProfile p;
    p.type = type;
    p.threadsPerBlock = static_cast<std::uint64_t>(threads);
    p.blocks = static_cast<std::uint64_t>(blocks);
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

// B.1: vector addition, doubles, 128 threads a block.
LaunchProfile vectorSum(double n) { return profile(ElementType::F64, 128, up(n / 128), 1, 2, 1); }

// B.3, B.5: 4000 × 2000, by block size; B.7, B.9: by rows. A row a thread; or four rows a thread.
LaunchProfile fourRows(ElementType type, double threads, double blocks) {
    return profile(type, threads, blocks, 4 * kColumns, 8 * kColumns, 4);
}

// B.13 to B.15: a column a thread, an atomic addition for each row, and nothing else is priced. One block, although
// 2000 columns need more.
LaunchProfile columns(double rows, double threads) {
    LaunchProfile p = profile(ElementType::I32, threads, 1, 0, 0, 0);
    p.atomics = rows;
    return p;
}
ModelInput columnsWithCopies(double n) { return one(columns(n, 192), 4 * (kColumns * n + kColumns), 4 * n); }

// B.11, B.12 with copies: the result goes both ways, although it is only computed.
double matrixAndVectors(double n) { return kColumns * n + kColumns + n; }

// B.16: one block of 512 threads adds up its share, then halves the number of threads nine times. The final part of
// the shared variant is 2124 cycles in the table; this split of it is the one that needs no other reading.
// B.17 adds the copies: all elements to the device, one back.
ModelInput reduction(double n, bool shared, bool withCopies) {
    LaunchProfile first = profile(ElementType::F64, 512, 1, up(n / 512) + 1, shared ? n / 512 : 3 * n / 512, 0);
    if (shared) first.sharedAccesses = 2 * n / 512;
    LaunchProfile last = profile(ElementType::F64, 512, 1, 9, 27, 0);
    if (shared) {
        last = profile(ElementType::F64, 512, 1, 17, 2, 0);
        last.sharedAccesses = 27;
    }
    last.cacheable = 0;
    ModelInput input = withCopies ? one(first, 8 * n, 8) : one(first);
    input.launches.push_back(last);
    return input;
}

// ---- how the models are read

ModelOptions asTold(double) { return {}; }
ModelOptions thesisAsInTables(double) { return thesisTables(); }
ModelOptions wholeThesisAsInTables(double) { return thesisTables(true); }
ModelOptions atomics(double) { return {.given = {{"launch_overhead", 0}}, .gigabyte = kBinaryGigabyte}; }
/// The download at the rate of Fermi on a C1060 too.
ModelOptions atomicsAtFermisRate(double key) {
    ModelOptions options = atomics(key);
    options.given["BW_DH"] = 3.6e9;
    return options;
}

/// What all of Hong and Kim's columns have in common. Multiprocessors are filled 8 blocks at a time, as many warps as
/// its room for warps has even where no whole block fits; the bandwidth is that of the memory's clock; and how far
/// apart requests leave does not limit their number.
ModelOptions hongKim(double blocks, double warpsPerBlock, double latency) {
    const double full = up(blocks / kMostBlocks);
    return {.given = {{"N", std::min(kMostWarps, std::min(kMostBlocks, blocks) * warpsPerBlock)},
                      {"ActiveSM", std::min(kSms, full)},
                      {"Rep", 1},
                      {"Freq", 1.5e9},
                      {"Mem_LD", latency},
                      {"Mem_L", latency},
                      {"MWP_Without_BW", 1e9}}};
}

/// Each of the three accesses is an uncoalesced one, of 32 that leave 500 cycles after each other, and only one of them
/// is waited for. Rounds are not whole.
ModelOptions hongKimVector(double n) {
    const double blocks = up(n / 128);
    ModelOptions options = hongKim(blocks, 4, 500);
    options.given["Mem_cycles"] = 500 + 31 * 500;
    options.given["total_insts"] = 1;
    options.given["Rep"] = std::max(1.0, blocks / (kSms * kMostBlocks));
    return options;
}

ModelOptions hongKimRowsByThreads(double threads) {
    ModelOptions options = hongKim(up(4000 / threads), threads / 32, 500);
    options.given["total_insts"] = kColumns;
    return options;
}

/// Always the case where computation takes the time, with the price of float instructions.
ModelOptions hongKimFourRows(double blocks, double warpsPerBlock) {
    ModelOptions options = hongKim(blocks, warpsPerBlock, 500);
    options.given["total_insts"] = 4 * kColumns;
    options.given["Issue_cycles"] = 24;
    options.given["case"] = 3;
    return options;
}
ModelOptions hongKimFourRowsByThreads(double threads) { return hongKimFourRows(up(1000 / threads), threads / 32); }
ModelOptions hongKimFourRowsBySize(double n) { return hongKimFourRows(up(n / 4 / 192), 6); }

/// Latency 600, one access of 4 cycles; where there are more than 26 warps always the case where memory takes the time.
ModelOptions hongKimRowsBySize(double n) {
    ModelOptions options = hongKim(up(n / 192), 6, 600);
    options.given["total_insts"] = kColumns;
    options.given["Mem_cycles"] = 4000 * 600 + 4;
    const double full = (4000 * 600 + 4 + 96000) / 96000.0;
    if (options.given["N"] > full) options.given["case"] = 2;
    return options;
}

/// Latency 500, 300 between two accesses, coalesced or not; neither the launch nor the pipeline costs anything.
ModelOptions nugteren(double) {
    return {.given = {{"mem_latency", 500}, {"mem_rate", 300}, {"overhead_base", 0}, {"pipeline_latency", 0}}};
}
/// Blocks of a multiprocessor are not rounded.
ModelOptions nugterenVector(double n) {
    ModelOptions options = nugteren(n);
    options.given["blocks_per_sm"] = std::min(kMostBlocks, up(n / 128) / kSms);
    return options;
}

// ---- the columns

const Reading kReadings[] = {
    {"Cuadro B.1", "Hong y Kim", "hong-kim", hongKimVector, [](double n) { return one(vectorSum(n)); }},
    {"Cuadro B.1", "Mukherjee (SUM)", "mukherjee-sum", asTold, [](double n) { return one(vectorSum(n)); }},
    // The cache serves the store too.
    {"Cuadro B.1", "Mukherjee (caché)", "mukherjee-sum-cache", asTold,
     [](double n) { return one(allCacheable(vectorSum(n))); }},
    {"Cuadro B.1", "Nugteren", "nugteren", nugterenVector, [](double n) { return one(vectorSum(n)); }},
    {"Cuadro B.3", "Hong y Kim", "hong-kim", hongKimRowsByThreads,
     [](double threads) { return one(rowsLaunch(threads, up(4000 / threads))); }},
    // The clock of a GT 520M, and blocks rounded to the nearest number.
    {"Cuadro B.3", "Mukherjee (SUM)", "mukherjee-sum",
     [](double) {
         return ModelOptions{.given = {{"R", 1.48e9}}};
     },
     [](double threads) { return one(rowsLaunch(threads, nearest(4000 / threads))); }},
    {"Cuadro B.3", "Mukherjee (caché)", "mukherjee-sum-cache", asTold,
     [](double threads) { return one(rowsLaunch(threads, nearest(4000 / threads))); }},
    {"Cuadro B.3", "Nugteren", "nugteren", nugteren,
     [](double threads) { return one(rowsLaunch(threads, up(4000 / threads))); }},
    {"Cuadro B.5", "Hong y Kim", "hong-kim", hongKimFourRowsByThreads,
     [](double threads) { return one(fourRows(ElementType::F64, threads, up(1000 / threads))); }},
    {"Cuadro B.5", "Mukherjee (SUM)", "mukherjee-sum", asTold,
     [](double threads) { return one(fourRows(ElementType::F64, threads, up(1000 / threads))); }},
    // Only one block is priced, double instructions with the cache of floats.
    {"Cuadro B.5", "Mukherjee (caché)", "mukherjee-sum-cache",
     [](double) {
         return ModelOptions{.given = {{"cache_factor", 32}}};
     },
     [](double threads) { return one(fourRows(ElementType::F64, threads, 1)); }},
    {"Cuadro B.5", "Nugteren", "nugteren", nugteren,
     [](double threads) { return one(fourRows(ElementType::F64, threads, up(1000 / threads))); }},
    {"Cuadro B.7", "Hong y Kim", "hong-kim", hongKimRowsBySize,
     [](double n) { return one(rowsLaunch(192, up(n / 192))); }},
    {"Cuadro B.7", "Mukherjee (SUM)", "mukherjee-sum", asTold,
     [](double n) { return one(rowsLaunch(192, up(n / 192))); }},
    {"Cuadro B.7", "Mukherjee (caché)", "mukherjee-sum-cache", asTold,
     [](double n) { return one(rowsLaunch(192, up(n / 192))); }},
    {"Cuadro B.7", "Nugteren", "nugteren", nugteren, [](double n) { return one(rowsLaunch(192, up(n / 192))); }},
    {"Cuadro B.9", "Hong y Kim", "hong-kim", hongKimFourRowsBySize,
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    {"Cuadro B.9", "Mukherjee (SUM)", "mukherjee-sum", asTold,
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    // Float instructions with the cache of doubles.
    {"Cuadro B.9", "Mukherjee (caché)", "mukherjee-sum-cache",
     [](double) {
         return ModelOptions{.given = {{"cache_factor", 16}}};
     },
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    {"Cuadro B.9", "Nugteren", "nugteren", nugteren,
     [](double n) { return one(fourRows(ElementType::F32, 192, up(n / 4 / 192))); }},
    // The row of 100 is the old model's (B.7).
    {"Cuadro B.11", "Modelo (nocopy)", "thesis", thesisAsInTables,
     [](double n) { return one(rowsLaunch(192, up(n / 192))); }, "c2070", 100},
    {"Cuadro B.11", "Modelo (copy)", "thesis", thesisAsInTables,
     [](double n) { return one(rowsLaunch(192, up(n / 192)), 8 * matrixAndVectors(n), 8 * n); }, "c2070", 100, true},
    // The cache serves the stores too.
    {"Cuadro B.12", "Modelo (nocopy)", "thesis", thesisAsInTables,
     [](double n) { return one(allCacheable(fourRows(ElementType::F32, 192, up(n / 4 / 192)))); }},
    {"Cuadro B.12", "Modelo (copy)", "thesis", thesisAsInTables,
     [](double n) {
         const double resultUp = n == 100 ? 0 : n;  // the first row alone does not send the result to the device
         return one(allCacheable(fourRows(ElementType::F32, 192, up(n / 4 / 192))),
                    4 * (kColumns * n + kColumns + resultUp), 4 * n);
     }},
    {"Cuadro B.13", "Modelo (CC2.0)", "thesis", atomics, [](double threads) { return one(columns(4000, threads)); }},
    {"Cuadro B.13", "Modelo (CC1.3)", "thesis", atomics, [](double threads) { return one(columns(4000, threads)); },
     "c1060"},
    {"Cuadro B.14", "Modelo (CC2.0)", "thesis", atomics, [](double n) { return one(columns(n, 192)); }, "c2070", 0,
     true},
    {"Cuadro B.14", "Modelo (CC1.3)", "thesis", atomics, [](double n) { return one(columns(n, 192)); }, "c1060"},
    {"Cuadro B.15", "Modelo (CC2.0)", "thesis", atomics, columnsWithCopies},
    {"Cuadro B.15", "Modelo (CC1.3)", "thesis", atomicsAtFermisRate, columnsWithCopies, "c1060"},
    {"Cuadro B.16", "Modelo mem. global", "thesis", wholeThesisAsInTables,
     [](double n) { return reduction(n, false, false); }},
    {"Cuadro B.16", "Modelo mem. shared", "thesis", wholeThesisAsInTables,
     [](double n) { return reduction(n, true, false); }},
    {"Cuadro B.17", "Modelo mem. global", "thesis", wholeThesisAsInTables,
     [](double n) { return reduction(n, false, true); }},
    {"Cuadro B.17", "Modelo mem. shared", "thesis", wholeThesisAsInTables,
     [](double n) { return reduction(n, true, true); }},
};

}  // namespace

LaunchProfile rowsLaunch(double threads, double blocks) {
    return profile(ElementType::F64, threads, blocks, kColumns, 2 * kColumns, 1);
}

ModelOptions thesisTables(bool wholeCycles) {
    return {.given = {{"latency_gmem", 600}, {"cache_factor", 16}, {"latency_cache", 0}, {"launch_overhead", 0}},
            .wholeCycles = wholeCycles,
            .gigabyte = kBinaryGigabyte};
}

std::span<const Reading> readings() { return kReadings; }

const Reading* findReading(std::string_view table, std::string_view column) {
    for (const Reading& reading : kReadings)
        if (reading.table == table && reading.column == column) return &reading;
    return nullptr;
}

Estimate estimated(const Reading& reading, double key) {
    const auto estimate =
        (*makeModel(reading.model, reading.options(key)))->estimate(reading.input(key), preset(reading.gpu));
    EXPECT_TRUE(estimate) << describe(estimate.error());
    return estimate.value_or(Estimate());
}

}  // namespace lanescope
