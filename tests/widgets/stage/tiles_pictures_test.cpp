// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the tiles view, at the sizes of windows: that every kernel of the catalogue gives one, and to be looked
// at.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QStringList>

#include "tests/support/staged.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace lanescope::test {
namespace {

constexpr QSize kLarge{1440, 840};
constexpr QSize kSmall{928, 504};

void keepAll(Staged& stage, TilesStage& view, const QString& name) {
    stage.theme.setCompact(false);
    keep(drawn(view, stage.theme, kLarge), name);
    stage.theme.setMode(Theme::Mode::Dark);
    keep(drawn(view, stage.theme, kLarge), name + QStringLiteral("-dark"));
    stage.theme.setMode(Theme::Mode::Light);
    stage.theme.setCompact(true);
    keep(drawn(view, stage.theme, kSmall), name + QStringLiteral("-720"));
    stage.theme.setCompact(false);
}

/// Behind the n-th event (from 1) of a kind, after a share of the run.
quint64 nth(const Staged& stage, flow::InstructionKind kind, double share, int n = 1) {
    const flow::BlockFlow& flow = stage.playback.flow(0);
    const auto from = static_cast<quint64>(share * static_cast<double>(flow.trace().size()));
    for (quint64 event = from; event < flow.trace().size(); ++event)
        if (flow.activities().kind(event) == kind && flow.trace().active(event) != 0 && --n == 0) return event + 1;
    return flow.trace().size() / 2;
}

struct Kernel {
    const char* algorithm;
    Parameters parameters;
    Dim3 block{0, 0, 0};
};

TEST(TilesPictures, Catalogue) {
    const std::vector<Kernel> kernels{
        {"matmul.tiled", {{"n", "64"}, {"block", "16"}}},
        {"matmul.global", {{"n", "64"}, {"block", "16"}}},
        {"matmul.rect2", {{"n", "64"}, {"block", "16"}}},
        {"matmul.single-block", {{"n", "64"}, {"block", "16"}}},
        {"vector.add", {{"n", "900"}, {"block", "128"}}},
        {"reduce.0", {{"n", "64"}, {"block", "64"}}},
        {"reduce.6", {{"n", "1024"}, {"block", "128"}}},
        {"matvec.rows", {{"n", "64"}}},
        {"transpose.tiled", {{"width", "96"}, {"height", "96"}, {"tile", "32"}}},
        {"triangle.ltm", {{"n", "64"}}},
        {"cholesky.blocks", {{"n", "64"}}},
        {"micro.divergence", {}},
        {"micro.atomics", {}},
        {"micro.launch", {}},
        {"reduce.two-phase", {}},
        {"matmul.one-block-grid-stride", {{"n", "32"}}},
        {"matmul.quadrants", {{"n", "32"}}},
        {"matmul.rect2-prefetch", {{"n", "32"}}},
        {"matmul.rect4-row", {{"n", "64"}}},
        {"matmul.whole-shared", {{"n", "32"}}},
        {"matvec.columns", {{"n", "64"}}},
        {"matvec.row-blocks", {{"n", "64"}}},
        {"reduce.5", {{"n", "256"}}},
        {"reduce.cub", {}},
        {"cholesky.structured", {{"n", "64"}}},
        {"cholesky.tiles", {{"n", "64"}}},
        {"micro.divergence-ways", {}},
        {"triangle.rec", {{"n", "64"}}},
    };
    const QString only = qEnvironmentVariable("LANESCOPE_ONLY");
    for (const Kernel& kernel : kernels) {
        const QString name = QString::fromLatin1(kernel.algorithm);
        if (!only.isEmpty() && !only.split(QLatin1Char(',')).contains(name)) continue;
        Staged stage({{kernel.algorithm, kernel.parameters, {}, kernel.block}});
        stage.theme.setMode(Theme::Mode::Light);
        auto view = stage.view<TilesStage>();
        if (stage.blocks.empty()) continue;
        struct Moment {
            const char* name;
            flow::InstructionKind kind;
            double share;
        };
        for (const Moment& moment : {Moment{"load", flow::InstructionKind::LoadGlobal, 0.54},
                                     Moment{"stage", flow::InstructionKind::StoreShared, 0.54},
                                     Moment{"read", flow::InstructionKind::LoadShared, 0.66},
                                     Moment{"compute", flow::InstructionKind::Compute, 0.68},
                                     Moment{"store", flow::InstructionKind::StoreGlobal, 0.5}}) {
            stage.playback.seek(nth(stage, moment.kind, moment.share));
            stage.motion.freezeAt(moment.kind == flow::InstructionKind::LoadGlobal ? 120 : 1000);
            keepAll(stage, *view, QStringLiteral("%1-%2").arg(name, QString::fromLatin1(moment.name)));
            EXPECT_FALSE(view->why().sentence.isEmpty()) << kernel.algorithm;
            if (!only.isEmpty()) qInfo("%s %s: %s", kernel.algorithm, moment.name, qPrintable(view->why().sentence));
        }
    }
}

TEST(TilesPictures, Sizes) {
    Staged stage({{"matmul.tiled", {{"n", "64"}, {"block", "16"}}, {}}});
    stage.theme.setMode(Theme::Mode::Light);
    auto view = stage.view<TilesStage>();
    stage.playback.seek(nth(stage, flow::InstructionKind::LoadGlobal, 0.54));
    for (const int milliseconds : {0, 60, 100, 140, 200, 240}) {
        stage.motion.freezeAt(milliseconds);
        keep(drawn(*view, stage.theme, kLarge), QStringLiteral("motion-%1").arg(milliseconds));
    }
    stage.motion.freezeAt(130);
    keep(drawn(*view, stage.theme, kLarge, 2), QStringLiteral("motion-4k"));
    keep(drawn(*view, stage.theme, {1872, 840}), QStringLiteral("wide"));
    stage.playback.setStepBy(StepBy::Operation);
    stage.playback.seek(stage.playback.next(nth(stage, flow::InstructionKind::Compute, 0.7)));
    stage.motion.freezeAt(240);
    keep(drawn(*view, stage.theme, kLarge), QStringLiteral("operation"));
    stage.playback.setStepBy(StepBy::SourceLine);
    stage.playback.seek(stage.playback.next(stage.playback.position()));
    keep(drawn(*view, stage.theme, kLarge), QStringLiteral("line"));
    EXPECT_FALSE(view->why().sentence.isEmpty());
}

TEST(TilesPictures, Sides) {
    Staged stage({{"transpose.tiled",
                   {{"width", "64"}, {"height", "64"}, {"tile", "16"}, {"padded", "no"}},
                   QStringLiteral("padded no")},
                  {"transpose.tiled",
                   {{"width", "64"}, {"height", "64"}, {"tile", "16"}, {"padded", "yes"}},
                   QStringLiteral("padded yes")}});
    stage.theme.setMode(Theme::Mode::Light);
    auto view = stage.view<TilesStage>();
    stage.playback.seek(nth(stage, flow::InstructionKind::LoadShared, 0.3));
    keep(drawn(*view, stage.theme, {1872, 840}), QStringLiteral("sides"));
    keep(drawn(*view, stage.theme, kLarge), QStringLiteral("sides-1440"));
    stage.theme.setCompact(true);
    keep(drawn(*view, stage.theme, kSmall), QStringLiteral("sides-720"));
    EXPECT_EQ(view->sides().size(), 2U);
}

TEST(TilesPictures, Large) {
    Staged stage({{"matmul.tiled", {{"n", "512"}, {"block", "16"}}, {}, {3, 5, 0}}});
    stage.theme.setMode(Theme::Mode::Light);
    auto view = stage.view<TilesStage>();
    while (!view->historyIsKnown()) QCoreApplication::processEvents();
    stage.playback.seek(nth(stage, flow::InstructionKind::LoadGlobal, 0.54));
    stage.motion.freezeAt(120);
    keep(drawn(*view, stage.theme, kLarge), QStringLiteral("large"));
    EXPECT_FALSE(view->why().sentence.isEmpty());
}

}  // namespace
}  // namespace lanescope::test
