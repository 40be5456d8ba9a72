// SPDX-License-Identifier: GPL-3.0-or-later
// A step in the view of the code, and a frame of it and of the blocks on a multiprocessor, on a screen of 3840 × 2160.
// Aim: less than 16 ms.
#include <benchmark/benchmark.h>

#include <QApplication>

#include "core/gpus/multiprocessor.h"
#include "tests/support/staged.h"
#include "widgets/stage/block/block_view.h"
#include "widgets/stage/code/code_view.h"

namespace {

using namespace lanescope;

constexpr QSize kStage{1440, 840};
constexpr double kRatio = 2;

void paintCode(benchmark::State& state) {
    test::Staged staged({{"matmul.tiled", {{"n", "256"}, {"block", "16"}}}});
    const auto view = staged.view<CodeStage>();
    view->resize(kStage);
    view->setPtxOpen(state.range(0) != 0);
    QImage image(kStage * kRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(kRatio);
    quint64 position = 0;
    for (auto _ : state) {
        position = (position + 97) % staged.playback.size();
        staged.playback.seek(position);
        QPainter painter(&image);
        view->paintTo(painter, kStage);
        benchmark::DoNotOptimize(image.constBits());
    }
}
BENCHMARK(paintCode)->ArgName("ptx")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void paintBlocks(benchmark::State& state) {
    test::Staged staged({});
    const auto view = staged.view<BlockStage>();
    view->resize(kStage);
    block::BlockInput input;
    input.gpu = gpuOfCapability(*findMultiprocessor("9.0"));
    input.launch.kernel = "kernel";
    input.launch.block = {.threads = 64, .sharedBytes = 2048, .registersPerThread = 32};
    view->setInputs({input});
    QImage image(kStage * kRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(kRatio);
    double landed = 0;
    for (auto _ : state) {
        landed = landed > 32 ? 0 : landed + 0.3;
        view->freezeAt(landed);
        QPainter painter(&image);
        view->paintTo(painter, kStage);
        benchmark::DoNotOptimize(image.constBits());
    }
}
BENCHMARK(paintBlocks)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
