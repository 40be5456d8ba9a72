// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of machine code show what those of its PTX show: the same values of the same threads, in the same plane.
#include "tests/support/machine_staged.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace lanescope::test {
namespace {

class TilesOfMachineCode : public testing::TestWithParam<Choice> {};

TEST_P(TilesOfMachineCode, OwnWhatThoseOfPtxOwn) {
    const Staged ptx({GetParam()});
    const flow::Owned& wanted = ptx.blocks[0]->owned();
    for (const char* architecture : {"sm_75", "sm_90", "sm_120"}) {
        SCOPED_TRACE(architecture);
        MachineStaged machine(GetParam(), architecture);
        const flow::Owned& owned = machine.blocks[0]->owned();
        EXPECT_EQ(owned.rows(), wanted.rows());
        EXPECT_EQ(owned.columns(), wanted.columns());
        EXPECT_EQ(owned.cells(), wanted.cells());
        ASSERT_EQ(owned.valuesPerThread(), wanted.valuesPerThread());
        for (std::uint32_t value = 0; value < owned.valuesPerThread(); ++value)
            EXPECT_EQ(owned.isSum(value), wanted.isSum(value)) << "value " << value;
    }
}

TEST_P(TilesOfMachineCode, ArePictures) {
    MachineStaged machine(GetParam());
    const auto view = machine.view<TilesStage>();
    machine.theme.setMode(Theme::Mode::Light);
    const quint64 size = machine.playback.size();
    for (const int percent : {30, 60, 95}) {
        machine.playback.seek(size * static_cast<quint64>(percent) / 100);
        keep(drawn(*view, machine.theme, {1440, 840}),
             QStringLiteral("machine-%1-%2").arg(QString::fromStdString(GetParam().algorithm)).arg(percent));
        EXPECT_FALSE(view->why().sentence.isEmpty());
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, TilesOfMachineCode,
                         testing::Values(Choice{"matmul.tiled", {{"n", "64"}, {"block", "16"}}},
                                         Choice{"matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f64"}}},
                                         Choice{"matmul.global", {{"n", "64"}, {"block", "16"}}},
                                         Choice{"matmul.rect2", {{"n", "64"}, {"block", "16"}}},
                                         Choice{"vector.add", {{"n", "900"}, {"block", "128"}}},
                                         Choice{"reduce.0", {{"n", "64"}, {"block", "64"}, {"type", "f64"}}},
                                         Choice{"reduce.6", {{"n", "1024"}, {"block", "128"}}},
                                         Choice{"transpose.tiled",
                                                {{"width", "96"}, {"height", "96"}, {"tile", "32"}}}));

}  // namespace
}  // namespace lanescope::test
