// SPDX-License-Identifier: GPL-3.0-or-later
// Frame time of the tiles view with matrices of 1024 × 1024 elements, all of them drawn. Aim: less than 16 ms.
#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QImage>

#include "core/run/emulation.h"
#include "tests/widgets/scenes/sample_scene.h"
#include "widgets/scenes/tiles_painter.h"
#include "widgets/scenes/touch_history.h"

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

/// matmul.tiled of order n with one block recorded; a sample of the grid is run.
Result<Emulation> tiledRun(const std::string& n) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    if (!catalogue) return fail(catalogue.error());
    const Result<const Algorithm*> algorithm = catalogue->find("matmul.tiled");
    if (!algorithm) return fail(algorithm.error());
    const Result<Parameters> parameters = (*algorithm)->complete({{"n", n}, {"block", "16"}});
    if (!parameters) return fail(parameters.error());
    Result<Plan> plan = (*algorithm)->plan(*parameters);
    if (!plan) return fail(plan.error());
    EmulationOptions options;
    options.maxBlocks = 64;
    options.tracedBlocks = {{0, 0, 0}};
    return emulate(std::move(*plan), options, {});
}

/// One frame while playing: a step, the scene of three whole matrices of 1024 × 1024, and its picture.
void playTiles(benchmark::State& state) {
    const Result<Emulation> run = tiledRun("1024");
    if (!run || run->traces.empty()) {
        state.SkipWithError(run ? "no block was recorded" : describe(run.error()).c_str());
        return;
    }
    Timeline timeline(run->traces[0]);
    TouchHistory history(run->traces[0], timeline.memory());
    history.learn(run->traces[0]->size(), std::chrono::hours(1));
    const std::vector<ArrayShape> shapes = arraysOf(timeline);
    std::vector<GridView> views;
    for (const ArrayShape& shape : shapes) views.push_back({shape.whole(), false});
    const TilesStyle style{false, QFont(QStringLiteral("DejaVu Sans"), 11)};
    const QSize size(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
    const TilesLayout layout = layoutTiles(shapes, QRectF(QPointF(0, 0), QSizeF(size)), style);
    QImage image(size, QImage::Format_RGB32);
    std::uint64_t position = run->traces[0]->size() / 2;
    for (auto _ : state) {
        timeline.seek(position);
        history.moveTo(position);
        QPainter painter(&image);
        painter.fillRect(image.rect(), colourOf(Colour::Ground, false));
        TilesPainter(style, layout)
            .paint(painter, makeTilesScene(timeline, history, views, nullptr, touchesNow(timeline)));
        painter.end();
        benchmark::DoNotOptimize(image.constBits());
        if (++position > run->traces[0]->size()) position = 0;
    }
}
BENCHMARK(playTiles)
    ->ArgNames({"width", "height"})
    ->Args({760, 600})
    ->Args({3840, 2160})
    ->Unit(benchmark::kMillisecond);

/// Going through a whole trace once, when it is loaded.
void learnTrace(benchmark::State& state) {
    const Result<Emulation> run = tiledRun("1024");
    if (!run || run->traces.empty()) {
        state.SkipWithError(run ? "no block was recorded" : describe(run.error()).c_str());
        return;
    }
    const Timeline timeline(run->traces[0]);
    for (auto _ : state) {
        TouchHistory history(run->traces[0], timeline.memory());
        history.learn(run->traces[0]->size(), std::chrono::hours(1));
        benchmark::DoNotOptimize(history.known());
    }
    state.counters["events"] = static_cast<double>(run->traces[0]->size());
}
BENCHMARK(learnTrace)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
