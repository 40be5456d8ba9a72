// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of gpu/kernels would say of each kernel: what is staged, what is an input, what gathers.
#include "core/flow/roles.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "core/program/dataflow.h"
#include "tests/core/flow/catalogue_kernels.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::RegisterId;
using ::testing::IsSubsetOf;
using enum RegisterRole;
using RoleSet = std::set<RegisterRole>;

/// Roles of what all instructions of a kind load, or store; predicates and addresses left out.
struct Seen {
    explicit Seen(const program::Entry& entry) : roles(entry) {
        for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
            const Instruction& what = entry.instructions[i];
            ++count[roles.kind(i)];
            if (what.opcode == Opcode::Ld)
                for (const RegisterId reg : program::registersWritten(what))
                    loaded[roles.kind(i)].insert(roles.role(reg));
            if (what.opcode == Opcode::St || what.opcode == Opcode::Red)
                for (const RegisterId reg : program::registersRead(what))
                    if (reg != what.sources[0].reg && reg != what.guard) stored[roles.kind(i)].insert(roles.role(reg));
            if (roles.kind(i) == InstructionKind::Compute)
                for (const RegisterId reg : program::registersWritten(what)) computed.insert(roles.role(reg));
        }
    }
    Roles roles;
    std::map<InstructionKind, RoleSet> loaded, stored;
    std::map<InstructionKind, unsigned> count;
    RoleSet computed;
};

Seen seen(const std::string& algorithm, const Parameters& parameters = {}, std::size_t kernel = 0) {
    const auto kernels = test::kernelsOf(algorithm, parameters);
    return Seen(kernels.at(kernel)->code());
}

TEST(Roles, ATileIsStagedAndItsProductsAreGathered) {
    for (const char* type : {"f32", "f64", "i32"}) {
        SCOPED_TRACE(type);
        Seen tiled = seen("matmul.tiled", {{"n", "32"}, {"block", "16"}, {"type", type}});
        EXPECT_EQ(tiled.loaded[InstructionKind::LoadGlobal], RoleSet{Staged});
        EXPECT_EQ(tiled.stored[InstructionKind::StoreShared], RoleSet{Staged});
        EXPECT_EQ(tiled.loaded[InstructionKind::LoadShared], RoleSet{Operand});
        EXPECT_EQ(tiled.computed, RoleSet{Sum}) << "all 16 registers of an unrolled round";
        EXPECT_EQ(tiled.count[InstructionKind::Compute], 16U) << "index arithmetic is none";
        EXPECT_EQ(tiled.stored[InstructionKind::StoreGlobal], RoleSet{Sum});
        EXPECT_EQ(tiled.roles.valueCount(), 1U);
        EXPECT_EQ(tiled.count[InstructionKind::Barrier], 2U);
    }
}

TEST(Roles, LargerRectanglesHaveAsManySums) {
    const std::map<std::string, std::size_t> sums{{"matmul.single-block", 1},   {"matmul.global", 1},
                                                  {"matmul.rect2", 2},          {"matmul.rect4-row", 4},
                                                  {"matmul.rect2-prefetch", 2}, {"matmul.rect4-prefetch", 4}};
    for (const auto& [id, count] : sums)
        for (const char* variant : {"corrected", "published"})
            for (const char* block : {"4", "8", "16", "32"}) {
                const auto found = test::catalogue().find(id);
                ASSERT_TRUE(found);
                Parameters parameters{{"n", "128"}, {"block", block}, {"variant", variant}};
                if (!(*found)->plan(parameters)) continue;  // rect4-row was not published
                SCOPED_TRACE(id + " " + variant + " " + block);
                Seen kernel = seen(id, parameters);
                // What was published of rect4 gathers all in one of its four sums.
                const bool one = id == "matmul.rect4-prefetch" && std::string(variant) == "published";
                EXPECT_EQ(kernel.roles.valueCount(), one ? 1 : count);
                EXPECT_THAT(kernel.stored[InstructionKind::StoreGlobal], IsSubsetOf(RoleSet{Sum, Constant}));
                EXPECT_TRUE(kernel.stored[InstructionKind::StoreGlobal].contains(Sum));
                EXPECT_THAT(kernel.computed, IsSubsetOf(RoleSet{Sum, Partial}));
            }
}

TEST(Roles, ValuesFetchedAheadAreStagedThroughTheRoundsOfALoop) {
    Seen rect2 = seen("matmul.rect2", {{"n", "64"}, {"block", "16"}});
    EXPECT_EQ(rect2.loaded[InstructionKind::LoadGlobal], RoleSet{Staged});
    EXPECT_EQ(rect2.stored[InstructionKind::StoreShared], RoleSet{Staged});
    EXPECT_EQ(rect2.loaded[InstructionKind::LoadShared], RoleSet{Operand});
    // By way of a second pair of shared arrays.
    Seen rect4 = seen("matmul.rect4-prefetch", {{"n", "64"}, {"block", "16"}});
    EXPECT_EQ(rect4.loaded[InstructionKind::LoadGlobal], RoleSet{Staged});
    EXPECT_EQ(rect4.stored[InstructionKind::StoreShared], RoleSet{Staged});
    EXPECT_EQ(rect4.loaded[InstructionKind::LoadShared], (RoleSet{Staged, Operand}));
}

TEST(Roles, ACopyOwnsNothing) {
    for (const char* padded : {"yes", "no"}) {
        Seen transpose = seen("transpose.tiled", {{"padded", padded}});
        EXPECT_EQ(transpose.loaded[InstructionKind::LoadGlobal], RoleSet{Staged});
        EXPECT_EQ(transpose.stored[InstructionKind::StoreShared], RoleSet{Staged});
        EXPECT_EQ(transpose.loaded[InstructionKind::LoadShared], RoleSet{Staged});
        EXPECT_EQ(transpose.stored[InstructionKind::StoreGlobal], RoleSet{Staged});
        EXPECT_EQ(transpose.count[InstructionKind::Compute], 0U);
        EXPECT_EQ(transpose.roles.valueCount(), 0U);
    }
}

TEST(Roles, TreesOfPairsComputeInSharedMemory) {
    for (const char* operation : {"sum", "max"})
        for (int kind = 0; kind <= 5; ++kind) {
            SCOPED_TRACE("reduce." + std::to_string(kind) + " " + operation);
            Seen reduce = seen("reduce." + std::to_string(kind), {{"operation", operation}});
            const bool pairs = kind == 3 || kind == 5;  // of two values while they are loaded
            EXPECT_EQ(reduce.loaded[InstructionKind::LoadGlobal], RoleSet{pairs ? Operand : Staged});
            EXPECT_THAT(reduce.stored[InstructionKind::StoreShared],
                        IsSubsetOf(RoleSet{Staged, Operand, Constant, Result}));
            EXPECT_TRUE(reduce.stored[InstructionKind::StoreShared].contains(Result));
            EXPECT_TRUE(reduce.loaded[InstructionKind::LoadShared].contains(Operand));
            EXPECT_EQ(reduce.stored[InstructionKind::StoreGlobal], RoleSet{Staged}) << "thread 0 takes it over";
        }
    Seen loop = seen("reduce.6", {{"n", "1024"}});
    EXPECT_TRUE(loop.stored[InstructionKind::StoreShared].contains(Sum)) << "a thread's own, before the tree";
    EXPECT_TRUE(loop.stored[InstructionKind::StoreShared].contains(Result));
}

TEST(Roles, VectorsAreAddedAndRowsAreGathered) {
    Seen add = seen("vector.add");
    EXPECT_EQ(add.loaded[InstructionKind::LoadGlobal], RoleSet{Operand});
    EXPECT_EQ(add.computed, RoleSet{Result});
    EXPECT_EQ(add.stored[InstructionKind::StoreGlobal], RoleSet{Result});
    for (const char* id : {"matvec.rows", "matvec.row-blocks"}) {
        SCOPED_TRACE(id);
        Seen rows = seen(id);
        EXPECT_EQ(rows.loaded[InstructionKind::LoadGlobal], RoleSet{Operand});
        EXPECT_TRUE(rows.stored[InstructionKind::StoreGlobal].contains(Sum));
        EXPECT_THAT(rows.stored[InstructionKind::StoreGlobal], IsSubsetOf(RoleSet{Sum, Constant}))
            << "no columns, no sum";
        EXPECT_EQ(rows.roles.valueCount(), 1U) << "one, however often the loop is unrolled";
    }
    Seen columns = seen("matvec.columns");
    EXPECT_EQ(columns.loaded[InstructionKind::LoadGlobal], RoleSet{Operand});
    EXPECT_EQ(columns.computed, RoleSet{Result}) << "each product goes to an atomic addition";
    EXPECT_GT(columns.count[InstructionKind::Atomic], 0U);
}

TEST(Roles, MapsOfATriangleAreIndicesWhateverTheyCompute) {
    for (const char* id :
         {"triangle.bb", "triangle.ltm", "triangle.rb", "triangle.rec", "triangle.utm", "triangle.h"}) {
        SCOPED_TRACE(id);
        Seen index = seen(id, {{"workload", "dummy"}});
        EXPECT_EQ(index.stored[InstructionKind::StoreGlobal], RoleSet{Result});
        EXPECT_EQ(index.computed, RoleSet{Result}) << "roots and floors of the map are none";
        EXPECT_EQ(index.count[InstructionKind::Compute], 1U);
        Seen distance = seen(id, {{"workload", "edm"}});
        EXPECT_EQ(distance.loaded[InstructionKind::LoadGlobal], RoleSet{Operand});
        EXPECT_EQ(distance.stored[InstructionKind::StoreGlobal], RoleSet{Result});
        Seen collision = seen(id, {{"workload", "collision"}});
        EXPECT_THAT(collision.loaded[InstructionKind::LoadGlobal], IsSubsetOf(RoleSet{Staged, Operand}));
        EXPECT_EQ(collision.stored[InstructionKind::StoreGlobal], RoleSet{Result}) << "made of a comparison of data";
        EXPECT_TRUE(collision.computed.contains(Partial));
    }
}

TEST(Roles, StepsOfCholeskyAreCopiesProductsAndDifferences) {
    std::map<std::string, Seen> kernels;
    for (const auto& kernel : test::kernelsOf("cholesky.structured-own"))
        kernels.emplace(kernel->entry.substr(0, kernel->entry.find('<')), Seen(kernel->code()));
    ASSERT_THAT(kernels, ::testing::SizeIs(::testing::Ge(3U)));
    for (auto& [name, kernel] : kernels) {
        SCOPED_TRACE(name);
        const RegisterRole expected = name.starts_with("multiply")    ? Sum
                                      : name.starts_with("transpose") ? Staged
                                                                      : Result;
        EXPECT_EQ(kernel.stored[InstructionKind::StoreGlobal], RoleSet{expected});
    }
}

TEST(Roles, EachValueIsASumOrAResultAndItsRegistersAreItsOwn) {
    for (const auto& algorithm : test::catalogue().algorithms()) {
        const auto plan = algorithm->plan({});
        ASSERT_TRUE(plan) << algorithm->id();
        for (const Launch* launch : plan->launches()) {
            const program::Entry& entry = launch->kernel->code();
            SCOPED_TRACE(entry.demangled);
            const Roles roles(entry);
            std::set<RegisterId> all;
            for (std::uint32_t value = 0; value < roles.valueCount(); ++value) {
                EXPECT_FALSE(roles.registersOf(value).empty());
                for (const RegisterId reg : roles.registersOf(value)) {
                    EXPECT_EQ(roles.value(reg), value);
                    EXPECT_TRUE(all.insert(reg).second);
                    EXPECT_TRUE((RoleSet{Sum, Result, Partial}.contains(roles.role(reg)))) << entry.registers[reg].name;
                }
            }
            // Whatever goes to memory is a value or was made of none; whatever an address is made of is not gathered.
            for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
                const Instruction& what = entry.instructions[i];
                if (what.opcode != Opcode::St || what.sources[1].kind != program::Operand::Kind::Register) continue;
                EXPECT_NE(roles.role(what.sources[1].reg), Unused);
                EXPECT_NE(roles.role(what.sources[1].reg), Partial) << what.line;
            }
        }
    }
}

}  // namespace
}  // namespace lanescope::flow
