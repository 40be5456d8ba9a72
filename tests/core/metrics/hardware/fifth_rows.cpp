// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>

#include "tests/core/metrics/hardware/launch_rows.h"
#include "tests/core/metrics/hardware/row_data.h"

namespace lanescope::rows {
namespace {

Data floats(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::F32, count, element); }
Data doubles(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::F64, count, element); }
Data shorts(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::I16, count, element); }
Data words(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::U32, count, element); }
Data chars(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::I8, count, element); }
Data zeros(ElementType type, std::uint64_t count) { return {type, count, 0}; }

/// Between −100 and 99.
double around(std::uint64_t i) { return below<200>(i) - 100; }
/// Between −1 and 1.
double small(std::uint64_t i) { return around(i) / 100; }
/// Loud and soft pieces in turns.
double sound(std::uint64_t i) {
    return static_cast<double>(static_cast<int>(below<65536>(i) - 32768) / (1 << i / 50 % 4 * 3));
}

std::vector<Row> rowsOfSignals() {
    return {
        {"signals", "signalMovingAverage", "", line(40), line(256), 0, {f32(10000), f32(10000, 0), 10000, 5}},
        {"signals", "signalMovingAverage", "wide", line(16), line(128), 0, {f32(2000), f32(2000, 0), 2000, 40}},
        {"signals", "signalAutocorrelation", "", line(50), line(128), 0, {floats(3000, small), f32(50, 0), 3000}},
        {"signals", "signalFir", "", line(20), line(256), 0, {floats(5000, small), f32(5000, 0), 5000}},
        {"signals", "signalGoertzel", "", line(2), line(64), 0, {floats(600, small), f32(100, 0), 600, 100}},
        {"signals", "signalDft", "", line(5), line(64), 0, {floats(300, small), f32(600, 0), 300}},
        {"signals", "signalHaar", "", line(10), line(128), 1024, {floats(2560, around), f32(2560, 0), 256}},
        {"signals", "signalRms", "", line(25), line(128), 0, {floats(98 * 200, around), f32(98, 0), 98, 200}},
        {"signals", "signalCrossings", "", line(24), line(256), 0, {whole(6000, around), 6000, i32(1, 0)}},
        {"signals", "signalMuLaw", "", line(32), line(256), 0, {shorts(8000, sound), zeroBytes(8000), 8000}},
        {"signals",
         "signalMono",
         "",
         line(10),
         line(128),
         0,
         {shorts(10000, sound), zeros(ElementType::I16, 5000), 5000, 1.4F}},
        {"signals",
         "signalEnvelope",
         "",
         line(2),
         line(64),
         0,
         {doubles(6000, small), f64(6000, 0), 100, 60, 0.5, 0.9}},
        {"signals", "signalDct8", "", {8, 5, 1}, {8, 8, 1}, 0, {floats(2560, around), f32(2560, 0), 64}},
    };
}

/// Trees on seven tenths, few of them on fire.
double forest(std::uint64_t i) { return mixed(i) % 100 < 3 ? 2 : mixed(i) % 10 < 7 ? 1 : 0; }
double corner(std::uint64_t i) {
    static constexpr std::array<double, 24> star{100, 500, 380, 600, 300, 900, 520, 650, 700, 930, 640, 560,
                                                 940, 480, 650, 400, 720, 80,  500, 310, 290, 60,  370, 390};
    return star[i];
}
/// x, y, height and charge.
double charge(std::uint64_t i) {
    switch (i % 4) {
        case 2: return 1 + below<5>(i);
        case 3: return mixed(i) % 2 == 0 ? -1 : 2;
        default: return below<60>(i) + 0.25;
    }
}
/// Place and speed.
double bird(std::uint64_t i) { return i % 4 < 2 ? below<100>(i) : small(i); }
/// Hills 75 fields apart, with grain.
double hill(std::uint64_t i) {
    const std::uint64_t x = i % 75, y = i / 75;
    return static_cast<double>((x * (75 - x) + y * (50 - y)) / 25 + mixed(i) % 6);
}

std::vector<Row> rowsOfGrids() {
    constexpr Dim3 flat{16, 8, 1};
    return {
        {"grids", "gridSandpile", "", {7, 7, 1}, {16, 16, 1}, 0, {whole(11000, below<8>), i32(11000, 0), 100, 110}},
        {"grids",
         "gridForestFire",
         "",
         {5, 19, 1},
         {32, 8, 1},
         0,
         {bytes(22500, forest), zeroBytes(22500), 150, Scalar{ElementType::U32, 77}}},
        {"grids",
         "gridPolygon",
         "",
         line(16),
         line(128),
         0,
         {floats(4000, below<1000>), 2000, floats(24, corner), 12, i32(2000, 0)}},
        {"grids", "gridVoronoi", "", {6, 8, 1}, flat, 0, {whole(100, below<90>), 50, i32(5400, 0), 90, 60}},
        {"grids", "gridTrilinear", "", {4, 6, 4}, {8, 4, 4}, 0, {f32(1001), f32(8008, 0), 13, 11, 7}},
        {"grids", "gridCoulomb", "", {2, 7, 1}, flat, 0, {floats(400, charge), 100, f32(6250, 0), 125, 50, 0.5F}},
        {"grids", "gridSlope", "", {4, 5, 1}, {32, 4, 1}, 0, {f64(8400), f64(8400, 0), 120, 70, 2.0}},
        {"grids", "gridRedBlack", "", {5, 9, 1}, flat, 0, {f32(4900), f32(4900, 4), 70, 0.5F, 1}},
        {"grids", "gridRule", "", line(6), line(192), 0, {bytes(1152, below<2>), zeroBytes(1152), 40, 30}},
        {"grids", "gridRule", "110", line(6), line(150), 0, {bytes(900, below<2>), zeroBytes(900), 25, 110}},
        {"grids", "gridBirds", "", line(4), line(128), 0, {floats(1600, bird), f32(1600, 0), 400, 12.5F, 0.25F}},
        {"grids",
         "gridContour",
         "",
         {5, 7, 1},
         flat,
         0,
         {floats(3750, hill), zeroBytes(74 * 49), i32(1, 0), 75, 50, 50.5F}},
        {"grids",
         "gridMaxCubes",
         "",
         {2, 3, 4},
         {8, 4, 2},
         0,
         {floats(31 * 21 * 15, around), f32(1050, 0), 31, 21, 15}},
    };
}

double weight(std::uint64_t i) { return small(i) / 5; }
double activity(std::uint64_t i) { return around(i) / 25; }
/// Nodes of a feature, a threshold, left and right; or of −1 and a class.
double treePart(std::uint64_t i) {
    struct Node {
        int feature;
        float threshold;
        int left, right;
    };
    static constexpr std::array<Node, 15> tree{{{2, 50, 1, 2},
                                                {0, 30, 3, 4},
                                                {5, 70, 5, 6},
                                                {-1, 0, 4, 0},
                                                {1, 55, 7, 8},
                                                {3, 20.5F, 9, 10},
                                                {-1, 0, 1, 0},
                                                {4, 80, 11, 12},
                                                {-1, 0, 2, 0},
                                                {-1, 0, 3, 0},
                                                {0, 60, 13, 14},
                                                {-1, 0, 5, 0},
                                                {-1, 0, 6, 0},
                                                {-1, 0, 7, 0},
                                                {-1, 0, 8, 0}}};
    const Node& node = tree[i / 4];
    switch (i % 4) {
        case 0: return node.feature;
        case 1: return std::bit_cast<std::int32_t>(node.threshold);
        case 2: return node.left;
        default: return node.right;
    }
}

std::vector<Row> rowsOfLearning() {
    return {
        {"learning", "learnLeakyRelu", "", line(10), line(256), 0, {floats(10000, around), 2500, 0.125F}},
        {"learning", "learnGelu", "", line(6), line(256), 0, {floats(5000, activity), f32(5000, 0), 5000}},
        {"learning",
         "learnDenseSigmoid",
         "",
         {3, 4, 1},
         {16, 8, 1},
         0,
         {floats(1500, small), floats(2000, weight), floats(40, small), f32(1200, 0), 30, 50, 40}},
        {"learning",
         "learnDenseLinear",
         "",
         {2, 4, 1},
         {32, 8, 1},
         0,
         {f32(1600), f32(3072, 4), f32(48, 5), f32(1200, 0), 25, 64, 48}},
        {"learning", "learnBatchNorm", "", line(20), line(128), 1024, {f32(6000), 300, 20, 0.001F}},
        {"learning",
         "learnConvolution",
         "",
         {2, 4, 4},
         {16, 8, 1},
         0,
         {f32(3060), f32(108, 4), f32(3584, 0), 3, 30, 34}},
        {"learning",
         "learnMaxPool",
         "",
         line(5),
         line(128),
         0,
         {floats(5400, around), f32(600, 0), i32(600, 0), 60, 90, 3}},
        {"learning",
         "learnMaxPool",
         "2",
         line(11),
         line(128),
         0,
         {floats(5612, around), f32(1380, 0), i32(1380, 0), 61, 92, 2}},
        {"learning",
         "learnCrossEntropy",
         "",
         line(16),
         line(128),
         0,
         {floats(6000, activity), whole(60, below<100>), f32(60, 0), 60, 100}},
        {"learning",
         "learnMomentum",
         "",
         line(20),
         line(256),
         0,
         {f64(5000), f64(5000, 4), f64(5000, 5), 5000, 0.125, 0.5}},
        {"learning",
         "learnAdam",
         "",
         line(16),
         line(256),
         0,
         {floats(4000, small), floats(4000, weight), f32(4000, 4), floats(4000, activity), 4000, 0.01F, 0.5F, 0.25F}},
        {"learning",
         "learnDropout",
         "",
         line(12),
         line(256),
         0,
         {f32(3000), f32(3000, 0), zeroBytes(3000), 3000, 0.8F, Scalar{ElementType::U32, 12345}}},
        {"learning",
         "learnEmbedding",
         "",
         line(40),
         line(64),
         0,
         {whole(40, [](std::uint64_t i) { return below<220>(i) - 10; }), f32(20000), f32(4000, 9), 100, 200}},
        {"learning",
         "learnTree",
         "",
         line(24),
         line(128),
         0,
         {whole(60, treePart), floats(18000, below<100>), i32(3000, 0), 3000, 6}},
        {"learning",
         "learnConfusion",
         "",
         line(8),
         line(128),
         0,
         {whole(5000, below<10>),
          whole(5000, [](std::uint64_t i) { return mixed(i) % 7 == 0 ? below<10>(i + 5000) : below<10>(i); }),
          zeros(ElementType::U32, 100), 5000}},
    };
}

/// The keys 0, 7, 14 … 3493 in 1024 places, value after key.
double hashTable(std::uint64_t i) {
    static const std::array<int, 2048> table = [] {
        std::array<int, 2048> made{};
        for (std::size_t slot = 0; slot < 1024; ++slot) made[2 * slot] = -1;
        for (std::uint32_t key = 0; key < 3500; key += 7) {
            std::size_t slot = key * 2654435761U & 1023U;
            while (made[2 * slot] >= 0) slot = (slot + 1) & 1023U;
            made[2 * slot] = static_cast<int>(key);
            made[2 * slot + 1] = static_cast<int>(key * key % 1000);
        }
        return made;
    }();
    return table[i];
}
/// Fields of eight characters with a number of one to six digits.
double field(std::uint64_t i) {
    const std::uint64_t digits = 1 + mixed(i / 8) % 6, place = i % 8;
    if (place + digits >= 8) return '0' + below<10>(i);
    return place + digits == 7 && mixed(i / 8 + 50) % 3 == 0 ? '-' : ' ';
}
/// Where words of one to twelve letters begin.
double wordBegin(std::uint64_t i) {
    static const std::vector<double> begins = [] {
        std::vector<double> made{0};
        for (std::uint64_t w = 0; w < 600; ++w) made.push_back(made.back() + 1 + below<12>(w));
        return made;
    }();
    return begins[i];
}

std::vector<Row> rowsOfRecords() {
    const auto bits = [](std::uint64_t i) { return static_cast<double>(mixed(i)); };
    return {
        {"records",
         "recordRevenue",
         "",
         line(10),
         line(128),
         0,
         {whole(6000, below<1000>), doubles(6000, [](std::uint64_t i) { return below<100000>(i + 6000) / 100; }),
          doubles(6000, [](std::uint64_t i) { return below<11>(i + 12000) / 100; }),
          whole(6000, [](std::uint64_t i) { return below<50>(i + 18000); }), 6000, 200, 800, f64(10, 0)}},
        {"records",
         "recordGroups",
         "",
         line(20),
         line(256),
         0,
         {whole(10000, [](std::uint64_t i) { return i % 2 == 0 ? below<25>(i) : below<1000>(i); }), 5000, i32(25, 0),
          i32(25, 0), i32(25, 0)}},
        {"records",
         "recordLookup",
         "",
         line(24),
         line(128),
         0,
         {whole(2048, hashTable), 1023,
          whole(3000, [](std::uint64_t i) { return mixed(i) % 4 == 0 ? below<3500>(i) : 7 * below<500>(i); }),
          i32(3000, 0), 3000}},
        {"records",
         "recordInterpolate",
         "",
         line(8),
         line(256),
         0,
         {whole(2000, [](std::uint64_t i) { return static_cast<double>(5 * i + mixed(i) % 5); }), 2000,
          whole(2000, [](std::uint64_t i) { return below<10500>(i) - 100; }), i32(2000, 0), 2000}},
        {"records", "recordParse", "", line(16), line(128), 0, {chars(16000, field), i32(2000, 0), 2000}},
        {"records", "recordHex", "", line(10), line(256), 0, {words(2500, bits), zeros(ElementType::I8, 20000), 2500}},
        {"records",
         "recordDates",
         "",
         line(16),
         line(128),
         0,
         {whole(2000, [](std::uint64_t i) { return below<60000>(i) - 20000; }), i32(2000, 0), 2000}},
        {"records",
         "recordSavings",
         "",
         line(8),
         line(128),
         0,
         {doubles(1000, below<5000>), whole(1000, below<40>), f64(1000, 0), 1000, 0.03, 120.0}},
        {"records",
         "recordLoan",
         "",
         line(8),
         line(128),
         0,
         {floats(900, [](std::uint64_t i) { return 1000 + below<9000>(i); }),
          floats(900, [](std::uint64_t i) { return 30 + below<100>(i + 900); }), i32(900, 0), f32(900, 0), 900,
          0.004F}},
        {"records", "recordLuhn", "", line(4), line(256), 0, {bytes(16000, below<10>), zeroBytes(1000), 1000}},
        {"records",
         "recordMorton",
         "",
         line(12),
         line(256),
         0,
         {words(3000, bits), words(3000, [](std::uint64_t i) { return static_cast<double>(mixed(i + 3000)); }),
          zeros(ElementType::U64, 3000), 3000}},
        {"records", "recordCipher", "", line(6), line(128), 0, {words(8000, bits), words(7, bits), 7, 2000}},
        {"records",
         "recordPalindromes",
         "",
         line(5),
         line(128),
         0,
         {chars(7200, [](std::uint64_t i) { return 'a' + below<2>(i); }), whole(601, wordBegin), 600, i32(600, 0)}},
        {"records", "recordTopTwo", "", line(5), line(256), 0, {whole(4000, below<1000000>), i32(10, 0), 4000}},
        {"records",
         "recordDeltas",
         "",
         line(10),
         line(256),
         0,
         {shorts(2500, [](std::uint64_t i) { return below<2000>(i) - 1000; }),
          data(ElementType::I64, 79, [](std::uint64_t i) { return 1e10 + below<1000000>(i); }),
          zeros(ElementType::I64, 2500), 2500}},
    };
}

}  // namespace

std::vector<Row> rowsOfFifth() {
    std::vector<Row> all;
    for (const auto& rows : {rowsOfSignals(), rowsOfGrids(), rowsOfLearning(), rowsOfRecords()})
        all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

}  // namespace lanescope::rows
