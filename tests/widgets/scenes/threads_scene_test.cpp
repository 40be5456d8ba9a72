// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and looks of the threads view.
#include "widgets/scenes/threads_scene.h"

#include <gtest/gtest.h>

#include "tests/support/emulated_run.h"
#include "widgets/scenes/threads_text.h"

namespace lanescope {
namespace {

TEST(ThreadSpace, EveryThreadHasACellOfItsOwn) {
    for (const auto& [grid, block] : {std::pair{Dim3{4, 3, 1}, Dim3{8, 4, 1}},
                                      {Dim3{7, 1, 1}, Dim3{96, 1, 1}},
                                      {Dim3{5, 1, 1}, Dim3{10, 1, 1}},
                                      {Dim3{2, 3, 2}, Dim3{4, 2, 3}},
                                      {Dim3{1, 1, 1}, Dim3{1, 1, 1}},
                                      {Dim3{3, 1, 1}, Dim3{100, 1, 1}}}) {
        const ThreadSpace space = threadSpaceOf(grid, block);
        for (std::uint64_t thread = 0; thread < grid.count() * block.count(); ++thread)
            ASSERT_EQ(space.threadAt(space.cellOf(thread)), thread) << grid.x << " " << block.x;
        std::uint64_t found = 0;
        for (std::uint64_t row = 0; row < space.rows(); ++row)
            for (std::uint64_t column = 0; column < space.columns(); ++column)
                found += space.threadAt({row, column}) ? 1 : 0;
        EXPECT_EQ(found, grid.count() * block.count());
        EXPECT_FALSE(space.threadAt({space.rows(), 0}));
    }
}

TEST(ThreadSpace, TwoDimensionsStayAsTheyAreAndOneIsFoldedIntoWarps) {
    const ThreadSpace flat = threadSpaceOf({4, 3, 1}, {8, 4, 1});
    EXPECT_EQ(flat.cellOf(4 * 32 + 9), (ThreadSpace::Cell{5, 1}));
    EXPECT_FALSE(flat.foldedBlock || flat.foldedGrid);
    const ThreadSpace line = threadSpaceOf({64, 1, 1}, {256, 1, 1});
    EXPECT_TRUE(line.foldedBlock && line.foldedGrid);
    EXPECT_EQ(line.cellOf(33), (ThreadSpace::Cell{1, 1})) << "a row of a block is a warp";
    EXPECT_LT(line.columns(), 4 * line.rows());
    EXPECT_LT(line.rows(), 4 * line.columns());
}

TEST(DataSpace, AVectorIsFoldedAndAMatrixIsNot) {
    const DataSpace matrix = dataSpaceOf({"A", ElementType::F32, 6, 9, {}});
    EXPECT_EQ(matrix.cellOf(10), (ThreadSpace::Cell{1, 1}));
    EXPECT_FALSE(matrix.folded());
    const DataSpace vector = dataSpaceOf({"x", ElementType::F32, 1, 1000, {}});
    EXPECT_TRUE(vector.folded());
    EXPECT_EQ(vector.elements.columns % 32, 0U);
    EXPECT_EQ(vector.elementAt(vector.cellOf(999)), 999U);
    EXPECT_FALSE(vector.elementAt({vector.elements.rows() - 1, vector.elements.columns - 1}));
    EXPECT_EQ(dataSpaceOf({"one", ElementType::F32, 1, 1, {}}).elements.columns, 1U);
}

struct Scene : ::testing::Test {
    /// The tiled multiply for n = 12 with blocks of 8 × 8: a quarter of the threads has no element.
    void SetUp() override {
        emulation = test::emulatedRun("matmul.tiled", {{"n", "12"}, {"block", "8"}});
        auto work = threadWorkOf(emulation.plan, 0, {}, {});
        ASSERT_TRUE(work) << describe(work.error());
        ASSERT_FALSE(work->buffers().empty());
        const BufferId written = work->buffers().front();
        scene = makeThreadsScene(std::make_shared<const ThreadWork>(std::move(*work)), emulation.plan, written);
    }
    Emulation emulation;
    ThreadsScene scene;
};

TEST_F(Scene, AThreadHasTheColourOfTheElementThatItWrites) {
    for (const Look look : {Look::Light, Look::Dark})
        for (const std::uint64_t thread : {0U, 9U, 64U + 3U}) {
            const auto elements = scene.elementsOf(thread, 2);
            ASSERT_EQ(elements.size(), 1U);
            EXPECT_EQ(scene.lookOfThread(thread, look).colour, scene.lookOfElement(elements.front(), look).colour);
            EXPECT_EQ(scene.lookOfThread(thread, look).pattern, Pattern::Plain);
        }
    EXPECT_NE(scene.lookOfThread(0, Look::Light).colour, scene.lookOfThread(9, Look::Light).colour);
}

TEST_F(Scene, IdleIsToldWithoutColour) {
    const std::uint64_t last = 3 * 64 + 63;  // it helps to load, though: (7, 7) of block (1, 1)
    EXPECT_EQ(scene.work->state(last), ThreadWork::State::Helps);
    EXPECT_EQ(scene.lookOfThread(last, Look::Light).pattern, Pattern::Dots);
    EXPECT_EQ(scene.lookOfThread(4 * 64, Look::Light).pattern, Pattern::Unknown);
    EXPECT_EQ(scene.lookOfElement(12 * 12, Look::Light).pattern, Pattern::Outside);
}

TEST_F(Scene, IsSaidInWords) {
    const ThreadsText text(scene, emulation.plan);
    EXPECT_EQ(text.thread(64 + 8 + 1),
              QStringLiteral("Thread (1, 1, 0) of block (1, 0, 0), warp 0, lane 9: writes C[1][9]"));
    EXPECT_EQ(text.element(12 + 9), QStringLiteral("C[1][9]: written by Thread (1, 1, 0) of block (1, 0, 0)"));
    EXPECT_TRUE(text.thread(255).endsWith(QStringLiteral("writes to shared memory only")));
    EXPECT_TRUE(text.summary().contains(QStringLiteral("Emulated: of 256 threads 144 write")))
        << text.summary().toStdString();
    EXPECT_EQ(text.threadsTitle(), QStringLiteral("2 × 2 blocks of 8 × 8"));
}

}  // namespace
}  // namespace lanescope
