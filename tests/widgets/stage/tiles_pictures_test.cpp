// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the tiles view, at the sizes of windows: that every kernel of the catalogue gives one, and to be looked at.
#include <gtest/gtest.h>

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
        {"transpose.tiled", {{"n", "64"}}},
        {"triangle.ltm", {{"n", "64"}}},
        {"cholesky.blocks", {{"n", "64"}}},
        {"micro.divergence", {}},
        {"micro.atomics", {}},
        {"micro.launch", {}},
        {"reduce.two-phase", {}},
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
        for (const Moment& moment :
             {Moment{"load", flow::InstructionKind::LoadGlobal, 0.54}, Moment{"stage", flow::InstructionKind::StoreShared, 0.54},
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

}  // namespace
}  // namespace lanescope::test
