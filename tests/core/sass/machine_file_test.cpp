// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/machine_file.h"

#include <gtest/gtest.h>

#include "core/base/words.h"
#include "core/sass/instruction_text.h"
#include "tests/core/sass/listings.h"

namespace lanescope::sass {
namespace {

using test::listingOf;

std::vector<std::vector<Listing>> twoArchitectures() {
    Listing first =
        listingOf("sm_75", "first",
                  {"IMAD.WIDE R2, R9.reuse, 0x4, R2", "@P0 BRA `(.L_x_2)", "FADD R2, R3, 0.5",
                   "CALL.REL.NOINC `($first$helper)", "BRX R2 -0x10 (*\"BRANCH_TARGETS .L_x_0,.L_x_4\"*)", "EXIT"});
    first.files = {"a.cu", "b.cuh"};
    first.functions.push_back({"$first$helper", 0x50});
    first.instructions[3].operands[0].value = 0x50;
    first.instructions[2].file = 1;
    first.instructions[2].line = 700;
    first.instructions[3].line = 3;
    first.instructions[3].ptxLine = 1'000'000;
    first.parameterBase = 0x160;
    first.parameters = {{0, 8}, {8, 4}};
    first.banks = {{2, std::string("\0\1\2\3", 4), {}}, {4, std::string(8, '\0'), {{0, "table", -4}}}};
    first.symbols = {{"table", Symbol::Space::Global, 0, 400}, {"coefficients", Symbol::Space::Constant, 16, 64}};
    first.resources = {12, 512, 304, 20, 24, 1};
    const Listing second = listingOf("sm_75", "second", {"EXIT"});
    std::vector<std::vector<Listing>> all{{first, second}, {first, second}};
    for (Listing& listing : all[1]) listing.architecture = "sm_80";
    all[1][1] = listingOf("sm_80", "second", {"NOP", "EXIT"});
    return all;
}

const MadeOf kMade{"kernels.ptx", 1234, 0xdeadbeef, "13.0.88", "13.5.37"};

TEST(MachineFile, HoldsWhatWasPutIn) {
    const auto all = twoArchitectures();
    const std::string bytes = packMachineFile(kMade, all);
    const Result<MachineFile> file = MachineFile::read(bytes, "kernels.sass");
    ASSERT_TRUE(file) << describe(file.error());
    EXPECT_EQ(file->made(), kMade);
    EXPECT_EQ(file->architectures(), (std::vector<std::string>{"sm_75", "sm_80"}));
    EXPECT_EQ(file->kernels(), (std::vector<std::string>{"first", "second"}));
    for (const auto& architecture : all)
        for (const Listing& listing : architecture) {
            const Result<Listing> read = file->listing(listing.architecture, listing.kernel);
            ASSERT_TRUE(read) << describe(read.error());
            EXPECT_EQ(*read, listing) << listing.architecture << ' ' << listing.kernel;
            EXPECT_EQ(*file->resources(listing.architecture, listing.kernel), listing.resources);
        }
    EXPECT_TRUE(file->same("sm_75", "sm_80", "first"));
    EXPECT_FALSE(file->same("sm_75", "sm_80", "second"));
    EXPECT_EQ(packMachineFile(kMade, all), bytes) << "the same listings give the same bytes";
}

TEST(MachineFile, SaysWhatItDoesNotHold) {
    const Result<MachineFile> file = MachineFile::read(packMachineFile(kMade, twoArchitectures()), "kernels.sass");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->listing("sm_99", "first").error().code, ErrorCode::IllegalValue);
    EXPECT_EQ(file->listing("sm_75", "third").error().code, ErrorCode::PtxUnknownEntry);
    EXPECT_EQ(file->resources("sm_99", "first"), nullptr);
    EXPECT_EQ(file->resources("sm_75", "third"), nullptr);
    EXPECT_FALSE(file->same("sm_75", "sm_99", "first"));
    EXPECT_EQ(MachineFile::read("Lanescope machine code 2\n…", "x").error().code, ErrorCode::UnsupportedVersion);
    EXPECT_EQ(MachineFile::read("something else", "x").error().code, ErrorCode::MalformedFile);
}

/// All kernels, or the error that the file is refused with.
std::vector<Error> errorsOf(const std::string& bytes) {
    const Result<MachineFile> file = MachineFile::read(bytes, "damaged.sass");
    if (!file) return {file.error()};
    std::vector<Error> errors;
    for (const std::string& architecture : file->architectures())
        for (const std::string& kernel : file->kernels())
            if (const Result<Listing> read = file->listing(architecture, kernel); !read) errors.push_back(read.error());
    return errors;
}

TEST(MachineFile, RefusesWhatIsDamaged) {
    const std::string bytes = packMachineFile(kMade, twoArchitectures());
    ASSERT_TRUE(errorsOf(bytes).empty());
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(errorsOf(bytes.substr(0, length)).empty()) << "cut off at " << length;
    EXPECT_FALSE(errorsOf(bytes + "x").empty()) << "with more behind it";
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string flipped = bytes;
            flipped[at] = static_cast<char>(flipped[at] ^ 1 << bit);
            const std::vector<Error> errors = errorsOf(flipped);
            ASSERT_FALSE(errors.empty()) << "bit " << bit << " of byte " << at;
            for (const Error& error : errors)
                EXPECT_TRUE(error.code == ErrorCode::MalformedFile || error.code == ErrorCode::UnsupportedVersion);
        }
}

}  // namespace
}  // namespace lanescope::sass
