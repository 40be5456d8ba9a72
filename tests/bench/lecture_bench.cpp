// SPDX-License-Identifier: GPL-3.0-or-later
// How long a room waits between bookmarks: from the key to the picture, of a run that was prepared. Promised: 100 ms.
// Offscreen, without a worker.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QPixmap>

#include "app/main_window.h"
#include "app/presenter/presenter.h"
#include "app/state/settings.h"
#include "core/base/memory.h"

namespace lanescope {
namespace {

struct Place {
    const char* algorithm;
    Parameters parameters;
    const char* page;
};

void settle(MainWindow& window) {
    const auto busy = [&window] {
        return window.workbench().jobs().isBusy() || window.presenter().preparation().isBusy() ||
               window.workbench().checks().isLooking();
    };
    while (busy()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
}

/// Back and forth between two bookmarks; each is prepared when it is gone to.
void betweenBookmarks(benchmark::State& state, const Place& first, const Place& second) {
    Settings settings;
    Theme theme;
    MainWindow window(openLibrary({LibraryPart::Catalogue}).value(), theme, settings, QStringLiteral("/bin/false"));
    window.resize(1920, 1080);
    window.show();
    Presenter& presenter = window.presenter();
    presenter.desk().makeNew();
    for (const Place& place : {first, second}) {
        window.workbench().chooseAlgorithm(QString::fromLatin1(place.algorithm));
        window.workbench().choose(place.parameters);
        window.setPage(window.page(QString::fromLatin1(place.page)));
        settle(window);
        window.playback().seek(window.playback().size() / 2);
        presenter.makeBookmark();
    }
    presenter.lecture().start(Lecture::On::Window);
    settle(window);
    int place = 0;
    for (auto _ : state) {
        presenter.desk().goTo(place);
        benchmark::DoNotOptimize(window.grab());
        state.PauseTiming();
        if (window.workbench().isOutdated()) state.SkipWithError("it was not prepared");
        settle(window);
        place = 1 - place;
        state.ResumeTiming();
    }
    presenter.desk().makeNew();
}
BENCHMARK_CAPTURE(betweenBookmarks, ofOneRun, {"matmul.tiled", {{"n", "64"}}, "tiles"},
                  {"matmul.tiled", {{"n", "64"}}, "memory"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(betweenBookmarks, ofTwoRuns, {"matmul.tiled", {{"n", "64"}}, "tiles"},
                  {"transpose.tiled", {{"padded", "no"}}, "memory"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(betweenBookmarks, ofLargeRuns, {"matmul.tiled", {{"n", "1024"}, {"block", "32"}}, "tiles"},
                  {"reduce.0", {{"n", "4096"}}, "warps"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    lanescope::giveLargeMemoryBack();
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
