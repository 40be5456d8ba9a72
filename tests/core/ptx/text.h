// SPDX-License-Identifier: GPL-3.0-or-later
// Small PTX texts for tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

namespace lanescope::ptx::test {

inline constexpr const char* kHead = ".version 9.0\n.target sm_75\n.address_size 64\n";

/// Registers of each type, five of a kind: %p %h %r %rd %f %fd.
inline constexpr const char* kRegisters =
    ".reg .pred %p<5>;\n.reg .b16 %h<5>;\n.reg .b32 %r<5>;\n.reg .b64 %rd<5>;\n.reg .f32 %f<5>;\n.reg .f64 %fd<5>;\n"
    ".shared .align 4 .b8 tile[64];\n";

/// A module with one kernel "k" of two parameters; the body begins at line kBodyLine.
inline std::string withBody(const std::string& body) {
    return std::string(kHead) + ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n" + kRegisters + body + "\n}\n";
}
inline constexpr unsigned kBodyLine = 13;

inline Entry entryOf(const std::string& body) {
    const Result<Module> module = parse(withBody(body), "test.ptx");
    if (!module) {
        ADD_FAILURE() << describe(module.error());
        return {};
    }
    return module->entries.at(0);
}

/// The one instruction of the body.
inline Instruction instructionOf(const std::string& text) {
    const Entry entry = entryOf(text);
    if (entry.instructions.size() != 1) {
        ADD_FAILURE() << text << " gave " << entry.instructions.size() << " instructions";
        return {};
    }
    return entry.instructions[0];
}

/// Error sentence of the module or of the first kernel that cannot be run, or "" if the text is fine.
inline std::string complaintAbout(const std::string& text) {
    const Result<Module> module = parse(text, "test.ptx");
    if (!module) return describe(module.error());
    for (const Entry& entry : module->entries)
        if (entry.unsupported) return describe(*entry.unsupported);
    return {};
}

/// Entries that cannot be run, with the reason.
inline std::set<std::string> refusedIn(const std::string& text, const std::string& name,
                                       std::size_t* kernels = nullptr) {
    const Result<Module> module = parse(text, name);
    if (!module) return {describe(module.error())};
    std::set<std::string> refused;
    for (const Entry& entry : module->entries)
        if (entry.unsupported) refused.insert(entry.demangled + ": " + describe(*entry.unsupported));
    if (kernels != nullptr) *kernels += module->entries.size();
    return refused;
}

inline std::string dataFile(const std::string& name) {
    const Result<std::string> text = readFile(std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/ptx/data/" + name);
    EXPECT_TRUE(text.has_value()) << name;
    return text.value_or(std::string());
}

}  // namespace lanescope::ptx::test
