// SPDX-License-Identifier: GPL-3.0-or-later
// The view of memory at 4K: steps from request to request of one block of 1024 threads that multiplies matrices from
// global memory, alone and beside another. Aim: a step with its frame, and a frame of its motion, take less than 16 ms.
// And what requests cost, in one pass over ten million events: it is part of making a BlockFlow.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "tests/bench/multiplied_block.h"
#include "widgets/stage/memory/memory_view.h"

namespace {

using namespace lanescope;

constexpr QSize kRoom{2880, 1680};

const std::shared_ptr<const BlockTrace>& trace(int n) {
    static const auto kShort = recordMultiplied(matmulKernel("singleBlock<32, float>"), 64, {32, 32, 1});
    static const auto kLong = recordMultiplied(matmulKernel("singleBlock<32, float>"), 512, {32, 32, 1});
    return n == 64 ? kShort : kLong;
}

struct Window {
    Theme theme;
    Playback playback;
    Motion motion{playback};
    Selection selection;
    std::unique_ptr<MemoryView> view;
    QImage image{kRoom, QImage::Format_ARGB32_Premultiplied};

    explicit Window(std::size_t sides) {
        std::vector<Playback::Block> blocks;
        while (trace(64) && blocks.size() < sides) blocks.push_back(std::make_shared<const flow::BlockFlow>(trace(64)));
        theme.setTextScale(2);
        playback.setBlocks(blocks);
        view = std::make_unique<MemoryView>(StageFrame{theme, playback, motion, selection}, nullptr);
    }
    void paint() {
        QPainter painter(&image);
        view->paintTo(painter, kRoom);
        benchmark::DoNotOptimize(image.constBits());
    }
};

void step(benchmark::State& state) {
    Window window(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        if (window.playback.atEnd()) window.playback.toStart();
        window.playback.seek(window.playback.next(window.playback.position()));
        window.paint();
    }
}
BENCHMARK(step)->ArgName("sides")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void motionOfStep(benchmark::State& state) {
    Window window(2);
    window.playback.seek(window.playback.size() / 2);
    window.playback.stepForward();
    int time = 0;
    for (auto _ : state) {
        window.motion.freezeAt(time++ % Motion::kMilliseconds);
        window.paint();
    }
}
BENCHMARK(motionOfStep)->Unit(benchmark::kMillisecond);

void requestCosts(benchmark::State& state) {
    if (!trace(512)) return state.SkipWithError("no trace");
    for (auto _ : state) {
        const flow::RequestCosts costs(*trace(512));
        benchmark::DoNotOptimize(costs.mostLines());
    }
    state.counters["events"] = static_cast<double>(trace(512)->size());
}
BENCHMARK(requestCosts)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
