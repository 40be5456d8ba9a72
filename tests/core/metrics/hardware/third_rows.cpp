// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/hardware/launch_rows.h"
#include "tests/core/metrics/hardware/row_data.h"

namespace lanescope::rows {
namespace {

// A picture of 200 × 120: slopes, edges and grain.
constexpr std::int32_t kWidth = 200;
constexpr std::int32_t kHeight = 120;
constexpr std::uint64_t kPixels = 24000;
constexpr Dim3 kPicture{13, 8, 1};
constexpr Dim3 kSquare{16, 16, 1};
double pixel(std::uint64_t i) {
    const std::uint64_t x = i % kWidth, y = i / kWidth;
    const std::uint64_t edge = (x - 90) * (x - 90) + (y - 60) * (y - 60) < 1600 ? 90 : 0;
    return static_cast<double>((x / 2 + y / 3 + edge + mixed(i) % 24) % 256);
}

// A graph of 2000 vertices: most have up to 11 edges, every 37th has 40 more.
constexpr std::int32_t kVertices = 2000;
constexpr std::uint64_t kEdges = 14210;  // at least first(2000)
double first(std::uint64_t v) {
    return static_cast<double>(6 * v + (v == 0 ? 0 : mixed(v) % 6) + 40 * ((v + 36) / 37));
}
/// Ascending within a vertex, but where the numbers begin anew.
double neighbour(std::uint64_t e) { return static_cast<double>((3 * e + mixed(e) % 3) % kVertices); }
/// A forest: each tree has 16 vertices, the least of them its root.
double parent(std::uint64_t v) {
    const std::uint64_t above = 1 + mixed(v) % 4;
    return static_cast<double>(v - (above < v % 16 ? above : v % 16));
}
double level(std::uint64_t v) { return mixed(v) % 4 == 0 ? 2 : mixed(v) % 4 == 1 ? 1 : -1; }

double letter(std::uint64_t i) { return static_cast<double>('a' + mixed(i) % 3); }

const Data kFirst = whole(kVertices + 1, first);
const Data kNeighbours = whole(kEdges, neighbour);
const Data kPairs = whole(2 * 6000, below<kVertices>);

std::vector<Row> rowsOfImages() {
    const Data picture = data(ElementType::F32, kPixels, pixel);
    return {
        {"image", "imageSobel", "", kPicture, kSquare, 0, {bytes(kPixels, pixel), zeroBytes(kPixels), kWidth, kHeight}},
        {"image", "imageBox", "", kPicture, kSquare, 0, {picture, f32(kPixels, 0), kWidth, kHeight}},
        {"image", "imageMedian", "", kPicture, kSquare, 0, {picture, f32(kPixels, 0), kWidth, kHeight}},
        {"image",
         "imageThreshold",
         "",
         line(63),
         line(256),
         0,
         {bytes(4 * 16000, below<256>), zeroBytes(16000), i32(63, 0), 16000, 120}},
        {"image",
         "imageBilateral",
         "",
         {7, 15, 1},
         {32, 8, 1},
         0,
         {picture, f32(kPixels, 0), kWidth, kHeight, 0.2F, 0.01F}},
        {"image", "imageRotate", "", kPicture, kSquare, 0, {picture, f32(kPixels, 0), kWidth, kHeight, 0.8F, 0.6F}},
    };
}

std::vector<Row> rowsOfMatrices() {
    const Data half{ElementType::F16, 100 * 160, 1};
    const Data halfVector{ElementType::F16, 160, 2};
    return {
        {"matrix", "matrixRegisters", "", {4, 4, 1}, kSquare, 0, {f32(16384), f32(16384, 4), f32(16384, 0), 128}},
        {"matrix",
         "matrixTransposedB",
         "",
         {5, 7, 1},
         kSquare,
         0,
         {f32(100 * 50), f32(70 * 50, 4), f32(7000, 0), 100, 70, 50}},
        {"matrix",
         "matrixTransposedB",
         "64",
         {4, 8, 1},
         {16, 8, 1},
         0,
         {f32(4096), f32(4096, 4), f32(4096, 0), 64, 64, 64}},
        {"matrix", "matrixUpper", "", {6, 12, 1}, {16, 8, 1}, 0, {f32(9216), f32(9216, 4), f32(9216, 0), 96}},
        {"matrix",
         "matrixRagged",
         "",
         {5, 4, 1},
         kSquare,
         0,
         {f64(60 * 45), f64(45 * 75), f64(60 * 75, 0), 60, 45, 75}},
        {"matrix",
         "matrixJacobi",
         "",
         line(2),
         line(128),
         0,
         {f64(200 * 200), f64(200, 4), f64(200, 5), f64(200, 0), 200}},
        {"matrix",
         "matrixCgStep",
         "",
         line(24),
         line(256),
         0,
         {f32(20000), f32(20000, 4), f32(20000, 5), f32(20000, 6), 0.25F, f32(1, 0), 20000}},
        {"matrix", "matrixHalf", "", line(13), line(256), 0, {half, halfVector, f32(100, 0), 100, 80}},
    };
}

std::vector<Row> rowsOfCollections() {
    return {
        {"collect", "collectMinMax", "", line(16), line(256), 0, {whole(20000, below<100000>), i32(32, 0), 20000}},
        {"collect",
         "collectArgmax",
         "",
         line(32),
         line(256),
         0,
         {data(ElementType::F32, 8000, below<5000>), f32(32, 0), i32(32, 0), 8000}},
        {"collect", "collectMoments", "", line(12), line(192), 0, {f32(20000), f64(24, 0), 20000}},
        {"collect", "collectScanWarps", "", line(40), line(256), 0, {i32(10000), i32(10000, 0), i32(40, 0), 10000}},
        {"collect", "collectExclusive", "", line(16), line(256), 4 * 528, {f32(8192), f32(8192, 0), 512}},
        {"collect", "collectSegments", "", line(32), line(256), 0, {i32(8192), i32(8192, 4), i32(8192, 0)}},
        {"collect", "collectHistogram", "", line(16), line(128), 0, {bytes(20000, below<256>), i32(64, 0), 20000}},
        {"collect", "collectHistogram", "picture", line(16), line(128), 0, {bytes(kPixels, pixel), i32(64, 0), 24000}},
        {"collect", "collectCompact", "", line(40), line(256), 0, {f32(10000), f32(10240, 0), i32(40, 0), 10000, 6.5F}},
    };
}

std::vector<Row> rowsOfGraphs() {
    return {
        {"graph",
         "sparseCsrWarp",
         "",
         line(250),
         line(256),
         0,
         {kFirst, kNeighbours, f32(kEdges), f32(kVertices, 4), f32(kVertices, 0), kVertices}},
        {"graph",
         "sparseEll",
         "",
         line(16),
         line(128),
         0,
         {whole(2000 * 9, [](std::uint64_t i) { return mixed(i) % 5 == 0 ? -1.0 : below<kVertices>(i); }),
          f64(2000 * 9), f64(kVertices, 4), f64(kVertices, 0), kVertices, 9}},
        {"graph",
         "sparseCoordinates",
         "",
         line(20),
         line(256),
         0,
         {whole(12000, [](std::uint64_t i) { return static_cast<double>(i / 6); }), whole(12000, below<kVertices>),
          f32(12000), f32(kVertices, 4), f32(kVertices, 0), 12000}},
        {"graph",
         "graphLevel",
         "",
         line(8),
         line(256),
         0,
         {kFirst, kNeighbours, whole(kVertices, level), i32(kVertices, 0), 2, kVertices}},
        {"graph",
         "graphRank",
         "",
         line(16),
         line(128),
         0,
         {kFirst, kNeighbours, i32(kVertices), f32(kVertices, 4), f32(kVertices, 0), kVertices, 0.85F}},
        {"graph", "graphDegrees", "", line(24), line(256), 0, {kPairs, i32(kVertices, 0), i32(kVertices, 0), 6000}},
        {"graph",
         "graphHook",
         "",
         line(24),
         line(256),
         0,
         {kPairs, whole(kVertices, parent), whole(kVertices, [](std::uint64_t v) { return static_cast<double>(v); }),
          6000}},
        {"graph", "graphCommon", "", line(24), line(256), 0, {kFirst, kNeighbours, kPairs, i32(6000, 0), 6000}},
    };
}

std::vector<Row> rowsOfOrders() {
    const auto run = [](std::uint64_t i) { return static_cast<double>(3 * i + mixed(i) % 3); };
    const auto otherRun = [](std::uint64_t i) { return static_cast<double>(3 * i + mixed(i + 77) % 3); };
    const Data keys = whole(8192, below<100000>);
    return {
        {"order",
         "orderRank",
         "",
         line(8),
         line(128),
         0,
         {data(ElementType::F32, 1000, below<700>), f32(1000, 0), 1000}},
        {"order", "orderDigits", "", line(32), line(256), 0, {keys, i32(512, 0), 8100, 4}},
        {"order", "orderBitonicPairs", "1", line(32), line(256), 0, {keys, i32(8192), 1, 64}},
        {"order", "orderBitonicPairs", "512", line(32), line(256), 0, {keys, i32(8192), 512, 1024}},
        {"order",
         "orderMerge",
         "",
         line(24),
         line(256),
         0,
         {whole(3000, run), whole(3000, otherRun), i32(6000, 0), 3000}},
        {"order", "orderUntilQuiet", "", line(32), line(32), 0, {whole(2048, below<1000>), i32(32, 0)}},
        {"order",
         "textFind",
         "",
         line(40),
         line(256),
         0,
         {bytes(10000, letter), bytes(7, [](std::uint64_t i) { return letter(i + 500); }), i32(10000, 0), 10000, 7}},
        {"order",
         "textRuns",
         "",
         line(40),
         line(256),
         0,
         {whole(10000, [](std::uint64_t i) { return below<2>(i / 3); }), i32(10000, 0), 10000}},
        {"order", "textCrc", "", line(8), line(256), 0, {bytes(2000 * 20, below<256>), i32(2000, 0), 2000, 20}},
        {"order",
         "textKinds",
         "",
         line(8),
         line(64),
         0,
         {bytes(500 * 40, [](std::uint64_t i) { return 32 + below<95>(i); }), i32(2000, 0), 500, 40}},
        {"order",
         "textAlign",
         "",
         line(24),
         line(64),
         0,
         {whole(24 * 60, below<4>), whole(24 * 60, [](std::uint64_t i) { return below<4>(i + i / 9); }), i32(24, 0),
          60}},
    };
}

std::vector<Row> rowsOfNumerics() {
    const auto small = [](std::uint64_t i) { return below<1000>(i) / 500; };
    return {
        {"numeric",
         "numericHorner",
         "",
         line(16),
         line(128),
         0,
         {f64(7), data(ElementType::F64, 8000, small), f64(16000, 0), 8000}},
        {"numeric", "numericCubeRoot", "", line(32), line(256), 0, {f32(8000), f32(8000, 0), i32(8000, 0), 8000}},
        {"numeric", "numericJulia", "", {7, 12, 1}, {16, 8, 1}, 0, {zeroBytes(100 * 90), 100, 90, -0.8F, 0.156F, 80}},
        {"numeric", "numericDarts", "", line(16), line(128), 0, {i32(16, 0), 50}},
        {"numeric", "numericWalk", "", line(16), line(128), 0, {i32(2000, 0), 2000, 12, 200}},
        {"numeric",
         "numericBodies",
         "",
         line(4),
         line(64),
         0,
         {data(ElementType::F32, 1024, small), f32(1024, 0), 256, 0.01F}},
        {"numeric",
         "numericLife",
         "",
         {4, 12, 1},
         {32, 8, 1},
         0,
         {bytes(128 * 96, below<2>), zeroBytes(128 * 96), 128, 96}},
        {"numeric",
         "numericStencil3",
         "",
         {2, 6, 1},
         {32, 8, 1},
         0,
         {f32(50 * 44 * 20), f32(50 * 44 * 20, 0), 50, 44, 20, 0.1F}},
    };
}

}  // namespace

std::vector<Row> rowsOfThird() {
    std::vector<Row> rows;
    for (const auto& some :
         {rowsOfImages(), rowsOfMatrices(), rowsOfCollections(), rowsOfGraphs(), rowsOfOrders(), rowsOfNumerics()})
        rows.insert(rows.end(), some.begin(), some.end());
    return rows;
}

}  // namespace lanescope::rows
