// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/words.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/sass/instruction_text.h"
#include "core/sass/lower/lower.h"
#include "core/sass/machine_file.h"

namespace lanescope::sass {
namespace {

std::string said(std::string_view text) {
    const std::optional<Instruction> instruction = instructionFromText(text, {});
    const std::optional<Message> words = instruction ? wordsOf(*instruction) : std::nullopt;
    return words ? inWords(*words) : "nothing";
}

TEST(InstructionWords, TellWhatIsDoneWithWhat) {
    EXPECT_EQ(said("IMAD R9, R9.reuse, UR4, R0"), "R9 becomes R9 × UR4 + R0");
    EXPECT_EQ(said("@!P0 FADD R2, R3, -R4"), "where P0 does not hold: R2 becomes R3 + -R4");
    EXPECT_EQ(said("@P1 EXIT"), "where P1 holds: the thread ends");
    EXPECT_EQ(said("LDG.E.64 R2, desc[UR4][R2.64]"),
              "R2 becomes what stands in global memory at desc[UR4][R2.64] (64-bit address, 64 bits: two registers)");
    EXPECT_EQ(said("ISETP.GE.AND P0, PT, R9, UR4, PT"),
              "sets P0 by comparing R9 with UR4 (greater or equal, and another predicate must hold)");
    EXPECT_EQ(said("IADD3 R4, PT, PT, R2, 0x1, RZ"), "R4 becomes R2 + 0x1");
    EXPECT_EQ(said("IMAD R4, R2, 0x1, RZ"), "R4 becomes R2 × 0x1");
    EXPECT_EQ(said("FROBNICATE R1, R2"), "nothing");
}

TEST(ControlWords, TellAllThatIsAsked) {
    std::vector<std::string> all;
    for (const Message& sentence : wordsOf(Control{
             .stall = 1, .yields = true, .writeScoreboard = 3, .readScoreboard = 0, .waits = 0b100101, .reuse = 1}))
        all.push_back(inWords(sentence));
    EXPECT_EQ(all, (std::vector<std::string>{
                       "The warp may issue its next instruction 1 cycle later.", "Another warp goes first, if one can.",
                       "It is not issued before scoreboard 0, 2 and 5 is down.",
                       "It raises scoreboard 3 until its result is there.",
                       "It raises scoreboard 0 until it has read its operands.",
                       "Operands marked reuse stay in the operand cache for the next instruction."}));
}

TEST(InstructionWords, AreThereForAllThatCanBeRun) {
    // Of some names each modifier that they need has a sentence of its own.
    const std::map<std::string_view, std::string_view> needs{
        {"SHF", "SHF.L"}, {"USHF", "USHF.L"}, {"MUFU", "MUFU.RCP"}, {"SHFL", "SHFL.UP"}, {"SYNCS", "SYNCS.EXCH"}};
    for (const std::string_view opcode : loweredOpcodes()) {
        const auto name = needs.find(opcode);
        EXPECT_NE(said(std::string(name == needs.end() ? opcode : name->second) + " R4, R2, R6"), "nothing") << opcode;
    }
}

TEST(InstructionWords, AreThereForAllThatIsKept) {
    std::set<std::string> unsaid, seen;
    // Each modifier says something: without it the sentence is another one.
    const auto look = [&](const Instruction& one) {
        std::string name = one.opcode;
        for (const std::string& modifier : one.modifiers) name += "." + modifier;
        if (!seen.insert(name).second) return;
        const std::optional<Message> words = wordsOf(one);
        if (!words) unsaid.insert(one.opcode);
        for (const std::string& modifier : one.modifiers) {
            Instruction plain = one;
            std::erase(plain.modifiers, modifier);
            const std::optional<Message> less = wordsOf(plain);
            if (words && less && inWords(*words) == inWords(*less)) unsaid.insert(one.opcode + "." + modifier);
        }
    };
    std::size_t kernels = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(LANESCOPE_SOURCE_DIR) + "/resources/machine")) {
        const Result<std::string> bytes = readFile(entry.path().string());
        ASSERT_TRUE(bytes);
        const Result<MachineFile> file = MachineFile::read(*bytes, entry.path().string());
        ASSERT_TRUE(file) << describe(file.error());
        for (const std::string& architecture : file->architectures())
            for (const std::string& kernel : file->kernels()) {
                const Result<Listing> listing = file->listing(architecture, kernel);
                ASSERT_TRUE(listing) << describe(listing.error());
                ++kernels;
                for (const Instruction& one : listing->instructions) look(one);
            }
    }
    EXPECT_GT(kernels, 4000U);
    EXPECT_GT(seen.size(), 150U);
    for (const std::string& what : unsaid) ADD_FAILURE() << what << " has no words";
}

}  // namespace
}  // namespace lanescope::sass
