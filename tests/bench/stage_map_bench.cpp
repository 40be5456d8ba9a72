// SPDX-License-Identifier: GPL-3.0-or-later
// Promised: a frame of the map at 4K with a million cells and a block in the air in less than 16 ms, and as fast while
// blocks land in batches.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QPainter>

#include "widgets/stage/map/map_picture.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kSide = 1024;  // blocks and tiles along each side

QApplication& application() {
    static int count = 1;
    static char name[] = "stage_map_bench";
    static char* arguments[]{name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static QApplication app(count, arguments);
    return app;
}

/// A bounding box of a million blocks, half of which work.
std::shared_ptr<const MapScene> millionBlocks() {
    auto plan = std::make_shared<Plan>();
    plan->buffers.push_back({"M", ElementType::I32, 8 * kSide, 8 * kSide, {}});
    auto scene = std::make_shared<MapScene>();
    scene->plan = std::move(plan);
    scene->buffer = 0;
    scene->written = {0};
    scene->groups.push_back(MapGroup{
        .name = "bb", .grid = {kSide, kSide, 1}, .block = {8, 8, 1}, .items = kSide * kSide, .columns = kSide});
    for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
        const std::uint32_t row = i / kSide, column = i % kSide;
        MapItem item{.fate = MapItem::Fate::Wasted, .number = i};
        if (column <= row) {
            item.fate = MapItem::Fate::Writes;
            item.pieces = 1;
            item.firstPiece = static_cast<std::uint32_t>(scene->pieces.size());
            item.box = {8 * row, 8 * column, 8, 8};
            scene->pieces.push_back(item.box);
        } else {
            ++scene->wasted;
        }
        scene->items.push_back(item);
    }
    scene->launched = scene->known = scene->items.size();
    settle(*scene);
    return scene;
}

struct Million {
    Million()
        : theme((static_cast<void>(application()), nullptr)), picture(theme), image(2880, 1680, QImage::Format_RGB32) {
        image.setDevicePixelRatio(2);
        const auto scene = millionBlocks();
        picture.setMaps({{QStringLiteral("bb"), {}, scene, theme.colour(Colour::C)}});
    }
    void draw(std::uint64_t position, std::uint64_t batch, double flight) {
        QPainter painter(&image);
        picture.paint(painter, {1440, 840}, {position, batch, flight, false});
    }
    Theme theme;
    MapPicture picture;
    QImage image;
};

void aBlockInTheAir(benchmark::State& state) {
    Million million;
    million.draw(kSide * kSide / 2, kSide * kSide / 2 - 1, 0);
    double flight = 0;
    for (auto _ : state) {
        million.draw(kSide * kSide / 2, kSide * kSide / 2 - 1, flight);
        flight = flight > 0.9 ? 0 : flight + 0.05;
    }
}
BENCHMARK(aBlockInTheAir)->Unit(benchmark::kMillisecond);

/// 100 000 blocks a second at 60 frames a second.
void batchesThatLand(benchmark::State& state) {
    constexpr std::uint64_t kBatch = 1667;
    Million million;
    million.draw(1, 0, 1);
    std::uint64_t position = 1;
    for (auto _ : state) {
        if (position + kBatch > kSide * kSide) {
            state.PauseTiming();
            position = 1;
            million.draw(1, 0, 1);
            state.ResumeTiming();
        }
        million.draw(position + kBatch, position, 1);
        position += kBatch;
    }
}
BENCHMARK(batchesThatLand)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lanescope
