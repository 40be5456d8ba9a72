// SPDX-License-Identifier: GPL-3.0-or-later
// Device functions, calls and indexed branches, and how they are linked into entries.
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

Module moduleOf(const std::string& rest) {
    Result<Module> module = parse(std::string(kHead) + rest, "test.ptx");
    if (module) return *module;
    ADD_FAILURE() << describe(module.error());
    return {};
}

// Lines 4 to 6 of the text.
const std::string kTwice =
    ".func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %r<3>; ld.param.b32 %r1, [in]; add.s32 %r2, %r1, %r1; "
    "st.param.b32 [out+0], %r2; ret; }\n";

std::string callOf(const std::string& name) {
    return "{ .param .b32 param0; st.param.b32 [param0+0], %r1; .param .b32 retval0; call.uni (retval0), " + name +
           ", (param0); ld.param.b32 %r2, [retval0+0]; }\n";
}

std::string kernel(const std::string& name, const std::string& body) {
    return ".visible .entry " + name + "(.param .u64 a)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>;\n" +
           body + "\nret; }\n";
}

TEST(Functions, AreLinkedIntoTheEntryThatCallsThem) {
    const Module module =
        moduleOf(kTwice + kernel("k", callOf("twice") + callOf("twice")) + kernel("alone", "mov.u32 %r1, 1;"));
    EXPECT_EQ(module.functions, std::vector<std::string>{"twice"});
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.functions.size(), 2U);
    const Function& main = entry.functions[0];
    const Function& twice = entry.functions[1];
    EXPECT_EQ(main.name, "k");
    EXPECT_EQ(main.first, 0U);
    EXPECT_EQ(main.end, 7U);
    EXPECT_EQ(twice.first, 7U);
    EXPECT_EQ(twice.end, 11U);
    EXPECT_EQ(entry.instructions.size(), 11U);
    EXPECT_FALSE(twice.recursive);
    EXPECT_FALSE(twice.isExternal);
    EXPECT_EQ(twice.firstRegister, main.endRegister);
    EXPECT_EQ(entry.registers.at(twice.firstRegister + 1).name, "%r1");
    EXPECT_EQ(entry.instructions[8].sources[0].reg, twice.firstRegister + 1);
    ASSERT_EQ(twice.results.size(), 1U);
    ASSERT_EQ(twice.arguments.size(), 1U);
    EXPECT_EQ(entry.slots.at(twice.results[0]).name, "out");
    EXPECT_EQ(entry.slots.at(twice.arguments[0]).name, "in");
    EXPECT_EQ(entry.instructions[10].opcode, Opcode::Ret);
    EXPECT_EQ(entry.functionOf(6), 0U);
    EXPECT_EQ(entry.functionOf(7), 1U);
    EXPECT_EQ(entry.functionOf(11), 2U);
    // Each call has slots of its own, in a scope of its own.
    ASSERT_EQ(entry.calls.size(), 2U);
    const Instruction& call = entry.instructions[4];
    EXPECT_EQ(call.opcode, Opcode::Call);
    EXPECT_EQ(entry.calls.at(call.list).function, 1U);
    EXPECT_NE(entry.calls[0].arguments, entry.calls[1].arguments);
    EXPECT_EQ(entry.slots.at(entry.calls[1].results.at(0)).name, "retval0");
    EXPECT_EQ(entry.instructions[0].space, Space::Slot);
    EXPECT_EQ(entry.instructions[0].sources[0].symbol, entry.calls[0].arguments.at(0));
    EXPECT_EQ(module.entries.at(1).functions.size(), 1U);
    EXPECT_TRUE(module.entries[1].slots.empty());
}

TEST(Functions, SlotsOfAThreadDoNotOverlap) {
    const Entry entry = moduleOf(kTwice + kernel("k", callOf("twice") + callOf("twice"))).entries.at(0);
    std::uint32_t end = 0;
    for (const Parameter& slot : entry.slots) {
        EXPECT_GE(slot.offset, end);
        end = slot.offset + slot.size;
    }
    EXPECT_EQ(entry.slotBytes, end);
}

TEST(Functions, HaveBlocksOfTheirOwnThatEndAtTheirOwnEnd) {
    const Module module =
        moduleOf(".func f() { .reg .pred %p<2>; .reg .b32 %r<2>; @%p1 bra L; mov.u32 %r1, 1; L: mov.u32 %r1, 2; }\n" +
                 kernel("k", "call f;\n@%p1 bra end;\ncall f;\nend:"));
    const Entry& entry = module.entries.at(0);
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    ASSERT_EQ(exit, 7U);
    // call | guarded branch | call | ret, then the function's three
    EXPECT_EQ(entry.blocks[0].successors, (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(entry.blocks[1].meetings, (std::vector<Meeting>{{3, 0}}));
    EXPECT_EQ(entry.blocks[3].successors, (std::vector<std::uint32_t>{exit}));
    EXPECT_EQ(entry.blocks[3].meetings, (std::vector<Meeting>{{exit, 0}}));
    EXPECT_EQ(entry.blocks[4].first, entry.functions[1].first);
    EXPECT_EQ(entry.blocks[4].successors, (std::vector<std::uint32_t>{5, 6}));
    EXPECT_EQ(entry.blocks[4].meetings, (std::vector<Meeting>{{6, 0}}));
    EXPECT_EQ(entry.blocks[6].successors, (std::vector<std::uint32_t>{exit}));
    EXPECT_EQ(entry.instructions[entry.functions[1].first].target, entry.functions[1].first + 2);
}

TEST(Functions, ThatCallThemselvesOrEachOtherAreRecursive) {
    const Module module = moduleOf(
        ".func even();\n.func leaf() { ret; }\n.func self() { call self; call leaf; ret; }\n"
        ".func odd() { call even; ret; }\n.func even() { call odd; ret; }\n" +
        kernel("k", "call self; call even;"));
    for (const Function& function : module.entries.at(0).functions)
        EXPECT_EQ(function.recursive, function.name != "k" && function.name != "leaf") << function.name;
    EXPECT_EQ(module.entries[0].functions.size(), 5U);
    EXPECT_EQ(module.functions, (std::vector<std::string>{"even", "leaf", "self", "odd"}));
    for (std::size_t f = 1; f < 5; ++f) {
        const Function& function = module.entries[0].functions[f];
        EXPECT_EQ(module.functions.at(function.codeIndex), function.name);
    }
}

TEST(Functions, AnIndirectCallReachesAllWhoseAddressIsTaken) {
    const std::string indirect =
        "{ .param .b32 param0; .param .b32 retval0; proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
        "call (retval0), %rd1, (param0), proto; }\n";
    const Module module =
        moduleOf(kTwice +
                 ".func (.param .b32 o) other(.param .b32 i) { ret; }\n.func never() { ret; }\n"
                 ".global .u64 table[2] = {0, other};\n" +
                 kernel("k", indirect) + kernel("taker", "mov.u64 %rd1, twice;") + kernel("none", ""));
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.functions.size(), 3U);
    EXPECT_EQ(entry.functions[1].name, "twice");
    EXPECT_EQ(entry.functions[2].name, "other");
    EXPECT_EQ(entry.functions[2].codeIndex, 1U);
    EXPECT_EQ(entry.calls.at(0).function, 0xffffffffU);
    EXPECT_EQ(entry.registers[entry.calls[0].target.reg].name, "%rd1");
    const Operand& address = module.entries[1].instructions.at(0).sources[0];
    EXPECT_EQ(address.kind, Operand::Kind::Symbol);
    EXPECT_EQ(address.space, Space::Code);
    EXPECT_EQ(module.entries[1].functions.at(address.symbol).name, "twice");
    EXPECT_EQ(module.entries[2].functions.size(), 1U);
}

TEST(Functions, TheRuntimesAreExternalAndOthersWithoutABodyAreRefused) {
    const std::string printf = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n";
    const std::string call = "{ .param .b64 a0; .param .b64 a1; .param .b32 r0; call.uni (r0), vprintf, (a0, a1); }";
    const Module module = moduleOf(printf + kernel("k", call));
    const Function& function = module.entries.at(0).functions.at(1);
    EXPECT_TRUE(function.isExternal);
    EXPECT_EQ(function.first, function.end);
    EXPECT_EQ(function.arguments.size(), 2U);
    EXPECT_EQ(complaintAbout(std::string(kHead) + ".extern .func f();\n" + kernel("k", "\ncall f;")),
              "test.ptx, line 9: the emulator does not know \"call f\": this file has no code of that function. "
              "Compile all of the kernel's code into "
              "one file.");
}

TEST(Functions, WhatTheyCannotDoIsTheirCallersAffairAlone) {
    const Module module = moduleOf(".func bad() { ret;\nwgmma.fence; }\n.func between() { call bad; }\n" +
                                   kernel("k", "call between;") + kernel("fine", "mov.u32 %r1, 1;"));
    const Entry& k = module.entries.at(0);
    ASSERT_TRUE(k.unsupported.has_value());
    EXPECT_EQ(describe(*k.unsupported),
              "test.ptx, line 5: the emulator does not know \"wgmma.fence\": tensor cores are not emulated. Write the "
              "product as a loop over fma, or look at matmul.tiled.");
    EXPECT_TRUE(k.instructions.empty());
    EXPECT_EQ(k.parameters.size(), 1U);
    EXPECT_FALSE(module.entries.at(1).unsupported.has_value());
    EXPECT_EQ(module.entries[1].instructions.size(), 2U);
}

TEST(Functions, SharedVariablesOfAllAreLaidOutTogether) {
    const Module module = moduleOf(
        ".shared .align 4 .b8 first[4];\n.shared .align 4 .b8 second[8];\n.shared .b8 unused[64];\n"
        ".func f() { .reg .b32 %r<3>; .shared .b32 own; mov.u32 %r1, own; ld.shared.u32 %r2, [first]; ret; }\n" +
        kernel("k", ".shared .b32 mine; mov.u32 %r1, mine; mov.u32 %r2, second; call f;"));
    const Entry& entry = module.entries.at(0);
    ASSERT_EQ(entry.shared.size(), 4U);
    EXPECT_EQ(entry.staticSharedBytes, 20U);
    const auto nameAt = [&entry](std::uint32_t i) {
        return entry.shared.at(entry.instructions[i].sources[0].symbol).name;
    };
    EXPECT_EQ(nameAt(0), "mine");
    EXPECT_EQ(nameAt(1), "second");
    EXPECT_EQ(nameAt(entry.functions[1].first), "own");
    EXPECT_EQ(nameAt(entry.functions[1].first + 1), "first");
}

TEST(Functions, LocalVariablesLieInTheirFunctionsFrame) {
    const Module module =
        moduleOf(".func f() { .local .align 8 .b8 depot[20]; .reg .b64 %SPL; mov.u64 %SPL, depot; ret; }\n" +
                 kernel("k", ".local .align 4 .b8 depot[6]; .local .align 8 .b8 more[8]; mov.u64 %rd1, more; call f;"));
    const Entry& entry = module.entries.at(0);
    EXPECT_EQ(entry.locals.at(1).offset, 8U);
    EXPECT_EQ(entry.functions[0].frameBytes, 16U);
    EXPECT_EQ(entry.functions[1].frameBytes, 32U);
    EXPECT_EQ(entry.instructions[0].sources[0].space, Space::Local);
    EXPECT_EQ(entry.instructions[0].sources[0].symbol, 1U);
    EXPECT_EQ(entry.locals.at(entry.instructions[entry.functions[1].first].sources[0].symbol).size, 20U);
}

TEST(Functions, IndexedBranchesHaveAList) {
    const Entry entry = entryOf(
        "table: .branchtargets one, two, one;\n@%p1 brx.idx %r1, table;\none: mov.u32 %r1, 1;\ntwo: mov.u32 %r2, 2;");
    EXPECT_EQ(entry.branchLists.at(entry.instructions[0].list), (std::vector<std::uint32_t>{1, 2, 1}));
    EXPECT_EQ(entry.blocks[0].successors, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(entry.blocks[0].meetings, (std::vector<Meeting>{{2, 0}}));
}

TEST(Functions, BadCallsAreComplainedAbout) {
    for (const std::string& body :
         {std::string("call nowhere;"), std::string("call twice;"), std::string("call twice, (%r1);"),
          std::string("{ .param .b64 p; .param .b32 r; call (r), twice, (p); }"),
          std::string("{ .param .b32 p; .param .b32 r; call (r), %rd1, (p); }"), std::string("call %r1, p;"),
          std::string("brx.idx %r1, nolist;"), std::string("t: .branchtargets gone;\nbrx.idx %r1, t;"),
          std::string("{ .param .b32 p; st.param.b32 [p+4], %r1; }"), std::string("call k;"),
          std::string("st.param.u64 [a], %rd1;"), std::string("p : .callprototype _ ();\np : .callprototype _ ();")})
        EXPECT_NE(complaintAbout(std::string(kHead) + kTwice + kernel("k", body)), "") << body;
    EXPECT_NE(complaintAbout(std::string(kHead) + ".func f() { ret; }\n.func f() { ret; }"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".func f();\n.func f(.param .b32 a) { ret; }"), "");
    EXPECT_NE(complaintAbout(std::string(kHead) + ".func f(.reg .b32 a) { ret; }\n" + kernel("k", "call f;")), "");
}

}  // namespace
}  // namespace lanescope::ptx
