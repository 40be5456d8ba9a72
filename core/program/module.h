// SPDX-License-Identifier: GPL-3.0-or-later
// What was compiled together and is loaded as one: kernels and the variables that they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/entry.h"

namespace lanescope::program {

/// A .global or .const variable of the module; it lives as long as the module is loaded.
struct ModuleVariable {
    std::string name;       ///< mangled, as in the text
    std::string shortName;  ///< the C++ variable's own name
    Space space = Space::Global;
    Type type = Type::None;  ///< of an element
    std::uint64_t size = 0;  ///< bytes
    std::uint32_t alignment = 1;
    std::vector<std::byte> initial;  ///< as long as `size`, or empty: zeros
    /// Places in `initial` (8 bytes each) that hold the generic address of a symbol + addend.
    struct Relocation {
        std::uint64_t offset = 0;
        Space space = Space::Global;  ///< Global, Const: index into Module::variables; Code: into Module::functions
        std::uint32_t symbol = 0;
        std::int64_t addend = 0;
        bool generic = false;  ///< generic(symbol) rather than the address in its space
    };
    std::vector<Relocation> relocations;
};

/// A front end may derive from it what only it knows (ptx::Module).
struct Module {
    Module() = default;
    Module(const Module&) = default;
    Module(Module&&) = default;
    Module& operator=(const Module&) = default;
    Module& operator=(Module&&) = default;
    virtual ~Module() = default;

    std::string name;                       ///< file name for messages, for example "matmul.ptx"
    std::string text;                       ///< what it was read from: the lines that Instruction::line counts
    std::vector<std::uint32_t> lineStarts;  ///< offset of each line in `text`
    std::vector<std::string> files;         ///< CUDA sources (index 0 unused)
    std::vector<ModuleVariable> variables;
    std::vector<std::string> functions;  ///< names of all, in order: a function's address is made of its index
    std::vector<Entry> entries;

    /// By the name in the text, else by demangled name (the first of several); nullptr if there is none.
    [[nodiscard]] const Entry* find(std::string_view name) const;
    /// All entries for a message: "vectorAdd, tiled<16>", by the name in the text where a demangled one is not unique;
    /// or "none".
    [[nodiscard]] std::string entryNames() const;
    /// Line `number` (1-based) of the text, without its newline; empty past the end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;
};

}  // namespace lanescope::program
