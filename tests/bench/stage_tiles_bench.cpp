// SPDX-License-Identifier: GPL-3.0-or-later
// Frame time of the tiles view with matrices of a million cells, at 3840 × 2160. Aim: less than 16 ms.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "core/run/emulation.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace {

using namespace lanescope;

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

struct Stage {
    explicit Stage(const std::string& n) : motion(playback) {
        Result<Emulation> made = tiledRun(n);
        if (!made || made->traces.empty()) return;
        run = std::make_shared<const Emulation>(std::move(*made));
        playback.setBlocks({std::make_shared<const flow::BlockFlow>(run->traces.front())});
        view = std::make_unique<TilesStage>(StageFrame{theme, playback, motion, selection}, nullptr);
        view->setSides({{QStringLiteral("matmul.tiled"), run, 0}});
        view->resize(1440, 840);
        while (!view->historyIsKnown()) QCoreApplication::processEvents();
        playback.seek(playback.size() / 2);
    }
    Theme theme;
    Playback playback;
    Motion motion;
    Selection selection;
    std::shared_ptr<const Emulation> run;
    std::unique_ptr<TilesStage> view;
};

void frames(benchmark::State& state, bool steps) {
    Stage stage("1024");
    if (!stage.view) {
        state.SkipWithError("no block was recorded");
        return;
    }
    // A window of 3840 × 2160: the stage of 1440 × 840 at twice the pixels, as the widget paints it.
    QImage screen(2880, 1680, QImage::Format_ARGB32_Premultiplied);
    screen.setDevicePixelRatio(2);
    int milliseconds = 0;
    for (auto _ : state) {
        if (steps) stage.playback.seek(stage.playback.next(stage.playback.position()));
        stage.motion.freezeAt(milliseconds = (milliseconds + 16) % 240);
        QPainter painter(&screen);
        stage.view->paintTo(painter, QSizeF(1440, 840));
        painter.end();
        benchmark::DoNotOptimize(screen.constBits());
    }
}

/// Values on their way: nothing has changed but how far they have come.
void movingFrame(benchmark::State& state) { frames(state, false); }
BENCHMARK(movingFrame)->Unit(benchmark::kMillisecond);

/// A step in every frame.
void steppingFrame(benchmark::State& state) { frames(state, true); }
BENCHMARK(steppingFrame)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
