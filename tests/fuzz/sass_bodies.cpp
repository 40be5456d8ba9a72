// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>

#include "core/sass/cubin.h"
#include "core/sass/disassembly.h"
#include "core/sass/machine_file.h"
#include "core/sass/packed_kernels.h"
#include "core/sass/words.h"
#include "tests/fuzz/fuzz_bodies.h"

namespace lanescope {
namespace {

/// Ends the program so that the fuzzer keeps the input.
void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "the reader of machine code broke its word: %s\n", what);
    std::abort();
}

void check(const sass::Listing& listing) {
    std::uint32_t at = 0;
    for (const sass::Instruction& instruction : listing.instructions) {
        require(instruction.address == at, "instructions follow each other");
        require(!instruction.opcode.empty(), "an instruction has an opcode");
        require(instruction.line == 0 || instruction.file < listing.files.size(), "a line has a file");
        (void)sass::wordsOf(instruction);
        at += sass::kInstructionBytes;
    }
    require(!listing.functions.empty(), "functions[0] is the kernel");
}

}  // namespace

void fuzzDisassembly(std::string_view text) {
    const Result<std::vector<sass::Listing>> read = sass::readDisassembly(text, "fuzz");
    if (!read) return;
    std::vector<const sass::Listing*> kernels;
    for (const sass::Listing& listing : *read) {
        check(listing);
        kernels.push_back(&listing);
    }
    const std::optional<sass::PackedKernels> packed = sass::PackedKernels::open(sass::packKernels(kernels));
    require(packed && packed->size() == kernels.size(), "what was packed can be opened");
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        std::optional<sass::Listing> again = packed->kernel(i, kernels[i]->kernel);
        require(again.has_value(), "what was packed can be unpacked");
        again->architecture = kernels[i]->architecture;
        require(*again == *kernels[i], "what comes out is what was put in");
    }
}

void fuzzPacked(std::string_view bytes) {
    if (const Result<sass::MachineFile> file = sass::MachineFile::read(std::string(bytes), "fuzz"))
        for (const std::string& architecture : file->architectures())
            for (const std::string& kernel : file->kernels())
                if (const Result<sass::Listing> listing = file->listing(architecture, kernel)) check(*listing);
    // Checksums keep a fuzzer from what lies behind them.
    if (const std::optional<sass::PackedKernels> piece = sass::PackedKernels::open(std::string(bytes)))
        for (std::size_t i = 0; i < piece->size(); ++i)
            if (const std::optional<sass::Listing> listing = piece->kernel(i, "kernel")) check(*listing);
}

void fuzzCubin(std::string_view bytes) {
    std::vector<sass::Listing> listings(1);
    listings.front().kernel = "kernel";
    (void)sass::addCubinFacts(bytes, "fuzz", listings);
}

}  // namespace lanescope
