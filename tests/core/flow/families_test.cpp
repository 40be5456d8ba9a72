// SPDX-License-Identifier: GPL-3.0-or-later
// Which arrays hold one family of values.
#include "core/flow/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "core/flow/block_flow.h"
#include "tests/core/flow/recorded.h"
#include "tests/core/flow/traced_blocks.h"

namespace lanescope::flow {
namespace {

class FamiliesOf {
public:
    FamiliesOf(const std::string& algorithm, const Parameters& parameters)
        : m_trace(test::traceOf(algorithm, parameters)), m_flow(std::make_unique<BlockFlow>(m_trace)) {}

    [[nodiscard]] const BlockFlow& flow() const { return *m_flow; }
    [[nodiscard]] Family buffer(std::string_view name) const {
        for (std::uint32_t i = 0; i < m_trace->memoryBefore().size(); ++i)
            if (m_trace->memoryBefore().allocation(i).buffer.name == name) return m_flow->families().ofBuffer(i);
        ADD_FAILURE() << name;
        return {};
    }
    [[nodiscard]] Family shared(std::string_view name) const {
        const auto& arrays = m_trace->entry().shared;
        const auto found = std::ranges::find(arrays, name, &program::SharedVariable::shortName);
        if (found == arrays.end()) {
            ADD_FAILURE() << name;
            return {};
        }
        return m_flow->families().ofShared(static_cast<std::uint32_t>(found - arrays.begin()));
    }
    [[nodiscard]] Family owned() const { return m_flow->families().ofOwned(); }

private:
    std::shared_ptr<const BlockTrace> m_trace;
    std::unique_ptr<BlockFlow> m_flow;
};

TEST(Families, OfATiledProductATileIsKinOfItsMatrix) {
    const FamiliesOf tiled("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    EXPECT_EQ(tiled.buffer("A"), (Family{0, false}));
    EXPECT_EQ(tiled.buffer("B"), (Family{1, false}));
    EXPECT_EQ(tiled.buffer("C"), (Family{2, false}));
    EXPECT_EQ(tiled.shared("As"), (Family{0, true}));
    EXPECT_EQ(tiled.shared("Bs"), (Family{1, true}));
    EXPECT_EQ(tiled.owned(), (Family{2, true})) << "sums become C";
}

TEST(Families, OfATiledProductAValueKeepsItsHueOnItsWay) {
    const FamiliesOf tiled("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const BlockFlow& flow = tiled.flow();
    const Touched as{program::Space::Shared, 0};
    std::set<std::pair<std::uint32_t, bool>> stored, multiplied;
    for (std::uint64_t event = 0; event < 800; ++event)
        for (const Move& move : flow.moves().of(event)) {
            if (move.from.kind != Place::Kind::Register) continue;
            const auto family = flow.families().ofRegister(flow.moves(), move.from, move.bytes, event);
            if (move.to.kind == Place::Kind::Shared && flow.activities().touched(event) == as) {
                ASSERT_TRUE(family);
                stored.insert({family->number, family->kin});
            }
            if (flow.activities().activity(event) == Activity::Compute && family)
                multiplied.insert({family->number, family->kin});
        }
    EXPECT_EQ(stored, (std::set<std::pair<std::uint32_t, bool>>{{0, false}})) << "what is stored to As comes from A";
    EXPECT_EQ(multiplied, (std::set<std::pair<std::uint32_t, bool>>{{0, true}, {1, true}, {2, true}}))
        << "products take from As and Bs, and add to what becomes C";
}

TEST(Families, OfAReductionSharedMemoryIsKinOfWhatIsAdded) {
    for (const char* id : {"reduce.0", "reduce.1"}) {
        const FamiliesOf reduction(id, {{"n", "64"}, {"block", "64"}, {"type", "f32"}});
        const auto& shared = reduction.flow().entry().shared;
        ASSERT_EQ(shared.size(), 1U) << id;
        EXPECT_EQ(reduction.flow().families().ofShared(0), (Family{0, true})) << id;
    }
}

TEST(Families, WhatIsFetchedAheadIsKinOfItsMatrixToo) {
    for (const char* n : {"16", "32", "40", "64"}) {
        const FamiliesOf product("matmul.rect2-prefetch", {{"n", n}, {"block", "16"}});
        EXPECT_EQ(product.shared("As"), (Family{0, true})) << n;
        EXPECT_EQ(product.shared("Bs"), (Family{1, true})) << n;
        EXPECT_EQ(product.shared("nextAs"), (Family{0, true})) << n;
        EXPECT_EQ(product.shared("nextBs"), (Family{1, true})) << n;
    }
}

TEST(Families, OfATransposeTheTileIsKinOfWhatComesIn) {
    const FamiliesOf transpose("transpose.tiled", {{"tile", "16"}, {"type", "f32"}});
    EXPECT_EQ(transpose.buffer("A"), (Family{0, false}));
    EXPECT_EQ(transpose.buffer("B"), (Family{1, false}));
    EXPECT_EQ(transpose.flow().families().ofShared(0), (Family{0, true}));
}

TEST(Families, OfAnAdditionInputsComeFirst) {
    const FamiliesOf sum("vector.add", {{"n", "64"}, {"block", "64"}});
    EXPECT_EQ(sum.buffer("a"), (Family{0, false})) << "whichever of the two the compiler loads first";
    EXPECT_EQ(sum.buffer("b"), (Family{1, false}));
    EXPECT_EQ(sum.buffer("c"), (Family{2, false}));
    EXPECT_EQ(sum.owned(), (Family{2, true}));
}

class FamiliesOfAll : public testing::TestWithParam<std::string> {};

TEST_P(FamiliesOfAll, AreNumberedInThePlansOrderThenByFirstStores) {
    for (const auto& block : someRecorded(GetParam())) {
        const BlockTrace& trace = *block->trace;
        const Moves moves(block->trace);
        const Families families(moves, block->activities);
        const auto buffers = static_cast<std::uint32_t>(trace.memoryBefore().size());
        std::set<std::uint32_t> loads;
        std::map<std::uint32_t, std::uint64_t> stores;
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            const simt::StepRecord record = trace.record(event);
            const auto touched = block->activities.touched(event);
            if (touched.space != program::Space::Global || touched.array >= buffers) continue;
            // Atomic operations are stores.
            if (record.access == simt::AccessKind::Load)
                loads.insert(touched.array);
            else
                stores.try_emplace(touched.array, event);
        }
        // Loaded, as the plan names them; only stored, by their first store; neither.
        std::map<std::uint32_t, std::tuple<int, std::uint64_t>> order;
        std::set<std::uint32_t> numbers;
        for (std::uint32_t buffer = 0; buffer < buffers; ++buffer) {
            const Family family = families.ofBuffer(buffer);
            EXPECT_FALSE(family.kin);
            EXPECT_LT(family.number, buffers);
            EXPECT_TRUE(numbers.insert(family.number).second) << "one number for one buffer";
            if (loads.contains(buffer))
                order[family.number] = {0, buffer};
            else if (stores.contains(buffer))
                order[family.number] = {1, stores[buffer]};
            else
                order[family.number] = {2, 0};
        }
        EXPECT_TRUE(std::ranges::is_sorted(order, {}, [](const auto& entry) { return entry.second; }));
        for (std::uint32_t array = 0; array < trace.entry().shared.size(); ++array) {
            EXPECT_TRUE(families.ofShared(array).kin);
            EXPECT_TRUE(buffers == 0 || families.ofShared(array).number < buffers);
        }
        EXPECT_TRUE(families.ofOwned().kin);
        if (!stores.empty()) {
            const auto first = std::ranges::min_element(stores, {}, [](const auto& entry) { return entry.second; });
            EXPECT_EQ(families.ofOwned().number, families.ofBuffer(first->first).number)
                << "what is computed is kin of what is stored to first";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, FamiliesOfAll, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope::flow
