// SPDX-License-Identifier: GPL-3.0-or-later
// Frame time of the tiles view with matrices of 1024 × 1024 elements, all of them drawn. Aim: less than 16 ms.
#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>

#include "tests/widgets/scenes/sample_scene.h"
#include "widgets/scenes/tiles_painter.h"

namespace {

using namespace lanescope;

void paintTiles(benchmark::State& state) {
    const auto side = static_cast<std::uint64_t>(state.range(0));
    const QSize size(static_cast<int>(state.range(1)), static_cast<int>(state.range(2)));
    TilesScene scene = test::sampleScene(side, 16);
    // As in the view: values only where they are written.
    for (TileGrid& grid : scene.grids)
        if (grid.shape.rows > 16) grid.values.clear();
    // Some history, so that pooling has something to choose from.
    for (std::size_t i = 0; i < scene.grids[0].flags.size(); i += 3) scene.grids[0].flags[i] |= kReadBefore;
    const TilesStyle style{false, QFont(QStringLiteral("DejaVu Sans"), 11)};
    const auto shapes = test::shapesOf(scene);
    const TilesLayout layout = layoutTiles(shapes, QRectF(QPointF(0, 0), QSizeF(size)), style);
    QImage image(size, QImage::Format_RGB32);
    for (auto _ : state) {
        QPainter painter(&image);
        painter.fillRect(image.rect(), colourOf(Colour::Ground, false));
        TilesPainter(style, layout).paint(painter, scene);
        painter.end();
        benchmark::DoNotOptimize(image.constBits());
    }
}
BENCHMARK(paintTiles)
    ->ArgNames({"n", "width", "height"})
    ->Args({64, 760, 600})
    ->Args({1024, 760, 600})
    ->Args({1024, 1280, 720})
    ->Args({1024, 3840, 2160})
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
