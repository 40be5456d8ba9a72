// SPDX-License-Identifier: GPL-3.0-or-later
// The atlas of the tiled multiplication over all blocks and sizes. Aims: made from recordings that are read, far below
// a second; a frame of pointing (the cell below the mouse, and its words) below 16 ms; a repaint at 4K, too.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "core/library/library.h"
#include "widgets/explore/atlas_painter.h"

namespace {

using namespace lanescope;

const Library& library() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

AtlasQuestion question() {
    AtlasQuestion question;
    question.algorithm = library().catalogue().find("matmul.tiled").value();
    question.parameters = question.algorithm->complete({}).value();
    question.x = question.algorithm->nameOf(ParameterRole::Size);
    question.y = question.algorithm->blockSpec()->name;
    question.gpu = *library().gpus().find("h200").value();
    question.recordings = &library().recordings();
    question.codes = &library().machineCodes();
    return question;
}

AtlasPicture picture() {
    AtlasPicture picture;
    picture.atlas = atlasOf(question(), {}).value();
    picture.values = atlasValues(picture.atlas, {}, 0);
    return picture;
}

QApplication& application() {
    static int argc = 1;
    static char name[] = "atlas_bench";
    static char* argv[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static QApplication kApplication(argc, argv);
    return kApplication;
}

void makeAtlas(benchmark::State& state) {
    const AtlasQuestion wanted = question();
    for (auto _ : state) benchmark::DoNotOptimize(atlasOf(wanted, {}));
}
BENCHMARK(makeAtlas)->Unit(benchmark::kMillisecond);

void pointAtCells(benchmark::State& state) {
    application();
    const Theme theme;
    const AtlasPicture shown = picture();
    double x = 0;
    for (auto _ : state) {
        x = x > 1300 ? 0 : x + 7;
        const auto place = AtlasLayout(shown, theme, {1440, 840}).at({x, 300});
        if (place) benchmark::DoNotOptimize(cellWords(shown, *place));
    }
}
BENCHMARK(pointAtCells)->Unit(benchmark::kMillisecond);

void paintAt4k(benchmark::State& state) {
    application();
    const Theme theme;
    const AtlasPicture shown = picture();
    QImage image(2880, 1680, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        QPainter painter(&image);
        paintAtlas(painter, theme, shown, image.size());
    }
}
BENCHMARK(paintAt4k)->Unit(benchmark::kMillisecond);

}  // namespace
