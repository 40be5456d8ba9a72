// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the warps view and of its flow graph, to be looked at, and what they must not do: leave the stage empty,
// or move while one steps within a phase.
#include "tests/support/staged.h"
#include "widgets/stage/warps/flow_figure.h"
#include "widgets/stage/warps/warps_view.h"

namespace lanescope::test {
namespace {

/// A share of the pixels that are not ground.
double inked(const QImage& image, const Theme& theme) {
    const QRgb ground = theme.colour(Colour::Ground).rgb();
    quint64 other = 0;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            other += (image.pixel(x, y) & 0xffffff) != (ground & 0xffffff) ? 1 : 0;
    return 4.0 * static_cast<double>(other) / (static_cast<double>(image.width()) * image.height());
}

QImage figureOf(WarpsView& view, const Theme& theme, QSize size, double ratio = 1) {
    const std::unique_ptr<QWidget> figure(view.makeFigure(nullptr));
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.colour(Colour::Raised));
    QPainter painter(&image);
    static_cast<warps::FlowFigure&>(*figure).paintTo(painter, size);
    return image;
}

struct Shown {
    QString name;
    std::vector<Choice> choices;
    double share;  ///< of the run at which it is looked at
};

void keepAll(Staged& staged, WarpsView& view, const QString& name) {
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        staged.theme.setMode(mode);
        const QString look = mode == Theme::Mode::Dark ? QStringLiteral("-dark") : QString();
        staged.theme.setCompact(true);
        const QImage small = drawn(view, staged.theme, {928, 504});
        EXPECT_GT(inked(small, staged.theme), 0.02) << name.toStdString();
        keep(small, QStringLiteral("warps-%1-720%2").arg(name, look));
        keep(figureOf(view, staged.theme, {320, 420}), QStringLiteral("warps-%1-figure-720%2").arg(name, look));
        staged.theme.setCompact(false);
        keep(drawn(view, staged.theme, {1440, 840}), QStringLiteral("warps-%1-1080%2").arg(name, look));
        keep(figureOf(view, staged.theme, {440, 460}), QStringLiteral("warps-%1-figure-1080%2").arg(name, look));
        if (mode == Theme::Mode::Light)
            keep(drawn(view, staged.theme, {1440, 840}, 2), QStringLiteral("warps-%1-4k").arg(name));
    }
    staged.theme.setMode(Theme::Mode::Light);
}

TEST(WarpsPictures, OfTheDemosOfDivergence) {
    const Parameters small{{"n", "64"}, {"block", "64"}};
    const std::vector<Shown> all{
        {QStringLiteral("reduce"), {{"reduce.0", small}, {"reduce.1", small}}, 0.5},
        {QStringLiteral("divergence"), {{"micro.divergence", {}}}, 0.8},
        {QStringLiteral("merged"), {{"micro.divergence", {}}, {"micro.merged", {}}}, 0.8},
        {QStringLiteral("ways4"), {{"micro.divergence-ways", {{"ways", "4"}}}}, 0.5},
        {QStringLiteral("ways32"), {{"micro.divergence-ways", {{"ways", "32"}}}}, 0.5},
        {QStringLiteral("tiled"), {{"matmul.tiled", {}}}, 0.55},
        {QStringLiteral("tiled32"), {{"matmul.tiled", {{"n", "128"}, {"block", "32"}}}}, 0.55},
        {QStringLiteral("global"), {{"matmul.global", {}}}, 0.3},
        {QStringLiteral("triangle"), {{"triangle.bb", {}}}, 0.6},
        {QStringLiteral("vector"), {{"vector.add", {}}}, 0.6},
    };
    for (const Shown& shown : all) {
        Staged staged(shown.choices);
        staged.theme.setMode(Theme::Mode::Light);
        ASSERT_FALSE(staged.blocks.empty()) << shown.name.toStdString();
        const auto view = staged.view<WarpsView>();
        staged.playback.seek(static_cast<quint64>(static_cast<double>(staged.playback.size()) * shown.share));
        keepAll(staged, *view, shown.name);
        std::cout << shown.name.toStdString() << ": " << view->why().sentence.toStdString() << " | "
                  << view->why().detail.toStdString() << "\n";
    }
}

/// A step that parts a warp: frames of it, and of its dots.
TEST(WarpsPictures, OfAForkOnItsWay) {
    const Parameters small{{"n", "64"}, {"block", "64"}};
    Staged staged({{"reduce.0", small}, {"reduce.1", small}});
    staged.theme.setMode(Theme::Mode::Light);
    const auto view = staged.view<WarpsView>();
    const warps::WarpsScene& scene = *view->scene(0);
    const warps::Group& group = scene.group(3);
    ASSERT_FALSE(group.forks.empty());
    staged.playback.setStepBy(StepBy::Instruction);
    const std::unique_ptr<QWidget> made(view->makeFigure(nullptr));
    auto& figure = static_cast<warps::FlowFigure&>(*made);
    const auto draw = [&](const QString& name) {
        QImage image(QSize(440, 460), QImage::Format_ARGB32_Premultiplied);
        image.fill(staged.theme.colour(Colour::Raised));
        QPainter painter(&image);
        figure.paintTo(painter, image.size());
        keep(image, name);
        return image;
    };
    std::vector<QImage> frames;
    staged.playback.seek(group.forks.front().event);
    staged.playback.stepForward();
    for (const int milliseconds : {0, 80, 120, 160, 240}) {
        staged.motion.freezeAt(milliseconds);
        frames.push_back(draw(QStringLiteral("warps-fork-%1").arg(milliseconds)));
        keep(drawn(*view, staged.theme, {1440, 840}), QStringLiteral("warps-fork-stage-%1").arg(milliseconds));
    }
    for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_NE(frames[i - 1], frames[i]) << i;
    staged.playback.seek(group.forks.front().event + 4);
    draw(QStringLiteral("warps-fork-work"));
}

}  // namespace
}  // namespace lanescope::test
