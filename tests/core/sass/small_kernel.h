// SPDX-License-Identifier: GPL-3.0-or-later
// A few lines of machine code as a kernel of one warp: what it makes of three words a lane.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "core/sass/instruction_text.h"
#include "core/sass/lower/lower.h"
#include "core/simt/emulator.h"

namespace lanescope::sass::test {

using Words = std::array<std::uint32_t, 32>;

struct Lanes {
    Words a{};  ///< R4, and R4 with R5 is a pair: a with b
    Words b{};  ///< R5
    Words c{};  ///< R6; R7 is 0
};
struct Results {
    Words word{};       ///< R8
    Words high{};       ///< R9
    Words predicate{};  ///< P0: 0 or 1
    simt::LaunchCounts counts;
};

/// `BRA 0x40` and the like: the places that nvdisasm writes as names.
inline Instruction instructionOf(const std::string& text) {
    const auto read = instructionFromText(text, {});
    if (!read) throw std::runtime_error(text);
    Instruction instruction = *read;
    const bool goes = instruction.opcode == "BRA" || instruction.opcode == "BSSY" || instruction.opcode == "CALL" ||
                      instruction.opcode == "RET";
    if (goes && instruction.operands.back().kind == OperandKind::Immediate)
        instruction.operands.back().kind = OperandKind::Target;
    return instruction;
}

/// The lines given begin at 0x90.
inline Listing listingOf(const std::vector<std::string>& lines) {
    std::vector<std::string> all{"S2R R0, SR_LANEID",
                                 "IMAD.WIDE.U32 R2, R0, 0x4, c[0x0][0x160]",
                                 "LDG.E.SYS R4, [R2]",
                                 "LDG.E.SYS R5, [R2+0x80]",
                                 "LDG.E.SYS R6, [R2+0x100]",
                                 "MOV R7, RZ",
                                 "MOV R8, RZ",
                                 "MOV R9, RZ",
                                 "ISETP.NE.AND P0, PT, RZ, RZ, PT"};
    all.insert(all.end(), lines.begin(), lines.end());
    for (const char* line : {"STG.E.SYS [R2+0x180], R8", "STG.E.SYS [R2+0x200], R9", "SEL R10, RZ, 0x1, !P0",
                             "STG.E.SYS [R2+0x280], R10", "EXIT"})
        all.emplace_back(line);
    Listing listing;
    listing.architecture = "sm_80";
    listing.kernel = "small";
    listing.parameterBase = 0x160;
    listing.resources.stackBytes = 16;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Instruction instruction = instructionOf(all[i]);
        instruction.address = static_cast<std::uint32_t>(i * kInstructionBytes);
        listing.instructions.push_back(std::move(instruction));
    }
    return listing;
}

/// What the PTX would say of it.
inline program::Module frame() {
    program::Module module;
    module.name = "small.ptx";
    program::Entry& entry = module.entries.emplace_back();
    entry.name = entry.demangled = "small";
    entry.parameters.push_back({"data", program::Type::U64, 8, 0});
    entry.parameterBytes = 8;
    entry.shared.push_back({"tile", "tile", 128, 4, 0});
    entry.staticSharedBytes = 128;
    return module;
}

inline std::shared_ptr<const program::Module> moduleOf(const std::vector<std::string>& lines) {
    const program::Module ptx = frame();
    return lower(listingOf(lines), ptx, ptx.entries[0]);
}

inline Results ran(const std::vector<std::string>& lines, const Lanes& lanes) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = moduleOf(lines);
    kernel->entry = "small";
    simt::Emulator emulator;
    Buffer data{.name = "data", .type = ElementType::U32, .rows = 6, .columns = 32, .initial = {}};
    std::vector<Words> words{lanes.a, lanes.b, lanes.c, {}, {}, {}};
    EXPECT_TRUE(emulator.allocate(std::span(&data, 1)));
    EXPECT_TRUE(emulator.upload(0, std::as_bytes(std::span(words))));
    const auto done =
        emulator.launch({.kernel = kernel, .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = {BufferId{0}}}, {});
    EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
    EXPECT_TRUE(emulator.download(0, std::as_writable_bytes(std::span(words))));
    Results results{words[3], words[4], words[5], {}};
    if (!emulator.reports().empty()) results.counts = emulator.reports()[0].counts;
    return results;
}

}  // namespace lanescope::sass::test
