// SPDX-License-Identifier: GPL-3.0-or-later
// How long somebody waits: from the start to the first picture, and from a new size to the picture of it; and how much
// memory an hour of such changes leaves taken. Offscreen, without a worker.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>
#include <array>
#include <fstream>

#include "app/main_window.h"
#include "app/pages/page.h"
#include "app/state/settings.h"
#include "core/base/memory.h"
#include "tests/app/heartbeat.h"

namespace lanescope {
namespace {

std::shared_ptr<const Library> library() { return openLibrary({LibraryPart::Catalogue}).value(); }

/// Until the picture of what is chosen is there.
void waitForPicture(MainWindow& window) {
    const Workbench& workbench = window.workbench();
    while (workbench.isOutdated() || window.playback().size() == 0)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
    benchmark::DoNotOptimize(window.grab());
}

double residentMegabytes() {
    std::ifstream statm("/proc/self/statm");
    double total = 0, resident = 0;
    statm >> total >> resident;
    return resident * 4096 / 1e6;
}

void firstPicture(benchmark::State& state) {
    for (auto _ : state) {
        Settings settings;
        Theme theme;
        MainWindow window(library(), theme, settings, QStringLiteral("/bin/false"));
        window.resize(1920, 1080);
        window.show();
        window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
        waitForPicture(window);
    }
}
BENCHMARK(firstPicture)->Unit(benchmark::kMillisecond)->UseRealTime();

void newSize(benchmark::State& state) {
    Settings settings;
    Theme theme;
    MainWindow window(library(), theme, settings, QStringLiteral("/bin/false"));
    window.resize(1920, 1080);
    window.show();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
    waitForPicture(window);
    for (auto _ : state) {
        for (const std::int64_t n : {std::int64_t{64}, state.range(0)}) {
            if (n == 64) state.PauseTiming();
            Parameters parameters = window.workbench().parameters();
            parameters.set("n", std::to_string(n));
            window.workbench().choose(parameters);
            waitForPicture(window);
            if (n == 64) state.ResumeTiming();
        }
    }
    state.counters["resident MB"] = residentMegabytes();
}
BENCHMARK(newSize)->Arg(256)->Arg(1024)->Arg(2048)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The longest that the window's thread works at one thing while a new size comes, and until all of it is counted.
void longestHold(benchmark::State& state) {
    Settings settings;
    Theme theme;
    MainWindow window(library(), theme, settings, QStringLiteral("/bin/false"));
    window.resize(1920, 1080);
    window.show();
    for (const auto& page : window.pages())
        if (page->identity().id.toStdString() == (state.range(1) == 0   ? "tiles"
                                                  : state.range(1) == 1 ? "warps"
                                                                        : "map"))
            window.setPage(*page);
    window.workbench().chooseAlgorithm(state.range(2) == 0 ? QStringLiteral("matmul.tiled")
                                                           : QStringLiteral("matmul.single-block"));
    waitForPicture(window);
    double most = 0;
    for (auto _ : state) {
        Parameters parameters = window.workbench().parameters();
        parameters.set("n", std::to_string(state.range(0)));
        Heartbeat heart;
        window.workbench().choose(parameters);
        QElapsedTimer waited;
        waited.start();
        while (waited.elapsed() < 1000 || window.workbench().isOutdated())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
        most = std::max(most, heart.longestWork());
    }
    state.counters["ms held"] = most * 1000;
}
BENCHMARK(longestHold)
    ->Args({2048, 0, 0})
    ->Args({2048, 1, 0})
    ->Args({2048, 2, 0})
    ->Args({256, 0, 1})
    ->Args({256, 1, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

/// What a hundred changes of the size leave taken.
void aHundredSizes(benchmark::State& state) {
    Settings settings;
    Theme theme;
    MainWindow window(library(), theme, settings, QStringLiteral("/bin/false"));
    window.resize(1920, 1080);
    window.show();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
    double most = 0;
    for (auto _ : state)
        for (int change = 0; change < 100; ++change) {
            Parameters parameters = window.workbench().parameters();
            parameters.set("n", std::to_string(std::array{64, 256, 512, 1024, 2048}[change % 5]));
            window.workbench().choose(parameters);
            waitForPicture(window);
            most = std::max(most, residentMegabytes());
        }
    state.counters["most resident MB"] = most;
    state.counters["resident MB"] = residentMegabytes();
}
BENCHMARK(aHundredSizes)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);

/// What an hour of changes is: each algorithm in turn, five times.
void anHourOfChanges(benchmark::State& state) {
    Settings settings;
    Theme theme;
    MainWindow window(library(), theme, settings, QStringLiteral("/bin/false"));
    window.resize(1920, 1080);
    window.show();
    double most = 0;
    for (auto _ : state)
        for (int round = 0; round < 5; ++round)
            for (const auto& algorithm : window.workbench().library().catalogue().algorithms()) {
                window.workbench().chooseAlgorithm(QString::fromUtf8(algorithm->id().data()));
                const Workbench& workbench = window.workbench();
                while (workbench.isOutdated()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
                benchmark::DoNotOptimize(window.grab());
                most = std::max(most, residentMegabytes());
            }
    state.counters["most resident MB"] = most;
}
BENCHMARK(anHourOfChanges)->Unit(benchmark::kSecond)->UseRealTime()->Iterations(1);

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    lanescope::giveLargeMemoryBack();
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
