// SPDX-License-Identifier: GPL-3.0-or-later
// The warps view: a scene of a long block, a page of it drawn anew at 4K, and a frame of motion over what is kept.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <map>

#include "tests/bench/multiplied_block.h"
#include "widgets/stage/warps/warps_view.h"

namespace lanescope {
namespace {

std::shared_ptr<const flow::BlockFlow> flowOf(const std::string& kernel, std::uint32_t n) {
    static std::map<std::pair<std::string, std::uint32_t>, std::shared_ptr<const flow::BlockFlow>> known;
    auto& flow = known[{kernel, n}];
    if (flow) return flow;
    const auto trace = recordMultiplied(matmulKernel(kernel), n, {32, 32, 1});
    if (trace) flow = std::make_shared<const flow::BlockFlow>(trace);
    return flow;
}

void application() {
    static int count = 1;
    static char name[] = "stage_warps_bench";
    static char* arguments[] = {name, nullptr};
    if (QApplication::instance() == nullptr) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        static QApplication app(count, arguments);
    }
}

/// A page of a block, from its first phases.
void scene(benchmark::State& state, const std::string& kernel) {
    const auto flow = flowOf(kernel, static_cast<std::uint32_t>(state.range(0)));
    if (!flow) return state.SkipWithError("no block");
    std::uint64_t events = 0;
    for (auto _ : state) {
        const warps::WarpsScene made(*flow);
        for (std::size_t group = 0; group < std::min<std::size_t>(8, made.groups()); ++group)
            events += made.group(group).end - made.group(group).first;
    }
    state.counters["events"] = benchmark::Counter(static_cast<double>(flow->trace().size()));
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
}

/// At 4K. `anew`: what is kept is drawn again, too.
void frame(benchmark::State& state, bool anew) {
    application();
    const auto flow = flowOf("tiled<32, float>", 512);
    if (!flow) return state.SkipWithError("no block");
    Theme theme;
    Playback playback;
    Motion motion(playback);
    Selection selection;
    WarpsView view({theme, playback, motion, selection}, nullptr);
    playback.setBlocks({flow});
    playback.seek(playback.size() / 2);
    QImage image(QSize(2880, 1680), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    int milliseconds = 0;
    for (auto _ : state) {
        if (anew) view.setSides({});
        motion.freezeAt(milliseconds++ % 240);
        QPainter painter(&image);
        view.paintTo(painter, {1440, 840});
        benchmark::DoNotOptimize(image.constBits());
    }
}

BENCHMARK_CAPTURE(scene, tiled, "tiled<32, float>")->Arg(256)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scene, single_block, "singleBlock<32, float>")->Arg(256)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, motion, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, anew, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lanescope
