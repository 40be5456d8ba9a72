// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks on a multiprocessor: what is drawn is what the rules of occupancy say, and what fits if one tries.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/support/staged.h"
#include "widgets/stage/block/block_view.h"

namespace lanescope {
namespace {

using test::Staged;

const GpuPresets& gpus() {
    static const GpuPresets presets = GpuPresets::load(LANESCOPE_SOURCE_DIR "/resources").value();
    return presets;
}

block::BlockInput inputOf(const std::string& algorithm, const Parameters& parameters, const std::string& gpu,
                          std::optional<std::uint64_t> registers, const QString& name = {}) {
    const Catalogue catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources").value();
    const Algorithm* found = catalogue.find(algorithm).value();
    const Plan plan = found->plan(found->complete(parameters).value()).value();
    block::BlockInput input;
    input.name = name;
    input.gpu = *gpus().find(gpu).value();
    input.launch = launchBlocksOf(plan, nullptr, input.gpu).front();
    input.launch.block.registersPerThread = registers;
    for (const std::uint64_t side : {4, 8, 16, 32}) {
        BlockResources other = input.launch.block;
        other.threads = side * side;
        input.others.push_back({QStringLiteral("block=%1").arg(side), other});
    }
    return input;
}

/// Puts blocks down, portion by portion, until one has no room.
std::uint64_t placed(const block::BlockScene& scene) {
    std::vector<std::vector<std::uint64_t>> used;
    for (const block::Vessel& vessel : scene.vessels) used.emplace_back(vessel.parts, 0);
    for (std::uint64_t blocks = 0; blocks < 10'000; ++blocks)
        for (std::size_t i = 0; i < scene.vessels.size(); ++i) {
            const block::Vessel& vessel = scene.vessels[i];
            if (!vessel.known || vessel.perBlock == 0) continue;
            const std::uint64_t portions = block::portionsOf(vessel);
            for (std::uint64_t portion = 0; portion < portions; ++portion) {
                // Slots of warps are not divided: what a part has too few of, another has.
                const bool divided = vessel.resource == block::Resource::Registers;
                std::uint64_t& part = used[i][divided ? (blocks * portions + portion) % vessel.parts : 0];
                part += vessel.portion;
                if (part > vessel.capacity / (divided ? vessel.parts : 1)) return blocks;
            }
        }
    return 10'000;
}

TEST(BlockScene, AsManyBlocksFitAsTheRulesSayForAllKernelsAndGpus) {
    const Catalogue catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources").value();
    std::size_t compared = 0;
    for (const auto& algorithm : catalogue.algorithms()) {
        const auto complete = algorithm->complete({});
        const auto plan = complete ? algorithm->plan(*complete) : tl::unexpected(complete.error());
        if (!plan) continue;
        for (const GpuSpec& gpu : gpus().all())
            for (LaunchBlock launch : launchBlocksOf(*plan, nullptr, gpu))
                for (const std::uint64_t registers : {0, 1, 24, 37, 63, 128}) {
                    SCOPED_TRACE(launch.kernel + " on " + gpu.title + ", " + std::to_string(registers));
                    launch.block.registersPerThread =
                        registers == 0 ? std::nullopt : std::optional<std::uint64_t>(registers);
                    block::BlockInput input;
                    input.gpu = gpu;
                    input.launch = launch;
                    const block::BlockScene scene = block::blockScene(input);
                    const auto expected = theoreticalOccupancy(launch.kernel, launch.block, gpu);
                    ASSERT_EQ(scene.occupancy.has_value(), expected.has_value());
                    EXPECT_EQ(scene.impossible.isEmpty(), expected.has_value());
                    if (!expected) continue;
                    ++compared;
                    EXPECT_EQ(placed(scene), expected->blocksPerSm);
                    EXPECT_EQ(scene.warpsPerBlock * expected->blocksPerSm, expected->warpsPerSm);
                    bool limited = false;
                    for (const block::Vessel& vessel : scene.vessels) {
                        if (!vessel.known) continue;
                        EXPECT_EQ(vessel.limits, vessel.enoughFor == expected->blocksPerSm);
                        if (vessel.limits) {
                            EXPECT_LT(vessel.usable, vessel.perBlock);
                        }
                        EXPECT_LE(vessel.used(expected->blocksPerSm), vessel.capacity);
                        limited = limited || vessel.limits;
                    }
                    EXPECT_TRUE(limited);
                }
    }
    EXPECT_GT(compared, 1000U);
}

TEST(BlockStage, SaysWhatFitsAndWhatTheNextBlockLacks) {
    Staged staged({});
    const auto view = staged.view<BlockStage>();
    view->setInputs({inputOf("matmul.tiled", {{"block", "16"}}, "h200", 37)});
    // 37 registers are 40 × 32 = 1 280 a warp, 12 warps in each of four parts.
    EXPECT_TRUE(view->why().sentence.endsWith(QStringLiteral("10\u202f240 registers, 4\u202f096 are left.")))
        << view->why().sentence.toStdString();
    EXPECT_TRUE(view->why().sentence.startsWith(QStringLiteral("6 blocks of 8 warps fit: 48 of 64 warps.")));
    const block::Vessel& registers = view->scenes()[0].vessels[1];
    EXPECT_EQ(registers.portion, 1280U);
    EXPECT_EQ(registers.perBlock, 10'240U);
    EXPECT_EQ(registers.left, 4'096U);
    EXPECT_EQ(registers.usable, 0U);  // 1 024 in each part, less than a warp's
    EXPECT_TRUE(registers.limits);
}

TEST(BlockStage, APointOfTheCurveChoosesThatSize) {
    Staged staged({});
    const auto view = staged.view<BlockStage>();
    view->resize(1440, 840);
    view->setInputs({inputOf("matmul.tiled", {{"block", "16"}}, "h200", 37)});
    QSignalSpy chosen(view.get(), &BlockStage::sizeChosen);
    const block::SideGeometry at = view->geometryOf(0, view->size());
    const block::Curve& curve = view->scenes()[0].curves[0];
    ASSERT_EQ(curve.choices.size(), 4U);
    for (const block::Curve::Choice& choice : curve.choices) {
        const QPointF where = block::pointOf(curve, at.curves[0], choice.x, choice.percent);
        QTest::mouseClick(view.get(), Qt::LeftButton, {}, where.toPoint());
        ASSERT_FALSE(chosen.empty());
        EXPECT_EQ(chosen.takeLast()[1].value<std::size_t>(), choice.other);
    }
    QTest::keyClick(view.get(), Qt::Key_Down);
    QTest::keyClick(view.get(), Qt::Key_Down);
    QTest::keyClick(view.get(), Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][1].value<std::size_t>(), 1U);
    // What the mouse is on is the block that lies there.
    for (const std::uint64_t block : {0U, 3U, 5U, 6U}) {
        const QRectF first = block::portionRect(view->scenes()[0].vessels[0], at.vessels[0], block * 8);
        EXPECT_EQ(block::blockAt(view->scenes()[0], at, first.center()), block);
    }
}

void keepAll(Staged& staged, BlockStage& view, const QString& name) {
    struct Size {
        const char* name;
        QSize size;
        double ratio;
        bool compact;
    };
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark})
        for (const Size& size : {Size{"720", {928, 504}, 1, true}, Size{"1080", {1440, 840}, 1, false},
                                 Size{"4k", {1440, 840}, 2, false}}) {
            if (mode == Theme::Mode::Dark && size.ratio == 2) continue;
            staged.theme.setMode(mode);
            staged.theme.setCompact(size.compact);
            const QImage image = test::drawn(view, staged.theme, size.size, size.ratio);
            test::keep(image, QStringLiteral("%1_%2_%3")
                                  .arg(name, QLatin1String(size.name),
                                       mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
            EXPECT_FALSE(image.isNull());
        }
    staged.theme.setCompact(false);
}

TEST(BlockStage, Pictures) {
    Staged staged({});
    const auto view = staged.view<BlockStage>();
    block::BlockInput tiled = inputOf("matmul.tiled", {{"block", "16"}}, "h200", 37);
    tiled.launch.registersFrom = "replayed: NVIDIA H200, 2026-11-21";
    tiled.achieved.push_back({61.3, Origin::Replayed});
    view->setInputs({tiled});
    keepAll(staged, *view, QStringLiteral("block_tiled"));
    view->freezeAt(2.4);
    keepAll(staged, *view, QStringLiteral("block_filling"));
    view->freezeAt(1e9);
    view->setInputs({inputOf("matmul.tiled", {{"block", "8"}}, "h200", 37, QStringLiteral("block 8")),
                     inputOf("matmul.tiled", {{"block", "32"}}, "h200", 37, QStringLiteral("block 32"))});
    keepAll(staged, *view, QStringLiteral("block_two"));
    view->setInputs({inputOf("transpose.tiled", {}, "c2070", std::nullopt)});
    keepAll(staged, *view, QStringLiteral("block_unknown"));
    view->setInputs({inputOf("matmul.tiled", {{"block", "32"}}, "c1060", 37)});
    keepAll(staged, *view, QStringLiteral("block_impossible"));
    view->setInputs({inputOf("vector.add", {{"block", "32"}}, "h200", 12)});
    keepAll(staged, *view, QStringLiteral("block_slots"));
}

}  // namespace
}  // namespace lanescope
