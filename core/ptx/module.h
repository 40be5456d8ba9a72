// SPDX-License-Identifier: GPL-3.0-or-later
// A PTX translation unit as data: what the parser makes of the text, before anything is run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/ptx/instruction.h"

namespace lanescope::ptx {

struct Register {
    std::string name;  ///< "%f12"
    Type type = Type::None;
    /// The number that stands in a vector instead of a register: `{%r1, 0}`. Nothing writes it; its name is "".
    std::optional<std::uint64_t> constant{};
};

struct Parameter {
    std::string name;
    Type type = Type::None;    ///< element type for an array parameter
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t offset = 0;  ///< bytes in the parameter block, or in a thread's slots (Entry::slots)
    bool pointer = false;      ///< declared as one (.ptr), which compilers need not do
};

/// A .local array. Each thread has one for each activation of the function that declares it.
struct LocalVariable {
    std::string name;
    std::uint32_t size = 0;  ///< bytes
    std::uint32_t alignment = 1;
    std::uint32_t offset = 0;  ///< bytes in the function's frame
};

/// A .global or .const variable of the module; it lives as long as the module is loaded.
struct ModuleVariable {
    std::string name;       ///< mangled, as in the PTX
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

struct SharedVariable {
    std::string name;        ///< mangled, as in the PTX
    std::string shortName;   ///< the C++ variable's own name: "As"
    std::uint32_t size = 0;  ///< bytes; 0 = extern (dynamic) array
    std::uint32_t alignment = 1;
    /// Bytes from the start of the block's shared memory. In order of declaration; extern arrays all start behind the
    /// static ones.
    std::uint32_t offset = 0;
};

/// Where lanes that part at a block's end meet again.
struct Meeting {
    std::uint32_t block = 0;  ///< blocks.size() = the function's exit
    /// In how many of the loops around the block where they part lanes stay until they come here. Nobody waits for
    /// those that leave more of them (`break`).
    std::uint32_t depth = 0;
    friend bool operator==(const Meeting&, const Meeting&) = default;
};

/// A maximal run of instructions that is entered only at its first and left only at its last; a call ends one.
struct BasicBlock {
    std::uint32_t first = 0;                ///< index of the first instruction
    std::uint32_t end = 0;                  ///< one past the last
    std::vector<std::uint32_t> successors;  ///< blocks of the same function; its exit is blocks.size()
    std::vector<std::uint32_t> staysIn;     ///< by successor: how many of the loops around this block it is in, too
    std::vector<Meeting> meetings;          ///< the nearest first, each less deep than the one before; never empty
};

/// A function that an entry can reach, linked into it: its code is instructions [first, end) of the entry, its
/// registers [firstRegister, endRegister) and its slots and locals likewise, so that an activation can be saved and
/// restored as a whole. functions[0] is the kernel itself. Control leaves at a `ret` or at `end`.
struct Function {
    std::string name;       ///< as in the PTX
    std::string demangled;  ///< "fibonacci"
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    RegisterId firstRegister = 0;
    RegisterId endRegister = 0;
    std::uint32_t firstSlot = 0;  ///< into Entry::slots
    std::uint32_t endSlot = 0;
    std::vector<std::uint32_t> results;    ///< slots that the caller reads, in order
    std::vector<std::uint32_t> arguments;  ///< slots that the caller fills, in order
    std::uint32_t frameBytes = 0;          ///< of local memory, a multiple of 16
    bool recursive = false;                ///< can be active more than once at a time in one thread
    /// A function without a body that the runtime gives (vprintf, __assertfail, malloc, free): first == end.
    bool isExternal = false;
    std::uint32_t codeIndex = 0;  ///< in Module::functions: what its address is made of
};

/// A call. Slots are copied thread by thread: arguments before, results after.
struct Call {
    std::uint32_t function = 0xffffffffU;  ///< into Entry::functions; 0xffffffff: indirect
    Operand target;                        ///< indirect: the register with the function's address
    std::vector<std::uint32_t> results;    ///< slots of the caller
    std::vector<std::uint32_t> arguments;
};

struct Entry {
    std::string name;       ///< as in the PTX, maybe mangled
    std::string demangled;  ///< without return type and arguments: "tiled<16, float>"
    /// Why this entry cannot be run: the first instruction of it, or of what it calls, that is not supported. It then
    /// has no instructions, only its names and parameters; the other entries of the module are not touched by it.
    std::optional<Error> unsupported;
    std::vector<Function> functions;  ///< [0] = the kernel
    std::vector<Parameter> slots;     ///< .param variables of calls and functions: offset in the thread's slot bytes
    std::uint32_t slotBytes = 0;      ///< of one thread
    std::vector<LocalVariable> locals;
    std::vector<Call> calls;
    std::vector<std::vector<std::uint32_t>> branchLists;  ///< of brx: instruction indices
    /// .maxntid / .reqntid in threads of each dimension; 0 = not said.
    std::array<std::uint32_t, 3> mostThreads{};
    std::array<std::uint32_t, 3> requiredThreads{};
    std::vector<Parameter> parameters;
    std::uint32_t parameterBytes = 0;
    std::vector<Register> registers;
    std::vector<SharedVariable> shared;
    std::uint32_t staticSharedBytes = 0;
    std::vector<Instruction> instructions;
    std::vector<BasicBlock> blocks;
    std::uint32_t firstLine = 0;  ///< of the .entry directive in Module::text
    std::uint32_t lastLine = 0;   ///< of the closing brace

    /// Basic block that instruction `index` belongs to.
    [[nodiscard]] std::uint32_t blockOf(std::uint32_t index) const;
    /// Function that instruction `index` belongs to; functions.size() if there is none.
    [[nodiscard]] std::uint32_t functionOf(std::uint32_t index) const;
};

struct Module {
    std::string name;                       ///< file name for messages, for example "matmul.ptx"
    std::string text;                       ///< the PTX itself, handed to the CUDA driver unchanged
    std::vector<std::uint32_t> lineStarts;  ///< offset of each line in `text`
    std::string version;
    std::string target;
    std::vector<std::string> files;  ///< CUDA sources by .file number (index 0 unused)
    std::vector<ModuleVariable> variables;
    std::vector<std::string> functions;  ///< names of all .func, in order: a function's address is made of its index
    std::vector<Entry> entries;

    /// By PTX name, else by demangled name (the first of several); nullptr if there is none.
    [[nodiscard]] const Entry* find(std::string_view name) const;
    /// All entries for a message: "vectorAdd, tiled<16>", by PTX name where a demangled one is not unique; or "none".
    [[nodiscard]] std::string entryNames() const;
    /// Line `number` (1-based) of the text, without its newline; empty past the end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;
};

}  // namespace lanescope::ptx
