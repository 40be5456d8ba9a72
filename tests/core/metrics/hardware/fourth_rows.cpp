// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "tests/core/metrics/hardware/launch_rows.h"
#include "tests/core/metrics/hardware/row_data.h"

namespace lanescope::rows {
namespace {

Data floats(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::F32, count, element); }
Data doubles(std::uint64_t count, double (*element)(std::uint64_t)) { return data(ElementType::F64, count, element); }
/// A number of size_t.
Scalar size(std::uint64_t value) { return {ElementType::U64, value}; }

/// Between 0 and 1.
double share(std::uint64_t i) { return below<10000>(i) / 10000; }

std::vector<Row> rowsOfAlgebra() {
    const Data triangle = doubles(40 * 40, [](std::uint64_t i) { return i / 40 == i % 40 ? 50.0 : below<9>(i); });
    return {
        {"algebra", "algebraAxpby", "", line(20), line(256), 0, {f32(20000), f32(20000, 4), 1.5F, 0.5F, 20000}},
        {"algebra",
         "algebraTriad",
         "",
         line(16),
         line(128),
         0,
         {f64(10000), f64(10000, 4), f64(10000, 0), 2.5, size(5000)}},
        {"algebra",
         "algebraGemvTransposed",
         "",
         line(3),
         line(128),
         0,
         {f32(200 * 300), f32(200, 4), f32(300, 0), 200, 300}},
        {"algebra",
         "algebraMatmulRows",
         "",
         {3, 3, 1},
         {32, 8, 1},
         0,
         {f32(70 * 50), f32(50 * 90, 4), f32(70 * 90, 0), 70, 90, 50}},
        {"algebra",
         "algebraMatmulRows",
         "96",
         {3, 3, 1},
         {32, 8, 1},
         0,
         {f32(9216), f32(9216, 4), f32(9216, 0), 96, 96, 96}},
        {"algebra",
         "algebraMatmulSquares",
         "",
         {4, 4, 1},
         {8, 8, 1},
         0,
         {f64(4096), f64(4096, 4), f64(4096, 5), 64, 2.0, -1.0}},
        {"algebra", "algebraLuStep", "", {6, 12, 1}, {16, 8, 1}, 0, {f32(10000), 100, 7}},
        {"algebra", "algebraBackSubstitution", "", line(4), line(128), 0, {triangle, f64(40 * 500), 40, 500}},
        {"algebra", "algebraPower", "", line(1), line(96), 768, {f32(9216), f32(96, 4), f32(1, 0), 96, 5}},
        {"algebra",
         "algebraCgDots",
         "",
         line(12),
         line(256),
         0,
         {f64(9000), f64(9000, 4), f64(9000, 5), f64(12, 0), f64(12, 0), 9000}},
    };
}

double kept(std::uint64_t i) { return mixed(i) % 3 == 0 ? 1 : 0; }
/// How many are kept before each.
double keptBefore(std::uint64_t i) {
    static const std::vector<double> sums = [] {
        std::vector<double> made(8000);
        for (std::uint64_t k = 1; k < made.size(); ++k) made[k] = made[k - 1] + kept(k - 1);
        return made;
    }();
    return sums[i];
}
/// Words of small letters with blanks between.
double prose(std::uint64_t i) {
    return mixed(i) % 6 == 0 ? ' ' : static_cast<double>('a' + mixed(i) * mixed(i + 1) % 26);
}

std::vector<Row> rowsOfSums() {
    return {
        {"sums", "sumsTemplate", "", line(8), line(128), 512, {i32(10000), i32(8, 0), 10000}},
        {"sums", "sumsDot", "", line(10), line(128), 0, {f64(6000), f64(6000, 4), f64(10, 0), 6000}},
        {"sums", "sumsMaximum", "", line(8), line(256), 0, {whole(20000, below<1000000>), i32(1, 0), 5000}},
        {"sums", "sumsOfEight", "", line(30), line(256), 0, {f32(7504), f32(938, 0), 7504}},
        {"sums", "sumsBrentKung", "", line(32), line(128), 0, {f32(8000), f32(8000, 0), 8000}},
        {"sums", "sumsCoarseScan", "", line(24), line(64), 0, {i32(6144), i32(6144, 0), i32(24, 0)}},
        {"sums", "sumsAddOffsets", "", line(40), line(256), 0, {i32(10000), i32(39), 10000}},
        {"sums", "sumsLetters", "", line(16), line(128), 0, {bytes(16000, prose), 16000, i32(7, 0)}},
        {"sums",
         "sumsLetters",
         "runs",
         line(16),
         line(128),
         0,
         {bytes(16000, [](std::uint64_t i) { return prose(i / 5); }), 16000, i32(7, 0)}},
        {"sums",
         "sumsScatterKept",
         "",
         line(32),
         line(256),
         0,
         {f32(8000), whole(8000, kept), whole(8000, keptBefore), f32(8000, 0), 8000}},
        {"sums",
         "sumsPackBits",
         "",
         line(25),
         line(256),
         0,
         {whole(6390, below<100>), i32(200, 0), i32(1, 0), 60, 6390}},
    };
}

std::vector<Row> rowsOfSorting() {
    const Data text = bytes(9000, [](std::uint64_t i) { return 'a' + below<3>(i); });
    const Data pattern = bytes(8, [](std::uint64_t i) { return i == 3 ? '?' : 'a' + below<3>(i + 700); });
    return {
        {"sorting", "sortingOddEvenPhase", "", line(20), line(256), 0, {whole(10001, below<100000>), 10001, 1}},
        {"sorting", "sortingWarpBitonic", "", line(16), line(256), 0, {floats(4096, below<1000>), f32(4096, 0)}},
        {"sorting", "sortingSplit", "", line(32), line(128), 0, {whole(4096, below<100000>), 3}},
        {"sorting",
         "sortingMergePath",
         "",
         line(7),
         line(128),
         0,
         {whole(3000, [](std::uint64_t i) { return static_cast<double>(3 * i + mixed(i) % 3); }), 3000,
          whole(2500, [](std::uint64_t i) { return static_cast<double>(4 * i + mixed(i + 9) % 4); }), 2500,
          i32(5500, 0), 7}},
        {"sorting", "sortingFuzzyMatch", "", line(36), line(256), 0, {text, 9000, pattern, 8, 2, zeroBytes(9000)}},
        {"sorting",
         "sortingNearest",
         "",
         line(8),
         line(128),
         0,
         {floats(400, below<1000>), 200, floats(2000, [](std::uint64_t i) { return below<1000>(i + 5000); }), 1000,
          i32(3000, 0)}},
        {"sorting",
         "sortingAssign",
         "",
         line(24),
         line(256),
         72,
         {floats(18000, below<1000>), floats(18, [](std::uint64_t i) { return below<1000>(i + 40000); }), i32(6000, 0),
          6000, 6}},
        {"sorting",
         "sortingUpdate",
         "",
         line(12),
         line(128),
         0,
         {whole(18000, below<1000>), whole(6000, below<6>), i32(18, 0), i32(6, 0), 6000, 6}},
    };
}

// A picture of 180 × 100: slopes, a disc and grain.
constexpr std::int32_t kWidth = 180;
constexpr std::int32_t kHeight = 100;
constexpr std::uint64_t kPixels = 18000;
double brightness(std::uint64_t i) {
    const std::uint64_t x = i % kWidth, y = i / kWidth;
    const std::uint64_t disc = (x - 60) * (x - 60) + (y - 50) * (y - 50) < 900 ? 80 : 0;
    return static_cast<double>((x + y / 2 + disc + mixed(i) % 16) % 256);
}
double colour(std::uint64_t i) { return brightness(i / 4 + i % 4 * 777 % kPixels); }
/// White with specks and a bar of black.
double blackAndWhite(std::uint64_t i) { return mixed(i) % 11 == 0 || i % kWidth / 20 == 4 ? 0 : 255; }
/// Red, green, blue, radius, x, y, z.
double sphere(std::uint64_t i) {
    switch (i % 7) {
        case 3: return 8 + below<14>(i);
        case 4:
        case 5: return below<80>(i) - 40;
        case 6: return below<60>(i) - 30;
        default: return share(i);
    }
}

std::vector<Row> rowsOfPictures() {
    constexpr Dim3 square{16, 16, 1};
    const Data gray = bytes(kPixels, brightness);
    const Data picture = floats(kPixels, brightness);
    std::vector<Row> rows{
        {"pictures",
         "pictureGray",
         "",
         {12, 7, 1},
         square,
         0,
         {bytes(4 * kPixels, colour), zeroBytes(kPixels), kHeight, kWidth}},
        {"pictures",
         "picturePlanes",
         "",
         line(20),
         line(256),
         0,
         {bytes(3 * kPixels, colour), zeroBytes(kPixels), zeroBytes(kPixels), zeroBytes(kPixels), 18000, 40}},
        {"pictures", "pictureRows", "", {3, 100, 1}, line(64), 0, {picture, f32(kPixels, 0), kWidth}},
        {"pictures", "pictureColumns", "", {6, 13, 1}, {32, 8, 1}, 0, {picture, f32(kPixels, 0), kWidth, kHeight}},
        {"pictures",
         "pictureErode",
         "",
         {12, 13, 1},
         {16, 8, 1},
         0,
         {bytes(kPixels, blackAndWhite), zeroBytes(kPixels), kWidth, kHeight}},
        {"pictures",
         "pictureTable",
         "",
         line(18),
         line(256),
         0,
         {gray, bytes(256, [](std::uint64_t i) { return std::floor(255 * std::sqrt(static_cast<double>(i) / 255)); }),
          zeroBytes(kPixels), 4500}},
        {"pictures", "pictureHalf", "", {3, 4, 1}, {16, 8, 1}, 0, {gray, zeroBytes(4500), kWidth, kHeight}},
        {"pictures",
         "pictureSpheres",
         "",
         {6, 6, 1},
         square,
         0,
         {floats(7 * 12, sphere), 12, zeroBytes(4 * 96 * 96), 96}},
        {"pictures", "pictureNewton", "", {6, 10, 1}, {16, 8, 1}, 0, {Data{ElementType::U16, 96 * 80, 0}, 96, 80, 40}},
    };
    for (const int mode : {1, 2})
        rows.push_back({"pictures",
                        "pictureBlend",
                        mode == 1 ? "multiply" : "screen",
                        line(32),
                        line(256),
                        0,
                        {bytes(32000, colour), bytes(32000, below<256>), zeroBytes(32000), 8000, mode}});
    return rows;
}

std::vector<Row> rowsOfPhysics() {
    const auto speed = [](std::uint64_t i) { return below<100>(i + 31) / 10 - 5; };
    /// Place, speed, mass.
    const auto body = [](std::uint64_t i) {
        return i % 7 < 3 ? 4 * share(i) : i % 7 < 6 ? share(i) - 0.5 : 1 + share(i);
    };
    const auto spin = [](std::uint64_t i) { return mixed(i) % 3 == 0 ? -1.0 : 1.0; };
    const auto money = [](std::uint64_t i) { return 5 + 25 * share(i); };
    const auto strike = [](std::uint64_t i) { return 1 + 99 * share(i + 4000); };
    const auto years = [](std::uint64_t i) { return 0.25 + 9 * share(i + 9000); };
    return {
        {"physics",
         "physicsHeatTile",
         "",
         {10, 6, 1},
         {16, 16, 1},
         0,
         {floats(150 * 90, below<100>), f32(150 * 90, 0), 150, 90, 0.125F}},
        {"physics",
         "physicsHeatCube",
         "",
         {4, 7, 5},
         {8, 4, 4},
         0,
         {doubles(30 * 26 * 20, below<100>), f64(30 * 26 * 20, 0), 30, 26, 20, 0.125}},
        {"physics",
         "physicsString",
         "",
         line(16),
         line(128),
         0,
         {floats(2048, share), floats(2048, [](std::uint64_t i) { return share(i + 3); }), 20, 0.25F}},
        {"physics",
         "physicsWave",
         "",
         {4, 13, 1},
         {32, 8, 1},
         0,
         {floats(10000, share), floats(10000, [](std::uint64_t i) { return share(i + 3); }), f32(10000, 0), 100, 0.4F}},
        {"physics", "physicsBodies", "", line(5), line(64), 0, {floats(2100, body), f32(2100, 0), 300, 0.01F}},
        {"physics",
         "physicsBounce",
         "",
         line(32),
         line(128),
         0,
         {floats(8000, [](std::uint64_t i) { return below<100>(i) / 10; }), floats(8000, speed), 4000, 30, 0.02F,
          10.0F}},
        {"physics",
         "physicsIsing",
         "",
         line(32),
         line(256),
         0,
         {whole(128 * 128, spin), whole(8192, below<1000000000>), 128, 0, 0.4F}},
        {"physics", "physicsPaths", "", line(16), line(128), 0, {f32(2000, 0), 2000, 8, 100.0F, 105.0F, 0.03F, 0.2F}},
        {"physics",
         "physicsOptions",
         "",
         line(8),
         line(128),
         0,
         {doubles(3000, money), doubles(3000, strike), doubles(3000, years), f64(3000, 0), f64(3000, 0), 0.02, 0.3,
          3000}},
    };
}

// A graph of 1500 vertices with up to nine edges each, anywhere.
constexpr std::int32_t kVertices = 1500;
double first(std::uint64_t v) { return static_cast<double>(5 * v + (v == 0 ? 0 : mixed(v) % 5)); }
constexpr std::uint64_t kEdges = 7505;  // at least first(1500)
/// Rows of a matrix of 1500 × 1500: up to 24 elements each, every 50th has 60 more.
double firstOfRow(std::uint64_t row) {
    return static_cast<double>(12 * row + (row == 0 ? 0 : mixed(row) % 12) + 60 * ((row + 49) / 50));
}
constexpr std::uint64_t kElements = 19812;  // at least firstOfRow(1500)
/// Each third vertex of the lower ones is on the frontier, some others have been reached.
double level(std::uint64_t v) { return (v < 1200 && v % 3 == 1) || mixed(v) % 5 == 0 ? 0 : -1; }
double offset(std::uint64_t d) {
    constexpr std::array<double, 7> offsets{-60, -2, -1, 0, 1, 2, 60};
    return offsets.at(d);
}

std::vector<Row> rowsOfTables() {
    const auto distance = [](std::uint64_t i) { return i / 120 == i % 120 ? 0 : 1 + below<100>(i); };
    const auto ofFour = [](std::uint64_t i) { return 'a' + below<4>(i); };
    const auto ofFourMore = [](std::uint64_t i) { return 'a' + below<4>(i + i / 7); };
    const Data begins = whole(kVertices + 1, first);
    const Data ends = whole(kEdges, below<kVertices>);
    return {
        {"tables", "tableFloyd", "", {1, 120, 1}, line(128), 0, {whole(14400, distance), 120, 17}},
        {"tables",
         "tableAlignDiagonal",
         "",
         line(3),
         line(128),
         0,
         {bytes(300, ofFour), bytes(260, ofFourMore), i32(301 * 261), 300, 260, 280}},
        {"tables",
         "tableLevenshtein",
         "",
         line(16),
         line(256),
         0,
         {bytes(32000, ofFour), bytes(8, ofFourMore), zeroBytes(4000), 4000}},
        {"tables",
         "tableCommon",
         "",
         line(20),
         line(64),
         768,
         {bytes(20 * 63, ofFour), bytes(20 * 63, ofFourMore), i32(20, 0), 63}},
        {"tables",
         "tableChain",
         "",
         line(1),
         line(96),
         0,
         {whole(121, [](std::uint64_t i) { return 1 + below<50>(i); }), data(ElementType::I64, 14400, below<100000>),
          120, 40}},
        {"tables",
         "tableFrontier",
         "",
         line(4),
         line(128),
         0,
         {begins, ends, whole(400, [](std::uint64_t i) { return static_cast<double>(3 * i + 1); }), 400,
          whole(kVertices, level), i32(kVertices, 0), i32(1, 0), 1}},
        {"tables",
         "tableGiveRank",
         "",
         line(5),
         line(128),
         0,
         {begins, ends, floats(kVertices, share), f32(kVertices, 0), kVertices}},
        {"tables",
         "tableDiagonals",
         "",
         line(12),
         line(256),
         0,
         {f32(7 * 3000), whole(7, offset), 7, f32(3000, 4), f32(3000, 0), 3000}},
        {"tables",
         "tableRowsOfEight",
         "",
         line(47),
         line(256),
         0,
         {whole(kVertices + 1, firstOfRow), whole(kElements, below<kVertices>), f64(kElements), f64(kVertices, 4),
          f64(kVertices, 0), kVertices}},
    };
}

/// cos and −sin of 2π k / 4096, k = 0 … 2047, one after the other.
double twiddle(std::uint64_t i) {
    const double angle = 2 * 3.14159265358979323846 * static_cast<double>(i / 2) / 4096;
    return i % 2 == 0 ? std::cos(angle) : -std::sin(angle);
}

std::vector<Row> rowsOfNumbers() {
    const auto letterOrNot = [](std::uint64_t i) { return 32 + below<95>(i); };
    std::vector<Row> rows{
        {"numbers", "numberSieve", "", line(2), line(64), 0, {i32(1876, 0), 60000}},
        {"numbers", "numberHappy", "", line(24), line(256), 0, {zeroBytes(6000), 6000}},
        {"numbers",
         "numberFibonacci",
         "",
         line(12),
         line(256),
         0,
         {whole(3000, [](std::uint64_t i) { return 1 + below<100000>(i); }), i32(3000, 0), 3000, 10007}},
        {"numbers",
         "numberHamming",
         "",
         {4, 13, 1},
         {32, 8, 1},
         0,
         {data(ElementType::U64, 100, [](std::uint64_t i) { return below<4294967296>(i) * 1048577; }), zeroBytes(10000),
          100}},
        {"numbers",
         "numberAdler",
         "",
         line(8),
         line(128),
         0,
         {bytes(20020, letterOrNot),
          whole(1001, [](std::uint64_t t) { return static_cast<double>(20 * t + mixed(t) % 20); }), i32(1000, 0),
          1000}},
        {"numbers",
         "numberBase64",
         "",
         line(12),
         line(256),
         0,
         {bytes(9000, below<256>), zeroBytes(12000), size(3000)}},
        {"numbers", "numberCaesar", "", line(16), line(128), 0, {bytes(10000, letterOrNot), 10000, 3}},
        {"numbers", "numberSimpson", "", line(8), line(128), 0, {f64(1000, 0), 0.0, 1.0, 1000, 8}},
        {"numbers",
         "numberLegendre",
         "",
         line(16),
         line(128),
         0,
         {doubles(2000, [](std::uint64_t i) { return 2 * share(i) - 1; }), whole(2000, below<12>), f64(2000, 0), 2000}},
        {"numbers",
         "numberTranspose",
         "",
         {9, 6, 1},
         {16, 4, 1},
         0,
         {data(ElementType::I16, 90 * 130, below<30000>), Data{ElementType::I16, 90 * 130, 0}, 90, 130}},
        {"numbers", "numberColumns", "", line(24), line(256), 0, {f32(24000), f32(24000, 0), 6000}},
    };
    for (const int half : {1, 64})
        rows.push_back({"numbers",
                        "numberButterfly",
                        half == 1 ? "1" : "64",
                        line(8),
                        line(256),
                        0,
                        {floats(8192, share), floats(4096, twiddle), 4096, half}});
    return rows;
}

}  // namespace

std::vector<Row> rowsOfFourth() {
    std::vector<Row> rows;
    for (const auto& some : {rowsOfAlgebra(), rowsOfSums(), rowsOfSorting(), rowsOfPictures(), rowsOfPhysics(),
                             rowsOfTables(), rowsOfNumbers()})
        rows.insert(rows.end(), some.begin(), some.end());
    return rows;
}

}  // namespace lanescope::rows
