// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of time of a long run at 4K: one block of 1024 threads that multiplies matrices (n 512: more than ten
// million events). Aim: a frame of a drag, and one of zooming, take less than 16 ms.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <algorithm>
#include <chrono>
#include <random>

#include "tests/bench/multiplied_block.h"
#include "widgets/stage/time/time_strip.h"

namespace {

using namespace lanescope;

/// As on a screen of 3840 pixels, with everything twice as large.
constexpr QSize kRoom{3840, 288};

/// What the window has of it.
struct Window {
    Theme theme;
    Playback playback;
    Motion motion{playback};
    Selection selection;
    std::unique_ptr<TimeStrip> strip;
    QImage image{kRoom, QImage::Format_ARGB32_Premultiplied};

    explicit Window(std::size_t sides) {
        static const auto kTrace = recordMultiplied(matmulKernel("singleBlock<32, float>"), 512, {32, 32, 1});
        std::vector<Playback::Block> blocks;
        while (kTrace && blocks.size() < sides) blocks.push_back(std::make_shared<const flow::BlockFlow>(kTrace));
        theme.setTextScale(2);
        playback.setBlocks(blocks);
        strip = std::make_unique<TimeStrip>(StageFrame{theme, playback, motion, selection}, nullptr);
        strip->resize(kRoom);
    }
    void paint() {
        strip->render(&image);
        benchmark::DoNotOptimize(image.constBits());
    }
};

class Times {
public:
    template <typename F>
    void add(F frame) {
        const auto begin = std::chrono::steady_clock::now();
        frame();
        m_all.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    void tell(benchmark::State& state, const Playback& playback) {
        if (m_all.empty()) return;
        std::ranges::sort(m_all);
        state.counters["events"] = static_cast<double>(playback.size());
        state.counters["median_ms"] = m_all[m_all.size() / 2];
        state.counters["p95_ms"] = m_all[m_all.size() * 95 / 100];
    }

private:
    std::vector<double> m_all;
};

/// The playhead goes from one end to the other, 1/400 of the run a frame: the seek, the words, the picture.
void drag(benchmark::State& state) {
    Window window(static_cast<std::size_t>(state.range(0)));
    if (window.playback.size() == 0) return state.SkipWithError("the kernel cannot be run");
    window.paint();
    Times times;
    quint64 frame = 0;
    for (auto _ : state)
        times.add([&] {
            window.playback.seek(window.playback.size() * (++frame % 400) / 400);
            window.paint();
        });
    times.tell(state, window.playback);
}
BENCHMARK(drag)->ArgName("sides")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->Iterations(400);

/// Another range each frame, as wheel and hand give it: all tracks are made anew.
void zoom(benchmark::State& state) {
    Window window(static_cast<std::size_t>(state.range(0)));
    if (window.playback.size() == 0) return state.SkipWithError("the kernel cannot be run");
    std::mt19937_64 random(1);
    Times times;
    for (auto _ : state)
        times.add([&] {
            const quint64 count = window.playback.size() >> (random() % 20);
            const quint64 first = random() % (window.playback.size() - count + 1);
            window.strip->showRange({first, first + count});
            window.paint();
        });
    times.tell(state, window.playback);
}
BENCHMARK(zoom)->ArgName("sides")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->Iterations(200);

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
